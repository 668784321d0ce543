"""A pairs night: entries at the door, so many rounds for everybody, and who has won.

A knock-out night is a cup with an open draw. Here nobody goes home early: every round pairs whoever is there,
either as the lot falls or those who have won as often as each other, and nobody twice with the same while
that can be.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from league.cups.entries import CupRefused, Entrant
from league.cups.lots import drawn
from league.outcomes import Pair
from scoring.prose.words import count, listed

WIN, DRAW = 2, 1
MOST_PAIRS = 200
MOST_STEPS = 20_000
"""How long a pairing is looked for before a pair may meet for the second time."""


class PairedBy(StrEnum):
    """How a round is paired."""

    LOT = "lot"  # everybody plays so many, whoever comes
    STANDING = "standing"  # Swiss: those who stand next to each other


@dataclass(frozen=True, slots=True, kw_only=True)
class NightEntry:
    """A pair that came: the first round it plays, and the last, if it went home before the end."""

    entrant: Entrant
    first: int = 1
    last: int | None = None

    def is_in(self, number: int) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRound:
    """A round as it was drawn: the lot, the pairs in the order of their tables, and who is free."""

    number: int
    lot: str
    tables: tuple[Pair, ...]
    free: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NightResult:
    """What a table of a round played, the first named first."""

    round: int
    table: int
    score: Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class PairsNight:
    """A night: so many rounds, who came, what was drawn, what was played."""

    rounds: int
    paired_by: PairedBy = PairedBy.LOT
    entries: tuple[NightEntry, ...] = ()
    drawn: tuple[NightRound, ...] = ()
    results: tuple[NightResult, ...] = ()

    @property
    def is_over(self) -> bool:
        return len(self.drawn) >= self.rounds and not open_tables(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRow:
    """A pair's night so far. A free round counts as won, without a score; one it was not there for, not."""

    place: int
    is_shared: bool
    entrant: Entrant
    played: int
    won: int
    drawn: int
    free: int
    points_for: int
    points_against: int

    @property
    def difference(self) -> int:
        return self.points_for - self.points_against


def with_round(night: PairsNight, lot: str) -> PairsNight:
    """The night with its next round drawn. CupRefused after the last, or while tables are still playing."""
    number = len(night.drawn) + 1
    if not lot.strip():
        raise CupRefused("A draw needs a lot: any word or number that nobody chose to suit himself.")
    if number > night.rounds:
        raise CupRefused(f"All {count(night.rounds)} rounds of the night are drawn.")
    still = open_tables(night)
    if still:
        tables = f"table{'' if len(still) == 1 else 's'} {listed(str(table) for _, table in still)}"
        raise CupRefused(f"No score yet from {tables}; the next round is drawn after that.")
    there = [entry.entrant.key for entry in night.entries if entry.is_in(number)]
    if len(there) < 2:
        raise CupRefused(f"{count(len(there)).capitalize()} pair is here; a round needs two.")
    lots = drawn(there, lot, str(number))
    order = _by_standing(night, lots) if night.paired_by is PairedBy.STANDING else lots
    free = _free(night, order) if len(order) % 2 else None
    tables_drawn = _paired([key for key in order if key != free], _meetings(night))
    return replace(
        night, drawn=(*night.drawn, NightRound(number=number, lot=lot, tables=tables_drawn, free=free))
    )


def with_entry(night: PairsNight, entrant: Entrant) -> PairsNight:
    """The night with another pair. Once play has begun it meets whoever is free, or waits for a round."""
    if any(entry.entrant.key == entrant.key for entry in night.entries):
        raise CupRefused(f"{entrant.name} are entered already.")
    if len(night.entries) >= MOST_PAIRS:
        raise CupRefused(f"{MOST_PAIRS} pairs are entered, and a night has room for no more.")
    latest = night.drawn[-1] if night.drawn else None
    if latest is None or latest.free is None or not open_tables(night):
        entry = NightEntry(entrant=entrant, first=len(night.drawn) + 1)
        return replace(night, entries=(*night.entries, entry))
    joined = replace(latest, tables=(*latest.tables, (latest.free, entrant.key)), free=None)
    entry = NightEntry(entrant=entrant, first=latest.number)
    return replace(night, entries=(*night.entries, entry), drawn=(*night.drawn[:-1], joined))


def without_pair(night: PairsNight, key: int) -> PairsNight:
    """The night without a pair that goes home: drawn no more, and what it played stands."""
    still = [night.drawn[number - 1].tables[table - 1] for number, table in open_tables(night)]
    if any(key in pair for pair in still):
        raise CupRefused("Its table has no score yet; enter that first, as it stands or given.")
    entries = tuple(
        replace(entry, last=len(night.drawn)) if entry.entrant.key == key else entry
        for entry in night.entries
    )
    return replace(night, entries=entries)


