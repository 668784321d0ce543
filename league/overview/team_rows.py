"""A team's season as one list by date: its matches in the league and its ties in cups, as it sees them."""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.db.models import QuerySet

from league.cups.selectors.dated_ties import DatedTie, dated_ties
from league.cups.selectors.tie_pages import TieOnPage
from league.models import Cup, Season, Team
from league.standings.records import Result
from league.standings.selectors.match_lists import MatchLine
from league.standings.selectors.team_matches import TeamMatch, team_match


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow:
    """A match of the league (`match`) or a tie of a cup (`tie`), one of which is None.

    `points` are its own and the other side's, in halves in the league, None until they count. `is_next` is
    the first to come that has a date. `venue` is a pub that is not the home side's.
    """

    date: datetime.date | None
    starts_at: datetime.time | None
    is_home: bool
    opponent: str
    opponent_slug: str
    venue: str
    is_over: bool
    result: Result | None
    points: tuple[int, int] | None
    match: TeamMatch | None = None
    tie: DatedTie | None = None
    is_next: bool = False


def team_rows(
    team: Team, season: Season, lines: Iterable[MatchLine], today: datetime.date
) -> tuple[TeamRow, ...]:
    """Return the matches given and the team's ties in the cups of the season, those without a date last.

    The next that has its date is marked.

    One query, or four where it has entered a cup; one more if names in typed words have to be hidden.
    """
    rows = [
        *map(_league_row, (team_match(line, team.pk) for line in lines)),
        *_cup_rows(team, Cup.objects.filter(season=season, entries__team=team)),
    ]
    rows.sort(key=lambda row: (row.date is None, row.date or datetime.date.max))
    ahead = (at for at, row in enumerate(rows) if not row.is_over and row.date and row.date >= today)
    if (at := next(ahead, None)) is not None:
        rows[at] = replace(rows[at], is_next=True)
    return tuple(rows)


def _league_row(match: TeamMatch) -> TeamRow:
    return TeamRow(
        date=match.line.date,
        starts_at=match.line.starts_at,
        is_home=match.is_home,
        opponent=match.opponent.name,
        opponent_slug=match.opponent.slug,
        venue="" if match.line.is_at_home else match.line.venue.name,
        is_over=match.line.is_over,
        result=match.own.result if match.own else None,
        points=(match.own.shown_halves, match.other.shown_halves) if match.own and match.other else None,
        match=match,
    )


def _cup_rows(team: Team, cups: QuerySet[Cup]) -> Iterator[TeamRow]:
    for dated in dated_ties(cups):
        tie, teams = dated.on_page.tie, dated.on_page.teams
        seats = (tie.home, tie.away)
        if team not in teams or any(seat.is_empty for seat in seats):
            continue
        own = teams.index(team)
        opponent = teams[1 - own]
        verdict = tie.verdict
        result = None
        if verdict.winner is not None:
            result = Result.WON if verdict.winner == own else Result.LOST
        yield TeamRow(
            date=dated.date,
            starts_at=dated.on_page.starts_at,
            is_home=own == tie.host(dated.on_page.leg),
            opponent=seats[1 - own].words,
            opponent_slug=opponent.slug if opponent else "",
            venue=_venue(dated.on_page),
            is_over=tie.is_over,
            result=result,
            points=(verdict.score[own], verdict.score[1 - own]) if verdict.score else None,
            tie=dated,
        )


def _venue(tie: TieOnPage) -> str:
    host = tie.teams[tie.tie.host(tie.leg)]
    is_at_home = tie.venue is None or (host is not None and tie.venue == host.pub)
    return "" if is_at_home else str(tie.venue)
