"""What becomes of the results of a team that left, each way, worked out by hand."""

from dataclasses import replace

import pytest

from league.matches.outcomes import Adjustment, AtFault, Void, Withdrawal, WithdrawalEffect
from league.standings.rows import standings
from league.standings.scheme import Scheme
from tests.standings.cast import (
    DROVER,
    FLEECE,
    HECKMONDWIKE,
    NAMES,
    NIGHT,
    SCHEME,
    SHEARS,
    TUP,
    WEEK,
    WON_8_2,
    a_match,
    given,
)

SEASON = (
    a_match(TUP, FLEECE, week=1),
    a_match(SHEARS, TUP, week=2),
    a_match(TUP, SHEARS, week=3),
    a_match(FLEECE, TUP, None, week=4),
    a_match(DROVER, TUP, None, week=4),
)
"""The Tup won one match in each half of four weeks, lost one, and have two to play."""
EFFECT = WithdrawalEffect


def left(effect, team=TUP, on=NIGHT + 2 * WEEK, **fields):
    return Withdrawal(team=team, on=on, effect=effect, reason="no pub left", **fields)


def lines(effect, *more, outcomes=SEASON, as_of=None):
    """Played and halves of each team."""
    rows = standings(outcomes, [left(effect), *more], NAMES, SCHEME, as_of)
    return {row.record.team: (row.record.played, row.record.match_points) for row in rows}


@pytest.mark.parametrize(
    ("effect", "fleece", "shears", "drover", "tup"),
    [
        (EFFECT.ALL_VOID, (0, 0), (0, 0), (0, 0), (0, 0)),
        (EFFECT.SECOND_HALF_VOID, (1, 4), (1, 16), (0, 0), (2, 20)),
        (EFFECT.REST_AWARDED, (2, 24), (2, 20), (1, 20), (5, 36)),
        (EFFECT.REST_FREE, (1, 4), (2, 20), (0, 0), (3, 36)),
        (EFFECT.TEAM_TO_NOTHING, (1, 4), (2, 20), (0, 0), (0, 0)),
    ],
)
def test_what_becomes_of_the_results(effect, fleece, shears, drover, tup):
    assert lines(effect) == {FLEECE: fleece, SHEARS: shears, DROVER: drover, TUP: tup}


@pytest.mark.parametrize("effect", EFFECT)
def test_a_team_that_left_stands_below_those_that_play(effect):
    rows = standings(SEASON, [left(effect)], NAMES, SCHEME)
    assert rows[-1].record.team == TUP
    assert (rows[-1].record.is_withdrawn, rows[-1].above) == (True, None)


@pytest.mark.parametrize("effect", EFFECT)
def test_before_it_left_and_after_it_came_back_everything_counts(effect):
    before = standings(SEASON, [left(effect)], NAMES, SCHEME, NIGHT + WEEK)
    assert before == standings(SEASON, [], NAMES, SCHEME, NIGHT + WEEK)
    back = left(effect, revoked_on=NIGHT + 3 * WEEK)
    assert standings(SEASON, [back], NAMES, SCHEME) == standings(SEASON, [], NAMES, SCHEME)


def test_of_an_odd_number_of_weeks_the_middle_one_is_of_the_second_half():
    outcomes = [a_match(TUP, FLEECE, week=week, key=week) for week in range(1, 6)]
    assert lines(EFFECT.SECOND_HALF_VOID, outcomes=outcomes)[TUP] == (2, 32)


def test_what_is_awarded_counts_as_a_walkover():
    rows = standings(SEASON, [left(EFFECT.REST_AWARDED)], NAMES, SCHEME)
    taken = {row.record.team: (row.record.walkovers_taken, row.record.walkovers_given) for row in rows}
    assert taken == {FLEECE: (1, 0), DROVER: (1, 0), SHEARS: (0, 0), TUP: (0, 2)}


def test_what_was_awarded_then_stands_in_the_table_of_then_though_it_was_declared_void_later():
    """A ruling of a later day took the awarded match out of the tables of all days before."""
    later = Void(on=NIGHT + 3 * WEEK, reason="fog")
    outcomes = [replace(one, voids=(later,)) if one.home == DROVER else one for one in SEASON]
    assert lines(EFFECT.REST_AWARDED, outcomes=outcomes, as_of=NIGHT + 2 * WEEK)[DROVER] == (1, 20)
    assert lines(EFFECT.REST_AWARDED, outcomes=outcomes)[DROVER] == (0, 0)


def test_between_two_that_left_the_rest_is_given_to_neither():
    rulings = [left(EFFECT.REST_AWARDED), left(EFFECT.REST_AWARDED, team=DROVER)]
    rows = standings(SEASON, rulings, NAMES, SCHEME)
    drover, tup = (next(row.record for row in rows if row.record.team == team) for team in (DROVER, TUP))
    assert (drover.played, drover.lost, drover.match_points, drover.walkovers_given) == (1, 1, 0, 1)
    # Three played, the Fleece's given against the Tup, and this one.
    assert (tup.played, tup.match_points, tup.walkovers_given, tup.walkovers_taken) == (5, 36, 2, 0)


def test_a_team_set_to_nothing_has_no_rulings_either_and_one_whose_results_stand_keeps_them():
    points = Adjustment(team=TUP, halves=-4, on=NIGHT)
    assert lines(EFFECT.TEAM_TO_NOTHING, points)[TUP] == (0, 0)
    assert lines(EFFECT.REST_FREE, points)[TUP] == (3, 32)


def test_the_matches_with_a_team_set_to_nothing_part_no_level_teams():
    """Level on 16; the mini-league of those two alone has no match, and the Tup's is of none of them."""
    by = Scheme(form=HECKMONDWIKE, tie_breaks=("head_to_head",))
    outcomes = [a_match(FLEECE, TUP), a_match(SHEARS, TUP, week=2)]
    rows = standings(outcomes, [left(EFFECT.TEAM_TO_NOTHING)], NAMES, by)
    assert [(row.place, row.record.team) for row in rows][:2] == [(1, FLEECE), (1, SHEARS)]


# --- Void -------------------------------------------------------------------------------------


def test_a_void_match_counts_for_nobody_whatever_was_ruled():
    void = Void(on=NIGHT + WEEK)
    outcome = replace(a_match(FLEECE, SHEARS, WON_8_2, given(AtFault.AWAY)), voids=(void,))
    assert all(not row.record.played for row in standings([outcome], (), NAMES, SCHEME))
    assert standings([outcome], (), NAMES, SCHEME, NIGHT)[0].record.played == 1


def test_a_void_table_gives_nothing_and_the_others_stand():
    outcome = replace(a_match(FLEECE, SHEARS, WON_8_2), voids=(Void(table=4, on=NIGHT),))
    fleece, shears = standings([outcome], (), {FLEECE: "The Fleece", SHEARS: "The Shears"}, SCHEME)
    assert (fleece.record.tables_won, shears.record.tables_won) == (2, 1)
    assert (fleece.record.match_points, shears.record.match_points) == (12, 4)
