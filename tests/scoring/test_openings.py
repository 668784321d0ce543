"""How a game begins."""

import pytest

from scoring import ImpossibleHand, parse_card
from scoring.openings import PUT_ORDER, first_jack, guessed_colour, highest_cut, red_and_black_jacks
from tests.scoring.tables import cards


def test_who_gets_the_first_jack_pitches():
    assert first_jack(cards("2S 3S JD 4S"), dealer=0) == 3
    assert first_jack(cards("2S 3S 4S 5S JD"), dealer=0) == 1
    with pytest.raises(ImpossibleHand, match="no jack"):
        first_jack(cards("2S 3S"), dealer=0)


def test_the_highest_cut_deals_and_ties_cut_again():
    assert highest_cut(cards("9S AD KC")) == (1,)
    assert highest_cut(cards("9S AD AC")) == (1, 2)


def test_cotton_1674_cuts_in_the_order_of_put():
    assert highest_cut(cards("AS 3D 2C"), PUT_ORDER) == (1,)
    assert highest_cut(cards("AS KD 4C"), PUT_ORDER) == (0,)
    assert [rank.letter for rank in PUT_ORDER] == list("32AKQJT987654")


def test_in_lancashire_the_colour_of_a_cut_is_guessed():
    assert guessed_colour(parse_card("5H"), red=True)
    assert not guessed_colour(parse_card("5C"), red=True)
    assert guessed_colour(parse_card("5S"), red=False)


def test_red_jacks_play_black_jacks_and_more_than_four_wait():
    dealt = cards("JS 2S 3S 4S 5S JH 6S 7S JC 8S JD")
    jacks = red_and_black_jacks(dealt, dealer=0, players=5)
    assert {seat: str(card) for seat, card in jacks.items()} == {1: "JS", 2: "JH", 0: "JC", 4: "JD"}
