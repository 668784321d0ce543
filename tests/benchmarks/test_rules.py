"""How fast the rules engine checks what a league enters: a season of 132 matches of four tables.

    pytest tests/benchmarks/test_rules.py --benchmark-json=rules.json

C1 is a deal played out and scored, C2 records replayed and verified, C3 entries of a league validated, C4 a
season of 11,616 of them, C5 whether a second, naive scorer agrees. Ratios are to the yardsticks beside this
file, timed in the same run.
"""

import timeit
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, repeat
from random import Random

import pytest

from scoring import Hand, awards, hand_faults, notation, score_game, variants
from scoring.notation import ParsedHand, ParsedSheet
from scoring.possible_scores import most_hands, possible_hands
from scoring.reconcile import reconcile
from tests.benchmarks.yardsticks import report
from tests.scoring.notation.sheets import game_played
from tests.scoring.playing import GAMES, HOUSES
from tests.scoring.test_second_scorer import agree

RULES = variants.get("heckmondwike").rules
ENTRIES = 132 * 4 * 22
"""A season of 132 matches of four tables, 22 hands a table: several games where it takes fewer to win one."""
FIRST_HANDS = 7
"""Too few for fifteen points in most games, so that nearly every hand is pegged whole."""


def dealt(rng: Random) -> Hand:
    """A hand really dealt and legally played, with its cards."""
    holdings = awards.deal(rng, RULES)
    tricks = awards.play_out(holdings, RULES, lambda seat, legal, trump, trick: rng.choice(legal))
    return awards.score_deal(holdings, tricks, RULES)


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
    report(benchmark, "C3", len(entered))


def test_a_seasons_entries(benchmark, pack):
    """The whole season at once: 11,616 entries of four awards, in games that end when they are won."""
    rng = Random(4752)
    season: list[list[Hand]] = []
    while sum(map(len, season)) < ENTRIES:
        hands_dealt = [Hand(*as_awards(rng.choice(pack))) for _ in range(most_hands(RULES.target))]
        season.append(hands_dealt[: score_game(hands_dealt, RULES).hands])
    entries = sum(map(len, season))

    scored = benchmark(lambda: [score_game(game, RULES) for game in season])
    assert all(game.winner is not None and not game.faults for game in scored)
    report(benchmark, "C4", entries, milliseconds=round(benchmark.stats.stats.median * 1000, 1))


def test_entries_validated_with_their_cards(benchmark, pack):
    """Every entry with High's and Low's card, the card pitched and the card points."""
    found = benchmark(lambda: [hand_faults.faults(hand, RULES) for hand in pack])
    assert not any(found)
    report(benchmark, "C3", len(pack), level=2)


def test_deals_played_out(benchmark):
    """Deals dealt, played legally at random and scored."""
    rng = Random(1)
    benchmark(dealt, rng)
    report(benchmark, "C1", 1)


AGREED = 4
"""Hands of each game, number of players and house rules; the slow tests have a hundred thousand in all."""


def test_a_second_scorer_agrees(benchmark):
    """Every game of the family played at random by many house rules: one disagreement would end this."""

    def compare():
        for game, players in GAMES:
            for number in range(len(HOUSES) * AGREED):
                agree(game, players, "C5", number)

    benchmark.pedantic(compare, rounds=1)
    report(benchmark, "C5", len(GAMES) * len(HOUSES) * AGREED, disagreements=0)


# Files of the notation


@pytest.fixture(scope="module")
def played() -> list[ParsedSheet]:
    """Games of the league with every card."""
    rng = Random(15)
    return [game_played(rng, "heckmondwike", 4) for _ in range(60)]


def lines_of(sheets: list[ParsedSheet]) -> list[bytes]:
    return [f"{line}\n".encode() for line in notation.write(sheets)]


def with_awards_only(one: ParsedHand) -> ParsedHand:
    hand = Hand(one.hand.high, one.hand.low, one.hand.jack, one.hand.game)
    return replace(one, hand=hand, dealt=(), tricks=())


def without_play(hand: ParsedHand) -> ParsedHand:
    return replace(hand, dealt=(), tricks=())


def every_card(hand: ParsedHand) -> ParsedHand:
    return hand


@pytest.mark.parametrize(
    ("level", "written"), [(1, with_awards_only), (2, without_play), (3, every_card)], ids=["1", "2", "3"]
)
def test_records_read_and_verified(benchmark, played, level, written):
    """Files of games read, replayed and every score and card in them verified."""
    sheets = [replace(sheet, hands=tuple(map(written, sheet.hands))) for sheet in played]
    lines = lines_of(sheets)

    found = benchmark(lambda: [notation.check(sheet) for sheet in notation.read(lines)])
    assert found == [()] * len(sheets)
    report(benchmark, "C2", sum(len(sheet.hands) for sheet in sheets), level=level)


def test_a_paper_reconciled(benchmark):
    """Every single slip that explains a table of its hands, one of them left out."""
    rng = Random(6)
    table = [rng.choice(possible_hands(RULES, 2)) for _ in range(20)]
    game = score_game(table[: score_game(table, RULES).hands], RULES)
    entered = [*table[:2], *table[3 : game.hands]]
    found = benchmark(lambda: reconcile(entered, game.scores, RULES, running=game.running))
    assert found.slips[0].hand == 2
    report(benchmark, "reconcile", 1, hands=len(entered))


@pytest.mark.parametrize(("hands", "most"), [(30, 1_000), (200, 3_000)])
def test_a_long_paper_with_a_hand_missing_is_explained_at_once(hands, most):
    """Beside scoring it once: 35 ms and 0.6 s where that takes 0.06 and 0.4 ms; 50 ms and 1 s are asked."""
    rules, rng = RULES.with_options({"target": 6 * hands}), Random(hands)
    game = [rng.choice(possible_hands(RULES, 2)) for _ in range(hands)]
    scored = score_game(game, rules)
    entered = [*game[: hands // 2], *game[hands // 2 + 1 :]]
    once = min(timeit.repeat(lambda: score_game(entered, rules), number=10, repeat=5)) / 10
    explain = partial(reconcile, entered, scored.scores, rules, running=scored.running)
    assert min(timeit.repeat(explain, number=1, repeat=3)) / once < most


STREAMED = 10_000
"""Games in the longer of two streams: enough hands to show whatever grows with them."""


def stream(games: int, lines: list[bytes]) -> Iterator[bytes]:
    return chain.from_iterable(repeat([*lines, b"\n"], games))


def peak_of(lines: Iterator[bytes]) -> int:
    """The most bytes held while a stream is read and checked."""
    tracemalloc.start()
    try:
        for sheet in notation.read(lines):
            assert not notation.check(sheet)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_stays_flat_over_a_long_stream(played):
    """A stream a hundred times as long is held in no more memory, but for what is kept once."""
    sheet = replace(played[0], hands=tuple(map(with_awards_only, played[0].hands)))
    lines = lines_of([sheet])
    short = peak_of(stream(STREAMED // 100, lines))
    long = peak_of(stream(STREAMED, lines))
    print(f"\n{STREAMED * len(sheet.hands):,} hands: {long:,} bytes at most, {short:,} for a hundredth")
    assert long < short + 50_000
