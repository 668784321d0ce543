"""Rate the nights a postponed match could be played on: what each would break, and what it would cost.

Looks at the two teams, their division and their pub only; the rest of the list stays where it is.
"""

import datetime
from bisect import bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from league.scheduling.judge import Kind, nights_against
from league.scheduling.planner.calendar import DAYS, WeekOff, monday_of, short_day
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.phrases import request_sentence
from league.scheduling.planner.round_nights import usual_nights
from league.scheduling.planner.task import End, GroupConstraint, Meeting, Plan, PlanRequest, Task, TeamRequest
from league.shared.grouping import grouped
from league.shared.text import count

# Relative to a break of the turn of home and away, which weighs 10.
CONDITION, WEEK_OFF, WEEKEND, LATE, ANOTHER_DAY, TWICE_A_WEEK = 1000, 60, 40, 20, 12, 8
FRIDAY = 5

# A night in a reserve week.
RESERVE_WEEK = -10

# Runs of two are unavoidable; from this length on they are reported.
REPORTED_RUN = 3
OFF_IN_WORDS = {WeekOff.BLANK: "a week without league matches", WeekOff.CUP: "a cup week"}


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedNight:
    """A night for a postponed match: the conditions and requests it breaks, and its price if it breaks none.

    Each in words without a full stop. The less `weight`, the better the night.
    """

    date: datetime.date
    breaks: tuple[str, ...]
    price: tuple[str, ...]
    weight: int

    @property
    def is_harmless(self) -> bool:
        return not self.breaks


def rate_nights(
    task: Task,
    rest: Plan,
    meeting: Meeting,
    nights: Collection[datetime.date],
    *,
    is_elsewhere: bool = False,
) -> tuple[RatedNight, ...]:
    """Return the ratings of these nights for a match that leaves its own.

    `rest` is the list without it, `meeting` the match before it moves. With `is_elsewhere` the room and
    closed nights of its pub do not count.
    """
    weighing = _Weighing(task, rest, meeting, is_elsewhere)
    return tuple(weighing.night(night) for night in nights)


@dataclass(frozen=True, slots=True)
class _Run:
    team: str
    side: str
    length: int


