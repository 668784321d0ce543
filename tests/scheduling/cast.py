"""A league of pubs to plan for: The Fleece and The Shears first, who share a room when one is shared."""

import datetime
import itertools
from collections.abc import Sequence
from dataclasses import replace

from league.scheduling.planner.calendar import WEEK, Off, SeasonCalendar
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.searching import Progress, best_plan
from league.scheduling.planner.task import (
    Plan,
    PlannedDivision,
    PlannedTeam,
    PlanRequest,
    SecondHalf,
    Task,
    Venue,
)

TUESDAY = datetime.date(2026, 9, 15)
NAMES = (
    "Fleece", "Shears", "Owl", "Bell", "Swan", "Anchor", "Crown", "Plough", "Lion", "Star", "Ship",
    "Woolpack", "Oak", "Bay Horse", "Globe", "Wheel", "Railway", "Albion", "Unicorn", "Masons",
)  # fmt: skip


def night(number: int) -> datetime.date:
    """The Tuesday of a week of the season, from 1."""
    return TUESDAY + (number - 1) * WEEK


def league_of(
    *sizes: int,
    meetings: int = 2,
    second_half: SecondHalf = SecondHalf.MIRRORED,
    sharing: Sequence[tuple[str, ...]] = (),
    capacity: int = 1,
    requests: Sequence[PlanRequest] = (),
    spare: int = 0,
    **more: object,
) -> Task:
    """Divisions of these sizes on the same nights. Teams are named Fleece 1, Shears 1 … Fleece 2 and so on.

    `sharing` names the teams of each shared pub; everybody else has a pub of its own.
    """
    own = {team: f"at {team}" for division, size in enumerate(sizes, 1) for team in names(size, division)}
    for group in sharing:
        own |= dict.fromkeys(group, f"at {group[0]}")
    divisions = []
    for number, size in enumerate(sizes, 1):
        rounds = (size - 1 + size % 2) * meetings
        divisions.append(
            PlannedDivision(
                key=f"d{number}",
                name=f"Division {number}",
                teams=names(size, number),
                nights=tuple(night(week) for week in range(1, rounds + spare + 1)),
                meetings=meetings,
                second_half=second_half,
            )
        )
    return Task(
        teams=tuple(PlannedTeam(key=team, name=team, venue=venue) for team, venue in own.items()),
        venues=tuple(
            Venue(key=venue, name=venue.removeprefix("at "), capacity=capacity)
            for venue in dict.fromkeys(own.values())
        ),
        divisions=tuple(divisions),
        requests=tuple(requests),
        **more,  # type: ignore[arg-type]  # each field has a type of its own
    )


def names(size: int, division: int = 1) -> tuple[str, ...]:
    """The teams of a division."""
    return tuple(f"{name} {division}" for name in NAMES[:size])


def breaks(plan: Plan) -> int:
    """How often anybody is at home or away twice running, counted anew from the list."""
    total = 0
    for team in {meeting.home for meeting in plan.meetings} | {meeting.away for meeting in plan.meetings}:
        season = sorted(plan.of_team(team), key=lambda meeting: meeting.round)
        sides = [meeting.home == team for meeting in season]
        total += sum(one == other for one, other in itertools.pairwise(sides))
    return total


def at_home(plan: Plan, team: str) -> set[datetime.date]:
    """A team's home nights."""
    return {meeting.date for meeting in plan.of_team(team) if meeting.home == team}


def shut(task: Task, team: str, *weeks: int) -> Task:
    """The pub of a team shut on the nights of these weeks."""
    closed = frozenset(map(night, weeks))
    return replace(
        task,
        venues=tuple(replace(venue, closed=closed) if venue.name == team else venue for venue in task.venues),
    )


_planned: dict[str, Progress] = {}


def planned(task: Task, *, steps: int = 2) -> Progress:
    """What the search finds, without a fault; the same task is searched once in a run."""
    asked = f"{steps} {task}"
    if asked not in _planned:
        progress = best_plan(task, steps=steps)
        assert not faults_of(task, progress.plan)
        _planned[asked] = progress
    return _planned[asked]


def standing(task: Task) -> Task:
    """The task from its fourth week on, after a list for it was published."""
    return replace(task, standing=planned(task).plan, keep_before=night(4))


def without_nights(task: Task, *weeks: int) -> Task:
    lost = set(map(night, weeks))

    def rest(division: PlannedDivision) -> PlannedDivision:
        return replace(division, nights=tuple(day for day in division.nights if day not in lost))

    off = tuple(Off(day=day, because="snow") for day in sorted(lost))
    return replace(
        task,
        divisions=tuple(map(rest, task.divisions)),
        calendar=SeasonCalendar(first=night(1), last=night(40), off=off),
    )
