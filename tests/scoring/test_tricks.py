"""Cards and tricks: what is read as a card, what may be played, and who wins."""

import pickle
from dataclasses import replace

import pytest

from scoring import PACK, Card, NotationError, Rank, Rules, Suit, format_card, parse_card
from scoring.cards import pack
from scoring.tricks import can_throw_in, legal_plays, winner


@pytest.mark.parametrize("card", PACK)
def test_a_card_written_is_read_back(card):
    assert parse_card(format_card(card)) == card
    assert Card.of(card.rank, card.suit) == card
    assert pickle.loads(pickle.dumps(card)).suit is card.suit


@pytest.mark.parametrize("text", ["TS", "10S", "ts", "10s", "T♠", "10♠", " TS ", "T♤"])
def test_a_card_is_read_as_people_write_it(text):
    assert parse_card(text) == Card.of(Rank.TEN, Suit.SPADES)


@pytest.mark.parametrize("text", ["", "S", "1S", "11S", "JX", "JHH", "J H", "HJ", "♥", "100S", None, 7])
def test_anything_else_is_refused_with_what_was_received(text):
    with pytest.raises(NotationError) as refusal:
        parse_card(text)
    assert refusal.value.code == "bad_card"
    assert repr(text) in str(refusal.value)


def test_the_ten_is_fifth_in_rank():
    assert [rank.letter for rank in sorted(Rank, reverse=True)][:5] == ["A", "K", "Q", "J", "T"]


def test_within_a_suit_the_higher_card_is_the_greater():
    assert parse_card("AH") > parse_card("KH") > parse_card("TH") > parse_card("2H")


def test_the_pack_has_52_cards_or_44_without_sixes_and_sevens():
    assert len(set(PACK)) == len(pack()) == 52
    assert len(pack(44)) == 44
    assert not {card.rank for card in pack(44)} & {Rank.SIX, Rank.SEVEN}


def test_cards_are_said_as_at_the_table():
    assert parse_card("10C").words == "ten of clubs"
    assert (str(parse_card("10C")), repr(parse_card("10C"))) == ("TC", "Card(TC)")
    assert [suit.symbol for suit in Suit] == ["♠", "♥", "♦", "♣"]


RULES = Rules(throw_in=True)
CLUBS = Suit.CLUBS


def cards(text):
    return tuple(map(parse_card, text.split()))


def legal(holding, trick, rules=RULES, trump=CLUBS):
    return {str(card) for card in legal_plays(cards(holding), trump, cards(trick), rules)}


def test_the_leader_plays_anything():
    assert legal("2C 3D 4H", "") == {"2C", "3D", "4H"}
    assert legal("2C 3D 4H", "", trump=None) == {"2C", "3D", "4H"}


def test_a_trump_lead_is_answered_with_a_trump_if_one_is_held():
    assert legal("2C 3D AC", "5C") == {"2C", "AC"}
    assert legal("3D 4H", "5C") == {"3D", "4H"}


def test_another_lead_is_followed_or_trumped_by_who_holds_it():
    assert legal("7H TH 5C KD", "9H") == {"7H", "TH", "5C"}


def test_who_has_none_of_the_suit_led_plays_anything():
    assert legal("5C KD 2S", "9H") == {"5C", "KD", "2S"}


def test_a_trump_is_always_legal_and_nothing_need_be_beaten():
    assert legal("2C AH", "9H TC") == {"2C", "AH"}


def test_no_trumping_in_honley_trumps_only_a_trump_lead_or_when_void():
    honley = replace(RULES, no_trumping_in=True)
    assert legal("7H 5C KD", "9H", honley) == {"7H"}
    assert legal("5C KD", "9H", honley) == {"5C", "KD"}
    assert legal("7H 5C", "9C", honley) == {"5C"}


def test_must_trump_when_void():
    literal = replace(RULES, must_trump_when_void=True)
    assert legal("5C KD", "9H", literal) == {"5C"}
    assert legal("2S KD", "9H", literal) == {"2S", "KD"}
    assert legal("7H 5C KD", "9H", literal) == {"7H", "5C"}


def test_no_undertrump_allows_a_lower_trump_only_when_nothing_else_is_legal():
    strict = replace(RULES, no_undertrump=True)
    assert legal("7H 3C", "9H 8C", strict) == {"7H"}
    assert legal("7H 3C TC", "9H 8C", strict) == {"7H", "TC"}
    assert legal("3C 2C", "9H 8C", strict) == {"3C", "2C"}
    assert legal("3C TC", "9C 8C", strict) == {"3C", "TC"}


@pytest.mark.parametrize(
    ("trick", "place"),
    [("TC 2D AC KC", 1), ("TC 2D AC 3D", 3), ("TC AH KC 2S", 2), ("TC AH", 0), ("2H AC", 0)],
)
def test_the_highest_trump_wins_or_else_the_highest_of_the_suit_led(trick, place):
    assert winner(cards(trick), Suit.DIAMONDS) == place


@pytest.mark.parametrize(
    ("holding", "trick", "allowed"),
    [
        ("8H 4S", "KH 3H", True),
        ("8H 4C", "KH 3H", False),  # a trump
        ("TH 4S", "KH 3H", False),  # a card that counts
        ("8H 4S", "", False),  # on lead
        ("8H 4S", "7H 3H", False),  # the eight would win the trick
        ("9S 4S", "2H 3H", True),
        ("8H 4S", "3H 2C", True),  # the eight beats what was led, not the trump on it
        ("8S 4C", "3H 9C", False),  # a trump, though a lower one
        ("", "2H", False),
    ],
)
def test_a_hand_without_trumps_or_counting_cards_may_be_thrown_in_when_it_does_not_win_the_trick(
    holding, trick, allowed
):
    assert can_throw_in(cards(holding), CLUBS, cards(trick), RULES) is allowed


def test_nothing_is_thrown_in_where_the_game_does_not_know_it():
    assert not can_throw_in(cards("8H"), CLUBS, cards("KH"), Rules())
