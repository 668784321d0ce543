"""What one match gives, worked out by hand under Heckmondwike's rules (points in halves)."""

from dataclasses import replace

import pytest

from league.matches.outcomes import AtFault, TableOutcome
from league.standings.records import Result, TeamMatchResult
from league.standings.shares import shares_of
from scoring.matches import MatchFormat
from tests.standings.cast import (
    DRAWN_5_5,
    HECKMONDWIKE,
    NIGHT,
    WEEK,
    WON_6_4,
    WON_8_2,
    a_match,
    given,
)


def halves(outcome, form=HECKMONDWIKE):
    home, away = shares_of(outcome, form)
    return home.half_points, away.half_points


@pytest.mark.parametrize(
    ("scores", "expected"), [(WON_8_2, (16, 4)), (WON_6_4, (12, 8)), (DRAWN_5_5, (10, 10))]
)
def test_tables_and_aggregate_make_the_match_points(scores, expected):
    assert halves(a_match(scores=scores)) == expected


def test_a_share_says_what_it_is_made_of():
    home, away = shares_of(a_match(scores=WON_8_2), HECKMONDWIKE)
    assert home == TeamMatchResult(
        result=Result.WON,
        half_points=16,
        tables_won=3,
        tables_lost=1,
        games_won=3,
        games_lost=1,
        score_for=57,
        score_against=47,
    )
    assert away == TeamMatchResult(
        result=Result.LOST,
        half_points=4,
        tables_won=1,
        tables_lost=3,
        games_won=1,
        games_lost=3,
        score_for=47,
        score_against=57,
    )


def test_a_match_level_on_points_is_drawn_by_both():
    home, away = shares_of(a_match(scores=DRAWN_5_5), HECKMONDWIKE)
    assert home.result == away.result == Result.DRAWN


def test_a_match_without_a_card_gives_nothing_yet():
    assert shares_of(a_match(scores=None), HECKMONDWIKE) is None


def test_a_card_without_a_table_played_gives_nothing_yet():
    assert shares_of(a_match(scores=(None, None, None, None)), HECKMONDWIKE) is None


def test_a_table_not_played_gives_nothing_to_either():
    home, away = shares_of(a_match(scores=((15, 13), (12, 15), (15, 11), None)), HECKMONDWIKE)
    assert (home.half_points, away.half_points) == (12, 4)
    assert (home.tables_won, home.tables_lost, away.tables_lost) == (2, 1, 2)


def test_a_match_given_gives_all_it_could_to_the_side_not_at_fault():
    home, away = shares_of(a_match(1, 2, None, given(AtFault.AWAY)), HECKMONDWIKE)
    assert (home.result, home.half_points, home.tables_won) == (Result.WON, 20, 4)
    assert (away.result, away.half_points, away.tables_lost) == (Result.LOST, 0, 4)


def test_a_match_given_counts_no_points_pegged_unless_the_rule_book_says_so():
    outcome = a_match(1, 2, None, given(AtFault.HOME))
    assert shares_of(outcome, HECKMONDWIKE)[1].score_for == 0
    lost, won = shares_of(outcome, replace(HECKMONDWIKE, walkover_in_aggregate=True))
    assert (won.score_for, won.score_against, lost.score_for, lost.score_against) == (60, 0, 0, 60)


def test_a_match_that_neither_side_came_to_is_lost_by_both_and_gives_nothing_to_either():
    for share in shares_of(a_match(1, 2, None, given(AtFault.BOTH)), HECKMONDWIKE):
        assert share == TeamMatchResult(
            result=Result.LOST,
            tables_lost=4,
            games_lost=4,
            hang_jacks_won=0,
            hang_jacks_lost=0,
            walkovers_given=1,
            is_given=True,
        )


def test_the_points_for_a_match_lost_do_not_go_to_those_who_stayed_away():
    form = replace(HECKMONDWIKE, match_win=6, match_loss=2)
    for share in shares_of(a_match(1, 2, None, given(AtFault.BOTH)), form):
        assert share.half_points == 0


