"""The American descendants: Pitch with its auctions, and California Jack with its stock."""

from dataclasses import replace

from ..axes import FirstPitch, LowTo, Packets, StockDraw, TrumpBy
from ..customs import Custom, RulesPart, otherwise
from ..rules import Rules, Variant
from ..seats import Partnering

_CUSTOMS = (
    Custom(
        RulesPart.DEAL,
        "The dealer shuffles, and the player to the dealer's right cuts.",
        told_with="direction",
    ),
    otherwise("The target is agreed before the game.", "target=11", "Wikipedia"),
)
_TODAY = (
    otherwise(
        "In some games the smallest bid is two.", "least_bid=2", "singaporemahjong.com, Pitch", "trump"
    ),
    otherwise(
        "In some the dealer may take the bid at the same figure.",
        "dealer_may_equal=yes",
        "singaporemahjong.com, Pitch",
        "trump",
    ),
    otherwise(
        "In some the dealer must bid when all others have passed.",
        "dealer_must_bid=yes",
        "singaporemahjong.com, Pitch",
        "trump",
    ),
    otherwise(
        "In some the bidder's points are counted first, so that of two who get there the bidder goes out.",
        "bidder_first=yes",
        "h2g2, Auction Pitch",
        "trump",
    ),
    otherwise(
        "In some four points bid and made, a smudge, win the game whatever the score.",
        "smudge_wins=yes",
        "Bicycle, Pitch (Smudge), which needs no bid for it",
        "trump",
    ),
)
_SILENT = frozenset({"target", "cap_at_target", "highest_cut"})

PITCH = Variant(
    name="pitch",
    title="Pitch",
    sport="Pitch",
    aliases=("American Pitch",),
    about="The first lead makes trumps, each alone or in equal sides.",
    grew_from="foster_pitch",
    sources=("Wikipedia, All fours (card game), section Pitch",),
    rules=Rules(
        players=(2, 3, 4, 6),
        sides=Partnering.EITHER,
        first_pitch=FirstPitch.HIGH_CUT_DEALS,
        packets=Packets.THREES,
        target=7,
    ),
    customs=_CUSTOMS,
    silent=_SILENT,
)

COMMERCIAL_PITCH = Variant(
    name="commercial_pitch",
    title="Commercial Pitch",
    sport="Pitch",
    aliases=("Auction Pitch, early form",),
    about="Eldest hand may sell the pitch to the highest bidder and scores the bid at once.",
    grew_from="pitch",
    sources=("Wikipedia, All fours (card game), section Auction pitch",),
    rules=replace(PITCH.rules, players=(3, 4, 2), sides=Partnering.SINGLES, trump=TrumpBy.COMMERCIAL),
    customs=_CUSTOMS,
    silent=_SILENT | {"sides", "bidding", "all_pass", "failed_bid"},
)

AUCTION_PITCH = Variant(
    name="auction_pitch",
    title="Auction Pitch",
    sport="Pitch",
    aliases=("Modern auction pitch",),
    about="Each bids once for the right to pitch; who does not make their bid is set back by it.",
    grew_from="commercial_pitch",
    sources=("Wikipedia, All fours (card game), section Auction pitch",),
    rules=replace(
        PITCH.rules,
        players=(3, 4, 2),
        sides=Partnering.SINGLES_OR_SIDES,
        trump=TrumpBy.AUCTION,
    ),
    customs=(*_CUSTOMS, *_TODAY),
    silent=_SILENT | {"all_pass"},
)

_STOCK_SILENT = frozenset(
    {
        *("players", "direction", "lead", "leading", "following", "trick", "draw_order"),
        *("game_tie", "target", "cap_at_target", "counting_out"),
    }
)

CALIFORNIA_JACK = Variant(
    name="california_jack",
    title="California Jack",
    sport="California Jack",
    aliases=("French Fours", "French Loo", "Spanish All Fours", "High-Low-Jack"),
    about="Trumps are drawn at random, three cards in hand, one drawn from the open stock a trick.",
    grew_from="seven_up",
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
    customs=(Custom(RulesPart.PLAY, "The cards lie face up so that a revoke is seen.", told_with="draw"),),
    silent=_STOCK_SILENT,
)

SHASTA_SAM = Variant(
    name="shasta_sam",
    title="Shasta Sam",
    sport="California Jack",
    about="California Jack with the stock face down.",
    grew_from="california_jack",
    sources=("Wikipedia, All fours (card game), section California jack",),
    rules=replace(CALIFORNIA_JACK.rules, draw=StockDraw.FACE_DOWN),
    silent=_STOCK_SILENT,
)

VARIANTS: tuple[Variant, ...] = (
    PITCH,
    COMMERCIAL_PITCH,
    AUCTION_PITCH,
    CALIFORNIA_JACK,
    SHASTA_SAM,
)
