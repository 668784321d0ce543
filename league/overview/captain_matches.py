"""Matches of a team from its own side, as its captain's pages list them."""

import datetime
from collections.abc import Iterable

from django.db.models import Q, QuerySet

from league.matches.selectors import exempt_from_deadlines, has_begun, league_clock, without_result
from league.models import Enrolment, Match, Side
from league.standings.selectors.match_lists import MatchLine, match_lines
from league.standings.selectors.team_matches import TeamMatch, team_match


def key_of(own: TeamMatch) -> int:
    """Return the key of a match that a team sees as its own."""
    return own.line.outcome.match


def side_of(own: TeamMatch) -> Side:
    """Return the side that the team has in a match of its own."""
    return Side.HOME if own.is_home else Side.AWAY


def matches_of(enrolment: Enrolment) -> QuerySet[Match]:
    """Return the matches of a team in the division of its season, and its cup ties."""
    team = enrolment.team_id
    return Match.with_ties.filter(
        Q(division=enrolment.division_id) | Q(tie__isnull=False, division__season=enrolment.season_id),
        Q(home=team) | Q(away=team),
    )


def owed_matches(lines: Iterable[MatchLine], clock: datetime.datetime) -> frozenset[int]:
    """Return the matches that have begun and still need a result. One query."""
    begun = {line.outcome.match for line in lines if has_begun(line.date, line.starts_at, clock)}
    return frozenset(
        without_result(Match.with_ties.filter(pk__in=begun))
        .exclude(exempt_from_deadlines())
        .values_list("pk", flat=True)
    )


def matches_to_answer_for(enrolment: Enrolment, *, now: datetime.datetime) -> tuple[TeamMatch, ...]:
    """Return the matches players are asked about: those still to come, the next first. Two queries."""
    lines = match_lines(
        matches_of(enrolment).filter(date__gte=league_clock(enrolment.season.league, now).date())
    )
    return tuple(team_match(line, enrolment.team_id) for line in lines if not line.is_over)
