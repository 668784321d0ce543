"""Run `manage.py test`.

Named tests run once, on SQLite. Without a name the whole suite runs on SQLite, browser tests included, and
then what may differ on PostgreSQL runs there. `--postgres` runs named tests there too, `--coverage` counts
the lines executed on SQLite; everything else goes to pytest untouched. The last line names what no run could
do; the exit status is the worst of the runs.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from league.bootstrap import apt, coverage, postgres
from league.bootstrap.locks import ROOT
from league.bootstrap.output import SetupError, say

# The address of a PostgreSQL to use in place of a temporary server, or "none" to do without.
POSTGRES_CHOICE = "PEGBOARD_TEST_POSTGRES"
WITHOUT = "none"

OWN_OPTIONS = POSTGRES_OPTION, COVERAGE_OPTION = "--postgres", "--coverage"
PASSED, FAILED, INTERRUPTED, USAGE, NOTHING_COLLECTED = 0, 1, 2, 4, 5
SLOW_OPTION = "--slow"
INFORMATION = ("-h", "--help", "-V", "--version", "--markers", "--fixtures", "--co", "--collect-only")
# What selects tests without naming a path, and what cannot be shared among workers.
SELECTORS = (
    "-k",
    "-m",
    "--lf",
    "--last-failed",
    "--sw",
    "--stepwise",
    "--nf",
    "--deselect",
    "--ignore",
    "--pyargs",
    "--renew-pictures",
)
ONE_PROCESS = ("-n", "--numprocesses", "--dist", "--pdb", "--trace", "-s", "--capture", "--benchmark")
# Settings of the user's own site, and what would make Python compile every module for each worker anew.
REMOVED_FROM_ENVIRONMENT = ("DATABASE_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE", "PYTHONDONTWRITEBYTECODE")
# What tests themselves ask for, not settings of a site: how many, how long, where something lies.
OF_TESTS = (
    "PEGBOARD_BARE_MACHINE",
    "PEGBOARD_FUZZ",
    "PEGBOARD_NEW_CASES",
    "PEGBOARD_ROBINX",
    "PEGBOARD_ROBINX_SAMPLE",
    "PEGBOARD_ROBINX_VALIDATOR",
    "PEGBOARD_SOAK",
)

BROWSER_MARKER = "pytest.mark.browser"
BENCHMARKS = ROOT / "tests" / "benchmarks"
WITHOUT_DJANGO = (ROOT / "tests" / "scoring", ROOT / "tests" / "bootstrap")
# A worker takes longer to start than so many files take to run.
FILES_WORTH_WORKERS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The tests to run and the ways to run them, as typed after `test`."""

    arguments: list[str]
    paths: tuple[Path, ...]
    with_postgres: bool
    with_coverage: bool

    @classmethod
    def parse(cls, arguments: list[str]) -> "Selection":
        for_pytest = [argument for argument in arguments if argument not in OWN_OPTIONS]
        names = (argument.split("::")[0] for argument in for_pytest if not argument.startswith("-"))
        return cls(
            arguments=for_pytest,
            # A word behind -k may be too long for a file's name, of which Path.exists complains.
            paths=tuple(ROOT / name for name in names if os.path.exists(ROOT / name)),
            with_postgres=POSTGRES_OPTION in arguments,
            with_coverage=COVERAGE_OPTION in arguments,
        )

    @property
    def is_whole(self) -> bool:
        return not self.paths and not self._has_option(SELECTORS)

    @property
    def is_long(self) -> bool:
        return SLOW_OPTION in self.arguments

    @property
    def is_question(self) -> bool:
        return self._has_option(INFORMATION)

    @property
    def has_browser_tests(self) -> bool:
        return not self.paths or any(BROWSER_MARKER in file.read_text("utf-8") for file in self._files())

    @property
    def has_django(self) -> bool:
        return not self.paths or not all(_is_inside(path, WITHOUT_DJANGO) for path in self.paths)

    def needs(self) -> list[apt.Need]:
        """Return what the machine must have for these tests."""
        needs = [apt.PANGO, apt.POPPLER] if self.has_django else []
        if self.is_whole or self.with_postgres:
            needs.append(apt.POSTGRES)
        chromium = apt.QUICK_CHROMIUM if self.is_whole else apt.CHROMIUM
        return [*needs, chromium, apt.LIBATOMIC] if self.has_browser_tests else needs

    def options(self) -> list[str]:
        """Return pytest's options: workers for many files, and only the plugins in use, for a quick start."""
        options = [] if self.has_browser_tests else ["-p", "no:playwright"]
        if not any(_is_inside(path, (BENCHMARKS,)) for path in self.paths):
            options += ["-p", "no:benchmark"]
        if not (self.with_coverage or self._has_option(("--cov",))):
            options += ["-p", "no:pytest_cov"]
        if self._has_option(ONE_PROCESS):
            return options
        cores = os.cpu_count() or 1
        if cores == 1 or self.is_question or (self.paths and len(self._files()) < FILES_WORTH_WORKERS):
            return [*options, "-p", "no:xdist"]
        # One more than cores: whoever has a browser's tests waits most of the time.
        return [*options, "-n", str(cores + self.has_browser_tests), "--dist", "worksteal"]

    def _files(self) -> list[Path]:
        return [
            file for path in self.paths for file in (path.rglob("test_*.py") if path.is_dir() else [path])
        ]

    def _has_option(self, options: tuple[str, ...]) -> bool:
        """Say whether any of these options is among the arguments; a value may follow: -n2, --dist=load."""
        long = tuple(option for option in options if option.startswith("--"))
        short = tuple(option for option in options if not option.startswith("--"))
        return any(
            argument.split("=")[0] in long or (not argument.startswith("--") and argument.startswith(short))
            for argument in self.arguments
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run of pytest: its exit status, what it ran and what it left out, with the reasons."""

    status: int
    ran: frozenset[str] = frozenset()
    skipped: Mapping[str, str] = field(default_factory=dict)
    slow: frozenset[str] = frozenset()


def run(arguments: list[str]) -> int:
    """Run the `test` command and return the exit status."""
    signal.signal(signal.SIGTERM, _leave)
    # A shell lets what it starts in the background ignore Ctrl-C, by which tests end the servers they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    selection = Selection.parse(arguments)
    if selection.is_question:
        return _pytest(selection, [], {}).status
    if missing := apt.provide(selection.needs()):
        say(apt.advice(missing))
    runs: list[Run] = []
    try:
        runs.append(_on_sqlite(selection))
        if (selection.is_whole or selection.with_postgres) and runs[0].status not in (INTERRUPTED, USAGE):
            runs.append(_on_postgres(selection))
    except KeyboardInterrupt:  # between two runs
        runs.append(Run(status=INTERRUPTED))
    print("Interrupted." if runs[-1].status == INTERRUPTED else last_line(runs), flush=True)
    return worst(run.status for run in runs)


def worst(statuses: Iterable[int]) -> int:
    """Return the worst status; a run without tests counts only when no other had any."""
    different = set(statuses)
    if different == {NOTHING_COLLECTED}:
        return NOTHING_COLLECTED
    return max(different - {NOTHING_COLLECTED})


def last_line(runs: list[Run]) -> str:
    """Name the tests that no run could do: how many, which, why; of slow ones how many of each file."""
    ran = frozenset[str]().union(*(run.ran for run in runs))
    names: dict[str, list[str]] = defaultdict(list)
    for test, reason in {test: reason for run in runs for test, reason in run.skipped.items()}.items():
        if test not in ran:
            names[reason].append(test)
    parts = [f"{len(tests)} ({reason}): {_join(tests)}" for reason, tests in sorted(names.items())]
    slow = frozenset[str]().union(*(run.slow for run in runs))
    if slow:
        files = Counter(test.partition("::")[0] for test in slow)
        counted = _join(f"{file} ({tests})" for file, tests in files.items())
        parts.append(f"{len(slow)} slow (--slow runs them): {counted}")
    return f"Skipped: {'; '.join(parts) if parts else 'nothing'}."


def _join(tests: Iterable[str]) -> str:
    return ", ".join(sorted(test.removeprefix("tests/") for test in tests))


def _on_sqlite(selection: Selection) -> Run:
    if not selection.with_coverage:
        return _pytest(selection, [], {})
    run = _pytest(selection, [*coverage.OPTIONS], coverage.CHEAP_CORE)
    print(f"\n=== Coverage ===\n{coverage.report()}", flush=True)
    return run


def _on_postgres(selection: Selection) -> Run:
    say("\n=== On PostgreSQL ===")
    choice = os.environ.get(POSTGRES_CHOICE)
    if choice == WITHOUT:
        return Run(status=PASSED, skipped={"everything on PostgreSQL": f"{POSTGRES_CHOICE}=none"})
    options = ["--databases-only", *(["--sample"] if selection.is_whole and not selection.is_long else [])]
    try:
        with _server(choice) as address:
            return _pytest(selection, options, {"DATABASE_URL": address})
    except SetupError as error:
        say(f"The tests could not run on PostgreSQL: {error}.\n  {apt.line_to_type([apt.POSTGRES])}")
        say(f"  {POSTGRES_CHOICE}=postgres://... uses another server, {POSTGRES_CHOICE}=none does without.")
        return Run(status=FAILED, skipped={"everything on PostgreSQL": "it could not be started"})


@contextmanager
def _server(address: str | None) -> Iterator[str]:
    if address:
        yield address
        return
    with postgres.temporary_server() as own_address:
        yield own_address


def _pytest(selection: Selection, options: list[str], settings: Mapping[str, str]) -> Run:
    with tempfile.TemporaryDirectory(prefix="pegboard-test-") as folder:
        report = Path(folder) / "report.json"
        environ = {
            **{
                name: value
                for name, value in os.environ.items()
                if name in OF_TESTS
                or (name not in REMOVED_FROM_ENVIRONMENT and not name.startswith("PEGBOARD_"))
            },
            # Empty, it spares tests of pure code the start of Django.
            **({} if selection.has_django else {"DJANGO_SETTINGS_MODULE": ""}),
            **settings,
            "PEGBOARD_VAR": folder,
            "PEGBOARD_TEST_REPORT": str(report),
        }
        command = [sys.executable, "-m", "pytest", *selection.options(), *options, *selection.arguments]
        status = _wait(subprocess.Popen(command, cwd=ROOT, env=environ))
        outcome = json.loads(report.read_text(encoding="utf-8")) if report.exists() else {}
    return Run(
        status=status,
        ran=frozenset(outcome.get("ran", ())),
        skipped=outcome.get("skipped", {}),
        slow=frozenset(outcome.get("slow", ())),
    )


def _is_inside(path: Path, folders: Iterable[Path]) -> bool:
    return any(path.is_relative_to(folder) for folder in folders)


def _wait(process: subprocess.Popen[bytes]) -> int:
    """Return the exit status. Ctrl-C reaches pytest by itself; it is given the time to tidy up."""
    interrupted = False
    while True:
        try:
            status = process.wait()
        except KeyboardInterrupt:
            interrupted = True
            continue
        except BaseException:
            process.terminate()
            process.wait()
            raise
        # Caught early, or inside some library, an interrupt may not show in pytest's own status.
        if interrupted:
            return INTERRUPTED
        return status if status >= 0 else FAILED


def _leave(signum: int, frame: FrameType | None) -> None:
    # As an exception it passes every `finally` on its way out: the server stops, the folders go.
    sys.exit(128 + signum)
