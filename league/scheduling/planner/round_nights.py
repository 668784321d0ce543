"""The night of each round of a division, and what it weighs to move a match to another."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from league.scheduling.planner.calendar import DAYS
from league.scheduling.planner.task import Plan, PlannedDivision, Task

Key = TypeVar("Key")

# Relative to a break of the turn of home and away, which weighs 10.
SPARE_NIGHT, RESERVE_NIGHT, AFTER_THE_LAST = 8, 18, 4

A_COUPLE = 2

# So many weeks from the match's own night weigh one.
WEEKS_THAT_WEIGH = 2


def round_nights(division: PlannedDivision, task: Task) -> Mapping[int, datetime.date]:
    """Return the night of each round, by the round's number.

    A new list takes its nights one after the other, and leaves out only those on which most pubs are shut.
    A standing list keeps its nights; a round whose night is not to be played any more, or finds most pubs
    shut, takes the next spare one; or, as a whole, one kept for postponed matches where that is cheaper for
    each of its matches. Rounds for which there is none are left out: their matches move one by one. So has a
    round moved of which each match has a night of its own.
    """
    if task.standing is None:
        numbers = range(1, division.rounds + 1)
        nights = _best_nights(division, task, division.nights, division.rounds)
        return dict(zip(numbers, nights, strict=False))
    start = task.keep_before or datetime.date.min
    usual = usual_nights(task.standing, division.key)
    torn = _torn_rounds(task.standing, division, usual) | agreed_rounds(division, task, usual)
    reserve = set(reserve_nights(division, task))
    kept = {
        number: night
        for number, night in usual.items()
        if night < start or night in division.nights or night in reserve or number in torn
    }
    taken = {meeting.date for meeting in task.standing.of_division(division.key)}
    to_come = tuple(
        night
        for night in division.nights
        if night >= start and night not in taken and night not in kept.values()
    )
    lost = [number for number in sorted(usual) if number not in kept]
    # A week in which most pubs are shut is lost too, where there is a night for it.
    open_nights = [night for night in to_come if not _is_mostly_shut(division, task, night)]
    shut = [
        number
        for number, night in sorted(kept.items())
        if night >= start and _is_mostly_shut(division, task, night)
    ]
    for number in shut[: max(0, len(open_nights) - len(lost))]:
        del kept[number]
        lost.append(number)
    spare = list(_best_nights(division, task, to_come, len(lost)))
    reserve = {
        night for night in reserve - taken if night >= start and not _is_mostly_shut(division, task, night)
    }
    instead = []
    for number in sorted(lost):
        ways = [*spare[:1], *sorted(reserve)]
        prices = {night: night_price(usual[number], night, division, max(usual.values())) for night in ways}
        if ways:
            instead.append(min(ways, key=lambda night: (prices[night], night)))
            spare = [night for night in spare if night != instead[-1]]
            reserve.discard(instead[-1])
    return kept | dict(zip(sorted(lost), sorted(instead), strict=False))


def reserve_nights(division: PlannedDivision, task: Task) -> Iterator[datetime.date]:
    """Yield the division's nights in weeks kept for postponed matches."""
    if task.calendar is not None:
        for weekday in sorted({night.isoweekday() for night in division.nights}):
            for night in task.calendar.reserve_nights(weekday):
                if night not in division.nights:
                    yield night


def night_price(
    own: datetime.date, night: datetime.date, division: PlannedDivision, last: datetime.date | None
) -> int:
    """Return what it weighs that a match moves from its own night to another; `last` is the division's."""
    price = SPARE_NIGHT if night in division.nights else RESERVE_NIGHT
    price += abs((night - own).days) // len(DAYS) // WEEKS_THAT_WEIGH
    return price + AFTER_THE_LAST if last is not None and night > last else price


def most_usual(days: Iterable[tuple[Key, datetime.date | None]]) -> dict[Key, datetime.date]:
    """Return the day that most have of those with the same key, the first of several."""
    counts: defaultdict[Key, Counter[datetime.date]] = defaultdict(Counter)
    for key, day in days:
        if day:
            counts[key][day] += 1
    return {key: min(own, key=lambda day: (-own[day], day)) for key, own in counts.items()}


def usual_nights(plan: Plan, division: str) -> Mapping[int, datetime.date]:
    """Return the night of each round of a list: the one that most of its matches have."""
    return most_usual((meeting.round, meeting.date) for meeting in plan.of_division(division))


def _torn_rounds(plan: Plan, division: PlannedDivision, usual: Mapping[int, datetime.date]) -> set[int]:
    """Return the rounds without a night of their own: no two of their matches are on one."""
    there = Counter((meeting.round, meeting.date) for meeting in plan.of_division(division.key))
    is_large = len(division.teams) > A_COUPLE + 1
    return {number for number, night in usual.items() if is_large and there[number, night] == 1}


def agreed_rounds(division: PlannedDivision, task: Task, usual: Mapping[int, datetime.date]) -> set[int]:
    """Return the rounds to come that were agreed for another day of the week than the division's.

    None where most rounds to come are on another: then the division plays on other nights now.
    """
    start, weekdays = task.keep_before or datetime.date.min, {night.isoweekday() for night in division.nights}
    to_come = {number: night for number, night in usual.items() if night >= start}
    elsewhere = {number for number, night in to_come.items() if night.isoweekday() not in weekdays}
    if 2 * len(elsewhere) > len(to_come):
        return set()
    calendar = task.calendar
    is_off = calendar.off_on if calendar else lambda night: None
    last = calendar.last if calendar else datetime.date.max
    return {number for number in elsewhere if to_come[number] <= last and is_off(to_come[number]) is None}


def _best_nights(
    division: PlannedDivision, task: Task, nights: tuple[datetime.date, ...], needed: int
) -> tuple[datetime.date, ...]:
    """Return the first nights, in order, without those on which half of the teams could not be at home."""
    fixed = {match.date for match in task.fixed if match.home in division.teams}

    def use(night: datetime.date) -> tuple[bool, bool, datetime.date]:
        return (night not in fixed, _is_mostly_shut(division, task, night), night)

    return tuple(sorted(sorted(nights, key=use)[:needed]))


def _is_mostly_shut(division: PlannedDivision, task: Task, night: datetime.date) -> bool:
    """Return whether more than half of the teams could not be at home that night."""
    venues, teams = task.venues_by_key(), task.teams_by_key()
    shut = sum(task.home_night(team, night) in venues[teams[team].venue].closed for team in division.teams)
    return 2 * shut > len(division.teams)
