"""Check whether a list keeps every condition: a second opinion, independent of search and constructions."""

import datetime
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from league.scheduling.planner.calendar import day_in_words, short_day
from league.scheduling.planner.phrases import request_sentence
from league.scheduling.planner.task import (
    End,
    GroupConstraint,
    Meeting,
    MeetingRequest,
    Plan,
    PlannedDivision,
    PlanRequest,
    SecondHalf,
    Task,
    TeamGroup,
    TeamRequest,
    Where,
)
from league.shared.text import ordinal


class FaultCode(StrEnum):
    """What kind of condition is broken."""

    STRANGER = "stranger"
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
    Where.NOT_AWAY: (True, None),
    Where.NO_MATCH: (None,),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanFault:
    """A condition that a list breaks, with the sentence that names teams and nights."""

    code: FaultCode
    sentence: str


def faults_of(task: Task, plan: Plan) -> tuple[PlanFault, ...]:
    """Return every hard condition the list breaks, none if it can be published."""
    known = task.division_of()
    strangers = [
        meeting
        for meeting in plan.meetings
        if any(team not in known or known[team].key != meeting.division for team in meeting.pair)
        or len(meeting.pair) < 2
    ]
    if strangers:
        return tuple(
            PlanFault(
                code=FaultCode.STRANGER,
                sentence=f"{stranger.home} v {stranger.away} is not a match of {stranger.division}.",
            )
            for stranger in strangers
        )
    check = _Check(task, plan)
    faults: list[PlanFault] = []
    for division in task.divisions:
        faults += check.division(division)
    return (*faults, *check.rooms(), *check.fixed(), *check.musts(), *check.past())


