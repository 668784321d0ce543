"""The oldest rules, Charles Cotton's of 1674: two players, and a gift ends the hand."""

from scoring.axes import (
    AfterRun,
    FirstPitch,
    GiftCannotWinFor,
    GiftThen,
    GiftTo,
    Packets,
    TrumpBy,
    TurnupWhenRun,
)
from scoring.cards import Rank
from scoring.rules import Rules, Variant

VARIANT = Variant(
    name="cotton",
    title="All-Fours, 1674",
    aliases=("17th century All-Fours", "Classic all fours, earliest rules"),
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
)
