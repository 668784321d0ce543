"""The long run goes on where it was interrupted, and says what it covered."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import long_run
from tests.long_run import LongRun


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(long_run, "ROOT", tmp_path)
    monkeypatch.setattr(long_run, "commit", lambda: "e3ef3900aaaa")
    return tmp_path


def a_run(database: str = "SQLite", *, is_controller: bool = True) -> LongRun:
    return LongRun(database, is_controller=is_controller)


def go(run: LongRun, test: str, *, failing: str = "") -> None:
    for when in ("setup", "call", "teardown"):
        passed = when != failing
        report: Any = SimpleNamespace(
            nodeid=test, when=when, passed=passed, failed=not passed, skipped=False, longreprtext=""
        )
        run.pytest_runtest_logreport(report)


def done(run: LongRun, *tests: str) -> list[bool]:
    items: list[Any] = [SimpleNamespace(nodeid=test) for test in tests]
    return [run.is_done(item) for item in items]


def summary(run: LongRun) -> str:
    lines: list[str] = []
    run.pytest_terminal_summary(SimpleNamespace(write_line=lines.append))
    return lines[0]


def test_what_has_passed_is_left_out_the_next_time():
    first = a_run()
    go(first, "a")
    go(first, "b", failing="call")
    go(first, "c", failing="teardown")
    assert done(a_run(), "a", "b", "c", "d") == [True, False, False, False]
    assert done(a_run(is_controller=False), "a", "b") == [True, False]


def test_another_database_and_another_commit_begin_anew(monkeypatch: pytest.MonkeyPatch):
    go(a_run(), "a")
    assert done(a_run("PostgreSQL"), "a") == [False]
    monkeypatch.setattr(long_run, "commit", lambda: "63fa8fb4aaaa")
    assert done(a_run(), "a") == [False]


def test_changed_files_are_no_commit_and_leave_nothing_out(monkeypatch: pytest.MonkeyPatch, folder: Path):
    monkeypatch.setattr(long_run, "commit", lambda: None)
    go(a_run(), "a")
    assert done(a_run(), "a") == [False]
    assert list(folder.iterdir()) == []


def test_it_says_what_was_covered_now_and_before():
    go(a_run(), "a")
    second = a_run()
    go(second, "b")
    go(second, "c", failing="call")
    assert summary(second) == (
        "Long run of e3ef3900aaaa on SQLite: 1 passed, 1 failed, 0 skipped in 0 min; 1 had passed before."
    )
