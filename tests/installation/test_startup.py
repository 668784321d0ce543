"""What `run` does and says, short of serving."""

import datetime
import os
import stat
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.staticfiles.finders import get_finder
from django.core.management import call_command

from league.bootstrap import locks
from league.demo.services import demo_is_loaded
from league.installation import startup
from league.installation.local_secrets import SignIn, keep_demo_sign_in
from league.installation.startup import (
    gather_static_files,
    is_empty,
    load_the_demo,
    migrations_waiting,
    welcome,
)
from league.management.commands import run
from tests.builders import a_league
from tests.installation.test_serving import free_port

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
URL = "http://127.0.0.1:8000"


@pytest.fixture(autouse=True)
def var(settings, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path


def test_an_empty_installation_has_no_league():
    assert is_empty()
    a_league()
    assert not is_empty()


@pytest.mark.slow
def test_the_demos_sign_in_is_printed_again_the_second_time(var: Path):
    load_the_demo(today=datetime.date(2026, 11, 21))
    assert demo_is_loaded()
    first = welcome(URL)
    assert first[0] == f"Pegboard is at {URL}"
    assert first[1].startswith("Sign in: secretary / ")
    assert welcome(URL) == first
    assert stat.S_IMODE((var / "demo-sign-in.json").stat().st_mode) == 0o600


def test_a_kept_password_that_no_longer_opens_is_not_printed(var: Path):
    a_league(is_demo=True)
    get_user_model().objects.create_user("secretary", password="changed since")
    keep_demo_sign_in(var, SignIn(name="secretary", password="as it was"))
    assert "as it was" not in "\n".join(welcome(URL))


def test_without_the_demo_one_is_told_how_to_begin():
    lines = "\n".join(welcome(URL))
    assert "Sign in:" not in lines
    assert f"Open your league, with an account of your own:  {URL}/new-league/" in lines
    get_user_model().objects.create_user("ann")
    assert f"Sign in and open your league:  {URL}/new-league/" in "\n".join(welcome(URL))


def test_a_league_that_was_brought_here_is_named_with_the_way_in():
    league = a_league()
    lines = "\n".join(welcome(URL))
    assert f"{league}: {URL}/{league.slug}/" in lines
    assert "changepassword NAME" in lines
    assert "createsuperuser" not in lines


def test_nothing_waits_once_the_tables_are_made():
    assert migrations_waiting() == 0


def test_a_server_loads_every_page_before_its_workers_and_no_library_that_only_some_use():
    """Its first visitors would wait for the pages; the libraries take longer to load than Django."""
    slow = {
        "xlsxwriter",
        "python_calamine",
        "numpy",
        "highspy",
        "icalendar",
        "weasyprint",
        "PIL",
        "segno",
        "holidays",
        "ninja",
    }
    slow |= {"fido2", "cryptography"}
    program = "import sys, league.wsgi; print(*sys.modules)"
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    ended = subprocess.run(
        [sys.executable, "-c", program], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = set(ended.stdout.split())
    assert not slow & loaded
    assert {"league.results.views.log", "league.standings.views.public"} <= loaded


def test_static_files_are_gathered_again_only_when_one_has_changed(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "source" / "a.css"
    source.parent.mkdir()
    source.write_text("a {}")
    settings.STATICFILES_DIRS, settings.STATIC_ROOT = [source.parent], tmp_path / "static"
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    get_finder.cache_clear()
    gathered = []

    def collect(*_: object, **__: object) -> None:
        settings.STATIC_ROOT.mkdir(exist_ok=True)
        gathered.append(source.read_text())

    monkeypatch.setattr(startup, "call_command", collect)
    for text in ("a {}", "a {}", "a { color: red }"):
        if text != source.read_text():
            source.write_text(text)
        gather_static_files()
    get_finder.cache_clear()
    assert gathered == ["a {}", "a { color: red }"]


def test_a_machine_that_cannot_print_is_told_the_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("migrate", check_unapplied=True)
    assert "apt-get" not in capsys.readouterr().err
    monkeypatch.setattr(startup.apt, "PANGO", replace(startup.apt.PANGO, is_there=lambda: False))
    call_command("migrate", check_unapplied=True)
    [sentence] = capsys.readouterr().err.splitlines()
    assert sentence.startswith("Pango draws the letters on printed pages and is not here; type: ")
    assert sentence.endswith(
        "apt-get install -y --no-install-recommends libpangoft2-1.0-0 libharfbuzz-subset0"
    )


def test_a_second_first_start_waits_for_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both would make the tables, and load the demo twice."""
    opened, waiting = threading.Event(), threading.Event()
    monkeypatch.setattr(run.Command, "open", lambda *_, **__: opened.set())
    monkeypatch.setattr(run.startup, "welcome", lambda url: [url])
    monkeypatch.setattr(run, "serve", lambda *_, **__: None)
    monkeypatch.setattr(locks, "say", lambda _: waiting.set())
    start = threading.Thread(target=call_command, args=("run",), kwargs={"port": free_port()})
    with locks.exclusive():
        start.start()
        assert waiting.wait(timeout=60)
        assert not opened.is_set()
    start.join(timeout=60)
    assert opened.is_set()
