"""Judge the fixtures of a season as they are, or would be, published: broken, traded, looked at, to be asked.

It takes matches and what was asked of them as they stand, knows nothing of how a plan is made, and shares no
code with the planner's conditions.
"""

import datetime
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby, pairwise

from league.scheduling.planner.calendar import DAYS, WEEK, day_in_words, monday_of
from league.scheduling.planner.phrases import request_words
from league.scheduling.planner.task import (
    End,
    Fixed,
    GroupConstraint,
    Meeting,
    PlanRequest,
    RunRequest,
    TeamGroup,
    TeamRequest,
    Turn,
    TurnRequest,
    Where,
)
from league.shared.grouping import grouped
from league.shared.text import plural


class Kind(StrEnum):
    """What kind of condition is broken."""

    STRANGER = "stranger"
    UNDATED = "undated"
    MEETINGS = "meetings"
    HOME_RIGHTS = "home rights"
    TWICE_A_ROUND = "twice a round"
    TWICE_A_NIGHT = "twice a night"
    NIGHT = "night"
    LEG = "leg"
    FORM = "form"
    ROOM = "room"
    CLOSED = "closed"
    FIXED = "fixed"
    RETURN = "return"
    RUN = "run"
    REQUEST = "wish"
    PAST = "past"


# Where a team may be so that its request is met: at home (True), away (False), without a match (None).
SIDES_ALLOWED: Mapping[Where, tuple[bool | None, ...]] = {
    Where.HOME: (True,),
    Where.NOT_HOME: (False, None),
    Where.AWAY: (False,),
    Where.NOT_AWAY: (True, None),
    Where.NO_MATCH: (None,),
}


