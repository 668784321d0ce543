"""How few matches have to change when a list is planned again, by an exact model of its own."""

import datetime
import itertools
from collections import defaultdict
from dataclasses import replace

from league.scheduling.planner.solver import Problem, SolverVerdict, solve
from league.scheduling.planner.task import Meeting, Task, TeamRequest, Where


def fewest_changes(task: Task) -> int:
    """Return how many matches of the standing list change at least so that nights, pubs and musts are right.

    A match to come stays, or has another night of its division, or the other side's pub with its return
    turned too, or is played in a pub of neither; in no week off, and not after the last day. Runs of home
    matches and the order of weeks are left out: no list changes less.
    """
    assert task.standing
    assert task.keep_before
    start, teams, venues = task.keep_before, task.teams_by_key(), task.venues_by_key()
    problem = Problem()
    on_night: dict[tuple[str, datetime.date], list[int]] = defaultdict(list)
    in_pub: dict[tuple[str, datetime.date], list[int]] = defaultdict(list)
    turns: dict[frozenset[str], list[list[int]]] = defaultdict(list)
    for meeting in task.standing.meetings:
        if meeting.date < start:
            continue
        nights = {day for day in task.division_of()[meeting.home].nights if day >= start} | {meeting.date}
        choices, turned_choices = [], []
        for turned in (meeting, replace(meeting, home=meeting.away, away=meeting.home)):
            for day in sorted(nights):
                if not _may_be(task, turned, day):
                    continue
                is_same = turned == meeting and day == meeting.date
                number = problem.choice(0 if is_same else 1)
                choices.append(number)
                turned_choices += [number] if turned != meeting else []
                for team in meeting.pair:
                    on_night[team, day].append(number)
                in_pub[teams[turned.home].venue, day].append(number)
        neither = {venue.key for venue in task.venues} - {teams[team].venue for team in meeting.pair}
        for lent, day in itertools.product(sorted(neither), sorted(nights)):
            if _may_be(task, meeting, day, lent):
                number = problem.choice(1)
                choices.append(number)
                for team in meeting.pair:
                    on_night[team, day].append(number)
                in_pub[lent, day].append(number)
        problem.exactly_one(choices)
        turns[meeting.pair].append(turned_choices)
    for numbers in on_night.values():
        problem.row(numbers, at_most=1)
    for (venue, _), numbers in in_pub.items():
        problem.row(numbers, at_most=venues[venue].capacity)
    for pair in turns.values():
        if len(pair) == 1:
            problem.row(pair[0], at_most=0)
        else:
            first, second = pair
            problem.row(dict.fromkeys(first, 1) | dict.fromkeys(second, -1), 0, 0)
    answer = solve(problem)
    assert answer.verdict is SolverVerdict.OPTIMAL
    return answer.cost


def _may_be(task: Task, meeting: Meeting, day: datetime.date, venue: str = "") -> bool:
    if day in task.venues_by_key()[venue or task.teams_by_key()[meeting.home].venue].closed:
        return False
    if task.calendar and (task.calendar.off_on(day) or day > task.calendar.last):
        return False
    for request in task.requests:
        if isinstance(request, TeamRequest) and request.must and request.team in meeting.pair:
            refused = {Where.NO_MATCH: True, Where.NOT_HOME: request.team == meeting.home}
            if day in request.days and refused.get(request.where, False):
                return False
    return True
