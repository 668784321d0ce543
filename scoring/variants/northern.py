"""The pub games of northern England: the first lead makes trumps, four in two sides."""

from dataclasses import replace

from scoring.axes import FirstPitch, LowTo, Packets
from scoring.rules import Rules, Variant

WEST_YORKSHIRE = Variant(
    name="west_yorkshire",
    title="West Yorkshire All Fours",
    aliases=("Yorkshire all fours", "Batley Carr rules", "Scarborough rules"),
    about="Four in two sides, the first lead makes trumps, to 11 on a peg board.",
    grew_from="classic_many",
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

HECKMONDWIKE = Variant(
    name="heckmondwike",
    title="Heckmondwike league",
    about="West Yorkshire All Fours by four players, each table to 15.",
    grew_from="west_yorkshire",
    sources=("John McLeod, pagat.com, All Fours, end of section West Yorkshire (2024)",),
    rules=replace(WEST_YORKSHIRE.rules, players=(4,), target=15, target_with=()),
)

LANCASHIRE = Variant(
    name="lancashire",
    title="Lancashire All Fours",
    aliases=("Blackburn all fours",),
    about="As in West Yorkshire, but Low goes to the side that wins it.",
    grew_from="west_yorkshire",
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

NORTHERN_PUB = Variant(
    name="northern_pub",
    title="Northern pub All Fours",
    aliases=("Pitch", "Four hands"),
    about="Four hands of pitch, every point counted, and a pitch apiece if level.",
    grew_from="west_yorkshire",
    sources=("Wikipedia, All fours (card game), section Pitch",),
    rules=Rules(low_to=LowTo.WINNER, target=None, fixed_hands=4),
)

VARIANTS: tuple[Variant, ...] = (
    WEST_YORKSHIRE,
    HECKMONDWIKE,
    LANCASHIRE,
    NORTHERN_PUB,
)
