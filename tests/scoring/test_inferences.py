"""What tricks tell of a hand whose deal nobody wrote down: never too much, but enough for a revoke."""

from random import Random

import pytest

from scoring import IllegalPlay, ImpossibleHand, reckon, variants
from scoring.axes import Draw
from scoring.inferences import seen, verify_seen
from scoring.moments import Table
from tests.scoring.playing import GAMES, recorded
from tests.scoring.tables import cards, trick
from tests.scoring.test_replays import REVOKED, TRICKS, YORKSHIRE

TABLE = Table(YORKSHIRE, (0, 1, 0, 1), (0, 0))


def tricks(*texts):
    return tuple(trick(leader, text) for leader, text in texts)


def test_who_put_no_trump_on_the_pitch_may_not_trump_later():
    with pytest.raises(IllegalPlay) as refusal:
        verify_seen(tricks(*REVOKED[:2]), TABLE)
    assert str(refusal.value) == (
        "Trick 1, card 4: Player 4 may not play the three of hearts to the ace of spades; "
        "legal: seven of spades."
    )
    assert verify_seen(tricks(REVOKED[0]), TABLE)


def test_a_revoke_owned_to_is_none_to_be_found():
    assert verify_seen(tricks(*REVOKED[:2]), TABLE, revokes=cards("3H"))


def test_tricks_make_certain_what_no_card_unseen_can_change():
    told = verify_seen(tricks(*TRICKS[:3]), TABLE)
    assert [(one.award, one.side) for one in told.awards] == [("high", 0), ("low", 0), ("jack", 1)]
    assert told.unknown == ("game",)
    assert verify_seen(tricks(TRICKS[0]), TABLE).awards[0].side == 0


@pytest.mark.parametrize(
    ("played", "refused", "code"),
    [
        (((0, "AS 9S 3S 7S"), (1, "KH TH QH 3H")), IllegalPlay, "turn"),
        (((0, "AS 9S 3S 7S"), (0, "KH TH QH KH")), ImpossibleHand, "cards"),
        (((0, "AS 9S 3S (7S 2C)"),), IllegalPlay, "throw_in"),
    ],
)
def test_what_no_deal_allows_is_refused(played, refused, code):
    with pytest.raises(refused) as refusal:
        verify_seen(tricks(*played), TABLE)
    assert refusal.value.code == code


def test_a_card_that_is_not_in_the_pack_is_refused():
    short = Table(variants.get("victorian_blind").rules.with_options({"pack": 44}), (0, 1), (0, 0))
    with pytest.raises(ImpossibleHand) as refusal:
        verify_seen((trick(0, "AS 6S", 2),), short)
    assert refusal.value.code == "cards"


def test_nobody_shows_more_cards_than_he_was_dealt():
    with pytest.raises(ImpossibleHand) as refusal:
        verify_seen(tricks(*TRICKS), TABLE, most=5)
    assert refusal.value.code == "hand_size"


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_no_hand_that_was_played_is_refused_wherever_it_breaks_off(game, players):
    rng, rules = Random(game), variants.get(game).rules.for_players(players)
    if rules.draw is not Draw.NONE:
        return
    for _ in range(10):
        record, position = recorded(rng, rules, players)
        whole, moment = reckon(position), position.moment
        for end in range(1, len(record.tricks) + 1):
            told = verify_seen(
                record.tricks[:end],
                position.table,
                trump=moment.trump if moment.turnups else record.trump,
                pitcher=moment.pitcher,
                most=rules.pack,
            )
            for one in told.awards:
                assert whole.awarded(one.award).side == one.side


def test_a_hand_played_out_shows_its_deal():
    rng = Random(6)
    record, _ = recorded(rng, YORKSHIRE, 4)
    assert [set(cards) for cards in seen(record.tricks, 4)] == [set(cards) for cards in record.holdings]
