"""The pub games of northern England: the first lead makes trumps, four in two sides."""

from dataclasses import replace

from ..axes import FirstPitch, LowTo, Packets
from ..customs import Custom, RulesPart, otherwise
from ..rules import Rules, Variant

_MCLEOD = "John McLeod"

_AT_THE_TABLE = (
    Custom(
        RulesPart.DEAL,
        "The dealer shuffles and offers the pack to the opponent on the right, who may cut it or leave it.",
        told_with="direction",
    ),
    Custom(
        RulesPart.DEAL,
        "Whoever deals for the first jack shuffles, and the player to their right cuts.",
        told_with="direction first_pitch",
    ),
    Custom(
        RulesPart.PLAY,
        "The first trick lies face up in front of one of those who won it, a trump on top, so that all see "
        "what is trumps; later tricks lie face down.",
        told_with="trump",
    ),
    Custom(RulesPart.WINNING, "Points are pegged on a wooden board."),
    otherwise("In some places the highest cut has the first lead.", "first_pitch=cut", _MCLEOD),
    otherwise(
        "In some places nobody may trump in: a trump is played only to a trump lead, or by a player without "
        "a card of the suit led.",
        "no_trumping_in=yes",
        _MCLEOD,
    ),
)
_ALL_FOUR = otherwise(
    "For money, a stake may be agreed for the game and another for all four points in one hand: then the "
    "last hand goes on while a side can still take all four, though the game is won.",
    "all_four_stake=1",
    _MCLEOD,
    "awards target",
)
_THROWN_IN = frozenset({"throw_in_details"})

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
    customs=(
        *_AT_THE_TABLE,
        otherwise(
            "Where partners are not agreed, cards are dealt face up until all four jacks are out, no more to "
            "a player who has one: the red jacks play the black, and those without a jack wait.",
            "partners_by=red_black_jacks",
            _MCLEOD,
            "players sides",
        ),
        _ALL_FOUR,
    ),
    silent=_THROWN_IN,
)

HECKMONDWIKE = Variant(
    name="heckmondwike",
    title="Heckmondwike league",
    about="West Yorkshire All Fours by four players, each table to 15.",
    grew_from="west_yorkshire",
    sources=("John McLeod, pagat.com, All Fours, end of section West Yorkshire (2024)",),
    rules=replace(WEST_YORKSHIRE.rules, players=(4,), target=15, target_with=()),
    customs=(
        *_AT_THE_TABLE,
        Custom(
            RulesPart.LEAGUE,
            "Two pubs meet with eight players each, who play at four tables at once.",
            told_with="players sides",
        ),
        Custom(
            RulesPart.LEAGUE,
            "Each table won is two match points, and two more go to the pub with more points over the four "
            "tables.",
        ),
        Custom(
            RulesPart.LEAGUE,
            "Taking all four points in a hand earns no bonus.",
            told_with="all_four_stake awards",
        ),
    ),
    silent=_THROWN_IN,
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
    customs=(
        Custom(
            RulesPart.PLAY,
            "The source mentions neither a first trick kept face up nor hands thrown in: so all tricks lie "
            "face down, and everybody plays to the last.",
            told_with="throw_in",
        ),
        Custom(
            RulesPart.FAULTS,
            "Other points of procedure may differ from place to place; no source lists them.",
        ),
    ),
    silent=frozenset({"game_tie", "target", "cap_at_target", "peek_penalty"}),
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
