"""An exposed card stays face up, and its player can be made to play it, but never so that he revokes."""

import pytest

from scoring import IllegalPlay, parse_card
from scoring.records import Say
from scoring.replays import replay, review, verify
from tests.scoring.tables import at, cards, play, record, refused
from tests.scoring.test_replays import DEALT, TRICKS, TRINIDAD, YORKSHIRE

STOOD = {"turnups": cards("4S"), "words": ("stand",)}
BULLSEYE = {"no_undertrump": True, "revoke": "whole_game"}
CALLED = cards("8D")
"""B plays it to the fourth trick, where he might have thrown away any other."""


def stood():
    """Eldest has stood, and leads."""
    position = at("trinidad", *DEALT, stock="4S")
    position.say(Say.STAND)
    return position


def test_a_card_called_is_the_only_one_its_player_may_play():
    position = stood()
    play(position, " ".join(text for _, text in TRICKS[:4]))
    play(position, "TC 8C")
    position.expose(parse_card("2C"))
    assert position.legal_plays() == cards("3C 2C")
    position.call(parse_card("2C"))
    assert position.legal_plays() == cards("2C")


def test_a_card_is_not_called_to_a_revoke():
    position = stood()
    position.expose(parse_card("7C"))
    play(position, "AS")
    refusal = refused(position.call, parse_card("7C"))
    assert str(refusal) == (
        "Trick 1, card 2: The seven of clubs cannot be called to this trick, it would be a revoke; "
        "legal: jack of spades and nine of spades."
    )
    play(position, "9S")


def test_on_lead_any_exposed_card_can_be_called():
    position = stood()
    shown, other = parse_card("2C"), parse_card("AS")
    position.expose(shown)
    assert position.can_call(shown)
    position.call(shown)
    assert position.legal_plays() == (shown,)
    refusal = refused(position.play, other)
    assert (refusal.code, str(refusal)) == (
        "called",
        "Trick 1, card 1: Player 1 must play the two of clubs, which was called, and not the ace of spades.",
    )
    position.play(shown)
    assert (position.moment.called, position.moment.exposed) == (None, ())


def test_a_call_and_a_card_shown_are_taken_back():
    position = stood()
    position.expose(parse_card("2C"))
    position.call(parse_card("2C"))
    position.undo()
    assert len(position.legal_plays()) == 6
    position.undo()
    assert not position.can_call(parse_card("2C"))


def test_a_card_stays_exposed_until_it_is_played():
    position = stood()
    position.expose(parse_card("7C"))
    play(position, "AS 9S 3S 7S KH TH QH 3H 5S JS 2S KS 2D 4D 8D 9D TC 8C 3C")
    position.call(parse_card("7C"))
    assert position.legal_plays() == cards("7C")


@pytest.mark.parametrize(
    ("shown", "called", "told"),
    [
        (
            "2C",
            "3C",
            (
                "Trick 1, card 1: The three of clubs does not lie exposed, so player 1 cannot be made to "
                "play it."
            ),
        ),
        ("JS", "JS", "Trick 1, card 1: Player 1 does not hold the jack of spades."),
        ("2C", "4S", "Trick 1, card 1: Player 1 does not hold the four of spades."),
    ],
)
def test_only_an_exposed_card_of_the_player_awaited_is_called(shown, called, told):
    position = stood()
    position.expose(parse_card(shown))
    assert str(refused(position.call, parse_card(called))) == told


def test_a_card_nobody_holds_is_not_exposed():
    position = stood()
    assert str(refused(position.expose, parse_card("4S"))) == (
        "Trick 1, card 1: Nobody holds the four of spades, so it cannot lie exposed."
    )


def test_cards_are_called_only_where_the_game_or_the_house_says_so():
    position = at("west_yorkshire", *DEALT)
    position.expose(parse_card("2C"))
    assert str(refused(position.call, parse_card("2C"))) == (
        "Trick 1, card 1: Cards are not called in this game: player 1 need not play the two of clubs."
    )
    position = at("west_yorkshire", *DEALT, options={"may_call_exposed": True})
    position.expose(parse_card("2C"))
    assert position.can_call(parse_card("2C"))


def test_playing_another_legal_card_than_the_one_called_is_no_revoke():
    position = stood()
    position.expose(parse_card("2C"))
    position.call(parse_card("2C"))
    assert str(refused(position.revoke, parse_card("AS"))) == (
        "Trick 1, card 1: Player 1 may play the ace of spades: it is no revoke."
    )


@pytest.mark.parametrize("check", [replay, verify])
def test_a_record_says_which_cards_were_called(check):
    assert check(record(*DEALT, tricks=TRICKS, called=CALLED, **STOOD), TRINIDAD)
    with pytest.raises(IllegalPlay) as refusal:
        check(record(*DEALT, tricks=TRICKS, called=CALLED), YORKSHIRE)
    assert (refusal.value.code, refusal.value.faults[0].params["trick"]) == ("no_calling", 3)


def test_a_call_to_a_revoke_is_refused_strictly_and_void_in_a_pub():
    tricks = ((0, "AS 9S 3S 3H"), (0, "KH TH QH 7S"), (3, "KS 5S JS 2S"), *TRICKS[3:])
    written = record(*DEALT, tricks=tricks, called=cards("3H"), **STOOD)
    with pytest.raises(IllegalPlay) as refusal:
        replay(written, TRINIDAD)
    assert str(refusal.value) == (
        "Trick 1, card 4: The three of hearts cannot be called to this trick, it would be a "
        "revoke; legal: king of spades and seven of spades."
    )
    seen = review(written, TRINIDAD)
    assert [str(revoke.card) for revoke in seen.irregularities] == ["3H"]
    assert review(record(*DEALT, tricks=TRICKS, called=CALLED, **STOOD), TRINIDAD).irregularities == ()


def test_a_card_shown_twice_lies_exposed_once():
    position = stood()
    position.expose(parse_card("2C"))
    position.expose(parse_card("2C"))
    assert position.moment.exposed == cards("2C")


def test_a_hand_is_not_thrown_in_to_escape_a_call():
    position = at("west_yorkshire", *DEALT, options={"may_call_exposed": True})
    play(position, " ".join(text for _, text in TRICKS[:4]))
    play(position, "TC 8C 3C")
    position.expose(parse_card("6C"))
    assert position.can_throw_in()
    position.call(parse_card("6C"))
    assert not position.can_throw_in()


@pytest.mark.parametrize(("options", "costs"), [({}, 0), (BULLSEYE, 14), ({"no_undertrump": True}, 1)])
def test_undertrumping_is_bullseye_where_both_options_are_in_force(options, costs):
    dealt = ("KH 4D 3D 2D 5C 4C", "9S QD 8D 7D 7C 6C", "2S 3H TC 9C 8C 5D", "AD KD JD TD AC KC")
    position = at("trinidad", *dealt, stock="4S", options=options)
    position.say(Say.STAND)
    play(position, "KH 9S")
    if not costs:
        position.play(parse_card("2S"))
        return
    refused(position.play, parse_card("2S"))
    position.revoke(parse_card("2S"))
    assert position.scores == (0, costs)
