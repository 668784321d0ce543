"""Classic All Fours for three or more: a gift scores for every opposing party, and a run keeps all cards."""

from dataclasses import replace

from scoring.axes import FirstPitch, GiftThen
from scoring.rules import Variant
from scoring.seats import Sides
from scoring.variants import cotton

VARIANT = Variant(
    name="classic_many",
    title="Classic All Fours for three or more",
    sources=("Wikipedia, All fours (card game), section Three or more players",),
    rules=replace(
        cotton.VARIANT.rules,
        players=(3, 4, 5, 6),
        sides=Sides.EITHER,
        first_pitch=FirstPitch.HIGH_CUT_DEALS,
        gift_then=GiftThen.PLAY,
        target=7,
    ),
)
