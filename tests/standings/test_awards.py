"""What a walkover gives under each of the season's settings, and matches of which little is known."""

from dataclasses import replace

import pytest

from league.matches.outcomes import AtFault, TableOutcome
from league.standings.awards import Averages, AwardKind, UnfitAward, WalkoverAward
from league.standings.records import Result
from league.standings.rows import standings
from league.standings.scheme import Scheme
from league.standings.shares import shares_of
from scoring.matches import DecidedBy, MatchFormat
from tests.standings.cast import (
    DROVER,
    FLEECE,
    HECKMONDWIKE,
    NAMES,
    NIGHT,
    SHEARS,
    TUP,
    WEEK,
    WON_6_4,
    WON_8_2,
    a_match,
    given,
)

THREE_TABLES = ((15, 11), (9, 15), (12, 15), None)
"""36-41 at three tables; the fourth was given to the home side."""
TABLE_GIVEN = a_match(FLEECE, SHEARS, THREE_TABLES, given(table=4))
MATCH_GIVEN = a_match(FLEECE, SHEARS, None, given(AtFault.AWAY))
NIL, ONLY, FIXED, AVERAGE = AwardKind
CARIBBEAN = MatchFormat(
    tables=3,
    games_per_table=11,
    race_to=17,
    target=14,
    table_won=0,
    game_won=2,
    aggregate=0,
    decided_by=DecidedBy.GAMES,
)


def award(kind, **fields):
    return WalkoverAward(kind=kind, **{"in_aggregate": True, **fields})


def scores(outcome, given_as, averages=None, form=HECKMONDWIKE):
    """Halves and score of each side."""
    home, away = shares_of(outcome, form, award=given_as, averages=averages)
    return (home.half_points, away.half_points), (home.score_for, away.score_for)


@pytest.mark.parametrize(
    ("given_as", "halves", "score"),
    [
        (award(NIL), (12, 8), (51, 41)),
        (award(NIL, in_aggregate=False), (8, 12), (36, 41)),
        (award(ONLY), (8, 12), (36, 41)),
        (award(FIXED, score=(7, 2)), (8, 12), (43, 43)),
        (award(FIXED, score=(9, 2)), (12, 8), (45, 43)),
        (award(FIXED, score=(9, 2), in_aggregate=False), (8, 12), (36, 41)),
        (award(AVERAGE), (8, 12), (48, 53)),
        (award(AVERAGE, in_aggregate=False), (8, 12), (36, 41)),
    ],
)
def test_a_table_given(given_as, halves, score):
    if score == (43, 43):
        halves = (10, 10)  # the totals are level
    assert scores(TABLE_GIVEN, given_as, Averages(table=12, match=47)) == (halves, score)


@pytest.mark.parametrize(
    ("given_as", "score"),
    [
        (award(NIL), (60, 0)),
        (award(NIL, in_aggregate=False), (0, 0)),
        (award(ONLY), (0, 0)),
        (award(FIXED, score=(7, 2)), (28, 8)),
        (award(AVERAGE), (47, 47)),
    ],
)
def test_a_match_given_gives_every_point_and_the_score_of_the_award(given_as, score):
    assert scores(MATCH_GIVEN, given_as, Averages(table=12, match=47)) == ((20, 0), score)


def test_a_season_can_say_what_a_whole_match_gives():
    assert scores(MATCH_GIVEN, award(ONLY, points=14))[0] == (14, 0)


def test_the_side_at_fault_has_no_points_not_even_for_a_match_lost():
    form = replace(HECKMONDWIKE, match_win=6, match_loss=2)
    assert scores(MATCH_GIVEN, award(NIL), form=form)[0] == (26, 0)


@pytest.mark.parametrize("kind", [NIL, ONLY, AVERAGE])
def test_with_both_at_fault_neither_has_anything(kind):
    outcome = a_match(FLEECE, SHEARS, None, given(AtFault.BOTH))
    assert scores(outcome, award(kind, points=14), Averages(table=12, match=47)) == ((0, 0), (0, 0))
    table = a_match(FLEECE, SHEARS, THREE_TABLES, given(AtFault.BOTH, table=4))
    assert scores(table, award(kind), Averages(table=12, match=47))[1] == (36, 41)


def test_a_share_says_what_was_given_and_by_whom():
    home, away = shares_of(MATCH_GIVEN, HECKMONDWIKE, award=award(NIL))
    assert (home.is_given, home.walkovers_taken, home.walkovers_given) == (True, 1, 0)
    assert (away.is_given, away.walkovers_taken, away.walkovers_given) == (True, 0, 1)
    home, away = shares_of(TABLE_GIVEN, HECKMONDWIKE, award=award(NIL))
    assert (home.is_given, home.walkovers_taken, away.walkovers_given) == (False, 1, 1)
    played = shares_of(a_match(scores=((15, 0),) * 4), HECKMONDWIKE)[0]
    assert (played.is_given, played.walkovers_taken) == (False, 0)


def test_a_table_of_several_games_is_given_with_all_that_must_be_won():
    best_of_five = replace(HECKMONDWIKE, games_per_table=5, game_won=1)
    won = shares_of(MATCH_GIVEN, best_of_five)[0]
    assert (won.games_won, won.half_points) == (20, 4 * 4 + 4 + 20)
    stopping = replace(best_of_five, stop_when_decided=True)
    assert shares_of(MATCH_GIVEN, stopping)[0].games_won == 12


def test_a_match_given_in_a_race_is_the_race():
    won, lost = shares_of(MATCH_GIVEN, CARIBBEAN)
    assert (won.games_won, won.half_points, lost.games_lost) == (17, 34, 17)


