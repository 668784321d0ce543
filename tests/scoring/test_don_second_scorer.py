"""Don and Phat against a scorer of their own, written by somebody who had not read the engine.

Each hand is dealt and played here, not by the engine. Both are asked at every card what may be played, then
what the hand makes: whole, cut short, with one thing wrong. Games are asked as files, and points of which the
cards are not known. A hand is made by its game and number; a failure names them.
`python3 -m tests.scoring.don_hands 1000000` plays a million.
"""

import pytest

from scoring import NOBODY, Hand, variants
from scoring.hand_faults import faults
from scoring.hands import MARK, Peg
from tests.examples import examples, is_whole, part_of
from tests.scoring import independent_don
from tests.scoring.don_hands import agree_on_a_game, agree_on_a_hand

GAMES = pytest.mark.parametrize("game", independent_don.GAMES)


@GAMES
def test_an_independent_scorer_agrees_on_hands(game):
    for number in range(5000 if is_whole() else 40):
        agree_on_a_hand(game, f"gate {number}", asked=number % 2 == 0)


@GAMES
def test_an_independent_scorer_agrees_on_games(game):
    for number in range(examples(100)):
        agree_on_a_game(game, f"gate {number}")


@GAMES
def test_an_independent_scorer_agrees_which_points_a_hand_can_make(game):
    table, rules = independent_don.GAMES[game], variants.get(game).rules
    for points in part_of([(a, b) for a in range(90) for b in range(90)], each=40):
        hand = Hand(game=NOBODY, before=(Peg(MARK, 0, points[0]), Peg(MARK, 1, points[1])))
        assert (faults(hand, rules) == ()) == independent_don.can_be_marked(table, points), points
