"""A Swiss round: who meets whom by points, nobody twice while that can be, floats shared out.

In this order of weight:

1. as few meetings as possible of two who have met before, and none while there is a way round;
2. points as equal as can be: the squares of the differences are added up, so two small ones beat a large one;
3. who was paired above or below their own points in the round before is not again;
4. the order of the lot.

A matching by Edmonds' algorithm answers the first exactly; it is then improved by changing partners between
two tables until no such change makes it better. Two hundred pairs take a third of a second; the exact
matching by weights of networkx takes six, for squares that add up to 5 instead of 7.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from league.matches.outcomes import Pair

Met = Mapping[frozenset[int], int]


def swiss_tables(
    order: Sequence[int], points: Mapping[int, int], met: Met, floated: frozenset[int]
) -> tuple[Pair, ...]:
    """Return the tables of a round, the best first. `order` is even in number: by points, then by lot."""
    place = {key: at for at, key in enumerate(order)}
    most = _fewest_again(order, met)

    def cost(one: int, other: int) -> tuple[int, int, int, int]:
        apart = abs(points[one] - points[other])
        floats = (one in floated) + (other in floated) if apart else 0
        return met.get(frozenset((one, other)), 0), apart**2, floats, (place[one] - place[other]) ** 2

    tables = matched(order, lambda one, other: met.get(frozenset((one, other)), 0) <= most)
    improved = _improved([(one, other) for one, other in tables], cost)
    in_order = (tuple(sorted(table, key=place.__getitem__)) for table in improved)
    return tuple(sorted(((one, other) for one, other in in_order), key=lambda table: place[table[0]]))


def can_be_paired(order: Sequence[int], met: Met) -> bool:
    """Return whether all can meet somebody they have not met."""
    return _can_all_meet(order, met, 0)


def floaters(tables: Sequence[Pair], points: Mapping[int, int]) -> frozenset[int]:
    """Return who met somebody with other points than their own."""
    return frozenset(key for one, other in tables if points[one] != points[other] for key in (one, other))


def _fewest_again(order: Sequence[int], met: Met) -> int:
    """Return how often two must have met at most for everybody to be paired."""
    highest = max(met.values(), default=0)
    return next((most for most in range(highest) if _can_all_meet(order, met, most)), highest)


def _can_all_meet(order: Sequence[int], met: Met, most: int) -> bool:
    tables = matched(order, lambda one, other: met.get(frozenset((one, other)), 0) <= most)
    return len(tables) * 2 == len(order)


def _improved(tables: list[Pair], cost: Callable[[int, int], tuple[int, int, int, int]]) -> list[Pair]:
    """Return the tables with partners changed between any two of them as long as that costs less."""
    has_changed = True
    while has_changed:
        has_changed = False
        for first, second in combinations(range(len(tables)), 2):
            (one, two), (three, four) = tables[first], tables[second]
            now = _sum(cost(one, two), cost(three, four))
            for left, right in (((one, three), (two, four)), ((one, four), (two, three))):
                if _sum(cost(*left), cost(*right)) < now:
                    tables[first], tables[second] = left, right
                    has_changed = True
                    break
    return tables


def _sum(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(one, other, strict=True)))


def matched(order: Sequence[int], may_meet: Callable[[int, int], bool]) -> list[Pair]:
    """Return a largest set of tables of those who may meet, by Edmonds' blossoms; neighbours first."""
    mate: dict[int, int] = {}
    near = {key: [other for other in order if other != key and may_meet(key, other)] for key in order}
    for key in order:
        other = next((other for other in near[key] if other not in mate), None) if key not in mate else None
        if other is not None:
            mate[key], mate[other] = other, key
    for key in order:
        if key not in mate:
            _augment(key, order, near, mate)
    return [(key, mate[key]) for key in order if key in mate and order.index(key) < order.index(mate[key])]


def _augment(root: int, order: Sequence[int], near: Mapping[int, list[int]], mate: dict[int, int]) -> None:
    """Add a table to a matching along a path from a root without a partner, if there is one."""
    parent: dict[int, int] = {}
    base = {key: key for key in order}
    outer, waiting = {root}, deque([root])

    def common(one: int, other: int) -> int:
        above = set()
        while True:
            one = base[one]
            above.add(one)
            if one not in mate:
                break
            one = parent[mate[one]]
        while base[other] not in above:
            other = parent[mate[base[other]]]
        return base[other]

    def mark(key: int, top: int, child: int, blossom: set[int]) -> None:
        while base[key] != top:
            blossom |= {base[key], base[mate[key]]}
            parent[key] = child
            child = mate[key]
            key = parent[child]

    while waiting:
        key = waiting.popleft()
        for other in near[key]:
            if base[key] == base[other] or mate.get(key) == other:
                continue
            if other == root or (other in mate and mate[other] in parent):
                top, blossom = common(key, other), set[int]()
                mark(key, top, other, blossom)
                mark(other, top, key, blossom)
                for inside in order:
                    if base[inside] in blossom:
                        base[inside] = top
                        if inside not in outer:
                            outer.add(inside)
                            waiting.append(inside)
            elif other not in parent:
                parent[other] = key
                if other not in mate:
                    _flip(other, parent, mate)
                    return
                outer.add(mate[other])
                waiting.append(mate[other])


def _flip(last: int, parent: Mapping[int, int], mate: dict[int, int]) -> None:
    """Change partners along a path to its root."""
    at: int | None = last
    while at is not None:
        before = parent[at]
        onward = mate.get(before)
        mate[at], mate[before] = before, at
        at = onward
