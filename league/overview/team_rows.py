"""A team's season as one list by date: its matches in the league and its ties in cups, as it sees them."""

import datetime
from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import QuerySet

from league.cups.selectors.dated_ties import dated_ties
from league.cups.selectors.tie_pages import TieOnPage
from league.models import Cup, Season, Team
from league.standings.records import Result
from league.standings.selectors.match_lists import MatchLine
from league.standings.selectors.team_matches import TeamMatch, team_match


def team_rows(
    team: Team, season: Season, lines: Iterable[MatchLine], today: datetime.date
) -> list[dict[str, Any]]:
    """Return the matches given and the team's ties in the cups of the season, those without a date last.

    Of `match` and `tie` one is None. `points` are its own and the other side's, in halves in the league, None
    until they count. `is_next` is the first to come that has a date. `venue` is a pub that is not the home
    side's.

    One query, or four where it has entered a cup; one more if names in typed words have to be hidden.
    """
    rows = [
        *map(_league_row, (team_match(line, team.pk) for line in lines)),
        *_cup_rows(team, Cup.objects.filter(season=season, entries__team=team)),
    ]
    rows.sort(key=lambda row: (row["date"] is None, row["date"] or datetime.date.max))
    ahead = (row for row in rows if not row["is_over"] and row["date"] and row["date"] >= today)
    if following := next(ahead, None):
        following["is_next"] = True
    return rows


def _league_row(match: TeamMatch) -> dict[str, Any]:
    return {
        "date": match.line.date,
        "starts_at": match.line.starts_at,
        "is_home": match.is_home,
        "opponent": match.opponent.name,
        "opponent_slug": match.opponent.slug,
        "venue": "" if match.line.is_at_home else match.line.venue.name,
        "is_over": match.line.is_over,
        "result": match.own.result if match.own else None,
        "points": (match.own.shown_halves, match.other.shown_halves) if match.own and match.other else None,
        "match": match,
        "tie": None,
        "is_next": False,
    }


def _cup_rows(team: Team, cups: QuerySet[Cup]) -> Iterator[dict[str, Any]]:
    for dated in dated_ties(cups):
        tie, teams = dated.on_page.tie, dated.on_page.teams
        seats = (tie.home, tie.away)
        if team not in teams or any(seat.is_empty for seat in seats):
            continue
        own = teams.index(team)
        opponent, verdict = teams[1 - own], tie.verdict
        result = None
        if verdict.winner is not None:
            result = Result.WON if verdict.winner == own else Result.LOST
        yield {
            "date": dated.date,
            "starts_at": dated.on_page.starts_at,
            "is_home": own == tie.host(dated.on_page.leg),
            "opponent": seats[1 - own].words,
            "opponent_slug": opponent.slug if opponent else "",
            "venue": _venue(dated.on_page),
            "is_over": tie.is_over,
            "result": result,
            "points": (verdict.score[own], verdict.score[1 - own]) if verdict.score else None,
            "match": None,
            "tie": dated,
            "is_next": False,
        }


def _venue(tie: TieOnPage) -> str:
    host = tie.teams[tie.tie.host(tie.leg)]
    is_at_home = tie.venue is None or (host is not None and tie.venue == host.pub)
    return "" if is_at_home else str(tie.venue)
