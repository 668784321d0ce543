"""How fair lists come out, and how fast (B1 to B7).

pytest tests/benchmarks/test_fixtures.py --benchmark-json=fixtures.json

B4 and B5 want the public RobinX repository: PEGBOARD_ROBINX names its folder `Repository`,
PEGBOARD_ROBINX_SAMPLE how many of the MultiLeague instances are tried (24 if not said). Nothing is fetched;
without it they are left out.
"""

import os
import statistics
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from league.demo.round_robin import double_round_robin
from league.fixturing import (
    Rules,
    SecondHalf,
    TeamWish,
    Where,
    best_plan,
    conflicts_of,
    fairness_of,
    faults_of,
    search,
)
from league.fixturing.robinx import judge, parse_instance, solved
from tests.league.fixturing.cast import at_home, breaks, league_of, names, night

SECONDS_EACH = 5.0


def note(benchmark, goal, **more):
    """Puts down the goal, and how long the plain circle of one division takes in the same run."""
    began = time.perf_counter()
    for _ in range(100):
        double_round_robin(12)
    circle = (time.perf_counter() - began) / 100
    ratio = benchmark.stats.stats.median / circle
    yardstick = "the circle of 12 places built once"
    benchmark.extra_info.update({"goal": goal, "yardstick": yardstick, "ratio": float(f"{ratio:.3g}")} | more)


def shared_league(divisions, teams, blocked, seed):
    """Every pub has two teams, anywhere, and one room; some teams cannot be at home on some night."""
    rng = Random(seed)
    everybody = [team for number in range(1, divisions + 1) for team in names(teams, number)]
    mixed = rng.sample(everybody, len(everybody))
    couples = list(zip(mixed[::2], mixed[1::2], strict=True))
    rounds = 2 * (teams - 1)
    darts = [
        TeamWish(team=rng.choice(everybody), where=Where.NOT_HOME, days=(night(rng.randint(1, rounds)),))
        for _ in range(blocked)
    ]
    return league_of(*[teams] * divisions, sharing=couples, wishes=darts)


@pytest.mark.parametrize("teams", [8, 9, 10, 11, 12, 13, 14, 15, 16])
def test_breaks_against_the_fewest_there_can_be(benchmark, teams):
    couples = list(zip(names(teams)[::2], names(teams)[1::2], strict=False)) if teams % 2 == 0 else []
    task = league_of(teams, sharing=couples)
    found = benchmark(lambda: best_plan(task))
    report = fairness_of(task, found.plan)
    assert not report.faults
    fewest = report.divisions[0].least_breaks
    note(benchmark, "B1", breaks=report.breaks, fewest=fewest, breaks_ratio=report.breaks / fewest)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("steps", [1, 40])
def test_four_divisions_of_twelve_with_every_pub_shared(benchmark, steps, seed):
    task = shared_league(4, 12, 24, seed)
    found = benchmark.pedantic(lambda: best_plan(task, steps=steps), rounds=3)
    report = fairness_of(task, found.plan)
    assert not report.faults
    missed = sum(len(wish.missed) for wish in report.wishes)
    breaks_ratio = report.breaks / 120
    note(
        benchmark,
        "B3" if steps == 1 else "B2",
        clashes=len(report.clashes),
        missed=missed,
        missed_at_least=(found.bound - 1200) // 30,
        breaks_ratio=breaks_ratio,
        proved=found.is_optimal,
    )


def test_a_county_of_twelve_divisions_of_fourteen(benchmark):
    task = shared_league(12, 14, 80, 1)
    found = benchmark.pedantic(lambda: best_plan(task, steps=1), rounds=3)
    report = fairness_of(task, found.plan)
    assert not report.faults
    missed = sum(len(wish.missed) for wish in report.wishes)
    note(benchmark, "B3", missed=missed, breaks_ratio=report.breaks / (12 * 36))


