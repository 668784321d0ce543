"""Verify by arithmetic that a task can be planned at all, before anything is searched."""

import datetime
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from league.scheduling.judge import Kind
from league.scheduling.planner.calendar import ImpossibleTask, day_in_words, short_day
from league.scheduling.planner.home_nights import by_weeks
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.owed import new_teams, nights_missing, owed_matches
from league.scheduling.planner.round_nights import round_nights, usual_nights
from league.scheduling.planner.task import (
    MOST_MEETINGS,
    GroupConstraint,
    MeetingRequest,
    PlannedDivision,
    SecondHalf,
    Task,
)
from league.shared.text import capitalised, count, listed

MOST_WEIGHT = 1000


def verify_names(task: Task) -> None:
    """Raise ImpossibleTask with every name and number of the task that means nothing."""
    _raise_for(_names(task))


def verify_task(task: Task) -> None:
    """Raise ImpossibleTask with all that is wrong with the task: its names first, then the arithmetic."""
    verify_names(task)
    _raise_for(_arithmetic(by_weeks(task)))


def _raise_for(reasons: Iterable[str]) -> None:
    if found := tuple(capitalised(reason) for reason in reasons):
        raise ImpossibleTask(found)


def _names(task: Task) -> Iterator[str]:
    teams, venues = task.teams_by_key(), task.venues_by_key()
    for team in task.teams:
        if team.venue not in venues:
            yield f"{team.name} play at “{team.venue}”, which is none of the pubs."
    for venue in task.venues:
        if venue.capacity < 1:
            yield f"{venue.name} has room for no match at all; leave it out or give it one."
    placed = Counter(key for division in task.divisions for key in division.teams)
    for key, times in placed.items():
        if key not in teams:
            yield f"“{key}” stands in a division but is none of the teams."
        elif times > 1:
            yield f"{teams[key].name} stand {times} times in the divisions; once would be right."
    for division in task.divisions:
        yield from _division(division, standing=task.standing is not None)
    for request in task.requests:
        yield from (
            f"a request names “{team}”, which is in no division."
            for team in request.teams
            if team not in placed
        )
        if isinstance(request, MeetingRequest) and not _meet(task, *request.teams):
            first, second = request.teams
            yield f"a request wants “{first}” and “{second}” to meet, but they are not in the same division."
        if isinstance(request, GroupConstraint) and len(set(request.teams)) < 2:
            yield "a request about teams that share needs at least two teams."
        if not 1 <= request.weight <= MOST_WEIGHT:
            yield f"a request weighs {request.weight}; a weight is from 1 to {MOST_WEIGHT}."
    for fixed in task.fixed:
        if not _meet(task, fixed.home, fixed.away):
            yield (
                f"a fixed match names “{fixed.home}” and “{fixed.away}”, "
                "who are not two teams of one division."
            )


def _meet(task: Task, first: str, second: str) -> bool:
    return first != second and any(
        first in division.teams and second in division.teams for division in task.divisions
    )


def _division(division: PlannedDivision, *, standing: bool) -> Iterator[str]:
    if len(division.teams) < 2:
        yield f"{division.name} has {count(len(division.teams))} teams; a list needs two at least."
    if not 1 <= division.meetings <= MOST_MEETINGS:
        yield f"{division.name}: {division.meetings} meetings; everybody meets everybody one to four times."
    if division.differing and not standing:
        yield (
            f"{division.name}: some teams meet more or less often; that can be planned only in mid-season, "
            "with a day before which matches stay."
        )
    if list(division.nights) != sorted(set(division.nights)):
        yield f"{division.name}: its nights do not stand in order, each once."


def _arithmetic(task: Task) -> Iterator[str]:
    broken = list(_standing(task))
    if broken:
        yield from broken
        return
    yield from _nights(task)
    yield from _rules(task)
    yield from _fixed(task)


def _standing(task: Task) -> Iterator[str]:
    """Yield what is wrong with a standing list, and matches owed to a team that nights are missing for."""
    if task.standing is None:
        return
    for fault in faults_of(replace(task, keep_before=None, requests=(), fixed=()), task.standing):
        if fault.kind in (Kind.STRANGER, Kind.TWICE_A_ROUND):
            yield f"the list as it stands is not whole: {fault.sentence}"
    for division in task.divisions:
        for couple, owed in owed_matches(division, task).items():
            is_known = any(count.is_about(*couple) for count in division.differing)
            if is_known or set(couple) & set(new_teams(division, task)):
                continue
            names = listed(task.teams_by_key()[team].name for team in couple)
            times = division.meetings_of(*couple)
            yield (
                f"the list as it stands is not whole: {names} meet {times - owed} times; "
                f"{times} would be right."
            )


