"""A game: pegging in order to the target, running scores, lengths and final scores."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import NOBODY, Award, Hand, HandPenalty, ImpossibleScore, Rules, score_game, sentence, variants
from scoring.games import settle
from scoring.hands import Peg, peg
from scoring.possible_scores import check_running, fewest_hands, most_hands, possible_lengths, verify_final
from scoring.seats import pitcher
from tests.examples import part_of

RULES = variants.get("heckmondwike").rules
FLEECE, SHEARS = 0, 1
ALL_FOUR = Hand(FLEECE, FLEECE, FLEECE, FLEECE)
SHARED = Hand(FLEECE, SHEARS, NOBODY, NOBODY)

sides, takers = st.sampled_from((0, 1)), st.sampled_from((0, 1, NOBODY))
whole_hands = st.builds(Hand, sides, sides, takers, takers)


def codes(game):
    return [(fault.hand, fault.code) for fault in game.faults]


def whats(game):
    return [[point.what for point in pegs] for pegs in game.pegged]


# Pegging


def test_points_are_pegged_in_the_order_high_low_jack_game():
    game = score_game([Hand(FLEECE, SHEARS, FLEECE, SHEARS)], RULES)
    assert whats(game) == [["high", "low", "jack", "game"]]
    assert (game.running, game.scores, game.winner) == (((2, 2),), (2, 2), None)


def test_a_point_nobody_took_is_not_pegged():
    assert whats(score_game([SHARED], RULES)) == [["high", "low"]]


def test_a_hand_pegs_two_three_or_four_points():
    for awards in product((0, 1), (0, 1), (0, 1, NOBODY), (0, 1, NOBODY)):
        assert 2 <= sum(score_game([Hand(*awards)], RULES).scores) <= 4


def test_the_hand_that_ends_the_game_is_cut_at_the_winning_point():
    game = score_game([Hand(SHEARS, FLEECE, FLEECE, FLEECE)], RULES, start=(14, 13))
    assert (game.scores, game.winner, game.faults) == ((15, 14), FLEECE, ())
    assert whats(game) == [["high", "low"]]


def test_the_ending_is_told_in_a_sentence():
    hands = [SHARED] * 8 + [Hand(FLEECE, SHEARS, SHEARS, SHEARS)]
    game = score_game(hands, RULES, start=(0, 6))
    words = game.ending.sentence(home="The Fleece", away="Away")
    assert words == "Away reached 15 on Low in hand 9; Jack and Game are not pegged."
    assert (game.ending.side, game.ending.what, game.ending.hand) == (SHEARS, Award.LOW, 8)


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ((14, 0), "Home reached 15 on High in hand 1; Low, Jack and Game are not pegged."),
        ((12, 0), "Home reached 15 on Jack in hand 1; Game is not pegged."),
        ((11, 0), "Home reached 15 on Game in hand 1."),
    ],
)
def test_each_ending_names_what_is_not_pegged(start, words):
    assert score_game([ALL_FOUR], RULES, start=start).ending.sentence() == words


def test_the_end_is_told_with_the_names_of_the_pubs():
    game = score_game([ALL_FOUR], RULES, start=(14, 14))
    assert game.ending.sentence(home="The Fleece", away="The Shears").startswith(
        "The Fleece reached 15 on High"
    )


def test_a_hand_after_the_last_of_a_fixed_number_is_told():
    game = score_game([Hand(0, 0, NOBODY, NOBODY)] * 5, variants.get("northern_pub").rules)
    assert [sentence(fault) for fault in game.faults] == [
        "Hand 5: the game was over after 4 hands, Home ahead."
    ]


def test_awards_after_the_winning_one_need_not_be_recorded():
    assert codes(score_game([Hand(FLEECE)], RULES, start=(14, 14))) == []
    assert codes(score_game([Hand(SHEARS, FLEECE)], RULES, start=(14, 13))) == []


def test_awards_before_the_winning_one_must_be_recorded():
    game = score_game([Hand(FLEECE, None, FLEECE, FLEECE), ALL_FOUR], RULES)
    assert codes(game) == [(0, "award_missing")]
    assert sentence(game.faults[0]) == "Hand 1: Low not recorded, though the game was not yet won."
    assert game.running == ((1, 0), (5, 0))
    assert codes(score_game([Hand()], RULES)) == [(0, "award_missing")]
    assert codes(score_game([Hand(SHEARS)], RULES, start=(14, 13))) == [(0, "award_missing")]


def test_hands_after_the_end_are_a_fault_and_peg_nothing():
    game = score_game([ALL_FOUR] * 5, RULES)
    assert codes(game) == [(4, "after_the_end")]
    assert sentence(game.faults[0]) == "Hand 5: the game was over, Home had reached 15 in hand 4."
    assert (game.hands, game.scores, len(game.running)) == (4, (15, 0), 5)


def test_an_impossible_hand_is_listed_with_its_place_and_the_game_goes_on():
    game = score_game([SHARED, Hand(NOBODY, FLEECE, NOBODY, NOBODY), SHARED, Hand(5, 0, 0, 0)], RULES)
    assert codes(game) == [(1, "high_nobody"), (3, "unknown_side")]
    assert game.running == ((1, 1), (2, 1), (3, 2), (6, 2))


def test_a_peeking_penalty_is_pegged_before_high():
    looked = Hand(FLEECE, FLEECE, NOBODY, SHEARS, penalties=(HandPenalty(SHEARS, 4, "partner looked"),))
    game = score_game([looked], RULES)
    assert whats(game) == [["penalty", "high", "low", "game"]]
    assert game.scores == (2, 5)


def test_a_penalty_can_win_the_game_and_stops_at_the_last_hole():
    looked = Hand(penalties=(HandPenalty(SHEARS, 4),))
    game = score_game([looked], RULES, start=(14, 13))
    assert (game.scores, game.winner, game.faults) == ((14, 15), SHEARS, ())
    assert game.pegged == ((Peg("penalty", SHEARS, 2),),)
    assert game.ending.sentence() == (
        "Away reached 15 on a penalty in hand 1; High, Low, Jack and Game are not pegged."
    )


def test_without_a_last_hole_the_winner_may_pass_the_target():
    pegs = [Peg("jack", SHEARS, 3), Peg("game", FLEECE, 1)]
    assert peg((13, 12), pegs, 14, cap=False).scores == (13, 15)
    assert peg((13, 12), pegs, 14, cap=True).scores == (13, 14)
    assert peg((13, 12), pegs, None).scores == (14, 15)


def test_a_hanged_jack_scores_what_the_rules_say():
    rules = Rules(hang_jack=3, target=14)
    assert score_game([Hand(0, 0, 1, NOBODY, hung=True)], rules).scores == (2, 3)
    assert score_game([Hand(0, 0, 1, NOBODY, hung=False)], rules).scores == (2, 1)


def test_three_sides_peg_on_one_board():
    rules = variants.get("west_yorkshire").rules.for_players(6)
    game = score_game([Hand(0, 1, 2, 2)] * 6, rules, start=(0, 0, 0))
    assert (game.scores, game.winner) == ((6, 6, 11), 2)
    assert codes(score_game([Hand(2, 1, 0, 0)], rules, start=(0, 0))) == [(0, "unknown_side")]


def test_a_game_cannot_start_at_its_target():
    game = score_game([ALL_FOUR], RULES, start=(15, 2))
    assert [sentence(fault) for fault in game.faults] == [
        "A game cannot start from 15-2: both sides are below the target of 15.",
        "Hand 1: the game was over, Home had reached 15 in hand 0.",
    ]
    assert (game.hands, game.winner, game.scores) == (0, 0, (15, 2))


def test_without_a_target_every_hand_is_pegged():
    game = score_game([ALL_FOUR] * 5, RULES.with_options({"target": None}))
    assert (game.scores, game.winner, game.ending) == ((20, 0), None, None)


@given(st.lists(whole_hands, max_size=20))
def test_a_game_never_decreases_stops_at_the_target_and_has_one_winner(hands):
    game = score_game(hands, RULES)
    for before, after in zip(((0, 0), *game.running), game.running, strict=False):
        assert all(b <= a <= 15 for b, a in zip(before, after, strict=True))
    assert game.running.count((15, 15)) == 0
    if game.winner is None:
        assert max(game.scores) < 15
    else:
        verify_final(game.scores, 15)
        assert game.scores[game.winner] == 15
        assert game.pegged[game.hands - 1][-1].side == game.winner
        assert game.hands in possible_lengths(min(game.scores), 15)
    assert [
        sum(point.points for pegs in game.pegged for point in pegs if point.side == s) for s in (0, 1)
    ] == [*game.scores]


@given(st.lists(whole_hands, max_size=20), st.integers(1, 31))
def test_the_running_scores_of_a_game_are_accepted(hands, target):
    game = score_game(hands, RULES, target=target)
    checked = check_running(game.running[: game.hands], target)
    assert (checked.fault, checked.finished) == (None, game.winner is not None)


# Running scores


@pytest.mark.parametrize(
    ("running", "place"),
    [
        ([(3, 0), (3, 0)], 1),  # nothing pegged
        ([(3, 0), (4, 0)], 1),  # one point, but not the last hand
        ([(3, 0), (2, 2)], 1),  # back
        ([(4, 1)], 0),  # five points
        ([(4, 0), (8, 0), (12, 0), (16, 0)], 3),  # past the last hole
        ([(1, 2, 3)], 0),
    ],
)
def test_an_impossible_step_is_placed(running, place):
    checked = check_running(running, 15)
    assert (checked.fault.hand, checked.fault.code, checked.finished) == (place, "impossible_step", False)


def test_an_impossible_step_is_said_in_words():
    assert sentence(check_running([(3, 0), (3, 0)], 15).fault) == (
        "Hand 2: the score cannot go from 3-0 to 3-0. A hand pegs 2 to 4, and the last stops at 15."
    )


def test_nothing_follows_the_end():
    checked = check_running([(15, 14), (15, 14)], 15, start=(14, 14))
    assert (checked.fault.code, checked.fault.hand, checked.finished) == ("running_after_the_end", 1, True)
    assert sentence(check_running([], 15, start=(15, 0)).fault) == (
        "A game cannot start from 15-0: both sides are below the target of 15."
    )
    assert sentence(checked.fault) == "Hand 2: the game was over at 15-14."


def endings(start):
    """The final scores one hand can make of a score."""
    games = (
        score_game([Hand(*awards)], RULES, start=start)
        for awards in product((0, 1), (0, 1), (0, 1, NOBODY), (0, 1, NOBODY))
    )
    return {game.scores for game in games if game.winner is not None}


def test_at_fourteen_all_the_last_hand_is_one_point():
    assert endings((14, 14)) == {(15, 14), (14, 15)}


def test_at_fourteen_thirteen_the_table_ends_15_13_or_15_14_or_14_15():
    assert endings((14, 13)) == {(15, 13), (15, 14), (14, 15)}


def test_the_last_hand_pegs_one_to_four():
    for start in product(range(15), repeat=2):
        assert {1, 2, 3, 4} >= {sum(final) - sum(start) for final in endings(start)}
        for final in endings(start):
            assert check_running([final], 15, start=start).finished


# Lengths and final scores


def test_a_table_to_fifteen_takes_four_to_fifteen_hands_to_eleven_three_to_eleven_to_nine_three_to_nine():
    assert [(fewest_hands(t), most_hands(t)) for t in (15, 11, 9)] == [(4, 15), (3, 11), (3, 9)]


def lengths_found(target):
    """By brute force: the numbers of hands in which each final score can come about."""
    lengths, board = {}, {(0, 0)}
    for hands in range(1, target + 2):
        after = set()
        for start, awards in product(board, product((0, 1), (0, 1), (0, 1, NOBODY), (0, 1, NOBODY))):
            game = score_game([Hand(*awards)], RULES, target=target, start=start)
            if game.winner is None:
                after.add(game.scores)
            else:
                lengths.setdefault(min(game.scores), set()).add(hands)
        board = after
    assert not board
    return lengths


@pytest.mark.parametrize("target", part_of([15, 9, 11], each=3))
def test_every_number_of_hands_between_the_limits_is_possible_and_no_other(target):
    assert {s: set(possible_lengths(s, target)) for s in range(target)} == lengths_found(target)


def test_a_final_score_is_the_target_to_less():
    for loser in range(15):
        verify_final((15, loser), 15)
        verify_final((loser, 15), 15)


@pytest.mark.parametrize("scores", [(15, 15), (14, 13), (16, 3), (15, -1), (0, 0), (30, 2)])
def test_other_final_scores_are_refused(scores):
    with pytest.raises(ImpossibleScore, match="no final score"):
        verify_final(scores, 15)


def test_a_winner_may_pass_a_target_without_a_last_hole_by_so_much():
    verify_final((16, 3), 14, overshoot=2)
    with pytest.raises(ImpossibleScore, match="14 to 16"):
        verify_final((17, 3), 14, overshoot=2)


def test_the_loser_of_an_impossible_game_has_no_length():
    with pytest.raises(ImpossibleScore):
        possible_lengths(15, 15)


def test_the_pitch_rotates_with_the_hands():
    assert [pitcher(2, hand) for hand in range(5)] == [2, 3, 0, 1, 2]


# Examples of the sources


def test_at_ten_all_the_holder_of_high_wins_whatever_the_others_take():
    """West Yorkshire, to eleven: the other side has Low, Jack and Game."""
    rules = variants.get("west_yorkshire").rules
    game = score_game([Hand(FLEECE, SHEARS, SHEARS, SHEARS)], rules, start=(10, 10))
    assert (game.scores, game.winner) == ((11, 10), FLEECE)


def test_at_thirteen_all_high_takes_a_side_to_fourteen_before_the_other_can_score():
    """Trinidad, to fourteen: team A has High, team B wins Low, Jack and Game."""
    game = score_game([Hand(FLEECE, SHEARS, SHEARS, SHEARS)], Rules(target=14), start=(13, 13))
    assert (game.scores, game.winner) == ((14, 13), FLEECE)


def test_two_pounds_and_one_pound_with_all_four_twice_to_once_makes_three_pounds_each():
    assert settle(0, (2, 1), match_stake=2, all_four_stake=1) == (3, -3)
    assert settle(1, (0, 2), match_stake=5, all_four_stake=2) == (-9, 9)


@given(st.integers(0, 5), st.lists(st.integers(0, 9), min_size=2, max_size=6), st.integers(0, 9))
def test_what_some_win_the_others_pay_every_two_sides_with_each_other(winner, all_fours, stake):
    winner %= len(all_fours)
    each = settle(winner, all_fours, match_stake=3, all_four_stake=stake)
    assert sum(each) == 0
    for side, other in product(range(len(all_fours)), repeat=2):
        prize = 3 * len(all_fours) * ((side == winner) - (other == winner))
        assert each[side] - each[other] == prize + len(all_fours) * stake * (
            all_fours[side] - all_fours[other]
        )


def test_three_sides_of_two_for_money():
    assert settle(1, (0, 1, 0), match_stake=2, all_four_stake=1) == (-3, 6, -3)
    assert settle(0, (0, 1, 2), match_stake=2, all_four_stake=1) == (1, -2, 1)


def test_points_come_in_the_order_of_the_hand_deal_penalties_honours_awards():
    deal = (Peg("honour:5S", 1, 5), Peg("turnup", 0, 1))
    hand = Hand(0, 0, NOBODY, 1, before=deal, penalties=(HandPenalty(1, 2, "revoke"),))
    pegged = score_game([hand], RULES).pegged[0]
    assert [point.what for point in pegged] == ["turnup", "penalty", "honour:5S", "high", "low", "game"]


def test_pitching_the_ace_at_ten_settles_the_game_at_once():
    rules = variants.get("west_yorkshire").rules
    game = score_game([Hand(high=FLEECE)], rules, start=(10, 10))
    assert (game.winner, game.faults) == (FLEECE, ())
