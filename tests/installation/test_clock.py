"""What the clock starts, and the process it runs in."""

import datetime
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from league import jobs
from league.jobs import run_jobs
from tests.builders import FRIDAY

ROOT = Path(__file__).resolve().parents[2]


def test_a_job_that_goes_wrong_keeps_none_of_the_others_from_running(monkeypatch, caplog):
    ran: list[datetime.datetime] = []

    def goes_wrong(now: datetime.datetime) -> None:
        raise RuntimeError("the lamp failed")

    monkeypatch.setattr(jobs, "JOBS", (goes_wrong, ran.append))
    assert run_jobs(FRIDAY) is False
    assert ran == [FRIDAY]
    assert "goes_wrong went wrong" in caplog.text


@pytest.mark.django_db
def test_once_does_everything_once_and_says_when_something_failed(monkeypatch):
    ran: list[datetime.datetime] = []
    monkeypatch.setattr(jobs, "JOBS", (ran.append,))
    call_command("jobs", once=True)
    assert len(ran) == 1
    monkeypatch.setattr(jobs, "JOBS", (lambda: None,))
    with pytest.raises(CommandError, match="Some jobs failed"):
        call_command("jobs", once=True)


@contextmanager
def beside_a_server(var: Path) -> Iterator[subprocess.Popen[bytes]]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    clock = subprocess.Popen(
        [sys.executable, "manage.py", "jobs", "--beside-server"],
        cwd=ROOT,
        env={**kept, "PEGBOARD_VAR": str(var)},
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        yield clock
    finally:
        clock.kill()
        clock.communicate()


def test_the_clock_ends_when_the_server_has_gone(tmp_path: Path):
    with beside_a_server(tmp_path) as clock:
        clock.communicate(timeout=60)
        assert clock.returncode == 0


def test_the_clock_ends_when_it_is_told_to(tmp_path: Path):
    with beside_a_server(tmp_path) as clock:
        assert clock.stderr is not None
        # Its first round, in a database without tables, has begun to fail and said so.
        for line in clock.stderr:
            if b"unavailable" in line:
                break
        clock.send_signal(signal.SIGTERM)
        _, said = clock.communicate(timeout=60)
        assert clock.returncode == 0
        assert b"KeyboardInterrupt" not in said
