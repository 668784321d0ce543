"""Faults that befall a served league for a while: its disk, its database; and processes that are killed."""

import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg

from league.bootstrap import postgres
from tests.operating.in_use import PATIENCE, PAUSE, LeagueInUse
from tests.operating.served import running

DISK = 64 * 1024 * 1024
DISK_WITH_POSTGRES = 512 * 1024 * 1024
# What a temporary server leaves out: without it nobody notices that a disk fails.
DURABLE = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on"}
# The last write of a page takes so long, as on a slow disk: in it the process is killed.
STALL_ON_SQLITE = """
CREATE VIEW stall AS
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000)
    SELECT COUNT(*) FROM n;
CREATE TRIGGER stall_late AFTER {event} ON {table} BEGIN SELECT * FROM stall; END;
"""
STALL_ON_POSTGRES = """
CREATE FUNCTION stall() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN PERFORM pg_sleep(10); RETURN NULL; END $$;
CREATE TRIGGER stall_late AFTER {event} ON {table} FOR EACH ROW EXECUTE FUNCTION stall();
"""


def may_mount() -> bool:
    """Return whether file systems can be mounted here: by root, on Linux with loop devices."""
    return os.geteuid() == 0 and Path("/dev/loop-control").exists() and shutil.which("mkfs.ext4") is not None


@contextlib.contextmanager
def small_disk(folder: Path, size: int = DISK) -> Iterator[Path]:
    """Give a folder that is a small file system of its own; it can be remounted."""
    image, disk = folder / "image", folder / "disk"
    disk.mkdir()
    with image.open("wb") as content:
        content.truncate(size)
    subprocess.run(["mkfs.ext4", "-q", "-F", str(image)], check=True)
    subprocess.run(["mount", "-o", "loop", str(image), str(disk)], check=True)
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


@contextlib.contextmanager
def full_disk(league: LeagueInUse) -> Iterator[None]:
    """Leave no byte on the league's disk."""
    if not league.database:
        with league.opened() as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    ballast = league.var / "ballast"
    with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as content:
        for size in (1024 * 1024, 4096, 1):
            with contextlib.suppress(OSError):
                while True:
                    content.write(bytes(size))
    yield
    ballast.unlink()


@contextlib.contextmanager
def read_only_disk(league: LeagueInUse) -> Iterator[None]:
    """Turn the disk read-only as the kernel does after a fault of it; mend it with the site stopped."""
    with aborted(league.var):
        yield
        league.stop()
    league.start()


@contextlib.contextmanager
def aborted(disk: Path) -> Iterator[None]:
    """Let a small disk fail; afterwards, when nobody uses it, it is repaired."""
    subprocess.run(["sync", "--file-system", str(disk)], check=True)
    subprocess.run(["mount", "-o", "remount,abort", str(disk)], check=True)
    yield
    subprocess.run(["umount", str(disk)], check=True)
    image = disk.parent / "image"
    subprocess.run(["fsck.ext4", "-y", str(image)], capture_output=True, check=False)
    subprocess.run(["mount", "-o", "loop", str(image), str(disk)], check=True)


@contextlib.contextmanager
def locked(league: LeagueInUse) -> Iterator[None]:
    """Hold what every write of a league needs, for longer than anybody waits."""
    with league.opened() as database:
        if league.database:
            database.autocommit = False
            database.execute("LOCK TABLE league_tableentry, league_league IN EXCLUSIVE MODE")
        else:
            database.execute("BEGIN IMMEDIATE")
        yield
        database.rollback()


