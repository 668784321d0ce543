"""The pub games of northern England: the first lead makes trumps, four in two sides."""

from dataclasses import replace

from scoring.axes import FirstPitch, LowTo, Packets
from scoring.rules import Rules, Variant

WEST_YORKSHIRE = Variant(
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
"""West Yorkshire All Fours: four in two sides, the first lead makes trumps, to 11 on a peg board."""

HECKMONDWIKE = Variant(
    name="heckmondwike",
    title="Heckmondwike league",
    sources=("John McLeod, pagat.com, All Fours, end of section West Yorkshire (2024)",),
    rules=replace(WEST_YORKSHIRE.rules, players=(4,), target=15, target_with=()),
)
"""The Heckmondwike league's game: West Yorkshire All Fours by four players, each table to 15."""

LANCASHIRE = Variant(
    name="lancashire",
    title="Lancashire All Fours",
    aliases=("Blackburn all fours",),
    sources=(
        "Arthur Taylor, Pub Games (1976), as told by John McLeod, pagat.com, All Fours, section Lancashire",
        "Wikipedia, All fours (card game), section Lancashire all fours",
    ),
    rules=replace(
        WEST_YORKSHIRE.rules,
        players=(4,),
        first_pitch=FirstPitch.COLOUR_GUESS,
        throw_in=False,
        low_to=LowTo.WINNER,
        target_with=(),
    ),
)
"""Lancashire All Fours: as in West Yorkshire, but Low goes to the side that wins it."""

NORTHERN_PUB = Variant(
    name="northern_pub",
    title="Northern pub All Fours",
    aliases=("Pitch", "Four hands"),
    sources=("Wikipedia, All fours (card game), section Pitch",),
    rules=Rules(low_to=LowTo.WINNER, target=None, fixed_hands=4),
)
"""The pub game of northern England: four hands of pitch, every point counted, and a pitch apiece if level."""

VARIANTS: tuple[Variant, ...] = (
    WEST_YORKSHIRE,
    HECKMONDWIKE,
    LANCASHIRE,
    NORTHERN_PUB,
)
