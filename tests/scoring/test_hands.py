"""A hand as recorded: every rule of the four awards and of their cards, each by its own sentence."""

from dataclasses import replace
from itertools import product

import pytest

from scoring import NOBODY, Hand, HandPenalty, ImpossibleHand, Suit, parse_card, sentence, variants
from scoring.axes import GameTie, LowTo, TrumpBy
from scoring.hand_faults import faults, verify
from scoring.hands import all_four

RULES = variants.get("heckmondwike").rules
LANCASHIRE = replace(RULES, low_to=LowTo.WINNER)
TURNED = replace(RULES, trump=TrumpBy.TURNUP)
FLEECE, SHEARS = 0, 1


def hand(high=None, low=None, jack=None, game=None, *, cards="", points=None, pitcher=None, **other):
    """A hand with its cards as "H L P": High, Low and the card pitched, a dot for not recorded."""
    names = ("high_card", "low_card", "pitched")
    named = {name: parse_card(card) for name, card in zip(names, cards.split(), strict=False) if card != "."}
    return Hand(high, low, jack, game, card_points=points, pitcher_side=pitcher, **named, **other)


def codes(entry, rules=RULES):
    return {fault.code for fault in faults(entry, rules)}


# The four awards


def test_high_and_low_always_go_to_a_side_after_a_pitch():
    assert codes(Hand(NOBODY, FLEECE, NOBODY, NOBODY)) == {"high_nobody"}
    assert codes(Hand(FLEECE, NOBODY, NOBODY, NOBODY)) == {"low_nobody"}


def test_all_thirty_six_combinations_of_awards_are_accepted():
    sides, takers = (FLEECE, SHEARS), (FLEECE, SHEARS, NOBODY)
    for awards in product(sides, sides, takers, takers):
        assert codes(Hand(*awards)) == set()


def test_a_hand_may_be_recorded_in_part():
    assert codes(Hand()) == set()
    assert codes(Hand(high=FLEECE)) == set()


def test_a_side_that_is_not_at_the_table_is_refused():
    assert codes(Hand(2, 0, 0, 0)) == {"unknown_side"}
    assert codes(Hand(0, 0, 0, -1)) == {"unknown_side"}
    assert codes(Hand(0, 0, 0, 0, penalties=(HandPenalty(7, 4),))) == {"unknown_side"}
    assert codes(Hand(2, 0, 0, 0), variants.get("west_yorkshire").rules) == set()  # three sides of two


def test_a_penalty_is_one_or_more_points():
    assert (
        codes(Hand(0, 0, 0, 0, penalties=(HandPenalty(SHEARS, 4, "partner looked before the pitch"),)))
        == set()
    )
    assert codes(Hand(0, 0, 0, 0, penalties=(HandPenalty(SHEARS, 0),))) == {"bad_penalty"}


def test_with_a_turn_up_both_high_and_low_may_go_to_nobody_but_never_one_of_them():
    assert codes(Hand(NOBODY, NOBODY, NOBODY, FLEECE), TURNED) == set()
    assert codes(Hand(NOBODY, FLEECE, NOBODY, FLEECE), TURNED) == {"high_without_low"}
    assert codes(Hand(NOBODY, NOBODY, FLEECE, FLEECE), TURNED) == {"jack_without_trump"}
    assert codes(hand(NOBODY, NOBODY, NOBODY, FLEECE, cards="AS"), TURNED) == {"card_without_trump"}


def test_a_hanged_jack_is_recorded_only_where_it_counts():
    assert codes(Hand(0, 0, 0, 0, hung=True)) == {"hung_not_counted"}
    assert codes(Hand(0, 0, 0, 0, hung=True), replace(RULES, hang_jack=3)) == set()
    assert codes(Hand(0, 0, NOBODY, 0, hung=True), replace(RULES, hang_jack=3)) == {"hung_without_jack"}


def test_all_four_is_one_side_taking_every_point():
    assert all_four(Hand(0, 0, 0, 0)) == FLEECE
    assert all_four(Hand(1, 1, 1, 1)) == SHEARS
    assert all_four(Hand(0, 0, NOBODY, 0)) is None
    assert all_four(Hand(0, 0, 0, 1)) is None
    assert all_four(Hand()) is None


# The cards


def test_high_low_and_the_pitched_card_are_of_the_trump_suit():
    assert codes(hand(0, 1, cards="AS 2H")) == {"different_suits"}
    assert codes(hand(0, 1, cards="AS 2S 3H")) == {"different_suits"}
    assert codes(hand(0, 1, cards="AS 2S", trump=Suit.HEARTS)) == {"different_suits"}
    assert codes(hand(0, 1, cards="AS 2S 3S", trump=Suit.SPADES)) == set()


