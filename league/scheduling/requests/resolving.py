"""Resolve the names of a requests file against the league, which makes the task to plan.

Also carries the requests of a season over to the next: rules carry over, single days do not.
"""

import datetime
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import partial
from typing import Any

from league.scheduling.planner.calendar import Holidays, SeasonCalendar, UnreadableRequests, monday_of
from league.scheduling.planner.task import (
    Fixed,
    GroupConstraint,
    MeetingCount,
    MeetingRequest,
    Plan,
    PlannedDivision,
    PlannedTeam,
    PlanRequest,
    RunRequest,
    Task,
    TeamRequest,
    TurnRequest,
    Venue,
)
from league.scheduling.requests.days import FEWEST_WEEKS, SeasonSpan
from league.scheduling.requests.feasts import holidays_between
from league.scheduling.requests.fields import DivisionRequests, PubRequests, RequestsFile
from league.shared.grouping import grouped


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueFacts:
    """What the league knows without requests. The divisions need no nights yet; `night` is the usual one,
    Monday 1. `plan` is the present list, if there is one, without the open matches of teams that have `left`.
    `other_pubs` have no team of the season and lend no room; requests may name them.
    """

    teams: tuple[PlannedTeam, ...]
    venues: tuple[Venue, ...]
    divisions: tuple[PlannedDivision, ...]
    first: datetime.date
    last: datetime.date
    night: int
    plan: Plan | None = None
    left: frozenset[str] = frozenset()
    other_pubs: tuple[Venue, ...] = ()

    @property
    def pubs(self) -> tuple[Venue, ...]:
        """All pubs of the league."""
        return (*self.venues, *self.other_pubs)


def task_of(file: RequestsFile, league: LeagueFacts) -> Task:
    """Return the season to plan.

    Raises:
        UnreadableRequests: names the teams, pubs and divisions that the league does not have.
    """
    names = _KeyResolver(league)
    first, last = file.first or league.first, file.last or league.last
    calendar = SeasonCalendar(first=first, last=last, off=file.off)
    named = {night for division in file.divisions for night in division.nights}
    holidays = tuple(
        (holiday.day, holiday.name)
        for holiday in holidays_between(first, last)
        if calendar.off_on(holiday.day) is None and holiday.day not in named
    )
    said: Mapping[Holidays | None, dict[str, Any]] = {
        None: {"holidays": holidays},
        Holidays.FREE: {"free": holidays},
        Holidays.PLAYED: {},
    }
    calendar = replace(calendar, **said[file.bank_holidays])
    divisions = tuple(_divisions(league, names, file, calendar))
    task = Task(
        teams=league.teams,
        venues=tuple(_venues(league, names, file.pubs)),
        divisions=divisions,
        fixed=tuple(
            Fixed(home=names.team(fixed.home), away=names.team(fixed.away), date=fixed.date)
            for fixed in file.fixed
        ),
        requests=tuple(_request(request, names, divisions) for request in file.requests),
        rules=file.rules,
        weights=file.weights,
        fair_draw=file.fair_draw,
        calendar=calendar,
        standing=league.plan if file.keep_before else None,
        keep_before=file.keep_before,
        home_nights={names.team(own.team): own.night for own in file.home_nights},
    )
    if names.faults:
        raise UnreadableRequests(tuple(dict.fromkeys(names.faults)))
    return task


A_FEW = 20
"""A division plays on a day of the week if one in so many matches of the list falls on it."""
NEAR_THE_SEASON = 400
"""Days by which the first and last night of a file may lie outside the season."""


NO_REQUESTS = RequestsFile()


