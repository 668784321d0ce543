"""Resolve the names of a requests file against the league, giving the task to plan.

Also carries a season's requests over to the next: rules carry over, single days do not.
"""

import datetime
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches

from league.scheduling.planner.calendar import SeasonCalendar, UnreadableRequests
from league.scheduling.planner.task import (
    Fixed,
    GroupConstraint,
    Plan,
    PlannedDivision,
    PlannedTeam,
    PlanRequest,
    Task,
    TeamRequest,
    Venue,
)
from league.scheduling.requests.days import FEWEST_WEEKS, SeasonSpan
from league.scheduling.requests.file import DivisionRequests, PubRequests, RequestsFile


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueFacts:
    """What the league knows without wishes. The divisions need no nights yet; `night` is the usual one,
    Monday 1. `plan` is the list as it stands, if there is one."""

    teams: tuple[PlannedTeam, ...]
    venues: tuple[Venue, ...]
    divisions: tuple[PlannedDivision, ...]
    first: datetime.date
    last: datetime.date
    night: int
    plan: Plan | None = None


def task_of(file: RequestsFile, league: LeagueFacts) -> Task:
    """Return the season to plan. UnreadableWishes names the teams, pubs and divisions that are not there."""
    names = _KeyResolver(league)
    calendar = SeasonCalendar(first=file.first or league.first, last=file.last or league.last, off=file.off)
    task = Task(
        teams=league.teams,
        venues=tuple(_venues(league, names, file.pubs)),
        divisions=tuple(_divisions(league, names, file.divisions, calendar)),
        fixed=tuple(
            Fixed(home=names.team(fixed.home), away=names.team(fixed.away), date=fixed.date)
            for fixed in file.fixed
        ),
        requests=tuple(_request(request, names) for request in file.requests),
        rules=file.rules,
        weights=file.weights,
        fair_draw=file.fair_draw,
        calendar=calendar,
        standing=league.plan if file.keep_before else None,
        keep_before=file.keep_before,
    )
    if names.faults:
        raise UnreadableRequests(tuple(dict.fromkeys(names.faults)))
    return task


NEAR_THE_SEASON = 400
"""Days by which the season's first and last night may lie outside the season as it is."""


class KnownNames:
    """The names of a league's teams, pubs and divisions; capitals and a leading The make no difference."""

    def __init__(self, league: LeagueFacts) -> None:
        self.league = league
        self.teams = _by_name((team.key, team.name) for team in league.teams)
        self.pubs = _by_name((venue.key, venue.name) for venue in league.venues)
        self.divisions = _by_name((division.key, division.name) for division in league.divisions)
        names = {team.key: team.name for team in league.teams}
        self.division_of: Mapping[str, str] = {
            names[key]: planned_division.name
            for planned_division in league.divisions
            for key in planned_division.teams
        }

    def span(self, first: object = None, last: object = None) -> SeasonSpan:
        """Return the season in which days need no year; wider where its first or last night was set so."""
        begin, end = self.league.first, self.league.last
        if isinstance(first, type(begin)) and abs((first - begin).days) <= NEAR_THE_SEASON:
            begin = min(begin, first)
        if isinstance(last, type(end)) and abs((last - end).days) <= NEAR_THE_SEASON:
            end = max(end, last)
        return SeasonSpan(first=begin, last=end)

    def team(self, name: str) -> str:
        """Return a team as the league calls it; what was said where there is none."""
        return self.teams.get(folded(name), name)

    def pub(self, name: str) -> str:
        """Return a pub as the league calls it; what was said where there is none."""
        return self.pubs.get(folded(name), name)

    def division(self, name: str) -> str:
        """Return a division as the league calls it; what was said where there is none."""
        return self.divisions.get(folded(name), name)

    def meet(self, one: str, other: str) -> bool:
        """Return whether two teams are of one division."""
        return one != other and self.division_of.get(one, one) == self.division_of.get(other, other)


def nearest(name: str, names: Mapping[str, str]) -> str:
    """“; is it The Fleece?” where a name is nearly another; a full stop where none is near."""
    near = get_close_matches(folded(name), names, n=1)
    return f"; is it {names[near[0]]}?" if near else "."


def _by_name(things: Iterable[tuple[str, str]]) -> dict[str, str]:
    texts: dict[str, str] = {}
    for key, name in things:
        texts[folded(key)] = texts[folded(name)] = name
    return texts


def folded(name: str) -> str:
    """Return a name without its capitals and its “The”, as names are compared."""
    return " ".join(name.casefold().split()).removeprefix("the ")