def test_low_pitched_and_high_are_in_order_of_rank():
    assert codes(hand(0, 1, cards="5S 7S")) == {"low_above_high"}
    assert codes(hand(0, 1, cards="KS . AS")) == {"pitched_above_high"}
    assert codes(hand(0, 1, cards=". 4S 3S")) == {"pitched_below_low"}


def test_the_only_trump_out_is_high_and_low_and_its_pitchers():
    assert codes(hand(0, 0, NOBODY, cards="9S 9S", pitcher=0)) == set()
    assert "one_trump_two_sides" in codes(hand(0, 1, NOBODY, cards="9S 9S"))
    assert codes(hand(0, 0, NOBODY, cards="9S 9S", pitcher=1)) == {"one_trump_pitcher"}
    assert codes(hand(0, 0, NOBODY, cards="9S 9S 8S")) == {"pitched_below_low"}


def test_a_pitched_two_is_low_and_a_pitched_ace_is_high():
    assert codes(hand(low=0, cards=". . 2S", pitcher=1)) == {"pitched_low_side"}
    assert codes(hand(high=0, cards=". . AS", pitcher=1)) == {"pitched_high_side"}
    assert "one_trump_two_sides" in codes(hand(0, 1, cards="2S"))
    assert "one_trump_two_sides" in codes(hand(0, 1, cards=". AS"))


def test_without_the_jack_no_card_named_is_the_jack():
    for cards in ("JS", ". JS", ". . JS"):
        assert codes(hand(0, 0, NOBODY, cards=cards)) == {"jack_was_out"}


def test_with_the_jack_high_is_no_lower_and_low_no_higher():
    assert codes(hand(0, 1, 0, 1, cards="TC 3C", trump=Suit.CLUBS)) == {"jack_above_high"}
    assert codes(hand(0, 0, 1, cards="AC QC")) == {"jack_below_low"}


def test_the_jack_as_high_cannot_be_caught():
    assert codes(hand(0, 1, 1, cards="JC 3C")) == {"high_jack_lost"}
    assert codes(hand(0, 1, 0, cards="JC 3C")) == set()


def test_the_jack_as_low_may_be_lost_but_not_by_the_side_that_also_holds_the_queen_as_high():
    assert codes(hand(0, 0, 1, cards="QC JC")) == {"low_jack_safe"}
    assert codes(hand(0, 0, 1, cards="KC JC")) == set()
    assert codes(hand(1, 0, 1, cards="QC JC")) == set()


def test_in_lancashire_low_and_jack_go_together_when_the_jack_is_low():
    assert codes(hand(1, 0, 1, cards="QC JC"), LANCASHIRE) == {"low_jack_two_sides"}
    assert codes(hand(1, 1, 1, cards="QC JC"), LANCASHIRE) == set()


def test_the_pitchers_side_holds_a_trump_between_low_and_high():
    assert codes(hand(0, 0, NOBODY, cards="9S 8S", pitcher=1)) == {"pitcher_without_trump"}
    assert codes(hand(0, 0, NOBODY, cards="9S 8S", pitcher=0)) == set()
    assert codes(hand(0, 0, NOBODY, cards="9S 7S", pitcher=1)) == set()
    assert codes(hand(0, 1, NOBODY, cards="9S 8S", pitcher=1)) == set()


def test_the_missing_jack_is_no_trump_for_the_pitcher():
    assert codes(hand(0, 0, NOBODY, cards="QS TS", pitcher=1)) == {"pitcher_without_trump"}
    assert codes(hand(0, 0, 0, cards="QS TS", pitcher=1)) == set()


def test_high_or_low_pitched_belongs_to_the_side_that_pitched():
    assert codes(hand(0, 1, cards="KS 3S KS", pitcher=1)) == {"pitched_high_side"}
    assert codes(hand(0, 1, cards="KS 3S 3S", pitcher=0)) == {"pitched_low_side"}
    assert codes(hand(0, 1, cards="KS 3S 3S", pitcher=0), LANCASHIRE) == set()


# The card points


def test_card_points_are_whole_numbers_and_no_more_than_the_pack():
    assert codes(hand(points=(-1, 5))) == {"card_points_below_zero"}
    assert codes(hand(points=(41, 40))) == {"card_points_above_pack"}
    assert codes(hand(points=(1, 2, 3))) == {"card_points_sides"}
    assert codes(hand(points=(80,))) == {"card_points_sides"}


def test_game_goes_to_the_side_with_more_card_points_and_to_nobody_when_level():
    assert codes(hand(game=0, points=(20, 21))) == {"game_to_fewer"}
    assert codes(hand(game=NOBODY, points=(20, 21))) == {"game_to_fewer"}
    assert codes(hand(game=0, points=(20, 20))) == {"game_when_level"}
    assert codes(hand(game=NOBODY, points=(20, 20))) == set()
    assert codes(hand(game=1, points=(20, 21))) == set()


