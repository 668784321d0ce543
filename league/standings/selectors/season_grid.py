"""A division's whole season at one look: every result in a grid, and every team's place week by week."""

import datetime
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from league.matches.outcomes import MatchOutcome, TeamKey
from league.standings.records import Result, TeamMatchResult
from league.standings.rows import positions
from league.standings.selectors.match_lists import NamedLink, void_of
from league.standings.selectors.standings import DivisionTable


@dataclass(frozen=True, slots=True, kw_only=True)
class GridMatch:
    """A match in the grid. Without shares nothing came of it yet, or nothing will (`is_void`)."""

    public_id: str
    outcome: MatchOutcome
    home: NamedLink
    away: NamedLink
    home_share: TeamMatchResult | None
    away_share: TeamMatchResult | None

    @property
    def is_void(self) -> bool:
        return void_of(self.outcome) is not None

    @property
    def is_given(self) -> bool:
        return any(share and share.is_given for share in (self.home_share, self.away_share))

    @property
    def is_home_win(self) -> bool:
        return self.home_share is not None and self.home_share.result is Result.WON


@dataclass(frozen=True, slots=True, kw_only=True)
class GridCell:
    """A visitor's matches at a team: one, as a rule, but two teams may meet there twice, or not at all."""

    visitor: NamedLink
    matches: tuple[GridMatch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GridTeam:
    """A row: a team, a cell for each team in the order of the columns, and its place by week."""

    team: NamedLink
    place: int
    cells: tuple[GridCell, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonGrid:
    """The teams in the order of the table, all their matches by date, and the weeks that were played."""

    teams: tuple[GridTeam, ...]
    matches: tuple[GridMatch, ...]
    weeks: Mapping[int, datetime.date]

    def of(self, slug: str) -> tuple[GridMatch, ...]:
        """Return one team's matches, home and away, in the order of the season."""
        return tuple(match for match in self.matches if slug in (match.home.slug, match.away.slug))


@lru_cache(maxsize=16)
def season_grid(table: DivisionTable) -> SeasonGrid:
    """Return the grid of a division as its table stands, made once for a table."""
    counted = {match.outcome.match: match for match in table.season.counted}
    matches = []
    for outcome in sorted(
        table.outcomes, key=lambda outcome: (outcome.day or datetime.date.max, outcome.week)
    ):
        if outcome.is_play_off:
            continue
        shares = counted.get(outcome.match)
        matches.append(
            GridMatch(
                public_id=outcome.public_id,
                outcome=outcome,
                home=table.entrants[outcome.home],
                away=table.entrants[outcome.away],
                home_share=shares.home if shares else None,
                away_share=shares.away if shares else None,
            )
        )
    places = positions(table.outcomes, table.rulings, table.names, table.scheme, table.nights.values())
    return SeasonGrid(teams=tuple(_teams(table, matches, places)), matches=tuple(matches), weeks=table.nights)


def _teams(
    table: DivisionTable, matches: Sequence[GridMatch], places: Mapping[TeamKey, tuple[int, ...]]
) -> list[GridTeam]:
    at_home: dict[tuple[TeamKey, TeamKey], list[GridMatch]] = defaultdict(list)
    for match in matches:
        at_home[match.outcome.home, match.outcome.away].append(match)
    order = [row.record.team for row in table.rows]
    return [
        GridTeam(
            team=table.entrants[team],
            place=number,
            cells=tuple(
                GridCell(visitor=table.entrants[other], matches=tuple(at_home[team, other]))
                for other in order
            ),
            places=places[team],
        )
        for number, team in enumerate(order, start=1)
    ]
