"""California Jack: trumps are drawn at random, three cards in hand, one drawn from the open stock a trick."""

from scoring.axes import Draw, LowTo, Packets, TrumpBy
from scoring.rules import Rules, Variant

VARIANT = Variant(
    name="california_jack",
    title="California Jack",
    aliases=("French Fours", "French Loo", "Spanish All Fours", "High-Low-Jack"),
    sources=("Wikipedia, All fours (card game), section California jack",),
    rules=Rules(
        players=(2,),
        hand=3,
        packets=Packets.THREES,
        trump=TrumpBy.RANDOM_DRAW,
        draw=Draw.FACE_UP,
        low_to=LowTo.WINNER,
        target=7,
    ),
)
