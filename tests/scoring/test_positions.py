"""A hand moved forward act by act: every act verified, answered and done, with its place when refused."""

import pytest

from scoring import (
    Deal,
    HandPenalty,
    ImpossibleHand,
    NotationError,
    Position,
    Suit,
    parse_card,
    variants,
)
from scoring.hands import Peg
from scoring.moments import Stage, Status
from scoring.reckoning import reckon
from scoring.records import Bid, Say
from tests.scoring.tables import at, cards, play, refused

FLEECE, SHEARS = 0, 1
YORKSHIRE = ("AS 5S KH 4D 3D 2D", "JS 9S TH 8D 7D 6D", "3S 2S QH 9D TD 5D", "KS 7S 3H 2H 9H 8C")
TWO = ("AS KS QS 4H 3H 2H", "JS TS 9S 8H 7H 6H")
FOUR = ("2C 3C 4C 5C 6C 7C", "2D 3D 4D 5D 6D 7D", "2H 3H 4H 5H 6H 7H", "2S 3S 4S 5S 6S 7S")


# The pitch and the play


def test_the_first_card_makes_trumps_and_the_winner_leads():
    position = at("west_yorkshire", *YORKSHIRE)
    assert (position.trump, position.turn, position.stage) == (None, 0, Stage.PLAY)
    assert set(position.legal_plays()) == set(cards(YORKSHIRE[0]))
    play(position, "5S JS 3S KS")
    assert (position.trump, position.turn, position.trick_winners) == (Suit.SPADES, 3, (3,))


def test_play_answers_with_what_was_played():
    position = at("west_yorkshire", *YORKSHIRE)
    assert position.play(parse_card("AS")) == (0, parse_card("AS"))


def test_a_revoke_is_refused_with_its_place_and_what_is_legal():
    position = at("west_yorkshire", *YORKSHIRE)
    play(position, "AS 9S 2S")
    assert not position.can_play(parse_card("3H"))
    refusal = refused(position.play, parse_card("3H"))
    assert str(refusal) == (
        "Trick 1, card 4: Player 4 may not play the three of hearts to the ace of spades; "
        "legal: king of spades and seven of spades."
    )
    assert (refusal.code, refusal.faults[0].params["trick"], refusal.faults[0].params["play"]) == (
        "revoke",
        0,
        3,
    )


def test_a_card_is_verified_before_it_is_played():
    position = at("west_yorkshire", *YORKSHIRE)
    assert repr(position) == "<Position play, player 1 of 4, 0 tricks, 0-0>"
    assert position.verify_play("AS") is None
    assert str(refused(position.verify_play, "JS")) == (
        "Trick 1, card 1: Player 1 does not hold the jack of spades."
    )
    assert str(refused(position.revoke, parse_card("JS"))) == (
        "Trick 1, card 1: Player 1 does not hold the jack of spades."
    )


def test_a_card_not_held_is_refused():
    position = at("west_yorkshire", *YORKSHIRE)
    assert str(refused(position.play, parse_card("JS"))) == (
        "Trick 1, card 1: Player 1 does not hold the jack of spades."
    )


def test_undo_takes_back_acts_one_by_one():
    position = at("west_yorkshire", *YORKSHIRE)
    play(position, "AS JS 2S 7S KH")
    position.undo()
    assert (len(position.tricks), position.turn, position.trick) == (1, 0, ())
    position.undo()
    assert len(position.trick) == 3
    for _ in range(3):
        position.undo()
    assert position.trump is None
    assert str(refused(position.undo)) == "Nothing has been done that could be taken back."


# Throwing in


def test_a_worthless_holding_is_thrown_in_and_the_others_go_on():
    dealt = ("AS KS QS 5S 4S 3S", "9H 8H 7H 6H 5H 4H", "2S TH JH QH KH AH", "TD JD QD KD AD 2D")
    position = at("west_yorkshire", *dealt)
    play(position, "AS")
    laid = position.throw_in()
    assert (laid.seat, len(laid.cards)) == (1, 6)
    play(position, "2S TD KS")
    assert position.turn == 2
    play(position, "TH JD QS JH QD 5S QH KD 4S KH AD 3S AH 2D")
    reckoned = reckon(position)
    assert reckoned.is_complete
    assert reckoned.card_points == (4 + 3 + 2 + 10 + 1 + 2 + 3 + 4 + 10 + 1 + 2 + 3 + 4, 0)
    assert all(len(trick) == 3 for trick in position.tricks[1:])


