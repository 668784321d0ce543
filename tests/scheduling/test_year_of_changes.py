"""Years of random leagues in which teams join and leave and divisions split, besides snow and weddings."""

import datetime
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from league.scheduling.planner.calendar import WEEK, FixturingError
from league.scheduling.planner.completing import completed
from league.scheduling.planner.impossible import verify_task
from league.scheduling.planner.task import (
    GroupConstraint,
    MeetingCount,
    Plan,
    PlannedDivision,
    PlannedTeam,
    Task,
    TeamRequest,
    Venue,
)
from tests.examples import part_of
from tests.scheduling.test_year import SimulatedYear


class YearOfChanges(SimulatedYear):
    """A season in which one event in three changes who meets whom."""

    def plan_again(self, monday: datetime.date) -> None:
        if self.rng.random() < 0.35:
            self.events_of_week = [self.rng.choice([self.join, self.leave, self.split])]
        else:
            self.events_of_week = [self.snow, self.closure, self.wedding, self.put_off]
        super().plan_again(monday)

    def join(self, monday: datetime.date) -> int:
        """A team with a pub of its own meets everybody once; the season goes on for as long as that takes."""
        division = self.rng.choice(self.task.divisions)
        name = f"New {len(self.task.teams)}"
        own = Venue(key=f"at {name}", name=name)
        count = MeetingCount(teams=(name,), times=1)
        gone = [MeetingCount(teams=(name,), others=(team,), times=0) for team in self.left(division)]
        counts = (*division.differing, count, *gone)
        self.change(
            division,
            replace(division, teams=(*division.teams, name), differing=counts),
            teams=(*self.task.teams, PlannedTeam(key=name, name=name, venue=own.key)),
            venues=(*self.task.venues, own),
        )
        self.teams.append(name)
        while not self.fits(monday):
            self.last += WEEK
            grown = self.task.division_of()[name]
            self.change(grown, replace(grown, nights=(*grown.nights, self.last)))
            calendar = self.task.calendar
            assert calendar
            self.task = replace(self.task, calendar=replace(calendar, last=self.last))
        return 0

    def leave(self, monday: datetime.date) -> int:
        """A team of a division with enough others leaves: what it has not played is off."""
        division = self.rng.choice(self.task.divisions)
        staying = [team for team in division.teams if team not in self.left(division)]
        if len(staying) < 5:
            return 0
        team = self.rng.choice(staying)
        played = [
            meeting for meeting in self.plan.meetings if team not in meeting.pair or meeting.date < monday
        ]
        met = Counter(meeting.pair for meeting in played)
        counts = tuple(
            MeetingCount(teams=(team,), others=(other,), times=met[frozenset((team, other))])
            for other in division.teams
            if other != team
        )
        self.plan = Plan(meetings=tuple(played))
        requests = tuple(
            request
            for request in self.task.requests
            if not (isinstance(request, TeamRequest) and request.team == team)
            and not (isinstance(request, GroupConstraint) and team in request.teams)
        )
        self.change(division, replace(division, differing=(*division.differing, *counts)), requests=requests)
        self.teams.remove(team)
        return 0

    def split(self, monday: datetime.date) -> int:
        """A division in which everybody has met everybody plays on in halves, once more at least."""
        division = self.rng.choice(self.task.divisions)
        met = Counter(meeting.pair for meeting in self.plan.meetings if meeting.date < monday)
        couples = [frozenset(couple) for couple in combinations(division.teams, 2)]
        if division.differing or len(division.teams) < 6 or not all(met[couple] for couple in couples):
            return 0
        half = (len(division.teams) + 1) // 2
        top, bottom = division.teams[:half], division.teams[half:]
        apart = tuple(
            MeetingCount(teams=(team,), others=(other,), times=met[frozenset((team, other))])
            for team in top
            for other in bottom
        )
        halves = (MeetingCount(teams=top, times=2), MeetingCount(teams=bottom, times=2))
        self.change(division, replace(division, differing=(*apart, *halves)))
        return sum(
            not (meeting.pair <= set(top) or meeting.pair <= set(bottom))
            for meeting in self.to_come(monday)
            if meeting.division == division.key
        )

    def left(self, division: PlannedDivision) -> list[str]:
        return [team for team in division.teams if team not in self.teams]

    def fits(self, monday: datetime.date) -> bool:
        task = replace(self.task, standing=self.plan, keep_before=monday)
        try:
            verify_task(task)
            completed(task)
        except FixturingError:
            return False
        return True

    def change(self, division: PlannedDivision, changed: PlannedDivision, **more: object) -> None:
        divisions = tuple(changed if other == division else other for other in self.task.divisions)
        self.task: Task = replace(self.task, divisions=divisions, **more)  # type: ignore[arg-type]  # other fields of it


@pytest.mark.parametrize("seed", part_of(range(3), each=3))
def test_a_year_of_changes_goes_by_without_a_clash(seed: int) -> None:
    year = YearOfChanges(seed)
    year.live_through()
    assert year.events


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 43))
def test_forty_years_of_changes_go_by_without_a_clash(seed: int) -> None:
    YearOfChanges(seed).live_through()