def _nights(task: Task) -> Iterator[str]:
    for division in task.divisions:
        needed, there = division.rounds, len(division.nights)
        if task.standing is not None:
            yield from _nights_of_the_rest(division, task)
        elif there < needed:
            missing = count(needed - there)
            yield (
                f"{division.name}: {len(division.teams)} teams meeting {_times(division.meetings)} need "
                f"{needed} nights; the dates allow {there}: free {missing} more{_weeks_off(task)}"
                f"{_or_fewer(division, there)}."
            )


def _nights_of_the_rest(division: PlannedDivision, task: Task) -> Iterator[str]:
    """Yield what is missing where the rounds left, and matches put off into a lost week, need more nights."""
    rounds = round_nights(division, task)
    start = task.keep_before or division.nights[0]
    left = [night for night in division.nights if night >= start]
    usual = usual_nights(task.standing, division.key) if task.standing else {}
    put_off = Counter(
        team
        for meeting in (task.standing.of_division(division.key) if task.standing else ())
        if meeting.date >= start and meeting.date not in division.nights
        if task.calendar is not None and task.calendar.off_on(meeting.date) is not None
        if meeting.date != usual[meeting.round]
        for team in meeting.pair
    )
    missing = max(put_off.values(), default=0) - len(set(left) - set(rounds.values()))
    if missing > 0:
        yield (
            f"{division.name}: a match was put off into a week without matches, and is without a night from "
            f"{short_day(start)}: give it {count(missing)} more."
        )
    elif missing_nights := nights_missing(division, task):
        yield missing_nights


def _times(meetings: int) -> str:
    return ("once", "twice", "three times", "four times")[meetings - 1]


def _weeks_off(task: Task) -> str:
    if task.calendar is None or not task.calendar.off:
        return ""
    weeks = (f"{short_day(off.day)} ({off.because or off.kind.value})" for off in task.calendar.off[:6])
    return f", of the weeks of {listed(weeks, 'or')}"


def _or_fewer(division: PlannedDivision, nights: int) -> str:
    fewer = nights // division.leg
    return f", or let everybody meet {_times(fewer)}, which needs {fewer * division.leg}" if fewer else ""


def _rules(task: Task) -> Iterator[str]:
    least, longest = task.rules.return_after, task.rules.longest_run
    for division in task.divisions:
        most = {
            SecondHalf.MIRRORED: division.leg,
            SecondHalf.FRENCH: division.leg - 1,
            SecondHalf.ENGLISH: 1,
            SecondHalf.FREE: 2 * division.leg - 1,
        }[division.second_half]
        if division.meetings > 1 and least > most and task.standing is None:
            yield (
                f"{division.name}: no return match within {least} rounds cannot be; with "
                f"{len(division.teams)} teams and a {division.second_half.value} second half it is {most}."
            )
        if longest is not None and longest < 2 and len(division.teams) > 3:
            yield f"{division.name}: only two teams can go without a run of two; let the longest be two."


def _fixed(task: Task) -> Iterator[str]:
    teams, divisions = task.teams_by_key(), task.division_of()
    nights: Counter[tuple[str, datetime.date]] = Counter()
    homes: Counter[tuple[str, str]] = Counter()
    for fixed in task.fixed:
        division = divisions[fixed.home]
        homes[fixed.home, fixed.away] += 1
        nights.update([(fixed.home, fixed.date), (fixed.away, fixed.date)])
        match = f"{teams[fixed.home].name} against {teams[fixed.away].name} on {day_in_words(fixed.date)}"
        own = {task.home_night(fixed.home, night) for night in division.nights}.union(division.nights)
        if fixed.date not in own and task.standing is None:
            yield f"{match} is fixed, but {division.name} has no round that night."
        venue = task.venues_by_key()[teams[fixed.home].venue]
        if fixed.date in venue.closed:
            yield f"{match} is fixed, but {venue.name} is shut that night."
    for (team, night), times in nights.items():
        if times > 1:
            text = f"{teams[team].name} have {count(times)} fixed matches on"
            yield f"{text} {day_in_words(night)}; one would be right."
    for (home, away), times in homes.items():
        if times > (divisions[home].meetings + 1) // 2:
            yield (
                f"{teams[home].name} are fixed at home to {teams[away].name} {_times(times)}, but meet them "
                f"{_times(divisions[home].meetings)} in all."
            )
