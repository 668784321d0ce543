"""The American descendants: Pitch with its auctions, and California Jack with its stock."""

from dataclasses import replace

from scoring.axes import FirstPitch, LowTo, Packets, StockDraw, TrumpBy
from scoring.rules import Rules, Variant
from scoring.seats import Partnering

PITCH = Variant(
    name="pitch",
    title="Pitch",
    aliases=("American Pitch",),
    sources=("Wikipedia, All fours (card game), section Pitch",),
    rules=Rules(
        players=(2, 3, 4, 6),
        sides=Partnering.EITHER,
        first_pitch=FirstPitch.CUT,
        packets=Packets.THREES,
        target=7,
    ),
)
"""Pitch, the American descendant: the first lead makes trumps, each alone or in equal sides."""

COMMERCIAL_PITCH = Variant(
    name="commercial_pitch",
    title="Commercial Pitch",
    aliases=("Auction Pitch, early form",),
    sources=("Wikipedia, All fours (card game), section Auction pitch",),
    rules=replace(PITCH.rules, players=(3, 4, 2), sides=Partnering.SINGLES, trump=TrumpBy.COMMERCIAL),
)
"""Commercial Pitch: eldest hand may sell the pitch to the highest bidder and scores the bid at once."""

AUCTION_PITCH = Variant(
    name="auction_pitch",
    title="Auction Pitch",
    aliases=("Modern auction pitch",),
    sources=("Wikipedia, All fours (card game), section Auction pitch",),
    rules=replace(
        PITCH.rules,
        players=(3, 4, 2),
        sides=Partnering.SINGLES_OR_SIDES,
        trump=TrumpBy.AUCTION,
    ),
)
"""Auction Pitch: each bids once for the right to pitch; who does not make their bid is set back by it."""

CALIFORNIA_JACK = Variant(
    name="california_jack",
    title="California Jack",
    aliases=("French Fours", "French Loo", "Spanish All Fours", "High-Low-Jack"),
    sources=("Wikipedia, All fours (card game), section California jack",),
    rules=Rules(
        players=(2,),
        hand=3,
        packets=Packets.THREES,
        trump=TrumpBy.RANDOM_DRAW,
        draw=StockDraw.FACE_UP,
        low_to=LowTo.WINNER,
        target=7,
    ),
)
"""California Jack: trumps are drawn at random, three cards in hand, one drawn from the open stock a trick."""

SHASTA_SAM = Variant(
    name="shasta_sam",
    title="Shasta Sam",
    sources=("Wikipedia, All fours (card game), section California jack",),
    rules=replace(CALIFORNIA_JACK.rules, draw=StockDraw.FACE_DOWN),
)
"""Shasta Sam: California Jack with the stock face down."""

VARIANTS: tuple[Variant, ...] = (
    PITCH,
    COMMERCIAL_PITCH,
    AUCTION_PITCH,
    CALIFORNIA_JACK,
    SHASTA_SAM,
)
