"""Judge the fixtures of a season as they are published: what is broken, what was traded, what was looked at.

It knows nothing of how a plan is made, and shares no code with the planner's conditions. Everything goes by
the names that people read.
"""

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, groupby, pairwise

WEEK = datetime.timedelta(weeks=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A league match, home team first, or a cup tie; `date` is None without a new date.

    A tie has a `title` and no division. `is_played`: it has a result, so its night and pub are as they were.
    """

    date: datetime.date | None
    teams: tuple[str, ...]
    pub: str = ""
    tables: int = 1
    division: str = ""
    title: str = ""
    is_played: bool = False

    def __str__(self) -> str:
        day = f"{self.date:%A} {self.date.day} {self.date:%B %Y}" if self.date else "no date"
        return f"{self.title or ' v '.join(self.teams)} on {day}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """A team on a day must be at home (True), away (False) or without a match (None): one of `allowed`."""

    team: str
    date: datetime.date
    allowed: tuple[bool | None, ...]
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedSeason:
    """A season as it is, or would be, published.

    `meetings` are how often each two teams are to meet; `off` the weeks off by their Mondays, and `holidays`
    the bank holidays, each with its name; `tables` how many a pub has; `home` the pub of each team.
    `return_after` is in weeks; 0 is no limit for it and for the longest run.
    """

    first: datetime.date
    last: datetime.date
    events: tuple[Event, ...]
    meetings: Mapping[frozenset[str], int] = field(default_factory=dict)
    off: Mapping[datetime.date, str] = field(default_factory=dict)
    holidays: Mapping[datetime.date, str] = field(default_factory=dict)
    closed: Mapping[str, frozenset[datetime.date]] = field(default_factory=dict)
    tables: Mapping[str, int] = field(default_factory=dict)
    home: Mapping[str, str] = field(default_factory=dict)
    promises: tuple[Promise, ...] = ()
    longest_run: int = 0
    return_after: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What is broken, in sentences; what was traded and what was looked at, with their figures."""

    breaches: tuple[str, ...]
    traded: Mapping[str, int | str]
    checked: Mapping[str, int]

    @property
    def sentence(self) -> str:
        """The judgement in a sentence."""
        if self.breaches:
            return f"Conditions broken: {len(self.breaches)}."
        return "Every condition holds."


def judge(season: PublishedSeason) -> Verdict:
    """Return the verdict on a season."""
    matches = sorted((event for event in season.events if event.division and event.date), key=_night)
    runs = dict(_runs(matches))
    breaches = (
        *_meetings(season),
        *_nights(season),
        *_clashes(season),
        *_turns(season, runs, matches),
        *_promises(season),
    )
    gaps = [(later.date - earlier.date) // WEEK for earlier, later in _returns(matches)]  # type: ignore[operator]  # all have a date
    away = [match for match in matches if match.pub != season.home.get(match.teams[0], match.pub)]
    return Verdict(
        breaches=tuple(dict.fromkeys(breaches)),
        traded={
            "breaks": sum(length - 1 for lengths in runs.values() for length in lengths),
            "longest run": max((max(lengths) for lengths in runs.values()), default=0),
            "earliest return in weeks": min(gaps, default=0),
            "matches at other pubs": len(away),
            "last night": str(max(map(_night, matches))) if matches else "",
        },
        checked={
            "matches": sum(bool(event.division) for event in season.events),
            "cup ties": sum(not event.division for event in season.events),
            "couples": len(season.meetings),
            "weeks off": len(season.off),
            "bank holidays": len(season.holidays),
            "closed nights of pubs": sum(map(len, season.closed.values())),
            "promises": len(season.promises),
        },
    )


def _night(event: Event) -> datetime.date:
    return event.date or datetime.date.max


def _meetings(season: PublishedSeason) -> Iterator[str]:
    """Yield couples that meet too often or too seldom, and turns of home that are not even."""
    homes = Counter(event.teams[:2] for event in season.events if event.division)
    for couple, times in season.meetings.items():
        one, two = sorted(couple)
        at_one, at_two = homes[one, two], homes[two, one]
        if at_one + at_two != times:
            yield f"{one} and {two} meet {at_one + at_two} times; {times} would be right."
        elif abs(at_one - at_two) > times % 2:
            yield f"{one} and {two} are at home {at_one} and {at_two} times."
    for teams in homes:
        if frozenset(teams) not in season.meetings:
            yield f"{' v '.join(teams)} is no match of a division."


def _nights(season: PublishedSeason) -> Iterator[str]:
    """Yield what is to come on a night that is none: outside the season, off, a holiday, or not known."""
    for event in season.events:
        if event.is_played:
            continue
        if event.date is None:
            yield f"{event}."
            continue
        monday = event.date - datetime.timedelta(days=event.date.weekday())
        if not season.first <= event.date <= season.last:
            yield f"{event} is outside the season."
        if event.division and monday in season.off:
            yield f"{event} is in a week off ({season.off[monday]})."
        if event.date in season.holidays:
            yield f"{event} is on a bank holiday ({season.holidays[event.date]})."
        if event.date in season.closed.get(event.pub, ()):
            yield f"{event}: {event.pub} is shut."


def _clashes(season: PublishedSeason) -> Iterator[str]:
    """Yield teams with two matches on a night, and pubs with fewer tables than are needed."""
    teams: defaultdict[tuple[str, datetime.date], list[Event]] = defaultdict(list)
    pubs: defaultdict[tuple[str, datetime.date], list[Event]] = defaultdict(list)
    for event in season.events:
        if event.date and not event.is_played:
            pubs[event.pub, event.date].append(event)
            for team in event.teams:
                teams[team, event.date].append(event)
    for (team, _), events in teams.items():
        for one, two in combinations(events, 2):
            yield f"{team} play twice on a night: {one}; {two}."
    for (pub, _), events in pubs.items():
        needed = sum(event.tables for event in events)
        if pub in season.tables and needed > season.tables[pub]:
            yield f"{pub} has {season.tables[pub]} tables, not {needed}: {'; '.join(map(str, events))}."


def _runs(matches: list[Event]) -> Iterator[tuple[str, list[int]]]:
    """Yield the lengths of each team's runs at home or away."""
    for team in {team for match in matches for team in match.teams}:
        sides = [match.teams[0] == team for match in matches if team in match.teams]
        yield team, [len(list(run)) for _, run in groupby(sides)]


def _returns(matches: list[Event]) -> Iterator[tuple[Event, Event]]:
    met: defaultdict[frozenset[str], list[Event]] = defaultdict(list)
    for match in matches:
        met[frozenset(match.teams)].append(match)
    for own in met.values():
        yield from pairwise(own)


def _turns(season: PublishedSeason, runs: Mapping[str, list[int]], matches: list[Event]) -> Iterator[str]:
    """Yield runs that are too long, and returns that come too soon."""
    for team, lengths in runs.items():
        if season.longest_run and max(lengths) > season.longest_run:
            yield f"{team} are {max(lengths)} times running at home or away, not {season.longest_run}."
    for before, after in _returns(matches):
        weeks = (_night(after) - _night(before)) // WEEK
        if weeks < season.return_after:
            yield f"{after} returns {weeks} weeks after the first; {season.return_after} is the least."


def _promises(season: PublishedSeason) -> Iterator[str]:
    """Yield the promises that are not kept."""
    at = {
        (team, event.date): event.teams[0] == team
        for event in season.events
        if event.division
        for team in event.teams
    }
    for promise in season.promises:
        if at.get((promise.team, promise.date)) not in promise.allowed:
            yield f"A promise is not kept: {promise.words}."
