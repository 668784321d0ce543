"""No hand that can happen is refused: hands really dealt and legally played, recorded whole or in part."""

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import NOBODY, Card, Hand, IllegalPlay, Suit, variants
from scoring.awards import deal, play_out, random_hand, score_deal
from scoring.axes import GameTie, LowTo, TrumpBy
from scoring.cards import PACK, SUIT_NUMBER, pack
from scoring.hand_faults import faults, verify
from scoring.tricks import legal_plays
from tests.examples import examples, is_whole
from tests.scoring.playing import RECORDED, in_part, played, relabelled

HECKMONDWIKE = variants.get("heckmondwike").rules
HOUSES = {
    "heckmondwike": HECKMONDWIKE,
    "low to the trick's winner": replace(HECKMONDWIKE, low_to=LowTo.WINNER),
    "no trumping in": replace(HECKMONDWIKE, no_trumping_in=True),
    "no undertrumping": replace(HECKMONDWIKE, no_undertrump=True),
    "level to elder": replace(HECKMONDWIKE, game_tie=GameTie.ELDER),
    "level to the dealer's opponent": replace(HECKMONDWIKE, game_tie=GameTie.FOSTER),
    "the five counts": replace(HECKMONDWIKE, five_counts=True),
    "pips of a short pack count": replace(HECKMONDWIKE, pack=44, pips_count=True),
    "the hanged jack counts": replace(HECKMONDWIKE, hang_jack=3),
}


def accept_in_part(hand, rules, rng, records):
    for _ in range(records):
        part = in_part(hand, rng.getrandbits(len(RECORDED)))
        assert faults(part, rules, sides=rng.choice((None, len(hand.card_points)))) == (), part


@pytest.mark.parametrize("house", HOUSES)
def test_real_hands_are_accepted_whole_and_in_part(house):
    rng, rules = Random(house), HOUSES[house]
    for _ in range(120 if is_whole() else 15):
        hand = played(rng, rules)
        verify(hand, rules)
        verify(relabelled(hand), rules)
        accept_in_part(hand, rules, rng, 12)


def test_every_part_of_a_real_hand_is_accepted():
    rng = Random(24)
    for _ in range(examples(20)):
        hand = played(rng, HECKMONDWIKE)
        for forgotten in range(1 << len(RECORDED)):
            assert faults(in_part(hand, forgotten), HECKMONDWIKE) == ()


@pytest.mark.parametrize("players", [2, 6])
def test_real_hands_of_two_and_of_six_players_are_accepted(players):
    rng, rules = Random(players), variants.get("west_yorkshire").rules.for_players(players)
    for _ in range(examples(300)):
        hand = played(rng, rules, players)
        verify(hand, rules)
        accept_in_part(hand, rules, rng, 8)


