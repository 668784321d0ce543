"""What the clock starts, and the process it runs in."""

import datetime
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from league import jobs
from league.installation import serving
from league.installation.services import TURN, give_up_turn, take_turn
from league.installation.stamps import CLOCK, LATE_AFTER, WITHOUT_CLOCK, clock_words, read_stamp, write_stamp
from league.jobs import run_jobs
from tests.builders import FRIDAY, a_league, a_secretary

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def stamps(settings, tmp_path: Path) -> Path:
    """The stamps of an installation of its own."""
    settings.STAMPS = tmp_path
    return tmp_path


def set_back(folder: Path, by: datetime.timedelta) -> None:
    """Let the clock have run so long ago."""
    moment = time.time() - by.total_seconds()
    os.utime(folder / CLOCK, (moment, moment))


def test_a_job_that_goes_wrong_keeps_none_of_the_others_from_running(monkeypatch, caplog):
    ran: list[datetime.datetime] = []

    def goes_wrong(now: datetime.datetime) -> None:
        raise RuntimeError("the lamp failed")

    monkeypatch.setattr(jobs, "JOBS", (goes_wrong, ran.append))
    assert run_jobs(FRIDAY) is False
    assert ran == [FRIDAY]
    assert "goes_wrong went wrong" in caplog.text
    stamp = read_stamp(CLOCK)
    assert stamp is not None
    assert stamp.note == "goes_wrong"


def test_a_round_is_noted_once_it_is_whole(monkeypatch, stamps: Path):
    monkeypatch.setattr(jobs, "JOBS", ())
    assert "never run" in clock_words()
    run_jobs(FRIDAY, ())
    assert read_stamp(CLOCK) is None, "only what somebody waits for was done"
    assert run_jobs(FRIDAY)
    assert "last ran" in clock_words()
    set_back(stamps, LATE_AFTER)
    assert "late" in clock_words()
    assert WITHOUT_CLOCK in clock_words()
    assert "Type: python3 manage.py doctor" in clock_words()


def test_a_round_that_cannot_be_noted_has_not_gone_well(monkeypatch, stamps: Path):
    monkeypatch.setattr(jobs, "JOBS", ())
    write_stamp(CLOCK, "before")
    monkeypatch.setattr(Path, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "full")))
    assert not run_jobs(FRIDAY)
    stamp = read_stamp(CLOCK)
    assert stamp is not None
    assert stamp.note == "before"


@pytest.mark.django_db
def test_pages_say_that_the_clock_is_late_and_what_that_means(client, stamps: Path):
    league = a_league()
    client.force_login(a_secretary(league))
    desk, site = f"/{league.slug}/secretary/", f"/{league.slug}/secretary/site/"
    assert "never run" in client.get(site).content.decode()
    write_stamp(CLOCK)
    assert "Last run" in client.get(site).content.decode()
    assert "clock" not in client.get(desk).content.decode()
    set_back(stamps, LATE_AFTER)
    page = client.get(desk).content.decode()
    assert 'role="alert"' in page
    assert "no letter is sent" in page
    assert f'href="{site}"' in page
    assert "jobs --once" in client.get(site).content.decode()
    for address, state in (("/health/", "alive"), ("/ready/", "ready")):
        answer = client.get(address)
        first, second = answer.content.decode().splitlines()
        assert (answer.status_code, first) == (200, f"{state}, but the clock is late")
        assert second == clock_words()


class Process:
    """What the web server knows of the process of the clock."""

    def __init__(self, age: datetime.timedelta) -> None:
        self.age, self.is_killed = age, False

    def kill(self) -> None:
        self.is_killed = True


def test_the_log_says_once_that_the_clock_is_late_and_that_it_runs_again(stamps: Path, caplog):
    write_stamp(CLOCK)
    set_back(stamps, LATE_AFTER)
    assert not serving.watch_clock(Process(LATE_AFTER / 2), was_late=False), "it has only begun"
    old = Process(LATE_AFTER * 2)
    assert serving.watch_clock(old, was_late=False)
    assert serving.watch_clock(old, was_late=True)
    assert caplog.text.count(WITHOUT_CLOCK) == 1
    assert not old.is_killed
    set_back(stamps, serving.STUCK_AFTER)
    stuck = Process(serving.STUCK_AFTER * 2)
    serving.watch_clock(stuck, was_late=True)
    assert stuck.is_killed
    write_stamp(CLOCK)
    assert not serving.watch_clock(old, was_late=True)
    assert "runs again" in caplog.text


def until(is_so: Callable[[], bool]) -> None:
    """Ask again and again, for a minute at the most."""
    ends = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < ends
        threading.Event().wait(0.05)


def health(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health/") as answer:
        return answer.read().decode()


@pytest.mark.django_db
def test_once_does_everything_once_and_says_when_something_failed(monkeypatch):
    ran: list[datetime.datetime] = []
    monkeypatch.setattr(jobs, "JOBS", (ran.append,))
    call_command("jobs", once=True)
    assert len(ran) == 1
    monkeypatch.setattr(jobs, "JOBS", (lambda: None,))
    with pytest.raises(CommandError, match="Some jobs failed"):
        call_command("jobs", once=True)


def test_of_two_web_servers_one_has_the_turn_of_the_clock_until_it_is_gone(db: None):
    assert take_turn(holder="a", now=FRIDAY)
    assert not take_turn(holder="b", now=FRIDAY + TURN / 2)
    assert take_turn(holder="a", now=FRIDAY + TURN * 0.75), "and has it for another minute"
    assert not take_turn(holder="b", now=FRIDAY + TURN * 1.5)
    after = FRIDAY + TURN * 2
    assert take_turn(holder="b", now=after)
    assert not take_turn(holder="a", now=after)
    give_up_turn(holder="a", now=after)
    assert not take_turn(holder="a", now=after), "it was not its own to give up"
    give_up_turn(holder="b", now=after)
    assert take_turn(holder="a", now=after + datetime.timedelta(seconds=1))


def a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the clock beside a server that has gone: for one round."""
    # The test's own connection stays open.
    monkeypatch.setattr("league.management.commands.jobs.close_old_connections", lambda: None)
    with open(os.devnull) as ended:
        monkeypatch.setattr(sys, "stdin", ended)
        call_command("jobs", beside_server=True)


def test_a_clock_without_its_turn_runs_what_is_of_its_own_machine(db: None, monkeypatch, stamps: Path):
    ran: list[datetime.datetime] = []
    own: list[datetime.datetime] = []
    monkeypatch.setattr(jobs, "JOBS", (ran.append,))
    monkeypatch.setattr(jobs, "WITHOUT_TURN", (own.append,))
    assert take_turn(holder="another", now=timezone.now())
    a_round(monkeypatch)
    assert (len(ran), len(own)) == (0, 1)
    assert "last ran" in clock_words()
    give_up_turn(holder="another", now=timezone.now())
    a_round(monkeypatch)
    a_round(monkeypatch)
    assert (len(ran), len(own)) == (2, 1), "who ends gives the turn up, and has it again at once"


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


@pytest.mark.slow
def test_the_clock_ends_when_the_server_has_gone(tmp_path: Path):
    with beside_a_server(tmp_path) as clock:
        clock.communicate(timeout=60)
        assert clock.returncode == 0


@pytest.mark.slow
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
