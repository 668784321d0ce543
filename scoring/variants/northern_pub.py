"""The pub game of northern England: four hands of pitch, every point counted, and a pitch apiece if level."""

from scoring.axes import LowTo
from scoring.rules import Rules, Variant

VARIANT = Variant(
    name="northern_pub",
    title="Northern pub All Fours",
    aliases=("Pitch", "Four hands"),
    sources=("Wikipedia, All fours (card game), section Pitch",),
    rules=Rules(low_to=LowTo.WINNER, target=None, fixed_hands=4),
)
