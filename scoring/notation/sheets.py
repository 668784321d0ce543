"""What a file of All Fours holds: sheets, each with its tags and its lines. Values; knows no spelling."""

from dataclasses import dataclass, field

from scoring.cards import Card
from scoring.entries import Hand
from scoring.faults import Fault
from scoring.pegging import Peg, Score
from scoring.records import Bid, Holding, PlayedTrick, Say
from scoring.seats import Side

__all__ = ["HandLine", "MatchLine", "Sheet", "TableLine", "Tag"]


@dataclass(frozen=True, slots=True)
class Tag:
    """A fact about the whole sheet, such as the game or the pub at home. Any name may be used."""

    name: str
    value: str
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLine:
    """A hand as written down: its number, the seat of eldest hand (from 0), and what is known of it.

    `hand` has awards, cards and penalties. `scores` is the score written after it. `turnups`, `words` and
    `bids` are what was turned and said before the play, `marks` what was pegged during it (All Fives). The
    rest is the play card by card, players counted from eldest: `dealt`, the packets of each run in `extra`,
    what was `kept` after discards, the `stock` drawn from, the `tricks`. Of the cards in these `revokes` were
    played against the rules and owned to, `called` lay exposed and were called.
    """

    number: int
    eldest: int
    hand: Hand = field(default_factory=Hand)
    scores: Score | None = None
    turnups: tuple[Card, ...] = ()
    words: tuple[Say, ...] = ()
    bids: tuple[Bid, ...] = ()
    marks: tuple[Peg, ...] = ()
    dealt: tuple[Holding, ...] = ()
    extra: tuple[tuple[Holding, ...], ...] = ()
    kept: tuple[Holding, ...] = ()
    stock: tuple[Card, ...] = ()
    tricks: tuple[PlayedTrick, ...] = ()
    revokes: tuple[Card, ...] = ()
    called: tuple[Card, ...] = ()
    comment: str = ""
    line: int | None = field(default=None, compare=False)
    play_lines: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine:
    """A table of a match: its final score, or the side it was given to, or neither where it was not played.

    `names` are the players as written, by side.
    """

    number: int
    scores: Score | None = None
    walkover: Side | None = None
    names: tuple[tuple[Side, str], ...] = ()
    comment: str = ""
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLine:
    """What a match gave: the match points, and the aggregate where it was written."""

    scores: Score
    aggregate: Score | None = None
    comment: str = ""
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One game or match of a file: its tags, then hands or tables and match.

    `faults` are what could not be read, each with its line; a sheet with faults is not whole.
    """

    tags: tuple[Tag, ...]
    hands: tuple[HandLine, ...] = ()
    tables: tuple[TableLine, ...] = ()
    match: MatchLine | None = None
    faults: tuple[Fault, ...] = field(default=(), compare=False)
    line: int | None = field(default=None, compare=False)

    def tag(self, name: str) -> str | None:
        """The value of a tag, or None where it is not given."""
        return next((tag.value for tag in self.tags if tag.name == name), None)
