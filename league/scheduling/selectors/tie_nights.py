"""Reads spare nights for ties of a cup's round or groups: both sides and tables at the pub free, in time."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from league.cups.selectors.cup_pages import CupOnPage, RoundOnPage
from league.cups.selectors.dated_ties import dated_ties
from league.cups.selectors.rooms import tables_of_tie
from league.cups.selectors.tie_pages import TieOnPage
from league.matches.rooms import no_room, tables_of, to_be_played
from league.models import Cup, Pub
from league.scheduling.planner.calendar import (
    DAY,
    WEEK,
    SeasonCalendar,
    WeekOff,
    monday_of,
    short_day,
)
from league.scheduling.requests.resolving import folded
from league.scheduling.selectors.plans import plan_in_force, requests_of_plan

FRIDAY = 5
FAR_BACK, FAR_OFF = datetime.date(1, 1, 8), datetime.date.max
CUP_WEEK_NOTICE = 3 * DAY
"""A cup week is known from the start of the season, so that less notice will do than for another night."""
SELDOM = 4
"""A night on which less than a quarter of the matches is played is no usual night."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TieNight:
    """The night proposed for a tie and why it; without a night why there is none."""

    each: TieOnPage
    date: datetime.date | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SpareNights:
    """The nights proposed until a last day, for ties without one: of a round, or of all rounds of groups."""

    rounds: tuple[RoundOnPage, ...]
    by: datetime.date
    nights: tuple[TieNight, ...]

    @property
    def title(self) -> str:
        """What the rounds are called."""
        first, last = self.rounds[0].round, self.rounds[-1].round
        return first.title if first == last else f"Groups, rounds {first.number} to {last.number}"

    @property
    def found(self) -> int:
        """How many ties have a night."""
        return sum(night.date is not None for night in self.nights)


