"""Proofs for lists of every kind, with time to spare and free weeks, against every list that there is."""

import itertools
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.scheduling.judge import nights_against
from league.scheduling.planner.conditions import Condition, LongestRun, NightPlayed
from league.scheduling.planner.conflicts import conflicts_of
from league.scheduling.planner.proofs import FreeSeason
from league.scheduling.planner.task import (
    End,
    GroupConstraint,
    Meeting,
    MeetingRequest,
    Plan,
    TeamGroup,
    TeamRequest,
    Where,
)
from tests.examples import examples
from tests.scheduling.cast import league_of, names, night

NIGHTS = 4


@cache
def every_list(teams: int) -> list[Plan]:
    """Every list of teams who meet once, each match on any of four nights, at either side's."""
    couples = list(itertools.combinations(names(teams), 2))
    lists = []
    for nights in itertools.product(range(1, NIGHTS + 1), repeat=len(couples)):
        busy = [(team, number) for couple, number in zip(couples, nights, strict=True) for team in couple]
        if len(set(busy)) < len(busy):
            continue
        for turns in itertools.product((1, -1), repeat=len(couples)):
            sides = [couple[::turn] for couple, turn in zip(couples, turns, strict=True)]
            lists.append(
                Plan(
                    meetings=tuple(
                        Meeting(date=night(number), division="d1", round=number, home=home, away=away)
                        for (home, away), number in zip(sides, nights, strict=True)
                    )
                )
            )
    return lists


def is_kept(source, plan: Plan) -> bool:
    if isinstance(source, NightPlayed):
        return any(meeting.date == source.night for meeting in plan.meetings)
    if isinstance(source, LongestRun):
        return all(
            len(list(run)) <= source.limit
            for team in names(4)
            for _, run in itertools.groupby(meeting.home == team for meeting in plan.of_team(team))
        )
    return not nights_against(source, plan.meetings)


def some_sources(teams: int):
    weeks = st.integers(1, NIGHTS).map(night)
    team = st.sampled_from(names(teams))
    couple = st.permutations(names(teams)).map(lambda order: tuple(order[:2]))
    days = st.lists(weeks, min_size=1, max_size=3, unique=True).map(tuple)
    ends = st.lists(st.sampled_from(End), min_size=1, max_size=2, unique=True).map(tuple)
    kinds = [
        st.builds(TeamRequest, team=team, where=st.sampled_from(Where), days=days),
        st.builds(TeamRequest, team=team, where=st.sampled_from(Where), ends=ends),
        st.builds(GroupConstraint, teams=couple, company=st.sampled_from(TeamGroup)),
        st.builds(MeetingRequest, teams=couple, until=weeks),
        st.builds(MeetingRequest, teams=couple, since=weeks),
        st.builds(NightPlayed, division=st.just("d1"), night=weeks),
        st.just(LongestRun(limit=1)),
    ]
    return st.lists(st.one_of(kinds), min_size=2, max_size=7, unique=True)


@pytest.mark.parametrize("teams", [3, 4])
@given(st.data())
@settings(max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_what_is_proved_is_kept_by_no_list_and_what_is_not_by_some(teams, data):
    """Three teams have free weeks; four have a night to spare. Nights off are those nobody plays on."""
    sources = data.draw(some_sources(teams))
    requests = [source for source in sources if not isinstance(source, NightPlayed | LongestRun)]
    task = league_of(teams, meetings=1, spare=NIGHTS - 3, requests=requests)
    conditions = [Condition(source=source, sentence="") for source in sources]
    is_possible = any(all(is_kept(source, plan) for source in sources) for plan in every_list(teams))
    assert FreeSeason(task).is_impossible(conditions) == (not is_possible)


def is_proved_impossible(teams: int, *sources) -> bool:
    requests = [source for source in sources if not isinstance(source, LongestRun)]
    task = league_of(teams, meetings=1, spare=NIGHTS - 3, requests=requests)
    return FreeSeason(task).is_impossible([Condition(source=source, sentence="") for source in sources])


def test_in_a_small_division_the_runs_of_those_who_asked_for_nothing_count_too():
    """A night left out makes the two home matches none in a row, but three rounds of four teams have runs."""
    home = TeamRequest(team="Fleece 1", where=Where.HOME, days=(night(1), night(2)))
    assert not is_proved_impossible(4, home)
    assert is_proved_impossible(4, home, LongestRun(limit=1))


def test_the_solver_proves_nothing_wrong_of_a_list_that_exists():
    """HiGHS 1.14 and 1.15 presolve it away; Shears v Fleece, Fleece v Owl, Shears v Owl keeps it."""
    assert not is_proved_impossible(
        3,
        TeamRequest(team="Fleece 1", where=Where.NOT_HOME, days=(night(1),)),
        TeamRequest(team="Shears 1", where=Where.HOME, days=(night(3),)),
        TeamRequest(team="Owl 1", where=Where.NOT_HOME, days=(night(1), night(3), night(4))),
        TeamRequest(team="Fleece 1", where=Where.NOT_HOME, ends=(End.LAST,)),
    )


def test_the_solver_proves_what_is_impossible_where_it_finds_its_own_answer_wrong():
    """HiGHS 1.15 presolves it to an answer that breaks a row: the first host plays the last night too."""
    assert is_proved_impossible(
        4,
        TeamRequest(team="Fleece 1", where=Where.HOME, days=(night(1),)),
        TeamRequest(team="Fleece 1", where=Where.HOME, ends=(End.LAST,)),
        TeamRequest(team="Shears 1", where=Where.NO_MATCH, ends=(End.FIRST, End.LAST)),
        MeetingRequest(teams=("Fleece 1", "Shears 1"), until=night(2)),
    )


def test_with_a_night_to_spare_the_night_itself_is_part_of_the_reason():
    """Four of six teams cannot all be at home; that night could be left out."""
    everybody = [TeamRequest(team=team, where=Where.HOME, days=(night(1),)) for team in names(6)[:4]]
    (conflict,) = conflicts_of(league_of(6, requests=everybody, spare=1), most=1)
    assert "Division 1 plays on 15 September" in conflict.sentence
    assert conflict.claim == "no list can meet these together"
    (conflict,) = conflicts_of(league_of(6, requests=everybody), most=1)
    assert "plays on" not in conflict.sentence


def test_what_a_match_of_its_own_night_can_heal_is_proved_of_whole_weeks_alone():
    home = TeamRequest(team="Owl 1", where=Where.HOME, days=(night(3), night(14)))
    (conflict,) = conflicts_of(league_of(12, requests=[home], spare=3))
    assert conflict.in_whole_weeks