@dataclass(frozen=True, slots=True)
class Breach:
    """A condition that is broken, with the sentence that names teams and nights."""

    kind: Kind
    sentence: str

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A league match, home team first, or a cup tie; `date` is None without a new date.

    A tie has a `title`, its `cup` and round (`week`), and no division: rounds of a night follow each other.
    `is_played`: it has a result or its night has gone by, so both are as
    they were. `is_agreed`: its night was agreed for it alone, and need be none of its division's.
    `is_moved`: it was put on another day of the week, and need not be on its team's.
    """

    date: datetime.date | None
    teams: tuple[str, ...]
    pub: str = ""
    tables: int = 1
    division: str = ""
    title: str = ""
    cup: str = ""
    week: int = 0
    is_played: bool = False
    is_agreed: bool = False
    is_moved: bool = False

    @property
    def home(self) -> str:
        """The team at home."""
        return self.teams[0]

    @property
    def away(self) -> str:
        """The visitors."""
        return self.teams[1]

    @property
    def couple(self) -> frozenset[str]:
        """Both teams, in no order."""
        return frozenset(self.teams)


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """The rounds of a division in a new list: of a leg, of all; by how many a later leg begins earlier in the
    order of the first, None if its order is free."""

    leg: int
    rounds: int
    shift: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedSeason:
    """A season as it is, or would be, published. Teams, and pubs and divisions, go by keys that
    `names` and `places` say.

    `meetings` are how often each two teams of a division are to meet, if that is known; `off` the weeks off
    by their Mondays, `holidays` the days of which nobody has said whether there is play, `free` bank holidays
    without play, each with its name;
    `tables` how many a pub has; `home` the pub of each team. A division plays on its `nights`, on any where
    they are not known; a team with one of `home_nights`, Monday 1, is at home on it in the same weeks.
    `return_after` is in rounds; 0 is no limit for it and for the longest run. `orders` are of new lists;
    `stays` are matches that must be there as they were. What was asked of nights
    before `since` is past help.
    """

    first: datetime.date
    last: datetime.date
    events: tuple[Event, ...]
    names: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)
    meetings: Mapping[str, Mapping[frozenset[str], int]] = field(default_factory=dict)
    off: Mapping[datetime.date, str] = field(default_factory=dict)
    holidays: Mapping[datetime.date, str] = field(default_factory=dict)
    free: Mapping[datetime.date, str] = field(default_factory=dict)
    closed: Mapping[str, frozenset[datetime.date]] = field(default_factory=dict)
    tables: Mapping[str, int] = field(default_factory=dict)
    home: Mapping[str, str] = field(default_factory=dict)
    nights: Mapping[str, frozenset[datetime.date]] = field(default_factory=dict)
    home_nights: Mapping[str, int] = field(default_factory=dict)
    requests: tuple[PlanRequest, ...] = ()
    fixed: tuple[Fixed, ...] = ()
    longest_run: int = 0
    return_after: int = 0
    is_in_rounds: bool = False
    orders: Mapping[str, Order] = field(default_factory=dict)
    stays: tuple[Event, ...] = ()
    since: datetime.date = datetime.date.min

    def name(self, team: str) -> str:
        """Return the name of a team."""
        return self.names.get(team, team)

    def place(self, key: str) -> str:
        """Return the name of a pub or a division."""
        return self.places.get(key, key)

    def say(self, event: Event) -> str:
        """Return a match in words: The Fleece v The Shears on Tuesday 14 January 2027."""
        day = f" on {day_in_words(event.date)}" if event.date else ""
        return f"{', '.join(filter(None, (event.title, ' v '.join(map(self.name, event.teams)))))}{day}"

    def matches(self, team: str = "") -> list[Event]:
        """Return the league matches that have a night, of all or of a team, night by night."""
        dated = (event for event in self.events if event.division and event.date)
        return sorted((event for event in dated if not team or team in event.teams), key=_night)


@dataclass(frozen=True, slots=True, kw_only=True)
class Traded:
    """What was traded against what: a return in weeks, requests not met; None where there is none."""

    breaks: int
    longest_run: int
    soonest_return: int | None
    elsewhere: int
    last: datetime.date | None
    unmet: int

    @property
    def figures(self) -> Mapping[str, int | datetime.date | None]:
        """Each figure by its title."""
        return {
            "breaks": self.breaks,
            "longest run": self.longest_run,
            "earliest return in weeks": self.soonest_return,
            "matches at other pubs": self.elsewhere,
            "last night": self.last,
            "requests unmet": self.unmet,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What is broken and what nobody has said, in sentences; what was traded and looked at, in figures."""

    breaches: tuple[Breach, ...]
    questions: tuple[str, ...]
    traded: Traded
    checked: Mapping[str, int]

    @property
    def sentence(self) -> str:
        """The judgement in a sentence."""
        if self.breaches:
            return f"Conditions broken: {len(self.breaches)}."
        if self.questions:
            return f"No condition is broken; to be answered: {plural(len(self.questions), 'question')}."
        return "Every condition holds." if self.checked["matches"] else "There are no matches to judge."

    @property
    def said(self) -> tuple[str, ...]:
        """What is broken and what is asked, in sentences."""
        return (*map(str, self.breaches), *self.questions)

    @property
    def looked_at(self) -> str:
        """What was looked at, each with its figure, and what could not be, in sentences."""
        figures = ", ".join(f"{what} {number}" for what, number in self.checked.items() if number)
        unknown = "" if self.checked["couples"] else " Nobody has said how often teams are to meet."
        return f"Checked: {figures or 'nothing'}.{unknown}"


def breaches_of(season: PublishedSeason) -> tuple[Breach, ...]:
    """Return what is broken."""
    parts = (_meetings, _nights, _twice, _orders, _runs, _returns, _asked)
    return tuple(dict.fromkeys(breach for part in parts for breach in part(season)))


def judge(season: PublishedSeason) -> Verdict:
    """Return the verdict on a season."""
    return Verdict(
        breaches=breaches_of(season),
        questions=tuple(
            f"{season.say(event)} is on a bank holiday ({season.holidays[event.date]}): is there play?"
            for event in season.events
            if event.date and event.date in season.holidays and not event.is_played
        ),
        traded=traded(season),
        checked={
            "matches": sum(bool(event.division) for event in season.events),
            "cup ties": sum(not event.division for event in season.events),
            "couples": sum(map(len, season.meetings.values())),
            "weeks off": len(season.off),
            "bank holidays not mentioned": len(season.holidays),
            "bank holidays without play": len(season.free),
            "home nights of single teams": len(season.home_nights),
            "closed nights of pubs": sum(map(len, season.closed.values())),
            "requests that must be met": sum(request.must for request in season.requests),
            "other requests": sum(not request.must for request in season.requests),
        },
    )


