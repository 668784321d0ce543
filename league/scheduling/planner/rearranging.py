"""Rearrange single matches that cannot stay on the night of their round.

A list is made of whole weeks, and what does not fit in one of them need not cost a whole week: the match goes
to a spare night, or home and away change here and in the return, or another pub lends its room. For all such
matches together the cheapest choice is found, as a small exact problem.
"""

import datetime
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from operator import attrgetter

from league.scheduling.judge import Kind
from league.scheduling.planner.calendar import short_day
from league.scheduling.planner.grid import HARD
from league.scheduling.planner.home_nights import as_played
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.rearranging_options import MatchOption, SeasonOptions, Way, weeks_between
from league.scheduling.planner.round_nights import night_price, reserve_nights, round_nights, usual_nights
from league.scheduling.planner.solver import Problem, solve
from league.scheduling.planner.task import (
    GroupConstraint,
    Meeting,
    Plan,
    PlannedDivision,
    Task,
    TeamGroup,
)
from league.shared.grouping import grouped
from league.shared.text import count

# Of options that weigh the same the nearest night is taken.
NEAREST_FIRST = 100
MOST_ATTEMPTS = 4
SECONDS = 5.0
STRUCTURAL = (Kind.FORM, Kind.LEG, Kind.NIGHT, Kind.TWICE_A_NIGHT)

