"""From a wishes file and the league as it is to the task: names become the league's own keys."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches

from league.fixturing.calendar import Calendar
from league.fixturing.errors import UnreadableWishes
from league.fixturing.plans import Plan
from league.fixturing.task import Division, Fixed, Task, Team, Venue
from league.fixturing.wishes import TeamWish, Wish
from league.fixturing.wishes_file.values import DivisionWishes, PubWishes, WishesFile


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueAsItIs:
    """What the league knows without wishes. The divisions need no nights yet; `night` is the usual one,
    Monday 1. `plan` is the list as it stands, if there is one."""

    teams: tuple[Team, ...]
    venues: tuple[Venue, ...]
    divisions: tuple[Division, ...]
    first: datetime.date
    last: datetime.date
    night: int
    plan: Plan | None = None


def task_of(file: WishesFile, league: LeagueAsItIs) -> Task:
    """The season to plan. UnreadableWishes names the teams, pubs and divisions that are not there."""
    names = _Names(league)
    calendar = Calendar(first=file.first or league.first, last=file.last or league.last, off=file.off)
    task = Task(
        teams=league.teams,
        venues=tuple(_venues(league, names, file.pubs)),
        divisions=tuple(_divisions(league, names, file.divisions, calendar)),
        fixed=tuple(
            Fixed(home=names.team(one.home), away=names.team(one.away), date=one.date) for one in file.fixed
        ),
        wishes=tuple(_wish(wish, names) for wish in file.wishes),
        rules=file.rules,
        weights=file.weights,
        fair_draw=file.fair_draw,
        calendar=calendar,
        standing=league.plan if file.keep_before else None,
        keep_before=file.keep_before,
    )
    if names.faults:
        raise UnreadableWishes(tuple(dict.fromkeys(names.faults)))
    return task


class _Names:
    def __init__(self, league: LeagueAsItIs) -> None:
        self.teams = {folded(name): team.key for team in league.teams for name in (team.key, team.name)}
        self.venues = {folded(name): venue.key for venue in league.venues for name in (venue.key, venue.name)}
        self.divisions = {folded(name): one.key for one in league.divisions for name in (one.key, one.name)}
        names = [team.name for team in league.teams]
        names += [venue.name for venue in league.venues] + [one.name for one in league.divisions]
        self.shown = {folded(name): name for name in names}
        self.faults: list[str] = []

    def team(self, name: str) -> str:
        return self._find(self.teams, name, "team")

    def venue(self, name: str) -> str:
        return self._find(self.venues, name, "pub")

    def division(self, name: str) -> str:
        return self._find(self.divisions, name, "division")

    def _find(self, known: Mapping[str, str], name: str, what: str) -> str:
        found = known.get(folded(name))
        if found is None:
            near = get_close_matches(folded(name), known, n=1)
            meant = f"; is it {self.shown.get(near[0], near[0])}?" if near else "."
            self.faults.append(f"There is no {what} “{name}”{meant}")
        return found or ""


def folded(name: str) -> str:
    """A name without its capitals and its “The”, as names are compared."""
    return " ".join(name.casefold().split()).removeprefix("the ")


def _venues(league: LeagueAsItIs, names: _Names, pubs: Iterable[PubWishes]) -> Iterable[Venue]:
    said = {names.venue(pub.name): pub for pub in pubs}
    for venue in league.venues:
        pub = said.get(venue.key)
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
    league: LeagueAsItIs, names: _Names, wished: Iterable[DivisionWishes], calendar: Calendar
) -> Iterable[Division]:
    said = {names.division(one.name): one for one in wished}
    for division in league.divisions:
        own = said.get(division.key)
        weekly = calendar.nights((own.night if own else None) or league.night)
        nights = tuple(sorted(own.nights)) if own and own.nights else division.nights or weekly
        if own is None:
            yield replace(division, nights=nights)
        else:
            yield replace(division, nights=nights, meetings=own.meetings, second_half=own.second_half)


def _wish(wish: Wish, names: _Names) -> Wish:
    if isinstance(wish, TeamWish):
        return replace(wish, team=names.team(wish.team))
    teams = tuple(names.team(team) for team in wish.teams)
    return replace(wish, teams=teams)  # type: ignore[arg-type]
