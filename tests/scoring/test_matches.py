"""A match: tables, aggregate, walkovers and unplayed tables turned into match points by the format."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import NOBODY, AggregateTie, ImpossibleScore, MatchFormat, score_match, sentence
from scoring.matches import DecidedBy

HECKMONDWIKE = MatchFormat()
FLEECE, SHEARS = 0, 1

finals = st.tuples(st.integers(0, 14), st.booleans()).map(lambda t: (15, t[0]) if t[1] else (t[0], 15))
nights = st.lists(finals, min_size=4, max_size=4)


def tied(aggregate_tie):
    return MatchFormat(aggregate_tie=aggregate_tie)


def codes(match):
    return [(fault.table, fault.code) for fault in match.faults]


def told(match):
    return [sentence(fault) for fault in match.faults]


# The Heckmondwike league


def test_a_format_is_heckmondwikes_unless_said_otherwise():
    assert MatchFormat() == MatchFormat(
        sides=2,
        tables=4,
        players_a_side=2,
        games_per_table=1,
        stop_when_decided=False,
        race_to=None,
        target=15,
        overshoot=0,
        table_won=2,
        table_drawn=0,
        game_won=0,
        aggregate=2,
        aggregate_tie=AggregateTie.ONE_EACH,
        match_win=0,
        match_draw=0,
        match_loss=0,
        decided_by=DecidedBy.MATCH_POINTS,
        close_loss=0,
        close_loss_by=0,
        walkover_award=(15, 0),
        walkover_in_aggregate=True,
    )


def test_two_points_a_table_and_two_for_the_higher_total():
    match = score_match([(15, 11), (9, 15), (15, 2), (13, 15)], HECKMONDWIKE)
    assert (match.tables_won, match.aggregate, match.aggregate_points) == ((2, 2), (52, 43), (2, 0))
    assert (match.match_points, match.winner, match.faults) == ((6, 4), FLEECE, ())


def test_the_total_can_go_to_the_pub_with_fewer_tables():
    match = score_match([(15, 14), (15, 14), (15, 14), (0, 15)], HECKMONDWIKE)
    assert (match.aggregate, match.match_points) == ((45, 57), (6, 4))


@given(nights)
def test_a_match_gives_ten_points(tables):
    match = score_match(tables, HECKMONDWIKE)
    assert sum(match.match_points) == 10
    assert sum(match.tables_won) == 4
    assert match.faults == ()
    assert 60 <= sum(match.aggregate) <= 116
    home, away = sorted(match.tables_won, reverse=True)
    difference = match.aggregate[0] - match.aggregate[1]
    if (home, away) == (4, 0):
        assert sorted(match.match_points) == [0, 10]
    elif (home, away) == (3, 1):
        ahead = difference if match.tables_won[0] == 3 else -difference
        assert -12 <= ahead <= 44
        assert sorted(match.match_points) in ([2, 8], [4, 6], [3, 7])
    else:
        assert -28 <= difference <= 28
        assert sorted(match.match_points) in ([4, 6], [5, 5])


@given(nights)
def test_home_and_away_are_treated_alike(tables):
    match = score_match(tables, HECKMONDWIKE)
    turned = score_match([final[::-1] for final in tables], HECKMONDWIKE)
    assert turned.match_points == match.match_points[::-1]


THREE_TO_ONE = [(15, 14), (15, 14), (15, 14), (12, 15)]
TWO_ALL = [(15, 3), (15, 3), (3, 15), (3, 15)]


@pytest.mark.parametrize(
    ("tie", "three_to_one", "two_all"),
    [
        (AggregateTie.NONE, (6, 2), (4, 4)),
        (AggregateTie.ONE_EACH, (7, 3), (5, 5)),
        (AggregateTie.TWO_EACH, (8, 4), (6, 6)),
    ],
)
def test_a_level_total_gives_nothing_one_each_or_two_each(tie, three_to_one, two_all):
    assert score_match(THREE_TO_ONE, tied(tie)).match_points == three_to_one
    assert score_match(TWO_ALL, tied(tie)).match_points == two_all


def test_four_tables_to_nil_always_has_the_total_too():
    assert score_match([(15, 14)] * 4, HECKMONDWIKE).match_points == (10, 0)


def test_a_walkover_counts_fifteen_nil():
    match = score_match([(15, 11), (9, 15), (12, 15), None], HECKMONDWIKE, {3: FLEECE})
    assert (match.tables_won, match.aggregate, match.match_points) == ((2, 2), (51, 41), (6, 4))
    assert match.faults == ()


def test_a_walkover_can_be_left_out_of_the_total():
    form = MatchFormat(walkover_in_aggregate=False)
    match = score_match([(15, 11), (9, 15), (12, 15), None], form, {3: FLEECE})
    assert (match.tables_won, match.aggregate, match.match_points) == ((2, 2), (36, 41), (4, 6))


def test_a_walkover_can_give_nothing_at_all():
    match = score_match([(15, 11), (9, 15), (12, 15), None], MatchFormat(walkover_award=None), {3: FLEECE})
    assert (match.tables_won, match.tables_drawn, match.match_points) == ((1, 2), 0, (2, 6))
    assert match.faults == ()


def test_a_walkover_to_the_away_side():
    assert score_match([None] * 4, HECKMONDWIKE, dict.fromkeys(range(4), SHEARS)).aggregate == (0, 60)


def test_a_table_not_played_is_not_a_score_and_the_others_still_count():
    match = score_match([(15, 11), (9, 15), None, (13, 15)], HECKMONDWIKE)
    assert codes(match) == [(2, "unplayed")]
    assert (match.tables_won, match.match_points) == ((1, 2), (2, 6))
    assert sentence(match.faults[0]) == "Table 3 was not played."


def test_every_table_of_a_race_can_be_given_and_gives_the_race():
    form = MatchFormat(
        tables=3, games_per_table=11, race_to=17, target=14, table_won=0, game_won=1, aggregate=0
    )
    match = score_match([None] * 3, form, dict.fromkeys(range(3), FLEECE))
    assert (match.games_won, match.match_points, match.winner) == ((17, 0), (17, 0), FLEECE)


def test_a_match_not_begun_gives_nothing_not_even_for_level_totals():
    match = score_match([None] * 4, HECKMONDWIKE)
    assert (match.match_points, match.aggregate_points, match.winner) == ((0, 0), (0, 0), None)


@pytest.mark.parametrize("final", [(15, 15), (14, 3), (16, 3), (15, -1), (15,), (15, 3, 2)])
def test_a_table_with_an_impossible_score_is_named_and_counts_for_nobody(final):
    match = score_match([(15, 11), final, (15, 2), (13, 15)], HECKMONDWIKE)
    assert [table for table, _ in codes(match)] == [1]
    assert (match.tables_won, match.aggregate) == ((2, 1), (43, 28))


def test_a_wrong_number_of_tables_is_named():
    assert told(score_match([(15, 3)] * 3, HECKMONDWIKE)) == ["The match has 4 tables, not 3."]
    assert told(score_match([(15, 3)] * 5, HECKMONDWIKE)) == ["The match has 4 tables, not 5."]


def test_a_table_has_a_score_or_a_walkover():
    tables = [(15, 3), (15, 3), (15, 3), (15, 3)]
    assert told(score_match(tables, HECKMONDWIKE, {1: FLEECE})) == [
        "Table 2 has a score and a walkover; it can have only one of them."
    ]
    for side in (-1, 2):
        assert told(score_match([None, *tables[1:]], HECKMONDWIKE, {0: side})) == [
            f"Table 1: a walkover goes to a side of the match, not to {side}."
        ]
    fifth = score_match([*tables, None], HECKMONDWIKE, {4: SHEARS})
    assert (told(fifth), fifth.tables_won) == (["The match has 4 tables, not 5."], (4, 1))
    for table in (-1, 4):
        assert told(score_match(tables, HECKMONDWIKE, {table: FLEECE})) == [
            f"There is no table {table + 1} to give as a walkover."
        ]


# Other leagues' formats


def test_caribbean_games_each_count_one_and_may_pass_fourteen():
    """Three tables of seven games and one of eight, all played out; most bullseyes win."""
    form = MatchFormat(
        games_per_table=(7, 7, 7, 8), target=14, overshoot=5, table_won=0, game_won=1, aggregate=0
    )
    home, away = (15, 9), (13, 19)
    tables = [[home] * 4 + [away] * 3, [home] * 2 + [away] * 5, [home] * 7, [home] * 4 + [away] * 4]
    match = score_match(tables, form)
    assert (match.games_won, match.match_points, match.winner) == ((17, 12), (17, 12), FLEECE)
    assert (match.tables_won, match.tables_drawn, match.faults) == ((2, 1), 1, ())


def test_best_of_seven_need_not_play_all_seven():
    form = MatchFormat(
        tables=1, games_per_table=7, stop_when_decided=True, target=14, table_won=2, aggregate=0
    )
    assert score_match([[(14, 3)] * 4], form).match_points == (2, 0)
    assert score_match([None], form, {0: SHEARS}).games_won == (0, 4)
    assert told(score_match([[(14, 3)] * 8], form)) == ["Table 1: 8 games; a table plays 7."]
    assert told(score_match([[]], form)) == ["Table 1: 0 games; a table plays 7."]


def test_all_games_are_played_where_the_league_plays_them_out():
    form = MatchFormat(tables=1, games_per_table=7, target=14)
    match = score_match([[(14, 3)] * 4], form)
    assert codes(match) == [(0, "games_at_table")]
    assert sentence(match.faults[0]) == "Table 1: 4 games; a table plays 7."


def test_rinks_without_a_target_share_a_drawn_rink_and_a_level_total():
    """Bowls: two a rink, two for the aggregate, one each when level."""
    form = MatchFormat(tables=3, players_a_side=4, target=None, table_drawn=1, walkover_award=None)
    match = score_match([(21, 14), (17, 17), (10, 17)], form)
    assert (match.tables_won, match.tables_drawn, match.aggregate_points) == ((1, 1), 1, (1, 1))
    assert match.match_points == (4, 4)
    assert told(score_match([(21, -1), (17, 17), (10, 17)], form)) == [
        "21--1 is not a score: one whole number from 0 for each side."
    ]


def test_crib_in_half_points_two_for_most_legs_and_half_a_leg():
    """Bury St Edmunds: three tables of five legs; eight legs to seven make six against three and a half."""
    form = MatchFormat(
        tables=3,
        games_per_table=5,
        target=1,
        table_won=0,
        game_won=1,
        aggregate=4,
    )
    home, away = (1, 0), (0, 1)
    match = score_match([[home] * 3 + [away] * 2, [home] * 3 + [away] * 2, [home] * 2 + [away] * 3], form)
    assert match.games_won == (8, 7)
    assert match.match_points == (12, 7)  # halves


def test_two_for_the_match_and_one_a_game():
    """Dominoes at Leek: six games to three make eight points."""
    form = MatchFormat(
        tables=9,
        target=None,
        table_won=1,
        aggregate=0,
        match_win=2,
        match_draw=1,
        decided_by=DecidedBy.TABLES,
    )
    assert score_match([(1, 0)] * 6 + [(0, 1)] * 3, form).match_points == (8, 3)


def test_three_to_the_winner_and_one_to_a_narrow_loser():
    """Dominoes at Solihull: three points, and one for losing five games to four."""
    form = MatchFormat(
        tables=9,
        target=None,
        table_won=0,
        aggregate=0,
        match_win=3,
        close_loss=1,
        close_loss_by=1,
        decided_by=DecidedBy.TABLES,
    )
    assert score_match([(1, 0)] * 5 + [(0, 1)] * 4, form).match_points == (3, 1)
    assert score_match([(1, 0)] * 6 + [(0, 1)] * 3, form).match_points == (3, 0)


def test_win_draw_and_loss_of_the_match_itself():
    """Pool: ten frames, three for a win, one for a draw."""
    form = MatchFormat(
        tables=10, players_a_side=1, target=1, table_won=0, aggregate=0,
        match_win=3, match_draw=1, decided_by=DecidedBy.GAMES,
    )  # fmt: skip
    assert score_match([(1, 0)] * 5 + [(0, 1)] * 5, form).match_points == (1, 1)
    assert score_match([(1, 0)] * 4 + [(0, 1)] * 6, form).match_points == (0, 3)
    assert score_match([(1, 0)] * 5 + [(0, 1)] * 5, form).winner is NOBODY


def test_a_match_won_away_gives_more_than_one_won_at_home():
    """Billiards: two for a win at home, three for one away."""
    form = MatchFormat(
        tables=3, target=1, table_won=0, aggregate=0,
        match_win=2, match_win_away=3, decided_by=DecidedBy.GAMES,
    )  # fmt: skip
    assert score_match([(1, 0), (1, 0), (0, 1)], form).match_points == (2, 0)
    assert score_match([(0, 1), (1, 0), (0, 1)], form).match_points == (0, 3)


def test_one_total_a_side():
    """A quiz: one score each, two for a win and one for a draw."""
    form = MatchFormat(tables=1, target=None, table_won=0, aggregate=2, aggregate_tie=AggregateTie.ONE_EACH)
    assert score_match([(61, 58)], form).match_points == (2, 0)
    assert score_match([(60, 60)], form).match_points == (1, 1)


def test_every_deciding_total():
    assert list(DecidedBy) == ["match_points", "tables", "games", "aggregate"]
    tables = [(15, 14), (15, 14), (0, 15)]
    for by, winner in zip(DecidedBy, (FLEECE, FLEECE, FLEECE, SHEARS), strict=True):
        form = MatchFormat(tables=3, aggregate=0, decided_by=by, match_win=1)
        assert score_match(tables, form).winner == winner


# A race


def race(**more):
    """Three tables of five games, the match to the first eight."""
    return MatchFormat(
        tables=3, games_per_table=5, race_to=8, target=14, overshoot=5, table_won=0, game_won=1, aggregate=0,
        decided_by=DecidedBy.GAMES, **more,
    )  # fmt: skip


HOME_GAME, AWAY_GAME = (15, 9), (13, 19)


@pytest.mark.parametrize("left", [None, (), [AWAY_GAME] * 2])
def test_a_race_ends_with_the_game_that_wins_it(left):
    match = score_match([[HOME_GAME] * 5, [HOME_GAME] * 3, left], race())
    assert match.faults == ()
    assert (match.games_won, match.winner) == ((8, len(left or ())), FLEECE)


def test_a_race_nobody_has_won_is_not_over_while_games_are_missing():
    match = score_match([[HOME_GAME] * 5, [HOME_GAME] * 2, None], race())
    assert codes(match) == [(1, "games_at_table"), (2, "unplayed")]


def test_a_race_nobody_has_won_is_over_when_everything_is_played():
    match = score_match([[HOME_GAME] * 3 + [AWAY_GAME] * 2] * 2 + [[AWAY_GAME] * 4 + [HOME_GAME]], race())
    assert (codes(match), match.games_won) == ([], (7, 8))
    level = replace(race(), race_to=9)
    match = score_match([[HOME_GAME] * 3 + [AWAY_GAME] * 2] * 2 + [[AWAY_GAME] * 4 + [HOME_GAME]], level)
    assert (codes(match), match.winner) == ([], SHEARS)


def test_nobody_wins_a_game_after_the_one_that_won_the_race():
    match = score_match([[HOME_GAME] * 5, [HOME_GAME] * 4, None], race())
    assert codes(match) == [(None, "race_passed")]
    assert sentence(match.faults[0]) == "Home won 9 games; the match was over at 8."


def test_a_race_has_one_winner():
    form = replace(race(), race_to=5)
    match = score_match([[HOME_GAME] * 5, [AWAY_GAME] * 5, None], form)
    assert sentence(match.faults[0]) == (
        "The first side to win 5 games ends the match; more than one has them: 5-5."
    )


def test_a_table_given_counts_as_a_game_of_the_race_and_an_impossible_score_as_none():
    awarded = score_match([[HOME_GAME] * 5, [HOME_GAME] * 2, None], race(walkover_award=(14, 0)), {2: FLEECE})
    assert (codes(awarded), awarded.games_won) == ([], (8, 0))
    slip = score_match([[HOME_GAME] * 5, [HOME_GAME] * 2 + [(13, 9)], None], race())
    assert {code for _, code in codes(slip)} == {"final_score", "games_at_table", "unplayed"}


# Formats that cannot be played


@pytest.mark.parametrize(
    ("given_format", "told"),
    [
        ({"aggregate": 3}, "3 points for the aggregate cannot be shared equally; take an even number."),
        (
            {"aggregate": 1, "aggregate_tie": AggregateTie.ONE_EACH},
            "1 points for the aggregate cannot be shared equally; take an even number.",
        ),
        ({"tables": 0}, "tables of a match format cannot be 0: it takes 1 or more."),
        ({"sides": 1}, "sides of a match format cannot be 1: it takes 2 or more."),
        (
            {"games_per_table": 0},
            "games_per_table of a match format cannot be 0: it takes from 1, or so for each table.",
        ),
        (
            {"games_per_table": (1, 1)},
            "games_per_table of a match format cannot be 1-1: it takes from 1, or so for each table.",
        ),
        (
            {"games_per_table": ()},
            "games_per_table of a match format cannot be : it takes from 1, or so for each table.",
        ),
        ({"players_a_side": 0}, "players_a_side of a match format cannot be 0: it takes 1 or more."),
        ({"overshoot": -1}, "overshoot of a match format cannot be -1: it takes 0 or more."),
        ({"race_to": 0}, "race_to of a match format cannot be 0: it takes 1 or more."),
    ],
)
def test_a_format_that_cannot_be_played_is_refused(given_format, told):
    with pytest.raises(ImpossibleScore) as refusal:
        MatchFormat(**given_format)
    assert str(refusal.value) == told


def test_an_odd_aggregate_is_fine_where_it_is_not_shared():
    assert MatchFormat(aggregate=1, aggregate_tie=AggregateTie.NONE).aggregate == 1


@pytest.mark.parametrize(
    ("form", "frames", "can_draw"),
    [
        (MatchFormat(), 4, True),
        (MatchFormat(tables=3, aggregate=0), 3, False),
        (MatchFormat(tables=3), 3, True),
        (MatchFormat(tables=1, games_per_table=7, race_to=4), 7, False),
        (MatchFormat(tables=1, aggregate=0), 1, False),
        (MatchFormat(tables=1, aggregate=0, target=None), 1, True),
        (MatchFormat(tables=3, games_per_table=(1, 2, 2), aggregate=0), 5, True),
    ],
)
def test_a_format_says_how_many_games_it_has_and_whether_a_match_may_be_drawn(
    form: MatchFormat, frames: int, can_draw: bool
) -> None:
    assert (form.frames, form.can_draw) == (frames, can_draw)
