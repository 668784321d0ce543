"""Lancashire All Fours: as in West Yorkshire, but Low goes to the side that wins it."""

from dataclasses import replace

from scoring.axes import FirstPitch, LowTo
from scoring.rules import Variant
from scoring.variants import west_yorkshire

VARIANT = Variant(
    name="lancashire",
    title="Lancashire All Fours",
    aliases=("Blackburn all fours",),
    sources=(
        "Arthur Taylor, Pub Games (1976), as told by John McLeod, pagat.com, All Fours, section Lancashire",
        "Wikipedia, All fours (card game), section Lancashire all fours",
    ),
    rules=replace(
        west_yorkshire.VARIANT.rules,
        players=(4,),
        first_pitch=FirstPitch.COLOUR_GUESS,
        throw_in=False,
        low_to=LowTo.WINNER,
        target_with=(),
    ),
)
