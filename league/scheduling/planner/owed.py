"""Matches that are owed in a standing list, or not to be played any more, since a team joined or left.

What is owed follows from how often teams meet; `completing` finds the nights.
"""

import datetime
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from league.scheduling.planner.calendar import short_day
from league.scheduling.planner.round_nights import reserve_nights, round_nights, usual_nights
from league.scheduling.planner.task import Meeting, Plan, PlannedDivision, Task
from league.shared.text import count

Couple = tuple[str, str]


def owed_matches(division: PlannedDivision, task: Task) -> Mapping[Couple, int]:
    """Return by how many matches each couple is short in the standing list, below 0 where it has too many.

    Couples that have what they should are left out.
    """
    standing = task.standing.of_division(division.key) if task.standing else ()
    there = Counter(meeting.pair for meeting in standing)
    owed = {
        (first, second): division.meetings_of(first, second) - there[frozenset((first, second))]
        for first, second in combinations(division.teams, 2)
    }
    return {couple: number for couple, number in owed.items() if number}


def new_teams(division: PlannedDivision, task: Task) -> tuple[str, ...]:
    """Return the teams of a division that have no match in the standing list, though others have."""
    standing = task.standing.of_division(division.key) if task.standing else ()
    there = {team for meeting in standing for team in meeting.pair}
    return tuple(team for team in division.teams if team not in there) if there else ()


def dropped_matches(task: Task, standing: Plan, start: datetime.date) -> Iterator[Meeting]:
    """Yield the matches to come of couples that have too many, the latest first."""
    for division in task.divisions:
        for couple, number in owed_matches(division, task).items():
            if number < 0:
                own = (meeting for meeting in standing.meetings if meeting.pair == frozenset(couple))
                to_come = [meeting for meeting in own if meeting.date >= start]
                yield from to_come[number:]


def lifted_matches(task: Task) -> set[Meeting]:
    """Return the matches that leave their night for a fixed one: that match, and others of its sides then."""
    standing, start = task.standing, task.keep_before or datetime.date.min
    to_come = [meeting for meeting in standing.meetings if meeting.date >= start] if standing else []
    fixed = {(match.home, match.away, match.date) for match in task.fixed}
    there = {(meeting.home, meeting.away, meeting.date) for meeting in to_come}
    lifted: set[Meeting] = set()
    for home, away, night in sorted(fixed - there):
        own = [meeting for meeting in to_come if (meeting.home, meeting.away) == (home, away)]
        if own and night >= start:
            lifted.add(min(own, key=lambda meeting: abs(meeting.date - night)))
            lifted.update(
                meeting for meeting in to_come if meeting.date == night and meeting.pair & {home, away}
            )
    return {match for match in lifted if (match.home, match.away, match.date) not in fixed}


def lost_matches(task: Task) -> set[Meeting]:
    """Return the matches to come of a division's lost rounds, where not each finds a night for itself.

    They move one by one, and with them what stands alone on a spare night of the division.
    """
    standing, start = task.standing, task.keep_before or datetime.date.min
    lost: set[Meeting] = set()
    if standing is None:
        return lost
    for division in task.divisions:
        usual, nights = usual_nights(standing, division.key), round_nights(division, task)
        moved = {number for number, night in usual.items() if nights.get(number) != night}
        if moved <= nights.keys():
            continue
        spare = set(division.nights).difference(usual.values())
        lost.update(
            meeting
            for meeting in standing.of_division(division.key)
            if start <= meeting.date
            and (meeting.date in spare or (meeting.round in moved and meeting.date == usual[meeting.round]))
        )
    return lost


def matches_on_nights(task: Task, standing: Plan, start: datetime.date) -> Iterator[Meeting]:
    """Yield the matches of a list, those of a lost round on the night that the round has now."""
    for division in task.divisions:
        usual, nights = usual_nights(standing, division.key), round_nights(division, task)
        for meeting in standing.of_division(division.key):
            is_usual = meeting.date >= start and meeting.date == usual[meeting.round]
            yield replace(meeting, date=nights.get(meeting.round, meeting.date)) if is_usual else meeting


def matches_in_words(number: int) -> str:
    """Return a number of matches in words: one match, six matches."""
    return f"{count(number)} match{'' if number == 1 else 'es'}"


def nights_missing(division: PlannedDivision, task: Task) -> str:
    """Return a sentence where a team is owed more matches than it has nights left; empty where none is."""
    start = task.keep_before or datetime.date.min
    if task.standing is None:
        return ""
    lost = lost_matches(task)
    staying = tuple(meeting for meeting in task.standing.meetings if meeting not in lost)
    task = replace(task, standing=Plan(meetings=staying))
    owed: Counter[str] = Counter()
    for couple, number in owed_matches(division, task).items():
        owed.update(dict.fromkeys(couple, max(number, 0)))
    if not owed:
        return ""
    standing = Plan(meetings=staying)
    dropped = set(dropped_matches(task, standing, start))
    kept = [meeting for meeting in matches_on_nights(task, standing, start) if meeting not in dropped]
    short = {team: number - len(_matched(division, task, team, kept)) for team, number in owed.items()}
    team, missing = max(short.items(), key=lambda item: item[1])
    if missing <= 0:
        return ""
    name = task.teams_by_key()[team].name
    return (
        f"{division.name}: {name} have {matches_in_words(owed[team])} to fit in; {missing} of them "
        f"are still without a night from {short_day(start)}: give it that many more."
    )


def _matched(
    division: PlannedDivision, task: Task, team: str, kept: Sequence[Meeting]
) -> Mapping[datetime.date, str]:
    """Return the opponents that a team could meet on nights of their own: as many as possible, by night.

    That is the most even if rooms and the other matches that are owed were no matter.
    """
    start = task.keep_before or datetime.date.min
    busy = {(side, meeting.date) for meeting in kept for side in meeting.pair}
    opponents = [
        other
        for couple, number in owed_matches(division, task).items()
        for other in set(couple) - {team}
        if team in couple
        for _ in range(number)
    ]
    placed: dict[datetime.date, int] = {}
    nights = sorted({*division.nights, *reserve_nights(division, task)})

    def place(number: int, seen: set[datetime.date]) -> bool:
        for night in nights:
            is_open = night >= start and not {(team, night), (opponents[number], night)} & busy
            if is_open and night not in seen:
                seen.add(night)
                if night not in placed or place(placed[night], seen):
                    placed[night] = number
                    return True
        return False

    for number in range(len(opponents)):
        place(number, set())
    return {night: opponents[number] for night, number in placed.items()}