class _Weighing:
    def __init__(self, task: Task, rest: Plan, meeting: Meeting, is_elsewhere: bool) -> None:
        self.whole, self.meeting = task, meeting
        self.division = next(division for division in task.divisions if division.key == meeting.division)
        self.names = {team.key: team.name for team in task.teams}
        self.codes = {Kind.RUN, Kind.RETURN}
        if not is_elsewhere:
            self.codes |= {Kind.ROOM, Kind.CLOSED}
        self.marks = sorted(usual_nights(rest, meeting.division).values())
        self.rest = _around(task, self._as_they_fall(rest), meeting)
        self.near = self.rest if task.rules.return_after else _near(task, self.rest, meeting)
        self.task = _narrowed(task, self.near, meeting)
        self.requests = [_on_days(request, self.rest, self.division.key) for request in self._own_requests()]
        # A request to meet by a day counts as met if the match met it on its first night.
        stood = Plan(meetings=(*self.rest.meetings, meeting))
        met_late = {(number, night) for number, night in self._missed(stood) if night is None}
        self.missed = met_late | {
            (number, night) for number, night in self._missed(self.rest) if night is not None
        }
        self.faults = {fault.sentence for fault in faults_of(self.task, self.near)}

    def night(self, night: datetime.date) -> RatedNight:
        """Return the rating of a night."""
        moved = replace(self.meeting, date=night, round=self._round(night))
        plan = Plan(meetings=(*self.rest.meetings, moved))
        runs = [self._run(plan, moved, team) for team in (moved.home, moved.away)]
        broken = [*self._conditions(moved, runs), *self._requests(plan), *self._week_off(night)]
        price = [*self._price(night, runs)]
        breaks = self.whole.weights.breaks * sum(run.length - 1 for run in runs)
        # Among equal nights, the one nearest to the match's own.
        weeks = abs((night - self.meeting.date).days) // len(DAYS)
        return RatedNight(
            date=night,
            breaks=tuple(words for words, _ in broken),
            price=tuple(words for words, _ in price),
            weight=sum(weight for _, weight in (*broken, *price)) + breaks + weeks,
        )

    def _conditions(self, moved: Meeting, runs: list[_Run]) -> Iterator[tuple[str, int]]:
        """Yield the conditions that the night breaks, as the judge finds them."""
        near = self.near.meetings
        nights = {moved.date, *(match.date for match in near if match.pair & moved.pair)}
        # Rounds until the return match are counted in nights of the division.
        counts_rounds = self.task.rules.return_after
        touched = (match for match in near if counts_rounds or match.date in nights)
        faults = faults_of(self.task, Plan(meetings=(*touched, moved)))
        codes = {fault.kind for fault in faults if fault.sentence not in self.faults} & self.codes
        venue = self.whole.venues_by_key()[self.whole.teams_by_key()[moved.home].venue]
        if Kind.CLOSED in codes:
            yield f"{venue.name} is shut", CONDITION
        elif Kind.ROOM in codes:
            matches = f"{count(venue.capacity)} match{'' if venue.capacity == 1 else 'es'}"
            yield f"{venue.name} has room for {matches}", CONDITION
        if Kind.RETURN in codes:
            least = count(self.task.rules.return_after)
            yield f"within {least} rounds of the return match, which the plan forbids", CONDITION
        most = self.task.rules.longest_run
        if Kind.RUN in codes and most is not None:
            for run in runs:
                if run.length > most:
                    yield f"{self._running(run)}; {count(most)} is the most", CONDITION

    def _requests(self, plan: Plan) -> Iterator[tuple[str, int]]:
        against = {request for request, _ in self._missed(plan) - self.missed}
        for number, request in enumerate(self.requests):
            if number in against:
                text = request_sentence(self._own_requests()[number], self.whole)
                yield text, CONDITION if request.must else request.weight

    def _week_off(self, night: datetime.date) -> Iterator[tuple[str, int]]:
        for off in self.whole.calendar.off if self.whole.calendar else ():
            if off.kind in OFF_IN_WORDS and monday_of(off.day) == monday_of(night):
                why = f" ({off.because})" if off.because else ""
                yield f"{OFF_IN_WORDS[off.kind]}{why}", WEEK_OFF

    def _price(self, night: datetime.date, runs: list[_Run]) -> Iterator[tuple[str, int]]:
        own = self.whole.home_nights.get(self.meeting.home)
        usual = {own} if own else {date.isoweekday() for date in self.division.nights}
        off = self.whole.calendar.off if self.whole.calendar else ()
        day = night.isoweekday()
        if usual and day not in usual:
            whose = f"{self.names[self.meeting.home]}’s home night," if own else "the division’s"
            text = f", not {whose} {DAYS[min(usual) - 1]}" if len(usual) == 1 else ""
            yield f"a {DAYS[day - 1]}{text}", WEEKEND if day > FRIDAY else ANOTHER_DAY
        elif any(week.kind is WeekOff.RESERVE and monday_of(week.day) == monday_of(night) for week in off):
            yield "in a week for postponed matches", RESERVE_WEEK
        yield from self._beside(night)
        for run in runs:
            if run.length >= REPORTED_RUN:
                yield self._running(run), 0
        if self.marks and night > self.marks[-1]:
            yield f"after the division’s last night, {short_day(self.marks[-1])}", LATE

    def _beside(self, night: datetime.date) -> Iterator[tuple[str, int]]:
        """Yield other matches of the two teams in that week."""
        who = grouped(
            (other.date, self.names[team])
            for team in (self.meeting.home, self.meeting.away)
            for other in self.rest.of_team(team)
            if monday_of(other.date) == monday_of(night)
        )
        for day, names in sorted(who.items()):
            both = "both" if len(names) > 1 else names[0]
            yield f"{both} play on {_day(day)} too", TWICE_A_WEEK * len(names)

    def _running(self, run: _Run) -> str:
        where = "at home" if run.side == "home" else "away"
        return f"{self.names[run.team]} would be {where} {count(run.length)} times running"

    def _run(self, plan: Plan, moved: Meeting, team: str) -> _Run:
        """Return the matches at home, or away, running of which this is one."""
        for is_home, meetings in groupby(plan.of_team(team), key=lambda meeting: meeting.home == team):
            run = list(meetings)
            if moved in run:
                return _Run(team=team, side="home" if is_home else "away", length=len(run))
        raise ValueError(f"{team} is no side of {moved}")

    def _own_requests(self) -> tuple[PlanRequest, ...]:
        """Return the requests of the two teams and of groups they belong to."""
        pair = self.meeting.pair
        return tuple(request for request in self.whole.requests if pair & set(request.teams))

    def _missed(self, plan: Plan) -> set[tuple[int, datetime.date | None]]:
        return {
            (number, night)
            for number, request in enumerate(self.requests)
            for night in nights_against(request, plan.meetings)
        }

    def _as_they_fall(self, plan: Plan) -> Plan:
        """Return the list with the division's matches in the rounds of their weeks.

        Runs and returns are counted by the nights played.
        """
        return Plan(
            meetings=tuple(
                replace(meeting, round=self._round(meeting.date))
                if meeting.division == self.meeting.division
                else meeting
                for meeting in plan.meetings
            )
        )

    def _round(self, night: datetime.date) -> int:
        return max(1, bisect_right(self.marks, night))


