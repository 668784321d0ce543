"""Requests to move a match, and what the season's rules say about one before it is recorded.

Nothing is forbidden here: the secretary decides.
"""

import datetime
import zoneinfo
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import F, QuerySet

from league.competition.season_rules.rules import Regulations
from league.competition.selectors import league_today
from league.matches.selectors import has_result
from league.models import Match, Offence, Postponement, Season, Side, Team
from league.regulations.deadlines import OffenceKind
from league.regulations.selectors.match_facts import start_of
from league.regulations.verdicts import (
    PostponementVerdict,
    agree_by,
    is_excused,
    postponement_verdict,
    replay_by,
)
from league.scheduling.planner.calendar import DAY
from league.scheduling.selectors.free_nights import Window

State = Postponement.State


@dataclass(frozen=True, slots=True, kw_only=True)
class PostponementRequest:
    """A request to move a match, on a given day. Days are in the league's time zone."""

    postponement: Postponement
    match: Match
    requested_on: datetime.date
    answer_until: datetime.date | None
    answered_on: datetime.date | None
    today: datetime.date

    @property
    def asker(self) -> Team:
        return self.match.home if self.postponement.asked_by == Side.HOME else self.match.away

    @property
    def answerer(self) -> Team:
        return self.match.away if self.postponement.asked_by == Side.HOME else self.match.home

    @property
    def offered(self) -> tuple[datetime.date, ...]:
        """The nights offered, in the order they were offered."""
        return tuple(datetime.date.fromisoformat(written) for written in self.postponement.offered)

    @property
    def is_open(self) -> bool:
        return self.postponement.state == State.OPEN

    @property
    def days_left(self) -> int | None:
        """Days until the time to answer is over: 0 on the last, less after it; None without a clock."""
        return (self.answer_until - self.today).days if self.answer_until else None

    @property
    def is_over(self) -> bool:
        """Whether the time to answer has passed without an answer."""
        return self.is_open and self.days_left is not None and self.days_left < 0


def requests_of(match: Match, *, today: datetime.date) -> tuple[PostponementRequest, ...]:
    """Return the conversation about moving one match, the first request first. One query.

    `match` comes with its teams and its league.
    """
    return tuple(
        _request(postponement, match, today)
        for postponement in match.postponements.order_by("asked_at", "id")
    )


def waiting_requests(
    unplayed: Collection[int] | QuerySet[Match], *, today: datetime.date
) -> tuple[PostponementRequest, ...]:
    """Return requests without an answer, of matches that still need a result, the most pressing first.

    Nobody waits for an answer about a match that was played meanwhile, or given without play. One query.
    """
    return tuple(_request(postponement, postponement.match, today) for postponement in _known(unplayed))


def open_requests_of(matches: QuerySet[Match], *, today: datetime.date) -> tuple[PostponementRequest, ...]:
    """Return requests about some matches that wait for an answer, the most pressing first. One query."""
    return waiting_requests(matches.exclude(has_result()), today=today)


def unanswered_requests(now: datetime.datetime) -> list[Postponement]:
    """Return requests of every league whose time to answer is over, the longest over first. One query.

    Nobody waits for an answer about a match that was played meanwhile, or given without play.
    """
    to_come = Match.with_ties.filter(division__season__is_finished=False).exclude(has_result())
    return list(_known(to_come).filter(answer_by__lte=now))


def _known(matches: Collection[int] | QuerySet[Match]) -> QuerySet[Postponement]:
    postponements = Postponement.objects.filter(state=State.OPEN, match__in=matches)
    known = postponements.select_related("match__home", "match__away", "match__division__season__league")
    return known.order_by(F("answer_by").asc(nulls_last=True), "asked_at", "id")


def _request(postponement: Postponement, match: Match, today: datetime.date) -> PostponementRequest:
    league = match.division.season.league

    def day(moment: datetime.datetime | None) -> datetime.date | None:
        return league_today(league, moment) if moment else None

    return PostponementRequest(
        postponement=postponement,
        match=match,
        requested_on=league_today(league, postponement.asked_at),
        answer_until=day(postponement.answer_by),
        answered_on=day(postponement.answered_at),
        today=today,
    )


