"""What is named as a conflict, tried against every list of four teams, and of five or six who meet once."""

import itertools
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.scheduling.planner.checker import nights_against
from league.scheduling.planner.circle import template
from league.scheduling.planner.conflicts import RoomLimit, conflicts_of
from league.scheduling.planner.task import (
    GroupConstraint,
    Meeting,
    MeetingRequest,
    Plan,
    SecondHalf,
    TeamGroup,
    TeamRequest,
    Where,
)
from tests.examples import examples
from tests.scheduling.cast import at_home, league_of, names, night

FEW = settings(max_examples=examples(24), suppress_health_check=[HealthCheck.too_slow])


def holds(source, plan):
    """Whether a list keeps a condition. Only Fleece and Shears share a room."""
    if isinstance(source, RoomLimit):
        return not {*source.nights} & at_home(plan, "Fleece 1") & at_home(plan, "Shears 1")
    return not nights_against(source, plan)


def requests_of_team(data, teams, weeks):
    """Some wishes of these teams, as they come."""
    nights = st.lists(st.integers(1, weeks).map(night), min_size=1, max_size=3, unique=True).map(tuple)
    team = st.sampled_from(names(teams))
    couple = st.permutations(names(teams)).map(lambda order: tuple(order[:2]))
    until = st.integers(1, weeks).map(night)
    kinds = [
        st.builds(TeamRequest, team=team, where=st.sampled_from(Where), days=nights),
        st.builds(GroupConstraint, teams=couple, company=st.sampled_from(TeamGroup)),
        st.builds(MeetingRequest, teams=couple, until=until),
        st.builds(MeetingRequest, teams=couple, since=until),
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
        room = RoomLimit(venue="at Fleece 1", nights=task.divisions[0].nights)
        assert possible([*task.requests, room])


@given(st.data(), st.sampled_from([SecondHalf.MIRRORED, SecondHalf.FRENCH, SecondHalf.ENGLISH]))
@FEW
def test_conflicts_of_four_teams_are_those_that_no_list_can_avoid(data, second_half):
    requests = requests_of_team(data, 4, 6)
    task = league_of(4, requests=requests, second_half=second_half, sharing=[("Fleece 1", "Shears 1")])
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


@pytest.mark.parametrize("teams", [5, 6])
@given(st.data())
@FEW
def test_conflicts_of_five_and_of_six_teams_are_those_that_no_list_can_avoid(teams, data):
    requests = requests_of_team(data, teams, 5)
    task = league_of(teams, meetings=1, requests=requests, sharing=[("Fleece 1", "Shears 1")])
    verify_conflicts(task, lambda sources: can_be_had(teams, sources))


def can_be_had(teams, sources):
    """Tries every order of five weeks in which all meet; home and away of a week stand for themselves."""
    nightly = [source for source in sources if not isinstance(source, MeetingRequest)]
    meetings = [source for source in sources if isinstance(source, MeetingRequest)]
    fits = [
        [
            any(all(on_its_own(source, plan, week) for source in nightly) for plan in weeks)
            for weeks in plans_of_a_week(teams, week)
        ]
        for week in range(5)
    ]
    couples = couples_of_six()
    return any(
        all(fits[week][number] for week, number in enumerate(order))
        and all(
            holds(request, plan_of(without_sixth(teams, couples[n]) for n in order)) for request in meetings
        )
        for order in orders_of_six()
    )


def on_its_own(source, plan, week):
    """Whether a list of this one week has nothing of this week against it."""
    if isinstance(source, RoomLimit):
        return holds(source, plan)
    return night(week + 1) not in nights_against(source, plan)


@cache
def plans_of_a_week(teams, week):
    """For every way to couple the teams: the lists of this week, home and away as they may be.

    Long afterwards everybody plays, so that the list knows who is free that week.
    """
    afterwards = [()] * 9 + [[(one, (one + 1) % teams) for one in range(teams)]]
    return [
        [
            plan_of(
                [()] * week + [[game[::side] for game, side in zip(games, turn, strict=False)]] + afterwards
            )
            for turn in itertools.product((1, -1), repeat=teams // 2)
        ]
        for games in (without_sixth(teams, couples) for couples in couples_of_six())
    ]


def without_sixth(teams, couples):
    """Of five teams whoever would meet the sixth is free."""
    return [couple for couple in couples if max(couple) < teams]


@cache
def couples_of_six():
    """The fifteen ways to make three couples of six."""
    found = []
    for mate in range(1, 6):
        first, *others = sorted(set(range(1, 6)) - {mate})
        found += [((0, mate), (first, other), tuple(sorted({*others} - {other}))) for other in others]
    return found


@cache
def orders_of_six():
    """The numbers of five such ways without a couple in common, in every order."""
    ways = couples_of_six()
    common = [[bool({*way} & {*other}) for other in ways] for way in ways]
    sets = [
        numbers
        for numbers in itertools.combinations(range(len(ways)), 5)
        if not any(common[one][other] for one, other in itertools.combinations(numbers, 2))
    ]
    return [order for numbers in sets for order in itertools.permutations(numbers)]