Key = tuple[str, datetime.date]
"""A team or a pub, and a night."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rearranged:
    """A match that was rearranged: as its week has it, as it is played, why, and what that weighs.

    `because` holds sentences without their full stop; a return that follows its match has none.
    """

    before: Meeting
    after: Meeting
    way: Way
    because: tuple[str, ...]
    price: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rearrangement:
    """A list and the matches rearranged in it.

    `cost` is what these weigh, and what rooms, closed nights and requests cost that could not be helped.
    """

    plan: Plan
    matches: tuple[Rearranged, ...] = ()
    cost: int = 0


def rearrange(task: Task, plan: Plan) -> Rearrangement:
    """Return the list with those matches rearranged that cannot stay, or that cost more where they are.

    Matches of a lost week that goes as a whole to a night kept for postponed ones are among them.
    """
    with_week = tuple(_moved_weeks(task, plan))
    arrangement = _rearrange(task, plan)
    return replace(
        arrangement,
        matches=(*with_week, *arrangement.matches),
        cost=arrangement.cost + sum(match.price for match in with_week),
    )


def _moved_weeks(task: Task, plan: Plan) -> Iterator[Rearranged]:
    """Yield the matches of lost weeks that go as a whole to a night kept for postponed matches."""
    if task.standing is None:
        return
    for division in task.divisions:
        usual = usual_nights(task.standing, division.key)
        nights, reserve = round_nights(division, task), set(reserve_nights(division, task))
        for meeting in plan.of_division(division.key):
            own, night = usual.get(meeting.round), nights.get(meeting.round)
            if own is None or own == night or night not in reserve or meeting.date != night:
                continue
            price = night_price(own, night, division, max(usual.values()))
            yield Rearranged(
                before=replace(meeting, date=own),
                after=meeting,
                way=Way.RESERVE_NIGHT,
                because=(_why_lost(task, division, own),),
                price=price,
            )


def _why_lost(task: Task, division: PlannedDivision, night: datetime.date) -> str:
    off = task.calendar.off_on(night) if task.calendar else None
    if off is not None:
        return f"no matches in the week of {short_day(off.day)}{f' ({off.because})' if off.because else ''}"
    if night in division.nights:
        return f"most pubs are shut on {short_day(night)}"
    return f"{short_day(night)} is no night of the division any more"


def _rearrange(task: Task, plan: Plan) -> Rearrangement:
    season = SeasonOptions(task, plan)
    as_it_is = Rearrangement(plan=plan, cost=season.cost_of_all())
    if not season.candidates:
        return as_it_is
    faults = _faults(task, plan)
    forbidden: frozenset[Meeting] = frozenset()
    for _ in range(MOST_ATTEMPTS):
        arrangement = _cheapest(season, forbidden)
        if not arrangement.matches:
            break
        left = _faults(task, arrangement.plan)
        if left <= faults:
            cost = SeasonOptions(task, arrangement.plan).cost_of_all()
            return replace(arrangement, cost=cost + sum(match.price for match in arrangement.matches))
        # What is right for each match alone may be wrong together: that is not tried again.
        guilty = frozenset(
            match.after
            for match in arrangement.matches
            if _faults(task, arrangement.plan.changed({match.after: match.before})) < left
        )
        if not guilty:
            break
        forbidden |= guilty
    return as_it_is


def _faults(task: Task, plan: Plan) -> tuple[int, int]:
    """Return how many faults a list has: those that it could not have even without any condition, and all."""
    codes = [fault.kind for fault in faults_of(task, as_played(task, plan))]
    return sum(code in STRUCTURAL for code in codes), len(codes)


def _cheapest(season: SeasonOptions, forbidden: frozenset[Meeting]) -> Rearrangement:
    """Return the cheapest choice of an option for each match that had better move."""
    problem = Problem()
    chosen: dict[int, tuple[Meeting, MatchOption]] = {}
    of_match: dict[Meeting, list[int]] = defaultdict(list)
    turns: list[tuple[int, int]] = []

    def add(meeting: Meeting, option: MatchOption) -> int:
        number = problem.choice(NEAREST_FIRST * option.cost + weeks_between(meeting, option.meeting.date))
        chosen[number] = meeting, option
        of_match[meeting].append(number)
        return number

    def add_staying(meeting: Meeting) -> None:
        if meeting not in of_match:
            add(meeting, MatchOption(meeting=meeting, cost=season.cost(meeting)))

    for meeting in season.candidates:
        add_staying(meeting)
        for option in season.options(meeting):
            if option.meeting not in forbidden:
                add(meeting, option)
        turned = season.reversal(meeting)
        if turned is None or turned.option.meeting in forbidden:
            continue
        number = add(meeting, turned.option)
        if turned.back is not None and turned.back_option is not None:
            add_staying(turned.back)
            turns.append((number, add(turned.back, turned.back_option)))
    for choices in of_match.values():
        problem.exactly_one(choices)
    for first_turn, second_turn in turns:
        problem.row({first_turn: 1, second_turn: -1}, 0, 0)
    _add_limits(problem, season, chosen, frozenset(of_match))
    answer = solve(problem, seconds=SECONDS)
    if not answer.values:
        return Rearrangement(plan=season.plan)
    return _arranged(season, [chosen[number] for number in chosen if answer.values[number]])


def _add_limits(
    problem: Problem,
    season: SeasonOptions,
    chosen: Mapping[int, tuple[Meeting, MatchOption]],
    movable: frozenset[Meeting],
) -> None:
    """Add rows: a team plays once a night, a pub has no more matches than room, and teams that ask never to
    be at home, or away, together are not. Each too many is paid for.

    Nights on which teams want to be at home together are the lists' business: what moves alone is seldom two.
    """

    def limit(keys: Callable[[Meeting], Iterable[Key]], room: Callable[[Key], int], cost: int) -> None:
        choices = grouped(
            (key, number) for number, (_, option) in chosen.items() for key in keys(option.meeting)
        )
        for key, own in choices.items():
            too_many = {problem.amount(NEAREST_FIRST * cost): -1}
            problem.row(dict.fromkeys(own, 1) | too_many, at_most=max(room(key), 0))

    def staying(meetings: Iterable[Meeting], is_meant: Callable[[Meeting], bool] = bool) -> int:
        return sum(meeting not in movable and is_meant(meeting) for meeting in meetings)

    limit(
        lambda meeting: ((team, meeting.date) for team in meeting.pair),
        lambda key: 1 - staying(season.by_team[key[0]], lambda meeting: meeting.date == key[1]),
        HARD,
    )
    limit(
        lambda meeting: [(season.venue(meeting), season.night(meeting))],
        lambda key: season.venues[key[0]].capacity - staying(season.hosted[key]),
        HARD,
    )

    def limit_group(request: GroupConstraint) -> None:
        most = 1 if request.company is TeamGroup.NEVER_HOME_TOGETHER else len(request.teams) - 1
        # Of “one home, one away” only the second home is seen here: the judge has the last word.
        side = attrgetter("away" if request.company is TeamGroup.NEVER_ALL_AWAY else "home")

        def is_on(night: datetime.date) -> Callable[[Meeting], bool]:
            return lambda meeting: meeting.date == night and side(meeting) in request.teams

        limit(
            lambda meeting: [("", meeting.date)] * (side(meeting) in request.teams),
            lambda key: most - staying(season.plan.meetings, is_on(key[1])),
            HARD if request.must else request.weight,
        )

    for request in season.task.requests:
        if isinstance(request, GroupConstraint) and request.company is not TeamGroup.HOME_TOGETHER:
            limit_group(request)


def _arranged(season: SeasonOptions, choices: list[tuple[Meeting, MatchOption]]) -> Rearrangement:
    matches = tuple(
        Rearranged(
            before=meeting,
            after=option.meeting,
            way=option.way,
            because=tuple(_reasons(season, meeting)),
            price=option.price,
        )
        for meeting, option in sorted(choices, key=lambda choice: choice[0])
        if option.way is not None
    )
    return Rearrangement(
        plan=season.plan.changed({match.before: match.after for match in matches}), matches=matches
    )


def _reasons(season: SeasonOptions, meeting: Meeting) -> Iterator[str]:
    names = season.teams
    for team in sorted(season.twice(meeting)):
        yield f"{names[team].name} have another match on {short_day(meeting.date)}"
    yield from dict.fromkeys(obstacle.sentence for obstacle in season.obstacles(meeting))
    venue = season.venues[season.venue(meeting)]
    night = season.night(meeting)
    there = len(season.hosted[venue.key, night])
    if there > venue.capacity:
        matches = f"{count(venue.capacity)} match{'' if venue.capacity == 1 else 'es'}"
        yield f"{venue.name} has room for {matches} on {short_day(night)}, not for {count(there)}"