class KnownNames:
    """The names of a league's teams, pubs and divisions; capitals and a leading The make no difference.

    Of the `drafted` requests, those being written, nights of divisions go before the present, and weeks are
    `off` by their Mondays.
    """

    def __init__(self, league: LeagueFacts, drafted: RequestsFile = NO_REQUESTS) -> None:
        self.league = league
        self.teams, self.pubs, self.divisions = map(_by_name, (league.teams, league.pubs, league.divisions))
        names = {team.key: team.name for team in league.teams}
        self.division_of: Mapping[str, str] = {
            names[key]: planned_division.name
            for planned_division in league.divisions
            for key in planned_division.teams
        }

        drafts = {self.division(division.name): division for division in drafted.divisions}
        self.off = {monday_of(off.day): off.kind for off in drafted.off}
        self._drafted_nights = {name: draft.night for name, draft in drafts.items() if draft.night}

    def span(self, first: object = None, last: object = None) -> SeasonSpan:
        """Return the season in which days need no year, wider if `first` or `last` lie outside it."""
        begin, end = self.league.first, self.league.last
        if isinstance(first, type(begin)) and abs((first - begin).days) <= NEAR_THE_SEASON:
            begin = min(begin, first)
        if isinstance(last, type(end)) and abs((last - end).days) <= NEAR_THE_SEASON:
            end = max(end, last)
        return SeasonSpan(first=begin, last=end)

    def team(self, name: str) -> str:
        """Return the league's name of a team; unknown names stay as they are."""
        return self.teams.get(folded(name), name)

    def pub(self, name: str) -> str:
        """Return the league's name of a pub; unknown names stay as they are."""
        return self.pubs.get(folded(name), name)

    def division(self, name: str) -> str:
        """Return the league's name of a division; unknown names stay as they are."""
        return self.divisions.get(folded(name), name)

    def nights_of(self, team: str) -> frozenset[int]:
        """Return the days of the week on which the division of a team plays."""
        return self.nights_of_division(self.division_of.get(team, ""))

    def nights_of_division(self, division: str) -> frozenset[int]:
        """Return the days of the week, Monday 1, on which a division plays: as drafted, or at present."""
        if drafted := self._drafted_nights.get(division):
            return frozenset({drafted})
        keys = {own.key for own in self.league.divisions if own.name == division}
        meetings = self.league.plan.meetings if self.league.plan else ()
        played = Counter(meeting.date.isoweekday() for meeting in meetings if meeting.division in keys)
        usual = {night for night, number in played.items() if number >= len(meetings) / A_FEW}
        return frozenset(usual or {self.league.night})

    def meet(self, team: str, opponent: str) -> bool:
        """Return whether two teams are in one division."""
        return team != opponent and self.division_of.get(team, team) == self.division_of.get(
            opponent, opponent
        )


def nearest(name: str, names: Mapping[str, str]) -> str:
    """Return “; is it The Fleece?” if a name is similar to another, else a full stop."""
    near = get_close_matches(folded(name), names, n=1)
    return f"; is it {names[near[0]]}?" if near else "."


def _by_name(things: Iterable[Any], value: str = "name") -> dict[str, str]:
    """Return the name of each thing, or its key, by both."""
    return {folded(text): getattr(thing, value) for thing in things for text in (thing.key, thing.name)}


def folded(name: str) -> str:
    """Return a name in lower case and without “The”, for comparing."""
    return " ".join(name.casefold().split()).removeprefix("the ")


class _KeyResolver:
    """The league's keys by name, and a sentence in `faults` for each unknown name."""

    def __init__(self, league: LeagueFacts) -> None:
        known = KnownNames(league)
        self.faults: list[str] = []
        self.team = partial(self._key, "team", _by_name(league.teams, "key"), known.teams)
        self.venue = partial(self._key, "pub", _by_name(league.pubs, "key"), known.pubs)
        self.division = partial(self._key, "division", _by_name(league.divisions, "key"), known.divisions)

    def _key(self, what: str, keys: Mapping[str, str], names: Mapping[str, str], name: str) -> str:
        key = keys.get(folded(name), "")
        if not key:
            self.faults.append(f"There is no {what} “{name}”{nearest(name, names)}")
        return key


def _venues(league: LeagueFacts, names: _KeyResolver, pubs: Iterable[PubRequests]) -> Iterable[Venue]:
    requests_by_key = {names.venue(pub.name): pub for pub in pubs}
    for venue in league.pubs:
        pub = requests_by_key.get(venue.key)
        if pub is None:
            if venue in league.venues:
                yield venue
            continue
        yield replace(
            venue,
            capacity=pub.matches or venue.capacity,
            closed=venue.closed | set(pub.closed),
            place=pub.place or venue.place,
        )


def _divisions(
    league: LeagueFacts, names: _KeyResolver, file: RequestsFile, calendar: SeasonCalendar
) -> Iterable[PlannedDivision]:
    requests_by_key = {names.division(requests.name): requests for requests in file.divisions}
    counts = [
        replace(
            count,
            teams=tuple(map(names.team, count.teams)),
            others=tuple(map(names.team, count.others)),
        )
        for count in file.differing
    ]
    for planned_division in league.divisions:
        division = _with_differing(
            planned_division,
            [*counts, *(_of_those_who_left(league, planned_division) if file.keep_before else ())],
        )
        own = requests_by_key.get(division.key)
        weekly = calendar.nights((own.night if own else None) or league.night)
        usual = division.nights or weekly
        nights = calendar.without_weeks_off(own.nights) if own and own.nights else usual
        if own is None:
            yield replace(division, nights=nights)
        else:
            yield replace(division, nights=nights, meetings=own.meetings, second_half=own.second_half)


def _with_differing(division: PlannedDivision, counts: Iterable[MeetingCount]) -> PlannedDivision:
    """Return a division with the counts that are about teams of it."""
    teams = set(division.teams)
    return replace(division, differing=tuple(count for count in counts if teams & set(count.teams)))


