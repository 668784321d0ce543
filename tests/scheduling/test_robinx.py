"""RobinX: instances in, solutions out, and the judge who counts from the games alone."""

import itertools
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from tests.examples import sampled
from tests.tools.robinx.files import UnreadableInstance, format_solution, parse_instance, parse_solution
from tests.tools.robinx.judging import judge
from tests.tools.robinx.solving import solve_instance

ROUNDS = ";".join(map(str, range(6)))
EVERYBODY = "0;1;2;3"
ROOT = Path(__file__).parents[2]


def instance_of(*constraints, compactness="C", meetings=2, slots=6, mode=""):
    """Four teams, as a file would have them."""
    teams = "".join(f'<team id="{n}" league="0" name="T{n}" teamGroups="0"/>' for n in range(4))
    places = "".join(f'<slot id="{n}" name="S{n}" slotGroup="0"/>' for n in range(slots))
    return f"""<?xml version="1.0"?><Instance><MetaData><InstanceName>Four pubs</InstanceName></MetaData>
    <Structure><Format leagueIds="0"><numberRoundRobin>{meetings}</numberRoundRobin>
    <compactness>{compactness}</compactness>{mode}</Format></Structure>
    <Resources><Teams>{teams}</Teams><Slots>{places}</Slots></Resources>
    <Constraints><BasicConstraints/><CapacityConstraints>{"".join(constraints)}</CapacityConstraints></Constraints>
    </Instance>"""


def solve(text, seconds=5.0):
    instance = parse_instance(text)
    return instance, solve_instance(instance, seconds=seconds, lap=lambda: 0.0)


def constraint(kind, **attributes):
    """One constraint, as a file would have it."""
    said = " ".join(f'{name}="{value}"' for name, value in attributes.items())
    return f'<{kind} {said} type="HARD" penalty="1"/>'


CONSTRAINTS = {
    "CA1": constraint("CA1", teams="0", max=0, min=0, mode="H", slots="0;3"),
    "CA2": constraint(
        "CA2", teams1="0", teams2="1;2", max=1, min=0, mode1="HA", mode2="GLOBAL", slots="0;1;2"
    ),
    "CA3": constraint(
        "CA3", teams1=EVERYBODY, teams2=EVERYBODY, intp=3, max=2, min=0, mode1="H", mode2="SLOTS"
    ),
    "CA4": constraint(
        "CA4", teams1="0;1", teamGroups2="0", max=1, min=0, mode1="H", mode2="EVERY", slots=ROUNDS
    ),
    "GA1": constraint("GA1", meetings="2,3;", max=1, min=1, slots="5"),
    "BR1": constraint("BR1", teams="1", intp=0, mode1="LEQ", mode2="HA", slots="1;2"),
    "BR2": constraint("BR2", teams=EVERYBODY, intp=6, homeMode="HA", mode2="LEQ", slots=ROUNDS),
    "FA2": constraint("FA2", teams=EVERYBODY, intp=1, mode="H", slots=ROUNDS),
    "SE1": constraint("SE1", teams=EVERYBODY, min=2, mode1="SLOTS"),
}


@pytest.mark.parametrize("kind", CONSTRAINTS)
def test_every_known_kind_is_kept_when_it_is_hard(kind):
    instance, placed = solve(instance_of(CONSTRAINTS[kind]))
    assert judge(instance, placed).is_feasible


@pytest.mark.parametrize("kind", CONSTRAINTS)
def test_the_judge_notices_every_kind_when_it_is_broken(kind):
    """Among the lists of another order, or with home and away changed here and there, one breaks it."""
    instance, placed = solve(instance_of(CONSTRAINTS[kind]))
    assert any(one.hard and one.infeasibility for one in map(partial(judge, instance), spoiled(placed)))


def spoiled(placed):
    for order in itertools.permutations(range(6)):
        yield {game: order[slot] for game, slot in placed.items()}
    couples = list(itertools.combinations(range(4), 2))
    for changed in itertools.product((False, True), repeat=len(couples)):
        swaps = {frozenset(couple) for couple, is_changed in zip(couples, changed, strict=True) if is_changed}
        yield {(game[::-1] if frozenset(game) in swaps else game): slot for game, slot in placed.items()}


def test_all_of_them_together_and_in_two_halves():
    some = [CONSTRAINTS[kind] for kind in ("BR1", "CA4", "GA1", "SE1")]
    instance, placed = solve(instance_of(*some, mode="<gameMode>P</gameMode>"))
    assert judge(instance, placed).is_feasible


def test_a_soft_constraint_costs_what_it_is_off():
    home = '<CA1 teams="0;1;2;3" max="0" min="0" mode="H" slots="0" type="SOFT" penalty="5"/>'
    instance, placed = solve(instance_of(home))
    assert judge(instance, placed).objective == 10


def test_a_league_that_meets_once_and_has_time_to_spare():
    instance, placed = solve(instance_of(meetings=1, compactness="R", slots=9))
    assert len(placed) == 6
    assert judge(instance, placed).is_feasible


def test_games_that_are_not_placed_rightly_are_named():
    instance, placed = solve(instance_of())
    missing = dict(placed)
    missing.pop((0, 1))
    assert judge(instance, missing).basic == ("0 v 1 is not placed.",)
    assert judge(instance, dict.fromkeys(placed, 0)).basic


def test_a_solution_is_read_as_it_was_written():
    instance, placed = solve(instance_of())
    text = format_solution(instance, placed, judge(instance, placed))
    assert parse_solution(text) == placed


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "This is no XML"),
        ("<Solution/>", "begins with Solution"),
        ("<Instance/>", "0 teams and 0 slots"),
        (instance_of(meetings=3), "meets 3 times"),
        (instance_of('<CA1 teams="x"/>'), "no RobinX instance"),
        ('<!DOCTYPE a [<!ENTITY b "c">]><Instance>&d;</Instance>', "This is no XML"),
    ],
)
def test_what_is_no_instance_is_refused_in_a_sentence(text, said):
    with pytest.raises(UnreadableInstance, match=said):
        parse_instance(text)


def run(tmp_path, text):
    """The command as it is typed, on a file with this text: how it ended, and the file for its solution."""
    source, target = tmp_path / "in.xml", tmp_path / "out.xml"
    source.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "tests.tools.robinx", source, "--out", target]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False), target


def test_the_command_writes_a_solution_and_says_that_every_hard_constraint_holds(tmp_path):
    ended, target = run(tmp_path, instance_of(CONSTRAINTS["CA1"]))
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.endswith("Every hard constraint holds; the soft ones cost 0.\n")
    assert len(parse_solution(target.read_text(encoding="utf-8"))) == 12


@pytest.mark.parametrize(
    ("text", "said"),
    sampled(
        [
            (instance_of('<CA9 type="HARD"/>'), "1 hard constraints of kinds not known"),
            (
                instance_of(f'<CA1 teams="{EVERYBODY}" max="0" mode="H" slots="0" type="HARD"/>'),
                "nothing that keeps",
            ),
            ("<Instance/>", "no RobinX instance"),
        ],
        each=3,
    ),
)
def test_the_command_refuses_in_a_sentence(tmp_path, text, said):
    ended, _ = run(tmp_path, text)
    assert ended.returncode == 1
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr
