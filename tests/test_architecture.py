"""The plan of the house, held as data: which way imports run, and what may not stand in which room."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring import variants

ROOT = Path(__file__).resolve().parent.parent

# What each room may import of ours and of others', by prefix. Nearer prefixes win over wider ones.
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "scoring": ("scoring",),
    "league.logbook": ("league.logbook",),
    "league.outcomes": ("league.outcomes", "scoring"),
    "league.sheets": ("league.sheets", "scoring"),
    "league.standings": ("league.standings", "league.outcomes", "scoring"),
    "league.regulations": ("league.regulations", "league.outcomes", "scoring"),
    # Cups and regulations are kept as plain mappings, read and refused in one way.
    "league.cups": ("league.cups", "league.outcomes", "league.regulations.reading", "scoring"),
    "league.turning": ("league.turning", "league.standings", "league.outcomes", "scoring"),
    "league.honours": ("league.honours", "league.outcomes", "scoring"),
    "league.fixturing": ("league.fixturing", "scoring", "highspy", "numpy"),
    "league.bootstrap": ("league.bootstrap",),
    "league.pictures": ("league.pictures", "PIL"),
    "league.environment": ("league.environment", "django"),
    "league.models": ("league.models", "league.regulations", "league.cups", "scoring", "django"),
    "league.presets": ("league.presets", "league.models", "league.standings", "scoring", "django"),
    "league.access": ("league.access", "league.models", "django"),
    "league.selectors": (
        "league.selectors",
        "league.models",
        "league.access",
        "league.standings",
        "league.cups",
        "league.turning",
        "league.honours",
        "league.fixturing",
        "league.regulations",
        "league.outcomes",
        "league.logbook",
        "league.sheets",
        "scoring",
        "django",
    ),
    "league.jobs": ("league.jobs", "league.services", "league.selectors", "league.models", "django"),
    "league.services": (
        "league.services",
        "league.selectors",
        "league.access.powers",
        "league.access.account_links",
        "league.models",
        "league.demo",
        "league.standings",
        "league.cups",
        "league.turning",
        "league.honours",
        "league.fixturing",
        "league.regulations",
        "league.outcomes",
        "league.logbook",
        "league.pictures",
        "league.sheets",
        "scoring",
        "django",
    ),
}
PURE = (
    "scoring",
    "league.logbook",
    "league.outcomes",
    "league.sheets",
    "league.standings",
    "league.regulations",
    "league.cups",
    "league.turning",
    "league.honours",
    "league.fixturing",
)


def modules(room: str) -> Iterator[Path]:
    place = ROOT / room.replace(".", "/")
    yield from sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]


def imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute"
            yield node.module or ""


def is_ours_or_installed(module: str) -> bool:
    return module.split(".")[0] not in sys.stdlib_module_names


def is_within(module: str, room: str) -> bool:
    return module == room or module.startswith(f"{room}.")


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_imports_run_only_the_way_the_plan_says(room: str) -> None:
    strays = [
        f"{file.relative_to(ROOT)} imports {module}"
        for file in modules(room)
        for module in imports(file)
        if is_ours_or_installed(module) and not any(is_within(module, door) for door in MAY_IMPORT[room])
    ]
    assert not strays


def test_only_one_file_knows_the_solver() -> None:
    strays = [
        str(file.relative_to(ROOT))
        for file in (ROOT / "league").rglob("*.py")
        if file.name != "solver.py"
        for module in imports(file)
        if is_within(module, "highspy") or is_within(module, "numpy")
    ]
    assert not strays


def test_only_the_printing_room_knows_the_printer() -> None:
    strays = [
        str(file.relative_to(ROOT))
        for file in (ROOT / "league").rglob("*.py")
        if "league/printing/" not in file.as_posix() and "league/bootstrap/" not in file.as_posix()
        for module in imports(file)
        if is_within(module, "weasyprint")
    ]
    assert not strays


def test_only_one_file_knows_how_calendars_are_written() -> None:
    strays = [
        str(file.relative_to(ROOT))
        for file in (ROOT / "league").rglob("*.py")
        if file.name != "calendar_feeds.py"
        for module in imports(file)
        if is_within(module, "icalendar")
    ]
    assert not strays


@pytest.mark.parametrize("room", PURE)
def test_pure_rooms_read_no_clock(room: str) -> None:
    strays = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in modules(room)
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in {"now", "today", "utcnow"}
    ]
    assert not strays


def test_no_rule_asks_for_the_name_of_a_variant() -> None:
    """Games differ by their data: the name of one in an `if` is a rule hidden in the wrong place."""
    strays = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file in modules("scoring")
        if file.parent.name != "variants"
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Compare)
        for side in [node.left, *node.comparators]
        if isinstance(side, ast.Constant) and side.value in variants.names()
    ]
    assert not strays


def test_nothing_happens_behind_a_save() -> None:
    strays = [
        f"{file.relative_to(ROOT)} defines {node.name}"
        for file in modules("league.models")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name in {"save", "delete"}
    ]
    assert not strays
    assert not [
        str(file)
        for file in (ROOT / "league").rglob("*.py")
        if "django.db.models.signals" in set(imports(file))
    ]