@pytest.mark.slow
@pytest.mark.parametrize("house", HOUSES)
def test_a_hundred_thousand_real_hands_are_accepted(house):
    rng, rules = Random(f"slow {house}"), HOUSES[house]
    for _ in range(100_000 // len(HOUSES)):
        hand = played(rng, rules)
        verify(hand, rules)
        accept_in_part(hand, rules, rng, 3)


@settings(max_examples=examples(60), deadline=None)
@given(order=st.permutations(PACK), data=st.data())
def test_any_deal_played_any_legal_way_is_accepted_in_any_part(order, data):
    holdings = [tuple(order[seat * 6 : seat * 6 + 6]) for seat in range(4)]
    tricks = play_out(
        holdings, HECKMONDWIKE, lambda seat, legal, trump, trick: data.draw(st.sampled_from(legal))
    )
    hand = score_deal(holdings, tricks, HECKMONDWIKE)
    forgotten = data.draw(st.integers(0, (1 << len(RECORDED)) - 1))
    assert faults(in_part(hand, forgotten), HECKMONDWIKE) == ()


@pytest.mark.parametrize("low_to", LowTo)
def test_all_thirty_six_combinations_and_all_twelve_splits_occur(low_to):
    rng, rules = Random(36), replace(HECKMONDWIKE, low_to=low_to)
    seen, splits = set(), set()
    while len(seen) < 36 or len(splits) < 12:
        hand = played(rng, rules)
        awards = (hand.high, hand.low, hand.jack, hand.game)
        seen.add(awards)
        splits.add((awards.count(0), awards.count(1)))
    assert seen == set(product((0, 1), (0, 1), (0, 1, NOBODY), (0, 1, NOBODY)))
    assert splits == {(a, b) for a, b in product(range(5), repeat=2) if 2 <= a + b <= 4}


def test_a_deal_gives_six_different_cards_to_each():
    holdings = deal(Random(1), HECKMONDWIKE)
    assert [len(holding) for holding in holdings] == [6, 6, 6, 6]
    assert len({card for holding in holdings for card in holding}) == 24
    assert [len(holding) for holding in deal(Random(1), HECKMONDWIKE, 2)] == [6, 6]


def test_the_same_seed_deals_the_same_cards():
    assert deal(Random(7), HECKMONDWIKE) == deal(Random(7), HECKMONDWIKE)


def test_a_card_that_is_not_legal_cannot_be_played():
    holdings = deal(Random(1), HECKMONDWIKE)
    missing = next(card for card in PACK if all(card not in holding for holding in holdings))
    with pytest.raises(IllegalPlay, match=missing.words):
        play_out(holdings, HECKMONDWIKE, lambda seat, legal, trump, trick: missing)


def cards(text):
    return tuple(map(Card.parse, text.split()))


DEAL = (
    cards("AS 5S KH 4D 3C 2C"),
    cards("JS 9S TH 8D 7C 6C"),
    cards("3S 2S QH 9D TC 5C"),
    cards("KS 7S 3H 2D 9C 8C"),
)
PLAY = ("AS 9S 3S 7S", "KH TH QH 3H", "5S JS 2S KS", "2D 4D 8D 9D", "TC 8C 3C 7C", "5C 9C 2C 6C")


def play_of(lines):
    """A choice that follows the written tricks."""
    turns = iter(cards(" ".join(lines)))
    return lambda seat, legal, trump, trick: next(turns)


def test_a_worked_hand_scores_high_low_jack_and_game():
    hand = score_deal(DEAL, play_out(DEAL, HECKMONDWIKE, play_of(PLAY)), HECKMONDWIKE)
    assert hand == Hand(
        high=0,
        low=0,
        jack=1,
        game=0,
        trump=Suit.SPADES,
        high_card=Card.parse("AS"),
        low_card=Card.parse("2S"),
        pitched=Card.parse("AS"),
        pitcher_side=0,
        card_points=(29, 4),
    )


def test_low_goes_to_the_side_dealt_it_or_in_lancashire_to_the_winner_of_its_trick():
    lancashire = HOUSES["low to the trick's winner"]
    tricks = play_out(DEAL, lancashire, play_of(PLAY))
    assert score_deal(DEAL, tricks, HECKMONDWIKE).low == 0
    assert score_deal(DEAL, tricks, lancashire).low == 1


def test_a_jack_caught_from_the_other_side_is_hanged_and_one_kept_is_not():
    rng, rules = Random(3), HOUSES["the hanged jack counts"]
    hung = Counter(hand.hung for hand in (played(rng, rules) for _ in range(200)) if hand.jack is not NOBODY)
    assert hung[True] > 10 < hung[False]


def ways(holdings, trump, rules, trick=()):
    """In how many ways a trick can be played, from the leader round."""
    if len(trick) == len(holdings):
        return 1
    legal = legal_plays(holdings[len(trick)], trump, trick, rules)
    return sum(ways(holdings, trump or card.suit, rules, (*trick, card)) for card in legal)


def test_the_ways_to_play_a_trick_are_as_counted_by_hand():
    # The first: spades 2x2x2x2, the king of hearts and the four of diamonds one each, clubs 2x2x2x2.
    assert ways(DEAL, None, HECKMONDWIKE) == 34
    second = [tuple(card for card in holding if card not in cards(PLAY[0])) for holding in DEAL]
    # Led the five of spades 1, the king of hearts 2x2x2, the four of diamonds 2x2x2, a club 3x3x3 twice.
    assert ways(second, Suit.SPADES, HECKMONDWIKE) == 71
    # Without trumping in: 1, 1, 1, and a club 2x2x2 twice.
    assert ways(second, Suit.SPADES, HOUSES["no trumping in"]) == 19


@pytest.mark.parametrize(
    ("game", "players"),
    [(v.name, n) for v in variants.ALL if v.rules.trump is TrumpBy.PITCH for n in v.rules.players],
)
@pytest.mark.parametrize("options", [{}, {"no_undertrump": True, "must_trump_when_void": True}])
def test_a_random_hand_is_dealt_played_and_scored_as_step_by_step(game, players, options):
    rules = variants.get(game).rules.with_options(options)
    for seed in range(20):
        rng = Random(seed)
        cards = rng.sample(pack(rules.pack), players * rules.hand)
        holdings = [cards[seat::players] for seat in range(players)]

        def choose(seat, legal, trump, trick):
            led = trick[0].suit if trick else None
            legal = sorted(legal, key=lambda card: (card.suit is not led, SUIT_NUMBER[card]))
            return legal[int(rng.random() * len(legal))]  # noqa: B023  called in this turn of the loop

        tricks = play_out(holdings, rules, choose)
        assert random_hand(Random(seed), rules, players) == score_deal(holdings, tricks, rules)
