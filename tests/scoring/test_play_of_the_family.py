"""Every game of the family played at random: what holds of each, a second scorer, legal lines counted."""

from dataclasses import fields
from enum import StrEnum
from math import comb
from random import Random

import pytest

from scoring import score_game, variants
from scoring.axes import Award
from scoring.hand_faults import faults
from scoring.moments import Stage, Status
from scoring.positions import Position
from scoring.reckoning import hand_of, reckon
from scoring.records import Say, shuffled
from scoring.replays import replay, verify
from scoring.tricks import ThrowIn
from tests.scoring import naive
from tests.scoring.playing import GAMES, RECORDED, begun, cards_of, check, in_part, recorded, step
from tests.scoring.tables import at

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
            assert score == before[side] + sum(point.points for point in board.pegged if point.side == side)
        names = [award.value for award in Award]
        awards = [names.index(point.what) for point in board.pegged if point.what in names]
        assert awards == sorted(set(awards))
        assert [point.what in names for point in board.pegged] == sorted(
            point.what in names for point in board.pegged
        )
        target = position.rules.target
        assert board.winner is None or (
            board.pegged[-1].side == board.winner
            and board.scores[board.winner] >= target
            and sum(score >= target for score in board.scores) == 1
        )


def rules_as_text(rules):
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
        "penalties": [(penalty.side, penalty.points) for penalty in record.penalties],
        "words": [str(word) for word in record.words],
        "turnups": [str(card) for card in record.turnups],
        "bids": [tuple(play) for play in record.bids],
        "trump": record.trump and str(record.trump),
        "tricks": [
            [(play.seat, [str(card) for card in cards_of(play)], isinstance(play, ThrowIn)) for play in trick]
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
    status, board, pegged, winner, scored = naive.score(
        text(record), rules_as_text(position.rules), sides, scores
    )
    assert (list(reckoned.board.scores), reckoned.board.winner) == (board, winner), record
    assert [(point.what, point.side, point.points) for point in reckoned.board.pegged] == pegged
    assert position.moment.status.value == status
    if scored:
        takers = [reckoned.awarded(award) for award in Award]
        assert ([point.side if point else None for point in takers], list(reckoned.card_points)) == (
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


def lines(position: Position, depth: int) -> int:
    """How many different runs of that many cards are legal from here."""
    if depth == 0 or position.stage is not Stage.PLAY:
        return 1
    count = 0
    for card in position.legal_plays():
        position.play(card)
        count += lines(position, depth - 1)
        position.undo()
    return count


def naive_lines(held, seat, trick, trump, depth, options) -> int:
    """The same number by lists of text and the rule written out."""
    if len(trick) == len(held):
        best = max(trick, key=lambda play: strength(play[1], trick[0][1][1], trump))
        seat, trick = best[0], []
    if depth == 0 or not held[seat]:
        return 1
    count = 0
    for card in held[seat]:
        if may_play(card, held[seat], trick, trump, options):
            rest = [[c for c in hand if c != card] for hand in held]
            after = [*trick, (seat, card)]
            count += naive_lines(rest, (seat + 1) % len(held), after, trump or card[1], depth - 1, options)
    return count


def strength(card, led, trump):
    return (2 if card[1] == trump else 1 if card[1] == led else 0, "23456789TJQKA".index(card[0]))


def may_play(card, hand, trick, trump, options):
    if not trick:
        return True
    led = trick[0][1][1]
    if card[1] == led or not any(other[1] == led for other in hand):
        return True
    return card[1] == trump and not options.get("no_trumping_in")


DEALT = ("AS 5S KH 4D 3C 2C", "JS 9S TH 8D 7C 6C", "3S 2S QH 9D TC 5C", "KS 7S 3H 2D 9C 8C")
COUNTED = {
    ("west_yorkshire", 4): (6, 10, 18, 34, 170, 370),
    ("west_yorkshire", 2): (6, 10, 50, 106, 424, 848, 2544, 4512),
    ("pitch", 3): (6, 10, 18, 90, 194, 466),
}
"""Lines of one, two, three ... cards from the first lead, with that deal or its first two holdings."""


@pytest.mark.parametrize(("game", "players"), COUNTED)
def test_legal_lines_of_a_fixed_deal(game, players):
    for depth, count in enumerate(COUNTED[game, players], start=1):
        assert lines(at(game, *DEALT[:players]), depth) == count


@pytest.mark.parametrize("options", [{}, {"no_trumping_in": True}], ids=["free", "honley"])
@pytest.mark.parametrize("game", ["west_yorkshire", "pitch", "foster_pitch", "all_fives", "lancashire"])
def test_legal_lines_of_pitched_deals_are_as_many_as_a_second_count_finds(game, options):
    rules = variants.get(game).rules.with_options({**options, "throw_in": False})
    for players in rules.players:
        deal = shuffled(Random(f"{game} {players}"), rules, players)
        held = [[str(card) for card in holding] for holding in deal.holdings]
        depth = 5 if players > 2 else 7
        assert lines(Position(deal, rules), depth) == naive_lines(held, 0, [], None, depth, options)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_legal_lines_after_a_turn_up_are_as_many_as_a_second_count_finds(players):
    rules = variants.get("seven_up").rules
    deal = shuffled(Random(players), rules, players)
    position = Position(deal, rules)
    position.say(Say.STAND)
    held = [[str(card) for card in holding] for holding in deal.holdings]
    assert lines(position, 5) == naive_lines(held, 0, [], str(position.trump), 5, {})


def words(position: Position) -> int:
    """How many ways all that is said before the play can go."""
    sayable = [word for word in Say if position.can_say(word)]
    count = 0 if sayable else 1
    for word in sayable:
        position.say(word)
        count += words(position)
        position.undo()
    return count


def test_what_can_be_said_of_a_turn_up():
    stock = shuffled(Random(7), variants.get("seven_up").rules, 2)
    for game, ways in (("cotton", 3), ("trinidad", 3), ("victorian", 3), ("seven_up", 4)):
        assert words(Position(stock, variants.get(game).rules)) == ways


def calls(position: Position) -> int:
    """How many ways an auction can go."""
    if position.stage is not Stage.BIDDING:
        return 1
    count = 0
    for points in range(5):
        if position.can_bid(points):
            position.bid(points)
            count += calls(position)
            position.undo()
    return count


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_auction_goes_as_many_ways_as_there_are_rising_bids(players):
    """Some of the players bid, each higher than the last: so many bidders and bids, in the one order."""
    rules = variants.get("auction_pitch").rules
    ways = sum(comb(players, bidders) * comb(4, bidders) for bidders in range(players + 1))
    assert calls(Position(shuffled(Random(1), rules, players), rules)) == ways
