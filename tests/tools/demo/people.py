"""The players of the demo and the teams they sign for: squads of ten to fourteen, some signed late."""

import itertools
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from tests.tools.demo.chance import same_every_time
from tests.tools.demo.names import GIVEN, ODD_NAMES, SURNAMES, OddName
from tests.tools.demo.pubs import TEAMS, Team

SMALLEST_SQUAD, LARGEST_SQUAD = 10, 14
SPREAD_IN_A_TEAM = 0.15  # how far a player's card sense may be from his team's
COMMITTEE_MEETS = timedelta(days=-21)  # before the first night; most have signed by then
SATURDAY_AFTER = timedelta(days=2)  # when the secretary does his paper
LAST_WEEK_TO_SIGN = 8
CHANGES_HIS_PUB = "owlet", "mungo-mill"
TRANSFER_WEEK = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A player of the demo. His number is his place in the seed file."""

    number: int
    name: str
    told_apart_by: str = ""
    shown: str = "full"
    card_sense: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Signing:
    """A player on a team's list for a season, from one day and perhaps to another."""

    person: Person
    on: date
    left_on: date | None = None

    def is_in_force(self, day: date) -> bool:
        """Whether he may play for the team on that day."""
        return self.on <= day and (self.left_on is None or day < self.left_on)


Squads = Mapping[str, tuple[Signing, ...]]
"""By the team's slug. The order matters: the first eight are the regulars, two and two."""


def squads_of_two_seasons(first: date, second: date) -> tuple[Squads, Squads]:
    """Who signed for whom in the seasons that begin on these two days."""
    rng = same_every_time("players")
    people = _Newcomers(rng)
    lists = {team: people.join(team, rng.randint(SMALLEST_SQUAD, LARGEST_SQUAD - 1)) for team in TEAMS}
    first_squads = {team.slug: _sign(squad, rng.randint(0, 2), first, rng) for team, squad in lists.items()}
    second_squads = {}
    for team, squad in lists.items():
        leaving = rng.sample(squad, rng.randint(0, 2))
        staying = [person for person in squad if person not in leaving]
        joining = people.join(team, rng.randint(max(1, SMALLEST_SQUAD - len(staying)), 2))
        second_squads[team.slug] = _sign([*staying, *joining][:LARGEST_SQUAD], len(joining), second, rng)
    return first_squads, _one_changes_his_pub(second_squads, second)


class _Newcomers:
    """People nobody has seen before, in the same order every time."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._numbers = itertools.count(1)
        self._odd_names = dict(ODD_NAMES)
        everyday = [f"{given} {surname}" for given in GIVEN for surname in SURNAMES]
        rng.shuffle(everyday)
        self._everyday_names = (OddName(name=name) for name in everyday)

    def join(self, team: Team, count: int) -> list[Person]:
        """So many new players of one team: first those whose names are odd, once."""
        names = self._odd_names.pop(team.slug, ())
        return [
            self._person(name, team)
            for name in (*names, *itertools.islice(self._everyday_names, count - len(names)))
        ]

    def _person(self, name: OddName, team: Team) -> Person:
        sense = team.card_sense + self._rng.uniform(-SPREAD_IN_A_TEAM, SPREAD_IN_A_TEAM)
        return Person(
            number=next(self._numbers),
            name=name.name,
            told_apart_by=name.told_apart_by,
            shown=name.shown,
            card_sense=min(1.0, max(0.0, sense)),
        )


def _sign(people: Sequence[Person], late: int, starts_on: date, rng: random.Random) -> tuple[Signing, ...]:
    """A season's list; so many at its end signed only when the season had begun."""
    in_time = len(people) - late
    saturdays = [
        starts_on + timedelta(weeks=rng.randint(1, LAST_WEEK_TO_SIGN - 1)) + SATURDAY_AFTER
        for _ in range(late)
    ]
    days = [starts_on + COMMITTEE_MEETS] * in_time + sorted(saturdays)
    return tuple(Signing(person=person, on=day) for person, day in zip(people, days, strict=True))


def _one_changes_his_pub(squads: Squads, starts_on: date) -> Squads:
    old, new = CHANGES_HIS_PUB
    day = starts_on + timedelta(weeks=TRANSFER_WEEK) + SATURDAY_AFTER
    goes = squads[old][0]
    return {
        **squads,
        old: (replace(goes, left_on=day), *squads[old][1:]),
        new: (*squads[new], Signing(person=goes.person, on=day)),
    }
