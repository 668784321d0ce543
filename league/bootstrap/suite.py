"""`manage.py test`: the suite on SQLite, on PostgreSQL, and the browser tests once.

What stands behind `test` goes to pytest untouched, each time. The last line names what was skipped
everywhere. The exit status is the worst of the three.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from league.bootstrap import apt, postgres
from league.bootstrap.locks import ROOT
from league.bootstrap.talk import Trouble, say

# The address of a PostgreSQL to use in place of one of our own, or "none" to do without.
POSTGRES_CHOICE = "PEGBOARD_TEST_POSTGRES"
WITHOUT = "none"

PASSED, FAILED, INTERRUPTED, USAGE, NOTHING_COLLECTED = 0, 1, 2, 4, 5
QUESTIONS = frozenset(
    {"-h", "--help", "-V", "--version", "--markers", "--fixtures", "--co", "--collect-only"}
)
# The user's own installation is none of the tests' business.
SETTINGS_OF_THE_SITE = ("DATABASE_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE")


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One of the three: its exit status, what it ran and what it left out, with the reasons."""

    status: int
    ran: frozenset[str] = frozenset()
    skipped: Mapping[str, str] = field(default_factory=dict)
    slow: frozenset[str] = frozenset()


def run(arguments: list[str]) -> int:
    """The whole `test` command; gives back the exit status."""
    signal.signal(signal.SIGTERM, _leave)
    if QUESTIONS & set(arguments):
        return _pytest(arguments, {}).status
    if missing := apt.provide([apt.PANGO, *apt.TEST_NEEDS]):
        say(apt.advice(missing))
    runs: list[Run] = []
    try:
        for one in (_on_sqlite, _on_postgres, _in_a_browser):
            runs.append(one(arguments))
            if runs[-1].status in (INTERRUPTED, USAGE):
                break
    except KeyboardInterrupt:  # between two runs
        runs.append(Run(status=INTERRUPTED))
    print("Interrupted." if runs[-1].status == INTERRUPTED else last_line(runs), flush=True)
    return worst(run.status for run in runs)


def worst(statuses: Iterable[int]) -> int:
    """A run with nothing to do is no fault, as long as another had something."""
    met = set(statuses)
    if met == {NOTHING_COLLECTED}:
        return NOTHING_COLLECTED
    return max(met - {NOTHING_COLLECTED})


def last_line(runs: list[Run]) -> str:
    """What was skipped in every run that came to it: how many, which, why."""
    ran = frozenset[str]().union(*(run.ran for run in runs))
    names: dict[str, list[str]] = defaultdict(list)
    for test, reason in {test: reason for run in runs for test, reason in run.skipped.items()}.items():
        if test not in ran:
            names[reason].append(test)
    parts = [f"{len(tests)} ({reason}): {_named(tests)}" for reason, tests in sorted(names.items())]
    slow = frozenset[str]().union(*(run.slow for run in runs))
    if slow:
        parts.append(f"{len(slow)} slow (--slow runs them): {_named(slow)}")
    return f"Skipped: {'; '.join(parts) if parts else 'nothing'}."


def _named(tests: Iterable[str]) -> str:
    return ", ".join(sorted(test.removeprefix("tests/") for test in tests))


def _on_sqlite(arguments: list[str]) -> Run:
    say("\n=== On SQLite ===")
    return _pytest(arguments, {"PEGBOARD_TEST_RUN": "sqlite"})


def _on_postgres(arguments: list[str]) -> Run:
    say("\n=== On PostgreSQL ===")
    given = os.environ.get(POSTGRES_CHOICE)
    if given == WITHOUT:
        return Run(status=PASSED, skipped={"everything on PostgreSQL": f"{POSTGRES_CHOICE}=none"})
    try:
        with _server(given) as address:
            return _pytest(arguments, {"PEGBOARD_TEST_RUN": "postgres", "DATABASE_URL": address})
    except Trouble as trouble:
        say(f"The tests could not run on PostgreSQL: {trouble}.\n  {apt.line_to_type([apt.POSTGRES])}")
        say(f"  {POSTGRES_CHOICE}=postgres://... uses another server, {POSTGRES_CHOICE}=none does without.")
        return Run(status=FAILED, skipped={"everything on PostgreSQL": "it could not be started"})


@contextmanager
def _server(given: str | None) -> Iterator[str]:
    if given:
        yield given
        return
    with postgres.running() as address:
        yield address


def _in_a_browser(arguments: list[str]) -> Run:
    say("\n=== In the browser ===")
    return _pytest(arguments, {"PEGBOARD_TEST_RUN": "browser"})


def _pytest(arguments: list[str], settings: Mapping[str, str]) -> Run:
    kept = {name: value for name, value in os.environ.items() if name not in SETTINGS_OF_THE_SITE}
    with tempfile.TemporaryDirectory(prefix="pegboard-test-") as folder:
        report = Path(folder) / "report.json"
        environ = {
            **{name: value for name, value in kept.items() if not name.startswith("PEGBOARD_")},
            **settings,
            "PEGBOARD_VAR": folder,
            "PEGBOARD_TEST_REPORT": str(report),
        }
        command = [sys.executable, "-m", "pytest", *_at_once(arguments), *arguments]
        status = _wait(subprocess.Popen(command, cwd=ROOT, env=environ))
        found = json.loads(report.read_text(encoding="utf-8")) if report.exists() else {}
    return Run(
        status=status,
        ran=frozenset(found.get("ran", ())),
        skipped=found.get("skipped", {}),
        slow=frozenset(found.get("slow", ())),
    )


def _at_once(arguments: list[str]) -> list[str]:
    """The whole suite uses every core; whoever names tests, or how to run them, gets just what he says."""
    cores = os.cpu_count() or 1
    whole = set(arguments) <= {"--slow"}
    # In the order in which they are collected: the one that takes longest stands first there.
    at_once = ["-n", str(cores), "--dist", "loadfile", "--no-loadscope-reorder"]
    return at_once if whole and cores > 1 else []


def _wait(process: subprocess.Popen[bytes]) -> int:
    """Ctrl-C reaches pytest by itself; it is given the time to tidy up."""
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
