"""The games of the Victorian books of indoor games."""

from dataclasses import replace

from ..axes import (
    AfterRun,
    FirstPitch,
    GameTie,
    GiftCannotWinFor,
    GiftThen,
    GiftTo,
    Misdeal,
    Packets,
    Revoke,
    TrumpBy,
    TurnupWhenRun,
)
from ..cards import Rank
from ..customs import Custom, RulesPart, otherwise
from ..rules import Rules, Variant

_BEG_AGAIN = "Where it is agreed, eldest may beg a second time."
_BEGGING = "trump may_beg"
_WORDS = Custom(
    RulesPart.TRUMPS,
    "Eldest says “I beg”, and a dealer who gives says “take one”.",
    told_with=_BEGGING,
)
_ONE_TRUMP = Custom(
    RulesPart.SCORING,
    "A trump that is the only one out is both High and Low, to whoever held it first.",
    told_with="low_to awards",
)
_OF_THE_DEAL = frozenset(
    {
        *("turnup_when_run", "after_run", "run_out", "run_out_dealer", "turnup_in_play"),
        *("sides", "cap_at_target", "counting_out"),
    }
)
_OF_THE_BOOK = frozenset({"following", "trick", "cap_at_target", "counting_out"})

VICTORIAN = Variant(
    name="victorian",
    title="Victorian All Fours",
    about="As a book of indoor games has it: level card points go to the elder hand.",
    grew_from="classic_two",
    sources=("A Victorian book of indoor games, chapter All Fours",),
    rules=Rules(
        players=(2, 4),
        trump=TrumpBy.TURNUP,
        turnup_scores=((Rank.JACK, 1),),
        turnup_when_run=TurnupWhenRun.NOT_REPEAT_SUIT,
        may_beg=True,
        gift_to=GiftTo.OPPONENTS,
        gift_then=GiftThen.PLAY,
        gift_cannot_win_for=GiftCannotWinFor.NOBODY,
        after_run=AfterRun.KEEP_ALL,
        game_tie=GameTie.ELDER,
        target=11,
    ),
    customs=(
        Custom(RulesPart.DEAL, "The pack is shuffled and cut as usual, and the deal is taken in turns."),
        _WORDS,
        Custom(
            RulesPart.PLAY,
            "The book says that a trick may be won by another suit than the one led: that is read here as "
            "by a trump, though its player could have followed suit.",
            told_with="no_trumping_in",
        ),
        _ONE_TRUMP,
        Custom(
            RulesPart.SCORING,
            "If nobody wins an ace, court card or ten, Game goes to eldest too.",
            told_with="game_tie awards pips_count five_counts",
        ),
        otherwise("A game is nine or eleven points.", "target=9", "the same book"),
        otherwise(_BEG_AGAIN, "begs=2", "the same book", _BEGGING),
    ),
    silent=_OF_THE_DEAL | _OF_THE_BOOK,
)

ENQUIRE_WITHIN = Variant(
    name="enquire_within",
    title="Enquire Within All-Fours",
    about="By the laws of Enquire Within Upon Everything: to ten, a revoke costs one.",
    grew_from="victorian",
    sources=("Enquire Within Upon Everything, sections 2113 to 2116, All-Fours",),
    rules=replace(
        VICTORIAN.rules,
        first_pitch=FirstPitch.HIGH_CUT_DEALS,
        packets=Packets.THREES,
        misdeal=Misdeal.REDEAL_OR_DRAW,
        revoke=Revoke.OPPONENTS_ONE,
        wrong_score=1,
        target=10,
    ),
    customs=(
        _WORDS,
        Custom(RulesPart.PLAY, "When a trump is played, an opponent may be asked whether it is High or Low."),
        Custom(
            RulesPart.SCORING,
            "One card may take all four points: eldest stands with only the jack of trumps, and the dealer "
            "has no trump and no card that counts.",
            told_with=f"{_BEGGING} awards low_to pips_count",
        ),
        otherwise(
            "Law 4 may mean that a player without a card of the suit led must trump.",
            "must_trump_when_void=yes",
            "law 4",
        ),
        otherwise("A wrong score may cost four points instead of one.", "wrong_score=4", "law 5"),
        otherwise(_BEG_AGAIN, "begs=2", "law 3", _BEGGING),
    ),
    silent=_OF_THE_DEAL | _OF_THE_BOOK | {"game_tie", "direction", "lead", "leading"},
)

VICTORIAN_BLIND = Variant(
    name="victorian_blind",
    title="Blind All Fours",
    aliases=("Victorian Blind All Fours",),
    about="The non-dealer's first card makes trumps, and nobody begs.",
    grew_from="victorian",
    sources=("A Victorian book of indoor games, chapter All Fours, section Blind All Fours",),
    rules=Rules(players=(2,), game_tie=GameTie.ELDER, target=9),
    customs=(
        otherwise("A game is nine points or seven.", "target=7", "the same book"),
        otherwise(
            "Some throw out the sixes and sevens, and count the pips of all cards for Game.",
            "pack=44, pips_count=yes",
            "the same book",
        ),
    ),
    silent=_OF_THE_BOOK,
)

ALL_FIVES = Variant(
    name="all_fives",
    title="All Fives",
    sport="All Fives",
    about="Blind All Fours on a cribbage board, counting trumps marked as they are won, to 61.",
    grew_from="victorian_blind",
    sources=(
        "A Victorian book of indoor games, chapter All Fours, section All Fives",
        "William Dick, Modern Pocket Hoyle (1868), as told in Wikipedia, All fours (card game), "
        "section All fives",
    ),
    rules=replace(
        VICTORIAN_BLIND.rules,
        five_counts=True,
        trump_honours=(
            (Rank.ACE, 4),
            (Rank.KING, 3),
            (Rank.QUEEN, 2),
            (Rank.JACK, 1),
            (Rank.TEN, 10),
            (Rank.FIVE, 5),
        ),
        target=61,
    ),
    customs=(
        Custom(RulesPart.WINNING, "Points are marked on a cribbage board."),
        otherwise(
            "The Victorian book lets players mark the trumps they play, except a jack, ten or five that is "
            "taken: the winner marks that.",
            "honours_to=player_unless_JT5_taken",
            "the first source",
            "trump_honours",
        ),
    ),
    silent=_OF_THE_BOOK | {"game_tie"},
)

VARIANTS: tuple[Variant, ...] = (
    VICTORIAN,
    ENQUIRE_WITHIN,
    VICTORIAN_BLIND,
    ALL_FIVES,
)
