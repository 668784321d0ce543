"""Every criterion a season can name, worked out by hand, and mini-leagues of two, three and four teams."""

from dataclasses import replace
from fractions import Fraction

import pytest

from league.competition.tie_breaks import CRITERIA, NOTHING_AGAINST
from league.matches.outcomes import Adjustment, AtFault
from league.standings.rows import standings
from league.standings.scheme import Scheme
from tests.standings.cast import (
    DROVER,
    FLEECE,
    HECKMONDWIKE,
    NAMES,
    NIGHT,
    PLAIN,
    SHEARS,
    TUP,
    WEEK,
    WON_8_2,
    a_match,
    given,
)


def table(*outcomes, by=(), form=PLAIN, rulings=(), teams=NAMES, as_of=None):
    return standings(outcomes, rulings, teams, Scheme(form=form, tie_breaks=by), as_of)


def beat(home, away, score=(1, 0), week=1, **fields):
    return a_match(home, away, (score,), week=week, **fields)


def order(rows):
    return [(row.place, row.record.team) for row in rows]


def line(rows, team):
    return next(row for row in rows if row.record.team == team)


def steps_above(rows, team):
    return [(step.criterion.key, step.ahead, step.behind) for step in line(rows, team).above.steps]


def level(*teams, halves=6):
    """Rulings that leave these teams level where the others have nothing."""
    return [Adjustment(team=team, halves=halves, on=NIGHT) for team in teams]


# --- Figures of a team's own ------------------------------------------------------------------

CARD = a_match(FLEECE, SHEARS, WON_8_2)
RECORDS = {row.record.team: row.record for row in table(CARD, form=HECKMONDWIKE)}


@pytest.mark.parametrize(
    ("key", "fleece", "shears"),
    [
        ("match_points", 16, 4),
        ("matches_won", 1, 0),
        ("tables_won", 3, 1),
        ("table_difference", 2, -2),
        ("games_won", 3, 1),
        ("fewest_games_lost", 1, 3),
        ("game_difference", 2, -2),
        ("score_difference", 10, -10),
        ("score_for", 57, 47),
        ("fewest_score_against", 47, 57),
        ("score_ratio", Fraction(57, 47), Fraction(47, 57)),
        ("hang_jacks_won", None, None),
        ("fewest_hang_jacks_lost", None, None),
        ("fewest_walkovers_given", 0, 0),
    ],
)
def test_a_criterion_is_a_figure_of_the_record(key, fleece, shears):
    figure = CRITERIA[key].figure
    assert (figure(RECORDS[FLEECE]), figure(RECORDS[SHEARS])) == (fleece, shears)


def test_the_columns_of_a_page_are_the_criteria_with_a_figure_in_the_season_s_order():
    scheme = Scheme(form=PLAIN, tie_breaks=("head_to_head", "score_ratio", "score_for", "play_off"))
    assert [criterion.key for criterion in scheme.columns] == ["match_points", "score_ratio", "score_for"]
    assert len(scheme.criteria) == 5


def test_where_fewest_is_best_fewer_stands_first():
    rows = table(beat(FLEECE, DROVER, (9, 5)), beat(SHEARS, TUP, (5, 1)), by=("fewest_score_against",))
    assert order(rows)[:2] == [(1, SHEARS), (2, FLEECE)]
    assert steps_above(rows, FLEECE)[-1] == ("fewest_score_against", 1, 5)


def test_a_ratio_is_exact_and_nothing_against_is_best():
    by = ("score_ratio",)
    rows = table(beat(FLEECE, DROVER, (3, 1)), beat(SHEARS, TUP, (3000001, 1000000)), by=by)
    assert order(rows)[:2] == [(1, SHEARS), (2, FLEECE)]
    rows = table(beat(FLEECE, DROVER, (99, 1)), beat(SHEARS, TUP, (1, 0)), by=by)
    assert order(rows)[:2] == [(1, SHEARS), (2, FLEECE)]
    assert steps_above(rows, FLEECE)[-1] == ("score_ratio", NOTHING_AGAINST, Fraction(99))


def test_hang_jacks_won_and_then_fewest_lost():
    by = ("hang_jacks_won", "fewest_hang_jacks_lost")
    rows = table(beat(FLEECE, DROVER, hang_jacks=(4, 2)), beat(SHEARS, TUP, hang_jacks=(4, 1)), by=by)
    assert order(rows)[:2] == [(1, SHEARS), (2, FLEECE)]
    assert steps_above(rows, FLEECE)[1:] == [("hang_jacks_won", 4, 4), ("fewest_hang_jacks_lost", 1, 2)]


