"""Conflicts are named, and proved against every list there is."""

import itertools
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.scheduling.judge import nights_against
from league.scheduling.planner.circle import template
from league.scheduling.planner.conditions import RoomLimit
from league.scheduling.planner.conflicts import conflicts_of, ways_out
from league.scheduling.planner.task import (
    Fixed,
    GroupConstraint,
    Meeting,
    MeetingRequest,
    Plan,
    PlanRules,
    SecondHalf,
    TeamGroup,
    TeamRequest,
    Where,
)
from tests.examples import examples
from tests.scheduling.cast import at_home, league_of, names, night

FLEECE = TeamRequest(team="Fleece 1", where=Where.HOME, days=(night(18),), weight=40)
SHEARS = TeamRequest(team="Shears 1", where=Where.HOME, days=(night(18),), weight=20)
SHARED = [("Fleece 1", "Shears 1")]


def test_two_teams_of_one_room_who_both_ask_to_be_home_are_named_with_the_night():
    task = league_of(12, requests=[FLEECE, SHEARS], sharing=SHARED)
    (conflict,) = conflicts_of(task)
    assert conflict.sentence == (
        "Fleece 1 and Shears 1 share room for one match at Fleece 1 on 12 January; "
        "Fleece 1 ask to be at home on 12 January; Shears 1 ask to be at home on 12 January: "
        "no list in whole weeks can meet these together."
    )


def test_what_does_not_belong_to_a_conflict_is_left_out_of_it():
    bystanders = [TeamRequest(team=team, where=Where.NOT_HOME, days=(night(2),)) for team in names(12)[4:8]]
    task = league_of(12, requests=[FLEECE, *bystanders, SHEARS], sharing=SHARED)
    (conflict,) = conflicts_of(task)
    assert {condition.source for condition in conflict.conditions} >= {FLEECE, SHEARS}
    assert len(conflict.conditions) == 3


def test_each_way_out_gives_up_one_and_keeps_the_other():
    task = league_of(8, requests=[FLEECE, SHEARS], sharing=SHARED, meetings=3)
    (conflict,) = conflicts_of(task)
    ways = ways_out(task, conflict.conditions, steps=2)
    assert [way.dropped.source for way in ways if way.progress.is_optimal] != []
    assert {way.dropped.source for way in ways} == {FLEECE, SHEARS}


def test_requests_that_can_be_met_together_are_no_conflict():
    assert conflicts_of(league_of(8, requests=[FLEECE], sharing=SHARED)) == ()


def test_more_home_requests_than_half_the_teams_are_a_conflict_without_any_pub():
    everybody = [TeamRequest(team=team, where=Where.HOME, days=(night(1),)) for team in names(6)]
    conflicts = conflicts_of(league_of(6, requests=everybody))
    assert len(conflicts) == 3
    assert all(len(conflict.conditions) == 4 for conflict in conflicts)


def test_fixed_matches_and_company_conflict_with_room():
    derby = Fixed(home="Fleece 1", away="Owl 1", date=night(2))
    both = GroupConstraint(teams=("Fleece 1", "Shears 1"), company=TeamGroup.HOME_TOGETHER)
    task = league_of(8, fixed=(derby,), requests=[both], sharing=SHARED)
    (conflict,) = conflicts_of(task)
    assert (
        "Fleece 1 and Shears 1 ask to be at home on the same nights and away on the same nights"
        in conflict.sentence
    )


def test_home_on_a_night_and_on_the_night_of_its_return_conflict_with_a_mirrored_list():
    both = TeamRequest(team="Owl 1", where=Where.HOME, days=(night(3), night(14)))
    (conflict,) = conflicts_of(league_of(12, requests=[both]))
    assert (
        conflict.sentence
        == "Owl 1 ask to be at home on 29 September and 15 December: no list in whole weeks can do that."
    )
    assert conflicts_of(league_of(12, requests=[both], second_half=SecondHalf.FREE)) == ()


def test_two_who_are_to_meet_and_are_both_at_home_until_then_are_named():
    meet = MeetingRequest(teams=("Owl 1", "Bell 1"), until=night(2))
    owl, bell = (
        TeamRequest(team=team, where=Where.NOT_AWAY, days=(night(1), night(2)))
        for team in ("Owl 1", "Bell 1")
    )
    (conflict,) = conflicts_of(league_of(12, requests=[meet, owl, bell], second_half=SecondHalf.FREE))
    assert {condition.source for condition in conflict.conditions} == {meet, owl, bell}


def test_a_room_that_is_short_on_many_nights_is_said_once():
    alike = GroupConstraint(teams=("Fleece 1", "Shears 1"), company=TeamGroup.HOME_TOGETHER)
    (conflict,) = conflicts_of(league_of(12, requests=[alike], sharing=SHARED))
    assert conflict.sentence.startswith(
        "Fleece 1 and Shears 1 share room for one match a night at Fleece 1; Fleece 1 and Shears 1 ask"
    )
    assert conflicts_of(league_of(12, requests=[alike], sharing=SHARED, capacity=2)) == ()


def test_runs_can_be_part_of_a_conflict():
    away = TeamRequest(team="Owl 1", where=Where.NOT_HOME, days=(night(1), night(2), night(3)))
    (conflict,) = conflicts_of(league_of(6, requests=[away], rules=PlanRules(longest_run=2)))
    assert "nobody plays more than two home or away matches running" in conflict.sentence


FEW = settings(max_examples=examples(24), suppress_health_check=[HealthCheck.too_slow])


def holds(source, plan):
    """Whether a list keeps a condition. Only Fleece and Shears share a room."""
    if isinstance(source, RoomLimit):
        return not {*source.nights} & at_home(plan, "Fleece 1") & at_home(plan, "Shears 1")
    return not nights_against(source, plan.meetings)


def requests_of_team(data, teams, weeks):
    """Some requests of these teams, as they come."""
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
    """None can be had whole, each but for any one of its parts; where none is named all can be had.

    What no list at all can meet has its smallest parts among lists not in whole weeks (`test_proofs`).
    """
    found = conflicts_of(task, most=3)
    for conflict in found:
        sources = [condition.source for condition in conflict.conditions]
        assert not possible(sources)
        for left_out in range(len(sources) if conflict.in_whole_weeks else 0):
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


@pytest.mark.slow
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
    return night(week + 1) not in nights_against(source, plan.meetings)


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
