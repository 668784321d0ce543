"""Commercial Pitch: eldest hand may sell the pitch to the highest bidder and scores the bid at once."""

from dataclasses import replace

from scoring.axes import TrumpBy
from scoring.rules import Variant
from scoring.seats import Sides
from scoring.variants import pitch

VARIANT = Variant(
    name="commercial_pitch",
    title="Commercial Pitch",
    aliases=("Auction Pitch, early form",),
    sources=("Wikipedia, All fours (card game), section Auction pitch",),
    rules=replace(pitch.VARIANT.rules, players=(3, 4, 2), sides=Sides.SINGLES, trump=TrumpBy.COMMERCIAL),
)
