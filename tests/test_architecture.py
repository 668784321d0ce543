"""The plan of the house, held as data: which way imports run, and what may stand where."""

import ast
import functools
import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scoring import variants

ROOT = Path(__file__).resolve().parent.parent

# Subjects in the order in which they may build upon each other: each imports only from those before it.
SUBJECTS = (
    "shared",
    "competition",
    "history",
    "accounts",
    "people",
    "messages",
    "matches",
    "standings",
    "regulations",
    "registration",
    "results",
    "cups",
    "scheduling",
    "inbox",
    "bulletin",
    "honours",
    "due_dates",
    "season_rollover",
    "records",
    "demo",
    "founding",
    "exchange",
    "proving",
)
# Folders that combine subjects. They stand above all cores.
COMBINING = (
    "api",
    "installation",
    "live",
    "management",
    "overview",
    "printing",
    "publishing",
    "reading",
    "templatetags",
)
# Within a subject: what people see. Pages stand above all cores, too.
PAGES = frozenset(
    {
        "admin",
        "award_pages",
        "forms",
        "jobs",
        "pages",
        "views",
    }
)
TOP = ("admin", "apps", "jobs", "models", "settings", "urls", "wsgi")
# Sets up a bare machine, where nothing is installed yet.
BOOTSTRAP = "bootstrap"

# Rules without Django, without a clock and without files.
PURE = (
    "scoring",
    "league.competition.season_rules",
    "league.competition.tie_breaks",
    "league.cups.brackets",
    "league.cups.progress",
    "league.cups.entries",
    "league.cups.pairs_nights",
    "league.cups.pairs_rounds",
    "league.cups.progress",
    "league.cups.rules",
    "league.cups.serialization",
    "league.cups.ties",
    "league.cups.sentences",
    "league.exchange.lists.headings",
    "league.exchange.lists.checked_list",
    "league.exchange.lists.drafts",
    "league.exchange.lists.layout",
    "league.exchange.lists.text",
    "league.honours.awards",
    "league.honours.figures",
    "league.matches.outcomes",
    "league.matches.sheet",
    "league.regulations.deadlines",
    "league.regulations.facts",
    "league.regulations.line_ups",
    "league.regulations.sanctions",
    "league.regulations.transfers",
    "league.regulations.verdicts",
    "league.regulations.sentences",
    "league.proving.search",
    "league.proving.season",
    "league.results.log",
    "league.scheduling.planner",
    "league.scheduling.requests",
    "league.due_dates.proposals",
    "league.season_rollover.proposals",
    "league.season_rollover.signing",
    "league.shared.moments",
    "league.shared.text",
    "league.standings.awards",
    "league.standings.counting",
    "league.standings.limits",
    "league.standings.odds",
    "league.standings.prospects",
    "league.standings.ranking",
    "league.standings.records",
    "league.standings.rows",
    "league.standings.scheme",
    "league.standings.shares",
)
# Beside services, these write: Django's admin, and the readers of whole files, which write what they read.
WRITERS = (
    "league.competition.admin",
    "league.exchange.backups",
    "league.exchange.league_file.reading",
    "league.exchange.lists",
    "league.shared.compiled_insert",
)
WRITING = frozenset(
    {"bulk_create", "bulk_update", "create", "delete", "get_or_create", "save", "update", "update_or_create"}
)
# Of statements made once, whatever they are called.
COMPILED_WRITING = frozenset({"insert_row", "insert_rows", "update_rows"})
# What each of these packages may be imported in: nowhere else.
SOLE_USERS = {
    "highspy": ("league/scheduling/planner/solver.py",),
    "numpy": ("league/scheduling/planner/solver.py", "league/reading/", "league/standings/odds/"),
    "cv2": ("league/reading/",),
    "zxingcpp": ("league/reading/finding.py",),
    "weasyprint": ("league/printing/pdf.py", "league/printing/ink.py", "league/bootstrap/"),
    "icalendar": ("league/scheduling/views/calendars.py",),
    "pyotp": ("league/accounts/services/second_factor.py",),
    "fido2": ("league/accounts/webauthn.py",),
    "ninja": ("league/api/",),
}


@functools.cache
def modules() -> dict[str, Path]:
    """Every module of the project by its dotted name."""
    files = [*(ROOT / "league").rglob("*.py"), *(ROOT / "scoring").rglob("*.py")]
    return {
        ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
        for file in sorted(files)
        if not {"migrations", "build"} & {*file.relative_to(ROOT).parts}
    }


