"""Classic All Fours for two, as modern books give it: to seven, the last three cards taken up after a run."""

from dataclasses import replace

from scoring.axes import AfterRun, FirstPitch, GameTie, GiftThen
from scoring.rules import Variant
from scoring.variants import cotton

VARIANT = Variant(
    name="classic_two",
    title="Classic All Fours for two",
    aliases=("All Fours", "Classic all fours, modern rules"),
    sources=(
        "Peter Arnold (2010) and David Parlett (2008), as told in Wikipedia, All fours (card game), "
        "section Classic all fours (modern rules)",
    ),
    rules=replace(
        cotton.VARIANT.rules,
        first_pitch=FirstPitch.HIGH_CUT_DEALS,
        gift_then=GiftThen.PLAY,
        after_run=AfterRun.LAST_THREE,
        game_tie=GameTie.ELDER,
        target=7,
    ),
)
