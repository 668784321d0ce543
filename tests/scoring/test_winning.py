"""Winning chances: the simulated hands are hands of the engine, and chances are what games come to."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from hashlib import sha256
from importlib import resources
from itertools import groupby
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from scoring import BadOption, ImpossibleScore, reckon, replay, variants, winning_chances
from scoring.axes import GiftTo, HonoursTo
from scoring.commands.chances import simulations
from scoring.games import tally
from scoring.hands import peg
from scoring.races import FixedHands, HandOutcome
from scoring.seats import sides_of
from scoring.simulated import SimulatedHand, SimulatedTable
from scoring.winning import HAND_OPTIONS, hand_of_result, outcome_of
from tests.examples import examples, is_whole, part_of
from tests.scoring.playing import GAMES

HECKMONDWIKE = variants.get("heckmondwike").rules


def merged(pegs) -> list[tuple[str, int, int]]:
    """What is pegged, honours one after another for the same side as one."""
    kinds = ((point.what.partition(":")[0], point.side, point.points) for point in pegs)
    grouped = groupby(kinds, key=lambda kind: kind[:2] if kind[0] == "honour" else kind)
    return [(*next(points)[:2], 0) if key[0] == "honour" else key for key, points in grouped]


def sums(pegs):
    """What each side has for marks and for each award."""
    made = Counter()
    for point in pegs:
        made[point.what.split(":")[0], point.side] += point.points
    return made


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_simulated_hand_is_legal_and_scores_what_its_result_says(game, players):
    rules = variants.get(game).rules.for_players(players)
    table = SimulatedTable(rules, Random(f"legal {game} {players}"), players)
    forced = SimulatedTable(replace(rules, must_trump_when_void=True), Random(game), players)
    marked = SimulatedTable(
        replace(rules, honours_to=HonoursTo.PLAYER_UNLESS_JT5_TAKEN), Random(game), players
    )
    for each in [table] * examples(30) + [forced, marked]:
        rules = each.rules
        for hand in each.hands():
            position = replay(hand.to_record(), replace(rules, target=None))
            board = reckon(position).board
            recorded = hand_of_result(hand.result, rules, table.sides)
            pegs = tally(recorded, rules, len(board.scores)).pegs
            if rules.plain_honours:  # of so many marks only the sums are kept
                assert sorted(sums(pegs).items()) == sorted(sums(board.pegged).items())
                continue
            assert merged(pegs) == merged(board.pegged)
            assert sum(point.points for point in pegs) == sum(board.scores)


def test_the_data_has_every_game_at_its_usual_table_and_counts_every_hand():
    text = resources.files("scoring").joinpath("hand_results.txt").read_text(encoding="ascii")
    sections = [block.splitlines() for block in text.strip().split("\n\n")]
    heads = [(head.split()[0].split(","), int(head.split()[1])) for head, *_ in sections]
    assert heads == [(simulation.games, simulation.players) for simulation in simulations()]
    for head, *lines in sections:
        counts = [line.split(" ")[0].partition("/") for line in lines]
        hands = int(head.split()[2])
        assert sum(int(giving) for giving, _, _ in counts) == hands
        assert sum(int(without or giving) for giving, _, without in counts) == hands
    for variant in variants.ALL:
        sides = len(set(sides_of(variant.rules.players[0], variant.rules.sides)))
        finished = (variant.rules.target or 0, *(0,) * (sides - 1))
        assert winning_chances(finished, variant.rules, played=4).differing == ()


# The first hands of each game, as a digest of their results.
FIRST_HANDS = {
    "west_yorkshire 4": "4c9a3215582c",
    "west_yorkshire 2": "0446c2e7b6b1",
    "west_yorkshire 6": "0a42ad840d98",
    "lancashire 4": "ce042139ae1a",
    "trinidad 4": "de22b83175a2",
    "trinidad 2": "8c259f2365d6",
    "tobago 4": "d2962d350318",
    "tobago 2": "8f8e26660a92",
    "cotton 2": "48d311598d83",
    "running 2": "f1f96bcb2ea5",
    "classic_two 2": "cac635ecad2f",
    "classic_many 3": "d2c10d6474ca",
    "classic_many 4": "594e291949a3",
    "american_early 2": "8553fc3810be",
    "seven_up 2": "efb5306ff4f8",
    "seven_up 3": "20832e0fcc4d",
    "seven_up 4": "4f78d85fa606",
    "foster_pitch 3": "47f33cd633d6",
    "victorian 2": "f20bc16ae808",
    "victorian 4": "3ba752b585e9",
    "victorian_blind 2": "33d0eba34859",
    "all_fives 2": "7be305a366a8",
    "commercial_pitch 3": "5ad90afbb58f",
    "commercial_pitch 4": "db0cc0ae9cba",
    "commercial_pitch 2": "f0c00415fd3b",
    "auction_pitch 3": "60f9f8dff75a",
    "auction_pitch 4": "19cb2ecdadee",
    "auction_pitch 2": "81497639b7df",
    "california_jack 2": "a8cebae8f57a",
    "nine_card_don 4": "d07230ada012",
    "irish_don 4": "1c4c1e3f466b",
    "phat 4": "1c11468527b5",
    "west_yorkshire 4 no_trumping_in=yes": "0859186832fe",
}


def test_the_player_is_still_the_one_who_played_the_data():
    """Who changes how hands are simulated makes `hand_results.txt` anew, then these."""
    first = {
        " ".join((simulation.games[0], str(simulation.players), *simulation.options)): "\n".join(
            simulation.section(300, 2026)
        )
        for simulation in part_of(simulations(), each=6)
    }
    made = {game: sha256(hands.encode()).hexdigest()[:12] for game, hands in first.items()}
    assert made == {game: FIRST_HANDS[game] for game in made}
    assert len(made) == len(FIRST_HANDS) or not is_whole()


@pytest.mark.parametrize(
    ("game", "players", "score", "dealer", "played", "chances"),
    [
        line.split("\t")
        for line in part_of(
            (Path(__file__).parent / "chances.tsv").read_text(encoding="ascii").splitlines()[1:], each=10
        )
    ],
)
def test_chances_of_every_game_are_those_told_before(game, players, score, dealer, played, chances):
    """The slow tests compare six of them with a million games."""
    told = winning_chances(
        tuple(map(int, score.split())),
        variants.get(game).rules,
        dealer=int(dealer) if dealer else None,
        players=int(players),
        played=int(played),
    )
    assert " ".join(f"{chance:.4f}" for chance in told.by_side) == chances


def test_one_point_from_out_on_both_sides_high_wins():
    text = resources.files("scoring").joinpath("hand_results.txt").read_text(encoding="ascii")
    head, *lines = text.split("\n\n")[0].splitlines()
    assert "heckmondwike" in head
    high = sum(int(count) for count, _, _, takers in map(str.split, lines) if takers[0] == "0")
    chances = winning_chances((14, 14), HECKMONDWIKE, dealer=1)
    assert chances.by_side[0] == pytest.approx(high / chances.simulated)
    assert winning_chances((14, 14), HECKMONDWIKE, dealer=0).by_side[1] == pytest.approx(chances.by_side[0])


def test_points_are_counted_in_the_order_of_the_game():
    """With High and Game from out on one side, Low first decides for the other."""
    hand = outcome_of("- - 01-0", HECKMONDWIKE, (0, 1, 0, 1))
    assert hand == HandOutcome(((0, 1), (1, 1), (0, 1)), is_dealt_again=False)
    assert (
        winning_chances((13, 14), HECKMONDWIKE).by_side[0]
        < winning_chances((14, 13), HECKMONDWIKE).by_side[0]
    )


LONG = ("all_fives", "irish_don", "nine_card_don", "phat")
"""Their hands have so many results, or their games so many scores, that it takes up to ten seconds."""


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(name, marks=pytest.mark.slow if name in LONG else ())
        for name in part_of(variants.names(), each=3)
    ],
)
def test_chances_add_up_rise_with_the_score_and_are_even_when_level(game):
    rules = variants.get(game).rules
    if rules.target is None:
        pytest.skip("a number of hands")
    players = next(
        number for number in rules.players if len(set(sides_of(number, rules.sides))) == 2 or number < 4
    )
    sides = len(set(sides_of(players, rules.sides)))
    level = winning_chances((2,) * sides, rules, players=players).by_side
    ahead = winning_chances((4, *(2,) * (sides - 1)), rules, players=players).by_side
    assert sum(ahead) == pytest.approx(1)
    assert level == pytest.approx((1 / sides,) * sides, abs=1e-6)
    assert ahead[0] > level[0]


def test_a_finished_game_is_certain_and_a_fixed_number_of_hands_ends():
    assert winning_chances((15, 3), HECKMONDWIKE).by_side == (1, 0)
    pub = variants.get("northern_pub").rules
    assert winning_chances((6, 3), pub, played=4).by_side == (1, 0)
    last = winning_chances((6, 3), pub, played=3, dealer=0).by_side
    assert 0.5 < last[0] < winning_chances((6, 2), pub, played=3, dealer=0).by_side[0] < 1
    assert winning_chances((4, 4), pub, played=4).by_side == pytest.approx((0.5, 0.5))


def test_options_are_reckoned_or_the_nearest_hands_stand_for_them():
    longer = HECKMONDWIKE.with_options({"target": 31, "jack_points": 2, "hang_jack": 3})
    assert winning_chances((9, 7), longer).differing == ()
    assert winning_chances((9, 7), HECKMONDWIKE.with_options({"low_to": "winner"})).differing == ()
    honley = HECKMONDWIKE.with_options({"no_trumping_in": True})
    assert winning_chances((9, 7), honley).differing == ()
    assert winning_chances((9, 7), honley).by_side != winning_chances((9, 7), HECKMONDWIKE).by_side
    assert winning_chances((9, 7), HECKMONDWIKE.with_options({"pips_count": True})).differing == (
        "pips_count",
    )


def test_a_fixed_number_of_hands_goes_on_with_the_same_dealer_after_a_hand_dealt_again():
    rules = variants.get("northern_pub").rules
    again = {HandOutcome(((0, 1),), is_dealt_again=True): 1.0}
    on = {HandOutcome(((0, 1),), is_dealt_again=False): 1.0}
    assert FixedHands(rules, 2, again).chances((0, 0)) == (1, 0)
    assert FixedHands(rules, 2, on).chances((0, 0)) == (0.5, 0.5)
    assert FixedHands(rules, 2, on).chances((0, 0), played=1) == (1, 0)


@pytest.mark.parametrize(
    ("gift_to", "score", "chances"),
    [
        ("eldest", (5, 6, 6), [0.1095, 0.5188, 0.3717]),
        ("opponents", (5, 6, 6), [0.1381, 0.3736, 0.4882]),
        ("eldest", (6, 5, 5), [0.7267, 0.1155, 0.1578]),
    ],
)
def test_a_dealer_gives_unless_the_gift_would_win_the_game(gift_to, score, chances):
    many = replace(variants.get("classic_many").rules, gift_to=GiftTo(gift_to))
    assert [round(chance, 4) for chance in winning_chances(score, many, dealer=2).by_side] == chances


@pytest.mark.parametrize(
    ("game", "score", "more", "told"),
    [
        ("pitch", (1,) * 5, {}, "Chances are reckoned for 2 to 4 sides, not for 5."),
        ("pitch", (1,), {}, "Chances are reckoned for 2 to 4 sides, not for 1."),
        ("pitch", (1, 1), {"dealer": 2}, "There is no side 2 at this table: sides count from 0 to 1."),
        ("pitch", (1, 1), {"dealer": -1}, "There is no side -1 at this table: sides count from 0 to 1."),
        ("heckmondwike", (1, 1), {"players": 2}, "2 cannot play: the game is for 4 players."),
        ("west_yorkshire", (1,) * 4, {}, "4 sides cannot play: the game is for 2 or 3."),
        (
            "heckmondwike",
            (1, 1),
            {"target": None},
            "target cannot be None: it takes a whole number from 1 to 181.",
        ),
        (
            "heckmondwike",
            (1, 1),
            {"target": 182},
            "target cannot be 182: it takes no more than 181 where chances are reckoned.",
        ),
        (
            "northern_pub",
            (1, 1),
            {"fixed_hands": 25},
            "fixed_hands cannot be 25: it takes no more than 24 where chances are reckoned.",
        ),
    ],
)
def test_what_cannot_be_reckoned_is_refused_with_a_sentence(game, score, more, told):
    options = {name: value for name, value in more.items() if name in ("target", "fixed_hands")}
    more = {name: value for name, value in more.items() if name not in options}
    with pytest.raises((BadOption, ImpossibleScore)) as refusal:
        winning_chances(score, replace(variants.get(game).rules, **options), **more)
    assert str(refusal.value) == told


def test_the_longest_games_that_are_reckoned():
    longest = winning_chances((60, 59), HECKMONDWIKE.with_options({"target": 61})).by_side
    assert longest[0] > longest[1]
    pub = variants.get("northern_pub").rules.with_options({"fixed_hands": 24})
    assert sum(winning_chances((0, 0), pub).by_side) == pytest.approx(1)


def test_the_data_is_read_when_chances_are_asked_for():
    """So starting a worker, or a command, costs nothing."""
    code = (
        "import scoring, scoring.questions, scoring.winning as w; "
        "assert w._sections.cache_info().currsize == 0; "
        "assert 'scoring.simulated' not in __import__('sys').modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def simulated_wins(
    game: str, score: tuple[int, ...], dealer: int, games: int, seed: int
) -> tuple[float, ...]:
    """How often each side wins from that score, hand after hand dealt and played anew."""
    rules = variants.get(game).rules
    rules = rules.for_players(rules.players[0])
    table = SimulatedTable(rules, Random(seed))
    sides, wins = len(score), [0] * len(score)
    for _ in range(games):
        # Sides as the hand counts them, from eldest's on.
        first, board, winner = (dealer + 1) % sides, score, None
        while winner is None:
            seen = board[first:] + board[:first]
            hand = next_hand(table, seen, rules.target or 0)
            pegs = tally(hand_of_result(hand.result, rules, table.sides), rules, sides).pegs
            seen, _, winner = peg(seen, pegs, rules.target, cap=rules.cap_at_target)
            board = seen[-first:] + seen[:-first] if first else seen
            if winner is not None:
                wins[(winner + first) % sides] += 1
            first = (first + (not hand.result.endswith("~"))) % sides
    return tuple(won / games for won in wins)


def next_hand(table: SimulatedTable, seen: tuple[int, ...], target: int) -> SimulatedHand:
    """The next hand, in which the dealer does not give a game away."""
    giving, keeping = table.hands()
    return keeping if max(seen[:-1]) + 1 >= target else giving


FROM = (
    ("heckmondwike", (9, 7), 1),
    ("lancashire", (5, 8), 0),
    ("trinidad", (11, 13), 0),
    ("seven_up", (4, 6), 1),
    ("auction_pitch", (4, 5, 3), 2),
    pytest.param("all_fives", (40, 45), 0, marks=pytest.mark.slow),
)


@pytest.mark.parametrize(("game", "score", "dealer"), FROM)
def test_chances_are_about_what_some_games_come_to(game, score, dealer):
    """A few hundred games tell to within some points: four and a half standard errors."""
    games = 400 if is_whole() else 150
    chances = winning_chances(score, variants.get(game).rules, dealer=dealer).by_side
    won = simulated_wins(game, score, dealer, games, seed=11)
    for chance, share in zip(chances, won, strict=True):
        assert abs(chance - share) < 4.5 * sqrt(chance * (1 - chance) / games)


@pytest.mark.slow  # a quarter of an hour each
@pytest.mark.parametrize(("game", "score", "dealer"), FROM)
def test_chances_agree_with_a_million_games_within_a_fifth_of_a_point(game, score, dealer):
    chances = winning_chances(score, variants.get(game).rules, dealer=dealer).by_side
    won = simulated_wins(game, score, dealer, 1_000_000, seed=12)
    assert won == pytest.approx(chances, abs=0.002)


@pytest.mark.slow  # a few minutes
def test_the_data_is_what_its_seed_deals():
    text = resources.files("scoring").joinpath("hand_results.txt").read_text(encoding="ascii")
    simulation = simulations()[0]
    section = text.split("\n\n")[0].splitlines()
    _, _, hands, seed = section[0].split()
    assert list(simulation.section(int(hands), int(seed))) == section


def test_every_rule_that_changes_the_hands_is_a_rule():
    assert all(hasattr(HECKMONDWIKE, name) for name in HAND_OPTIONS)