def test_wishes_that_contradict_each_other_are_explained(benchmark):
    """Four divisions of twelve, and two teams of one room who both ask to be at home on one night."""
    task = shared_league(4, 12, 24, 0)
    venues = Counter(team.venue for team in task.teams)
    pub = next(venue for venue, teams in venues.items() if teams == 2)
    one, other = [team.key for team in task.teams if team.venue == pub]
    asked = [TeamWish(team=team, where=Where.HOME, days=(night(9),), weight=99) for team in (one, other)]
    wishes = (*asked, *task.wishes)
    both = league_of(12, 12, 12, 12, wishes=wishes, sharing=[(one, other)])
    found = benchmark.pedantic(lambda: conflicts_of(both, most=1), rounds=3)
    assert len(found[0].conditions) == 3
    note(benchmark, "B2", sentence=found[0].sentence)


@pytest.mark.parametrize("second_half", [SecondHalf.MIRRORED, SecondHalf.FRENCH, SecondHalf.FREE])
def test_home_and_away_in_each_half(benchmark, second_half):
    """FREE with runs of two at most and returns half the list apart."""
    is_free = second_half is SecondHalf.FREE
    rules = Rules(return_after=6, longest_run=2) if is_free else Rules()
    task = league_of(12, second_half=second_half, rules=rules)
    found = benchmark(lambda: best_plan(task))
    (division,) = fairness_of(task, found.plan).divisions
    halves = [
        sum(day <= night(11) for day in days) * 2 - 11
        for days in (at_home(found.plan, team) for team in names(12))
    ]
    assert not faults_of(task, found.plan)
    note(
        benchmark,
        "B6",
        apart_in_a_half=max(map(abs, halves)),
        longest_run=max(max(team.longest_home, team.longest_away) for team in division.teams),
        breaks=division.breaks,
        breaks_limit=4 * 12,
        return_after=division.soonest_return,
    )


@pytest.mark.parametrize("teams", [8, 10, 12, 14, 16])
def test_fair_draws(benchmark, teams):
    task = league_of(teams, fair_draw=True)
    found = benchmark.pedantic(lambda: best_plan(task, steps=10), rounds=1)
    (division,) = fairness_of(task, found.plan).divisions
    note(
        benchmark,
        "B7",
        carry_over=division.carry_over,
        carry_over_ratio=round(division.carry_over / division.best_carry_over, 2),
        breaks_ratio=round(breaks(found.plan) / (3 * teams - 6), 2),
    )


def repository():
    folder = os.environ.get("PEGBOARD_ROBINX")
    if not folder:
        pytest.skip("PEGBOARD_ROBINX names no folder with the RobinX repository")
    return Path(folder)


def test_multi_league_instances(benchmark):
    files = sorted(repository().glob("MultiLeague/Instances/ML_*.xml"))
    sample = Random(1).sample(files, min(len(files), int(os.environ.get("PEGBOARD_ROBINX_SAMPLE", "24"))))
    times, feasible = [], 0

    def solve_all():
        nonlocal feasible
        for file in sample:
            instance = parse_instance(file.read_text(encoding="utf-8"))
            began = time.perf_counter()
            placed = solved(
                instance, seconds=SECONDS_EACH, lap=lambda began=began: time.perf_counter() - began
            )
            times.append(time.perf_counter() - began)
            feasible += placed is not None and judge(instance, placed).is_feasible

    benchmark.pedantic(solve_all, rounds=1)
    median = statistics.median(times)
    note(benchmark, "B4", instances=len(sample), feasible=feasible, median=median, longest=max(times))


def test_itc_2021_instances_are_read(benchmark):
    files = sorted(repository().glob("ITC2021/Instances/ITC2021_*_*.xml"))
    read = benchmark.pedantic(lambda: [parse_instance(file.read_text("utf-8")) for file in files], rounds=1)
    unknown = {kind for instance in read for kind, _ in instance.unknown}
    note(benchmark, "B5", instances=len(read), unknown=sorted(unknown))


def test_a_search_never_gets_worse(benchmark):
    task = shared_league(2, 10, 20, 3)
    steps = benchmark.pedantic(lambda: [one.found for one in search(task, steps=12)], rounds=1)
    assert steps == sorted(steps, reverse=True)
    note(benchmark, "B2", first=steps[0], last=steps[-1])
