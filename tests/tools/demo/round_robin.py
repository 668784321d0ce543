"""The demo's fixture list by the circle method: everybody meets everybody twice, home and away by turns.

One place of the circle stands still while the others go round it; nobody has more than two home or two
away matches running, except where the halves of the season meet.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """Two places of the circle in a week of the season, from 1."""

    week: int
    home: int
    away: int


def double_round_robin(places: int) -> tuple[Meeting, ...]:
    """Everybody against everybody, then all again the other way round. The number of places is even."""
    first = tuple(_single_round_robin(places))
    weeks = places - 1
    return first + tuple(
        Meeting(week=meeting.week + weeks, home=meeting.away, away=meeting.home) for meeting in first
    )


def _single_round_robin(places: int) -> Iterator[Meeting]:
    still, turning = places - 1, places - 1
    for week in range(turning):
        pairs = [(week, still)] + [
            ((week + step) % turning, (week - step) % turning) for step in range(1, places // 2)
        ]
        for step, (one, other) in enumerate(pairs):
            # By week for the place that stands still, by distance for the rest: so home and away alternate.
            at_home = week % 2 == 0 if step == 0 else step % 2 == 1
            home, away = (one, other) if at_home else (other, one)
            yield Meeting(week=week + 1, home=home, away=away)


def never_at_home_together(places: int) -> tuple[tuple[int, int], ...]:
    """The places in twos, of which one is at home whenever the other is away: for two teams of a pub."""
    home_weeks = {
        place: frozenset(meeting.week for meeting in double_round_robin(places) if meeting.home == place)
        for place in range(places)
    }
    every_week = frozenset().union(*home_weeks.values())
    return tuple(
        (one, other)
        for one, other in _twos(range(places))
        if home_weeks[one] | home_weeks[other] == every_week and not home_weeks[one] & home_weeks[other]
    )


def _twos(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    return ((place, other) for place in places for other in places if place < other)
