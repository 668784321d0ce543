"""A list changed by hand, and everything that follows from it, shown before it is kept."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, replace

from league.fixturing.calendar import short_day
from league.fixturing.fairness import Fairness, TeamFairness, fairness_of
from league.fixturing.plans import Meeting, Plan
from league.fixturing.task import Task


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamChange:
    """A team whose season is fairer or less fair than before."""

    before: TeamFairness
    after: TeamFairness


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """What a change does: conditions newly broken and healed, wishes lost and won, teams touched."""

    before: Fairness
    after: Fairness
    broken: tuple[str, ...]
    healed: tuple[str, ...]
    lost: tuple[str, ...]
    won: tuple[str, ...]
    teams: tuple[TeamChange, ...]

    @property
    def harms_nothing(self) -> bool:
        """No condition is broken and no wish lost by it."""
        return not (self.broken or self.lost)


def with_homes_changed(plan: Plan, meeting: Meeting) -> Plan:
    """The list with home and away changed in this match alone."""
    return _with(plan, meeting, replace(meeting, home=meeting.away, away=meeting.home))


def moved(plan: Plan, meeting: Meeting, date: datetime.date) -> Plan:
    """The list with this match on another night. It keeps its round."""
    return _with(plan, meeting, replace(meeting, date=date))


def exchanged(plan: Plan, division: str, one: int, other: int) -> Plan:
    """The list with two rounds of a division on each other's nights."""
    nights = {meeting.round: meeting.date for meeting in plan.of_division(division)}
    numbers = {one: other, other: one}
    return Plan(
        meetings=tuple(
            replace(meeting, round=numbers[meeting.round], date=nights[numbers[meeting.round]])
            if meeting.division == division and meeting.round in numbers
            else meeting
            for meeting in plan.meetings
        )
    )


def _with(plan: Plan, old: Meeting, new: Meeting) -> Plan:
    return Plan(meetings=tuple(new if meeting == old else meeting for meeting in plan.meetings))


def consequences(task: Task, before: Plan, after: Plan) -> Consequences:
    """The difference between two lists of one task."""
    old, new = fairness_of(task, before), fairness_of(task, after)
    old_faults = [fault.sentence for fault in old.faults]
    new_faults = [fault.sentence for fault in new.faults]
    return Consequences(
        before=old,
        after=new,
        broken=tuple(fault for fault in new_faults if fault not in old_faults),
        healed=tuple(fault for fault in old_faults if fault not in new_faults),
        lost=tuple(_wishes(old, new)),
        won=tuple(_wishes(new, old)),
        teams=tuple(_teams(old, new)),
    )


def _wishes(one: Fairness, other: Fairness) -> Iterator[str]:
    """Wishes with more nights against them in the other report."""
    for first, second in zip(one.wishes, other.wishes, strict=True):
        nights = [night for night in second.missed if night not in first.missed]
        if nights:
            on = ", ".join(short_day(night) for night in nights if night)
            yield f"{second.sentence}{f': not on {on}' if on else ''}"


def _teams(old: Fairness, new: Fairness) -> Iterator[TeamChange]:
    for one, other in zip(old.divisions, new.divisions, strict=True):
        for before, after in zip(one.teams, other.teams, strict=True):
            if replace(before, nights=()) != replace(after, nights=()):
                yield TeamChange(before=before, after=after)
