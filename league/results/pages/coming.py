"""A match to come: where both sides stand, their form, their earlier meetings, and who is likely to win."""

from typing import Any

from league.models import Division, League
from league.standings.records import Result
from league.standings.selectors.lines import division_odds, standings_lines
from league.standings.selectors.match_lists import MatchLine
from league.standings.selectors.standings import division_table
from league.standings.selectors.team_matches import Meetings, meetings_of, team_match


def coming_match(line: MatchLine, division: Division, *, league: League) -> dict[str, Any]:
    """Return what a match's page says before it is played; `chances` is None where no odds are offered.

    Of each side its row of the table (if it has one) and its last matches, latest first; of the last five
    meetings what came of them. Four queries, two if the table is known.
    """
    table = division_table(division, league=league)
    standings = {row.team.key: row for row in standings_lines(table)}
    meetings = meetings_of(line.home, line.away, division=division.pk)
    sides: list[dict[str, Any]] = [
        {
            "team": team,
            "short_name": team.short_name or team.name,
            "standing": standings.get(team.key),
            "form": form,
            # The latest last, as the marks of form are drawn.
            "results": tuple(match.own.result for match in reversed(form) if match.own),
        }
        for team, form in zip((line.home, line.away), meetings.forms, strict=True)
    ]
    home, away = sides
    odds = division_odds(table)
    return {
        "home": home,
        "away": away,
        "weeks": table.weeks,
        "meetings": meetings,
        "chances": odds.matches.get((line.home.key, line.away.key)) if odds else None,
        "has_form": home["form"] or away["form"],
        "lately": _lately(meetings, line.home.key, home["short_name"], away["short_name"]),
    }


def _lately(meetings: Meetings, key: int, home: str, away: str) -> dict[str, Any]:
    """Return the last meetings as the side that won more of them saw them, nobody ahead if level."""
    as_home_saw_them = (team_match(line, key) for line in meetings.latest)
    results = [match.own.result for match in as_home_saw_them if match.own]
    won, drawn, lost = (results.count(result) for result in (Result.WON, Result.DRAWN, Result.LOST))
    ahead = "" if won == lost else home if won > lost else away
    return {"ahead": ahead, "won": max(won, lost), "drawn": drawn, "lost": min(won, lost)}
