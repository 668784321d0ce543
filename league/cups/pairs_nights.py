"""A pairs night as a value: its rules, who is there, the scores, the standings and the winners.

A knock-out night is a cup with an open draw. Here nobody goes home early: every round pairs all who are
there, by lot or with others who have won as often, and not twice with the same while that can be. Functions
that change a night return the next one, or raise CupRefused with a sentence. Draws are in `pairs_rounds`.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from league.competition.season_rules.fields import Choice, Whole, setting
from league.cups.entries import Entrant
from league.cups.rules import CupRefused
from league.matches.outcomes import Pair

MOST_PAIRS = 200
MOST_NIGHT_ROUNDS = 30
MOST_NUMBER = 999


class PairedBy(StrEnum):
    """How a round is paired."""

    LOT = "lot"  # everybody plays so many, whoever comes
    STANDING = "standing"  # those who stand next to each other, from the top
    SWISS = "swiss"  # points as equal as can be over all tables


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

    def has(self, key: int) -> bool:
        """Return whether this pair came out of the hat, for a table or to be free."""
        return key == self.free or any(key in pair for pair in self.tables)


@dataclass(frozen=True, slots=True, kw_only=True)
class NightResult:
    """What a table of a round played, the first named first."""

    round: int
    table: int
    score: Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class PairsNight:
    """A night: so many rounds, who came, what was drawn, what was played.

    `decided_for` won the game that was played for the night by those who were level at its end.
    """

    rounds: int = setting(Whole(1, MOST_NIGHT_ROUNDS))
    paired_by: PairedBy = setting(Choice(PairedBy), PairedBy.LOT)
    decided_for: int | None = setting(Whole(1, MOST_NUMBER), None)
    entries: tuple[NightEntry, ...] = ()
    drawn: tuple[NightRound, ...] = ()
    results: tuple[NightResult, ...] = ()

    @property
    def is_over(self) -> bool:
        return len(self.drawn) >= self.rounds and not open_tables(self)


def open_tables(night: PairsNight) -> tuple[Pair, ...]:
    """Return round and table of everything drawn that has no score yet."""
    known = {(result.round, result.table) for result in night.results}
    number_pairs = (
        (night_round.number, table)
        for night_round in night.drawn
        for table in range(1, len(night_round.tables) + 1)
    )
    return tuple(place for place in number_pairs if place not in known)


def entry_of(night: PairsNight, key: int) -> NightEntry:
    """Return the pair entered under this number. Raises CupRefused if there is none."""
    night_entry = next((entry for entry in night.entries if entry.entrant.key == key), None)
    if night_entry is None:
        raise CupRefused(f"Nobody is entered under the number {key}.")
    return night_entry


WIN, DRAW = 2, 1


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

    @property
    def half_points(self) -> int:
        """Wins in half points: a free round is one win, a draw is half of one."""
        return WIN * (self.won + self.free) + DRAW * self.drawn

    @property
    def lost(self) -> int:
        return self.played - self.won - self.drawn


def with_score(night: PairsNight, result: NightResult) -> PairsNight:
    """Return the night with a table's score entered or corrected; later draws stay."""
    _verify_table(night, result.round, result.table)
    if min(result.score) < 0:
        raise CupRefused(f"{result.score[0]}-{result.score[1]} is not a score. Scores are 0 or more.")
    others = _without(night, result.round, result.table).results
    return replace(night, results=(*others, result), decided_for=None)


def without_score(night: PairsNight, round_number: int, table: int) -> PairsNight:
    """Return the night without a table's score. Raises CupRefused once a later round is drawn."""
    _verify_table(night, round_number, table)
    if round_number < len(night.drawn):
        raise CupRefused(
            f"Table {table} of round {round_number} needs a score, because a later round is drawn. Type "
            f"the right score."
        )
    return _without(night, round_number, table)


def with_decision(night: PairsNight, key: int | None) -> PairsNight:
    """Return the night decided for one of those level at its end; None shares it again."""
    level = _first(night)
    if key is not None and (len(level) < 2 or key not in {entrant.key for entrant in level}):
        raise CupRefused("A game decides the night only for pairs that are level at its end.")
    return replace(night, decided_for=key)


def night_standings(night: PairsNight) -> tuple[NightRow, ...]:
    """Return the rows by wins (a draw is half of one), difference and points; equal ones share a place."""
    scores = _scores(night)
    tallies = [_tally(night, entry.entrant, scores[entry.entrant.key]) for entry in night.entries]
    rows = sorted(tallies, key=lambda row: (*_rank(row), row.entrant.name, row.entrant.key))
    placed: list[NightRow] = []
    for position, row in enumerate(rows, start=1):
        level = sum(_rank(other) == _rank(row) for other in rows) > 1
        above = placed[-1] if placed else None
        place = above.place if above and _rank(above) == _rank(row) else position
        placed.append(replace(row, place=place, is_shared=level))
    return tuple(placed)


def night_winners(night: PairsNight) -> tuple[Entrant, ...]:
    """Return the winners of the night; nobody before its end.

    Several share it, unless a game between them decides it.
    """
    level = _first(night)
    decided = tuple(entrant for entrant in level if entrant.key == night.decided_for)
    return decided or level


def wins_before(night: PairsNight, number: int) -> dict[int, int]:
    """Return the half points of each pair before a round."""
    before = replace(
        night,
        drawn=night.drawn[: number - 1],
        results=tuple(result for result in night.results if result.round < number),
    )
    return {row.entrant.key: row.half_points for row in night_standings(before)}


def by_wins(night: PairsNight, lots: Sequence[int]) -> tuple[int, ...]:
    """Return the keys by wins, the best first; those with as many wins stay in the order of the lot."""
    won = {row.entrant.key: _rank(row)[0] for row in night_standings(night)}
    return tuple(sorted(lots, key=lambda key: won[key]))


def _first(night: PairsNight) -> tuple[Entrant, ...]:
    rows = night_standings(night) if night.is_over else ()
    return tuple(row.entrant for row in rows if row.place == 1)


def _verify_table(night: PairsNight, round_number: int, table: int) -> None:
    tables = [len(night_round.tables) for night_round in night.drawn if night_round.number == round_number]
    if not tables or not 1 <= table <= tables[0]:
        raise CupRefused(f"Round {round_number} has no table {table}.")


def _without(night: PairsNight, round_number: int, table: int) -> PairsNight:
    others = (result for result in night.results if (result.round, result.table) != (round_number, table))
    return replace(night, results=tuple(others), decided_for=None)


def _rank(row: NightRow) -> tuple[int, int, int]:
    return -row.half_points, -row.difference, -row.points_for


def _tally(night: PairsNight, entrant: Entrant, scores: Sequence[Pair]) -> NightRow:
    return NightRow(
        place=1,
        is_shared=False,
        entrant=entrant,
        played=len(scores),
        won=sum(own > other for own, other in scores),
        drawn=sum(own == other for own, other in scores),
        free=sum(night_round.free == entrant.key for night_round in night.drawn),
        points_for=sum(own for own, _ in scores),
        points_against=sum(other for _, other in scores),
    )


def _scores(night: PairsNight) -> Mapping[int, list[Pair]]:
    """Return what each pair has played, its own points first."""
    by_place = {(result.round, result.table): result.score for result in night.results}
    numbers_by_key: dict[int, list[Pair]] = defaultdict(list)
    for night_round in night.drawn:
        for table, (first, second) in enumerate(night_round.tables, start=1):
            if score := by_place.get((night_round.number, table)):
                numbers_by_key[first].append(score)
                numbers_by_key[second].append((score[1], score[0]))
    return numbers_by_key
