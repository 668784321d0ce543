"""Tables given without play, from the last one on."""

from collections.abc import Iterator

from league.regulations.facts import BOTH_SIDES, Forfeit, Sides, at_fault


def last_tables(lost: Sides[int], tables: int, reason: str) -> Iterator[Forfeit]:
    """The last so many tables of each side. A table both have lost is lost by both: nobody gets it."""
    for number in range(1, tables + 1):
        fault = at_fault(side for side in BOTH_SIDES if number > tables - lost.of(side))
        if fault is not None:
            yield Forfeit(table=number, at_fault=fault, reason=reason)
