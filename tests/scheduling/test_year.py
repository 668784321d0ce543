"""Years of random leagues: snow, closures, weddings, matches put off; planned again after each of them."""

import datetime
from dataclasses import replace
from random import Random

import pytest

from league.scheduling.planner.calendar import DAY, Off, SeasonCalendar
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.searching import best_plan
from league.scheduling.planner.task import Meeting, Plan, PlannedDivision, TeamRequest, Where
from tests.examples import part_of
from tests.scheduling.cast import league_of, names, night

WEEKS = 40
TUESDAYS = tuple(night(week) for week in range(1, WEEKS + 1))


class SimulatedYear:
    """A league in its season. `task` is what the secretary knows by now, `plan` what is published."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        sizes = self.rng.choice([(6,), (8,), (5, 6), (8, 6), (7,)])
        shared = self.rng.random() < 0.5
        sharing = [("Fleece 1", f"Fleece {len(sizes)}" if len(sizes) > 1 else "Shears 1")] if shared else []
        task = league_of(*sizes, sharing=sharing, spare=self.rng.randint(4, 8))
        self.last = max(division.nights[-1] for division in task.divisions)
        self.task = replace(task, calendar=SeasonCalendar(first=night(1), last=self.last))
        self.teams = [team for number, size in enumerate(sizes, 1) for team in names(size, number)]
        self.plan = best_plan(self.task, steps=2).plan
        self.moved = self.events = 0
        self.events_of_week = [self.snow, self.closure, self.wedding, self.put_off]

    def live_through(self) -> None:
        """One event in most weeks, each planned again from that week's Monday."""
        for week in range(2, 14):
            if self.rng.random() < 0.7:
                self.plan_again(night(week) - DAY)

    def plan_again(self, monday: datetime.date) -> None:
        event = self.rng.choice(self.events_of_week)
        must_move = event(monday)
        task = replace(self.task, standing=self.plan, keep_before=monday)
        before = set(self.plan.meetings)
        progress = best_plan(task, steps=2)
        assert not faults_of(task, progress.plan), (event.__name__, monday)
        assert progress.keeps_conditions
        gone = before - set(progress.plan.meetings)
        assert all(meeting.date >= monday for meeting in gone), "what was played stays"
        assert len(gone) <= 3 * must_move + 2, (event.__name__, monday, len(gone), must_move)
        self.plan, self.moved, self.events = progress.plan, self.moved + len(gone), self.events + 1

    def to_come(self, monday: datetime.date) -> list[Meeting]:
        return [meeting for meeting in self.plan.meetings if meeting.date >= monday]

    def snow(self, monday: datetime.date) -> int:
        """A week is lost, and the season may go on for another."""
        tuesday = monday + DAY
        self.last += 7 * DAY

        def without(division: PlannedDivision) -> PlannedDivision:
            nights = (day for day in division.nights if day != tuesday)
            return replace(division, nights=(*nights, self.last))

        calendar = self.task.calendar
        assert calendar
        off = (*calendar.off, Off(day=tuesday, because="snow"))
        self.task = replace(
            self.task,
            divisions=tuple(map(without, self.task.divisions)),
            calendar=replace(calendar, last=self.last, off=off),
        )
        return sum(meeting.date < monday + 7 * DAY for meeting in self.to_come(monday))

    def closure(self, monday: datetime.date) -> int:
        """A pub shuts for three nights to come."""
        venue = self.rng.choice(self.task.venues)
        first = self.rng.randint(0, 4)
        shut = {monday + DAY + (first + week) * 7 * DAY for week in range(3)}
        venues = (
            replace(other, closed=other.closed | shut) if other == venue else other
            for other in self.task.venues
        )
        homes = {team.key: team.venue for team in self.task.teams}
        self.task = replace(self.task, venues=tuple(venues))
        return sum(
            (meeting.venue or homes[meeting.home]) == venue.key and meeting.date in shut
            for meeting in self.to_come(monday)
        )

    def wedding(self, monday: datetime.date) -> int:
        """Half a team is at a wedding, on a day that leaves a night for its match."""
        team = self.rng.choice(self.teams)
        day = monday + DAY + self.rng.randint(0, 5) * 7 * DAY
        its_own = [meeting for meeting in self.to_come(monday) if team in meeting.pair]
        sides = {side for meeting in its_own if meeting.date == day for side in meeting.pair}
        busy = {meeting.date for meeting in self.plan.meetings if sides & meeting.pair}
        if sides and not self.open_nights(monday, sides) - busy:
            return 0
        request = TeamRequest(team=team, where=Where.NO_MATCH, days=(day,), must=True, because="a wedding")
        self.task = replace(self.task, requests=(*self.task.requests, request))
        return sum(meeting.date == day and team in meeting.pair for meeting in self.to_come(monday))

    def open_nights(self, monday: datetime.date, teams: set[str]) -> set[datetime.date]:
        """The nights to come of a division on which the pubs of these teams are open."""
        homes = {team.key: team.venue for team in self.task.teams}
        shut = {
            day for venue in self.task.venues if venue.key in map(homes.get, teams) for day in venue.closed
        }
        weddings = {
            day
            for request in self.task.requests
            if isinstance(request, TeamRequest) and request.team in teams
            for day in request.days
        }
        nights = self.task.division_of()[next(iter(teams))].nights
        return {day for day in nights if day > monday} - shut - weddings

    def put_off(self, monday: datetime.date) -> int:
        """Two captains agree on the Monday of a later week; the plan knows it already."""
        meeting = self.rng.choice(self.to_come(monday))
        day = meeting.date + 6 * DAY
        teams = {team for other in self.plan.meetings if other.date == day for team in other.pair}
        if not teams & meeting.pair and day <= self.last:
            meetings = (
                replace(one, date=day, venue="") if one == meeting else one for one in self.plan.meetings
            )
            self.plan = Plan(meetings=tuple(meetings))
        return 1


@pytest.mark.parametrize("seed", part_of(range(3), each=3))
@pytest.mark.slow
def test_a_year_goes_by_without_a_clash(seed: int) -> None:
    year = SimulatedYear(seed)
    year.live_through()
    assert year.events


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 43))
def test_forty_years_go_by_without_a_clash(seed: int) -> None:
    SimulatedYear(seed).live_through()


class YearOfHomeNights(SimulatedYear):
    """A league in which one to three teams are at home on Wednesdays, Thursdays or Fridays."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        rng = Random(f"home nights {seed}")
        own = {team: rng.choice((3, 4, 5)) for team in rng.sample(self.teams, rng.randint(1, 3))}
        self.task = replace(self.task, home_nights=own)
        self.play_until_the_weekend()
        self.plan = best_plan(self.task, steps=2).plan
        assert not faults_of(self.task, self.plan)

    def play_until_the_weekend(self) -> None:
        """The last week is whole, so that a Friday of it is a night of the season."""
        assert self.task.calendar
        self.task = replace(self.task, calendar=replace(self.task.calendar, last=self.last + 4 * DAY))

    def snow(self, monday: datetime.date) -> int:
        """A week is lost, as in other leagues."""
        must_move = super().snow(monday)
        self.play_until_the_weekend()
        return must_move


@pytest.mark.parametrize("seed", part_of(range(3), each=3))
@pytest.mark.slow
def test_a_year_with_home_nights_goes_by_without_a_clash(seed: int) -> None:
    YearOfHomeNights(seed).live_through()


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3, 43))
def test_forty_years_with_home_nights_go_by_without_a_clash(seed: int) -> None:
    YearOfHomeNights(seed).live_through()
