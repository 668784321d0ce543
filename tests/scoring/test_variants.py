"""The family's register, house options, and what the sources say of West Yorkshire and Heckmondwike."""

import pytest

from scoring import BadOption, Rules, UnknownOption, UnknownVariant, variants
from scoring.axes import GameTie, LowTo
from scoring.cards import Rank
from scoring.seats import Direction, Sides, pitcher, sides_of


def test_west_yorkshire_is_played_to_eleven_and_by_two_players_to_nine():
    rules = variants.get("west_yorkshire").rules
    assert {n: rules.for_players(n).target for n in (4, 2, 6)} == {4: 11, 2: 9, 6: 11}


def test_heckmondwike_is_west_yorkshire_by_four_players_to_fifteen():
    rules = variants.get("heckmondwike").rules
    assert rules.for_players(4).target == 15
    assert rules.low_to is LowTo.HOLDER
    with pytest.raises(BadOption, match="4 players"):
        rules.for_players(2)


def test_a_target_given_as_an_option_holds_for_any_number_of_players():
    rules = variants.get("west_yorkshire").rules.with_options({"target": 21})
    assert {rules.for_players(n).target for n in (2, 4, 6)} == {21}


def test_an_unknown_variant_is_refused_with_those_there_are():
    with pytest.raises(UnknownVariant, match="heckmondwike"):
        variants.get("whist")


def test_names_are_the_register():
    assert variants.names() == tuple(variant.name for variant in variants.ALL)
    assert all(variants.get(name).sources and variants.get(name).title for name in variants.names())


def test_house_options_are_given_by_name_and_value():
    rules = Rules().with_options(
        {
            "game_tie": "elder",
            "hang_jack": 3,
            "throw_in": True,
            "turnup_scores": {"A": 1, "6": 2},
            "target": None,
        }
    )
    assert (rules.game_tie, rules.hang_jack, rules.throw_in) == (GameTie.ELDER, 3, True)
    assert rules.turnup_scores == ((Rank.ACE, 1), (Rank.SIX, 2))
    assert rules.target is None
    assert Rules().with_options({}) == Rules()


def test_an_unknown_option_is_refused():
    with pytest.raises(UnknownOption, match="jokers"):
        Rules().with_options({"jokers": 2})


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("game_tie", "toss", "none or elder or foster"),
        ("throw_in", "yes", "yes or no"),
        ("throw_in", 1, "yes or no"),
        ("target", 0, "a whole number from 1 or none"),
        ("target", True, "a whole number from 1"),
        ("target", "15", "a whole number from 1"),
        ("high_points", None, "a whole number from 0"),
        ("high_points", -1, "a whole number from 0"),
        ("pack", 48, "52 or 44"),
        ("players", [1], "2 or 3 or 4 or 5 or 6"),
        ("turnup_scores", {"X": 1}, "points by rank"),
        ("turnup_scores", 3, "points by rank"),
        ("awards", "high", "a list"),
    ],
)
def test_an_option_refuses_a_value_it_does_not_take_and_says_what_it_takes(name, value, right):
    with pytest.raises(BadOption, match=right):
        Rules().with_options({name: value})


def test_four_play_in_two_sides_six_in_three_others_alone():
    assert sides_of(4) == (0, 1, 0, 1)
    assert sides_of(6) == (0, 1, 2, 0, 1, 2)
    assert sides_of(2) == (0, 1)
    assert sides_of(3) == (0, 1, 2)
    assert sides_of(4, Sides.SINGLES) == (0, 1, 2, 3)


def test_the_pitch_goes_round_the_table():
    assert [pitcher(1, hand) for hand in range(6)] == [1, 2, 3, 0, 1, 2]
    assert [pitcher(1, hand, 4, Direction.ANTICLOCKWISE) for hand in range(3)] == [1, 0, 3]


def test_a_board_stops_the_winner_at_the_target_and_other_games_let_him_pass_it():
    assert variants.get("heckmondwike").rules.overshoot == 0
    assert Rules(cap_at_target=False, hang_jack=6).overshoot == 5
    assert Rules(cap_at_target=False, turnup_scores=((Rank.ACE, 4),)).overshoot == 3


def test_points_by_rank_are_the_same_in_whatever_order_they_are_kept():
    rules = variants.get("trinidad").rules
    kept, typed = ({"2": 2, "A": 1}, {"A": 1, "2": 2})
    assert rules.with_options({"turnup_scores": kept}) == rules.with_options({"turnup_scores": typed})
