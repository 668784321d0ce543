"""Where a cup's bracket stands on paper: ties as cards in columns, measured, on as few sheets as can be read.

Plain values in, places in mm out. Nothing is cut: long names take a second line or smaller type, and what
cannot be read on one sheet is halved, with the final on the last.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from league.printing.documents import Shown
from league.printing.drawing import MM_PER_POINT, Face, broken, width_of

# In mm: the paper by its name, its margin, the air between columns and between cards.
PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0)}
MARGIN, BETWEEN, LEAST_GAP = 10.0, 6.0, 2.2

# Sizes of names (points); the words above a tie are smaller, but never below what can be read.
NAME_SIZES = (22, 20, 18.5, 17, 15.5, 14, 13, 12, 11.5, 11, 10.5, 10, 9.5, 9, 8.5, 8)
SMALLER, LEAST_SIZE, MOST_SMALL = 0.82, 8.0, 10.0
TITLE_SIZE, WINNER_SIZE = 12.0, 11.0
LEADING = 1.18

# In a card: the air beside and above words, and the room to write a name (from much to little).
SIDE, ABOVE = 1.4, 0.55
WRITING, MOST_WRITING = (9.0, 6.5, 5.0, 3.8), 9.0
WIDEST, WIDEST_ALONE = 104.0, 150.0
FIRST_SHARES = (1.0, 1.1, 1.2, 1.45)
PARTS = (1, 2, 4, 8)

# In an open draw a column takes at most so much more than its cards.
OPEN_AIR = 1.3

# How much smaller type may be, if then no name takes a second line.
WRAPPED = 0.2

# How little type is worth in which a word is broken.
BROKEN = 0.6
BYE = "bye"


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperSeat:
    """A side of a tie: a name, or who will sit there and room to write it. `feeder` is a tie's number."""

    words: str
    is_known: bool = True
    score: str = ""
    is_winner: bool = False
    feeder: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTie:
    """A tie with what stands above it; with one seat a bye, without any nobody is left to play it."""

    number: int
    about: str
    seats: tuple[PaperSeat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperRound:
    """A round, and what is the same of all its ties: the night, perhaps the pub."""

    title: str
    about: str
    ties: tuple[PaperTie, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperBracket:
    """All rounds to the final. In a fixed one neighbouring ties lead to the next; `winner` once known."""

    rounds: tuple[PaperRound, ...]
    is_fixed: bool
    winner: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRow:
    """A seat in its frame: the lines of its name, their size, and the air above them."""

    seat: PaperSeat
    lines: tuple[str, ...]
    size: float
    height: float
    above: float

    @property
    def leading(self) -> float:
        return _leading(self.size)


@dataclass(frozen=True, slots=True, kw_only=True)
class TieCard:
    """A tie as it is measured: its lines above, its rows, in mm."""

    number: int
    about: tuple[str, ...]
    rows: tuple[SeatRow, ...]
    small: float
    width: float

    @property
    def leading(self) -> float:
        return _leading(self.small)

    @property
    def words_height(self) -> float:
        return len(self.about) * self.leading

    @property
    def frame_height(self) -> float:
        return sum(row.height for row in self.rows)

    @property
    def height(self) -> float:
        return self.words_height + self.frame_height


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedCard:
    """A card in its place."""

    card: TieCard
    left: float
    top: float

    @property
    def frame_top(self) -> float:
        return self.top + self.card.words_height

    @property
    def middle(self) -> float:
        return self.frame_top + self.card.frame_height / 2

    @property
    def right(self) -> float:
        return self.left + self.card.width

    def row_middle(self, place: int) -> float:
        before = sum(row.height for row in self.card.rows[:place])
        return self.frame_top + before + self.card.rows[place].height / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPart:
    """What one sheet shows of a bracket: its rounds, and where its last winner goes."""

    rounds: tuple[PaperRound, ...]
    words: str = ""
    winner_title: str = ""
    winner: str = ""


Head: TypeAlias = Callable[[float], float]
"""How much of a page the heading takes (mm), by the page's width."""


def bracket_sheets(bracket: PaperBracket, *, paper: str, head: Head) -> tuple[Shown, ...]:
    """Return the sheets of a bracket: one where it can be read, otherwise parts and then the final."""
    for parts in PARTS:
        slices = tuple(_slices(bracket, parts))
        first, last = slices[:parts], slices[parts:]
        placed = _best(first, bracket.is_fixed, paper, head)
        if placed is None and parts < PARTS[-1] and len(bracket.rounds[0].ties) >= 4 * parts:
            continue
        if placed is None:
            placed = _best(first, bracket.is_fixed, paper, head, must=True)
        ending = _best(last, bracket.is_fixed, paper, head, must=True) if last else ()
        return (*(placed or ()), *(ending or ()))
    return ()


def _slices(bracket: PaperBracket, parts: int) -> Iterator[BracketPart]:
    """Yield the parts of a bracket from the top, then what is left: the rounds to the final."""
    rounds = bracket.rounds
    if parts == 1:
        yield BracketPart(rounds=rounds, winner_title="Winner", winner=bracket.winner)
        return
    # In an open draw no later tie belongs to a part of the first round.
    split = sum(len(cup_round.ties) >= parts for cup_round in rounds) if bracket.is_fixed else 1
    for part in range(parts):
        yield BracketPart(
            rounds=tuple(_part(cup_round, part, parts) for cup_round in rounds[:split]),
            words=f"Sheet {part + 1} of {parts + 1}",
            winner_title=f"Winner to sheet {parts + 1}" if bracket.is_fixed else "",
        )
    begins, *rest = rounds[split:]
    if bracket.is_fixed:
        begins = replace(begins, ties=tuple(map(_from_sheets, begins.ties)))
    yield BracketPart(
        rounds=(begins, *rest),
        words=f"Sheet {parts + 1} of {parts + 1}",
        winner_title="Winner",
        winner=bracket.winner,
    )


def _part(cup_round: PaperRound, part: int, parts: int) -> PaperRound:
    count = len(cup_round.ties)
    return replace(cup_round, ties=cup_round.ties[count * part // parts : count * (part + 1) // parts])


def _from_sheets(tie: PaperTie) -> PaperTie:
    """Return a tie whose sides come from other sheets: there each sheet has one last tie."""
    return replace(
        tie,
        seats=tuple(
            seat
            if seat.is_known or not seat.feeder
            else replace(seat, words=f"{seat.words}, sheet {seat.feeder}")
            for seat in tie.seats
        ),
    )


def _best(
    slices: Sequence[BracketPart], is_fixed: bool, paper: str, head: Head, *, must: bool = False
) -> tuple[Shown, ...] | None:
    """Return the sheets in the type that reads best, lying or upright; None if they fit in none."""
    short, long = PAPERS[paper]
    frames = [
        _Frame(
            page=f"{paper}-{lie}",
            width=width - 2 * MARGIN,
            height=height - 2 * MARGIN - head(width - 2 * MARGIN),
            is_fixed=is_fixed,
        )
        for lie, width, height in (("lying", long, short), ("upright", short, long))
    ]
    best: tuple[float, list[_Measured]] = (0.0, [])
    for size, frame in product(NAME_SIZES, frames):
        if size <= best[0]:
            break
        fitting = [frame.measured(part, size) for part in slices]
        measured = [part for part in fitting if part]
        worth = size * min((part.worth for part in measured), default=0.0)
        if len(measured) == len(slices) and worth > best[0]:
            best = (worth, measured)
    if not best[1] and must:
        return tuple(
            _Measured(frames[-1], part, NAME_SIZES[-1], WRITING[-1], 1.0).placed() for part in slices
        )
    return tuple(part.placed() for part in best[1]) or None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frame:
    """A page's room for a tree."""

    page: str
    width: float
    height: float
    is_fixed: bool

    def measured(self, part: BracketPart, size: float) -> "_Measured | None":
        """Return a slice in names of this size, with the fewest on two lines; None where it does not fit."""
        shares = FIRST_SHARES if len(part.rounds) > 1 else (1.0,)
        for writing in WRITING:
            fitting = [
                measured for share in shares if (measured := _Measured(self, part, size, writing, share)).fits
            ]
            if fitting:
                return max(fitting, key=lambda measured: measured.worth)
        return None


class _Measured:
    """A slice with every card measured: whether it fits, and where everything stands."""

    def __init__(self, frame: _Frame, part: BracketPart, size: float, writing: float, share: float) -> None:
        self.frame, self.part, self.size = frame, part, size
        self.small = min(MOST_SMALL, max(LEAST_SIZE, size * SMALLER))
        count = len(part.rounds)
        room = frame.width - BETWEEN * (count - 1)
        first = min(WIDEST if count > 1 else WIDEST_ALONE, room / count * share)
        other = min(WIDEST, (room - first) / (count - 1)) if count > 1 else 0.0
        self.widths = [first, *[other] * (count - 1)]
        columns = list(zip(part.rounds, self.widths, strict=True))
        self.heads = [_lines(cup_round.about, self.small, width) for cup_round, width in columns]
        self.cards = [
            [
                _card(tie, width, size, self.small, min(MOST_WRITING, writing * (1 + column / 2)))
                for tie in cup_round.ties
            ]
            for column, (cup_round, width) in enumerate(columns)
        ]
        self.head = _leading(TITLE_SIZE) + max(map(len, self.heads)) * _leading(self.small) + 2.4
        self.depth = frame.height - self.head
        # The columns that follow from no other.
        self.last = (count - 1,) if frame.is_fixed else tuple(range(count))

    @property
    def fits(self) -> bool:
        needed = (
            sum(self._need(column, place) for place in range(len(self.cards[column]))) for column in self.last
        )
        ending = (
            self.cards[-1][-1].height + 2 * (self._winner_height + 7.0) if self.part.winner_title else 0.0
        )
        return max(*needed, ending) <= self.depth

    @property
    def worth(self) -> float:
        """How well names read: best on one line, badly where a word is broken."""
        rows = [row for column in self.cards for card in column for row in card.rows if row.seat.is_known]
        wrapped = sum(len(row.lines) > 1 for row in rows) / max(len(rows), 1)
        breaks_words = any(" ".join(row.lines).replace("- ", "-") != row.seat.words for row in rows)
        return (1 - WRAPPED * wrapped) * (BROKEN if breaks_words else 1)

    @property
    def _winner_lines(self) -> tuple[str, ...]:
        room = self.widths[-1] - 2 * SIDE
        return _lines(self.part.winner, self.size, room, 700) if self.part.winner else ()

    @property
    def _winner_height(self) -> float:
        name = max(MOST_WRITING, len(self._winner_lines) * _leading(self.size) + 2)
        title = self.part.winner_title
        return bool(title) * _leading(WINNER_SIZE) + (name if title == "Winner" else 0.0)

    def _children(self, column: int, place: int) -> tuple[int, ...]:
        if not self.frame.is_fixed or column == 0:
            return ()
        return 2 * place, 2 * place + 1

    def _need(self, column: int, place: int) -> float:
        """Return the height of a card with everything that leads to it."""
        below = sum(self._need(column - 1, child) for child in self._children(column, place))
        height = self.cards[column][place].height
        return max(height + LEAST_GAP if height else 0.0, below)

    def placed(self) -> Shown:
        """Return everything in its place: `words` say which sheet it is of how many, strokes lead to ties."""
        lefts = self._lefts()
        places: dict[tuple[int, int], PlacedCard] = {}
        for column in self.last:
            self._spread(column, range(len(self.cards[column])), self.head, self.depth, lefts, places)
        columns = tuple(
            {
                "title": cup_round.title,
                "about": self.heads[column],
                "left": lefts[column],
                "width": self.widths[column],
                "cards": tuple(
                    placed
                    for (at, _), placed in sorted(places.items(), key=lambda item: item[0])
                    if at == column and placed.card.rows
                ),
            }
            for column, cup_round in enumerate(self.part.rounds)
        )
        return {
            "words": self.part.words,
            "page": self.frame.page,
            "width": self.frame.width,
            "height": self.frame.height,
            "small": self.small,
            "leading": _leading(self.small),
            "columns": columns,
            "strokes": tuple(self._strokes(places)) if self.frame.is_fixed else (),
            "winner": self._winner(places[len(self.cards) - 1, len(self.cards[-1]) - 1]),
        }

    def _lefts(self) -> list[float]:
        """Return where columns begin: names need no more than so much room, the rest is air between them."""
        count = len(self.widths)
        between = (self.frame.width - sum(self.widths)) / (count - 1) if count > 1 else 0.0
        lefts = [0.0] if count > 1 else [(self.frame.width - self.widths[0]) / 2]
        for width in self.widths[:-1]:
            lefts.append(lefts[-1] + width + min(between, 5 * BETWEEN))
        return lefts

    def _spread(
        self,
        column: int,
        at: Sequence[int],
        top: float,
        height: float,
        lefts: list[float],
        places: dict[tuple[int, int], PlacedCard],
    ) -> None:
        """Give each card its share of a height, with everything that leads to it."""
        needs = [self._need(column, place) for place in at]
        whole = sum(needs) or 1.0
        if not self.frame.is_fixed:
            # Lists from the top: a tie that stood between two others would seem to follow from them.
            height = min(height, whole * OPEN_AIR)
        for place, need in zip(at, needs, strict=True):
            share = height * need / whole
            children = self._children(column, place)
            card = self.cards[column][place]
            middle = top + share / 2
            if children:
                self._spread(column - 1, children, top, share, lefts, places)
                fed = [placed for child in children if (placed := places[column - 1, child]).card.rows]
                middle = sum(placed.middle for placed in fed) / len(fed) if fed else middle
            else:
                middle += card.words_height / 2
            begins = middle - card.frame_height / 2 - card.words_height
            begins = min(max(begins, top), top + share - card.height)
            places[column, place] = PlacedCard(card=card, left=lefts[column], top=begins)
            top += share

    def _strokes(self, places: dict[tuple[int, int], PlacedCard]) -> Iterator[Shown]:
        """Yield the way of each winner to their next tie: lines, lying or standing."""
        for (column, place), placed in places.items():
            for child in self._children(column, place):
                before = places[column - 1, child]
                feeders = [row.seat.feeder for row in placed.card.rows]
                row = feeders.index(before.card.number) if before.card.number in feeders else None
                if not before.card.rows or row is None:
                    continue
                begins, ends = before.middle, placed.row_middle(row)
                bend = placed.left - BETWEEN / 2
                yield {"left": before.right, "top": begins, "width": bend - before.right, "height": 0}
                if abs(begins - ends) > 0.05:
                    yield {"left": bend, "top": min(begins, ends), "width": 0, "height": abs(begins - ends)}
                yield {"left": bend, "top": ends, "width": placed.left - bend, "height": 0}

    def _winner(self, final: PlacedCard) -> Shown | None:
        """Return where the winner of the cup stands, or is written; on a half, where its winner goes next."""
        if not self.part.winner_title:
            return None
        return {
            "title": self.part.winner_title,
            "lines": self._winner_lines,
            "left": final.left,
            "top": final.top + final.card.height + 5.0,
            "width": self.widths[-1],
            "height": self._winner_height,
            "size": self.size,
        }


@lru_cache(maxsize=4096)
def _card(tie: PaperTie, width: float, size: float, small: float, writing: float) -> TieCard:
    scores = max(
        (width_of(seat.score, size, weight=700) + 2.0 for seat in tie.seats if seat.score), default=0
    )
    if len(tie.seats) == 1:
        scores = width_of(BYE, small) + 2.0
    room = width - 2 * SIDE - scores
    rows = tuple(_row(seat, room, size, small, writing) for seat in tie.seats)
    about = _lines(tie.about, small, width) if rows else ()
    return TieCard(number=tie.number, about=about, rows=rows, small=small, width=width)


def _row(seat: PaperSeat, room: float, size: float, small: float, writing: float) -> SeatRow:
    own, weight, air, above = (size, 700, 2 * ABOVE, ABOVE) if seat.is_known else (small, 400, writing, 0.3)
    lines = _lines(seat.words, own, room, weight)
    return SeatRow(seat=seat, lines=lines, size=own, height=len(lines) * _leading(own) + air, above=above)


@lru_cache(maxsize=16384)
def _lines(text: str, size: float, room: float, weight: int = 400) -> tuple[str, ...]:
    return broken(text, size, room, Face.TEXT, weight)


def _leading(size: float) -> float:
    return size * LEADING * MM_PER_POINT
