"""The number of ways a hand can go: legal lines of play for fixed deals, counted card by card."""

from math import comb
from random import Random

import pytest

from scoring import variants
from scoring.deals import shuffled
from scoring.moments import Stage
from scoring.positions import Position
from scoring.records import Say
from tests.scoring.tables import at


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
        best = max(trick, key=lambda one: strength(one[1], trick[0][1][1], trump))
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
    said = [word for word in Say if position.can_say(word)]
    count = 0 if said else 1
    for word in said:
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