@dataclass(slots=True)
class _Taken:
    """What is planned: the nights of each team, the tables taken in each pub, the usual days of the week.

    `shut` are the nights on which a pub cannot host, by its name in lower case.
    """

    nights: dict[int, set[datetime.date]] = field(default_factory=lambda: defaultdict(set))
    tables: dict[tuple[int, datetime.date], list[int]] = field(default_factory=lambda: defaultdict(list))
    days: dict[int, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    of_cup: Counter[int] = field(default_factory=Counter)
    shut: Mapping[str, frozenset[datetime.date]] = field(default_factory=dict)

    def add(self, teams: Iterable[int], venue: Pub | None, date: datetime.date, tables: int) -> None:
        for team in teams:
            self.nights[team].add(date)
        if venue:
            self.tables[venue.pk, date].append(tables)

    def is_usual(self, teams: Iterable[int], date: datetime.date) -> bool:
        """Return whether the cup or one of its sides usually plays on that day of the week."""
        usual = _usual(self.of_cup).union(*(_usual(self.days[team]) for team in teams))
        return date.isoweekday() in usual if usual else date.isoweekday() <= FRIDAY

    def has_week_free(self, teams: Iterable[int], date: datetime.date) -> bool:
        return not any(monday_of(date) == monday_of(night) for team in teams for night in self.nights[team])


def _usual(days: Counter[int]) -> set[int]:
    return {day for day, times in days.items() if times * SELDOM >= days.total()}


def spare_nights(
    page: CupOnPage, *, today: datetime.date, by: datetime.date | None = None
) -> SpareNights | None:
    """Return the first spare night for each tie that has none, the ties one after the other.

    It is for the first round with such ties, or for all rounds of groups together; None if there is none.
    Without `by` they are played before the next round, or before the end of the season. Second legs follow,
    each after its first leg; in groups each side plays its rounds in their order, each in a week of its own
    where there is one.
    A night in the next cup week comes first, then the soonest other usual night, then other days from Monday
    to Friday; less than a week ahead only if there is no other. Later cup weeks are for later rounds, and no
    better than other nights. A tie whose pub has closed gets no night and says so. Six queries, or three more
    with other cups.
    """
    rounds = _without_nights(page)
    if not rounds:
        return None
    season = page.cup.season
    by = by or _play_by(page, rounds[-1])
    first = max(today + DAY, season.starts_on)
    last = min(by, season.ends_on)
    days = [first + number * DAY for number in range((last - first).days + 1)]
    taken, requests = _taken(page.cup), requests_of_plan(plan_in_force(season, published_only=True))
    taken.shut = {folded(pub.name): frozenset(pub.closed) for pub in requests.pubs}
    calendar = SeasonCalendar(first=season.starts_on, last=season.ends_on, off=requests.off)
    proposals: list[TieNight] = []
    for tie in (tie for each in rounds for tie in _undated(each)):
        tables = _tables(page.cup, tie)
        after, before = _between(page, tie, proposals)
        in_order = [day for day in days if after < day < before]
        in_other_weeks = [day for day in in_order if monday_of(after) < monday_of(day) < monday_of(before)]
        proposal = _night(tie, in_other_weeks, taken, calendar, today=today, last=last, tables=tables)
        if not proposal.date:
            proposal = _night(tie, in_order, taken, calendar, today=today, last=last, tables=tables)
        if proposal.date:
            teams = [team.pk for team in tie.teams if team]
            taken.add(teams, tie.venue, proposal.date, tables)
        proposals.append(proposal)
    return SpareNights(rounds=rounds, by=by, nights=tuple(proposals))


def _without_nights(page: CupOnPage) -> tuple[RoundOnPage, ...]:
    """Return the first round of which a tie can be played and has no night; all of them in groups."""
    rounds = [each for each in page.rounds if _undated(each)]
    of_groups = tuple(each for each in rounds if each.round.is_of_groups)
    return of_groups or tuple(rounds[:1])


def _play_by(page: CupOnPage, each: RoundOnPage) -> datetime.date:
    """Return the last day of a round: the one before the next round, or the last of the season."""
    later = [other.date for other in page.rounds if other.date and other.round.number > each.round.number]
    before = min(later, default=None) or page.cup.finals_on
    return before - DAY if before else page.cup.season.ends_on


def _between(
    page: CupOnPage, tie: TieOnPage, proposals: Iterable[TieNight]
) -> tuple[datetime.date, datetime.date]:
    """Return the nights of its sides before and after a tie: its first leg, or their ties of other rounds."""
    nights = {(night.each.tie.round, night.each.tie.number): night.date for night in proposals}
    earliest, latest = FAR_BACK, FAR_OFF
    place = tie.tie.round, tie.tie.number
    if tie.is_second_leg:
        first = page.tie(*place)
        date = first.date if first and not first.is_second_leg else None
        return date or nights.get(place) or earliest, latest
    sides = {tie.tie.home.entrant, tie.tie.away.entrant}
    dated = [
        (other.tie.round, date)
        for each in page.rounds
        for other in each.ties
        if sides & {other.tie.home.entrant, other.tie.away.entrant}
        if (date := other.date or nights.get((other.tie.round, other.tie.number)))
    ]
    return (
        max((date for number, date in dated if number < tie.tie.round), default=earliest),
        min((date for number, date in dated if number > tie.tie.round), default=latest),
    )


def _undated(each: RoundOnPage) -> list[TieOnPage]:
    firsts, seconds = each.ties, (tie.second for tie in each.ties if tie.second)
    known = (tie for tie in (*firsts, *seconds) if tie.tie.is_open and tie.date is None)
    return [tie for tie in known if tie.venue or tie.closed_pub]


def _tables(cup: Cup, tie: TieOnPage) -> int:
    return cup.season.rule_book.tables if any(tie.teams) else 1


def _taken(cup: Cup) -> _Taken:
    season, taken = cup.season, _Taken()
    year = (season.starts_on - DAY, season.ends_on + DAY)
    for match in to_be_played(year).filter(division__season__league=season.league_id).select_related("venue"):
        if match.date:
            sides = (match.home_id, match.away_id)
            taken.add(sides, match.venue, match.date, tables_of(match))
            for team in sides:
                taken.days[team][match.date.isoweekday()] += 1
    cups = Cup.objects.filter(season__league=season.league_id, season__is_finished=False)
    for tie in dated_ties(cups):
        if tie.cup == cup and not tie.on_page.tie.is_neutral:
            taken.of_cup[tie.date.isoweekday()] += 1
        if not tie.on_page.tie.is_over:
            teams = [team.pk for team in tie.on_page.teams if team]
            taken.add(teams, tie.on_page.venue, tie.date, tables_of_tie(tie))
    return taken


def _night(
    each: TieOnPage,
    days: Sequence[datetime.date],
    taken: _Taken,
    calendar: SeasonCalendar,
    *,
    tables: int,
    today: datetime.date,
    last: datetime.date,
) -> TieNight:
    teams = [team.pk for team in each.teams if team]
    venue = each.venue
    if each.closed_pub:
        return TieNight(each=each, date=None, reason=f"{each.closed_pub} has closed. Choose another pub.")
    ranked: list[tuple[bool, int, datetime.date, str]] = []
    usual = [day for day in days if taken.is_usual(teams, day)]
    cup_week = _next_cup_week(usual, calendar, today)
    for day in days:
        off = calendar.off_on(day)
        is_shut = off is not None and off.kind is WeekOff.BLANK
        is_taken = any(day in taken.nights[team] for team in teams)
        if is_shut or is_taken or venue is None:
            continue
        if day in taken.shut.get(folded(venue.name), ()):
            continue
        if no_room(venue, day, needed=tables, taken=taken.tables[venue.pk, day]):
            continue
        is_next = monday_of(day) == cup_week and day - today >= CUP_WEEK_NOTICE
        rank, reason = _rank(taken, teams, day, is_cup_week=is_next)
        if rank is not None:
            ranked.append((rank > 0 and day - today < WEEK, rank, day, reason))
    if not ranked:
        until = f"until {short_day(last)}"
        return TieNight(each=each, date=None, reason=f"No night {until} has both sides and {venue} free.")
    is_short, _, date, reason = min(ranked)
    return TieNight(each=each, date=date, reason=f"{reason}, at short notice." if is_short else f"{reason}.")


def _next_cup_week(
    days: Iterable[datetime.date], calendar: SeasonCalendar, today: datetime.date
) -> datetime.date | None:
    """Return the Monday of the first cup week of which there is notice enough."""
    known = (day for day in days if day - today >= CUP_WEEK_NOTICE)
    offs = ((day, calendar.off_on(day)) for day in known)
    return next((monday_of(day) for day, off in offs if off and off.kind is WeekOff.CUP), None)


def _rank(
    taken: _Taken, teams: Sequence[int], day: datetime.date, *, is_cup_week: bool
) -> tuple[int | None, str]:
    free = (
        "Neither side plays that week"
        if taken.has_week_free(teams, day)
        else "Both sides and the pub are free"
    )
    if taken.is_usual(teams, day):
        return (0, "Cup week") if is_cup_week else (1, free)
    return (2, f"{free}; there is no usual night") if day.isoweekday() <= FRIDAY else (None, "")
