"""Seven Up, or Old Sledge: Foster's American game of 1897, in which a run may be bunched by agreement."""

from scoring.axes import (
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
from scoring.cards import Rank
from scoring.rules import Rules, Variant

VARIANT = Variant(
    name="seven_up",
    title="Seven Up",
    aliases=("Old Sledge", "All Fours, Foster's rules"),
    sources=(
        "R. F. Foster, Foster's Complete Hoyle (1897), All Fours, Seven-up, or Old Sledge",
        "John McLeod, pagat.com, All Fours, section North American All Fours (2024)",
    ),
    rules=Rules(
        players=(2, 3, 4),
        first_pitch=FirstPitch.HIGH_CUT_DEALS,
        packets=Packets.THREES,
        misdeal=Misdeal.DEAL_PASSES,
        trump=TrumpBy.TURNUP,
        turnup_scores=((Rank.JACK, 1),),
        turnup_when_run=TurnupWhenRun.FINAL_ONLY,
        may_beg=True,
        gift_to=GiftTo.OPPONENTS,
        gift_then=GiftThen.PLAY,
        gift_cannot_win_for=GiftCannotWinFor.NON_BEGGAR,
        after_run=AfterRun.DISCARD_TO_SIX,
        may_bunch=True,
        game_tie=GameTie.FOSTER,
        target=7,
    ),
)
