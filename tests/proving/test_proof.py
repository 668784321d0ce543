"""Seasons made by rules drawn at random: the rules found give the table again, and the fault is named."""

import time

import pytest

from league.proving.explaining import Kind
from league.proving.proof import Proof, prove
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
    seasons = [made(seed) for seed in part_of(SEEDS, each=7)]
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