def test_nobody_throws_in_a_trump_a_counting_card_on_lead_or_while_winning():
    dealt = ("AS KS QS 5S 4S 3S", "9H 8H 7H 6H 5H 4H", "2S TH JH QH KH AH", "TD JD QD KD AD 2D")
    position = at("west_yorkshire", *dealt)
    assert str(refused(position.throw_in)) == (
        "Trick 1, card 1: Player 1 may not throw in ace of spades, king of spades, queen of "
        "spades, five of spades, four of spades and three of spades."
    )
    play(position, "AS 9H")
    assert not position.can_throw_in()
    lancashire = at("lancashire", *dealt)
    play(lancashire, "AS")
    assert not lancashire.can_throw_in()


# Auctions


def test_eldest_sells_and_scores_the_bid_at_once():
    position = at("commercial_pitch", *YORKSHIRE[:3])
    assert position.turn == 1
    assert position.bid(2) == Bid(1, 2)
    assert str(refused(position.bid, 2)) == "2 cannot be bid: a bid is 3 to 4, or a pass."
    assert str(refused(position.bid, 5)) == "5 cannot be bid: a bid is 3 to 4, or a pass."
    position.bid(3)
    assert position.say(Say.SELL) == (Peg("bid", 0, 3),)
    assert (position.turn, position.moment.pitcher, position.scores) == (2, 2, (3, 0, 0))


def test_a_sale_can_end_the_game():
    position = at("commercial_pitch", *YORKSHIRE[:3], scores=(5, 0, 0))
    position.bid(2)
    position.bid(0)
    position.say(Say.SELL)
    assert (position.winner, position.status) == (0, Status.WON)


def test_eldest_pitches_free_when_nobody_buys_and_all_deal_again_when_the_bank_gets_no_bid():
    free = at("commercial_pitch", *YORKSHIRE[:3])
    free.bid(0)
    free.bid(0)
    assert (free.stage, free.turn) == (Stage.PLAY, 0)
    passed = at("auction_pitch", *YORKSHIRE[:3])
    for _ in range(3):
        passed.bid(0)
    assert passed.status is Status.REDEAL


def test_the_dealer_may_take_the_bid_at_the_same_figure_and_must_bid_when_all_pass():
    options = {"least_bid": 2, "dealer_may_equal": True, "dealer_must_bid": True}
    taken, passed = (at("auction_pitch", *YORKSHIRE[:3], options=options) for _ in range(2))
    assert str(refused(taken.bid, 1)) == "1 cannot be bid: a bid is 2 to 4, or a pass."
    taken.bid(2)
    assert [bid.points for bid in taken.legal_acts()] == [0, 3, 4]
    taken.bid(4)
    assert [bid.points for bid in taken.legal_acts()] == [0, 4]
    taken.bid(4)
    assert (taken.stage, taken.turn, taken.moment.contract) == (Stage.PLAY, 2, 4)
    passed.bid(0)
    passed.bid(0)
    assert [bid.points for bid in passed.legal_acts()] == [2, 3, 4]
    told = "All others passed, and here the dealer must bid then: 2 to 4."
    assert str(refused(passed.bid, 0)) == told


def test_a_bid_is_made_as_soon_as_it_is_certain():
    position = at("auction_pitch", *YORKSHIRE[:3])
    for points in (1, 0, 0):
        position.bid(points)
    assert reckon(position).made is None
    play(position, "AS")
    assert reckon(position).made is True
    assert reckon(position).board.scores == (1, 0, 0)


# Trick and draw


def test_the_winner_draws_first():
    rest = [f"{rank}{suit}" for suit in "SHDC" for rank in "23456789TJQKA"]
    stock = [card for card in rest if card not in ["AS", "KH", "2C", "3S", "4H", "5D"]]
    position = at("california_jack", "AS KH 2C", "3S 4H 5D", stock=" ".join(stock), trump=Suit.SPADES)
    play(position, "AS 3S")
    assert position.holdings == (cards(f"KH 2C {stock[0]}"), cards(f"4H 5D {stock[1]}"))
    assert (position.turn, len(position.moment.stock)) == (0, 44)


# Honours marked in play


def test_all_fives_marks_the_trumps_of_a_trick_as_they_were_played():
    position = at("all_fives", "TS KS 5S 4H 3H 2H", "AS JS QS 8H 7H 6H")
    play(position, "TS AS")
    assert position.moment.pegs == (Peg("honour:TS", 1, 10), Peg("honour:AS", 1, 4))
    play(position, "JS KS")
    assert position.moment.pegs[2:] == (Peg("honour:JS", 0, 1), Peg("honour:KS", 0, 3))


