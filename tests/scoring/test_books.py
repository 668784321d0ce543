"""What the books say themselves, each example named for its source."""

import pytest

from scoring import NOBODY, Hand, score_game, variants
from scoring.awards import game_point
from scoring.hands import Peg
from scoring.moments import Stage, Status
from scoring.reckoning import reckon
from scoring.records import Say
from scoring.replays import replay
from scoring.seats import sides_of
from tests.scoring.tables import at, cards, play, record

ELDER, DEALER = 0, 1


def test_cotton_1674_the_thirteenth_card_is_turned_and_a_jack_scores_one():
    position = at("cotton", "AS KS QS 4H 3H 2H", "JS TS 9S 8H 7H 6H", stock="JD")
    assert (position.scores, len(position.holdings[0]) + len(position.holdings[1])) == ((0, 1), 12)


def test_cotton_1674_the_gift_throws_in_the_cards():
    position = at("cotton", "AS KS QS 4H 3H 2H", "JS TS 9S 8H 7H 6H", stock="5C")
    position.say(Say.BEG)
    position.say(Say.GIVE)
    assert (position.status, position.scores) == (Status.HAND_OVER, (1, 0))


def test_cotton_1674_any_target_from_seven_to_fifteen_usually_eleven():
    rules = variants.get("cotton").rules
    assert rules.target == 11
    assert all(rules.with_options({"target": target}).target == target for target in range(7, 16))


@pytest.mark.parametrize(("turned", "points"), [("AD", 4), ("KD", 3), ("QD", 2), ("JD", 1)])
def test_cotton_1674_running_all_fours_is_to_31_and_scores_the_turn_up(turned, points):
    position = at("running", "AS KS QS 4H 3H 2H", "JS TS 9S 8H 7H 6H", stock=turned, scores=(30, 30 - points))
    assert (position.rules.target, position.scores) == (31, (30, 30))


def test_eaton_on_running_all_fours_honours_may_score_to_whoever_takes_them():
    options = {"trump_honours": {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}}
    position = at("running", "AS KS 5S 4H 3H 2H", "JS TS 9S 8H 7H 6H", stock="2S", options=options)
    position.say(Say.STAND)
    play(position, "AS TS KS JS")
    assert position.scores == (4 + 10 + 3 + 1, 0)


def test_enquire_within_law_7_one_card_may_count_all_fours():
    """Eldest holds the knave and stands; the dealer has neither trump, ten, ace nor court-card."""
    tricks = ((0, "JC 9S"), (0, "9D 8D"), (0, "8H 7H"), (0, "7S 6S"), (0, "6D 5D"), (0, "5H 4H"))
    written = record(
        "JC 9D 8H 7S 6D 5H", "9S 8D 7H 6S 5D 4H", turnups=cards("2C"), words=("stand",), tricks=tricks
    )
    reckoned = reckon(replay(written, variants.get("enquire_within").rules))
    assert [str(award.card) for award in reckoned.awards[:3]] == ["JC", "JC", "JC"]
    assert (reckoned.all_four, reckoned.card_points, reckoned.points_won) == (ELDER, (1, 0), (4, 0))


def test_a_victorian_book_game_with_no_counting_card_goes_to_elder_hand():
    tricks = ((0, "9C 9S"), (0, "9D 8D"), (0, "8H 7H"), (0, "7S 6S"), (0, "6D 5D"), (0, "5H 4H"))
    written = record(
        "9C 9D 8H 7S 6D 5H", "9S 8D 7H 6S 5D 4H", turnups=cards("2C"), words=("stand",), tricks=tricks
    )
    reckoned = reckon(replay(written, variants.get("victorian").rules))
    assert (reckoned.card_points, reckoned.awarded("game").side) == ((0, 0), ELDER)
    assert reckoned.awarded("game").sentence() == (
        "The card points are level (0-0); Game goes to Home, first from eldest."
    )


def test_a_victorian_book_a_single_trump_is_high_and_low_to_who_first_has_it():
    tricks = ((0, "9C 9S"), (0, "9D 8D"), (0, "8H 7H"), (0, "7S 6S"), (0, "6D 5D"), (0, "5H 4H"))
    written = record(
        "9C 9D 8H 7S 6D 5H", "9S 8D 7H 6S 5D 4H", turnups=cards("2C"), words=("stand",), tricks=tricks
    )
    reckoned = reckon(replay(written, variants.get("victorian").rules))
    assert [reckoned.awarded(what).side for what in ("high", "low")] == [ELDER, ELDER]
    assert reckoned.awarded("jack") is None


def test_a_victorian_book_the_twenty_fifth_card_is_turned_for_four():
    fours = ("2C 3C 4C 5C 6C 7C", "2D 3D 4D 5D 6D 7D", "2H 3H 4H 5H 6H 7H", "2S 3S 4S 5S 6S 7S")
    assert at("victorian", *fours, stock="JC").scores == (0, 1)


def test_a_victorian_book_all_fives_the_knave_taken_scores_for_who_wins_it():
    position = at("all_fives", "JC TC 5C 4H 3H 2H", "AC KC QC 8H 7H 6H")
    play(position, "JC QC")
    assert position.moment.pegs == (Peg("honour:JC", DEALER, 1), Peg("honour:QC", DEALER, 2))


def test_a_victorian_book_all_fives_the_five_counts_five_towards_game():
    tricks = ((0, "5C 2D"), (0, "9D 3D"), (0, "8H 7H"), (0, "7S 6S"), (0, "6D 5D"), (0, "5H 4H"))
    written = record("5C 9D 8H 7S 6D 5H", "2D 3D 7H 6S 5D 4H", tricks=tricks)
    reckoned = reckon(replay(written, variants.get("all_fives").rules))
    assert reckoned.card_points == (5, 0)
    assert reckoned.board.pegged[0] == Peg("honour:5C", ELDER, 5)


