"""A RobinX instance as values, and the judgement on a solution, counted from the games alone.

Constraints keep the format's own names. Knows neither the files nor the solver.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

KNOWN = ("CA1", "CA2", "CA3", "CA4", "GA1", "BR1", "BR2", "FA2", "SE1")

Game = tuple[int, int]
"""The team at home and the team away."""

Placed = dict[Game, int]
"""The slot of every game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """One constraint. `side` is what is counted: H home, A away, HA all games (or breaks); `each` is whether
    every slot (CA4) or every opponent (CA2) is counted for itself; `length` is intp."""

    kind: str
    is_hard: bool
    penalty: int
    teams: frozenset[int] = frozenset()
    others: frozenset[int] = frozenset()
    slots: frozenset[int] = frozenset()
    games: frozenset[Game] = frozenset()
    side: str = "HA"
    each: bool = False
    least: int = 0
    most: int = 0
    length: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Instance:
    """What is to be planned. `leagues` are the teams of each; `meetings` and `is_compact` go with them.

    `unknown` names the constraints this reader does not know and how many of them are hard.
    """

    name: str
    leagues: tuple[tuple[int, ...], ...]
    meetings: tuple[int, ...]
    is_compact: tuple[bool, ...]
    is_phased: tuple[bool, ...]
    slots: int
    constraints: tuple[Constraint, ...]
    unknown: tuple[tuple[str, int], ...] = ()

    def games(self) -> Iterator[Game]:
        """Yield every possible game; of couples that meet once, either may be the one played."""
        for league in self.leagues:
            yield from ((home, away) for home in league for away in league if home != away)

    def single_couples(self) -> Iterator[Game]:
        """Yield the couples who meet once, either of them at home."""
        for league, meetings in zip(self.leagues, self.meetings, strict=True):
            if meetings == 1:
                yield from combinations(league, 2)

    @property
    def unknown_hard(self) -> int:
        """How many hard constraints are of unknown kinds."""
        return sum(hard for _, hard in self.unknown)


Season = list[tuple[int, bool, int]]
"""A team's games in order: slot, whether at home, opponent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Sentences for what is broken, and by how much, in the format's own measure."""

    basic: tuple[str, ...]
    hard: tuple[str, ...]
    infeasibility: int
    objective: int

    @property
    def is_feasible(self) -> bool:
        """Whether every game has a valid slot and every known hard constraint holds."""
        return not self.basic and not self.hard


def judge(instance: Instance, placed: Placed) -> Judgement:
    """Return the judgement on a solution."""
    basic = tuple(_basic(instance, placed))
    if basic:
        return Judgement(basic=basic, hard=(), infeasibility=len(basic), objective=0)
    seasons = _seasons(placed)
    hard, infeasibility, objective = [], 0, 0
    for constraint in instance.constraints:
        off = constraint.penalty * sum(deviations(constraint, instance, placed, seasons))
        if constraint.is_hard:
            infeasibility += off
            if off:
                hard.append(f"{constraint.kind} for {_named(constraint)} is broken by {off}.")
        else:
            objective += off
    return Judgement(basic=(), hard=tuple(hard), infeasibility=infeasibility, objective=objective)


def _named(constraint: Constraint) -> str:
    if constraint.games:
        return "games " + ", ".join(f"{home} v {away}" for home, away in sorted(constraint.games))
    return "teams " + ", ".join(map(str, sorted(constraint.teams)))


def _basic(instance: Instance, placed: Placed) -> Iterator[str]:
    """Yield what breaks the basic rules: every game once, in an existing slot, no team twice in a slot."""
    games = set(instance.games())
    missing = games - placed.keys()
    for first, second in instance.single_couples():
        if ((first, second) in missing) == ((second, first) in missing):
            yield f"Teams {first} and {second} do not meet once."
        missing -= {(first, second), (second, first)}
    yield from (f"{home} v {away} is not placed." for home, away in sorted(missing))
    yield from (
        f"{home} v {away} is no game of this instance." for home, away in sorted(placed.keys() - games)
    )
    busy: dict[tuple[int, int], int] = defaultdict(int)
    for (home, away), slot in placed.items():
        busy[home, slot] += 1
        busy[away, slot] += 1
        if not 0 <= slot < instance.slots:
            yield f"{home} v {away} is in slot {slot}; there are {instance.slots}."
    yield from (
        f"Team {team} plays {times} games in slot {slot}."
        for (team, slot), times in busy.items()
        if times > 1
    )
    yield from _forms(instance, placed)


