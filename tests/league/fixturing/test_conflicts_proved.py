"""What is named as a conflict, tried against every list there is of four teams, and of six who meet once."""

import itertools
from functools import cache

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.fixturing.checker import nights_against
from league.fixturing.circle import template
from league.fixturing.conflicts import Room, conflicts_of
from league.fixturing.plans import Meeting, Plan
from league.fixturing.task import SecondHalf
from league.fixturing.wishes import Company, CompanyWish, MeetingWish, TeamWish, Where
from tests.league.fixturing.cast import at_home, league_of, names, night

FEW = settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])


def holds(source, plan):
    """Whether a list keeps a condition. Only Fleece and Shears share a room."""
    if isinstance(source, Room):
        return not {*source.nights} & at_home(plan, "Fleece 1") & at_home(plan, "Shears 1")
    return not nights_against(source, plan)


def wishes_of(data, teams, weeks):
    """Some wishes of these teams, as they come."""
    nights = st.lists(st.integers(1, weeks).map(night), min_size=1, max_size=3, unique=True).map(tuple)
    team = st.sampled_from(names(teams))
    couple = st.permutations(names(teams)).map(lambda order: tuple(order[:2]))
    until = st.integers(1, weeks).map(night)
    kinds = [
        st.builds(TeamWish, team=team, where=st.sampled_from(Where), days=nights),
        st.builds(CompanyWish, teams=couple, company=st.sampled_from(Company)),
        st.builds(MeetingWish, teams=couple, until=until),
        st.builds(MeetingWish, teams=couple, since=until),
    ]
    return data.draw(st.lists(st.one_of(kinds), min_size=3, max_size=7, unique=True))


def verify_conflicts(task, possible):
    """None can be had whole, each but for any one of its parts; where none is named all can be had."""
    found = conflicts_of(task, most=3)
    for conflict in found:
        sources = [condition.source for condition in conflict.conditions]
        assert not possible(sources)
        for left_out in range(len(sources)):
            assert possible(sources[:left_out] + sources[left_out + 1 :])
    if not found:
        room = Room(venue="at Fleece 1", nights=task.divisions[0].nights)
        assert possible([*task.wishes, room])


@given(st.data(), st.sampled_from([SecondHalf.MIRRORED, SecondHalf.FRENCH, SecondHalf.ENGLISH]))
@FEW
def test_conflicts_of_four_teams_are_those_that_no_list_can_avoid(data, second_half):
    wishes = wishes_of(data, 4, 6)
    task = league_of(4, wishes=wishes, second_half=second_half, sharing=[("Fleece 1", "Shears 1")])
    plans = lists_of_four(second_half)
    verify_conflicts(
        task, lambda sources: any(all(holds(source, plan) for source in sources) for plan in plans)
    )


@cache
def lists_of_four(second_half):
    """All of them: the weeks in any order, every match at either side's."""
    couples = [((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))]
    sides = list(itertools.product((1, -1), repeat=6))
    legs = (
        [
            [game[::side] for game, side in zip(week, turn[2 * n :], strict=False)]
            for n, week in enumerate(order)
        ]
        for order in itertools.permutations(couples)
        for turn in sides
    )
    return [plan_of(template(4, 2, second_half, leg).rounds) for leg in legs]


def plan_of(rounds):
    teams = names(6)
    return Plan(
        meetings=tuple(
            Meeting(date=night(number), division="d1", round=number, home=teams[home], away=teams[away])
            for number, games in enumerate(rounds, 1)
            for home, away in games
        )
    )


@given(st.data())
@FEW
def test_conflicts_of_six_teams_are_those_that_no_list_can_avoid(data):
    wishes = wishes_of(data, 6, 5)
    task = league_of(6, meetings=1, wishes=wishes, sharing=[("Fleece 1", "Shears 1")])
    verify_conflicts(task, can_be_had_of_six)


def can_be_had_of_six(sources):
    """Every order of five weeks in which all meet; home and away of a week stand for themselves."""
    nightly = [source for source in sources if not isinstance(source, MeetingWish)]
    meetings = [source for source in sources if isinstance(source, MeetingWish)]
    fits = [
        [
            any(all(on_its_own(source, plan, week) for source in nightly) for plan in weeks[week])
            for weeks in WEEKS
        ]
        for week in range(5)
    ]
    return any(
        all(fits[week][number] for week, number in enumerate(order))
        and all(holds(wish, plan_of([COUPLES[number] for number in order])) for wish in meetings)
        for order in orders_of_six()
    )


def on_its_own(source, plan, week):
    """Whether a list of this one week has nothing of this week against it."""
    if isinstance(source, Room):
        return holds(source, plan)
    return night(week + 1) not in nights_against(source, plan)


COUPLES = [
    ((0, first), (second, third), rest)
    for first in range(1, 6)
    for second, third, rest in (
        (min(others), mate, tuple(sorted({*others} - {min(others), mate})))
        for others in [set(range(1, 6)) - {first}]
        for mate in sorted(others - {min(others)})
    )
]
WEEKS = [
    [
        [
            plan_of([()] * week + [[game[::side] for game, side in zip(couples, turn, strict=True)]])
            for turn in itertools.product((1, -1), repeat=3)
        ]
        for week in range(5)
    ]
    for couples in COUPLES
]


@cache
def orders_of_six():
    """The numbers of five weeks without a couple in common, in every order."""
    common = [[bool({*one} & {*other}) for other in COUPLES] for one in COUPLES]
    sets = [
        numbers
        for numbers in itertools.combinations(range(len(COUPLES)), 5)
        if not any(common[one][other] for one, other in itertools.combinations(numbers, 2))
    ]
    return [order for numbers in sets for order in itertools.permutations(numbers)]
