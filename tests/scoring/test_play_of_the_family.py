"""Every game of the family played at random: what holds of each, legal lines counted."""

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
from tests.examples import examples, part_of
from tests.scoring import naive
from tests.scoring.playing import (
    GAMES,
    RECORDED,
    begun,
    check,
    house_of,
    in_part,
    recorded,
    rules_as_text,
    step,
)
from tests.scoring.tables import at


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_cards_are_kept_together_and_the_winner_leads_whatever_is_played(game, players):
    rng, rules = Random(f"{game} {players}"), variants.get(game).rules
    for _ in range(examples(20)):
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
    for _ in range(examples(30)):
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


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_hand_played_is_accepted_as_a_league_writes_it_whole_and_in_part(game, players):
    rng = Random(f"written {game} {players}")
    for number in range(examples(40)):
        rules = variants.get(game).rules.with_options(house_of(game, players, number))
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


def naive_lines(held, seat, trick, trump, depth, rules) -> int:
    """The same number by lists of text and the rule written out."""
    if len(trick) == len(held):
        seat, trick = naive.best([(player, [card], False) for player, card in trick], trump), []
    if depth == 0 or not held[seat]:
        return 1
    count = 0
    for card in held[seat]:
        if naive.may_play(card, held[seat], [laid for _, laid in trick], trump, rules):
            rest = [[c for c in hand if c != card] for hand in held]
            after = [*trick, (seat, card)]
            count += naive_lines(rest, (seat + 1) % len(held), after, trump or card[1], depth - 1, rules)
    return count


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
@pytest.mark.parametrize(
    "game", part_of(["west_yorkshire", "pitch", "foster_pitch", "all_fives", "lancashire"], each=2)
)
def test_legal_lines_of_pitched_deals_are_as_many_as_a_second_count_finds(game, options):
    rules = variants.get(game).rules.with_options({**options, "throw_in": False})
    for players in rules.players:
        deal = shuffled(Random(f"{game} {players}"), rules, players)
        held = [[str(card) for card in holding] for holding in deal.holdings]
        depth = 5 if players > 2 else 7
        assert lines(Position(deal, rules), depth) == naive_lines(
            held, 0, [], None, depth, rules_as_text(rules)
        )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_legal_lines_after_a_turn_up_are_as_many_as_a_second_count_finds(players):
    rules = variants.get("seven_up").rules
    deal = shuffled(Random(players), rules, players)
    position = Position(deal, rules)
    position.say(Say.STAND)
    held = [[str(card) for card in holding] for holding in deal.holdings]
    assert lines(position, 5) == naive_lines(held, 0, [], str(position.trump), 5, rules_as_text(rules))


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


@pytest.mark.parametrize("options", [{"players": [3]}, {"trump": "turnup", "may_beg": True}])
def test_a_stock_that_does_not_suffice_for_all_stays_out(options):
    rules, rng = variants.get("shasta_sam").rules.with_options(options), Random(1)
    for _ in range(5):
        position = Position(shuffled(rng, rules), rules)
        while position.stage is not Stage.OVER:
            step(rng, position)
        assert len(position.moment.stock) < len(position.holdings)
        assert not any(position.moment.held)
