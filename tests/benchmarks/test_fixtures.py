"""How fair lists come out, and how fast (B1 to B8). In processor time, so that other work hardly counts.

pytest tests/benchmarks/test_fixtures.py --benchmark-json=fixtures.json

B4 and B5 want the public RobinX repository: PEGBOARD_ROBINX names its folder `Repository`,
PEGBOARD_ROBINX_SAMPLE how many of the MultiLeague instances are tried (24 if not said),
PEGBOARD_ROBINX_VALIDATOR the validator built from its source, which then has to agree. Nothing is fetched;
without them they are left out.
"""

import os
import re
import resource
import statistics
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from league.scheduling.planner.calendar import Off, SeasonCalendar
from league.scheduling.planner.conflicts import conflicts_of
from league.scheduling.planner.fairness import fairness_of
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.searching import best_plan, search
from league.scheduling.planner.task import PlanRules, SecondHalf, TeamRequest, Where
from tests.scheduling.cast import at_home, breaks, league_of, names, night
from tests.tools.demo.round_robin import double_round_robin
from tests.tools.robinx.files import parse_instance, parse_solution
from tests.tools.robinx.judging import judge

SECONDS_EACH = 5.0
ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.benchmark(timer=time.process_time)


def note(benchmark, goal, **more):
    """Puts down the goal, and how long the plain circle of one division takes in the same run."""
    began = time.process_time()
    for _ in range(100):
        double_round_robin(12)
    circle = (time.process_time() - began) / 100
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
        TeamRequest(team=rng.choice(everybody), where=Where.NOT_HOME, days=(night(rng.randint(1, rounds)),))
        for _ in range(blocked)
    ]
    return league_of(*[teams] * divisions, sharing=couples, requests=darts)