def test_a_figure_unknown_of_one_team_separates_none_of_those_level_with_it():
    by = ("hang_jacks_won", "score_for")
    rows = table(
        beat(FLEECE, TUP, (7, 1), hang_jacks=(1, 0)),
        beat(SHEARS, TUP, (9, 1), hang_jacks=(5, 0), week=2),
        beat(DROVER, TUP, (8, 1), week=3),
        by=by,
    )
    assert order(rows) == [(1, SHEARS), (2, DROVER), (3, FLEECE), (4, TUP)]
    assert steps_above(rows, FLEECE) == [
        ("match_points", 6, 6),
        ("hang_jacks_won", None, None),
        ("score_for", 8, 7),
    ]


def test_the_fewest_walkovers_given_stand_first():
    rows = table(
        a_match(FLEECE, TUP, None, given(AtFault.HOME)),
        beat(TUP, SHEARS, week=2),
        by=("fewest_walkovers_given",),
    )
    assert order(rows) == [(1, TUP), (2, DROVER), (2, SHEARS), (4, FLEECE)]
    assert [row.record.walkovers_taken for row in rows] == [1, 0, 0, 0]


# --- The matches among the level teams --------------------------------------------------------

HEAD_TO_HEAD = ("head_to_head", "score_difference")


def test_two_level_teams_are_separated_by_their_own_match():
    rows = table(beat(SHEARS, FLEECE, (1, 0)), beat(FLEECE, TUP, (9, 0), week=2), by=HEAD_TO_HEAD)
    assert order(rows)[:2] == [(1, SHEARS), (2, FLEECE)]
    last = line(rows, FLEECE).above.steps[-1]
    assert (last.criterion.key, last.ahead, last.behind) == ("head_to_head", 6, 0)
    assert [(met.name, met.half_points) for met in last.among] == [("The Shears", 6), ("The Fleece", 0)]
    assert [criterion.key for criterion in line(rows, FLEECE).above.unused_criteria] == ["score_difference"]


def test_matches_against_others_count_for_nothing_among_the_level_teams():
    """The Fleece beat the Shears; both beat the Tup, the Shears twice, and a ruling makes them level."""
    rows = table(
        beat(FLEECE, SHEARS),
        beat(SHEARS, TUP, (9, 0), week=2),
        beat(SHEARS, TUP, (9, 0), week=3),
        beat(FLEECE, TUP, (1, 0), week=4),
        by=HEAD_TO_HEAD,
    )
    assert order(rows)[:2] == [(1, FLEECE), (2, SHEARS)]


def test_three_that_beat_each_other_in_a_ring_go_on_to_the_next_criterion():
    ring = [beat(FLEECE, SHEARS, (2, 0)), beat(SHEARS, DROVER, (3, 0)), beat(DROVER, FLEECE, (1, 0))]
    rows = table(*ring, by=HEAD_TO_HEAD)
    # Differences +1, +1, -2: the ring says nothing, the difference parts the Drover, two share the first.
    assert order(rows) == [(1, FLEECE), (1, SHEARS), (3, DROVER), (4, TUP)]
    assert steps_above(rows, DROVER) == [
        ("match_points", 6, 6),
        ("head_to_head", 6, 6),
        ("score_difference", 1, -2),
    ]


def test_a_mini_league_that_parts_one_of_three_is_made_again_for_the_two():
    """Among three: Fleece 12, Shears 6, Drover 6. Among the two the Shears won the only match."""
    matches = [
        beat(FLEECE, SHEARS),
        beat(FLEECE, DROVER, week=2),
        beat(SHEARS, DROVER, week=3),
        beat(DROVER, FLEECE, week=4),
    ]
    rows = table(*matches, by=("head_to_head",), rulings=level(SHEARS, DROVER))
    assert order(rows) == [(1, FLEECE), (2, SHEARS), (3, DROVER), (4, TUP)]
    steps = line(rows, DROVER).above.steps
    assert [(step.criterion.key, step.ahead, step.behind) for step in steps] == [
        ("match_points", 12, 12),
        ("head_to_head", 6, 6),
        ("head_to_head", 6, 0),
    ]
    assert [[(met.team, met.half_points) for met in step.among] for step in steps[1:]] == [
        [(FLEECE, 12), (DROVER, 6), (SHEARS, 6)],
        [(SHEARS, 6), (DROVER, 0)],
    ]


