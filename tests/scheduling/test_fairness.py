"""Fairness of a list, and changes by hand: both leave a list whole where they promise to."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.scheduling.judge import Kind
from league.scheduling.planner.by_hand import (
    Act,
    ChangeByHand,
    apply_change,
    consequences,
    difference,
    sides_changed,
    teams_exchanged,
    week_changed,
)
from league.scheduling.planner.circle import BEST_KNOWN, carry_over, fair_leg
from league.scheduling.planner.fairness import fairness_of, report_lines
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.searching import best_plan
from league.scheduling.planner.season_shapes import neighbours_of
from league.scheduling.planner.task import MeetingRequest, Plan, TeamRequest, Where
from tests.examples import part_of
from tests.scheduling.cast import breaks, league_of, names, night

DARTS = TeamRequest(team="Fleece 1", where=Where.NOT_HOME, days=(night(3),), because="darts")
TASK = league_of(8, requests=[DARTS], spare=3)
PLAN = best_plan(TASK).plan


def test_the_report_counts_breaks_against_the_fewest_there_can_be():
    fairness = fairness_of(TASK, PLAN)
    (division,) = fairness.divisions
    assert division.breaks == breaks(PLAN) == division.least_breaks == 18
    assert (fairness.verdict.traded.breaks, fairness.verdict.traded.soonest_return) == (18, 7)
    assert {team.home for team in division.teams} == {7}
    assert max(team.longest_home for team in division.teams) <= 3


def test_a_return_moved_behind_the_last_week_comes_weeks_later_all_the_same():
    """Both nights are behind the last week of everybody else, one a week after the other."""
    first, again = (meeting for meeting in PLAN.meetings if meeting.pair == {"Fleece 1", "Owl 1"})
    late = {first: night(16), again: night(17)}
    meetings = tuple(replace(match, date=late.get(match, match.date)) for match in PLAN.meetings)
    assert fairness_of(TASK, Plan(meetings=meetings)).verdict.traded.soonest_return == 1


@pytest.mark.parametrize("teams", part_of(range(4, 21, 2), each=6))
def test_a_fair_draw_has_the_least_carry_over_known_and_pays_with_breaks(teams):
    """A list of fewest breaks has more carry-over, up to the most there is. The report has both figures."""
    plain, fair = league_of(teams), league_of(teams, fair_draw=True)
    (usual,) = fairness_of(plain, best_plan(plain, steps=1).plan).divisions
    (found,) = fairness_of(fair, best_plan(fair, steps=3).plan).divisions
    assert found.carry_over == found.best_carry_over == BEST_KNOWN[teams] <= usual.carry_over
    assert usual.breaks == usual.least_breaks <= found.breaks <= 3.2 * usual.breaks


@pytest.mark.parametrize("teams", [4, 8, 16, 20, 22])
def test_in_a_balanced_draw_everybody_passes_on_to_everybody_once(teams):
    rows = [[0] * (teams - 1) for _ in range(teams)]
    for number, games in enumerate(fair_leg(teams, Random(teams))):
        for home, away in games:
            rows[home][number], rows[away][number] = away + 1, home + 1
    assert carry_over(rows) == teams * (teams - 1)
    assert all(len(set(row)) == teams - 1 for row in rows)


@pytest.mark.parametrize(("teams", "least"), [(5, 21), (7, 35), (9, 81), (11, 143)])
def test_odd_numbers_draw_fairly_too(teams, least):
    task = league_of(teams, fair_draw=True)
    found = best_plan(task, steps=1)
    (division,) = fairness_of(task, found.plan).divisions
    assert (division.carry_over, faults_of(task, found.plan)) == (least, ())


def test_travelling_is_counted_where_every_place_is_known():
    assert fairness_of(TASK, PLAN).divisions[0].teams[0].miles is None
    places = tuple(replace(venue, place=(0.0, float(n))) for n, venue in enumerate(TASK.venues))
    teams = fairness_of(replace(TASK, venues=places), PLAN).divisions[0].teams
    assert teams[0].miles == sum(range(1, 8))


def test_neighbours_share_a_pub_or_a_town_or_are_named_in_a_request():
    met = MeetingRequest(teams=("Fleece 1", "Shears 1"), until=night(9))
    task = replace(league_of(8, sharing=[("Fleece 1", "Owl 1")]), requests=(met,))
    towns = dict.fromkeys(names(8)[4:6], "spenfold") | dict.fromkeys(names(8)[:1], "low moor")
    (division,) = task.divisions
    in_towns = replace(task, teams=tuple(replace(team, town=towns.get(team.key, "")) for team in task.teams))
    neighbours = neighbours_of(in_towns, division)
    assert neighbours["Fleece 1"] == {"Owl 1", "Shears 1"}
    assert neighbours[names(8)[4]] == {names(8)[5]}
    # Where nearly all are of one town, it says nothing about who is whose neighbour.
    one_town = replace(task, teams=tuple(replace(team, town="spenfold") for team in task.teams))
    assert neighbours_of(one_town, division)[names(8)[5]] == frozenset()


def test_the_shape_of_a_season_is_counted_from_the_list():
    """Anybody can count it: the weeks, the last four opponents, the first and the last match."""
    places = {team: place for place, team in enumerate(names(8)[:6], 11)}  # of a lower division; two are new
    met = MeetingRequest(teams=("Fleece 1", names(8)[3]))
    teams = tuple(replace(team, last_place=places.get(team.key)) for team in TASK.teams)
    task = replace(TASK, teams=teams, requests=(met,))
    middle = 3.5
    for team in fairness_of(task, PLAN).divisions[0].teams:
        season = PLAN.of_team(team.team)
        opponents = [meeting.away if meeting.home == team.team else meeting.home for meeting in season]
        last = [places[name] - 10 if name in places else middle for name in opponents[-4:]]
        assert team.shape.run_in == sum(last) / 4
        assert team.shape.starts_at_home is (season[0].home == team.team)
        assert team.shape.ends_at_home is (season[-1].home == team.team)
        if team.team == "Fleece 1":
            assert team.shape.neighbours_met == opponents.index(names(8)[3]) + 1
    nobody_known = fairness_of(TASK, PLAN).divisions[0].teams
    assert {(team.shape.run_in, team.shape.neighbours_met) for team in nobody_known} == {(None, None)}


def test_a_request_not_met_names_its_night():
    unhappy = replace(TASK, requests=(TeamRequest(team="Fleece 1", where=Where.NO_MATCH, days=(night(3),)),))
    (outcome,) = fairness_of(unhappy, PLAN).requests
    assert outcome.missed == (night(3),)
    lines = list(report_lines(fairness_of(unhappy, PLAN)))
    assert "  not on 29 September: Fleece 1 ask for no match on 29 September." in lines


def test_the_report_can_be_read():
    lines = list(report_lines(fairness_of(TASK, PLAN)))
    assert lines[0] == "Every condition holds."
    assert "Division 1: 18 breaks; the fewest possible." in lines
    assert "  met: Fleece 1 ask not to be at home on 29 September (darts)." in lines


def test_changing_home_and_away_shows_what_follows():
    meeting = next(one for one in PLAN.meetings if one.away == "Fleece 1" and one.date == night(3))
    found = consequences(TASK, PLAN, sides_changed(PLAN, meeting, returns=False))
    assert not found.harms_nothing
    assert any("Fleece 1" in sentence for sentence in found.lost)
    assert any("2 and 0 times" in sentence or "0 and 2 times" in sentence for sentence in found.broken)
    assert {team.after.team for team in found.teams} == {meeting.home, meeting.away}


def test_exchanging_two_rounds_breaks_no_meeting():
    nights = {meeting.round: meeting.date for meeting in PLAN.meetings}
    rounds = {number: number for number in nights} | {2: 5, 5: 2}
    exchanged = Plan(
        meetings=tuple(
            replace(meeting, round=rounds[meeting.round], date=nights[rounds[meeting.round]])
            for meeting in PLAN.meetings
        )
    )
    found = consequences(TASK, PLAN, exchanged)
    assert not [sentence for sentence in found.broken if "meet" in sentence]


TASKS = {size: league_of(size) for size in (5, 6, 8)}
PLANS = {size: best_plan(task, steps=1).plan for size, task in TASKS.items()}
ANY_MATCH = st.sampled_from([(size, meeting) for size, plan in PLANS.items() for meeting in plan.meetings])


def codes(size: int, plan: Plan) -> set[Kind]:
    return {fault.kind for fault in faults_of(TASKS[size], plan)}


@given(ANY_MATCH, st.integers(1, 10))
def test_a_match_in_another_week_takes_along_all_that_has_to_make_room(chosen, week):
    size, one = chosen
    after = week_changed(PLANS[size], one, week, returns=True)
    assert codes(size, after) == set()
    assert any(other.round == week and other.pair == one.pair for other in after.meetings)
    alone = week_changed(PLANS[size], one, week, returns=False)
    assert codes(size, alone) <= {Kind.FORM, Kind.LEG}


@given(ANY_MATCH, st.booleans())
def test_home_and_away_changed_twice_is_the_list_as_it_was(chosen, returns):
    size, one = chosen
    after = sides_changed(PLANS[size], one, returns=returns)
    assert len(difference(PLANS[size], after)[0]) == 1 + returns
    assert (Kind.HOME_RIGHTS in codes(size, after)) is not returns
    back = next(other for other in after.meetings if other.round == one.round and other.pair == one.pair)
    assert sides_changed(after, back, returns=returns) == PLANS[size]


@given(ANY_MATCH)
def test_two_teams_in_each_others_places_leave_the_list_whole(chosen):
    size, one = chosen
    after = teams_exchanged(PLANS[size], one.division, one.home, one.away)
    assert codes(size, after) == set()
    assert after.of_team(one.home)[0].date == PLANS[size].of_team(one.away)[0].date
    assert teams_exchanged(after, one.division, one.home, one.away) == PLANS[size]


def test_one_match_alone_moves_alone():
    one, *others = PLANS[6].meetings
    moved = ChangeByHand(act=Act.NIGHT, meeting=one, night=night(20))
    assert difference(PLANS[6], apply_change(PLANS[6], moved)) == (
        (one,),
        (apply_change(PLANS[6], moved).meetings[-1],),
    )
    exchanged = ChangeByHand(act=Act.MATCH, meeting=one, other=others[5])
    out, in_ = difference(PLANS[6], apply_change(PLANS[6], exchanged))
    assert {new.date for new in in_} == {old.date for old in out}
    assert len(out) == 2


def test_a_change_that_says_too_little_is_refused():
    with pytest.raises(ValueError, match="week needs more"):
        apply_change(PLANS[6], ChangeByHand(act=Act.WEEK, meeting=PLANS[6].meetings[0]))
