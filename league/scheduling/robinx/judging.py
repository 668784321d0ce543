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
        """Yield every game there may be: all of them where couples meet twice, one of two where they meet
        once.
        """
        for league in self.leagues:
            yield from ((home, away) for home in league for away in league if home != away)

    def single_couples(self) -> Iterator[Game]:
        """Yield the couples who meet once, either of them at home."""
        for league, meetings in zip(self.leagues, self.meetings, strict=True):
            if meetings == 1:
                yield from combinations(league, 2)

    @property
    def unknown_hard(self) -> int:
        """How many hard constraints nobody here can judge."""
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
        """Every game is placed rightly and every hard constraint known here holds."""
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
    """Yield every game once, in a slot there is; nobody twice in a slot; compact leagues leave nobody out."""
    number_pairs = set(instance.games())
    missing = number_pairs - placed.keys()
    for number, other in instance.single_couples():
        if ((number, other) in missing) == ((other, number) in missing):
            yield f"Teams {number} and {other} do not meet once."
        missing -= {(number, other), (other, number)}
    yield from (f"{home} v {away} is not placed." for home, away in sorted(missing))
    yield from (
        f"{home} v {away} is no game of this instance." for home, away in sorted(placed.keys() - number_pairs)
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
    """Yield what compact and phased leagues ask for."""
    for number, league in enumerate(instance.leagues):
        rounds = instance.meetings[number] * (len(league) - 1 + len(league) % 2)
        last = max(
            (placed.get((home, away), 0) for home in league for away in league if home != away), default=0
        )
        if instance.is_compact[number] and last >= rounds:
            yield f"The league of team {league[0]} is compact; slot {last} is past its {rounds} rounds."
        in_halves = instance.is_phased[number] and instance.meetings[number] == 2
        for one, other in combinations(league, 2) if in_halves else ():
            there, back = placed.get((one, other), 0), placed.get((other, one), 0)
            if (there < rounds // 2) == (back < rounds // 2):
                yield f"Teams {one} and {other} meet twice in one half."


def _seasons(placed: Placed) -> dict[int, Season]:
    found: dict[int, Season] = defaultdict(list)
    for (home, away), slot in placed.items():
        found[home].append((slot, True, away))
        found[away].append((slot, False, home))
    return {team: sorted(season) for team, season in found.items()}


def deviations(
    constraint: Constraint, instance: Instance, placed: Placed, seasons: dict[int, Season]
) -> Iterator[int]:
    """By how much each count of a constraint is off."""
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
    """CA4: games of the one group of teams against the other, each game once."""
    found: dict[int, int] = defaultdict(int)
    for (home, away), slot in placed.items():
        at_home = home in constraint.teams and away in constraint.others and constraint.side != "A"
        on_road = away in constraint.teams and home in constraint.others and constraint.side != "H"
        found[slot] += at_home or on_road
    numbers = [found[slot] for slot in constraint.slots]
    yield from numbers if constraint.each else [sum(numbers)]


def _counts_as(side: str, is_home: bool) -> bool:
    return side == "HA" or (side == "H") == is_home


def _breaks(constraint: Constraint, season: Season) -> int:
    return sum(
        one == other and slot in constraint.slots and _counts_as(constraint.side, other)
        for (_, one, _), (slot, other, _) in pairwise(season)
    )


def _returns(constraint: Constraint, placed: Placed) -> Iterator[int]:
    for number, other in combinations(sorted(constraint.teams), 2):
        if (number, other) in placed and (other, number) in placed:
            between = abs(placed[number, other] - placed[other, number]) - 1
            yield max(0, constraint.least - between)


def _differences(constraint: Constraint, seasons: dict[int, Season], slots: int) -> Iterator[int]:
    played = {}
    for team in constraint.teams:
        counted = [slot for slot, home, _ in seasons[team] if _counts_as(constraint.side, home)]
        played[team] = [sum(slot <= until for slot in counted) for until in range(slots)]
    for number, other in combinations(sorted(constraint.teams), 2):
        apart = max(abs(played[number][slot] - played[other][slot]) for slot in constraint.slots)
        yield max(0, apart - constraint.length)