def _around(task: Task, plan: Plan, meeting: Meeting) -> Plan:
    """Return the matches that another one in this division, at this pub, can conflict with."""
    venues = {team.key: team.venue for team in task.teams}
    company = {
        team
        for request in task.requests
        if isinstance(request, GroupConstraint) and meeting.pair & set(request.teams)
        for team in request.teams
    }
    return Plan(
        meetings=tuple(
            match
            for match in plan.meetings
            if match.pair <= venues.keys()
            and (
                match.division == meeting.division
                or venues[match.home] == venues[meeting.home]
                or company & match.pair
            )
        )
    )


def _near(task: Task, plan: Plan, meeting: Meeting) -> Plan:
    """Return the matches of the two teams, and those at their pub: what the judge says of others stays."""
    venues = {team.key: team.venue for team in task.teams}

    def pub(match: Meeting) -> str:
        return match.venue or venues[match.home]

    near = (match for match in plan.meetings if match.pair & meeting.pair or pub(match) == pub(meeting))
    return Plan(meetings=tuple(near))


def _narrowed(task: Task, plan: Plan, meeting: Meeting) -> Task:
    """Return the task with those teams alone, and the conditions that a night can break."""
    there = {team for match in plan.meetings for team in match.pair} | meeting.pair
    divisions = (
        replace(division, teams=tuple(team for team in division.teams if team in there))
        for division in task.divisions
    )
    return replace(task, divisions=tuple(divisions), requests=(), fixed=(), standing=None, keep_before=None)


def _on_days(request: PlanRequest, plan: Plan, division: str) -> PlanRequest:
    """Return a request with the first and last night as days, so that a late match moves neither."""
    if not (isinstance(request, TeamRequest) and request.ends):
        return request
    nights = sorted({meeting.date for meeting in plan.of_division(division)})
    ends = {End.FIRST: nights[:1], End.LAST: nights[-1:]}
    return replace(
        request, days=(*request.days, *(day for end in request.ends for day in ends[end])), ends=()
    )


def _day(day: datetime.date) -> str:
    return f"{day:%a} {day.day} {day:%b}"