class _Check:
    def __init__(self, task: Task, plan: Plan) -> None:
        self.task, self.plan = task, plan
        self.names = {team.key: team.name for team in task.teams}
        self.venues = {team.key: team.venue for team in task.teams}
        self.stays = set(task.standing.meetings) if task.standing else set()
        self.start = (task.keep_before if task.standing else None) or datetime.date.min

    def division(self, division: PlannedDivision) -> Iterator[PlanFault]:
        own = self.plan.of_division(division.key)
        yield from self._meetings(division, own)
        yield from self._once(own)
        for meeting in own:
            yield from self._night(division, meeting)
        if self.task.standing is None:
            for meeting in own:
                if not 1 <= meeting.round <= division.rounds:
                    what = f"stands in round {meeting.round}; the list has {division.rounds}"
                    yield self._fault(FaultCode.FORM, meeting, what)
            yield from self._legs(division, own)
            yield from self._nights_of_rounds(division, own)
        for team in division.teams:
            yield from self._team(division, team)

    def _night(self, division: PlannedDivision, meeting: Meeting) -> Iterator[PlanFault]:
        """Yield a fault where a match to come is on none of the division's nights, nor one it has already."""
        if meeting.date < self.start:
            return
        off = self.task.calendar.off_on(meeting.date) if self.task.calendar else None
        if off is not None and meeting.date not in division.nights:
            why = f" ({off.because})" if off.because else ""
            yield self._fault(FaultCode.NIGHT, meeting, f"is in a week without league matches{why}")
        elif not (meeting.date in division.nights or self._is_reserve(meeting) or meeting in self.stays):
            yield self._fault(FaultCode.NIGHT, meeting, "is on a night that is none of the division’s")

    def _is_reserve(self, meeting: Meeting) -> bool:
        calendar = self.task.calendar
        return calendar is not None and meeting.date in calendar.reserve_nights(meeting.date.isoweekday())

    def _fault(self, code: FaultCode, meeting: Meeting, what: str) -> PlanFault:
        return PlanFault(code=code, sentence=f"{self._describe(meeting)} {what}.")

    def _describe(self, meeting: Meeting) -> str:
        return f"{self.names[meeting.home]} v {self.names[meeting.away]} on {day_in_words(meeting.date)}"

    def _meetings(self, division: PlannedDivision, own: tuple[Meeting, ...]) -> Iterator[PlanFault]:
        homes = Counter((meeting.home, meeting.away) for meeting in own)
        for place, team in enumerate(division.teams):
            for other in division.teams[:place]:
                at_home, away = homes[team, other], homes[other, team]
                pair = f"{self.names[team]} and {self.names[other]}"
                times = division.meetings_of(team, other)
                if at_home + away != times:
                    met = f"{pair} meet {at_home + away} times; {times} would be right."
                    yield PlanFault(code=FaultCode.MEETINGS, sentence=met)
                elif abs(at_home - away) > times % 2:
                    turns = f"{pair} are at home {at_home} and {away} times."
                    yield PlanFault(code=FaultCode.HOME_RIGHTS, sentence=turns)

    def _once(self, own: tuple[Meeting, ...]) -> Iterator[PlanFault]:
        rounds: Counter[tuple[str, int]] = Counter()
        nights: Counter[tuple[str, datetime.date]] = Counter()
        for meeting in own:
            for team in (meeting.home, meeting.away):
                rounds[team, meeting.round] += 1
                nights[team, meeting.date] += 1
                if rounds[team, meeting.round] > 1:
                    what = f"is not the only match of {self.names[team]} in round {meeting.round}"
                    yield self._fault(FaultCode.TWICE_A_ROUND, meeting, what)
                if nights[team, meeting.date] > 1:
                    what = f"is not the only match of {self.names[team]} that night"
                    yield self._fault(FaultCode.TWICE_A_NIGHT, meeting, what)

    def _legs(self, division: PlannedDivision, own: tuple[Meeting, ...]) -> Iterator[PlanFault]:
        by_leg = Counter(((meeting.round - 1) // division.leg, meeting.pair) for meeting in own)
        for meeting in own:
            leg = (meeting.round - 1) // division.leg
            if by_leg[leg, meeting.pair] > 1:
                yield self._fault(FaultCode.LEG, meeting, "is a return before everybody has met everybody")
        if division.second_half is not SecondHalf.FREE:
            yield from self._form(division, own)

    def _form(self, division: PlannedDivision, own: tuple[Meeting, ...]) -> Iterator[PlanFault]:
        shift = {SecondHalf.MIRRORED: 0, SecondHalf.FRENCH: 1, SecondHalf.ENGLISH: -1}[division.second_half]
        there = {(meeting.round, meeting.home, meeting.away) for meeting in own}
        for meeting in own:
            leg, week = divmod(meeting.round - 1, division.leg)
            if leg + 1 == division.meetings:
                continue
            later = (leg + 1) * division.leg + (week - shift) % division.leg + 1
            if (later, meeting.away, meeting.home) not in there:
                yield self._fault(FaultCode.FORM, meeting, f"has no return in round {later}")

    def _nights_of_rounds(self, division: PlannedDivision, own: tuple[Meeting, ...]) -> Iterator[PlanFault]:
        """Yield a fault if rounds are out of order: each has matches on a night after that of the one before.

        Other matches of a round may have nights of their own; one that is torn apart is not looked at.
        """
        rounds: dict[int, set[datetime.date]] = defaultdict(set)
        for meeting in own:
            rounds[meeting.round].add(meeting.date)
        before = datetime.date.min
        for number in sorted(_nights_of_most(own)):
            night = min((night for night in rounds[number] if night > before), default=None)
            if night is None:
                sentence = f"{division.name}: its rounds are not in the order of nights."
                yield PlanFault(code=FaultCode.NIGHT, sentence=sentence)
                return
            before = night

    def _team(self, division: PlannedDivision, team: str) -> Iterator[PlanFault]:
        """Yield runs that are too long and returns that are too soon, as the nights really fall."""
        nights = sorted(_nights_of_most(self.plan.of_division(division.key)).values())
        longest, least = self.task.rules.longest_run, self.task.rules.return_after
        run, last, met = 0, "", dict[str, int]()
        for meeting in self.plan.of_team(team):
            side = "home" if meeting.home == team else "away"
            run, last = (run + 1, last) if side == last else (1, side)
            if longest is not None and run > longest:
                what = f"is {self.names[team]}’s {ordinal(run)} match {side} running"
                yield self._fault(FaultCode.RUN, meeting, what)
            other = meeting.away if side == "home" else meeting.home
            week = bisect_right(nights, meeting.date)
            if other in met and week - met[other] < least and team == meeting.home:
                what = f"comes {week - met[other]} rounds after the last"
                yield self._fault(FaultCode.RETURN, meeting, what)
            met[other] = week

    def rooms(self) -> Iterator[PlanFault]:
        """Yield the nights to come on which a pub is shut or has too many matches.

        Played matches are left out: a team may have moved to another pub since.
        """
        start = self.task.keep_before or datetime.date.min
        hosts: dict[tuple[str, datetime.date], list[Meeting]] = defaultdict(list)
        for meeting in self.plan.meetings:
            if meeting.date >= start:
                hosts[meeting.venue or self.venues[meeting.home], meeting.date].append(meeting)
        venues = self.task.venues_by_key()
        for (key, night), meetings in hosts.items():
            venue = venues[key]
            matches = "; ".join(self._describe(meeting) for meeting in meetings)
            if night in venue.closed:
                yield PlanFault(code=FaultCode.CLOSED, sentence=f"{venue.name} is shut: {matches}.")
            elif len(meetings) > venue.capacity:
                room = f"{venue.name} has room for {venue.capacity}: {matches}."
                yield PlanFault(code=FaultCode.ROOM, sentence=room)

    def fixed(self) -> Iterator[PlanFault]:
        there = {(meeting.home, meeting.away, meeting.date) for meeting in self.plan.meetings}
        for fixed in self.task.fixed:
            if (fixed.home, fixed.away, fixed.date) not in there:
                match = f"{self.names[fixed.home]} v {self.names[fixed.away]}"
                yield PlanFault(
                    code=FaultCode.FIXED, sentence=f"{match} is not on {day_in_words(fixed.date)}."
                )

    def musts(self) -> Iterator[PlanFault]:
        for request in self.task.requests:
            if request.must:
                for night in nights_against(request, self.plan):
                    when = f" on {day_in_words(night)}" if night else ""
                    yield PlanFault(
                        code=FaultCode.REQUEST,
                        sentence=f"A condition is not met{when}: {request_sentence(request, self.task)}.",
                    )

    def past(self) -> Iterator[PlanFault]:
        before = self.task.keep_before
        if self.task.standing is None or before is None:
            return
        for meeting in self.task.standing.meetings:
            if meeting.date < before and meeting not in self.plan.meetings:
                yield self._fault(
                    FaultCode.PAST, meeting, f"comes before {short_day(before)} and is gone from the list"
                )


def _nights_of_most(own: tuple[Meeting, ...]) -> Mapping[int, datetime.date]:
    """Return the nights of those rounds of which more than half have one night."""
    rounds: dict[int, Counter[datetime.date]] = defaultdict(Counter)
    for meeting in own:
        rounds[meeting.round][meeting.date] += 1
    most = {number: nights.most_common(1)[0] for number, nights in rounds.items()}
    return {number: night for number, (night, times) in most.items() if 2 * times > rounds[number].total()}


def nights_against(request: PlanRequest, plan: Plan) -> list[datetime.date | None]:
    """Return the nights on which a request is not met; one None where it is about no single night."""
    if isinstance(request, TeamRequest):
        return list(_team_against(request, plan))
    if isinstance(request, GroupConstraint):
        return list(_company_against(request, plan))
    return list(_meeting_against(request, plan))


def _team_against(request: TeamRequest, plan: Plan) -> Iterator[datetime.date]:
    season = plan.of_team(request.team)
    division = season[0].division if season else ""
    nights = sorted({meeting.date for meeting in plan.of_division(division)})
    ends = {End.FIRST: nights[:1], End.LAST: nights[-1:]}
    meant = {night for night in nights if night in request.days} | {
        night for end in request.ends for night in ends[end]
    }
    at = {meeting.date: meeting.home == request.team for meeting in season}
    allowed = SIDES_ALLOWED[request.where]
    yield from (night for night in sorted(meant) if at.get(night) not in allowed)


def _company_against(request: GroupConstraint, plan: Plan) -> Iterator[datetime.date]:
    nights: dict[datetime.date, list[bool]] = defaultdict(list)
    derbies = {meeting.date for meeting in plan.meetings if meeting.pair <= set(request.teams)}
    for team in request.teams:
        for meeting in plan.of_team(team):
            nights[meeting.date].append(meeting.home == team)
    for night, homes in sorted(nights.items()):
        if len(homes) < len(request.teams):
            continue
        is_met = {
            TeamGroup.NEVER_ALL_AWAY: any(homes),
            TeamGroup.NEVER_ALL_HOME: not all(homes),
            TeamGroup.HOME_TOGETHER: len(set(homes)) == 1 or night in derbies,
            TeamGroup.NEVER_HOME_TOGETHER: sum(homes) <= 1,
        }[request.company]
        if not is_met:
            yield night


def _meeting_against(request: MeetingRequest, plan: Plan) -> Iterator[None]:
    first, last = request.since or datetime.date.min, request.until or datetime.date.max
    pair = frozenset(request.teams)
    if not any(meeting.pair == pair and first <= meeting.date <= last for meeting in plan.meetings):
        yield None
