"""What a hand can still do for each side."""

import pytest

from scoring import NOBODY, Hand, Rules, variants
from scoring.chances import all_four_alive, chances

HECKMONDWIKE = variants.get("heckmondwike").rules


def told(scores, rules=HECKMONDWIKE, **more):
    return [one.sentence(home="Home", away="Away") for one in chances(scores, rules, **more)]


def test_at_fourteen_all_either_side_is_out_with_high():
    assert told((14, 14)) == ["Home is out if High is theirs.", "Away is out if High is theirs."]


def test_at_fourteen_thirteen_away_needs_high_and_low():
    assert told((14, 13)) == [
        "Home is out if High is theirs.",
        "Home is out if Low is theirs.",
        "Away is out if High and Low are theirs.",
    ]


def test_what_is_known_of_the_hand_counts():
    assert told((13, 13), so_far=Hand(high=0)) == [
        "Home is out if Low is theirs.",
        "Home is out if Jack is theirs.",
        "Away is out if Low and Jack are theirs.",
    ]
    assert told((14, 13), so_far=Hand(high=0)) == ["Home is out."]


def test_nobody_is_out_far_from_the_target_or_without_one():
    assert told((10, 5)) == []
    assert told((30, 5), variants.get("northern_pub").rules) == []


def test_the_other_side_may_hang_the_jack_first():
    rules = Rules(target=14, hang_jack=3, cap_at_target=False)
    assert "Home is out if High and Game are theirs." not in told((12, 11), rules)
    assert "Home is out if High and Game are theirs." in told((12, 9), rules)


@pytest.mark.parametrize("scores", [(14, 14), (12, 13), (11, 14)])
def test_with_all_four_a_side_close_enough_is_always_out(scores):
    assert {one.side for one in chances(scores, HECKMONDWIKE)} == {0, 1}


def test_with_a_stake_on_all_four_play_goes_on_while_a_side_can_make_it():
    """A side with ten pitches the ace of trumps: it may go on, unless an opponent shows the two."""
    assert all_four_alive(Hand(high=0)) == (0,)
    assert all_four_alive(Hand(high=0, low=1)) == ()
    assert all_four_alive(Hand(high=0, jack=NOBODY)) == ()
    assert all_four_alive(Hand()) == (0, 1)