ONE_DIVISION = [(teams, shared) for teams in range(8, 17) for shared in (0, 1, teams // 4, teams // 2)]


@pytest.mark.parametrize(("teams", "shared"), [one for one in ONE_DIVISION if one[0] % 2 == 0 or not one[1]])
def test_breaks_against_the_fewest_there_can_be(benchmark, teams, shared):
    """`shared` pubs have two teams each and one room: that costs nothing."""
    couples = list(zip(names(teams)[::2], names(teams)[1::2], strict=False))[:shared]
    task = league_of(teams, sharing=couples)
    found = benchmark.pedantic(lambda: best_plan(task), rounds=5)
    report = fairness_of(task, found.plan)
    assert not report.faults
    fewest = report.divisions[0].least_breaks
    note(benchmark, "B1", breaks=report.breaks, fewest=fewest, breaks_ratio=report.breaks / fewest)


@pytest.mark.parametrize("teams", [8, 10, 12, 14, 16])
def test_nights_on_which_teams_cannot_be_at_home(benchmark, teams):
    """As many as half the teams, and a quarter of the teams share pubs."""
    rng = Random(teams)
    couples = list(zip(names(teams)[::2], names(teams)[1::2], strict=True))[: teams // 4]
    darts = [
        TeamRequest(
            team=rng.choice(names(teams)), where=Where.NOT_HOME, days=(night(rng.randint(1, 2 * teams - 2)),)
        )
        for _ in range(teams // 2)
    ]
    task = league_of(teams, sharing=couples, requests=darts)
    found = benchmark.pedantic(lambda: best_plan(task), rounds=5)
    report = fairness_of(task, found.plan)
    assert not report.faults
    missed = sum(len(request.missed) for request in report.requests)
    note(
        benchmark, "B2", missed=missed, breaks_ratio=report.breaks / (3 * teams - 6), proved=found.is_optimal
    )


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("steps", [1, 40])
def test_four_divisions_of_twelve_with_every_pub_shared(benchmark, steps, seed):
    task = shared_league(4, 12, 24, seed)
    found = benchmark.pedantic(lambda: best_plan(task, steps=steps), rounds=3)
    report = fairness_of(task, found.plan)
    assert not report.faults
    missed = sum(len(request.missed) for request in report.requests)
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
    missed = sum(len(request.missed) for request in report.requests)
    note(benchmark, "B3", missed=missed, breaks_ratio=report.breaks / (12 * 36))


def test_requests_that_contradict_each_other_are_explained(benchmark):
    """Four divisions of twelve, and two teams of one room who both ask to be at home on one night."""
    task = shared_league(4, 12, 24, 0)
    venues = Counter(team.venue for team in task.teams)
    pub = next(venue for venue, teams in venues.items() if teams == 2)
    one, other = [team.key for team in task.teams if team.venue == pub]
    asked = [TeamRequest(team=team, where=Where.HOME, days=(night(9),), weight=99) for team in (one, other)]
    requests = (*asked, *task.requests)
    both = league_of(12, 12, 12, 12, requests=requests, sharing=[(one, other)])
    found = benchmark.pedantic(lambda: conflicts_of(both, most=1), rounds=3)
    assert len(found[0].conditions) == 3
    note(benchmark, "B2", sentence=found[0].sentence)


def test_a_thousand_requests_at_cross_purposes_end_in_time(benchmark):
    """Two hundred teams in ten divisions, every pub shared by two, a thousand teams at home on some night."""
    requests = shared_league(10, 20, 1000, 7).requests
    asked = [
        replace(request, where=Where.HOME, weight=number % 90 + 1) for number, request in enumerate(requests)
    ]
    task = replace(shared_league(10, 20, 0, 7), requests=tuple(asked))
    found = benchmark.pedantic(lambda: best_plan(task, steps=2), rounds=1)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    note(benchmark, "B2", found=found.cost, bound=found.bound, most_megabytes=most)


@pytest.mark.parametrize("seed", range(3))
def test_four_divisions_of_twelve_planned_again_in_mid_season(benchmark, seed):
    """Two weeks of snow, and a pub of two teams shut for five weeks; every room is taken every night."""
    task, nights = shared_league(4, 12, 24, seed), tuple(map(night, range(1, 31)))
    task = replace(task, divisions=tuple(replace(division, nights=nights) for division in task.divisions))
    standing = best_plan(task, steps=2).plan
    snow, shut = (night(11), night(12)), frozenset(map(night, range(13, 18)))
    off = tuple(Off(day=day, because="snow") for day in snow)
    left = tuple(day for day in nights if day not in snow)
    again = replace(
        task,
        standing=standing,
        keep_before=snow[0],
        divisions=tuple(replace(division, nights=left) for division in task.divisions),
        venues=(replace(task.venues[0], closed=shut), *task.venues[1:]),
        calendar=SeasonCalendar(first=nights[0], last=nights[-1], off=off),
    )
    found = benchmark.pedantic(lambda: best_plan(again, steps=4), rounds=3)
    assert not faults_of(again, found.plan)
    hit = sum(meeting.date in snow for meeting in standing.meetings)
    moved = len(set(standing.meetings) - set(found.plan.meetings))
    note(benchmark, "B8", limit_seconds=60, snowed_off=hit, moved=moved)


@pytest.mark.parametrize("second_half", [SecondHalf.MIRRORED, SecondHalf.FRENCH, SecondHalf.FREE])
def test_home_and_away_in_each_half(benchmark, second_half):
    """FREE with runs of two at most and returns half the list apart."""
    is_free = second_half is SecondHalf.FREE
    rules = PlanRules(return_after=6, longest_run=2) if is_free else PlanRules()
    task = league_of(12, second_half=second_half, rules=rules)
    found = benchmark(lambda: best_plan(task))
    fairness = fairness_of(task, found.plan)
    (division,) = fairness.divisions
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
        return_after=fairness.verdict.traded.soonest_return,
    )


@pytest.mark.parametrize("teams", range(4, 21, 2))
def test_fair_draws(benchmark, teams):
    task = league_of(teams, fair_draw=True)
    found = benchmark.pedantic(lambda: best_plan(task, steps=10), rounds=1)
    fairness = fairness_of(task, found.plan)
    (division,) = fairness.divisions
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


def validated(instance, solution):
    """What the repository's own validator says: how far it is from feasible, and its objective."""
    validator = os.environ.get("PEGBOARD_ROBINX_VALIDATOR")
    if not validator:
        pytest.skip("PEGBOARD_ROBINX_VALIDATOR names no validator")
    run = subprocess.run(
        [validator, "-i", instance, "-s", solution], capture_output=True, text=True, check=False
    )
    infeasibility, objective = re.findall(r"Objective:\s+(\d+)\s+(\d+)", run.stdout)[-1]
    return int(infeasibility), int(objective)


@pytest.mark.parametrize("kind", ["MultiLeague/*/ML_*.xml", "ITC2021/*/*_comp_best.xml"])
def test_published_solutions_are_judged_as_by_the_validator(benchmark, kind):
    """Solutions of others. Those that leave games unplaced are told apart, not measured."""
    files = sorted(file for file in repository().glob(kind) if file.parent.name == "Solutions")
    of = {file: instance_of(file) for file in files}

    def judge_all():
        for solution, file in of.items():
            instance = parse_instance(file.read_text(encoding="utf-8"))
            judged = judge(instance, parse_solution(solution.read_text(encoding="utf-8")))
            assert validated(file, solution) == (judged.infeasibility, judged.objective)

    benchmark.pedantic(judge_all, rounds=1)
    note(benchmark, "B4" if kind.startswith("Multi") else "B5", solutions=len(of))


def instance_of(solution):
    """The instance that a published solution is of, by the names of the two files."""
    name = solution.name.split("_Sol")[0].removesuffix(".xml")
    found = re.match(r"(Early|Middle|Late|Test)_(\d+)_", name)
    if found:
        name = f"ITC2021_{found[1]}{'' if found[1] == 'Test' else '_'}{found[2]}"
    return solution.parent.parent / "Instances" / f"{name}.xml"


def test_multi_league_instances(benchmark, tmp_path):
    """The whole command with its start, by the clock on the wall."""
    files = sorted(repository().glob("MultiLeague/Instances/ML_*.xml"))
    sample = Random(1).sample(files, min(len(files), int(os.environ.get("PEGBOARD_ROBINX_SAMPLE", "24"))))
    times, costs = [], []

    def solve_all():
        for file in sample:
            solution = tmp_path / file.name
            began = time.perf_counter()
            subprocess.run(
                [sys.executable, "-m", "tests.tools.robinx", file.resolve(), "--out", solution],
                cwd=ROOT,
                check=True,
            )
            times.append(time.perf_counter() - began)
            placed = parse_solution(solution.read_text(encoding="utf-8"))
            judged = judge(parse_instance(file.read_text(encoding="utf-8")), placed)
            assert judged.is_feasible, file.name
            costs.append(judged.objective)
            if os.environ.get("PEGBOARD_ROBINX_VALIDATOR"):
                assert validated(file, solution) == (judged.infeasibility, judged.objective)

    benchmark.pedantic(solve_all, rounds=1)
    note(
        benchmark,
        "B4",
        instances=len(sample),
        without_soft_cost=costs.count(0),
        median=statistics.median(times),
        longest=max(times),
        too_long=sum(seconds > SECONDS_EACH for seconds in times),
    )


def test_itc_2021_instances_are_read(benchmark):
    files = sorted(repository().glob("ITC2021/Instances/ITC2021_*_*.xml"))
    read = benchmark.pedantic(lambda: [parse_instance(file.read_text("utf-8")) for file in files], rounds=1)
    unknown = {kind for instance in read for kind, _ in instance.unknown}
    note(benchmark, "B5", instances=len(read), unknown=sorted(unknown))


def test_a_search_never_gets_worse(benchmark):
    task = shared_league(2, 10, 20, 3)
    steps = benchmark.pedantic(lambda: [one.cost for one in search(task, steps=12)], rounds=1)
    assert steps == sorted(steps, reverse=True)
    note(benchmark, "B2", first=steps[0], last=steps[-1])
