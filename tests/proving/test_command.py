"""`prove`: lists as leagues have them, under rules that leagues play by, and what is asked and named.

The tables are added up here by hand, one league's rule at a time: neither search nor standings are asked.
"""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.examples import sampled

TEAMS = ("The Fleece", "The Shears", "The Owl", "The Bell", "The Plough", "The Swan")
Cells = list[tuple[int, int]]


def heckmondwike(cells: Cells) -> tuple[float, float]:
    """Two points a table and two for the higher total, shared if level."""
    total = sum(one - other for one, other in cells)
    home = 2 * sum(one > other for one, other in cells) + (2 if total > 0 else 1 if total == 0 else 0)
    return home, 10 - home


def bury(cells: Cells) -> tuple[float, float]:
    """Crib: half a point a leg, and two for most legs."""
    home, away = (sum(cell[side] for cell in cells) for side in (0, 1))
    return home / 2 + 2 * (home > away), away / 2 + 2 * (away > home)


def huddersfield(cells: Cells) -> tuple[float, float]:
    """Crown green: a point a game and two for the aggregate."""
    games, total = sum(one > other for one, other in cells), sum(one - other for one, other in cells)
    more = 2 if total > 0 else 1 if total == 0 else 0
    return games + more, len(cells) - games + 2 - more


def pool(cells: Cells) -> tuple[float, float]:
    """Ten frames: three points for a win, one each for a draw."""
    ((home, away),) = cells
    return (3, 0) if home > away else (0, 3) if away > home else (1, 1)


def solihull(cells: Cells) -> tuple[float, float]:
    """Dominoes, nine games: three to the winner, one to a loser by 5-4."""
    ((home, away),) = cells
    close = int(abs(home - away) == 1)
    return (3, close) if home > away else (close, 3)


LEAGUES: dict[str, tuple[Callable[[Cells], tuple[float, float]], Callable[[random.Random], Cells], str]] = {
    "heckmondwike": (heckmondwike, lambda dice: [_to(dice, 15) for _ in range(4)], "P W D L F A Pts"),
    "bury": (bury, lambda dice: [_of(dice, 5) for _ in range(3)], "P W L F A Pts"),
    "huddersfield": (huddersfield, lambda dice: [_to(dice, 21) for _ in range(8)], "P Diff Pts"),
    "pool": (pool, lambda dice: [_of(dice, 10)], "P W D L F A Pts"),
    "solihull": (solihull, lambda dice: [_of(dice, 9)], "P W L Pts"),
}


def _to(dice: random.Random, target: int) -> tuple[int, int]:
    lost = dice.randrange(target)
    return (target, lost) if dice.random() < 0.5 else (lost, target)


def _of(dice: random.Random, games: int) -> tuple[int, int]:
    won = sum(dice.random() < 0.5 for _ in range(games))
    return won, games - won


def lists_of(
    folder: Path, league: str, change: Callable[[dict[str, Any]], None] | None = None, *, heads: str = ""
) -> list[str]:
    """The files of results and table; `change` may alter the figures of teams before they are written."""
    gives, play, usual = LEAGUES[league]
    heads = heads or usual
    dice = random.Random(league)
    own: dict[str, dict[str, Any]] = {
        team: dict.fromkeys(("P", "W", "D", "L", "F", "A", "Pts"), 0) for team in TEAMS
    }
    lines = []
    day = 0
    for home in TEAMS:
        for away in TEAMS:
            if home == away:
                continue
            day += 1
            cells = play(dice)
            points = gives(cells)
            totals = [sum(cell[side] for cell in cells) for side in (0, 1)]
            # Won on points where tables give them, and on games or the total else.
            won = points if league in ("heckmondwike", "huddersfield") else totals
            for team, side in ((home, 0), (away, 1)):
                row = own[team]
                row["P"] += 1
                row["W" if won[side] > won[1 - side] else "L" if won[side] < won[1 - side] else "D"] += 1
                row["F"], row["A"] = row["F"] + totals[side], row["A"] + totals[1 - side]
                row["Pts"] += points[side]
            figures = ",".join(f"{one},{other}" for one, other in cells)
            lines.append(f"{day % 28 + 1:02}/{9 + day // 28:02}/2025,{home},{away},{figures}")
    if change:
        change(own)
    tables = len(cells)
    names = [f"{side}_{number}" for number in range(1, tables + 1) for side in ("home", "away")]
    names = names if tables > 1 else ["home_total", "away_total"]
    order = sorted(
        TEAMS, key=lambda team: (-own[team]["Pts"], own[team]["A"] - own[team]["F"], -own[team]["F"])
    )
    results, table = folder / "results.csv", folder / "table.csv"
    results.write_text("\n".join([",".join(["date", "home", "away", *names]), *lines]))
    rows = []
    for place, team in enumerate(order, 1):
        row = {**own[team], "Diff": own[team]["F"] - own[team]["A"]}
        rows.append(";".join([str(place), team, *(f"{row[head]:g}" for head in heads.split())]))
    table.write_text("\n".join([";".join(["Pos", "Team", *heads.split()]), *rows]))
    return [str(results), str(table)]


def proved(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    call_command("prove", *arguments, "--json")
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize(
    ("league", "said"),
    sampled(
        [
            ("heckmondwike", "A table won gives two points."),
            ("bury", "A leg won gives half a point."),
            ("huddersfield", "A game won gives one point."),
            ("pool", "Winning the match gives three points."),
            ("solihull", "A side beaten by no more than 1 gets one point."),
        ],
        each=3,
    ),
)
def test_a_table_comes_out_by_the_rules_of_its_league(
    league: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = proved(capsys, *lists_of(tmp_path, league))
    assert found["agree"] == len(found["rows"]) == len(TEAMS), found["sentence"]
    assert said in found["rules"]["sentences"]
    assert found["differences"] == found["explanations"] == []


def test_match_points_as_results_say_nothing_of_what_gave_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = lists_of(tmp_path, "heckmondwike", heads="P W D L Pts")
    lines = ["date,home,away,home_total,away_total"]
    for line in Path(files[0]).read_text().splitlines()[1:]:
        *where, figures = line.split(",", 3)
        numbers = list(map(int, figures.split(",")))
        lines.append(
            ",".join([*where, *map(str, heckmondwike(list(zip(numbers[::2], numbers[1::2], strict=True))))])
        )
    Path(files[0]).write_text("\n".join(lines))
    found = proved(capsys, *files)
    assert found["agree"] == len(TEAMS), found["sentence"]
    assert "the points of each match as the results have them" in found["sentence"]
    assert found["rules"]["preset"] == "heckmondwike"


def test_a_deduction_is_named_and_a_preset_can_be_tried_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = lists_of(
        tmp_path, "heckmondwike", lambda own: own["The Owl"].update(Pts=own["The Owl"]["Pts"] - 3)
    )
    found = proved(capsys, *files)
    assert found["agree"] == 5
    assert found["rules"]["preset"] == "heckmondwike"
    (difference,) = found["differences"]
    assert difference["team"] == "The Owl"
    assert difference["by_rules"] - difference["published"] == 3
    assert [each["kind"] for each in found["explanations"]] == ["deduction"]
    assert "The Owl" in found["explanations"][0]["sentence"]
    assert proved(capsys, *files, "--format", "plain-3-1-0")["agree"] < found["agree"]


def test_another_spelling_is_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = lists_of(tmp_path, "pool")
    table = Path(files[1])
    table.write_text(table.read_text().replace("The Swan", "Swan Inn").replace("The Bell", "THE BELL"))
    with pytest.raises(CommandError, match="1 question"):
        proved(capsys, *files)
    (question,) = json.loads(capsys.readouterr().out)["questions"]
    assert question["key"] == "team-the-swan"
    assert next(iter(question["choices"])) == "Swan Inn"
    found = proved(capsys, *files, "--answer", "team-the-swan=Swan Inn")
    assert found["agree"] == len(TEAMS)


def test_a_column_nobody_knows_is_asked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = lists_of(tmp_path, "pool")
    table = Path(files[1])
    head, *rows = table.read_text().splitlines()
    table.write_text("\n".join([f"{head};Chalks", *(f"{row};7" for row in rows)]))
    with pytest.raises(CommandError, match="1 question"):
        proved(capsys, *files)
    (question,) = json.loads(capsys.readouterr().out)["questions"]
    assert "Chalks" in question["question"]
    assert proved(capsys, *files, "--answer", f"{question['key']}=leave-out")["agree"] == len(TEAMS)


def test_a_table_without_points_is_refused(tmp_path: Path) -> None:
    files = lists_of(tmp_path, "pool")
    Path(files[1]).write_text("Team;P;W\nThe Owl;10;3\n")
    with pytest.raises(CommandError, match="points"):
        call_command("prove", *files)