class _KeyResolver:
    """The league's keys by name, and a sentence in `faults` for each name that is not there."""

    def __init__(self, league: LeagueFacts) -> None:
        self.known = KnownNames(league)
        self.team_keys = {folded(name): team.key for team in league.teams for name in (team.key, team.name)}
        self.venue_keys = {
            folded(name): venue.key for venue in league.venues for name in (venue.key, venue.name)
        }
        self.division_keys = {
            folded(name): division.key
            for division in league.divisions
            for name in (division.key, division.name)
        }
        self.faults: list[str] = []

    def team(self, name: str) -> str:
        return self._key(name, "team", self.team_keys, self.known.teams)

    def venue(self, name: str) -> str:
        return self._key(name, "pub", self.venue_keys, self.known.pubs)

    def division(self, name: str) -> str:
        return self._key(name, "division", self.division_keys, self.known.divisions)

    def _key(self, name: str, what: str, keys: Mapping[str, str], names: Mapping[str, str]) -> str:
        key = keys.get(folded(name), "")
        if not key:
            self.faults.append(f"There is no {what} “{name}”{nearest(name, names)}")
        return key


def _venues(league: LeagueFacts, names: _KeyResolver, pubs: Iterable[PubRequests]) -> Iterable[Venue]:
    requests_by_key = {names.venue(pub.name): pub for pub in pubs}
    for venue in league.venues:
        pub = requests_by_key.get(venue.key)
        if pub is None:
            yield venue
            continue
        yield replace(
            venue,
            capacity=pub.matches or venue.capacity,
            closed=venue.closed | set(pub.closed),
            place=pub.place or venue.place,
        )


def _divisions(
    league: LeagueFacts, names: _KeyResolver, requested: Iterable[DivisionRequests], calendar: SeasonCalendar
) -> Iterable[PlannedDivision]:
    requests_by_key = {names.division(requests.name): requests for requests in requested}
    for division in league.divisions:
        own = requests_by_key.get(division.key)
        weekly = calendar.nights((own.night if own else None) or league.night)
        nights = tuple(sorted(own.nights)) if own and own.nights else division.nights or weekly
        if own is None:
            yield replace(division, nights=nights)
        else:
            yield replace(division, nights=nights, meetings=own.meetings, second_half=own.second_half)


def _request(request: PlanRequest, names: _KeyResolver) -> PlanRequest:
    if isinstance(request, TeamRequest):
        return replace(request, team=names.team(request.team))
    teams = tuple(names.team(team) for team in request.teams)
    return replace(request, teams=teams)  # type: ignore[arg-type]


WEEK = range(1, 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedRequests:
    """The wishes that carry over, and what was left behind, each in a few words."""

    file: RequestsFile
    left: tuple[str, ...]


def carried(file: RequestsFile, before: SeasonSpan, league: LeagueFacts) -> CarriedRequests:
    """Return the wishes of a season that ran from `before.first` to `before.last`, for the league as it is
    now.

    Nights of the week, room, rules and weights carry over, and days that were every Tuesday of the season.
    All other days stay behind, and whatever names a team, a pub or a division that is not there any more.
    """
    carrying = _Carrying(before, league)
    kept = RequestsFile(
        rules=file.rules,
        weights=file.weights,
        fair_draw=file.fair_draw,
        divisions=tuple(carrying.divisions(file)),
        pubs=tuple(carrying.pubs(file)),
        requests=tuple(carrying.requests(file)),
    )
    return CarriedRequests(file=kept, left=tuple(carrying.left(file, kept)))


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
            kept = replace(pub, closed=self._weekly(pub.closed))
            if folded(pub.name) in self.known.pubs and (kept.matches or kept.closed or kept.place):
                yield kept

    def requests(self, file: RequestsFile) -> Iterator[PlanRequest]:
        for request in file.requests:
            if isinstance(request, TeamRequest) and folded(request.team) in self.known.teams:
                kept = replace(request, days=self._weekly(request.days))
                if kept.days or kept.ends:
                    yield kept
            elif isinstance(request, GroupConstraint):
                teams = tuple(team for team in request.teams if folded(team) in self.known.teams)
                if len(teams) > 1:
                    yield replace(request, teams=teams)

    def left(self, file: RequestsFile, kept: RequestsFile) -> Iterator[str]:
        pubs = sum(bool(pub.closed) for pub in file.pubs) - sum(bool(pub.closed) for pub in kept.pubs)
        counts = (
            (len(file.off), "week off", "weeks off"),
            (pubs, "pub’s closed nights", "pubs’ closed nights"),
            (len(file.fixed), "fixed match", "fixed matches"),
            (len(file.requests) - len(kept.requests), "wish of single days", "wishes of single days"),
        )
        for number, text, many in counts:
            if number > 0:
                yield f"{number} {text if number == 1 else many}"

    def _weekly(self, days: tuple[datetime.date, ...]) -> tuple[datetime.date, ...]:
        """Return the days of this season where they were every Tuesday, say, of the season before."""
        said = set(days)
        found: list[datetime.date] = []
        for weekday in WEEK:
            then = self.before.weekdays(weekday)
            if len(then) >= FEWEST_WEEKS and said.issuperset(then):
                found += self.season.weekdays(weekday)
        return tuple(sorted(found))
