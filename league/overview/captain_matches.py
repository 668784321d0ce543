"""Matches of a team from its own side, as its captain's pages list them."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from league.matches.selectors import exempt_from_deadlines, has_begun, league_clock, without_result
from league.models import Enrolment, Match, Side
from league.standings.selectors.match_lists import MatchLine, match_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnMatch:
    """A match of the team in a list, from its own side."""

    line: MatchLine
    side: Side

    @property
    def key(self) -> int:
        return self.line.outcome.match

    @property
    def other(self) -> str:
        """The team it meets."""
        return self.line.away.name if self.side == Side.HOME else self.line.home.name

    @property
    def other_key(self) -> int:
        return self.line.away.key if self.side == Side.HOME else self.line.home.key

    @property
    def half_points(self) -> tuple[int, int] | None:
        """Half points of the team and of the other; None until the match counts."""
        home, away = self.line.home_share, self.line.away_share
        if home is None or away is None:
            return None
        pair = home.shown_halves, away.shown_halves
        return pair if self.side == Side.HOME else pair[::-1]


def matches_of(enrolment: Enrolment) -> QuerySet[Match]:
    """Return the matches of a team in the division of its season, and its cup ties."""
    team = enrolment.team_id
    return Match.with_ties.filter(
        Q(division=enrolment.division_id) | Q(tie__isnull=False, division__season=enrolment.season_id),
        Q(home=team) | Q(away=team),
    )


def from_own_side(line: MatchLine, team: int) -> OwnMatch:
    """Return a match from the side of one of its teams."""
    return OwnMatch(line=line, side=Side.HOME if line.home.key == team else Side.AWAY)


def owed_matches(lines: Iterable[MatchLine], clock: datetime.datetime) -> frozenset[int]:
    """Return the matches that have begun and still need a result. One query."""
    begun = {line.outcome.match for line in lines if has_begun(line.date, line.starts_at, clock)}
    return frozenset(
        without_result(Match.with_ties.filter(pk__in=begun))
        .exclude(exempt_from_deadlines())
        .values_list("pk", flat=True)
    )


def matches_to_answer_for(enrolment: Enrolment, *, now: datetime.datetime) -> tuple[OwnMatch, ...]:
    """Return the matches players are asked about: those still to come, the next first. Two queries."""
    lines = match_lines(
        matches_of(enrolment).filter(date__gte=league_clock(enrolment.season.league, now).date())
    )
    return tuple(from_own_side(line, enrolment.team_id) for line in lines if not line.is_over)
