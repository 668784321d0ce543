"""A position as one line of text and back: every game, every stage, and what happens in pubs."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import (
    HandPenalty,
    IllegalPlay,
    ImpossibleHand,
    NotationError,
    Position,
    ScoringError,
    shuffled,
    variants,
)
from scoring.moments import Stage
from scoring.records import Say
from tests.examples import part_of
from tests.scoring.playing import GAMES, begun
from tests.scoring.tables import at, play, refused

YORKSHIRE = ("AS 5S KH 4D 3D 2D", "JS 9S TH 8D 7D 6D", "3S 2S QH 9D TD 5D", "KS 7S 3H 2H 9H 8C")


def read_back(position: Position) -> Position:
    return Position.from_text(position.to_text(), position.rules)


def assert_same(position: Position) -> None:
    """The line read back stands where the position does, and is taken back as far."""
    again, position = read_back(position), position.copy()
    assert again == position
    while taken_back(position):
        assert taken_back(again)
        assert again == position
    assert not taken_back(again)


def taken_back(position: Position) -> bool:
    try:
        position.undo()
    except IllegalPlay:
        return False
    return True


@given(st.sampled_from(GAMES), st.randoms(use_true_random=False), st.integers(0, 60))
def test_a_position_at_any_stage_is_read_back(game, rng, acts):
    name, players = game
    position = begun(rng, variants.get(name).rules, players)
    while acts and position.stage is not Stage.OVER:
        position.do(rng.choice(position.legal_acts()))
        acts -= 1
    assert read_back(position) == position


@pytest.mark.parametrize(("game", "players"), part_of(GAMES, each=3))
def test_every_stage_of_a_hand_is_read_back(game, players):
    rng = Random(f"text {game} {players}")
    position = begun(rng, variants.get(game).rules, players)
    while position.stage is not Stage.OVER:
        assert read_back(position) == position
        position.do(rng.choice(position.legal_acts()))
    assert_same(position)


def test_the_line_reads_as_it_is_played():
    position = at("west_yorkshire", *YORKSHIRE, scores=(3, 4))
    play(position, "5S JS 3S KS")
    assert position.to_text() == (
        "AS5SKH4D3D2D/JS9STH8D7D6D/3S2SQH9DTD5D/KS7S3H2H9H8C - - 3,4 0,1,0,1 - - 5S JS 3S KS"
    )


def test_penalties_a_revoke_and_a_card_shown_and_called_are_read_back():
    position = at(
        "trinidad",
        *YORKSHIRE,
        stock="7C",
        penalties=(HandPenalty(1, 1, "looked, at: 50 % of it"), HandPenalty(0, 2)),
        no_game_for=(1,),
    )
    position.say(Say.STAND)
    play(position, "KH TH")
    position.revoke("9D")
    position.expose("2H")
    position.expose("9H")
    position.call("9H")
    assert position.to_text().endswith(
        "- 0,0 0,1,0,1 1:1:looked%2C%20at%3A%2050%20%25%20of%20it,0:2: 1 stand KH TH 9D? +2H +9H !9H"
    )
    assert_same(position)
    position.play("9H")
    assert_same(position)


def test_a_holding_thrown_in_and_tricks_played_at_once_are_read_back():
    dealt = ("AS KS QS 5S 4S 3S", "9H 8H 7H 6H 5H 4H", "2S TH JH QH KH AH", "TD JD QD KD AD 2D")
    position = at("west_yorkshire", *dealt)
    play(position, "AS")
    position.throw_in()
    play(position, "2S TD KS TH JD QS JH QD")
    assert "AS (9H8H7H6H5H4H) 2S TD" in position.to_text()
    at_once = at("west_yorkshire", *dealt)
    assert at_once.play_tricks(position.tricks)
    assert at_once == position
    assert at_once.to_text() == position.to_text()
    at_once.undo()
    position.undo()
    assert at_once == position
    assert_same(at_once)


@pytest.mark.parametrize(
    ("change", "word", "right"),
    [
        (("AS5S", "AS5"), "AS5KH4D3D2D", "cards in a row, such as 7SQS6H"),
        (("3,4", "3:4"), "3:4", "whole numbers such as 11,13"),
        (("5S JS", "5S jump"), "jump", "a card, a word such as beg, b2, =3C4C, (3C4C), 3C?, +3C or !3C"),
        (("- - 3,4", "- X 3,4"), "X", "the suit drawn, S, H, D or C"),
        (
            ("0,1,0,1 -", "0,1,0,1 four"),
            "four",
            "a penalty such as 0:4:peeked, its side, points and reason",
        ),
    ],
)
def test_a_word_that_cannot_be_read_is_named_with_what_would_be_right(change, word, right):
    position = at("west_yorkshire", *YORKSHIRE, scores=(3, 4))
    play(position, "5S JS 3S KS")
    with pytest.raises(NotationError) as refusal:
        Position.from_text(position.to_text().replace(*change), position.rules)
    assert str(refusal.value) == f"{word!r} cannot be read here: expected {right}."


def test_sides_are_read_back_as_they_sat():
    position = at("west_yorkshire", *YORKSHIRE, sides=(0, 0, 1, 1))
    assert Position.from_text(position.to_text(), position.rules) == position


def test_penalties_are_read_back_with_their_reasons():
    given = (HandPenalty(0, 4, "looked: at his/her hand, twice"), HandPenalty(1, 1))
    position = at("west_yorkshire", *YORKSHIRE, penalties=given)
    assert " 0:4:looked%3A%20at%20his%2Fher%20hand%2C%20twice,1:1: " in position.to_text()
    assert Position.from_text(position.to_text(), position.rules).penalties == given


def test_a_line_too_short_or_of_another_game_is_refused():
    position = at("west_yorkshire", *YORKSHIRE)
    rules = position.rules
    with pytest.raises(NotationError) as refusal:
        Position.from_text(f"AS5S {'x' * 60}", rules)
    assert str(refusal.value) == (
        f"'AS5S {'x' * 35}' cannot be read here: expected 7 words: "
        "holdings, stock, suit drawn, scores, sides, penalties, sides without Game."
    )
    with pytest.raises(ImpossibleHand):
        Position.from_text(position.to_text(), variants.get("cotton").rules)
    assert str(refused(lambda: Position.from_text(f"{position.to_text()} 9S", rules))) == (
        "Trick 1, card 1: Player 1 does not hold the nine of spades."
    )


@given(st.text(max_size=60), st.integers(0, 100))
def test_whatever_is_written_is_read_or_refused(text, at):
    rules = variants.get("trinidad").rules
    line = Position(shuffled(Random(1), rules), rules).to_text()
    with suppress(ScoringError):
        Position.from_text(line[:at] + text + line[at:], rules)
