"""Local search: small changes that leave a list complete, and the repair that keeps those that help.

Everybody still meets everybody as often, once a round; later legs that follow from the first change with
it. Repair at first also accepts changes that cost a little (simulated annealing).
"""

import math
from collections.abc import Sequence
from random import Random

from league.scheduling.planner.circle import twin_rounds
from league.scheduling.planner.grid import Rows, SearchGrid
from league.scheduling.planner.task import SecondHalf
from league.scheduling.planner.working import Change, Working

Twins = tuple[tuple[int, ...], ...]
Couple = tuple[int, int]

LONGEST_CHAIN = 80


def twins_of(grid: SearchGrid, pool: int) -> tuple[Twins, ...]:
    """Return the rounds that can change places, leg by leg, each with those that change with it.

    A free list changes within each leg; one of which part has been played is all one leg.
    """
    division = grid.pools[pool].division
    if grid.standing:
        return (tuple((number,) for number in range(len(grid.pools[pool].nights))),)
    singly = tuple((number,) for number in range(division.rounds))
    if division.second_half is SecondHalf.FREE:
        return tuple(
            singly[start : start + division.leg] for start in range(0, division.rounds, division.leg)
        )
    return (twin_rounds(division.leg, division.meetings, division.second_half),)


class Moves:
    """The changes that a grid allows, picked by chance."""

    def __init__(self, grid: SearchGrid, twins: Sequence[Sequence[Twins]], rng: Random) -> None:
        self.grid, self.twins, self.rng = grid, twins, rng
        self.sizes = [len(pool.teams) for pool in grid.pools]
        self.housemates: list[list[int]] = [
            [other for other, own in enumerate(grid.venue_of) if own == venue and other != team]
            for team, venue in enumerate(grid.venue_of)
        ]
        self.round_on = [{night: number for number, night in enumerate(nights)} for nights in grid.hosts]

    def pick(self, rows: Rows) -> list[Change]:
        """Return a random change. Empty where there is nothing to change or something is locked.

        A fair draw keeps its rounds: only home and away change, and whole teams. Teams that do not meet
        everybody as often as the others keep their opponents.
        """
        rng, grid = self.rng, self.grid
        pool = rng.choices(range(len(self.sizes)), self.sizes)[0]
        teams = grid.pools[pool].teams
        kind = rng.random()
        if kind < 0.5 or (grid.task.fair_draw and kind < 0.85):
            changes = self.change_homes(rows, *rng.sample(teams, 2))
        elif kind < 0.75:
            changes = exchange_part(rows, rng.choice(teams), *_two_rounds(self.twins[pool], rng))
        elif kind < 0.85:
            changes = exchange_rounds(rows, teams, *_two_rounds(self.twins[pool], rng))
        elif grid.pools[pool].division.differing:
            return []
        else:
            changes = exchange_teams(rows, teams, *rng.sample(teams, 2))
        if grid.locked and any((team, place) in grid.locked for team, place, _ in changes):
            return []
        return changes

    def change_homes(self, rows: Rows, first_team: int, second_team: int) -> list[Change]:
        """Return the changes that turn home and away round whenever two teams meet.

        Where a pub would then have more matches than room, another of its teams changes with its opponent of
        that night, and so on until all have room.
        """
        changed: set[Couple] = set()
        change_options = [(min(first_team, second_team), max(first_team, second_team))]
        while change_options:
            couple = change_options.pop()
            if couple in changed:
                continue
            changed.add(couple)
            if len(changed) > LONGEST_CHAIN:
                return []
            for team, opponent in (couple, couple[::-1]):
                for place, met in enumerate(rows[team]):
                    if met == -opponent - 1:  # was away, is at home from now on
                        change_options += self._crowded_out(rows, team, place, changed)
        return [
            change
            for first, second in changed
            for place, met in enumerate(rows[first])
            if abs(met) == second + 1
            for change in ((first, place, -met), (second, place, -rows[second][place]))
        ]

    def _crowded_out(self, rows: Rows, team: int, place: int, changed: set[Couple]) -> list[Couple]:
        """Return the couple that has to change so that there is room for this team, if there is none."""
        night = self.grid.hosts[team][place]
        at_home = []
        for mate in self.housemates[team]:
            number = self.round_on[mate].get(night)
            met = rows[mate][number] if number is not None else 0
            if met:
                couple = (min(mate, abs(met) - 1), max(mate, abs(met) - 1))
                if (met > 0) != (couple in changed):
                    at_home.append(couple)
        if len(at_home) < self.grid.room[self.grid.venue_of[team]]:
            return []
        able = [couple for couple in at_home if couple not in changed]
        return [self.rng.choice(able)] if able else []


