"""A match to come: where both sides stand, their form, their earlier meetings, and who is likely to win."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from league.models import Division, League
from league.standings.records import Result
from league.standings.selectors.lines import StandingsLine, division_odds, standings_lines
from league.standings.selectors.match_lists import MatchLine, NamedLink
from league.standings.selectors.standings import division_table
from league.standings.selectors.team_matches import Meetings, TeamMatch, meetings_of, team_match

if TYPE_CHECKING:
    from league.standings.odds.run_ins import MatchChances


@dataclass(frozen=True, slots=True, kw_only=True)
class ComingSide:
    """A side before its match: its row of the table (if it has one) and its last matches, latest first."""

    team: NamedLink
    standing: StandingsLine | None
    form: tuple[TeamMatch, ...]

    @property
    def short_name(self) -> str:
        return self.team.short_name or self.team.name

    @property
    def results(self) -> tuple[str, ...]:
        """What it won, drew and lost, the latest last, as the marks of form are drawn."""
        return tuple(match.own.result for match in reversed(self.form) if match.own)


@dataclass(frozen=True, slots=True, kw_only=True)
class ComingMatch:
    """What a match's page says before it is played. `chances` is None where no odds are offered."""

    home: ComingSide
    away: ComingSide
    weeks: int
    meetings: Meetings
    chances: "MatchChances | None"

    @property
    def has_form(self) -> bool:
        return bool(self.home.form or self.away.form)

    @property
    def lately(self) -> dict[str, Any]:
        """What came of the last five meetings."""
        as_home_saw_them = (team_match(line, self.home.team.key) for line in self.meetings.latest)
        results = [match.own.result for match in as_home_saw_them if match.own]
        won, drawn, lost = (results.count(result) for result in (Result.WON, Result.DRAWN, Result.LOST))
        if won == lost:
            return {"ahead": "", "won": won, "drawn": drawn, "lost": lost}
        ahead = self.home if won > lost else self.away
        return {"ahead": ahead.short_name, "won": max(won, lost), "drawn": drawn, "lost": min(won, lost)}


def coming_match(line: MatchLine, division: Division, *, league: League) -> ComingMatch:
    """Return what is known before the match. Four queries, two if the table is known."""
    table = division_table(division, league=league)
    standings = {row.team.key: row for row in standings_lines(table)}
    meetings = meetings_of(line.home, line.away, division=division.pk)
    home, away = (
        ComingSide(team=team, standing=standings.get(team.key), form=form)
        for team, form in zip((line.home, line.away), meetings.forms, strict=True)
    )
    odds = division_odds(table)
    return ComingMatch(
        home=home,
        away=away,
        weeks=table.weeks,
        meetings=meetings,
        chances=odds.matches.get((line.home.key, line.away.key)) if odds else None,
    )
