"""`manage.py test`: what runs where, with which workers, and one last line."""

import contextlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from league.bootstrap import apt, suite
from league.bootstrap.output import SetupError
from league.bootstrap.suite import ROOT, Run, Selection

SERVER = "postgres://postgres@%2Ftmp%2Fserver/postgres"
SQLITE, POSTGRES = "sqlite", "postgres"


class Pytest:
    """Stands in for pytest, and returns the statuses of its runs."""

    def __init__(self, **statuses: int) -> None:
        self.statuses = statuses
        self.calls: list[tuple[Selection, list[str], dict[str, str]]] = []

    def __call__(self, selection: Selection, options: list[str], settings: dict[str, str]) -> Run:
        self.calls.append((selection, options, settings))
        return Run(status=self.statuses.get(self.runs[-1], 0))

    @property
    def runs(self) -> list[str]:
        return [POSTGRES if "DATABASE_URL" in settings else SQLITE for *_, settings in self.calls]


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextlib.contextmanager
    def running() -> Iterator[str]:
        yield SERVER

    monkeypatch.delenv(suite.POSTGRES_CHOICE, raising=False)
    monkeypatch.setattr(suite.postgres, "temporary_server", running)
    monkeypatch.setattr(suite.signal, "signal", lambda *_: None)
    monkeypatch.setattr(suite.os, "cpu_count", lambda: 4)
    monkeypatch.setattr(apt, "provide", lambda needs: [])


def run(monkeypatch: pytest.MonkeyPatch, arguments: list[str], **statuses: int) -> tuple[int, Pytest]:
    stand_in = Pytest(**statuses)
    monkeypatch.setattr(suite, "_pytest", stand_in)
    return suite.run(arguments), stand_in


@pytest.mark.parametrize(
    ("arguments", "runs"),
    [
        ([], [SQLITE, POSTGRES]),
        (["-q", "-x", "--slow", "--durations=20"], [SQLITE, POSTGRES]),
        (["tests/scoring", "-q"], [SQLITE]),
        (["tests/scoring/test_seats.py::test_nothing"], [SQLITE]),
        (["tests/browser"], [SQLITE]),
        (["-k", "low or high"], [SQLITE]),
        (["-kjack"], [SQLITE]),
        (["-k", " or ".join(["jack"] * 50)], [SQLITE]),
        (["--lf"], [SQLITE]),
        (["-m=slow"], [SQLITE]),
        (["tests/bootstrap", "--postgres"], [SQLITE, POSTGRES]),
        (["--markers"], [SQLITE]),
        (["--co", "-q"], [SQLITE]),
    ],
    ids=" ".join,
)
def test_named_tests_run_once_and_the_whole_suite_on_both_databases(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], runs: list[str]
):
    status, stand_in = run(monkeypatch, arguments)
    assert status == 0
    assert stand_in.runs == runs
    for selection, *_ in stand_in.calls:
        assert selection.arguments == [argument for argument in arguments if argument != "--postgres"]


def test_the_whole_suite_is_a_sample_on_postgresql_and_named_tests_all_run(
    monkeypatch: pytest.MonkeyPatch,
):
    _, whole = run(monkeypatch, [])
    _, options, settings = whole.calls[1]
    assert settings["DATABASE_URL"] == SERVER
    assert "--sample" in options
    _, long = run(monkeypatch, ["--slow"])
    assert "--sample" not in long.calls[1][1]
    _, named = run(monkeypatch, ["tests/bootstrap", "--postgres"])
    assert named.calls[1][1] == ["--databases-only"]


@pytest.mark.parametrize(
    ("statuses", "worst"),
    [({SQLITE: 1}, 1), ({POSTGRES: 1}, 1), ({SQLITE: 5}, 0), ({SQLITE: 5, POSTGRES: 5}, 5)],
)
def test_the_status_is_the_worst_of_the_runs(
    monkeypatch: pytest.MonkeyPatch, statuses: dict[str, int], worst: int
):
    assert run(monkeypatch, [], **statuses)[0] == worst


def test_a_failing_run_does_not_keep_the_next_from_running(monkeypatch: pytest.MonkeyPatch):
    assert run(monkeypatch, [], sqlite=1)[1].runs == [SQLITE, POSTGRES]


@pytest.mark.parametrize("status", [suite.INTERRUPTED, suite.USAGE])
def test_ctrl_c_or_a_misspelt_argument_ends_it(monkeypatch: pytest.MonkeyPatch, status: int):
    ended, stand_in = run(monkeypatch, ["--nonsense"], sqlite=status)
    assert ended == status
    assert stand_in.runs == [SQLITE]


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ([], ["-n", "5", "--dist", "worksteal"]),
        (["-k", "jack"], ["-n", "5", "--dist", "worksteal"]),
        (["tests/scoring"], ["-n", "4", "--dist", "worksteal"]),
        (["tests/scoring/test_seats.py"], ["-p", "no:xdist"]),
        (["tests/scoring/test_seats.py::test_nothing"], ["-p", "no:xdist"]),
        (["tests/scoring", "-n2"], []),
        (["tests/scoring", "--pdb"], []),
        (["tests/scoring", "--co"], ["-p", "no:xdist"]),
    ],
    ids=lambda arguments: " ".join(arguments),
)
def test_many_files_are_shared_among_workers(arguments: list[str], options: list[str]):
    rest = [*Selection.parse(arguments).options()]
    for plugin in ("no:playwright", "no:benchmark", "no:pytest_cov"):
        if plugin in rest:
            at = rest.index(plugin)
            del rest[at - 1 : at + 1]
    assert rest == options


