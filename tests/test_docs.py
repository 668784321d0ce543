"""What the pages for engineers name is there."""

import re
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", *(str(file.relative_to(ROOT)) for file in sorted((ROOT / "docs").rglob("*.md"))))
NAMED = re.compile(r"`((?:league|scoring|templates|tests|docs|fixtures)/[\w./-]*)`")


@pytest.mark.parametrize("document", PAGES)
def test_every_file_that_a_page_names_exists(document: str) -> None:
    named = NAMED.findall((ROOT / document).read_text(encoding="utf-8"))
    assert not [name for name in named if not (ROOT / name).exists()]


def test_every_benchmark_of_the_figures_exists() -> None:
    page = (ROOT / "docs/performance.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+\.py)`", page))
    assert named
    assert named <= {file.name for file in (ROOT / "tests/benchmarks").glob("test_*.py")}


LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)")


def anchors(page: Path) -> set[str]:
    """Return the anchors that a site such as GitHub makes of the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    words = [re.sub(r"\[(.+?)\]\(.*?\)", r"\1", heading).lower() for heading in headings]
    return {re.sub(r"[^\w\- ]", "", heading).replace(" ", "-") for heading in words}


@pytest.mark.parametrize("document", PAGES)
def test_every_link_leads_to_a_file_and_a_heading(document: str) -> None:
    page = ROOT / document
    dead = []
    for file, anchor in LINK.findall(page.read_text(encoding="utf-8")):
        to = (page.parent / file).resolve() if file else page
        if not to.exists() or (anchor and anchor not in anchors(to)):
            dead.append(f"{file}#{anchor}")
    assert dead == []


def test_every_page_is_in_the_index_and_every_command_in_the_list() -> None:
    """Commands that only the site starts, or that pages of experiments name, are not."""
    index = (ROOT / "docs/README.md").read_text(encoding="utf-8")
    assert [page for page in PAGES if page.count("/") == 1 and f"({page[5:]}" not in index][1:] == []
    started = {"load_demo", "migrate", "print_job", "read_photograph", "search_fixtures"}
    commands = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    known = {file.stem for file in (ROOT / "league/management/commands").glob("[a-z]*.py")}
    assert {name for name in known - started if f"`{name}" not in commands} == set()


def test_the_tree_of_the_architecture_page_names_every_subject() -> None:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    folders = {file.parent.name for file in (ROOT / "league").glob("*/__init__.py")}
    assert not {folder for folder in folders - {"migrations"} if f"── {folder}/" not in page}


THREAT = re.compile(r"^\| .* \| `(tests/[\w./]+)` `(test_\w+)` \|$", re.MULTILINE)


def test_every_threat_has_a_test_that_exists() -> None:
    page = (ROOT / "docs/SECURITY.md").read_text(encoding="utf-8")
    table = page.partition("## Threat model")[2].partition("\n## ")[0]
    threats = THREAT.findall(table)
    assert len(threats) == table.count("\n| ") - 2, "each line names its test"
    missing = [
        name for file, name in threats if f"def {name}(" not in (ROOT / file).read_text(encoding="utf-8")
    ]
    assert not missing


def test_every_promise_has_a_test_that_exists() -> None:
    promises = re.findall(r"^\| .* \| `(test_\w+)` \|$", (ROOT / "docs/promises.md").read_text("utf-8"), re.M)
    tests = (ROOT / "tests/promises/test_promises.py").read_text(encoding="utf-8")
    assert len(promises) == 8
    assert [name for name in promises if f"def {name}(" not in tests] == []


OF_EXPERIMENTS = re.compile(r"PEGBOARD_CELLS|Citus|\bcells (?:list|create|migrate|move)\b|--cell\b")
NAME_THEM = {"docs/many-leagues.md", "docs/CHANGELOG.md"}


def test_nobody_meets_an_experiment_who_has_not_turned_it_on() -> None:
    """Not in other pages but the one that says where they begin, and not among the commands."""
    others = [page for page in PAGES if "/experiments/" not in page and page not in NAME_THEM]
    assert not [page for page in others if OF_EXPERIMENTS.search((ROOT / page).read_text(encoding="utf-8"))]
    assert "cells" not in get_commands()
