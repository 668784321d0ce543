"""Changes by hand leave a list whole where they promise to, and can be done backwards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.scheduling.planner.by_hand import (
    Act,
    ChangeByHand,
    apply_change,
    difference,
    sides_changed,
    teams_exchanged,
    week_changed,
)
from league.scheduling.planner.checker import FaultCode, faults_of
from league.scheduling.planner.searching import best_plan
from league.scheduling.planner.task import Plan
from tests.scheduling.cast import league_of, night

TASKS = {size: league_of(size) for size in (5, 6, 8)}
PLANS = {size: best_plan(task, steps=1).plan for size, task in TASKS.items()}
ANY_MATCH = st.sampled_from([(size, meeting) for size, plan in PLANS.items() for meeting in plan.meetings])


def codes(size: int, plan: Plan) -> set[FaultCode]:
    return {fault.code for fault in faults_of(TASKS[size], plan)}


@given(ANY_MATCH, st.integers(1, 10))
def test_a_match_in_another_week_takes_along_all_that_has_to_make_room(chosen, week):
    size, one = chosen
    after = week_changed(PLANS[size], one, week, returns=True)
    assert codes(size, after) == set()
    assert any(other.round == week and other.pair == one.pair for other in after.meetings)
    alone = week_changed(PLANS[size], one, week, returns=False)
    assert codes(size, alone) <= {FaultCode.FORM, FaultCode.LEG}


@given(ANY_MATCH, st.booleans())
def test_home_and_away_changed_twice_is_the_list_as_it_was(chosen, returns):
    size, one = chosen
    after = sides_changed(PLANS[size], one, returns=returns)
    assert len(difference(PLANS[size], after)[0]) == 1 + returns
    assert (FaultCode.HOME_RIGHTS in codes(size, after)) is not returns
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
