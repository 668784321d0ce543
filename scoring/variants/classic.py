"""Cotton's game of 1674 and those that grew from it in England and America, up to Foster's Hoyle of 1897."""

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
    TrumpBy,
    TurnupWhenRun,
)
from ..cards import Rank
from ..customs import Custom, Origin, RulesPart, otherwise
from ..rules import Rules, Variant
from ..seats import Partnering

_BEGGING = "trump may_beg"
_ALTERNATE = Custom(
    RulesPart.DEAL,
    "The sources suppose that the dealer shuffles, the other player cuts, and the deal alternates.",
    told_with="players",
)
_WORDS = Custom(
    RulesPart.TRUMPS,
    "Eldest says “I stand” or “I beg”. A dealer who gives says “take one”; one who does not says “I refuse "
    "the gift” or “I run the cards”.",
    told_with="trump may_beg",
)
_UNCLEAR = (
    Custom(
        RulesPart.TRUMPS,
        "The oldest text does not say what a card scores whose suit is refused, nor whether packets dealt "
        "before a suit comes up again are kept. The rules here are one reading.",
        told_with=f"{_BEGGING} turnup_scores turnup_when_run after_run",
    ),
    otherwise(
        "Perhaps every card turned up scores.",
        "turnup_when_run=all",
        "John McLeod",
        f"{_BEGGING} turnup_scores",
    ),
    otherwise(
        "Perhaps only the card that makes trumps scores.",
        "turnup_when_run=final_only",
        "John McLeod",
        f"{_BEGGING} turnup_scores",
    ),
    otherwise(
        "Perhaps packets dealt before a suit comes up again are discarded.",
        "after_run=last_three",
        "Wikipedia",
        _BEGGING,
    ),
)
_TO_THE_POOL = Custom(
    RulesPart.WINNING,
    "Each side begins with {target} counters and puts one in the pool for every point, so that all see how "
    "many it has to go. The first side without counters wins.",
    told_with="cap_at_target fixed_hands",
)
_PONE = Custom(
    RulesPart.DEAL,
    "Everybody may shuffle, the dealer last; the player to the dealer's right, called the pone, cuts and "
    "leaves at least four cards in each packet.",
    told_with="direction",
)
_CUT_FOR_SEATS = (
    Custom(
        RulesPart.DEAL,
        "Four cut for partners: the two lowest play the two highest, and the highest chooses a seat and "
        "deals first. Two or three cut for seats and the deal.",
        told_with="players sides first_pitch partners_by",
    ),
    Custom(
        RulesPart.DEAL,
        "Players who cut equal cards cut again, which decides nothing but that tie. An ace is highest.",
        told_with="first_pitch",
    ),
    Custom(RulesPart.WINNING, "Any stake is for one game; rubbers are not played."),
)

_COTTON_SILENT = frozenset(
    {
        *("game_tie", "cap_at_target", "turnup_when_run", "after_run"),
        *("run_out", "run_out_dealer", "turnup_in_play"),
    }
)

COTTON = Variant(
    name="cotton",
    title="All-Fours, 1674",
    aliases=("17th century All-Fours", "Classic all fours, earliest rules"),
    about="The oldest rules, Charles Cotton's: two players, and a gift ends the hand.",
    sources=(
        "Charles Cotton, The Compleat Gamester (1674), pp. 111-113",
        "John McLeod, pagat.com, All Fours, section 17th Century English All-Fours (2024)",
        "Wikipedia, All fours (card game), section Classic all fours (earliest rules)",
    ),
    rules=Rules(
        players=(2,),
        first_pitch=FirstPitch.HIGH_PUT_CARD_DEALS,
        packets=Packets.THREES,
        trump=TrumpBy.TURNUP,
        turnup_scores=((Rank.JACK, 1),),
        turnup_when_run=TurnupWhenRun.NOT_REPEAT_SUIT,
        may_beg=True,
        gift_to=GiftTo.OPPONENTS,
        gift_then=GiftThen.END_HAND,
        gift_cannot_win_for=GiftCannotWinFor.NOBODY,
        after_run=AfterRun.KEEP_ALL,
        target=11,
    ),
    customs=(
        _ALTERNATE,
        *_UNCLEAR,
        otherwise(
            "A game may be anything from 7 to 15 points, most often 11.", "target=9", "the first source"
        ),
    ),
    silent=_COTTON_SILENT,
)

