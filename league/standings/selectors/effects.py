"""What a match gives and where its teams stand, as it is and as it would be by another decision."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace

from league.matches.outcomes import AtFault, MatchOutcome, TableOutcome, Walkover
from league.models import Division, Match
from league.standings.counting import season_of
from league.standings.records import TeamMatchResult
from league.standings.rows import table_of
from league.standings.selectors.standings import DivisionTable, tables_of


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPlace:
    """Where a team stands in its table."""

    place: int
    is_shared: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultEffect:
    """What a match gives both sides, None while it counts for nothing, and where they stand by it."""

    home: TeamMatchResult | None
    away: TeamMatchResult | None
    home_place: TeamPlace
    away_place: TeamPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectsOf:
    """A match in its table, to ask what a decision about it would change. No query."""

    table: DivisionTable
    outcome: MatchOutcome

    def as_it_stands(self) -> ResultEffect:
        return self._of(self.outcome)

    def with_result(self, tables: tuple[TableOutcome, ...]) -> ResultEffect:
        """Return the effect of these tables as its result."""
        return self._of(replace(self.outcome, tables=tables, total=None))

    def with_table_awarded(self, table: int, at_fault: AtFault, *, on: datetime.date) -> ResultEffect:
        """Return the effect of a table given against a side, beside the rulings there are."""
        beside = tuple(walkover for walkover in self.outcome.walkovers if walkover.table != table)
        walkover = Walkover(on=on, table=table, at_fault=at_fault)
        return self._of(replace(self.outcome, walkovers=(*beside, walkover)))

    def _of(self, outcome: MatchOutcome) -> ResultEffect:
        scheme = self.table.scheme
        outcomes = (outcome if other.match == outcome.match else other for other in self.table.outcomes)
        season = season_of(outcomes, self.table.rulings, scheme)
        counted = next((match for match in season.counted if match.outcome.match == outcome.match), None)
        places = {
            row.record.team: TeamPlace(place=row.place, is_shared=row.is_shared)
            for row in table_of(season, self.table.names, scheme)
        }
        return ResultEffect(
            home=counted.home if counted else None,
            away=counted.away if counted else None,
            home_place=places[outcome.home],
            away_place=places[outcome.away],
        )


def effects_of(matches: Iterable[Match]) -> dict[int, EffectsOf]:
    """Return some matches in their tables, by key. Up to four queries, however many; none for none."""
    keys = {match.pk: match.division_id for match in matches}
    if not keys:
        return {}
    divisions = Division.with_cups.filter(pk__in=set(keys.values())).select_related("season__rule_book")
    tables = {table.division.pk: table for table in tables_of(divisions)}
    return {
        outcome.match: EffectsOf(table=table, outcome=outcome)
        for table in tables.values()
        for outcome in table.outcomes
        if outcome.match in keys
    }
