"""Every fault that may befall a served league, in one list: what users see, and an exact count afterwards.

    python3 manage.py test tests/operating/test_faults.py --slow

A real `serve` with the demo league, phones at its tables that send a hand again until it is taken. The
outcome stands in docs/backups.md. Disks are mounted, which needs root; without it those
tests are skipped.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from league.installation.outages import COME_AGAIN
from league.installation.views import UNAVAILABLE
from tests.operating import faults
from tests.operating.in_use import BOUNDARY, LeagueInUse, Phones, a_hand, photograph_form
from tests.operating.served import DOMAIN, ROOT, Answer, free_port

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("faults")]

SQLITE, POSTGRES = "sqlite", "postgres"
needs_mount = pytest.mark.skipif(not faults.may_mount(), reason="nothing can be mounted here")
needs_postgres = pytest.mark.skipif(faults.postgres.program_folder() is None, reason="no PostgreSQL here")
# Python runs it first: what the site takes for the time is some seconds away from it.
MOVED_CLOCK = """
import datetime, pathlib, time
import django.utils.timezone
file, machine = pathlib.Path({file!r}), time.time
time.time = lambda: machine() + float(file.read_text() or 0)
django.utils.timezone.now = lambda: datetime.datetime.fromtimestamp(time.time(), datetime.UTC)
"""
Meanwhile = Callable[[LeagueInUse], AbstractContextManager[None]]
QUIET = {"PEGBOARD_BACKUPS_KEPT": "0"}


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> LeagueInUse:
    """A league in a file, served once, so that its static files are there; its copies are tried."""
    league = LeagueInUse(tmp_path_factory.mktemp("prepared"), more=QUIET)
    league.set_up()
    with league.served():
        assert league.read().status == 200
    league.manage("jobs", "--once")
    return league


@pytest.fixture
def league(prepared: LeagueInUse, tmp_path: Path) -> LeagueInUse:
    shutil.copytree(prepared.var, tmp_path / "var")
    return LeagueInUse(tmp_path / "var", more=dict(QUIET), known=prepared.known)


@pytest.fixture
def on_small_disk(prepared: LeagueInUse, tmp_path: Path) -> Iterator[LeagueInUse]:
    with faults.small_disk(tmp_path) as disk:
        shutil.copytree(prepared.var, disk, dirs_exist_ok=True)
        yield LeagueInUse(disk, more=dict(QUIET), known=prepared.known)


@pytest.fixture(scope="module")
def cluster() -> Iterator[faults.Cluster]:
    cluster = faults.Cluster()
    yield cluster
    cluster.delete()


@pytest.fixture(scope="module")
def prepared_on_postgres(
    cluster: faults.Cluster, prepared: LeagueInUse, tmp_path_factory: pytest.TempPathFactory
) -> LeagueInUse:
    """The same league, carried over by `backup` and `restore`."""
    return carried(prepared, tmp_path_factory.mktemp("prepared-on-postgres"), cluster)


def carried(prepared: LeagueInUse, var: Path, cluster: faults.Cluster) -> LeagueInUse:
    file = prepared.var / "carried.backup"
    if not file.exists():
        prepared.manage("backup", str(file))
    shutil.copytree(prepared.var / "static", var / "static")
    more = QUIET | {"DATABASE_URL": cluster.copy("prepared", "template1")}
    league = LeagueInUse(var, more=more, known=prepared.known)
    league.manage("migrate")
    league.manage("restore", str(file))
    return league


@pytest.fixture
def league_on_postgres(
    cluster: faults.Cluster, prepared_on_postgres: LeagueInUse, tmp_path: Path
) -> LeagueInUse:
    shutil.copytree(prepared_on_postgres.var, tmp_path / "var")
    more = QUIET | {"DATABASE_URL": cluster.copy(f"of_{tmp_path.name}", "prepared")}
    return LeagueInUse(tmp_path / "var", more=more, known=prepared_on_postgres.known)


@pytest.fixture(params=[SQLITE, pytest.param(POSTGRES, marks=needs_postgres)])
def any_league(request: pytest.FixtureRequest) -> LeagueInUse:
    name = "league" if request.param == SQLITE else "league_on_postgres"
    league: LeagueInUse = request.getfixturevalue(name)
    return league


def told(answer: Answer) -> tuple[int, str]:
    return answer.status, answer.headers.get("Retry-After", "")


SORRY = (503, str(COME_AGAIN))


# --- The disk or the database fails for a while -------------------------------------------------
def try_it(league: LeagueInUse, meanwhile: Meanwhile, *, page: int, ready: str) -> None:
    """Let a fault last while phones play: they, a program and a visitor are told, and nothing is lost."""
    before = league.count()
    with league.served():
        assert league.read().status == 200
        with Phones(league).playing() as phones:
            with meanwhile(league):
                phones.wait_for_refusals()
                assert league.read().status == page
                result = league.result()
                assert told(result) == SORRY
                assert json.loads(result.body)["detail"] == UNAVAILABLE
                form = league.visitor().ask("/sign-in/", method="POST", body="username=a")
                assert form.status in {403, 503}
                state = league.visitor().ask("/ready/")
                assert (state.status, ready in state.text) == (503, True), state.text
            phones.wait_for_hands()
        assert set(phones.refusals) == {(*SORRY, UNAVAILABLE)}
        phones.compare()
        assert league.result().status == 200
        assert league.count() == before.plus(hands=phones.taken, results=1)


@needs_mount
def test_full_disk(on_small_disk: LeagueInUse) -> None:
    """Pages are still read; everything else is told to come again."""
    try_it(on_small_disk, faults.full_disk, page=200, ready="disk full")


@needs_mount
def test_read_only_disk(on_small_disk: LeagueInUse) -> None:
    """What was taken before is on it; phones hold what was refused, and send it again."""
    try_it(on_small_disk, faults.read_only_disk, page=200, ready="disk cannot be written to")


@needs_mount
@needs_postgres
def test_full_disk_under_postgres(prepared: LeagueInUse) -> None:
    """The site and its database on one disk: pages are still read, and nothing else is taken."""
    with faults.small_disk_with_postgres() as (disk, cluster):
        try_it(carried(prepared, disk, cluster), cluster.full_disk, page=200, ready="disk full")


@needs_mount
@needs_postgres
def test_read_only_disk_under_postgres(prepared: LeagueInUse) -> None:
    """The server ends itself at the first hand; every hand that was taken is there when it is back."""
    with faults.small_disk_with_postgres() as (disk, cluster):
        league = carried(prepared, disk, cluster)
        try_it(league, cluster.read_only_disk, page=503, ready="no database")


@needs_postgres
def test_database_gone(league_on_postgres: LeagueInUse, cluster: faults.Cluster) -> None:
    try_it(league_on_postgres, cluster.gone, page=503, ready="no database")


def test_database_slow(any_league: LeagueInUse) -> None:
    """Whoever writes waits twenty seconds for a lock, and is told to come again; readers read."""
    before = any_league.count()
    with any_league.served():
        assert any_league.read().status == 200
        with Phones(any_league, matches=2).playing() as phones:
            with faults.locked(any_league):
                phones.wait_for_refusals(1)
                assert any_league.read("/pubs/").status == 200
            phones.wait_for_hands()
        assert set(phones.refusals) == {(*SORRY, UNAVAILABLE)}
        assert any_league.count() == before.plus(hands=phones.taken)


# --- A process is killed while it writes --------------------------------------------------------
WRITES: dict[str, tuple[str, str, str]] = {
    "hand": ("hands", "INSERT", "league_tableentry"),
    "result": ("results", "UPDATE", "league_league"),
    "photograph": ("photographs", "INSERT", "league_photograph"),
    "import": ("imports", "INSERT", "league_importrun"),
    "publish": ("", "UPDATE", "league_league"),
}


@pytest.mark.parametrize("what", WRITES)
def test_worker_killed_in_the_middle_of_a_write(any_league: LeagueInUse, what: str) -> None:
    """Nothing of it is stored; sent again it is stored once, and sent once more it changes nothing."""
    counted, event, table = WRITES[what]
    hand = a_hand(1, 1)
    act: Callable[[], Answer] = {
        "hand": lambda: any_league.hand(hand),
        "result": any_league.result,
        "photograph": any_league.photograph,
        "import": lambda: any_league.fixtures("2027-02-18"),
        "publish": any_league.publish,
    }[what]
    before = any_league.count()
    with any_league.served():
        assert any_league.read().status == 200
        with faults.stalled(any_league, event, table):
            faults.kill_in_the_middle(any_league, act)
            faults.wait_until(lambda: bool(any_league.workers()))
        assert any_league.count() == before
        assert act().status in {200, 303}
        once = any_league.count()
        if what == "publish":
            assert once.letters > before.letters
        else:
            assert getattr(once, counted) == getattr(before, counted) + 1
        assert act().status in {200, 303, 422}
        assert any_league.count() == once


def test_backup_killed_while_it_is_made(any_league: LeagueInUse) -> None:
    """What is half done has no name that counts, and the next one is whole."""
    before, folder = any_league.count(), any_league.var / "backups"
    command = [sys.executable, "manage.py", "backup", "--daily"]
    backup = subprocess.Popen(command, cwd=ROOT, env=any_league.environment)
    faults.wait_until(lambda: any(folder.glob("*.part")))
    backup.send_signal(signal.SIGKILL)
    backup.wait()
    assert not list(folder.glob("daily-*.backup"))
    any_league.manage("backup", "--daily")
    assert len(list(folder.glob("daily-*.backup"))) == 1
    assert not list(folder.glob("*.part"))
    assert any_league.count() == before


def test_half_an_upload(any_league: LeagueInUse) -> None:
    """A connection that is cut holds nobody up, and nothing of it is stored."""
    before, form = any_league.count(), photograph_form(50)
    with any_league.served():
        for _ in range(8):  # more than there are threads
            with socket.create_connection(("127.0.0.1", any_league.port)) as line:
                head = (
                    f"POST {any_league.photographs_of()} HTTP/1.1\r\nHost: {DOMAIN}\r\n"
                    f"X-Forwarded-Proto: https\r\nContent-Length: {len(form)}\r\n"
                    f"Content-Type: multipart/form-data; boundary={BOUNDARY}\r\n\r\n"
                )
                line.sendall(head.encode() + form[: len(form) // 2])
        assert any_league.read().status == 200
        assert any_league.count() == before
        assert any_league.photograph().status == 200
    assert any_league.count() == before.plus(photographs=1)


# --- Clock and mail -----------------------------------------------------------------------------
def test_clock_that_jumps(any_league: LeagueInUse, tmp_path: Path) -> None:
    """Two hours forward, then four back: hands are taken all the time, and nothing is late or twice."""
    moved = tmp_path / "moved"
    (tmp_path / "sitecustomize.py").write_text(MOVED_CLOCK.format(file=str(moved)))
    before = any_league.count()
    moved.write_text("0")
    with any_league.served(PYTHONPATH=str(tmp_path)), Phones(any_league).playing() as phones:
        for hours in (2, -2, 0):
            moved.write_text(str(3600 * hours))
            phones.wait_for_hands(6)
            assert any_league.read().status == 200
            assert any_league.visitor().ask("/ready/").status == 200
    assert phones.refusals == []
    with any_league.opened() as database:
        ((first, last),) = database.execute(
            "SELECT MIN(received_at), MAX(received_at) FROM league_tableentry WHERE follows = '[]'"
        ).fetchall()
    assert str(first)[:13] != str(last)[:13], "the clock was moved"
    assert any_league.count() == before.plus(hands=phones.taken)


def test_mail_server_down_and_slow(any_league: LeagueInUse, tmp_path: Path) -> None:
    """Nobody on the site notices; each letter goes out once when the server is back."""
    port = free_port()
    any_league.more |= {
        "PEGBOARD_EMAIL_URL": f"smtp://127.0.0.1:{port}",
        "PEGBOARD_EMAIL_FROM": "a@example.org",
    }
    before = any_league.count()
    with any_league.served():
        assert any_league.publish().status == 303
        letters = any_league.count().letters - before.letters
        assert letters > 0
        with Phones(any_league).playing() as phones:
            any_league.manage("jobs", "--once")  # nobody listens
            with socket.create_server(("127.0.0.1", port)):  # somebody listens, and says nothing
                phones.wait_for_hands(6)
        assert phones.refusals == []
    with any_league.opened() as database:
        database.execute("UPDATE league_notice SET sent_at = NULL WHERE failed_because <> ''")
    with faults.mail_server(port, tmp_path) as arrived:
        faults.wait_until(lambda: not any_league.manage("jobs", "--once").returncode and arrived() >= letters)
        any_league.manage("jobs", "--once")
        assert arrived() == letters
    assert any_league.count() == before.plus(hands=phones.taken, letters=letters)


# --- Two upgrades, and corrupt files ------------------------------------------------------------
@pytest.mark.parametrize("kind", [SQLITE, pytest.param(POSTGRES, marks=needs_postgres)])
def test_two_upgrades_at_once(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """One waits for the other, finds nothing left to do, and puts nothing back."""
    more = dict(QUIET)
    if kind == POSTGRES:
        more["DATABASE_URL"] = request.getfixturevalue("cluster").copy("empty", "template1")
    league = LeagueInUse(tmp_path, more=more)
    command = [sys.executable, "manage.py", "upgrade"]
    both = [
        subprocess.Popen(command, cwd=ROOT, env=league.environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    ended = sorted(process.communicate()[0] for process in both)
    assert [process.returncode for process in both] == [0, 0], ended
    assert [text.count("Carried out") for text in ended] in ([0, 1], [1, 0])
    assert [text.count("nothing to upgrade") for text in ended] in ([0, 1], [1, 0])
    assert set(league.count().__slots__)


def test_corrupt_database_file(league: LeagueInUse, tmp_path: Path) -> None:
    """Everybody is told to come again; the backup brings back what it had, to the row."""
    file = tmp_path / "league.backup"
    league.manage("backup", str(file))
    before = league.count()
    with league.served():
        assert league.hand(a_hand(1, 1)).status == 200
        spoil(league.var / "pegboard.sqlite3", first=0)
        assert told(league.hand(a_hand(1, 2))) == SORRY
        assert told(league.read("/pubs/")) == SORRY
    league.manage("restore", str(file), "--replace")
    assert league.count() == before
    with league.served():
        assert league.hand(a_hand(1, 1)).status == 200
    assert league.count() == before.plus(hands=1)


def test_corrupt_page_store(any_league: LeagueInUse) -> None:
    """Pages are made anew; nobody notices."""
    before = any_league.count()
    with any_league.served():
        assert any_league.read().status == 200
        spoil(any_league.var / "pages.sqlite3", first=0)
        assert [any_league.read().status for _ in range(3)] == [200] * 3
        assert any_league.hand(a_hand(1, 1)).status == 200
    assert any_league.count() == before.plus(hands=1)


def test_corrupt_backup(any_league: LeagueInUse, tmp_path: Path) -> None:
    """It is refused in a sentence, and changes nothing."""
    file = tmp_path / "league.backup"
    any_league.manage("backup", str(file))
    before = any_league.count()
    spoil(file, first=file.stat().st_size // 2)
    command = [sys.executable, "manage.py", "restore", str(file), "--replace"]
    refused = subprocess.run(
        command, cwd=ROOT, env=any_league.environment, capture_output=True, text=True, check=False
    )
    assert refused.returncode == 1
    assert "Traceback" not in refused.stderr
    assert any_league.count() == before


def spoil(file: Path, *, first: int) -> None:
    """Write over the half of a file that begins there, as a disk that fails."""
    size = file.stat().st_size
    with file.open("r+b") as content:
        content.seek(first)
        content.write(os.urandom(size // 2))
