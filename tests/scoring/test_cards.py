"""Cards: read as people write them, written one way."""

import pickle

import pytest

from scoring import PACK, Card, NotationError, Rank, Suit, format_card, parse_card
from scoring.cards import pack


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
