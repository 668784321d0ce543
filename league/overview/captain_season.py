"""A captain's season on one page: the next match, what they owe, what was requested of and by them,
results.
"""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q

from league.matches.selectors import exempt_from_deadlines, has_begun, league_clock, without_result
from league.models import CaptainLink, Enrolment, Match, Scorecard, Side
from league.regulations.selectors.deadlines import Clock, clocks_of
from league.results.selectors.line_ups import LineUps, line_ups_of
from league.results.selectors.squads import Squad, squad_of
from league.scheduling.selectors.postponements import PostponementRequest, open_requests_of
from league.standings.selectors.match_lists import MatchLine, match_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnMatch:
    """A match of the team in a list, from its own side."""

    line: MatchLine
    side: Side
    clocks: tuple[Clock, ...] = ()
    report: Scorecard | None = None

    @property
    def other(self) -> str:
        """The team it meets."""
        return self.line.away.name if self.side == Side.HOME else self.line.home.name

    @property
    def is_ours_to_sign(self) -> bool:
        """Whether the other side has reported and waits for this one."""
        return self.report is not None and self.report.reported_for != self.side


@dataclass(frozen=True, slots=True, kw_only=True)
class NextMatch:
    """The match the team plays next: who can play in it, and the line-ups as this side may see them."""

    own: OwnMatch
    squad: Squad
    line_ups: LineUps


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptainSeason:
    """All that a captain's page shows. `owed` are matches whose result is not in; the longest ago first."""

    enrolment: Enrolment
    today: datetime.date
    next_match: NextMatch | None
    owed: tuple[OwnMatch, ...]
    without_date: tuple[OwnMatch, ...]
    to_come: tuple[OwnMatch, ...]
    results: tuple[MatchLine, ...]
    requests: tuple[PostponementRequest, ...]

    @property
    def to_answer(self) -> tuple[PostponementRequest, ...]:
        """Requests to move a match that wait for this team."""
        return tuple(request for request in self.requests if request.answerer.pk == self.enrolment.team_id)

    @property
    def asked(self) -> tuple[PostponementRequest, ...]:
        """Requests of this team that wait for the other."""
        return tuple(request for request in self.requests if request.asker.pk == self.enrolment.team_id)

    @property
    def to_sign(self) -> tuple[OwnMatch, ...]:
        """Results the other side has reported."""
        return tuple(match for match in self.owed if match.is_ours_to_sign)

    @property
    def to_report(self) -> tuple[OwnMatch, ...]:
        """Results nobody has reported; tonight's match is still being played."""
        return tuple(match for match in self.owed if match.report is None and match.line.date != self.today)

    @property
    def reported(self) -> tuple[OwnMatch, ...]:
        """Results of this side that wait for the other to sign."""
        return tuple(match for match in self.owed if match.report is not None and not match.is_ours_to_sign)


def captain_season(enrolment: Enrolment, *, now: datetime.datetime) -> CaptainSeason:
    """Return the season of a team as its captain sees it.

    Thirteen queries at most, however much it has played.

    Two for the matches, one each for those owed, reports and requests; two where the season has deadlines;
    three for the squad and three for the line-ups of the next match.
    """
    team, league = enrolment.team_id, enrolment.season.league
    matches = Match.objects.filter(Q(home=team) | Q(away=team), division=enrolment.division_id)
    clock = league_clock(league, now)
    lines = match_lines(matches)
    owed = _owed(lines, clock)
    open_lines = [line for line in lines if not line.is_over]
    undated = [line for line in open_lines if line.date is None]
    requests = open_requests_of(matches, today=clock.date())
    requested = {request.match.pk for request in requests}
    due = clocks_of([*owed, *undated], now, in_public=True)
    reports = _reports(owed)
    to_come = [line for line in open_lines if line.date and line.date >= clock.date() and line not in owed]
    following = _next(to_come, owed, clock.date())
    return CaptainSeason(
        enrolment=enrolment,
        today=clock.date(),
        next_match=_prepared(following, enrolment) if following else None,
        owed=tuple(_own(line, team, due, reports) for line in owed),
        without_date=tuple(_own(line, team, due) for line in undated if line.outcome.match not in requested),
        to_come=tuple(_own(line, team) for line in to_come if line is not following),
        results=tuple(line for line in reversed(lines) if line.is_over),
        requests=requests,
    )


def matches_to_answer_for(enrolment: Enrolment, *, now: datetime.datetime) -> tuple[OwnMatch, ...]:
    """Return the matches players are asked about: those still to come, the next first. Two queries."""
    team, today = enrolment.team_id, league_clock(enrolment.season.league, now).date()
    matches = Match.objects.filter(Q(home=team) | Q(away=team), division=enrolment.division_id)
    lines = match_lines(matches.filter(date__gte=today))
    return tuple(_own(line, team) for line in lines if not line.is_over)


def live_link(enrolment: Enrolment) -> CaptainLink | None:
    """Return the link of a captain that opens their page now. One query."""
    return CaptainLink.objects.live().filter(enrolment=enrolment).first()


def _next(to_come: list[MatchLine], owed: list[MatchLine], today: datetime.date) -> MatchLine | None:
    """Tonight's match stays the next one while it is played; else the first that is to come."""
    tonight = [line for line in owed if line.date == today]
    return next(iter([*tonight, *to_come]), None)


def _owed(lines: list[MatchLine], clock: datetime.datetime) -> list[MatchLine]:
    begun = {line.outcome.match for line in lines if has_begun(line.date, line.starts_at, clock)}
    waited_for = without_result(Match.objects.filter(pk__in=begun)).exclude(exempt_from_deadlines())
    keys = set(waited_for.values_list("pk", flat=True))
    return [line for line in lines if line.outcome.match in keys]


def _reports(owed: list[MatchLine]) -> dict[int, Scorecard]:
    """Return the report that waits for each match; where both sides have one, the later."""
    waiting = Scorecard.objects.filter(
        match__in=[line.outcome.match for line in owed], is_confirmed=False, set_aside_at=None
    )
    return {card.match_id: card for card in waiting.order_by("version")}


def _own(
    line: MatchLine,
    team: int,
    clocks: Mapping[int, tuple[Clock, ...]] | None = None,
    reports: Mapping[int, Scorecard] | None = None,
) -> OwnMatch:
    match = line.outcome.match
    return OwnMatch(
        line=line,
        side=Side.HOME if line.home.key == team else Side.AWAY,
        clocks=(clocks or {}).get(match, ()),
        report=(reports or {}).get(match),
    )


def _prepared(line: MatchLine, enrolment: Enrolment) -> NextMatch:
    own = _own(line, enrolment.team_id)
    match = line.outcome.match
    order = enrolment.season.rule_book.line_up_order
    return NextMatch(
        own=own, squad=squad_of(enrolment, match), line_ups=line_ups_of(match, own.side, order=order)
    )