def test_tables_of_different_lengths_are_read_by_the_games_won():
    form = MatchFormat(tables=2, games_per_table=(1, 3), table_won=0, game_won=2, aggregate=0)
    tables = (TableOutcome(number=1, won=(1, 0)), TableOutcome(number=2, won=(1, 2)))
    home, away = shares_of(replace(a_match(), tables=tables), form)
    assert (home.half_points, away.half_points) == (4, 4)


def test_a_table_given_is_won_and_stays_out_of_the_aggregate():
    home, away = shares_of(a_match(1, 2, ((15, 11), (9, 15), (12, 15), None), given(table=4)), HECKMONDWIKE)
    assert (home.tables_won, away.tables_won) == (2, 2)
    assert (home.score_for, away.score_for) == (36, 41)
    assert (home.half_points, away.half_points) == (8, 12)


def test_a_table_given_counts_in_the_aggregate_where_the_rule_book_says_so():
    home, away = shares_of(
        a_match(1, 2, ((15, 11), (9, 15), (12, 15), None), given(table=4)),
        replace(HECKMONDWIKE, walkover_in_aggregate=True),
    )
    assert (home.score_for, away.score_for) == (51, 41)
    assert (home.half_points, away.half_points) == (12, 8)


def test_a_ruling_goes_before_what_was_played_at_the_table():
    home, away = shares_of(a_match(1, 2, WON_8_2, given(AtFault.HOME, table=1)), HECKMONDWIKE)
    assert (home.tables_won, away.tables_won) == (2, 2)
    assert (home.score_for, away.score_for) == (42, 34)


def test_a_match_given_counts_as_given_though_it_was_played():
    home, away = shares_of(a_match(1, 2, WON_8_2, given(AtFault.HOME)), HECKMONDWIKE)
    assert (home.half_points, away.half_points) == (0, 20)


def test_a_table_that_neither_side_came_to_is_lost_by_both():
    home, away = shares_of(
        a_match(1, 2, ((15, 11), (9, 15), (12, 15), None), given(AtFault.BOTH, table=4)), HECKMONDWIKE
    )
    assert (home.tables_won, home.tables_lost) == (1, 3)
    assert (away.tables_won, away.tables_lost) == (2, 2)
    assert (home.half_points, away.half_points) == (4, 12)


def test_a_table_given_waits_for_the_card_of_the_match():
    assert shares_of(a_match(1, 2, None, given(table=4)), HECKMONDWIKE) is None


def test_a_ruling_taken_back_counts_for_nothing():
    outcome = a_match(1, 2, None, given(revoked_on=NIGHT + WEEK))
    assert shares_of(outcome, HECKMONDWIKE) is None
    assert shares_of(outcome, HECKMONDWIKE, NIGHT) is not None


def test_several_games_a_table_are_won_by_the_side_with_more_of_them():
    trinidad = replace(
        HECKMONDWIKE, tables=1, games_per_table=3, target=14, table_won=0, aggregate=0, game_won=2
    )
    outcome = a_match(scores=None)
    outcome = replace(outcome, tables=(replace(a_match().tables[0], games=((14, 3), (9, 14), (14, 12))),))
    home, away = shares_of(outcome, trinidad)
    assert (home.tables_won, home.half_points, away.half_points) == (1, 4, 2)
    assert home.result == Result.WON


@pytest.mark.parametrize("race_to", [None, 7])
def test_a_table_given_beside_games_without_scores_gives_what_it_gives_beside_scores(race_to):
    """Three tables of five: 4 to 1, the second given to home, 1 to 4."""
    form = replace(
        HECKMONDWIKE,
        tables=3,
        games_per_table=5,
        race_to=race_to,
        table_won=0,
        aggregate=0,
        game_won=1,
        match_win=4,
    )
    known_by_games = a_match(1, 2, None, given(table=2))
    with_scores = replace(
        known_by_games,
        tables=(
            TableOutcome(number=1, games=((15, 3),) * 4 + ((3, 15),)),
            TableOutcome(number=3, games=((15, 3),) + ((3, 15),) * 4),
        ),
    )
    known_by_games = replace(
        known_by_games,
        tables=(TableOutcome(number=1, won=(4, 1)), TableOutcome(number=3, won=(1, 4))),
    )
    assert halves(with_scores, form) == ((14, 5) if race_to is None else (11, 5))
    assert halves(known_by_games, form) == halves(with_scores, form)