def _of_those_who_left(league: LeagueFacts, division: PlannedDivision) -> Iterator[MeetingCount]:
    """Yield how often a team that has left met each of the others: no more than it has."""
    there = Counter(meeting.pair for meeting in league.plan.meetings) if league.plan else Counter()
    for team in sorted(league.left & set(division.teams)):
        by_times = grouped(
            (there[frozenset((team, other))], other) for other in division.teams if other != team
        )
        for times, others in sorted(by_times.items()):
            yield MeetingCount(teams=(team,), others=tuple(others), times=times)


def _request(request: PlanRequest, names: _KeyResolver, divisions: Iterable[PlannedDivision]) -> PlanRequest:
    if isinstance(request, TeamRequest):
        return replace(request, team=names.team(request.team))
    teams = tuple(names.team(team) for team in request.teams)
    if isinstance(request, MeetingRequest) and request.part:
        own = next((division for division in divisions if teams[0] in division.teams), None)
        since, until = own.days_of(request.part) if own else (None, None)
        request = replace(request, since=since, until=until)
    return replace(request, teams=teams)  # type: ignore[arg-type]


WEEK = range(1, 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedRequests:
    """The requests that carry over, and what was left behind, each in a few words."""

    file: RequestsFile
    left: tuple[str, ...]


def carried(file: RequestsFile, before: SeasonSpan, league: LeagueFacts) -> CarriedRequests:
    """Return the requests of an earlier season, `before`, for the league as it is now.

    Nights of the week, room, rules and weights carry over, and days that were every Tuesday of the season.
    All other days are left behind, as are requests about teams, pubs and divisions that are gone.
    """
    carrying = _Carrying(before, league)
    carried_file = RequestsFile(
        rules=file.rules,
        weights=file.weights,
        fair_draw=file.fair_draw,
        divisions=tuple(carrying.divisions(file)),
        pubs=tuple(carrying.pubs(file)),
        requests=tuple(carrying.requests(file)),
        home_nights=tuple(own for own in file.home_nights if folded(own.team) in carrying.known.teams),
    )
    return CarriedRequests(file=carried_file, left=tuple(carrying.left(file, carried_file)))


class _Carrying:
    def __init__(self, before: SeasonSpan, league: LeagueFacts) -> None:
        self.before, self.season = before, SeasonSpan(first=league.first, last=league.last)
        self.known = KnownNames(league)

    def divisions(self, file: RequestsFile) -> Iterator[DivisionRequests]:
        for division in file.divisions:
            if folded(division.name) in self.known.divisions:
                yield replace(division, nights=())

    def pubs(self, file: RequestsFile) -> Iterator[PubRequests]:
        for pub in file.pubs:
            carried_pub = replace(pub, closed=self._weekly(pub.closed))
            if folded(pub.name) in self.known.pubs and (
                carried_pub.matches or carried_pub.closed or carried_pub.place
            ):
                yield carried_pub

    def requests(self, file: RequestsFile) -> Iterator[PlanRequest]:
        for request in file.requests:
            if isinstance(request, TeamRequest) and folded(request.team) in self.known.teams:
                carried_request = replace(request, days=self._weekly(request.days))
                if carried_request.days or carried_request.ends:
                    yield carried_request
            elif isinstance(request, GroupConstraint | RunRequest | TurnRequest):
                teams = tuple(team for team in request.teams if folded(team) in self.known.teams)
                is_whole = not isinstance(request, TurnRequest) or teams == request.teams
                if is_whole and len(teams) > isinstance(request, GroupConstraint):
                    yield replace(request, teams=teams)
            elif isinstance(request, MeetingRequest) and request.part:
                first, second = map(self.known.team, request.teams)
                if {first, second} <= self.known.division_of.keys() and self.known.meet(first, second):
                    yield request

    def left(self, file: RequestsFile, carried_file: RequestsFile) -> Iterator[str]:
        pubs = sum(bool(pub.closed) for pub in file.pubs) - sum(bool(pub.closed) for pub in carried_file.pubs)
        counts = (
            (len(file.off), "week off", "weeks off"),
            (pubs, "pub’s closed nights", "pubs’ closed nights"),
            (len(file.fixed), "fixed match", "fixed matches"),
            (
                len(file.requests) - len(carried_file.requests),
                "request for single days",
                "requests for single days",
            ),
        )
        for number, text, many in counts:
            if number > 0:
                yield f"{number} {text if number == 1 else many}"

    def _weekly(self, days: tuple[datetime.date, ...]) -> tuple[datetime.date, ...]:
        """Return all Tuesdays of this season, say, if the days were all Tuesdays of the season before."""
        days_before = set(days)
        days_now: list[datetime.date] = []
        for weekday in WEEK:
            then = self.before.weekdays(weekday)
            if len(then) >= FEWEST_WEEKS and days_before.issuperset(then):
                days_now += self.season.weekdays(weekday)
        return tuple(sorted(days_now))
