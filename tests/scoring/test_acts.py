"""Whatever may be done next, a hand written down at any moment, and what each player sees of it."""

from random import Random

import pytest

from scoring import IllegalPlay, Position, variants
from scoring.acts import Keep
from scoring.moments import Stage
from scoring.records import Bid, Say
from scoring.replays import replay
from scoring.tricks import ThrowIn
from tests.examples import part_of
from tests.scoring.playing import GAMES, begun
from tests.scoring.tables import at, cards, play, refused

YORKSHIRE = ("AS 5S KH 4D 3D 2D", "JS 9S TH 8D 7D 6D", "3S 2S QH 9D TD 5D", "KS 7S 3H 2H 9H 8C")
TWO = ("AS KS QS 4H 3H 2H", "JS TS 9S 8H 7H 6H")
UNSAID = (Stage.BUNCHING, Stage.BEGGING)
"""Where a record goes on: to play on and to stand go without saying."""


def seen_of(position):
    """The moment of a hand without the stock, of which a record has what was turned up and given out."""
    return position.moment._replace(stock=()), position.table


@pytest.mark.parametrize(("game", "players"), part_of(GAMES, each=3, place=1))
def test_every_legal_act_can_be_done_and_a_hand_be_written_down_at_any_moment(game, players):
    rng = Random(f"acts {game} {players}")
    position = begun(rng, variants.get(game).rules, players)
    while position.stage is not Stage.OVER:
        acts = position.legal_acts()
        before = position.copy()
        for act in rng.sample(acts, min(len(acts), 3)):
            twin = position.copy()
            twin.do(act)
            assert twin != position
            twin.undo()
            assert twin == position == before
        if position.stage not in UNSAID or position.winner is not None:
            record = position.to_record()
            again = replay(record, position.rules, scores=position.table.scores, sides=position.table.sides)
            assert seen_of(again) == seen_of(position)
        position.do(rng.choice(acts))
    assert position.legal_acts() == ()


def test_acts_are_of_the_kind_that_is_awaited():
    assert at("auction_pitch", *YORKSHIRE[:3]).legal_acts() == tuple(Bid(0, points) for points in range(5))
    position = at("seven_up", *TWO, stock="5D AD KD QD 3D 4D 6D JC")
    assert position.legal_acts() == (Say.STAND, Say.BEG)
    position.do(Say.BEG)
    position.do(Say.RUN)
    position.do(Say.PLAY_ON)
    assert (position.stage, str(position.stage)) == (Stage.KEEPING, "keeping")
    assert len(position.legal_acts()) == 84  # six of nine cards
    assert str(refused(position.do, Keep(1, cards(TWO[1])))) == "It is not player 2's turn but player 1's."


def test_a_worthless_holding_may_be_thrown_in():
    position = at("west_yorkshire", "AS 5S KH 4D 3D 2D", "8D 7D 6D 8H 7H 6C", *YORKSHIRE[2:])
    play(position, "AS")
    assert ThrowIn(1, cards("8D 7D 6D 8H 7H 6C")) in position.legal_acts()


def test_cards_may_be_given_as_text_and_the_player_who_lacks_one_is_named():
    position = at("west_yorkshire", *YORKSHIRE)
    assert not position.can_play("AD")
    assert str(refused(position.play, "AD")) == "Trick 1, card 1: Player 1 does not hold the ace of diamonds."
    assert str(position.play("as").card) == "AS"
    assert repr(position) == "<Position play, player 2 of 4, trumps spades, 0 tricks, 0-0>"


def test_a_revoke_a_called_card_and_what_was_barred_are_in_the_record():
    position = at("trinidad", *YORKSHIRE, stock="4S", no_game_for=(1,))
    for act in (Say.STAND, *cards("AS 9S 2S KS")):
        position.do(act)
    position.play("KH")
    position.revoke("8D")
    position.expose("QH")
    position.call("QH")
    record = position.to_record()
    assert (record.revokes, record.called, record.no_game_for) == (cards("8D"), cards("QH"), (1,))


def test_a_player_sees_their_own_cards_only():
    position = at("west_yorkshire", *YORKSHIRE)
    position.play("AS")
    seen = position.view(1)
    assert (seen.holding, seen.sizes, seen.turn) == (position.holdings[1], (5, 6, 6, 6), 1)
    assert set(seen.legal) == set(cards("JS 9S"))
    assert position.view(2).legal == ()
    hidden = set(cards(" ".join(YORKSHIRE))) - set(cards("AS")) - set(position.holdings[1])
    assert not any(str(card) in repr(seen) for card in hidden)
    with pytest.raises(IllegalPlay, match="no player 5"):
        position.view(4)


def test_positions_are_equal_by_where_they_stand():
    one, other = at("west_yorkshire", *YORKSHIRE), at("west_yorkshire", *YORKSHIRE)
    assert one == other
    one.play("AS")
    assert one != other
    assert one != "AS"
    with pytest.raises(TypeError):
        hash(one)
    assert isinstance(one.copy(), Position)
