"""Last season as two lists have it: what was played, and the final table as it was published."""

import datetime
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from league.exchange.result_lines import ResultFigures

FIGURES = (
    ("for", "against", "difference"),
    ("tables won", "tables lost", "tables difference"),
)
"""Columns that go together. Whether they count points pegged, games or tables no heading says for sure."""
SEVERAL = 2
PLAIN = ("played", "won", "drawn", "lost", "tables drawn", "deducted", "points")
COLUMNS = (*PLAIN[:4], *FIGURES[0], *FIGURES[1], *PLAIN[4:])


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A match as the list of results has it, its teams by their numbers. A match to come has no figures."""

    line: int
    date: datetime.date | None
    week: int
    home: int
    away: int
    figures: ResultFigures


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedRow:
    """A row of the table: its team, its place if one is written, its figures by the names of the columns."""

    team: int
    place: int | None
    figures: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True, kw_only=True)
class LastSeason:
    """Results and table. `teams` are the names by their numbers; one that has no row has left the league."""

    teams: Sequence[str]
    results: Sequence[Played]
    table: Sequence[PublishedRow]

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(name for name in COLUMNS if any(name in row.figures for row in self.table))

    @property
    def absent(self) -> frozenset[int]:
        """Return the teams that played and have no row: they have left."""
        played = {team for match in self.results for team in (match.home, match.away)}
        return frozenset(played - {row.team for row in self.table})

    @property
    def doubtful(self) -> frozenset[int]:
        """Return the teams with a row that may have left: at nothing, else those that miss most matches."""
        played = Counter(
            team for match in self.results if match.figures.is_played for team in (match.home, match.away)
        )
        nothing = {row.team for row in self.table if played[row.team] and not any(row.figures.values())}
        missed = {
            row.team: abs(int(row.figures.get("played", Fraction(0))) - played[row.team])
            for row in self.table
        }
        most = max(missed.values(), default=0)
        several = {team for team, count in missed.items() if count == most >= SEVERAL}
        return frozenset(nothing or (several if "played" in self.columns else ()))
