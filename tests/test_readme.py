"""README: each promise names its tests in comments of the page's source, and the example is counted."""

import re
from pathlib import Path

from league.regulations.presets import get
from league.standings.shares import shares_of
from tests.standings.cast import a_match

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "README.md").read_text(encoding="utf-8")
NAMED = re.compile(r"^<!-- (tests/\S+) (test_\w+) -->$", re.MULTILINE)


def section(name: str) -> str:
    return PAGE.partition(f"## {name}\n")[2].partition("\n## ")[0]


def test_every_promise_names_a_test_that_exists() -> None:
    promises = re.findall(r"^\*\*.*(?:\n.+)*", section("What it does"), re.MULTILINE)
    assert promises
    assert [promise for promise in promises if not NAMED.search(promise)] == []
    for file, name in NAMED.findall(PAGE):
        assert f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), f"{file} has no {name}"


def test_the_match_scores_as_the_page_says() -> None:
    rows = re.findall(r"^\| \**(.+?)\** \|(.*)\| \**(\d+)–(\d+)\** \|$", section("How a match scores"), re.M)
    *tables, (_, total, *_), (_, _, *said) = rows
    scores = tuple(tuple(map(int, re.findall(r"\d+", cells))) for _, cells, *_ in tables)
    home, away = shares_of(a_match(scores=scores), get("heckmondwike").rule_book().match_format())
    assert [str(side.half_points // 2) for side in (home, away)] == said
    assert re.findall(r"\d+", total) == [str(home.score_for), str(away.score_for)]
    assert [sum(int(row[side]) for row in rows[:-1]) for side in (2, 3)] == [*map(int, said)]
