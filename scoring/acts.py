"""What may be done at a moment of a hand, whatever it waits for, and what one player sees of it."""

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple, TypeAlias

from . import plays, trumps
from .cards import Card, Suit
from .errors import IllegalPlay
from .hands import Score
from .moments import Moment, Stage, TableSetup, pegging
from .records import Bid, Deal, PlayRecord, Say
from .seats import Side
from .tricks import Holding, PlayedTrick, ThrowIn


class Keep(NamedTuple):
    """The cards a player keeps of a holding grown by a run."""

    seat: int
    cards: Holding


Act: TypeAlias = Card | Say | Bid | Keep | ThrowIn
"""One thing done: a card played, a word said, a bid, cards kept, a holding thrown in."""


def legal_acts(table: TableSetup, moment: Moment) -> tuple[Act, ...]:
    """Return everything the player awaited may do; nothing once the hand is over."""
    if moment.stage is Stage.PLAY:
        return (*plays.legal_plays(table, moment), *plays.throw_ins(table, moment))
    if moment.stage is Stage.BIDDING:
        bids = (0, *trumps.BIDS)
        return tuple(Bid(moment.turn, bid) for bid in bids if _may(trumps.verify_bid, table, moment, bid))
    if moment.stage is Stage.KEEPING:
        held = sorted(moment.held[moment.turn])
        return tuple(Keep(moment.turn, cards) for cards in combinations(held, table.rules.hand))
    words = trumps.WORDS.get(moment.stage, ())
    return tuple(word for word in words if _may(trumps.verify_say, table, moment, word))


def _may(verify: Callable[..., None], table: TableSetup, moment: Moment, act: object) -> bool:
    try:
        verify(table, moment, act)
    except IllegalPlay:
        return False
    return True


class View(NamedTuple):
    """What a player sees: their own cards, how many the others hold, the table and the board.

    `sizes` are the cards each player holds now; `left` is how many lie in the stock. `legal` are what the
    player may do, empty unless they are awaited.
    """

    player: int
    stage: Stage
    turn: int
    sides: tuple[Side, ...]
    holding: Holding
    sizes: tuple[int, ...]
    trump: Suit | None
    turnups: tuple[Card, ...]
    said: tuple[Say, ...]
    bids: tuple[Bid, ...]
    trick: PlayedTrick
    tricks: tuple[PlayedTrick, ...]
    winners: tuple[int, ...]
    exposed: tuple[Card, ...]
    left: int
    scores: Score
    legal: tuple[Act, ...]


def view(table: TableSetup, moment: Moment, player: int) -> View:
    """Return a moment as one player sees it, and nothing of what the others hold."""
    return View(
        player=player,
        stage=moment.stage,
        turn=moment.turn,
        sides=table.sides,
        holding=moment.held[player],
        sizes=tuple(map(len, moment.held)),
        trump=moment.trump,
        turnups=moment.turnups,
        said=moment.said,
        bids=moment.bids,
        trick=moment.trick,
        tricks=moment.tricks,
        winners=moment.winners,
        exposed=moment.exposed,
        left=moment.left,
        scores=pegging(table, moment).scores,
        legal=legal_acts(table, moment) if player == moment.turn else (),
    )


def record_of(deal: Deal, table: TableSetup, moment: Moment) -> PlayRecord:
    """Return what was done up to a moment, written down; replayed, what goes without saying is said.

    What was turned and given out stands as it was; of a stock drawn from, all of it.
    """
    turnups, extra = _given_out(deal, table, moment)
    return PlayRecord(
        holdings=deal.holdings,
        turnups=turnups,
        extra=extra,
        words=moment.said,
        kept=moment.kept,
        bids=moment.bids,
        trump=deal.trump,
        stock=() if turnups else deal.stock,
        tricks=(*moment.tricks, moment.trick) if moment.trick else moment.tricks,
        revokes=moment.revokes,
        called=moment.calls,
        cut_short=moment.stage is not Stage.OVER,
    )


def _given_out(
    deal: Deal, table: TableSetup, moment: Moment
) -> tuple[Holding, tuple[tuple[Holding, ...], ...]]:
    """Return the cards turned up, and for each run the three cards of each player."""
    if not moment.turnups:
        return (), ()
    size = trumps.PACKET * table.players
    runs = [deal.stock[1 + run * (size + 1) :][: size + 1] for run in range(moment.runs)]
    packets = (tuple(run[at : at + trumps.PACKET] for at in range(0, size, trumps.PACKET)) for run in runs)
    return (deal.stock[0], *(run[size] for run in runs)), tuple(packets)