def test_or_ace_king_and_queen_are_marked_by_who_plays_them():
    options = {"honours_to": "player_unless_JT5_taken"}
    position = at("all_fives", "KS TS 5S 4H 3H 2H", "AS JS QS 8H 7H 6H", options=options)
    play(position, "KS AS")
    assert position.moment.pegs == (Peg("honour:KS", 0, 3), Peg("honour:AS", 1, 4))
    play(position, "JS TS")
    assert position.moment.pegs[2:] == (Peg("honour:JS", 1, 1), Peg("honour:TS", 1, 10))


# The awards as they become certain


def test_high_is_certain_with_the_ace_low_with_the_two_and_the_jack_with_its_trick():
    position = at("west_yorkshire", *YORKSHIRE, scores=(10, 10))
    play(position, "AS")
    assert [award.award for award in reckon(position).awards] == ["high"]
    assert reckon(position).board.winner == 0
    play(position, "JS 2S")
    assert [award.award for award in reckon(position).awards] == ["high", "low"]
    play(position, "7S")
    assert [award.award for award in reckon(position).awards] == ["high", "low", "jack"]
    assert reckon(position).awarded("jack").sentence(home="The Fleece", away="The Shears") == (
        "The Fleece caught the jack of spades from The Shears in trick 1."
    )


# Deals that cannot be


@pytest.mark.parametrize(
    ("dealt", "told"),
    [
        (YORKSHIRE[:3], "3 players cannot play this game; 4, 2 or 6 can."),
        ((*YORKSHIRE[:3], "KS 7S 3H 2H 9H"), "Player 4 has 5 cards; each is dealt 6."),
        ((*YORKSHIRE[:3], "KS 7S 3H 2H 9H AS"), "The ace of spades is in the hand twice."),
    ],
)
def test_a_deal_that_cannot_be_is_refused(dealt, told):
    with pytest.raises(ImpossibleHand) as refusal:
        at("west_yorkshire", *dealt)
    assert str(refusal.value) == told


def test_a_card_twice_and_a_card_of_another_pack_are_told_apart():
    rules = variants.get("victorian_blind").rules.with_options({"pack": 44})
    with pytest.raises(ImpossibleHand) as refusal:
        Position(Deal.of("AS KS QS JS TS 6H", "2D 3D 4D 5D 8D AS"), rules)
    assert str(refusal.value) == (
        "The six of hearts is not in the pack of 44 cards. The ace of spades is in the hand twice."
    )


def test_a_turn_up_needs_a_card_a_draw_its_stock_and_its_suit():
    for game, dealt, told in (
        ("cotton", TWO, "0 cards lie in the stock; there are 1 to 40."),
        (
            "california_jack",
            ("AS KH 2C", "3S 4H 5D"),
            (
                "0 cards lie in the stock; there are 46 to 46. "
                "Trumps are drawn before the deal in this game, and no suit is named."
            ),
        ),
    ):
        with pytest.raises(ImpossibleHand) as refusal:
            at(game, *dealt)
        assert str(refusal.value) == told


def test_sides_scores_and_penalties_must_be_of_the_table():
    for more, told in (
        (
            {"sides": (0, 1, 1, 1)},
            "0-1-1-1 are no sides for these players: sides count from 0 and are of equal size.",
        ),
        ({"scores": (1, 2, 3)}, "1-2-3 is not a score: one whole number from 0 for each side."),
        ({"penalties": (HandPenalty(2, 4),)}, "There is no side 2 at this table: sides count from 0 to 1."),
        ({"no_game_for": (3,)}, "There is no side 3 at this table: sides count from 0 to 1."),
    ):
        with pytest.raises(ImpossibleHand) as refusal:
            at("west_yorkshire", *YORKSHIRE, **more)
        assert str(refusal.value) == told


def test_a_hand_played_on_after_the_end_of_its_game_is_told_as_won():
    position = at("west_yorkshire", *YORKSHIRE, scores=(11, 5))
    play(position, "AS 9S 2S KS")
    assert (position.status, position.winner, position.scores) == (Status.WON, 0, (11, 5))
    assert not reckon(position).board.pegged


def test_a_deal_is_made_of_written_cards_and_says_what_text_is():
    rules = variants.get("heckmondwike").rules
    assert Position(Deal.of(*YORKSHIRE), rules).holdings[0][0] == parse_card("AS")
    with pytest.raises(NotationError, match="'1S' is not a card"):
        Deal.of("1S")
    with pytest.raises(ImpossibleHand, match="'AS' is no card but how one is written"):
        Position(Deal(holdings=tuple(tuple(text.split()) for text in YORKSHIRE)), rules)
