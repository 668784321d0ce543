"""Requests to move a match: the conversation of one match, and those of a league that wait for an answer."""

import datetime
from dataclasses import dataclass

from django.db.models import F, QuerySet

from league.models import League, Match, Postponement, Side, Team
from league.selectors.owed import settled
from league.selectors.seasons import league_today

State = Postponement.State


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A request to move a match, as it reads on one day. Days are those where the league plays."""

    postponement: Postponement
    match: Match
    asked_on: datetime.date
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


def requests_of(match: Match, *, today: datetime.date) -> tuple[Request, ...]:
    """The conversation about moving one match, the first request first. One query.

    `match` comes with its teams and its league.
    """
    return tuple(_request(one, match, today) for one in match.postponements.order_by("asked_at", "id"))


def waiting_requests(league: League, *, today: datetime.date) -> tuple[Request, ...]:
    """Requests of a league without an answer, the most pressing first. One query.

    Nobody waits for an answer about a match that was played meanwhile, or given without play.
    """
    to_come = Match.objects.filter(division__season__league=league, division__season__is_finished=False)
    return open_requests_of(to_come, today=today)


def open_requests_of(matches: QuerySet[Match], *, today: datetime.date) -> tuple[Request, ...]:
    """Requests about some matches that wait for an answer, the most pressing first. One query."""
    return tuple(_request(one, one.match, today) for one in _known(matches.exclude(settled())))


def unanswered_requests(now: datetime.datetime) -> list[Postponement]:
    """Requests of every league whose time to answer is over, the longest over first. One query.

    Nobody waits for an answer about a match that was played meanwhile, or given without play.
    """
    to_come = Match.objects.filter(division__season__is_finished=False).exclude(settled())
    return list(_known(to_come).filter(answer_by__lte=now))


def _known(matches: QuerySet[Match]) -> QuerySet[Postponement]:
    found = Postponement.objects.filter(state=State.OPEN, match__in=matches)
    known = found.select_related("match__home", "match__away", "match__division__season__league")
    return known.order_by(F("answer_by").asc(nulls_last=True), "asked_at", "id")


def _request(postponement: Postponement, match: Match, today: datetime.date) -> Request:
    league = match.division.season.league

    def day(moment: datetime.datetime | None) -> datetime.date | None:
        return league_today(league, moment) if moment else None

    return Request(
        postponement=postponement,
        match=match,
        asked_on=league_today(league, postponement.asked_at),
        answer_until=day(postponement.answer_by),
        answered_on=day(postponement.answered_at),
        today=today,
    )