@functools.cache
def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@functools.cache
def imports(file: Path) -> tuple[str, ...]:
    """The modules a file imports, wherever in it."""
    found: list[str] = []
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            found.extend(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = file.relative_to(ROOT).parts
            assert node.level == 0 or parts[0] == "scoring", f"{file}: imports are absolute"
            above = parts[: len(parts) - node.level] if node.level else ()
            module = ".".join((*above, *([node.module] if node.module else [])))
            for alias in node.names:
                name = f"{module}.{alias.name}"
                found.append(name if name in modules() else module)
    return tuple(found)


def within(package: str) -> Iterator[Path]:
    """The files of a module or package."""
    matching = [file for name, file in modules().items() if name == package or name.startswith(f"{package}.")]
    assert matching, f"there is no {package}"
    yield from matching


def place(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def rank(module: str) -> int | None:
    """The position of a core module in the order of subjects; None for what stands above all cores."""
    parts = module.split(".")[1:]
    if not parts or parts[0] not in SUBJECTS or PAGES & set(parts) or parts[1:] == ["tables"]:
        return None
    return SUBJECTS.index(parts[0])


def test_every_folder_of_the_league_has_its_place_in_the_order() -> None:
    folders = {file.relative_to(ROOT / "league").parts[0] for file in (ROOT / "league").rglob("*.py")}
    known = {*SUBJECTS, *COMBINING, BOOTSTRAP, "migrations", "__init__.py", *(f"{name}.py" for name in TOP)}
    assert folders <= known


def test_a_core_imports_only_from_subjects_before_it() -> None:
    strays = [
        f"{name} imports {imported}"
        for name, file in modules().items()
        if (own := rank(name)) is not None
        for imported in imports(file)
        # Models are one namespace: an application has one migration history.
        if imported.startswith("league.") and imported != "league.models" and ".models" not in imported
        if (other := rank(imported)) is None or other > own
    ]
    assert not strays


def test_models_import_models_and_values_of_subjects_before_them() -> None:
    strays = [
        f"{name} imports {imported}"
        for name, file in modules().items()
        if ".models" in name and name.startswith("league.") and name != "league.models"
        for imported in imports(file)
        if imported.startswith("league.") and any(part in imported for part in (".services", ".selectors"))
    ]
    assert not strays


@pytest.mark.parametrize("package", PURE)
def test_pure_modules_import_no_django_and_read_no_clock(package: str) -> None:
    installed = {"django", "icalendar", "python_calamine", "xlsxwriter", "PIL", "weasyprint"}
    strays = [
        f"{place(file)} imports {module}"
        for file in within(package)
        for module in imports(file)
        if module.split(".")[0] in installed
    ]
    strays += [
        f"{place(file)}:{node.lineno} reads the clock"
        for file in within(package)
        for node in ast.walk(tree(file))
        if isinstance(node, ast.Attribute) and node.attr in {"now", "today", "utcnow"}
    ]
    assert not strays


def test_scoring_knows_no_league_and_only_the_standard_library() -> None:
    strays = [
        f"{place(file)} imports {module}"
        for file in within("scoring")
        for module in imports(file)
        if module.split(".")[0] not in {"scoring", *sys.stdlib_module_names}
    ]
    assert not strays


def test_the_bootstrap_imports_only_itself_and_the_standard_library() -> None:
    """And how commands are typed, a module that keeps to the same."""
    strays = [
        f"{place(file)} imports {module}"
        for file in (*within("league.bootstrap"), *within("league.shared.layout"))
        for module in imports(file)
        if not module.startswith(("league.bootstrap", "league.shared.layout"))
        and module.split(".")[0] not in sys.stdlib_module_names
    ]
    assert not strays


@pytest.mark.parametrize("library", SOLE_USERS)
def test_a_large_library_is_known_in_one_place(library: str) -> None:
    strays = [
        place(file)
        for file in modules().values()
        if not place(file).startswith(SOLE_USERS[library])
        if any(module.split(".")[0] == library for module in imports(file))
    ]
    assert not strays


def test_no_rule_asks_for_the_name_of_a_variant() -> None:
    """Games differ by their data: the name of one in an `if` is a rule hidden in the wrong place."""
    strays = [
        f"{place(file)}:{node.lineno}"
        for file in within("scoring")
        if file.parent.name != "variants"
        for node in ast.walk(tree(file))
        if isinstance(node, ast.Compare)
        for side in [node.left, *node.comparators]
        if isinstance(side, ast.Constant) and side.value in variants.names()
    ]
    assert not strays


def test_nothing_happens_behind_a_save() -> None:
    strays = [
        f"{place(file)} defines {node.name}"
        for name, file in modules().items()
        if ".models" in name
        for node in ast.walk(tree(file))
        if isinstance(node, ast.FunctionDef) and node.name in {"save", "delete"}
    ]
    assert not strays
    assert not [
        place(file) for file in modules().values() if "django.db.models.signals" in set(imports(file))
    ]


def queries(node: ast.expr) -> set[str]:
    """The names a chain of calls and attributes is made of."""
    names = set()
    while isinstance(node, ast.Attribute | ast.Call):
        if isinstance(node, ast.Attribute):
            names.add(node.attr)
        node = node.func if isinstance(node, ast.Call) else node.value
    return names


def writes(file: Path) -> Iterator[str]:
    """The calls of a file that write to the database."""
    for node in ast.walk(tree(file)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        verb, chain = node.func.attr, queries(node.func.value)
        on_rows = bool({"objects", "_base_manager"} & chain)
        if (
            (verb in WRITING and on_rows)
            or verb in COMPILED_WRITING
            or (verb == "save" and "update_fields" in {word.arg for word in node.keywords})
        ):
            yield f"{place(file)}:{node.lineno} {verb}"


def test_only_services_write() -> None:
    strays = [
        write
        for name, file in modules().items()
        if name.startswith("league.") and "services" not in name.split(".") and not name.startswith(WRITERS)
        for write in writes(file)
    ]
    assert not strays


def test_templates_have_lines_of_at_most_120() -> None:
    strays = [
        f"{place(file)}:{number}"
        for file in (ROOT / "templates").rglob("*.html")
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 120
    ]
    assert not strays


@pytest.mark.parametrize("name", sorted(file.stem for file in (ROOT / "tests/benchmarks").glob("test_*.py")))
def test_a_benchmark_still_finds_what_it_measures(name: str) -> None:
    """The gate runs none: one could not be loaded for days, and nobody knew."""
    importlib.import_module(f"tests.benchmarks.{name}")