@pytest.mark.parametrize("tie", [GameTie.ELDER, GameTie.FOSTER])
def test_level_card_points_give_game_to_the_pitchers_side_where_the_variant_says_so(tie):
    rules = replace(RULES, game_tie=tie)
    assert codes(hand(game=NOBODY, points=(20, 20)), rules) == {"game_level_nobody"}
    assert codes(hand(game=0, points=(20, 20), pitcher=1), rules) == {"game_level_elder"}
    assert codes(hand(game=1, points=(20, 20), pitcher=1), rules) == set()


def test_with_three_sides_level_card_points_give_game_to_one_of_those_level():
    rules = variants.get("west_yorkshire").rules.with_options({"game_tie": "elder"})
    assert codes(hand(game=2, points=(20, 20, 3)), rules) == {"game_to_fewer"}
    assert codes(hand(game=1, points=(20, 20, 3)), rules) == set()


def test_the_side_that_took_high_has_its_cards_points():
    assert codes(hand(0, 1, NOBODY, 1, cards="KS 3S", points=(2, 30))) == {"points_below_high"}
    assert codes(hand(0, 1, NOBODY, 1, cards="KS 3S", points=(3, 30))) == set()
    assert codes(hand(0, 1, 0, 1, cards="KS 3S", points=(3, 30))) == {"points_below_high_and_jack"}
    assert codes(hand(0, 1, 0, 1, cards="JS 3S", points=(1, 30))) == set()


def test_the_side_that_took_the_jack_has_its_point():
    assert codes(hand(jack=0, points=(0, 30))) == {"points_below_jack"}
    assert codes(hand(0, 1, 0, 1, cards="JS 3S", points=(0, 30))) >= {"points_below_jack"}


def test_high_against_the_jacks_taker_is_a_queen_or_better():
    assert codes(hand(0, 1, 1, 1, points=(1, 30))) == {"points_below_queen"}
    assert codes(hand(0, 1, 1, 1, points=(2, 30))) == set()


def test_trumps_that_were_not_out_do_not_count():
    for cards, jack, most in (("KS", 0, 76), ("9S", NOBODY, 60), (". QS", NOBODY, 69), (".", NOBODY, 79)):
        assert codes(hand(0, 0, jack, 0, cards=cards, points=(most, 0))) == set()
        assert codes(hand(0, 0, jack, 0, cards=cards, points=(most + 1, 0))) == {"points_above_limit"}
    assert codes(hand(0, 0, 0, 0, cards="AS", points=(80, 0))) == set()


def test_no_card_points_at_all_is_possible_with_high_a_nine_or_lower_and_no_jack():
    level = {"game": NOBODY, "points": (0, 0)}
    assert codes(hand(0, 1, NOBODY, cards="9S 3S", **level)) == set()
    assert codes(hand(0, 1, NOBODY, **level)) == set()
    assert codes(hand(0, 1, 0, **level)) == {"points_below_jack", "points_below_known"}
    assert codes(hand(0, 1, NOBODY, cards="TS 3S", **level)) == {"points_below_known", "points_below_high"}


def test_the_trumps_known_to_be_out_are_somewhere():
    assert "points_below_known" in codes(hand(0, 1, 1, 1, cards="AS TS", points=(4, 10)))
    assert codes(hand(0, 1, 1, 1, cards="AS TS", points=(4, 11))) == set()


def test_a_jack_caught_from_highs_side_as_low_was_caught_by_a_king_or_queen():
    assert codes(hand(0, 0, 1, 0, cards="AS JS", points=(30, 2))) == {"points_below_catcher"}
    assert codes(hand(0, 0, 1, 0, cards="AS JS", points=(30, 3))) == set()


def test_points_no_play_of_the_top_trumps_can_give_are_refused():
    # The ace and the ten as Low were the Fleece's. Either they won the ten, and have 14, or the Shears caught
    # it with the queen at least, and have 12.
    for points, broken in (((9, 11), {"no_such_hand"}), ((9, 12), set()), ((14, 11), set())):
        assert codes(hand(0, 0, NOBODY, int(points[1] > points[0]), cards="AS TS", points=points)) == broken


def test_a_high_that_was_not_named_is_no_better_than_its_sides_card_points():
    # With two points and the Jack lost, High was the queen: the ace and king count for nobody.
    assert codes(hand(0, 1, 1, 1, points=(2, 71))) == set()
    assert codes(hand(0, 1, 1, 1, points=(2, 72))) == {"no_such_hand"}
    # With none at all it was a nine or lower, and so was every trump.
    assert codes(hand(0, 0, NOBODY, 1, points=(0, 60))) == set()
    assert codes(hand(0, 0, NOBODY, 1, points=(0, 61))) == {"no_such_hand"}


