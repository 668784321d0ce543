"""Leagues that are awkward to plan, made by chance: requests, pubs and rules that get in each other's way."""

import datetime
from dataclasses import replace
from random import Random

from league.scheduling.planner.calendar import WEEK, Off, WeekOff
from league.scheduling.planner.task import (
    End,
    Fixed,
    GroupConstraint,
    MeetingRequest,
    PlannedDivision,
    PlannedTeam,
    PlanRequest,
    PlanRules,
    SecondHalf,
    TeamGroup,
    TeamRequest,
    Venue,
    Where,
)
from league.scheduling.requests.fields import DivisionRequests, PubRequests, RequestsFile
from league.scheduling.requests.resolving import LeagueFacts
from tests.scheduling.cast import names, night

SIZES = [(4,), (5,), (6,), (7,), (8,), (4, 6), (5, 5), (6, 4), (9,), (3, 4)]


class AwkwardLeague:
    """A league of some divisions on Tuesdays, and what is asked of its season before it begins."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.sizes = self.rng.choice(SIZES)
        self.teams = {number: names(size, number) for number, size in enumerate(self.sizes, 1)}
        self.everybody = [team for own in self.teams.values() for team in own]
        self.meetings = self.rng.choice([1, 2, 2, 2, 3])
        rounds = max(size - 1 + size % 2 for size in self.sizes) * self.meetings
        self.weeks = rounds + self.rng.choice([-1, 0, 0, 1, 2, 3, 5])
        self.venue_of = {team: team for team in self.everybody}
        for _ in range(self.rng.choice([0, 1, 1, 2, 3])):
            group = self.rng.sample(self.everybody, min(len(self.everybody), self.rng.choice([2, 2, 3, 4])))
            self.venue_of |= dict.fromkeys(group, group[0])
        self.facts = self._facts()
        self.file = self._file()

    def _facts(self) -> LeagueFacts:
        return LeagueFacts(
            teams=tuple(
                PlannedTeam(key=team, name=team, venue=f"at {self.venue_of[team]}") for team in self.everybody
            ),
            venues=tuple(
                Venue(key=f"at {venue}", name=venue, capacity=self.rng.choice([1, 1, 1, 2]))
                for venue in dict.fromkeys(self.venue_of.values())
            ),
            divisions=tuple(
                PlannedDivision(key=f"d{number}", name=f"Division {number}", teams=own, nights=())
                for number, own in self.teams.items()
            ),
            first=night(1),
            last=night(self.weeks),
            night=2,
        )

    def _file(self) -> RequestsFile:
        rng = self.rng
        off = tuple(
            Off(day=self._night(), kind=rng.choice(list(WeekOff)), because="a holiday")
            for _ in range(rng.choice([0, 0, 1, 2]))
        )
        last = night(self.weeks) + len({one.day for one in off}) * WEEK * rng.choice([0, 1, 1])
        return RequestsFile(
            last=last,
            rules=PlanRules(
                return_after=rng.choice([0, 0, 1, 3]), longest_run=rng.choice([None, None, 2, 3])
            ),
            off=off,
            divisions=tuple(
                DivisionRequests(
                    name=f"Division {number}",
                    meetings=self.meetings,
                    second_half=rng.choice(list(SecondHalf)),
                )
                for number in self.teams
            ),
            pubs=tuple(self._pub(venue.name) for venue in self.facts.venues if rng.random() < 0.3),
            fixed=tuple(self._fixed() for _ in range(rng.choice([0, 0, 1, 2]))),
            requests=tuple(self._request() for _ in range(rng.randint(0, 6))),
        )

    def _night(self) -> datetime.date:
        return night(self.rng.randint(1, self.weeks))

    def _nights(self, most: int) -> tuple[datetime.date, ...]:
        return tuple(sorted({self._night() for _ in range(self.rng.randint(1, most))}))

    def _pub(self, name: str) -> PubRequests:
        """A pub that is shut now and then, or from some week on."""
        if self.rng.random() < 0.7:
            return PubRequests(name=name, closed=self._nights(3))
        first = self.rng.randint(1, self.weeks)
        return PubRequests(name=name, closed=tuple(night(week) for week in range(first, self.weeks + 1)))

    def _couple(self) -> tuple[str, str]:
        first, second = self.rng.sample(self.teams[self.rng.choice(list(self.teams))], 2)
        return first, second

    def _fixed(self) -> Fixed:
        home, away = self._couple()
        return Fixed(home=home, away=away, date=self._night())

    def _request(self) -> PlanRequest:
        rng = self.rng
        must, kind = rng.random() < 0.5, rng.random()
        if kind < 0.3:
            return TeamRequest(
                team=rng.choice(self.everybody), where=Where.NO_MATCH, days=self._nights(3), must=must
            )
        if kind < 0.6:
            at_an_end = rng.random() < 0.3
            return TeamRequest(
                team=rng.choice(self.everybody),
                where=rng.choice(list(Where)),
                days=() if at_an_end else self._nights(3),
                ends=(rng.choice(list(End)),) if at_an_end else (),
                must=must,
            )
        if kind < 0.8:
            teams = tuple(rng.sample(self.everybody, rng.choice([2, 2, 3])))
            return GroupConstraint(teams=teams, company=rng.choice(list(TeamGroup)), must=must)
        request = MeetingRequest(teams=self._couple(), must=must)
        day = self._night()
        return replace(request, until=day) if rng.random() < 0.5 else replace(request, since=day)
