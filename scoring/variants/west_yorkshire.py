"""West Yorkshire All Fours: four in two sides, the first lead makes trumps, to 11 on a peg board."""

from scoring.axes import FirstPitch, Packets
from scoring.rules import Rules, Variant

VARIANT = Variant(
    name="west_yorkshire",
    title="West Yorkshire All Fours",
    aliases=("Yorkshire all fours", "Batley Carr rules", "Scarborough rules"),
    sources=(
        "John McLeod, pagat.com, All Fours, section West Yorkshire (2024)",
        "Wikipedia, All fours (card game), section Yorkshire all fours",
    ),
    rules=Rules(
        players=(4, 2, 6),
        first_pitch=FirstPitch.FIRST_JACK,
        packets=Packets.THREE_ROUNDS,
        throw_in=True,
        peek_penalty=4,
        target=11,
        target_with=((2, 9),),
    ),
)