def test_four_level_teams_are_parted_two_and_two_and_each_two_by_their_own_match():
    """The Fleece and the Shears win all their matches with the Drover and the Tup."""
    first, second = (FLEECE, SHEARS), (DROVER, TUP)
    matches = [beat(winner, loser) for winner in first for loser in second]
    matches += [
        a_match(SHEARS, FLEECE, ((2, 2),), week=2),
        a_match(TUP, DROVER, ((2, 2),), week=2),
    ]
    rulings = level(*second, halves=12)
    rows = table(*matches, by=("head_to_head",), rulings=rulings)
    # Two and two, whose own matches were drawn: both places are shared.
    assert order(rows) == [(1, FLEECE), (1, SHEARS), (3, DROVER), (3, TUP)]
    # Level again with one more win each, the Shears' against the Fleece.
    decided = [beat(SHEARS, FLEECE, week=3), beat(FLEECE, DROVER, week=4)]
    rows = table(*matches, *decided, by=("head_to_head",), rulings=[*rulings, *level(*second)])
    assert order(rows) == [(1, SHEARS), (2, FLEECE), (3, DROVER), (3, TUP)]
    assert steps_above(rows, FLEECE)[1:] == [("head_to_head", 20, 20), ("head_to_head", 8, 2)]


def test_four_in_a_ring_of_which_one_falls_out_leave_a_ring_of_three():
    """Fleece, Shears and Drover beat each other in a ring and all beat the Tup."""
    ring = [beat(FLEECE, SHEARS, (3, 0)), beat(SHEARS, DROVER), beat(DROVER, FLEECE)]
    all_four = [*ring, *(beat(team, TUP, week=2) for team in (FLEECE, SHEARS, DROVER))]
    rows = table(*all_four, by=HEAD_TO_HEAD, rulings=level(TUP, halves=12))
    assert order(rows) == [(1, FLEECE), (2, DROVER), (3, SHEARS), (4, TUP)]
    # Among four 12, 12, 12, 0; made again for three 6 each, which parts nobody; then the difference.
    assert steps_above(rows, DROVER) == [
        ("match_points", 12, 12),
        ("head_to_head", 12, 12),
        ("head_to_head", 6, 6),
        ("score_difference", 3, 1),
    ]
    assert steps_above(rows, TUP)[-1] == ("head_to_head", 12, 0)


def test_level_teams_that_never_met_are_not_separated_by_it():
    rows = table(beat(FLEECE, DROVER), beat(SHEARS, TUP, (3, 0)), by=HEAD_TO_HEAD)
    assert order(rows)[:2] == [(1, SHEARS), (2, FLEECE)]
    assert steps_above(rows, FLEECE)[1] == ("head_to_head", None, None)


def test_a_walkover_counts_among_the_level_teams_like_any_match():
    rows = table(a_match(FLEECE, SHEARS, None, given(AtFault.HOME)), beat(FLEECE, TUP), by=HEAD_TO_HEAD)
    assert order(rows)[:2] == [(1, SHEARS), (2, FLEECE)]


# --- Play-offs --------------------------------------------------------------------------------

PLAYING_OFF = ("score_difference", "play_off", "score_for")
LEVEL_AT_THE_END = (beat(FLEECE, DROVER, (2, 1)), beat(SHEARS, TUP, (3, 2)))


def test_teams_level_at_the_end_share_the_place_until_a_play_off():
    rows = table(*LEVEL_AT_THE_END, by=PLAYING_OFF)
    assert order(rows) == [(1, FLEECE), (1, SHEARS), (3, DROVER), (3, TUP)]
    assert all(row.wants_play_off for row in rows)
    above = line(rows, SHEARS).above
    assert above.decided_by is None
    assert [step.criterion.key for step in above.steps][-1] == "play_off"
    assert [criterion.key for criterion in above.unused_criteria] == ["score_for"]


def test_a_play_off_decides_the_place_and_counts_for_nothing_else():
    play_off = replace(beat(SHEARS, FLEECE, (15, 0), week=9), is_play_off=True)
    rows = table(*LEVEL_AT_THE_END, play_off, by=PLAYING_OFF)
    assert order(rows) == [(1, SHEARS), (2, FLEECE), (3, DROVER), (3, TUP)]
    assert [row.wants_play_off for row in rows] == [False, False, True, True]
    assert line(rows, SHEARS).record.played == 1
    assert line(rows, FLEECE).above.decided_by.among[0].name == "The Shears"


def test_no_play_off_is_wanted_while_there_are_matches_to_come():
    rows = table(*LEVEL_AT_THE_END, a_match(FLEECE, TUP, None, week=9), by=PLAYING_OFF)
    # The Drover and the Tup are level too, and the Tup have one to play.
    assert not any(row.wants_play_off for row in rows)


def test_as_it_stood_before_the_play_off_it_was_wanted():
    play_off = replace(beat(SHEARS, FLEECE, week=9), is_play_off=True)
    rows = table(*LEVEL_AT_THE_END, play_off, by=PLAYING_OFF, as_of=NIGHT + WEEK)
    assert line(rows, FLEECE).wants_play_off
