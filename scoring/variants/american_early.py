"""The American game of the early 19th century: Cotton's to ten, hands brought back to six after a run."""

from dataclasses import replace

from scoring.axes import AfterRun, FirstPitch, GiftThen, Packets, TurnupWhenRun
from scoring.rules import Variant
from scoring.variants import cotton

VARIANT = Variant(
    name="american_early",
    title="Early American All Fours",
    sources=("John McLeod, pagat.com, All Fours, section North American All Fours (2024)",),
    rules=replace(
        cotton.VARIANT.rules,
        first_pitch=FirstPitch.HIGH_CUT_DEALS,
        packets=Packets.ONES_OR_THREES,
        turnup_when_run=TurnupWhenRun.FINAL_ONLY,
        gift_then=GiftThen.PLAY,
        after_run=AfterRun.DISCARD_TO_SIX,
        target=10,
    ),
)
