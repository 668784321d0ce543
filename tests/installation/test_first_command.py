"""`python3 manage.py run`, as a newcomer types it: a process of its own, a fresh folder, a real port."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import load_backend
from django.test import override_settings

from league.installation import startup
from league.installation.environment import SQLITE_OPTIONS
from league.installation.stamps import KEY, LATE_AFTER
from tests.installation.tables import as_default, make_tables_at_once
from tests.installation.test_clock import health, set_back, until
from tests.static_files import hashed_storages

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def clock_beside(server: int) -> int:
    """The process that a server has forked for what the clock starts."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            name = (folder / "comm").read_text().strip()
            parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue  # it has ended while we were looking
        if name == "pegboard clock" and int(parent) == server:
            return int(folder.name)
    raise AssertionError("no clock runs beside the server")


@contextmanager
def running(var: Path, port: int) -> Iterator[tuple[list[str], int]]:
    """The site, from the first line it prints until Ctrl-C: what it said up to the last of them, its clock.

    Whatever it says of what goes wrong is in a file, `log`.
    """
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    with (var / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "run", "--port", str(port)],
            cwd=ROOT,
            env={**kept, "PEGBOARD_VAR": str(var)},
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    with process:
        try:
            said = said_until(process, "Ctrl-C stops it.")
            yield said, clock_beside(process.pid)
            clock = clock_beside(process.pid)
        finally:
            process.send_signal(signal.SIGINT)
        assert process.wait() == 0
        assert not Path(f"/proc/{clock}").exists()


def said_until(process: subprocess.Popen[str], last: str) -> list[str]:
    lines: list[str] = []
    assert process.stdout is not None
    for line in process.stdout:
        lines.append(line.rstrip())
        if lines[-1] == last:
            break
    return lines


def a_file(file: Path) -> BaseDatabaseWrapper:
    engine = "django.db.backends.sqlite3"
    known = {"ENGINE": engine, "NAME": file, "OPTIONS": SQLITE_OPTIONS}
    of_file: BaseDatabaseWrapper = load_backend(engine).DatabaseWrapper(
        {**connections["default"].settings_dict, **known}, "default"
    )
    return of_file


def line_beginning(words: str, lines: list[str]) -> str:
    return next(line for line in lines if line.startswith(words))


@pytest.mark.parametrize("from_nothing", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_the_first_command_opens_the_demo_and_the_second_time_keeps_it(
    from_nothing: bool,
    tmp_path: Path,
    django_db_blocker,
    collected_files: Path,
    monkeypatch: pytest.MonkeyPatch,
):
    """In the gate it finds tables and static files, whose making would take half of the time."""
    if not from_nothing:
        with django_db_blocker.unblock(), as_default(a_file(tmp_path / "pegboard.sqlite3")):
            make_tables_at_once()
        shutil.copytree(collected_files, tmp_path / "static")
        monkeypatch.setattr(startup, "call_command", lambda *_, **__: None)
        with override_settings(STATIC_ROOT=tmp_path / "static", STORAGES=hashed_storages()):
            startup.gather_static_files()
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    with running(tmp_path, port) as (said, _):
        assert f"Pegboard is at {url}" in said
        sign_in = line_beginning("Sign in: secretary / ", said)
        with urllib.request.urlopen(url) as page:
            assert page.status == 200
            text = page.read().decode()
    # Names that change with what is in the file: a browser may keep them for ever.
    hashed = json.loads((tmp_path / "static" / "staticfiles.json").read_text())["paths"].values()
    assert any(f"/static/{name}" in text for name in hashed)

    assert (tmp_path / KEY).exists()  # `doctor` tells another SECRET_KEY by it

    with running(tmp_path, port) as (said, clock):
        assert "Loading the demo" not in "\n".join(said)
        assert line_beginning("Sign in: ", said) == sign_in
        # A clock that is killed comes back, and the site says so while it is away.
        until(lambda: "last ran" in health(port))
        os.kill(clock, signal.SIGSTOP)
        set_back(tmp_path, LATE_AFTER)
        assert "clock is late" in health(port)
        os.kill(clock, signal.SIGKILL)
        until(lambda: "late" not in health(port))
    assert "pegboard clock has ended and is started again" in (tmp_path / "log").read_text()
