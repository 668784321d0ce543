"""Teams at home on another night of the week: a list as the search has it, by weeks, and as it is played.

The search plans in the nights of divisions. Of a home match of such a team it weighs the night on which it is
played, and the list that is found has it there.
"""

import datetime
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from league.scheduling.planner.calendar import DAY, monday_of
from league.scheduling.planner.round_nights import usual_nights
from league.scheduling.planner.task import Meeting, Plan, PlannedDivision, Task

Moved = Callable[[Meeting], Meeting]


def by_weeks(task: Task) -> Task:
    """Return the task with the standing list as the search has it, what is to come on nights of divisions."""
    return replace(task, standing=task.standing.moved(on_division_nights(task))) if task.standing else task


def on_division_nights(task: Task) -> Moved:
    """Return what puts a match of a list that is on the home night of its team on its division's night."""
    start, divisions = task.keep_before or datetime.date.min, task.division_of()

    def moved(meeting: Meeting) -> Meeting:
        if meeting.date < start or meeting.date.isoweekday() != task.home_nights.get(meeting.home):
            return meeting
        return replace(meeting, date=_division_night(divisions[meeting.home], meeting.date))

    return moved


def agreed_matches(task: Task) -> frozenset[Meeting]:
    """Return the matches of the standing list that were agreed for another night than their round's."""
    in_week, weekly = on_division_nights(task), by_weeks(task).standing
    usual = {one.key: usual_nights(weekly, one.key) for one in task.divisions} if weekly else {}
    standing = task.standing.meetings if task.standing else ()
    return frozenset(match for match in standing if in_week(match).date != usual[match.division][match.round])


def on_home_nights(task: Task) -> Moved:
    """Return what puts a match of a list by weeks on the home night of its team.

    A fixed match stays, as does one that was agreed for another night.
    """
    if not task.home_nights:
        return lambda meeting: meeting
    start, divisions = task.keep_before or datetime.date.min, task.division_of()
    fixed = {(match.home, match.away, match.date) for match in task.fixed}
    agreed = agreed_matches(task)

    def moved(meeting: Meeting) -> Meeting:
        is_fixed = (meeting.home, meeting.away, meeting.date) in fixed
        if meeting.home not in task.home_nights or meeting.date < start or is_fixed or meeting in agreed:
            return meeting
        is_usual = any(
            meeting.date.isoweekday() == night.isoweekday() for night in divisions[meeting.home].nights
        )
        return replace(meeting, date=task.home_night(meeting.home, meeting.date)) if is_usual else meeting

    return moved


def as_played(task: Task, plan: Plan) -> Plan:
    """Return a list by weeks with the home matches of each team on its home nights."""
    return plan.moved(on_home_nights(task))


def _division_night(division: PlannedDivision, night: datetime.date) -> datetime.date:
    """Return the night of a division in the week of a night: if it has none, the day it would be."""
    monday = monday_of(night)
    own = [other for other in division.nights if monday_of(other) == monday]
    weekday = Counter(other.isoweekday() for other in division.nights).most_common(1)
    return own[0] if own else monday + (weekday[0][0] - 1) * DAY if weekday else night
