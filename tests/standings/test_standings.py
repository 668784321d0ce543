"""The table, worked out by hand."""

import datetime

import pytest

from league.matches.outcomes import Adjustment, AtFault, Withdrawal
from league.standings.records import Result
from league.standings.rows import standings
from league.standings.scheme import Scheme, UnknownCriterion
from tests.standings.cast import (
    DRAWN_5_5,
    DROVER,
    FLEECE,
    HECKMONDWIKE,
    NAMES,
    NIGHT,
    SCHEME,
    SHEARS,
    TUP,
    WEEK,
    WON_6_4,
    WON_8_2,
    a_match,
    given,
)


def table(outcomes=(), rulings=(), teams=NAMES, scheme=SCHEME, as_of=None):
    return standings(outcomes, rulings, teams, scheme, as_of)


def places(rows):
    return [(row.place, row.record.team) for row in rows]


def line(rows, team):
    return next(row for row in rows if row.record.team == team)


def deducted(team=FLEECE, halves=-4, on=NIGHT, **fields):
    return Adjustment(team=team, halves=halves, reason="late", on=on, **fields)


def test_before_a_match_is_played_all_share_the_first_place_in_the_order_of_names():
    rows = table()
    assert places(rows) == [(1, DROVER), (1, FLEECE), (1, SHEARS), (1, TUP)]
    assert all(row.is_shared for row in rows)


def test_two_matches_added_up():
    rows = table([a_match(FLEECE, SHEARS, WON_8_2), a_match(SHEARS, FLEECE, DRAWN_5_5, week=2)])
    record = line(rows, FLEECE).record
    assert (record.played, record.won, record.drawn, record.lost) == (2, 1, 1, 0)
    assert (record.tables_won, record.tables_lost) == (5, 3)
    assert (record.score_for, record.score_against, record.score_difference) == (109, 99, 10)
    assert record.match_points == 26


def test_level_on_match_points_the_score_difference_decides():
    rows = table(
        [a_match(FLEECE, SHEARS, WON_8_2), a_match(DROVER, TUP, ((15, 1), (15, 2), (15, 3), (8, 15)))]
    )
    assert places(rows) == [(1, DROVER), (2, FLEECE), (3, SHEARS), (4, TUP)]
    above = line(rows, FLEECE).above
    assert [(step.criterion.key, step.ahead, step.behind) for step in above.steps] == [
        ("match_points", 16, 16),
        ("score_difference", 32, 10),
    ]
    assert above.decided_by.criterion.key == "score_difference"
    assert [criterion.key for criterion in above.unused_criteria] == ["score_for"]


def test_level_on_points_and_difference_the_score_for_decides():
    closer = ((15, 14), (13, 15), (15, 12), (15, 7))
    rows = table([a_match(FLEECE, SHEARS, WON_8_2), a_match(DROVER, TUP, closer)])
    assert line(rows, DROVER).record.score_difference == line(rows, FLEECE).record.score_difference
    assert places(rows)[:2] == [(1, DROVER), (2, FLEECE)]
    assert line(rows, FLEECE).above.decided_by.criterion.key == "score_for"


def test_equal_in_everything_is_shown_as_equal_and_the_place_after_it_is_left_out():
    rows = table(
        [
            a_match(FLEECE, SHEARS, WON_8_2),
            a_match(DROVER, TUP, WON_6_4),
            a_match(TUP, DROVER, WON_6_4, week=2),
        ]
    )
    assert places(rows) == [(1, DROVER), (1, TUP), (3, FLEECE), (4, SHEARS)]
    assert [row.is_shared for row in rows] == [True, True, False, False]
    shared = line(rows, TUP).above
    assert shared.decided_by is None
    assert len(shared.steps) == 3


def test_a_season_names_its_own_criteria():
    outcomes = [
        a_match(FLEECE, SHEARS, ((15, 0), (15, 0), (14, 15), (14, 15))),
        a_match(DROVER, TUP, ((15, 14), (15, 14), (15, 14), None)),
    ]
    by_tables = Scheme(form=HECKMONDWIKE, tie_breaks=("tables_won", "score_difference"))
    assert line(table(outcomes, scheme=by_tables), DROVER).record.tables_won == 3
    rulings = [deducted(DROVER)]
    assert places(table(outcomes, rulings))[0] == (1, FLEECE)
    assert places(table(outcomes, rulings, scheme=by_tables))[0] == (1, DROVER)


