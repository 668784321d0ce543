"""Don and Phat: cards marked as they are won, in pubs of England, Wales and Ireland."""

from dataclasses import replace

from ..axes import Award, FirstPitch, GameTie, Packets
from ..cards import Rank
from ..customs import Custom, RulesPart, otherwise
from ..rules import Rules, Variant

_COURTS = ((Rank.JACK, 1), (Rank.QUEEN, 2), (Rank.KING, 3), (Rank.ACE, 4))
_PEEKING = Custom(
    RulesPart.FAULTS,
    "In some leagues a look at the cards before the pitch is a misdeal.",
    told_with="peek_penalty",
)
_RENEGE = otherwise(
    "In a league on record a side that revokes loses its marks of that hand, and perhaps 20 more.",
    "revoke=marks_and_twenty",
    "league rules on record",
)

NINE_CARD_DON = Variant(
    name="nine_card_don",
    title="Nine-card Don",
    sport="Don",
    aliases=("Don", "Welsh Don", "Big Don", "Long Don", "Chase the Nine"),
    about="Nine cards each, trumps and fives marked as they are won, eight for Game, to 91.",
    grew_from="west_yorkshire",
    sources=(
        "John McLeod, pagat.com, Don",
        "The web page catsatcards.com, Nine-Card Don",
        "The web page gamerules.com, Don",
    ),
    rules=Rules(
        players=(4,),
        first_pitch=FirstPitch.CUT_OF_SIDES,
        hand=9,
        packets=Packets.ONES,
        no_trumping_in=True,
        peek_penalty=0,
        awards=(Award.GAME,),
        game_points=8,
        trump_honours=(*_COURTS, (Rank.NINE, 9), (Rank.FIVE, 10)),
        plain_honours=((Rank.FIVE, 5),),
        target=91,
    ),
    customs=(
        _PEEKING,
        _RENEGE,
        otherwise("Some leagues play to 121.", "target=121", "league rules on record"),
    ),
    silent=frozenset({"game_tie", "cap_at_target", "peek_cost"}),
)

IRISH_DON = Variant(
    name="irish_don",
    title="Irish Don",
    sport="Don",
    about="Thirteen cards each, nines and fives marked, no point for Game, to 80.",
    grew_from="nine_card_don",
    sources=("John McLeod, pagat.com, Don, section Irish Don", "The web page gamerules.com, Irish Don"),
    rules=replace(
        NINE_CARD_DON.rules,
        first_pitch=FirstPitch.TWO_OF_DIAMONDS,
        hand=13,
        packets=Packets.SILENT,
        awards=(),
        trump_honours=(*_COURTS, (Rank.FIVE, 10), (Rank.NINE, 18)),
        plain_honours=((Rank.FIVE, 5), (Rank.NINE, 9)),
        target=80,
        cap_at_target=False,
    ),
    customs=(
        Custom(
            RulesPart.SCORING, "The nine of trumps is called the big don, the five of trumps the small don."
        ),
        otherwise(
            "Elsewhere than in Cork the players cut for the first lead.", "first_pitch=cut", "John McLeod"
        ),
        otherwise("One source has a game end over 80, not at it.", "target=81", "gamerules.com"),
    ),
    silent=frozenset({"peek_cost"}),
)

PHAT = Variant(
    name="phat",
    title="Phat",
    sport="Phat",
    about="As in Irish Don, and eight for most of the muck, carried over where it is level, to 181.",
    grew_from="irish_don",
    sources=("Wikipedia, Phat", "Board Game Arena, Phat"),
    rules=replace(
        IRISH_DON.rules,
        first_pitch=FirstPitch.LOW_CUT,
        awards=(Award.GAME,),
        game_tie=GameTie.CARRIED,
        target=181,
        cap_at_target=True,
    ),
    customs=(
        Custom(RulesPart.SCORING, "The cards that count for Game are called the muck.", told_with="awards"),
        otherwise(
            "A pub in Norfolk plays the tens as others play the nines.",
            "trump_honours='J:1 Q:2 K:3 A:4 5:10 T:18', plain_honours='5:5 T:9'",
            "Wikipedia",
        ),
    ),
    silent=frozenset({"cap_at_target", "peek_cost"}),
)

VARIANTS: tuple[Variant, ...] = (NINE_CARD_DON, IRISH_DON, PHAT)
