"""Who deals, leads and sits where from hand to hand, and how a game begins, as the sources say."""

import pytest

from scoring import ImpossibleHand, parse_card, variants
from scoring.positions import next_dealer
from scoring.records import Say
from scoring.seats import (
    PUT_ORDER,
    DealtBy,
    Direction,
    Seating,
    first_jack,
    first_seating,
    guessed_colour,
    highest_cut,
    pitcher,
    red_and_black_jacks,
)
from tests.scoring.tables import at, cards

TWO = ("AS KS QS 4H 3H 2H", "JS TS 9S 8H 7H 6H")


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_the_deal_goes_round_and_eldest_sits_next_to_the_dealer(players, direction):
    seating = first_seating(1, players, direction)
    for hand in range(2 * players):
        assert seating.eldest == pitcher(1, hand, players, direction)
        assert seating.seat(players - 1) == seating.dealer
        assert [seating.player(seating.seat(player)) for player in range(players)] == list(range(players))
        seating = seating.after(DealtBy.NEXT)


def test_four_sit_clockwise_unless_said_otherwise():
    assert first_seating(0) == Seating(dealer=3, players=4, direction=Direction.CLOCKWISE)


def test_in_trinidad_the_deal_passes_to_the_right():
    direction = variants.get("trinidad").rules.direction
    assert Seating(dealer=0, direction=direction).after(DealtBy.NEXT).dealer == 3


def test_after_a_hand_the_next_player_deals_but_a_bunched_one_is_dealt_again_by_the_same():
    bunched = at("seven_up", *TWO, stock="5D AD KD QD 3D 4D 6D JC")
    assert next_dealer(bunched) is DealtBy.NEXT
    for word in (Say.BEG, Say.RUN, Say.BUNCH):
        bunched.say(word)
    assert next_dealer(bunched) is DealtBy.SAME
    assert Seating(dealer=2, players=4).after(DealtBy.SAME) == Seating(dealer=2, players=4)


def test_when_all_pass_the_deal_goes_on():
    passed = at("auction_pitch", *TWO)
    passed.bid(0)
    passed.bid(0)
    assert next_dealer(passed) is DealtBy.NEXT


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


def test_without_enough_jacks_there_is_no_pitch():
    for choose, count in ((first_jack, 2), (red_and_black_jacks, 3)):
        with pytest.raises(ImpossibleHand) as refusal:
            choose(cards("AS KS QS")[:count], 0)
        assert str(refusal.value) == (
            f"{count} cards were dealt face up, and not enough jacks among them: no jack, no pitch."
        )


def test_red_jacks_play_black_jacks_and_more_than_four_wait():
    dealt = cards("JS 2S 3S 4S 5S JH 6S 7S JC 8S JD")
    jacks = red_and_black_jacks(dealt, dealer=0, players=5)
    assert {seat: str(card) for seat, card in jacks.items()} == {1: "JS", 2: "JH", 0: "JC", 4: "JD"}
