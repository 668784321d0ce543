"""The long run: `manage.py test --slow` without a name, which goes on where it was interrupted.

What has passed is noted by its commit and database; the next run of the same commit leaves it out. A changed
file is no commit: then everything runs, and nothing is noted. `var/long-run/` may be deleted at any time.
"""

import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]


def commit() -> str | None:
    """Return the commit that the files are, or None if they are none."""

    def git(*arguments: str) -> str:
        return subprocess.run(
            ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.strip()

    try:
        return None if git("status", "--porcelain") else git("rev-parse", "--short=12", "HEAD")
    except (OSError, subprocess.CalledProcessError):
        return None


class LongRun:
    """Pytest's hooks of a long run: leave out what has passed, note what passes, say what was covered."""

    def __init__(self, database: str, *, is_controller: bool) -> None:
        self.began = time.monotonic()
        self.is_controller = is_controller
        self.commit = commit()
        self.notes = ROOT / "var" / "long-run" / f"{self.commit}-{database}"
        self.title = f"Long run of {self.commit or 'files that are not committed'} on {database}"
        self.passed_before: set[str] = set()
        self.in_call: set[str] = set()
        self.passed = self.failed = self.skipped = 0
        if self.commit is None:
            return
        # Each worker reads what stood there when the run began; only the controller adds to it.
        if is_controller:
            self.notes.mkdir(parents=True, exist_ok=True)
            _append(self.notes / "passed", self._lines("now"))
            (self.notes / "now").unlink(missing_ok=True)
        self.passed_before = set(self._lines("passed"))

    def _lines(self, name: str) -> list[str]:
        file = self.notes / name
        return file.read_text(encoding="utf-8").splitlines() if file.exists() else []

    def is_done(self, item: pytest.Item) -> bool:
        """Say whether the test has passed in an earlier run of this commit."""
        return item.nodeid in self.passed_before

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test once its last step has passed."""
        if not self.is_controller:
            return
        if report.failed and self.commit is not None:
            # At once: whoever breaks the run off still learns why a test was red.
            _append(self.notes / "failed", [f"\n{report.nodeid} ({report.when})", report.longreprtext])
        self.failed += report.failed
        self.skipped += report.skipped
        if report.when == "call" and report.passed:
            self.in_call.add(report.nodeid)
        elif report.when == "teardown" and report.passed and report.nodeid in self.in_call:
            self.passed += 1
            if self.commit is not None:
                _append(self.notes / "now", [report.nodeid])

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print what was covered."""
        minutes = (time.monotonic() - self.began) / 60
        counts = f"{self.passed:,} passed, {self.failed:,} failed, {self.skipped:,} skipped"
        before = f"; {len(self.passed_before):,} had passed before" if self.passed_before else ""
        terminalreporter.write_line(f"{self.title}: {counts} in {minutes:.0f} min{before}.")


def _append(file: Path, lines: list[str]) -> None:
    with file.open("a", encoding="utf-8") as out:
        out.writelines(f"{line}\n" for line in lines)
