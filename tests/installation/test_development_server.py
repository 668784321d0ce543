"""`run` with PEGBOARD_DEBUG=1: changed code is loaded at once, and the clock runs beside the server."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command

from league.installation import serving

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = serving.Address(host="127.0.0.1", port=8765)
SECONDS = 120
RUN = "league.management.commands.run"


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was started, in place of a server and a clock."""
    started: list[str] = []

    class Clock:
        def __init__(self) -> None:
            started.append("clock")

        def terminate(self) -> None:
            started.append("clock stopped")

        def wait(self) -> None:
            pass

    monkeypatch.setattr(serving, "call_command", lambda *words: started.append(" ".join(words)))
    monkeypatch.setattr(serving, "start_clock", Clock)
    return started


def test_the_process_that_watches_starts_only_the_server(served: list[str], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(serving.DJANGO_AUTORELOAD_ENV, raising=False)
    serving.serve_in_development(ADDRESS)
    assert served == ["runserver 127.0.0.1:8765"]


def test_the_process_that_serves_has_a_clock_which_ends_with_it(
    served: list[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv(serving.DJANGO_AUTORELOAD_ENV, "true")
    serving.serve_in_development(ADDRESS)
    assert served == ["clock", "runserver 127.0.0.1:8765", "clock stopped"]


@pytest.mark.parametrize(("debug", "expected"), [(True, "development"), (False, "gunicorn")])
@pytest.mark.django_db
def test_debug_decides_which_server_runs(
    debug: bool, expected: str, settings, monkeypatch: pytest.MonkeyPatch
):
    settings.DEBUG = debug
    started: list[str] = []
    monkeypatch.delenv(serving.DJANGO_AUTORELOAD_ENV, raising=False)
    monkeypatch.setattr(f"{RUN}.Command.open", lambda *_, **__: None)
    monkeypatch.setattr(f"{RUN}.verify_free", lambda address: None)
    monkeypatch.setattr(f"{RUN}.serve_in_development", lambda address: started.append("development"))
    monkeypatch.setattr(f"{RUN}.serve", lambda address, **_: started.append("gunicorn"))
    call_command("run", "--empty")
    assert started == [expected]


@pytest.mark.slow
def test_changed_code_starts_the_server_again(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "manage.py", "run", "--empty", "--port", str(port)],
        cwd=ROOT,
        env={**os.environ, "PEGBOARD_VAR": str(tmp_path), "PEGBOARD_DEBUG": "1", "DATABASE_URL": ""},
        stdout=subprocess.DEVNULL,
    )
    with process:
        try:
            wait_for(lambda: answers(port))
            first = children(process.pid)
            wait_for(lambda: touch("league/urls.py") and children(process.pid) not in ([], first))
            wait_for(lambda: answers(port))
        finally:
            process.send_signal(signal.SIGINT)
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in first))


def touch(name: str) -> bool:
    """Change a file's time, again and again: the watcher may not have looked at it for the first time yet."""
    (ROOT / name).touch()
    return True


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/help/") as page:
            return page.status == 200
    except OSError:
        return False


def children(process: int) -> list[int]:
    text = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    return [int(pid) for pid in text.split()]


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.5)
