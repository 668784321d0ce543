"""The Caribbean games: turned cards score for the dealer, and a captured jack is hung."""

from dataclasses import replace

from ..axes import (
    AfterRun,
    FirstPitch,
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
from ..seats import Direction

_TOURNAMENTS = "tournament rules as published"
_CUSTOMS = (
    Custom(
        RulesPart.TRUMPS,
        "Eldest says “stand” or “I beg”, and a dealer who gives says “take one”.",
        told_with="trump may_beg",
    ),
    Custom(
        RulesPart.FAULTS,
        "An opponent who notices a revoke may claim it until the hand is over. A revoke that its player "
        "puts right before the trick ends costs nothing.",
        told_with="revoke",
    ),
    otherwise(
        "Some make eldest beg who holds no card of the suit turned up.",
        "must_beg_without_trumps=yes",
        "John McLeod",
        "trump may_beg",
    ),
    otherwise(
        "Some do not allow undertrumping: on a trick already trumped, a lower trump is played only by a "
        "player who has nothing else to play.",
        "no_undertrump=yes",
        "John McLeod",
    ),
    otherwise("In some tournaments Game is worth two.", "game_points=2", _TOURNAMENTS),
    otherwise("In some tournaments a hanged jack is worth six.", "hang_jack=6", _TOURNAMENTS),
    otherwise(
        "In some tournaments a revoke of any kind is bullseye: it costs the whole game.",
        "revoke=whole_game",
        _TOURNAMENTS,
    ),
    otherwise(
        "In some tournaments a misdeal gives a point, and the pack passes on.",
        "misdeal=one_and_passes",
        _TOURNAMENTS,
    ),
    otherwise(
        "In some tournaments a dealer without a card of the suit turned up may not give.",
        "must_run_without_trumps=yes",
        _TOURNAMENTS,
        "trump may_beg",
    ),
    otherwise(
        "In some tournaments a player who undertrumps, and is not down to trumps, loses the whole game as "
        "for any revoke.",
        "no_undertrump=yes, revoke=whole_game",
        _TOURNAMENTS,
    ),
    otherwise("Some play games of seven points.", "target=7", _TOURNAMENTS),
    Custom(
        RulesPart.OTHERWISE,
        "In some tournaments a revoke costs the whole game only where it was made with a bare jack or with "
        "an honour in hand, and otherwise a point.",
        source=_TOURNAMENTS,
        told_with="revoke",
    ),
    Custom(
        RulesPart.OTHERWISE,
        "In some tournaments the other side may claim a point for two cards turned at once, a card kicked in "
        "the hand, or a pack that was not cut.",
        source=_TOURNAMENTS,
        told_with="trump",
    ),
)

_SILENT = frozenset({"run_out_dealer", "misdeal_dealer", "turnup_in_play"})

TRINIDAD = Variant(
    name="trinidad",
    title="Trinidad All Fours",
    aliases=("All Foes", "Caribbean all fours"),
    about="The national game: turned cards score for the dealer, the captured jack is hung, to 14 or more.",
    grew_from="classic_many",
    sources=(
        "John McLeod, pagat.com, All Fours, section Trinidad (2024)",
        "Wikipedia, All fours (card game), section Caribbean all fours",
    ),
    rules=Rules(
        players=(4, 2),
        direction=Direction.ANTICLOCKWISE,
        first_pitch=FirstPitch.HIGH_CUT_DEALS,
        packets=Packets.ONES_OR_THREES,
        misdeal=Misdeal.OPPONENTS_ONE,
        trump=TrumpBy.TURNUP,
        turnup_scores=((Rank.ACE, 1), (Rank.SIX, 2), (Rank.JACK, 3)),
        turnup_when_run=TurnupWhenRun.ALL,
        may_beg=True,
        gift_to=GiftTo.OPPONENTS,
        gift_then=GiftThen.PLAY,
        gift_cannot_win_for=GiftCannotWinFor.NOBODY,
        after_run=AfterRun.KEEP_ALL,
        revoke=Revoke.GAME_OR_ONE,
        may_call_exposed=True,
        hang_jack=3,
        target=14,
        cap_at_target=False,
    ),
    customs=_CUSTOMS,
    silent=_SILENT,
)

TOBAGO = Variant(
    name="tobago",
    title="Tobago All Fours",
    about="Trinidad's, but the two turned up scores instead of the six.",
    grew_from="trinidad",
    sources=(
        "John McLeod, pagat.com, All Fours, section Trinidad, variations (2024)",
        "Wikipedia, All fours (card game), section Caribbean all fours",
    ),
    rules=replace(TRINIDAD.rules, turnup_scores=((Rank.ACE, 1), (Rank.TWO, 2), (Rank.JACK, 3))),
    customs=_CUSTOMS,
    silent=_SILENT,
)

VARIANTS: tuple[Variant, ...] = (
    TRINIDAD,
    TOBAGO,
)