@pytest.mark.parametrize(("score", "received"), [(None, "no score"), ((7, 7), "7 to 7"), ((2, 7), "2 to 7")])
def test_a_fixed_score_must_win_the_table(score, received):
    with pytest.raises(UnfitAward, match=f"{received} does not"):
        award(FIXED, score=score)


# --- The division's average -------------------------------------------------------------------

BY_AVERAGE = Scheme(form=HECKMONDWIKE, award=award(AVERAGE))


def score_of(team, *outcomes, rulings=(), as_of=None):
    rows = standings(outcomes, rulings, NAMES, BY_AVERAGE, as_of)
    record = next(row.record for row in rows if row.record.team == team)
    return record.score_for, record.score_against


def test_the_average_changes_as_the_season_goes():
    """57-47 is 52 a side; with 52-43 it is 49.75, to the nearest whole 50."""
    away = a_match(DROVER, TUP, None, given(AtFault.AWAY))
    first, second = a_match(FLEECE, SHEARS, WON_8_2), a_match(SHEARS, FLEECE, WON_6_4, week=2)
    assert score_of(DROVER, away) == (0, 0)
    assert score_of(DROVER, away, first) == (52, 52)
    assert score_of(DROVER, away, first, second) == (50, 50)
    assert score_of(DROVER, away, first, second, as_of=NIGHT + WEEK / 2) == (52, 52)


def test_the_average_of_a_table_is_over_those_that_were_played():
    """57-47 at four tables and 36-41 at three: 181 over fourteen sides is 12.9; a match is 52 a side."""
    played = a_match(DROVER, TUP, WON_8_2)
    assert score_of(FLEECE, played, TABLE_GIVEN) == (36 + 13, 41 + 13)
    whole = a_match(FLEECE, TUP, None, given(AtFault.AWAY), week=3)
    assert score_of(FLEECE, played, TABLE_GIVEN, whole) == (49 + 52, 54 + 52)


def test_without_the_division_s_averages_the_score_of_what_was_given_is_not_known():
    assert scores(MATCH_GIVEN, award(AVERAGE)) == ((20, 0), (None, None))
    assert scores(TABLE_GIVEN, award(AVERAGE)) == ((8, 12), (None, None))


# --- Of which little is known -----------------------------------------------------------------


def known(total, form, **fields):
    return shares_of(a_match(FLEECE, SHEARS, None, total=total, **fields), form)


def test_a_total_is_the_score_where_the_format_is_one_game():
    form = MatchFormat(tables=1, target=None, table_won=0, aggregate=0, match_win=6, match_draw=2)
    form = replace(form, decided_by=DecidedBy.AGGREGATE)
    home, away = known((3, 1), form)
    assert (home.half_points, away.half_points, home.score_for, away.score_for) == (6, 0, 3, 1)
    assert known((0, 0), form)[0].result == Result.DRAWN


def test_a_total_is_the_games_won_where_points_come_from_games_alone():
    home, away = known((17, 12), CARIBBEAN, hang_jacks=(3, 5))
    assert (home.half_points, away.half_points) == (34, 24)
    assert (home.games_won, home.games_lost, home.result) == (17, 12, Result.WON)
    assert (home.tables_won, home.score_for) == (None, None)
    assert (home.hang_jacks_won, away.hang_jacks_won, away.hang_jacks_lost) == (3, 5, 3)


def test_a_total_is_halves_of_match_points_elsewhere():
    home, away = known((14, 6), HECKMONDWIKE)
    assert (home.half_points, away.half_points, home.result) == (14, 6, Result.WON)
    unknown = (home.tables_won, home.games_won, home.score_for, home.score_against)
    assert unknown == (None, None, None, None)


def test_a_card_goes_before_a_total():
    home, _ = shares_of(a_match(FLEECE, SHEARS, WON_8_2, total=(1, 19)), HECKMONDWIKE)
    assert (home.half_points, home.score_for) == (16, 57)


def test_of_a_table_only_the_games_won_can_be_known():
    crib = MatchFormat(
        tables=3, games_per_table=5, target=None, table_won=0, game_won=1, match_win=4, aggregate=0
    )
    tables = tuple(TableOutcome(number=n, won=won) for n, won in enumerate([(3, 2), (1, 4), (4, 1)], start=1))
    home, away = shares_of(replace(a_match(scores=None), tables=tables), crib)
    assert (home.half_points, away.half_points) == (8 + 4, 7)
    assert (home.tables_won, home.games_won, home.score_for) == (2, 8, None)


def test_one_match_without_a_figure_leaves_the_season_without_it():
    outcomes = [a_match(FLEECE, SHEARS, WON_8_2), a_match(SHEARS, FLEECE, None, week=2, total=(10, 10))]
    rows = standings(outcomes, (), NAMES, Scheme(form=HECKMONDWIKE))
    record = rows[0].record
    assert (record.match_points, record.played, record.drawn) == (26, 2, 1)
    assert (record.tables_won, record.score_for, record.score_difference, record.table_difference) == (
        None,
    ) * 4
    untouched = rows[2].record
    assert (untouched.tables_won, untouched.score_difference) == (0, 0)


def test_as_it_stood_a_total_counts_from_the_day_it_was_played():
    outcome = a_match(FLEECE, SHEARS, None, week=2, total=(14, 6))
    assert shares_of(outcome, HECKMONDWIKE, NIGHT) is None
    assert shares_of(outcome, HECKMONDWIKE, NIGHT + WEEK) is not None