def with_score(night: PairsNight, result: NightResult) -> PairsNight:
    """The night with a table's score entered or corrected, which later draws do not undo."""
    tables = [len(one.tables) for one in night.drawn if one.number == result.round]
    if not tables or not 1 <= result.table <= tables[0]:
        raise CupRefused(f"Round {result.round} has no table {result.table}.")
    if min(result.score) < 0:
        raise CupRefused(f"{result.score[0]}-{result.score[1]} is no score: nobody has less than nothing.")
    others = (one for one in night.results if (one.round, one.table) != (result.round, result.table))
    return replace(night, results=(*others, result))


def open_tables(night: PairsNight) -> tuple[Pair, ...]:
    """Round and table of everything drawn that has no score yet."""
    known = {(one.round, one.table) for one in night.results}
    asked = ((one.number, table) for one in night.drawn for table in range(1, len(one.tables) + 1))
    return tuple(place for place in asked if place not in known)


def night_standings(night: PairsNight) -> tuple[NightRow, ...]:
    """Wins first (a draw is half of one), then the difference, then points; equal in all share a place."""
    tallies = [_tally(night, entry.entrant) for entry in night.entries]
    rows = sorted(tallies, key=lambda row: (*_rank(row), row.entrant.name, row.entrant.key))
    placed: list[NightRow] = []
    for position, row in enumerate(rows, start=1):
        level = sum(_rank(other) == _rank(row) for other in rows) > 1
        above = placed[-1] if placed else None
        place = above.place if above and _rank(above) == _rank(row) else position
        placed.append(replace(row, place=place, is_shared=level))
    return tuple(placed)


def night_winners(night: PairsNight) -> tuple[Entrant, ...]:
    """Who has won the night: empty before its end; more than one want a game to decide it."""
    rows = night_standings(night) if night.is_over else ()
    return tuple(row.entrant for row in rows if row.place == 1)


def _rank(row: NightRow) -> tuple[int, int, int]:
    return -(WIN * (row.won + row.free) + DRAW * row.drawn), -row.difference, -row.points_for


def _tally(night: PairsNight, entrant: Entrant) -> NightRow:
    scores = list(_scores(night, entrant.key))
    return NightRow(
        place=1,
        is_shared=False,
        entrant=entrant,
        played=len(scores),
        won=sum(own > other for own, other in scores),
        drawn=sum(own == other for own, other in scores),
        free=sum(one.free == entrant.key for one in night.drawn),
        points_for=sum(own for own, _ in scores),
        points_against=sum(other for _, other in scores),
    )


def _scores(night: PairsNight, key: int) -> Iterable[Pair]:
    by_place = {(one.round, one.table): one.score for one in night.results}
    for one in night.drawn:
        for table, pair in enumerate(one.tables, start=1):
            score = by_place.get((one.number, table))
            if key in pair and score:
                yield score if pair[0] == key else (score[1], score[0])


def _by_standing(night: PairsNight, lots: Sequence[int]) -> tuple[int, ...]:
    """Best first; who has won as often as another stands as the lot fell."""
    won = {row.entrant.key: _rank(row)[0] for row in night_standings(night)}
    return tuple(sorted(lots, key=lambda key: won[key]))


def _free(night: PairsNight, order: Sequence[int]) -> int:
    """The last in order of those who have been free least often."""
    before = {key: sum(one.free == key for one in night.drawn) for key in order}
    return min(reversed(order), key=lambda key: before[key])


def _meetings(night: PairsNight) -> dict[frozenset[int], int]:
    met: dict[frozenset[int], int] = {}
    for one in night.drawn:
        for pair in one.tables:
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    return met


def _paired(order: Sequence[int], met: dict[frozenset[int], int]) -> tuple[Pair, ...]:
    """Everybody with the next in order he has not met; where that cannot be, the least often possible."""
    for again in range(max(met.values(), default=0) + 1):
        found = _search(order, met, again)
        if found is not None:
            return found
    return tuple((one, other) for one, other in list(pairwise(order))[::2])


def _search(order: Sequence[int], met: dict[frozenset[int], int], again: int) -> tuple[Pair, ...] | None:
    """Pairs of which none has met more often than `again`; None if there are none, or not soon enough."""
    steps = 0

    def pair(left: tuple[int, ...]) -> tuple[Pair, ...] | None:
        nonlocal steps
        if not left:
            return ()
        first, *rest = left
        for other in rest:
            steps += 1
            if steps > MOST_STEPS:
                return None
            if met.get(frozenset((first, other)), 0) <= again:
                others = pair(tuple(key for key in rest if key != other))
                if others is not None:
                    return ((first, other), *others)
        return None

    return pair(tuple(order))