# If the season's rules set no time to answer.
WAIT = datetime.timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideRule:
    """What the season's rules say if this team requests a move now."""

    team: Team
    verdict: PostponementVerdict


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRules:
    """The deadline for an answer, the window for the match, and whether the other side may refuse.

    Each is None if the season has no rule for it.
    """

    answer_until: datetime.date | None
    window: Window | None
    other_may_refuse: bool | None


def move_rules(match: Match, *, now: datetime.datetime) -> MoveRules:
    """Return the season's rules for moving this match, which comes with its rule book and league.

    No query.
    """
    regulations, zone = _regulations(match), _zone(match)
    until = agree_by(now, regulations, zone)
    rule = regulations.postponements
    return MoveRules(
        # The end of a day is midnight, which the calendar counts with the next.
        answer_until=(until - datetime.timedelta(seconds=1)).date() if until else None,
        window=_window(match, regulations, zone),
        other_may_refuse=rule.opponent_may_refuse if rule else None,
    )


def usual_answer_day(match: Match, rules: MoveRules, *, today: datetime.date) -> datetime.date:
    """Return the deadline for an answer: by the season's rule, else a week, but before the match."""
    if rules.answer_until:
        return rules.answer_until
    day_before = match.date - DAY if match.date and match.date - DAY > today else None
    return min(today + WAIT, day_before or today + WAIT)


def side_rules(match: Match, *, now: datetime.datetime) -> tuple[SideRule, ...]:
    """Return the season's rule for a request now by each side, the home side first.

    Empty if the season does not regulate it, or the match has no date to give notice of. Two queries.
    """
    regulations, zone = _regulations(match), _zone(match)
    if regulations.postponements is None or match.date is None:
        return ()
    season = match.division.season
    before, late = _moved_matches(season, regulations), _late_requests(season)
    starts_at = start_of(match.date, match.starts_at, zone)
    return tuple(
        SideRule(
            team=team,
            verdict=postponement_verdict(
                now,
                starts_at,
                regulations,
                zone,
                before=before[team.pk],
                late_before=late[team.pk],
            ),
        )
        for team in (match.home, match.away)
    )


def _moved_matches(season: Season, regulations: Regulations) -> Counter[int]:
    """Return how many matches each team has had moved this season, without excused ones."""
    rule = regulations.postponements
    agreed = Postponement.objects.filter(state=Postponement.State.AGREED, match__division__season=season)
    rows = agreed.values_list("asked_by", "match__home_id", "match__away_id", "reason")
    return Counter(
        home if asked_by == Side.HOME else away
        for asked_by, home, away, reason in rows
        if rule is None or not is_excused(reason, rule)
    )


def _late_requests(season: Season) -> Counter[int]:
    """Return how many late requests each team has made this season, without waived ones."""
    offences = Offence.objects.filter(season=season, kind__startswith=OffenceKind.LATE_POSTPONEMENT)
    return Counter(offences.exclude(state=Offence.State.WAIVED).values_list("team_id", flat=True))


def _window(match: Match, regulations: Regulations, zone: zoneinfo.ZoneInfo) -> Window | None:
    """Return the days on which the match may be made up: to the last on which it would start in time."""
    first_date = match.postponed_from or match.date
    if first_date is None:
        return None
    limit = replay_by(start_of(first_date, match.starts_at, zone), regulations, zone)
    if limit is None:
        return None
    is_in_time = start_of(limit.date(), match.starts_at, zone) <= limit
    return match.division.season.starts_on, limit.date() if is_in_time else limit.date() - DAY


def _regulations(match: Match) -> Regulations:
    return match.division.season.rule_book.season_regulations()


def _zone(match: Match) -> zoneinfo.ZoneInfo:
    return zoneinfo.ZoneInfo(match.division.season.league.time_zone)
