"""Pitch, the American descendant: the first lead makes trumps, each alone or in equal sides."""

from scoring.axes import FirstPitch, Packets
from scoring.rules import Rules, Variant
from scoring.seats import Sides

VARIANT = Variant(
    name="pitch",
    title="Pitch",
    aliases=("American Pitch",),
    sources=("Wikipedia, All fours (card game), section Pitch",),
    rules=Rules(
        players=(2, 3, 4, 6),
        sides=Sides.EITHER,
        first_pitch=FirstPitch.CUT,
        packets=Packets.THREES,
        target=7,
    ),
)
