"""Games in which more is scored than the four awards: turn-ups, gifts, bids."""

from dataclasses import replace

import pytest

from scoring import NOBODY, Hand, score_game, variants
from scoring.entries import Contract
from scoring.lengths import check_running
from scoring.pegging import Peg

FLEECE, SHEARS = 0, 1


def codes(game):
    return [(fault.hand, fault.code) for fault in game.faults]


def whats(game):
    return [[one.what for one in pegs] for pegs in game.pegged]


def test_running_scores_of_trinidad_may_hold_turn_ups_and_gifts():
    trinidad = variants.get("trinidad").rules
    assert check_running([(3, 6)], 14, rules=trinidad).fault is None  # a jack turned, a gift, a jack hanged
    assert check_running([(0, 1)], 14, rules=trinidad).fault is None
    assert check_running([(0, 30)], 14, rules=trinidad).fault.code == "impossible_step"
    assert check_running([(14, 15)], 14, rules=trinidad).fault.code == "impossible_step"
    assert check_running([(3, 1), (2, 3)], 14, rules=trinidad).fault.code == "impossible_step"


def test_running_scores_of_an_auction_may_go_back_by_a_bid():
    auction = variants.get("auction_pitch").rules
    assert check_running([(-4, 2)], 7, rules=auction).fault is None
    assert check_running([(-5, 2)], 7, rules=auction).fault.code == "impossible_step"


def test_who_fails_his_bid_is_set_back_and_scores_nothing_else():
    auction = variants.get("auction_pitch").rules
    failed = Hand(FLEECE, SHEARS, NOBODY, FLEECE, contract=Contract(FLEECE, 3))
    assert score_game([failed], auction).pegged == ((Peg("setback", FLEECE, -3), Peg("low", SHEARS, 1)),)
    assert score_game([replace(failed, contract=Contract(FLEECE, 2))], auction).scores == (2, 1)


def test_a_sale_is_scored_at_once_and_can_win():
    commercial = variants.get("commercial_pitch").rules
    sold = Hand(SHEARS, SHEARS, NOBODY, FLEECE, contract=Contract(SHEARS, 2, seller=FLEECE))
    assert whats(score_game([sold], commercial)) == [["bid", "high", "low", "game"]]
    game = score_game([sold], commercial, start=(5, 5))
    assert (game.winner, game.scores, whats(game)) == (FLEECE, (7, 5), [["bid"]])


def test_a_bid_is_one_to_four():
    auction = variants.get("auction_pitch").rules
    for points in range(1, 5):
        bid = Hand(FLEECE, FLEECE, FLEECE, FLEECE, contract=Contract(FLEECE, points))
        assert score_game([bid], auction).faults == ()


@pytest.mark.parametrize(
    ("contract", "game", "code"),
    [
        (Contract(FLEECE, 5), "auction_pitch", "bid"),
        (Contract(FLEECE, 2, seller=SHEARS), "auction_pitch", "no_seller"),
        (Contract(FLEECE, 2), "pitch", "no_auction"),
        (Contract(7, 2), "auction_pitch", "unknown_side"),
    ],
)
def test_a_bid_the_game_does_not_know_is_a_fault(contract, game, code):
    hand = Hand(FLEECE, SHEARS, NOBODY, FLEECE, contract=contract)
    assert codes(score_game([hand], variants.get(game).rules)) == [(0, code)]