def _forms(instance: Instance, placed: Placed) -> Iterator[str]:
    """Yield what breaks the form of compact and phased leagues."""
    for number, league in enumerate(instance.leagues):
        rounds = instance.meetings[number] * (len(league) - 1 + len(league) % 2)
        last = max(
            (placed.get((home, away), 0) for home in league for away in league if home != away), default=0
        )
        if instance.is_compact[number] and last >= rounds:
            yield f"The league of team {league[0]} is compact; slot {last} is past its {rounds} rounds."
        in_halves = instance.is_phased[number] and instance.meetings[number] == 2
        for first, second in combinations(league, 2) if in_halves else ():
            there, back = placed.get((first, second), 0), placed.get((second, first), 0)
            if (there < rounds // 2) == (back < rounds // 2):
                yield f"Teams {first} and {second} meet twice in one half."


def _seasons(placed: Placed) -> dict[int, Season]:
    seasons: dict[int, Season] = defaultdict(list)
    for (home, away), slot in placed.items():
        seasons[home].append((slot, True, away))
        seasons[away].append((slot, False, home))
    return {team: sorted(season) for team, season in seasons.items()}


def deviations(
    constraint: Constraint, instance: Instance, placed: Placed, seasons: dict[int, Season]
) -> Iterator[int]:
    """Yield by how much each count of a constraint is off."""
    kind, least, most = constraint.kind, constraint.least, constraint.most
    if kind == "SE1":
        yield from _returns(constraint, placed)
    elif kind == "FA2":
        yield from _differences(constraint, seasons, instance.slots)
    elif kind in ("BR1", "BR2"):
        breaks = [_breaks(constraint, seasons[team]) for team in sorted(constraint.teams)]
        for total in breaks if kind == "BR1" else [sum(breaks)]:
            yield max(0, total - constraint.length)
    else:
        for number in _counts(constraint, instance, placed, seasons):
            yield max(0, number - most) + max(0, least - number)


def _counts(
    constraint: Constraint, instance: Instance, placed: Placed, seasons: dict[int, Season]
) -> Iterator[int]:
    slots, others, side = constraint.slots, constraint.others, constraint.side
    if constraint.kind == "GA1":
        yield sum(placed[game] in slots for game in constraint.games if game in placed)
    elif constraint.kind == "CA1":
        for team in constraint.teams:
            yield sum(slot in slots and _counts_as(side, home) for slot, home, _ in seasons[team])
    elif constraint.kind == "CA2":
        for team in constraint.teams:
            for group in [{other} for other in others] if constraint.each else [others]:
                yield sum(
                    slot in slots and other in group and _counts_as(side, home)
                    for slot, home, other in seasons[team]
                )
    elif constraint.kind == "CA3":
        for team in constraint.teams:
            met = [slot for slot, home, other in seasons[team] if other in others and _counts_as(side, home)]
            for start in range(instance.slots - constraint.length + 1):
                yield sum(start <= slot < start + constraint.length for slot in met)
    else:
        yield from _together(constraint, placed)


def _together(constraint: Constraint, placed: Placed) -> Iterator[int]:
    """Yield the counts of CA4: games of one group of teams against the other, each game once."""
    counts: dict[int, int] = defaultdict(int)
    for (home, away), slot in placed.items():
        at_home = home in constraint.teams and away in constraint.others and constraint.side != "A"
        on_road = away in constraint.teams and home in constraint.others and constraint.side != "H"
        counts[slot] += at_home or on_road
    numbers = [counts[slot] for slot in constraint.slots]
    yield from numbers if constraint.each else [sum(numbers)]


def _counts_as(side: str, is_home: bool) -> bool:
    return side == "HA" or (side == "H") == is_home


def _breaks(constraint: Constraint, season: Season) -> int:
    return sum(
        is_home == next_is_home and slot in constraint.slots and _counts_as(constraint.side, next_is_home)
        for (_, is_home, _), (slot, next_is_home, _) in pairwise(season)
    )


def _returns(constraint: Constraint, placed: Placed) -> Iterator[int]:
    for first, second in combinations(sorted(constraint.teams), 2):
        if (first, second) in placed and (second, first) in placed:
            between = abs(placed[first, second] - placed[second, first]) - 1
            yield max(0, constraint.least - between)


def _differences(constraint: Constraint, seasons: dict[int, Season], slots: int) -> Iterator[int]:
    played = {}
    for team in constraint.teams:
        counted = [slot for slot, home, _ in seasons[team] if _counts_as(constraint.side, home)]
        played[team] = [sum(slot <= until for slot in counted) for until in range(slots)]
    for first, second in combinations(sorted(constraint.teams), 2):
        apart = max(abs(played[first][slot] - played[second][slot]) for slot in constraint.slots)
        yield max(0, apart - constraint.length)