@pytest.mark.parametrize(
    ("players", "points", "taker"),
    [
        (2, (9, 9), 0),  # the opponent of the dealer, who might have turned a jack
        (4, (9, 9), 0),
        (3, (9, 9, 1), NOBODY),  # the two who did not deal
        (3, (1, 9, 9), 1),  # the dealer and another: the other
        (3, (9, 1, 9), 0),
        (3, (9, 9, 9), NOBODY),
    ],
)
def test_foster_1897_a_tie_for_game_goes_against_the_dealer(players, points, taker):
    rules = variants.get("seven_up").rules
    assert game_point(points, rules.game_tie, sides_of(players, rules.sides)) == taker


def test_foster_1897_in_pitch_a_tie_for_game_is_nobodys():
    assert game_point((9, 9), variants.get("foster_pitch").rules.game_tie, (0, 1)) is NOBODY


def test_foster_1897_a_new_jack_of_the_refused_suit_cannot_score():
    stock = "5D AD KD QD 3D 4D 6D JD 7D 8D 9D AC KC QC 2C"
    position = at("seven_up", "AS KS QS 4H 3H 2H", "JS TS 9S 8H 7H 6H", stock=stock)
    for word in (Say.BEG, Say.RUN, Say.PLAY_ON):
        position.say(word)
    assert (position.scores, position.stage) == ((0, 0), Stage.KEEPING)


def test_mcleod_trinidad_at_thirteen_all_team_a_with_high_wins_before_b_can_score():
    rules = variants.get("trinidad").rules
    game = score_game([Hand(ELDER, DEALER, DEALER, DEALER, hung=False)], rules, start=(13, 13))
    assert (game.winner, game.scores, game.faults) == (ELDER, (14, 13), ())


def test_mcleod_trinidad_ace_one_six_two_jack_three_to_the_dealers_team():
    fours = ("2C 3C 4C 5C 8C 7C", "2D 3D 4D 5D 6D 7D", "2H 3H 4H 5H 6H 7H", "2S 3S 4S 5S 6S 7S")
    turned = {card: at("trinidad", *fours, stock=card).scores for card in ("AC", "6C", "JC", "KC")}
    assert turned == {"AC": (0, 1), "6C": (0, 2), "JC": (0, 3), "KC": (0, 0)}


def test_mcleod_trinidad_a_change_of_trumps_makes_nine_or_twelve_tricks_or_more_for_two():
    first = "8D 9D TD 8H 9H TH 8S 9S TS 9C TC JC"
    fours = ("2C 3C 4C 5C 8C 7C", "2D 3D 4D 5D 6D 7D", "2H 3H 4H 5H 6H 7H", "2S 3S 4S 5S 6S 7S")
    position = at("trinidad", *fours, stock=f"6C {first} AD")
    position.say(Say.BEG)
    position.say(Say.RUN)
    assert position.moment.sizes == (9, 9, 9, 9)
    clubs = [f"{rank}C" for rank in "TJQKA9"]
    others = [f"{r}{s}" for s in "DH" for r in "23456789TJQKA"] + [f"{r}S" for r in "23456"]
    stock = [clubs[0]]
    for turned in (*clubs[1:5], "KS"):
        stock += [others.pop() for _ in range(6)] + [turned]
    two = at("trinidad", "2C 3C 4C 5C 6C 7C", "7S 8S 9S TS JS QS", stock=" ".join(stock))
    two.say(Say.BEG)
    two.say(Say.RUN)
    assert two.moment.sizes == (21, 21)


def test_mcleod_batley_pitching_the_ace_at_ten_wins_the_match_at_once():
    dealt = ("AS 5S KH 4D 3C 2C", "JS 9S TH 8D 7C 6C", "3S 2S QH 9D TC 5C", "KS 7S 3H 2D 9C 8C")
    position = at("west_yorkshire", *dealt, scores=(10, 10))
    play(position, "AS")
    assert reckon(position).board.winner == ELDER


def test_wikipedia_classic_rules_points_in_the_deal_may_count_a_player_out():
    position = at("classic_two", "AS KS QS 4H 3H 2H", "JS TS 9S 8H 7H 6H", stock="5C", scores=(6, 3))
    position.say(Say.BEG)
    position.say(Say.GIVE)
    assert (position.winner, position.status) == (ELDER, Status.WON)


def test_wikipedia_note_g_a_jack_can_score_twice_in_a_deal_by_two_suits():
    three = ("2C 3C 4C 5C 6C 7C", "2D 3D 4D 5D 6D 7D", "2H 3H 4H 5H 6H 7H")
    stock = "JC 8C 9C TC 8D 9D TD 8H 9H TH JD"
    position = at("classic_many", *three, stock=stock)
    position.say(Say.BEG)
    position.say(Say.RUN)
    assert position.scores == (0, 0, 2)


def test_wikipedia_california_jack_all_cards_are_played_and_low_is_won():
    rules = variants.get("california_jack").rules
    assert (rules.hand, rules.low_to, rules.trump) == (3, "winner", "random_draw")


def test_wikipedia_northern_pub_four_hands_then_a_pitch_apiece_until_it_is_decided():
    rules = variants.get("northern_pub").rules
    even, home = Hand(0, 1, 0, 1), Hand(0, 0, 0, 1)
    assert score_game([even] * 4, rules).winner is None
    assert score_game([even] * 4 + [home], rules).winner is None
    game = score_game([even] * 4 + [home, even], rules)
    assert (game.winner, game.hands, game.scores, game.faults) == (0, 6, (13, 11), ())
    late = score_game([home] * 5, rules)
    assert [(fault.hand, fault.code) for fault in late.faults] == [(4, "after_fixed_hands")]
