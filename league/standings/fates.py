"""Who would go up and who down, if the season ended as the table stands."""

from collections.abc import Sequence
from enum import StrEnum

from league.standings.rows import Row


class Fate(StrEnum):
    """What a place in the table means at the end of the season."""

    UP = "up"
    STAY = "stay"
    DOWN = "down"
    UNDECIDED = "undecided"  # a shared place lies across the line: the league has to decide


def fates(rows: Sequence[Row], *, promoted: int, relegated: int) -> tuple[Fate, ...]:
    """The fate of each row. Withdrawn teams neither go up nor keep another team from going down.

    Nobody goes up or down before a match was played, and nobody does both in a small division.
    """
    standing = [row for row in rows if not row.record.is_withdrawn]
    if not any(row.record.played for row in standing) or promoted + relegated > len(standing):
        return tuple(Fate.STAY for _ in rows)
    last_up, first_down = promoted, len(standing) - relegated + 1
    by_team = {}
    for row in standing:
        sharing = sum(other.place == row.place for other in standing)
        by_team[row.record.team] = _fate_of(row.place, row.place + sharing - 1, last_up, first_down)
    return tuple(by_team.get(row.record.team, Fate.STAY) for row in rows)


def _fate_of(best: int, worst: int, last_up: int, first_down: int) -> Fate:
    """The fate of teams that share the places from best to worst."""
    if best <= last_up < worst or best < first_down <= worst:
        return Fate.UNDECIDED
    if worst <= last_up:
        return Fate.UP
    if best >= first_down:
        return Fate.DOWN
    return Fate.STAY
