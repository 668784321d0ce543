"""Every game of the family played at random: what holds of each hand, and a second scorer that must agree."""

from dataclasses import fields
from enum import StrEnum
from random import Random

import pytest

from scoring import score_game, variants
from scoring.axes import Award
from scoring.hands import faults
from scoring.moments import Stage, Status
from scoring.reckoning import hand_of, reckon
from scoring.records import ThrowIn
from scoring.replays import replay, verify
from tests.scoring import naive
from tests.scoring.dealing import RECORDED, in_part
from tests.scoring.playing import GAMES, begun, cards_of, check, recorded, step

HANDS, MANY = 100, 100_000
HOUSES = (
    {},
    {"no_trumping_in": True, "game_tie": "foster", "begs": 2, "may_bunch": True},
    {"no_undertrump": True, "after_run": "discard_if_12", "hang_jack": 6, "gift_to": "eldest"},
    {
        "must_trump_when_void": True,
        "must_beg_without_trumps": True,
        "turnup_when_run": "all",
        "low_to": "winner",
    },
    {"trump_honours": {"A": 4, "K": 3}, "honours_to": "player_unless_JT5_taken", "game_points": 2, "begs": 2},
    {"pack": 44, "pips_count": True, "turnup_when_run": "final_only", "cap_at_target": False},
)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_cards_are_kept_together_and_the_winner_leads_whatever_is_played(game, players):
    rng, rules = Random(f"{game} {players}"), variants.get(game).rules
    for _ in range(8):
        position = begun(rng, rules, players)
        while position.stage is not Stage.OVER:
            check(position)
            step(rng, position)
        check(position)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_every_act_can_be_taken_back(game, players):
    rng, rules = Random(f"back {game} {players}"), variants.get(game).rules
    position = begun(rng, rules, players)
    moments = [position.moment]
    while position.stage is not Stage.OVER:
        step(rng, position)
        moments.append(position.moment)
    while len(moments) > 1:
        assert position.moment == moments.pop()
        position.undo()
    assert position.moment == moments[0]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_what_is_pegged_adds_up_in_the_order_of_the_game(game, players):
    rng, rules = Random(f"pegged {game} {players}"), variants.get(game).rules
    for _ in range(15):
        _, position = recorded(rng, rules, players)
        board, before = reckon(position).board, position.table.scores
        for side, score in enumerate(board.scores):
            assert score == before[side] + sum(one.points for one in board.pegged if one.side == side)
        names = [award.value for award in Award]
        awards = [names.index(one.what) for one in board.pegged if one.what in names]
        assert awards == sorted(set(awards))
        assert [one.what in names for one in board.pegged] == sorted(
            one.what in names for one in board.pegged
        )
        target = position.rules.target
        assert board.winner is None or (
            board.pegged[-1].side == board.winner
            and board.scores[board.winner] >= target
            and sum(score >= target for score in board.scores) == 1
        )


def told(rules):
    """Rules as text and numbers, for the second scorer."""
    values = {field.name: getattr(rules, field.name) for field in fields(rules)}
    ranks = {name: {rank.letter: points for rank, points in values[name]} for name in RANKED}
    return {
        name: str(value) if isinstance(value, StrEnum) else value for name, value in values.items()
    } | ranks


RANKED = ("turnup_scores", "trump_honours")


def text(record):
    """A record as text, for the second scorer."""
    return {
        "penalties": [(given.side, given.points) for given in record.penalties],
        "words": [str(word) for word in record.words],
        "turnups": [str(card) for card in record.turnups],
        "bids": [tuple(one) for one in record.bids],
        "trump": record.trump and str(record.trump),
        "tricks": [
            [(one.seat, [str(card) for card in cards_of(one)], isinstance(one, ThrowIn)) for one in trick]
            for trick in record.tricks
        ],
    }


def agree(rng, game, players, options):
    rules = variants.get(game).rules.with_options(options)
    record, position = recorded(rng, rules, players)
    sides, scores = position.table.sides, position.table.scores
    again = replay(record, rules, scores=scores)
    assert again.moment == position.moment._replace(stock=again.moment.stock)
    reckoned = reckon(again)
    assert verify(record, rules, scores=scores) == reckoned
    status, board, pegged, winner, scored = naive.score(text(record), told(position.rules), sides, scores)
    assert (list(reckoned.board.scores), reckoned.board.winner) == (board, winner), record
    assert [(one.what, one.side, one.points) for one in reckoned.board.pegged] == pegged
    assert position.moment.status.value == status
    if scored:
        takers = [reckoned.awarded(award) for award in Award]
        assert ([one.side if one else None for one in takers], list(reckoned.card_points)) == (
            list(scored[0]),
            scored[1],
        )


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_second_scorer_agrees(game, players):
    rng = Random(f"second {game} {players}")
    for number in range(HANDS):
        agree(rng, game, players, HOUSES[number % 2 * (number // 2 % len(HOUSES))])


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_hand_played_is_accepted_as_a_league_writes_it_whole_and_in_part(game, players):
    rng = Random(f"written {game} {players}")
    for number in range(40):
        rules = variants.get(game).rules.with_options(HOUSES[number % 2 * (number // 2 % len(HOUSES))])
        _, position = recorded(rng, rules, players)
        hand, sides = hand_of(position), len(position.table.scores)
        assert faults(hand, position.rules, sides=sides) == ()
        for _ in range(4):
            assert faults(in_part(hand, rng.getrandbits(len(RECORDED))), position.rules, sides=sides) == ()
        if position.moment.status is not Status.REDEAL:
            game_score = score_game([hand], position.rules, start=position.table.scores)
            board = reckon(position).board
            assert (game_score.scores, game_score.pegged) == (board.scores, (board.pegged,))
            assert game_score.faults == ()


@pytest.mark.slow
@pytest.mark.parametrize("game", variants.names())
def test_a_second_scorer_agrees_on_many_hands(game):
    rng, players = Random(f"many {game}"), variants.get(game).rules.players
    for number in range(MANY // len(variants.names()) + 1):
        options = HOUSES[number % 2 * (number // 2 % len(HOUSES))]
        agree(rng, game, players[number % len(players)], options)
