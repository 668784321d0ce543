"""Seasons made by rules drawn at random: the rules found give the table again, and the fault is named."""

import random
import time
from fractions import Fraction
from itertools import permutations

import pytest

from league.exchange.result_lines import ResultFigures
from league.proving.explaining import Kind
from league.proving.proof import Proof, prove
from league.proving.season import LastSeason, Played, PublishedRow
from tests.examples import part_of
from tests.proving.made import Made, made

SEEDS = range(50)
SECONDS = 10
"""Of one core, for a league of 18 teams and 306 matches."""
KINDS = {
    "deduction": Kind.DEDUCTION,
    "wrong": Kind.WRONG,
    "missing": Kind.MISSING,
    "turned": Kind.WRONG_WAY_ROUND,
}


def names_fault(proof: Proof, planted: Made) -> bool:
    """Whether an explanation is of that kind and of these teams."""
    table = planted.season.table
    return any(
        each.kind is KINDS[planted.fault] and {table[row - 1].team for row in each.rows} == planted.teams
        for each in proof.explanations
    )


def agreeing_by_truth(planted: Made) -> int:
    """How many rows agree by the rules the season was made by; a deduction is no rule."""
    truth = planted.truth
    kept = type(truth)(
        season=planted.season, book=truth.book, gone=truth.gone, effect=truth.effect, deductions={}
    )
    return kept.agree


def test_the_rules_found_give_the_table_and_the_fault_is_named() -> None:
    # A fifth of them has each kind of fault once and more.
    seasons = [made(seed) for seed in part_of(SEEDS, each=10)]
    found = [(planted, prove(planted.season)) for planted in seasons]
    worse = [
        (planted.fault, proof.trial.agree, agreeing_by_truth(planted))
        for planted, proof in found
        if proof.trial.agree < agreeing_by_truth(planted)
    ]
    assert not worse
    assert all(proof.is_whole for planted, proof in found if planted.fault in ("none", "withdrawal"))
    faulty = [names_fault(proof, planted) for planted, proof in found if planted.fault in KINDS]
    assert sum(faulty) >= 0.9 * len(faulty)


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["heckmondwike", "rinks", "crown-green"])
def test_a_league_of_eighteen_teams_is_proved(preset: str) -> None:
    for seed, fault in enumerate(("none", "withdrawal", *KINDS)):
        planted = made(1000 + seed, teams=18, fault=fault, preset=preset)
        began = time.process_time()
        proof = prove(planted.season)
        assert time.process_time() - began < SECONDS
        assert proof.trial.agree == agreeing_by_truth(planted)
        assert fault not in KINDS or names_fault(proof, planted)


def test_a_table_may_have_the_points_of_single_games() -> None:
    """Crib by legs, two for most of them and half a point each, its columns For and Against in holes."""
    dice = random.Random(3)
    own = {team: [0, 0, 0] for team in range(4)}
    results = []
    for home, away in permutations(own, 2):
        games = tuple(
            tuple(
                (14, dice.randrange(14)) if dice.random() < 0.5 else (dice.randrange(14), 14)
                for _ in range(5)
            )
            for _ in range(3)
        )
        won = sum(one > other for table in games for one, other in table)
        pegged = [sum(game[side] for table in games for game in table) for side in (0, 1)]
        for team, side, legs in ((home, 0, won), (away, 1, 15 - won)):
            mine = own[team]
            own[team] = [
                mine[0] + pegged[side],
                mine[1] + pegged[1 - side],
                mine[2] + legs + 4 * (legs > 7),
            ]
        tables = tuple(
            (sum(one > other for one, other in table), sum(other > one for one, other in table))
            for table in games
        )
        figures = ResultFigures(tables=tables, games=games)
        results.append(Played(line=0, date=None, week=1, home=home, away=away, figures=figures))
    order = sorted(own.items(), key=lambda item: (-item[1][2], item[1][1] - item[1][0]))
    table = [
        PublishedRow(
            team=team,
            place=None,
            figures={"for": Fraction(pegged), "against": Fraction(against), "points": Fraction(halves, 2)},
        )
        for team, (pegged, against, halves) in order
    ]
    proof = prove(LastSeason(teams=("A", "B", "C", "D"), results=results, table=table))
    assert proof.is_whole
    assert proof.preset == "crib-legs"