def traded(season: PublishedSeason, team: str = "") -> Traded:
    """Return the figures of what was traded against what, of all teams or of one."""
    matches = season.matches(team)
    teams = {team} if team else {side for match in matches for side in match.teams}
    runs = [len(run) for side in teams for run in _runs_of(side, season.matches(side))]
    met = grouped((match.couple, _night(match)) for match in matches)
    returns = [(later - earlier) // WEEK for nights in met.values() for earlier, later in pairwise(nights)]
    asked = (request for request in season.requests if not team or team in request.teams)
    return Traded(
        breaks=sum(length - 1 for length in runs),
        longest_run=max(runs, default=0),
        soonest_return=min(returns, default=None),
        elsewhere=sum(
            match.pub != season.home.get(match.home, match.pub)
            for match in matches
            if team in ("", match.home)
        ),
        last=max(map(_night, matches), default=None),
        unmet=sum(bool(nights_against(request, season.matches())) for request in asked),
    )


def _night(event: Event) -> datetime.date:
    return event.date or datetime.date.max


def _meetings(season: PublishedSeason) -> Iterator[Breach]:
    """Yield couples that meet too often or too seldom, turns of home that are not even, and strangers."""
    homes = Counter((event.division, *event.teams) for event in season.events if event.division)
    for division, couples in season.meetings.items():
        for couple, times in couples.items():
            one, two = sorted(couple)
            at_one, at_two = homes[division, one, two], homes[division, two, one]
            names = f"{season.name(one)} and {season.name(two)}"
            if at_one + at_two != times:
                words = f"{names} meet {at_one + at_two} times; {times} would be right."
                yield Breach(Kind.MEETINGS, words)
            elif abs(at_one - at_two) > times % 2:
                yield Breach(Kind.HOME_RIGHTS, f"{names} are at home {at_one} and {at_two} times.")
    for division, *teams in homes:
        if season.meetings and frozenset(teams) not in season.meetings.get(division, {}):
            words = f"{' v '.join(map(season.name, teams))} is not a match of {season.place(division)}."
            yield Breach(Kind.STRANGER, words)


def _nights(season: PublishedSeason) -> Iterator[Breach]:
    """Yield what is to come on a night that is none: outside the season, off, or not known."""
    for event in season.events:
        if event.is_played:
            continue
        said = season.say(event)
        if event.date is None:
            yield Breach(Kind.UNDATED, f"{said} has no date.")
            continue
        monday, nights = monday_of(event.date), season.nights.get(event.division, {event.date})
        weekday = 0 if event.is_moved or not event.division else season.home_nights.get(event.home, 0)
        if weekday and Fixed(home=event.home, away=event.away, date=event.date) in season.fixed:
            weekday = 0
        if not (event.is_agreed or season.first <= event.date <= season.last):
            yield Breach(Kind.NIGHT, f"{said} is outside the season.")
        elif event.division and monday in season.off:
            yield Breach(Kind.NIGHT, f"{said} is in a week off ({season.off[monday]}).")
        elif event.date in season.free:
            yield Breach(Kind.NIGHT, f"{said} is on a bank holiday ({season.free[event.date]}).")
        elif weekday and event.date.isoweekday() != weekday:
            words = f"{season.name(event.home)} are at home on {DAYS[weekday - 1]}s"
            yield Breach(Kind.NIGHT, f"{said}, but {words}.")
        elif (
            not event.is_agreed
            and event.date not in nights
            and not (weekday and monday in map(monday_of, nights))
        ):
            yield Breach(Kind.NIGHT, f"{said} is on a night that is none of the division’s.")
        if event.date in season.closed.get(event.pub, ()):
            yield Breach(Kind.CLOSED, f"{season.place(event.pub)} is shut: {said}.")


def _twice(season: PublishedSeason) -> Iterator[Breach]:
    """Yield teams with two matches on a night or in a round, and pubs with fewer tables than are needed."""
    teams: defaultdict[tuple[str, datetime.date], list[Event]] = defaultdict(list)
    pubs: defaultdict[tuple[str, datetime.date], list[Event]] = defaultdict(list)
    rounds: defaultdict[tuple[str, int], list[Event]] = defaultdict(list)
    for event in season.events:
        if event.date and not event.is_played:
            pubs[event.pub, event.date].append(event)
        for team in event.teams:
            if event.date:
                teams[team, event.date].append(event)
            if event.division and season.is_in_rounds:
                rounds[team, event.week].append(event)
    for (team, _), events in teams.items():
        is_one_cup = all(event.cup == events[0].cup != "" for event in events)
        if len(events) > 1 and not is_one_cup and not all(event.is_played for event in events):
            words = f"{season.name(team)} play twice on a night: {'; '.join(map(season.say, events))}."
            yield Breach(Kind.TWICE_A_NIGHT, words)
    for (team, week), events in rounds.items():
        if len(events) > 1:
            words = f"{season.name(team)} play twice in round {week}: {'; '.join(map(season.say, events))}."
            yield Breach(Kind.TWICE_A_ROUND, words)
    for (pub, _), events in pubs.items():
        at_once: defaultdict[object, Counter[int]] = defaultdict(Counter)
        for event in events:
            at_once[event.cup or event][event.week] += event.tables
        needed = sum(max(tables.values()) for tables in at_once.values())
        if needed > season.tables.get(pub, needed):
            room = f"{season.place(pub)} has room for {season.tables[pub]}, not for {needed}"
            yield Breach(Kind.ROOM, f"{room}: {'; '.join(map(season.say, events))}.")


def _orders(season: PublishedSeason) -> Iterator[Breach]:
    """Yield what a new list has in another order than its division asked for."""
    for division, order in season.orders.items():
        own = [event for event in season.matches() if event.division == division]
        legs = Counter(((event.week - 1) // order.leg, event.couple) for event in own)
        there = {(event.week, *event.teams) for event in own}
        for event in own:
            leg, week = divmod(event.week - 1, order.leg)
            if not 1 <= event.week <= order.rounds:
                words = f"stands in round {event.week}; the list has {order.rounds}"
                yield Breach(Kind.FORM, f"{season.say(event)} {words}.")
            elif legs[leg, event.couple] > 1:
                words = "is a return before everybody has met everybody"
                yield Breach(Kind.LEG, f"{season.say(event)} {words}.")
            elif order.shift is not None and (leg + 1) * order.leg < order.rounds:
                later = (leg + 1) * order.leg + (week - order.shift) % order.leg + 1
                if (later, event.away, event.home) not in there:
                    yield Breach(Kind.FORM, f"{season.say(event)} has no return in round {later}.")
        before = datetime.date.min
        for week in sorted(_usual_nights(own)):
            later_nights = [_night(event) for event in own if event.week == week and _night(event) > before]
            if not later_nights:
                words = f"{season.place(division)}: its rounds are not in the order of nights."
                yield Breach(Kind.NIGHT, words)
                break
            before = min(later_nights)


def _usual_nights(
    matches: Iterable[Event], day: Callable[[datetime.date], datetime.date] = lambda night: night
) -> dict[int, datetime.date]:
    """Return the nights of those rounds of which more than half have one night, or of the days of these."""
    rounds: defaultdict[int, Counter[datetime.date]] = defaultdict(Counter)
    for match in matches:
        rounds[match.week][day(_night(match))] += 1
    most = {week: nights.most_common(1)[0] for week, nights in rounds.items()}
    return {week: night for week, (night, times) in most.items() if 2 * times > rounds[week].total()}


def _runs_of(team: str, matches: Iterable[Event]) -> Iterator[list[Event]]:
    for _, run in groupby(matches, key=lambda match: match.home == team):
        yield list(run)


def _runs(season: PublishedSeason) -> Iterator[Breach]:
    """Yield runs at home or away that are too long and not over yet."""
    matches = season.matches() if season.longest_run else []
    of_team = grouped((team, match) for match in matches for team in match.teams)
    for team, own in of_team.items():
        for run in _runs_of(team, own):
            if len(run) > season.longest_run and not run[-1].is_played:
                where = "at home" if run[0].home == team else "away"
                words = f"{season.name(team)} are {where} {len(run)} times running"
                nights = f"from {day_in_words(_night(run[0]))} to {day_in_words(_night(run[-1]))}"
                yield Breach(Kind.RUN, f"{words}, {nights}; {season.longest_run} is the most.")


def _returns(season: PublishedSeason) -> Iterator[Breach]:
    """Yield returns to come that are fewer rounds after the match before than they may be, as nights fall."""
    for division in season.meetings if season.return_after else ():
        own = [match for match in season.matches() if match.division == division]
        # A round with home nights of single teams is told from others by its week.
        has_own = any(match.home in season.home_nights for match in own)
        day = monday_of if has_own else lambda night: night
        nights = sorted(_usual_nights(own, day).values())
        met: dict[frozenset[str], datetime.date] = {}
        for match in own:
            before, at = met.get(match.couple), day(_night(match))
            met[match.couple] = at
            if before is None or match.is_played:
                continue
            rounds = bisect_right(nights, at) - bisect_right(nights, before)
            if rounds < season.return_after:
                weeks = plural((at - before) // WEEK, "week")
                words = f"comes {plural(rounds, 'round')}, {weeks}, after the last"
                yield Breach(Kind.RETURN, f"{season.say(match)} {words}; {season.return_after} is the least.")


def _asked(season: PublishedSeason) -> Iterator[Breach]:
    """Yield fixed matches and conditions that are not kept, and matches that had to stay."""
    matches = season.matches()
    there = {(match.home, match.away, match.date) for match in matches}
    for fixed in season.fixed:
        if fixed.date >= season.since and (fixed.home, fixed.away, fixed.date) not in there:
            names = f"{season.name(fixed.home)} v {season.name(fixed.away)}"
            yield Breach(Kind.FIXED, f"{names} is not on {day_in_words(fixed.date)}.")
    for request in season.requests:
        if request.must:
            for night in nights_against(request, matches):
                if night and night < season.since:
                    continue
                when = f" on {day_in_words(night)}" if night else ""
                words = request_words(request, season.names)
                yield Breach(Kind.REQUEST, f"A condition is not met{when}: {words}.")
    for match in season.stays:
        if (match.home, match.away, match.date) not in there:
            words = f"{season.say(match)} has been played or has gone by, and is gone from the list."
            yield Breach(Kind.PAST, words)


def nights_against(request: PlanRequest, matches: Iterable[Event | Meeting]) -> list[datetime.date | None]:
    """Return the nights on which a request is not met; one None where it is about no single night."""
    teams = request.teams
    sides: dict[str, dict[datetime.date, bool]] = {team: {} for team in teams}
    derbies: set[datetime.date] = set()
    divisions: defaultdict[str, set[datetime.date]] = defaultdict(set)
    division = ""
    for match in matches:
        if match.date is None or not match.division:
            continue
        divisions[match.division].add(match.date)
        own = [team for team in (match.home, match.away) if team in sides]
        for team in own:
            sides[team][match.date] = team == match.home
            division = match.division
        if len(own) > 1 and (teams[0] in own or not isinstance(request, TurnRequest)):
            derbies.add(match.date)
    if isinstance(request, TeamRequest):
        nights, at = sorted(divisions[division]) if division else [], sides[request.team]
        ends = {End.FIRST: nights[:1], End.LAST: nights[-1:]}
        meant = divisions[division] & set(request.days)
        for night in (night for end in request.ends for night in ends[end]):
            # The home night of a team may be another day of that week.
            instead = {day for day in at if night not in at and monday_of(day) == monday_of(night)}
            meant |= instead or {night}
        return [night for night in sorted(meant) if at.get(night) not in SIDES_ALLOWED[request.where]]
    if isinstance(request, GroupConstraint):
        shared = sorted(set.intersection(*(set(at) for at in sides.values())))
        homes = {night: sum(at[night] for at in sides.values()) for night in shared}
        is_wrong: Mapping[TeamGroup, Callable[[datetime.date], bool]] = {
            TeamGroup.NEVER_ALL_AWAY: lambda night: not homes[night],
            TeamGroup.NEVER_ALL_HOME: lambda night: homes[night] == len(teams),
            TeamGroup.HOME_TOGETHER: lambda night: 0 < homes[night] < len(teams) and night not in derbies,
            TeamGroup.NEVER_HOME_TOGETHER: lambda night: homes[night] > 1,
            TeamGroup.OPPOSITE: lambda night: homes[night] in (0, len(teams)),
        }
        return [night for night in shared if is_wrong[request.company](night)]
    if isinstance(request, RunRequest):
        runs = [list(run) for at in sides.values() for _, run in groupby(sorted(at), key=at.__getitem__)]
        return [*sorted(night for run in runs for night in run[request.longest :])]
    if isinstance(request, TurnRequest) and request.turn is not Turn.RESTED:
        side = request.turn is Turn.ENDS_HOME
        return [max(at) for at in sides.values() if at and side not in (at[min(at)], at[max(at)])]
    if isinstance(request, TurnRequest):
        played = sorted(sides[teams[0]].items())
        triples = zip(played, played[1:], played[2:], strict=False)
        return [
            night
            for (_, first), (_, second), (night, _) in triples
            if night in derbies and not (first or second)
        ]
    first, last = request.since or datetime.date.min, request.until or datetime.date.max
    met: list[datetime.date | None] = [night for night in sorted(derbies) if first <= night <= last]
    return met if request.apart else [] if met else [None]
