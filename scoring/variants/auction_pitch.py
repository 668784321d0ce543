"""Auction Pitch: each bids once for the right to pitch; who does not make his bid is set back by it."""

from dataclasses import replace

from scoring.axes import TrumpBy
from scoring.rules import Variant
from scoring.seats import Sides
from scoring.variants import pitch

VARIANT = Variant(
    name="auction_pitch",
    title="Auction Pitch",
    aliases=("Modern auction pitch",),
    sources=("Wikipedia, All fours (card game), section Auction pitch",),
    rules=replace(
        pitch.VARIANT.rules,
        players=(3, 4, 2),
        sides=Sides.SINGLES_OR_SIDES,
        trump=TrumpBy.AUCTION,
    ),
)