class Cluster:
    """A PostgreSQL of its own, which can be stopped, frozen and started again."""

    def __init__(self, home: Path | None = None) -> None:
        programs = postgres.program_folder()
        assert programs is not None
        self.programs, self.user = programs, postgres.owner()
        self.home = home or Path(tempfile.mkdtemp(prefix="pegboard-faults-", dir="/tmp"))
        os.chown(self.home, self.user.uid, self.user.gid)
        postgres._make_cluster(self.programs, self.home, self.user)
        self.start()

    def address(self, name: str) -> str:
        return f"postgres://postgres@{quote(str(self.home), safe='')}/{name}"

    def copy(self, name: str, like: str) -> str:
        """Make a database, a copy of another; return its address."""
        with psycopg.connect(
            host=str(self.home), user="postgres", dbname="postgres", autocommit=True
        ) as line:
            line.execute(f'CREATE DATABASE "{name}" TEMPLATE "{like}"')
            line.execute(f"ALTER DATABASE \"{name}\" SET lock_timeout = '20s'")
        return self.address(name)

    def start(self) -> None:
        self.server = postgres._start(self.programs, self.home, self.user, DURABLE)
        postgres._wait_until_ready(self.home, self.server)

    def kill(self) -> None:
        """End all of it at once, as when its machine loses power."""
        self.server.send_signal(signal.SIGQUIT)
        self.server.wait()

    def delete(self) -> None:
        self.kill()
        shutil.rmtree(self.home, ignore_errors=True)

    @contextlib.contextmanager
    def gone(self, league: LeagueInUse) -> Iterator[None]:
        self.kill()
        yield
        self.start()

    @contextlib.contextmanager
    def full_disk(self, league: LeagueInUse) -> Iterator[None]:
        """Leave no byte on the disk of site and database; if the server gave up, it is started again."""
        with full_disk(league):
            yield
        if self.server.poll() is not None:
            self.start()

    @contextlib.contextmanager
    def read_only_disk(self, league: LeagueInUse) -> Iterator[None]:
        """Turn the disk of site and database read-only: the server gives up. Mend it with both stopped."""
        with aborted(league.var.parent):
            wait_until(lambda: self.server.poll() is not None)
            yield
            league.stop()
            self.kill()
        self.start()
        league.start()


@contextlib.contextmanager
def small_disk_with_postgres() -> Iterator[tuple[Path, Cluster]]:
    """Give a folder for a site, and a PostgreSQL, on a small file system that both fill."""
    # Outside of pytest's folders, which PostgreSQL's own user may not enter.
    folder = Path(tempfile.mkdtemp(prefix="pegboard-disk-", dir="/tmp"))
    folder.chmod(0o711)
    with small_disk(folder, DISK_WITH_POSTGRES) as disk:
        for name in ("postgres", "var"):
            (disk / name).mkdir()
        cluster = Cluster(disk / "postgres")
        try:
            yield disk / "var", cluster
        finally:
            cluster.delete()
    shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def stalled(league: LeagueInUse, event: str, table: str) -> Iterator[None]:
    """Let a write of the league come to its end only much later."""
    script = STALL_ON_POSTGRES if league.database else STALL_ON_SQLITE
    with league.opened() as database:
        run = database.execute if league.database else database.executescript
        run(script.format(event=event, table=table))
    yield
    with league.opened() as database:
        if league.database:
            database.execute(f"DROP TRIGGER stall_late ON {table}")
            database.execute("DROP FUNCTION stall")
        else:
            database.executescript("DROP TRIGGER stall_late; DROP VIEW stall")


def kill_in_the_middle(league: LeagueInUse, act: Callable[[], object]) -> None:
    """Begin an act, and kill every worker with -9 once its rows are written and not yet committed."""
    ended: list[BaseException] = []

    def try_it() -> None:
        try:
            act()
        except Exception as fault:  # nobody answers any more
            ended.append(fault)

    asking = threading.Thread(target=try_it)
    asking.start()
    wait_until(lambda: _is_writing(league))
    for worker in league.workers():
        os.kill(worker, signal.SIGKILL)
    asking.join(PATIENCE)
    assert ended, "the process was killed, and something answered"


def _is_writing(league: LeagueInUse) -> bool:
    with league.opened() as database:
        if league.database:
            sql = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
            return bool(database.execute(sql).fetchall())
        database.execute("PRAGMA busy_timeout = 500")
        try:
            database.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return True
        database.rollback()
        return False


def wait_until(is_so: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < until, "it does not come to it"
        time.sleep(PAUSE)


@contextlib.contextmanager
def mail_server(port: int, folder: Path) -> Iterator[Callable[[], int]]:
    """Take letters at a port; give what counts those that came."""
    code = f"""
import socketserver
class Letter(socketserver.StreamRequestHandler):
    def handle(self):
        say = lambda text: self.wfile.write(text.encode() + b"\\r\\n")
        say("220 here")
        is_body = False
        for line in self.rfile:
            word = line.strip().upper()
            if is_body:
                is_body = word != b"."
                if not is_body:
                    open({str(folder / "letters")!r}, "a").write("one\\n")
                    say("250 taken")
            elif word.startswith(b"DATA"):
                is_body = True
                say("354 go on")
            elif word.startswith(b"QUIT"):
                return say("221 bye")
            else:
                say("250 yes")
socketserver.ThreadingTCPServer.allow_reuse_address = True
socketserver.ThreadingTCPServer(("127.0.0.1", {port}), Letter).serve_forever()
"""
    letters = folder / "letters"
    letters.touch()
    with running([sys.executable, "-c", code]):
        yield lambda: len(letters.read_text().splitlines())