def _two_rounds(twins: Sequence[Twins], rng: Random) -> tuple[Sequence[int], Sequence[int]]:
    """Return two rounds of one leg, each with the rounds that follow from it."""
    leg = rng.choice(twins)
    numbers, other = rng.sample(leg, 2) if len(leg) > 1 else (leg[0], leg[0])
    return numbers, other


def exchange_rounds(
    rows: Rows, teams: Sequence[int], rounds: Sequence[int], other_rounds: Sequence[int]
) -> list[Change]:
    """Return the changes that exchange the nights of two rounds and of those that follow from them."""
    return [
        change
        for first, second in zip(rounds, other_rounds, strict=True)
        for team in teams
        for change in ((team, first, rows[team][second]), (team, second, rows[team][first]))
    ]


def exchange_part(rows: Rows, team: int, rounds: Sequence[int], other_rounds: Sequence[int]) -> list[Change]:
    """Return the changes that exchange a team's matches of two rounds, and all those that have to follow."""
    return exchange_rounds(rows, _linked(rows, team, rounds[0], other_rounds[0]), rounds, other_rounds)


def _linked(rows: Rows, team: int, first: int, second: int) -> list[int]:
    """Return the teams linked to one by their opponents in two rounds."""
    numbers, to_visit = {team}, [team]
    while to_visit:
        here = to_visit.pop()
        for opponent in (rows[here][first], rows[here][second]):
            if opponent and abs(opponent) - 1 not in numbers:
                numbers.add(abs(opponent) - 1)
                to_visit.append(abs(opponent) - 1)
    return sorted(numbers)


def exchange_teams(rows: Rows, teams: Sequence[int], first: int, second: int) -> list[Change]:
    """Return the changes that give two teams each other's season."""
    named = {first + 1: second + 1, second + 1: first + 1}
    changes: list[Change] = []
    for place in range(len(rows[first])):
        for team, source in ((first, second), (second, first)):
            opponent = rows[source][place]
            name = named.get(abs(opponent), abs(opponent))
            changes.append((team, place, name if opponent > 0 else -name))
    for team in teams:
        if team in (first, second):
            continue
        for place, opponent in enumerate(rows[team]):
            if abs(opponent) in named:
                name = named[abs(opponent)]
                changes.append((team, place, name if opponent > 0 else -name))
    return changes


# A classical list is worth keeping near; the rounds of a fair draw come without home and away at first.
WARM, WARM_FOR_A_DRAW, COLD = 15.0, 40.0, 1.0


def repair(
    grid: SearchGrid,
    rows: Sequence[Sequence[int]],
    twins: Sequence[Sequence[Twins]],
    rng: Random,
    tries: int,
    enough: int,
) -> tuple[int, Rows]:
    """Return the best list met on the way, with its cost. Stops early when it costs no more than `enough`."""
    working, moves = Working(grid, rows), Moves(grid, twins, rng)
    warm = WARM_FOR_A_DRAW if grid.task.fair_draw else WARM
    best_cost, best = working.total, [list(row) for row in working.rows]
    for number in range(tries):
        if best_cost <= enough:
            break
        heat = warm * (COLD / warm) ** (number / tries)
        changes = moves.pick(working.rows)
        if not changes:
            continue
        slip = working.make(changes)
        worse = working.total - slip.total
        if worse > 0 and rng.random() >= math.exp(-worse / heat):
            working.undo(slip)
        elif working.total < best_cost:
            best_cost, best = working.total, [list(row) for row in working.rows]
    return best_cost, best