def test_a_criterion_nobody_knows_is_refused_by_name():
    with pytest.raises(UnknownCriterion, match="coin_toss"):
        Scheme(form=HECKMONDWIKE, tie_breaks=("coin_toss",))


def test_points_taken_stand_in_the_sum_with_their_reason():
    row = line(table([a_match()], [deducted()]), FLEECE)
    assert (row.record.earned, row.record.adjusted, row.record.match_points) == (16, -4, 12)
    assert [ruling.reason for ruling in row.record.adjustments] == ["late"]


def test_points_can_be_given_and_taken_below_nothing():
    rows = table(rulings=[deducted(FLEECE, -4), deducted(SHEARS, 1)])
    assert [row.record.match_points for row in rows] == [1, 0, 0, -4]
    assert places(rows) == [(1, SHEARS), (2, DROVER), (2, TUP), (4, FLEECE)]


def test_a_withdrawn_team_stays_listed_last_and_its_results_count_for_nobody():
    outcomes = [a_match(FLEECE, SHEARS), a_match(DROVER, TUP), a_match(FLEECE, TUP, week=2)]
    gone = Withdrawal(team=FLEECE, on=NIGHT + 2 * WEEK)
    rows = table(outcomes, [gone, deducted(FLEECE)])
    assert places(rows) == [(1, DROVER), (2, TUP), (3, SHEARS), (4, FLEECE)]
    assert line(rows, FLEECE).record.is_withdrawn
    assert line(rows, FLEECE).record.match_points == line(rows, FLEECE).record.played == 0
    assert line(rows, SHEARS).record.played == 0
    assert line(table(outcomes, [gone], as_of=NIGHT + WEEK), FLEECE).record.played == 2


def test_a_withdrawn_team_stands_below_one_with_less_than_nothing():
    rows = table(rulings=[deducted(SHEARS), Withdrawal(team=FLEECE, on=NIGHT)])
    assert [row.record.team for row in rows[-2:]] == [SHEARS, FLEECE]


def test_as_it_stood_on_a_day_later_matches_and_rulings_do_not_count():
    outcomes = [a_match(), a_match(SHEARS, FLEECE, week=2)]
    rulings = [deducted(on=NIGHT + WEEK)]
    row = line(table(outcomes, rulings, as_of=NIGHT + WEEK - datetime.timedelta(days=1)), FLEECE)
    assert (row.record.played, row.record.match_points) == (1, 16)
    row = line(table(outcomes, rulings, as_of=NIGHT + WEEK), FLEECE)
    assert (row.record.played, row.record.match_points) == (2, 16)


def test_as_it_stood_before_a_ruling_was_taken_back_it_still_counts():
    rulings = [deducted(revoked_on=NIGHT + WEEK)]
    assert line(table(rulings=rulings, as_of=NIGHT), FLEECE).record.match_points == -4
    assert line(table(rulings=rulings, as_of=NIGHT + WEEK), FLEECE).record.match_points == 0
    assert line(table(rulings=rulings), FLEECE).record.match_points == 0


def test_a_walkover_is_a_match_played_and_won():
    record = line(table([a_match(FLEECE, SHEARS, None, given(AtFault.AWAY))]), FLEECE).record
    assert (record.played, record.won, record.match_points, record.score_difference) == (1, 1, 20, 0)


def test_form_is_the_last_five_results_the_latest_last():
    weeks = [WON_8_2, WON_8_2, DRAWN_5_5, WON_8_2, DRAWN_5_5, WON_8_2]
    outcomes = [a_match(FLEECE, SHEARS, scores, week=week) for week, scores in enumerate(weeks, start=1)]
    won, drawn, lost = Result.WON, Result.DRAWN, Result.LOST
    assert line(table(reversed(outcomes)), FLEECE).record.form == (won, drawn, won, drawn, won)
    assert line(table(outcomes), SHEARS).record.form == (lost, drawn, lost, drawn, lost)


def test_a_match_of_a_team_nobody_named_fails_loudly():
    with pytest.raises(KeyError):
        table([a_match(FLEECE, 99)])