def test_a_side_that_can_have_held_neither_high_nor_low_nor_a_trump_between_did_not_pitch():
    for cards in ("3S", ". KS"):
        assert codes(hand(0, 0, NOBODY, cards=cards, pitcher=0)) == set()
        assert codes(hand(0, 0, NOBODY, cards=cards, pitcher=1)) == {"no_such_hand"}
    assert codes(hand(0, 0, NOBODY, cards="4S", pitcher=1)) == set()
    assert codes(hand(0, 0, NOBODY, cards=". QS", pitcher=1)) == set()


def test_with_no_card_points_a_nine_as_low_is_the_only_trump():
    level = {"game": NOBODY, "points": (0, 0)}
    assert codes(hand(0, 1, NOBODY, cards=". 8S", **level)) == set()
    assert codes(hand(0, 0, NOBODY, cards=". 9S", **level)) == set()
    assert codes(hand(0, 1, NOBODY, cards=". 9S", **level)) == {"no_such_hand"}
    assert codes(hand(0, 0, NOBODY, cards=". . 9S", pitcher=1, **level)) == {"no_such_hand"}


def test_a_ten_that_was_pitched_and_lost_was_caught_by_a_card_of_its_winners():
    # The Shears pitched the ten. The Fleece, with eleven points, caught it with the jack.
    assert codes(hand(0, 1, 0, 0, cards=". 3S TS", pitcher=1, points=(11, 9))) == set()
    assert codes(hand(0, 1, NOBODY, 0, cards=". 3S TS", pitcher=1, points=(11, 9))) == {"no_such_hand"}


def test_all_fives_counts_the_five_of_trumps():
    fives = replace(RULES, five_counts=True)
    assert codes(hand(0, 0, 0, 0, cards="AS 5S", points=(85, 0)), fives) == set()
    assert codes(hand(0, 0, 0, 0, cards="AS 6S", points=(81, 0)), fives) == {"points_above_limit"}
    assert codes(hand(0, 0, 0, 0, points=(86, 0)), fives) == {"card_points_above_pack"}


def test_sixes_and_sevens_are_out_of_the_pack_of_forty_four():
    assert codes(hand(0, 0, cards="AS 6S"), replace(RULES, pack=44)) == {"not_in_pack"}


def test_all_that_is_wrong_is_found_at_once():
    entry = hand(NOBODY, 0, 1, 1, cards="TS 3S", points=(-1, 5))
    assert codes(entry) == {"high_nobody", "jack_above_high", "card_points_below_zero"}
    assert codes(hand(0, 1, 0, 0, cards="AS 2H", points=(5, 20))) == {"different_suits", "game_to_fewer"}


def test_without_a_trump_in_play_only_the_other_suits_count():
    nobody = {"high": NOBODY, "low": NOBODY, "jack": NOBODY, "game": FLEECE}
    assert codes(hand(**nobody, points=(60, 0)), TURNED) == set()
    assert codes(hand(**nobody, points=(61, 0)), TURNED) == {"points_above_limit"}


def test_with_a_turn_up_the_side_that_leads_need_not_hold_a_trump():
    assert codes(hand(0, 0, NOBODY, cards="9S 9S", pitcher=1), TURNED) == set()


# In words


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (
            hand(0, 1, 0, 1, cards="TC 3C"),
            "The Jack was taken, so High is the jack or better, not the ten of clubs.",
        ),
        (
            hand(0, 1, NOBODY, 1, cards="KS 3S", points=(2, 30)),
            "The Fleece took High with the king of spades: at least 3 card points, not 2.",
        ),
        (
            hand(0, 1, 1, 1, points=(1, 30)),
            "The Shears took the Jack, so The Fleece had the queen or better as High: "
            "at least 2 card points, not 1.",
        ),
        (hand(game=0, points=(20, 20)), "The card points are level (20-20), so nobody takes Game."),
        (
            hand(0, 1, cards="AS 2H"),
            "High, Low and the card pitched are of one suit, the trump suit: "
            "not ace of spades and two of hearts.",
        ),
    ],
)
def test_a_refusal_says_in_words_what_was_entered_and_why_not(entry, words):
    [fault] = faults(entry, RULES)
    assert sentence(fault, home="The Fleece", away="The Shears") == words


def test_verify_raises_with_every_fault_and_its_sentence():
    with pytest.raises(ImpossibleHand) as refusal:
        verify(hand(0, 1, NOBODY, cards="TS 3S", points=(0, 0)), RULES)
    assert {fault.code for fault in refusal.value.faults} == {"points_below_known", "points_below_high"}
    assert refusal.value.code == "points_below_known"
    assert "ten of spades" in str(refusal.value)
    verify(Hand(0, 1, NOBODY, NOBODY), RULES)