@pytest.mark.parametrize(
    ("arguments", "packages"),
    [
        ([], {"pango", "poppler", "postgresql", "chromium", "libatomic"}),
        (["tests/scoring"], set()),
        (["tests/bootstrap", "--postgres"], {"postgresql"}),
        (["tests/test_settings.py"], {"pango", "poppler"}),
        (["tests/browser/test_night.py"], {"pango", "poppler", "chromium", "libatomic"}),
        (["tests/results"], {"pango", "poppler", "chromium", "libatomic"}),
        (["tests/standings"], {"pango", "poppler"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_the_machine_needs_only_what_the_tests_use(arguments: list[str], packages: set[str]):
    names = " ".join(package for need in Selection.parse(arguments).needs() for package in need.packages)
    known = ("pango", "poppler", "postgresql", "chromium", "libatomic")
    assert {name for name in known if name in names} == packages


def test_one_file_of_pure_tests_starts_without_django_browser_or_workers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    """Seen in pytest itself: what it imports decides how soon the first test starts."""
    (tmp_path / "imported.py").write_text(
        "import sys\n"
        "def pytest_sessionfinish():\n"
        "    heavy = {'django.contrib.admin', 'league.models', 'playwright', 'xdist.workermanage'}\n"
        "    print('IMPORTED', sorted(heavy & set(sys.modules)))\n"
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    program = (
        "import sys; from league.bootstrap import suite; "
        "sys.exit(suite.run(['tests/scoring/test_seats.py', '-q', '-p', 'imported']))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "IMPORTED []" in ended.stdout


def test_what_tests_ask_for_reaches_them_and_no_setting_of_a_site_does(monkeypatch: pytest.MonkeyPatch):
    """The settings stay out; how many examples, how long, and where something lies come in."""
    environments: list[dict[str, str]] = []

    class Started:
        def __init__(self, command: list[str], *, cwd: Path, env: dict[str, str]) -> None:
            environments.append(env)

        def wait(self) -> int:
            return 0

    asked = {
        name
        for file in (ROOT / "tests").rglob("*.py")
        for name in re.findall(r"os\.environ\.get\(\"(PEGBOARD_\w+)", file.read_text(encoding="utf-8"))
    } - {"PEGBOARD_TEST_REPORT"}
    for name in (*asked, "PEGBOARD_PATH", "DATABASE_URL"):
        monkeypatch.setenv(name, "mine")
    monkeypatch.setattr(suite.subprocess, "Popen", Started)
    assert suite.run(["tests/scoring/test_seats.py"]) == 0
    assert {name for name, value in environments[0].items() if value == "mine"} == asked
    assert asked == set(suite.OF_TESTS)


def test_coverage_is_counted_once_and_printed_by_package(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(suite.coverage, "report", lambda: "scoring  40 lines  95%")
    _, stand_in = run(monkeypatch, ["--coverage"])
    assert stand_in.runs == [SQLITE, POSTGRES]
    assert ["--cov=scoring" in options for _, options, _ in stand_in.calls] == [True, False]
    assert "=== Coverage ===\nscoring  40 lines  95%\n" in capsys.readouterr().out


def test_a_machine_without_postgresql_fails_plainly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    @contextlib.contextmanager
    def no_server() -> Iterator[str]:
        raise SetupError("there is no PostgreSQL on this machine")
        yield

    monkeypatch.setattr(suite.postgres, "temporary_server", no_server)
    status, stand_in = run(monkeypatch, [])
    assert status == 1
    assert stand_in.runs == [SQLITE]
    output = capsys.readouterr()
    assert "there is no PostgreSQL on this machine" in output.err
    assert "everything on PostgreSQL" in output.out.splitlines()[-1]


def test_postgresql_can_be_left_out_and_the_last_line_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv(suite.POSTGRES_CHOICE, "none")
    status, stand_in = run(monkeypatch, [])
    assert status == 0
    assert stand_in.runs == [SQLITE]
    assert "everything on PostgreSQL" in capsys.readouterr().out.splitlines()[-1]


def test_a_server_elsewhere_can_be_used(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(suite.POSTGRES_CHOICE, "postgres://ci@db/league")
    assert run(monkeypatch, [])[1].calls[1][2]["DATABASE_URL"] == "postgres://ci@db/league"


def test_the_last_line_counts_and_names_what_no_run_could_do():
    runs = [
        Run(
            status=0,
            ran=frozenset({"tests/a.py::test_one"}),
            skipped={
                "tests/a.py::test_threads": "SQLite has one writer",
                "tests/p.py::test_pdf": "no poppler",
                "tests/b.py::test_page": "no Chromium",
                "tests/b.py::test_night": "no Chromium",
            },
            slow=frozenset({"tests/s.py::test_long"}),
        ),
        Run(
            status=0,
            ran=frozenset({"tests/a.py::test_threads"}),
            skipped={"tests/p.py::test_pdf": "no poppler"},
            slow=frozenset({"tests/s.py::test_long"}),
        ),
    ]
    assert suite.last_line(runs) == (
        "Skipped: 2 (no Chromium): b.py::test_night, b.py::test_page; 1 (no poppler): p.py::test_pdf; "
        "1 slow (--slow runs them): s.py (1)."
    )


def test_with_nothing_skipped_the_last_line_says_so():
    assert suite.last_line([Run(status=0, ran=frozenset({"tests/a.py::test_one"}))]) == "Skipped: nothing."