RUNNING = Variant(
    name="running",
    title="Running All-Fours",
    about="Cotton's game to 31, the dealer scoring every court card they turn up.",
    grew_from="cotton",
    sources=(
        "Charles Cotton, The Compleat Gamester (1674)",
        "John McLeod, pagat.com, All Fours, section 17th Century English All-Fours (2024)",
        "Wikipedia, All fours (card game), section Classic all fours (earliest rules)",
    ),
    rules=replace(
        COTTON.rules,
        turnup_scores=((Rank.ACE, 4), (Rank.KING, 3), (Rank.QUEEN, 2), (Rank.JACK, 1)),
        target=31,
        cap_at_target=False,
    ),
    customs=(
        _ALTERNATE,
        *_UNCLEAR,
        otherwise(
            "Paul Eaton reads the old text so that ace, king, queen and jack of trumps also score 4, 3, 2 "
            "and 1 to whoever takes them in play, and perhaps the ten 10.",
            "trump_honours='A:4 K:3 Q:2 J:1 T:10'",
            "John McLeod",
        ),
    ),
    silent=_COTTON_SILENT,
)

CLASSIC_TWO = Variant(
    name="classic_two",
    title="Classic All Fours for two",
    aliases=("All Fours", "Classic all fours, modern rules"),
    about="As modern books give it: to seven, the last three cards taken up after a run.",
    grew_from="cotton",
    sources=(
        "Peter Arnold (2010) and David Parlett (2008), as told in Wikipedia, All fours (card game), "
        "section Classic all fours (modern rules)",
    ),
    rules=replace(
        COTTON.rules,
        first_pitch=FirstPitch.HIGH_CUT_DEALS,
        gift_then=GiftThen.PLAY,
        after_run=AfterRun.LAST_THREE,
        game_tie=GameTie.ELDER,
        target=7,
    ),
    customs=(
        Custom(
            RulesPart.DEAL, "The dealer shuffles and eldest cuts; the deal alternates.", told_with="players"
        ),
        _WORDS,
        otherwise(
            "A sentence of the same text gives Low to the side that wins it.", "low_to=winner", "Wikipedia"
        ),
    ),
    silent=frozenset({"cap_at_target", "run_out_dealer", "turnup_in_play"}),
)

CLASSIC_MANY = Variant(
    name="classic_many",
    title="Classic All Fours for three or more",
    about="A gift scores for every opposing party, and a run keeps all cards.",
    grew_from="classic_two",
    sources=("Wikipedia, All fours (card game), section Three or more players",),
    rules=replace(
        COTTON.rules,
        players=(3, 4, 5, 6),
        sides=Partnering.EITHER,
        first_pitch=FirstPitch.HIGH_CUT_DEALS,
        gift_then=GiftThen.PLAY,
        target=7,
    ),
    customs=(
        Custom(
            RulesPart.TRUMPS,
            "Until it is settled whether eldest begs, only eldest and the dealer look at their cards, so "
            "that nobody learns anything from the others.",
            told_with=_BEGGING,
        ),
        otherwise(
            "It is common to discard down to six cards after a run.",
            "after_run=discard_to_six",
            "Wikipedia",
            f"{_BEGGING} hand",
        ),
    ),
    silent=frozenset({"game_tie", "cap_at_target", "turnup_in_play"}),
)

