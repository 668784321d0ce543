"""How fast the rules engine checks what a league enters: a season of 132 matches of four tables."""

from random import Random

import pytest

from scoring import Hand, hands, score_game, variants

RULES = variants.get("heckmondwike").rules
MATCHES, TABLES, HANDS = 132, 4, 9
FIRST_HANDS = 7
"""Too few for fifteen points in most games, so that nearly every hand is pegged whole."""


def dealt(rng: Random) -> Hand:
    """A hand really dealt and legally played, with its cards."""
    holdings = hands.deal(rng, RULES)
    tricks = hands.play_out(holdings, RULES, lambda seat, legal, trump, trick: rng.choice(legal))
    return hands.score_deal(holdings, tricks, RULES)


@pytest.fixture(scope="module")
def pack() -> list[Hand]:
    rng = Random(132)
    return [dealt(rng) for _ in range(500)]


def as_awards(hand: Hand) -> tuple[object, ...]:
    return hand.high, hand.low, hand.jack, hand.game


def test_entries_validated_and_pegged(benchmark, pack):
    """Every entry made a hand, validated and pegged; the ids of faults and their places come with it."""
    entered = [as_awards(hand) for hand in pack]
    games = [entered[at : at + FIRST_HANDS] for at in range(0, len(entered), FIRST_HANDS)]

    def check():
        return [score_game([Hand(*awards) for awards in game], RULES) for game in games]

    scored = benchmark(check)
    assert not any(game.faults for game in scored if game.winner is None)
    benchmark.extra_info.update(goal="C3", entries=len(entered))
    benchmark.extra_info["per_second"] = round(len(entered) / benchmark.stats.stats.median)


def test_a_seasons_entries(benchmark, pack):
    """The whole season at once: 4,752 entries of four awards."""
    rng = Random(4752)
    season = [[Hand(*as_awards(rng.choice(pack))) for _ in range(HANDS)] for _ in range(MATCHES * TABLES)]

    scored = benchmark(lambda: [score_game(game, RULES) for game in season])
    assert sum(len(game.running) for game in scored) == MATCHES * TABLES * HANDS
    benchmark.extra_info.update(goal="C4", entries=MATCHES * TABLES * HANDS)


def test_entries_validated_with_their_cards(benchmark, pack):
    """Every entry with High's and Low's card, the card pitched and the card points."""
    found = benchmark(lambda: [hands.faults(hand, RULES) for hand in pack])
    assert not any(found)
    benchmark.extra_info.update(goal="C3", entries=len(pack), level=2)


def test_deals_played_out(benchmark):
    """Deals dealt, played legally at random and scored."""
    rng = Random(1)
    benchmark(dealt, rng)
    benchmark.extra_info.update(goal="C1")
