"""Who deals, who is eldest and where everybody sits, from hand to hand."""

import pytest

from scoring import variants
from scoring.penalties import DealtBy
from scoring.records import Say
from scoring.rotation import Seating, first_seating, next_dealer
from scoring.seats import Direction, pitcher
from tests.scoring.tables import at

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