AMERICAN_EARLY = Variant(
    name="american_early",
    title="Early American All Fours",
    about="The American game of the early 19th century: to ten, hands brought back to six after a run.",
    grew_from="classic_two",
    sources=("John McLeod, pagat.com, All Fours, section North American All Fours (2024)",),
    rules=replace(
        COTTON.rules,
        first_pitch=FirstPitch.HIGH_CUT_DEALS,
        packets=Packets.ONES_OR_THREES_AT_WILL,
        turnup_when_run=TurnupWhenRun.FINAL_ONLY,
        gift_then=GiftThen.PLAY,
        after_run=AfterRun.DISCARD_TO_SIX,
        target=10,
    ),
    customs=(
        otherwise("Others keep all their cards after a run.", "after_run=keep_all", "John McLeod", _BEGGING),
    ),
    silent=frozenset(
        {"game_tie", "cap_at_target", "gift_then", "run_out", "run_out_dealer", "turnup_in_play"}
    ),
)

SEVEN_UP = Variant(
    name="seven_up",
    title="Seven Up",
    sport="Seven Up",
    aliases=("Old Sledge", "All Fours, Foster's rules"),
    about="Foster's American game of 1897, in which a run may be bunched by agreement.",
    grew_from="american_early",
    sources=(
        "R. F. Foster, Foster's Complete Hoyle (1897), All Fours, Seven-up, or Old Sledge",
        "John McLeod, pagat.com, All Fours, section North American All Fours (2024)",
    ),
    rules=replace(
        AMERICAN_EARLY.rules,
        players=(2, 3, 4),
        packets=Packets.THREES,
        misdeal=Misdeal.DEAL_PASSES,
        gift_cannot_win_for=GiftCannotWinFor.NON_BEGGAR,
        may_bunch=True,
        game_tie=GameTie.FOSTER,
        target=7,
    ),
    customs=(
        _PONE,
        *_CUT_FOR_SEATS,
        Custom(
            RulesPart.TRUMPS,
            "Eldest looks at their cards and stands or begs, then the dealer looks; the others wait. Eldest "
            "says “I beg”, and a dealer who gives says “take it”.",
            told_with=_BEGGING,
        ),
        Custom(
            RulesPart.TRUMPS,
            "The card turned up is left on the rest of the pack until it is set aside.",
            told_with="trump",
        ),
        Custom(
            RulesPart.TRUMPS,
            "If a player who has a wrong number of cards says so before they play to the first trick, a jack "
            "turned up scores nothing: it cannot have been the right card.",
            told_with="trump turnup_scores misdeal",
        ),
        _TO_THE_POOL,
        otherwise(
            "In some circles all nine cards of a single run were kept, and only twelve or more were brought "
            "back to six.",
            "after_run=discard_if_12",
            "John McLeod",
            f"{_BEGGING} hand",
        ),
        otherwise(
            "The book itself gives the point of a gift to eldest alone.",
            "gift_to=eldest",
            "the first source",
            _BEGGING,
        ),
        otherwise(
            "The book itself scores a jack at once, and after a run a jack of another suit.",
            "turnup_when_run=not_repeat_suit",
            "the first source",
            f"{_BEGGING} turnup_scores",
        ),
    ),
    silent=frozenset({"turnup_in_play"}),
)

FOSTER_PITCH = Variant(
    name="foster_pitch",
    title="Foster's Pitch",
    sport="Pitch",
    aliases=("Blind All Fours", "Pitch"),
    about="Seven Up without a turn-up; the first lead makes trumps.",
    grew_from="seven_up",
    sources=(
        "R. F. Foster, Foster's Complete Hoyle (1897), All Fours, Seven-up, or Old Sledge",
        "John McLeod, pagat.com, All Fours, section North American All Fours (2024)",
    ),
    rules=Rules(
        players=(2, 3, 4),
        first_pitch=FirstPitch.HIGH_CUT_DEALS,
        packets=Packets.THREES,
        misdeal=Misdeal.SAME_DEALER,
        target=7,
    ),
    customs=(_PONE, *_CUT_FOR_SEATS, _TO_THE_POOL._replace(origin=Origin.READING)),
    silent=frozenset({"target", "cap_at_target"}),
)

VARIANTS: tuple[Variant, ...] = (
    COTTON,
    RUNNING,
    CLASSIC_TWO,
    CLASSIC_MANY,
    AMERICAN_EARLY,
    SEVEN_UP,
    FOSTER_PITCH,
)
