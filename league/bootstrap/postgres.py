"""A PostgreSQL of the tests' own: made for one run, on a Unix socket, gone afterwards."""

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from league.bootstrap.talk import Trouble

# Debian keeps them out of the PATH, in a folder for each version.
DEBIAN_FOLDERS = "/usr/lib/postgresql"
# /tmp, not TMPDIR: another user must be able to reach it, and a socket's path holds 107 bytes.
PLACE = "/tmp"  # noqa: S108
PATIENCE = 60
PAUSE = 0.05
SETTINGS = {
    "listen_addresses": "",
    # Nothing in it outlives the run: what keeps data through a power cut only costs time.
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    # What it learns of a table that one test has emptied makes queries of the next one take minutes.
    "autovacuum": "off",
}
PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """Who runs the server: PostgreSQL refuses root."""

    uid: int
    gid: int

    def as_arguments(self) -> dict[str, Any]:
        if self.uid == os.geteuid():
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def programs() -> Path | None:
    """The folder with initdb and postgres, the newest there is."""
    versions = sorted(
        (folder for folder in Path(DEBIAN_FOLDERS).glob("*/bin") if (folder / "initdb").exists()),
        key=lambda folder: float(folder.parent.name),
    )
    if versions:
        return versions[-1]
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def owner() -> Owner:
    """This user, or in root's place whoever the package made for it."""
    if os.geteuid() != 0:
        return Owner(uid=os.geteuid(), gid=os.getegid())
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Owner(uid=entry.pw_uid, gid=entry.pw_gid)
    raise Trouble(
        "PostgreSQL refuses to run as root, and there is no user 'postgres' or 'nobody' to run it as."
    )


@contextmanager
def running() -> Iterator[str]:
    """The address (as for DATABASE_URL) of a server that lives as long as the block.

    Raises Trouble when there is no PostgreSQL or it does not start.
    """
    folder = programs()
    if folder is None:
        raise Trouble("there is no PostgreSQL on this machine")
    who = owner()
    home = Path(tempfile.mkdtemp(prefix="pegboard-pg-", dir=PLACE))
    try:
        os.chown(home, who.uid, who.gid)
        _make_cluster(folder, home, who)
        server = _start(folder, home, who)
        try:
            _wait_until_it_answers(home, server)
            yield f"postgres://postgres@{quote(str(home), safe='')}/postgres"
        finally:
            server.send_signal(signal.SIGINT)  # "fast": does not wait for its clients to leave
            server.wait()
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _make_cluster(folder: Path, home: Path, who: Owner) -> None:
    command = [
        *(
            str(folder / "initdb"),
            "--pgdata",
            str(home / "data"),
            "--username",
            "postgres",
            "--auth",
            "trust",
        ),
        *("--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync"),
    ]
    made = subprocess.run(
        command, cwd=home, capture_output=True, text=True, check=False, **who.as_arguments()
    )
    if made.returncode != 0:
        raise Trouble(f"initdb failed: {made.stderr.strip()}")


def _start(folder: Path, home: Path, who: Owner) -> subprocess.Popen[bytes]:
    settings = {**SETTINGS, "unix_socket_directories": str(home)}
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    with (home / "log").open("wb") as log:
        return subprocess.Popen(
            [folder / "postgres", "-D", home / "data", *options],
            cwd=home,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            # Ctrl-C is for the tests; they still need their database while they tidy up.
            start_new_session=True,
            preexec_fn=_stop_when_parent_dies,
            **who.as_arguments(),
        )


def _stop_when_parent_dies() -> None:
    # Even when we are killed outright nothing stays behind.
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)


def _wait_until_it_answers(home: Path, server: subprocess.Popen[bytes]) -> None:
    # The last line of this file, written by PostgreSQL itself, says how far it is.
    progress = home / "data" / "postmaster.pid"
    patience_ends = time.monotonic() + PATIENCE
    while not (progress.exists() and progress.read_text().rstrip().endswith("ready")):
        if server.poll() is not None or time.monotonic() > patience_ends:
            log = (home / "log").read_text(errors="replace").strip()
            raise Trouble(f"PostgreSQL did not start: {log[-1000:]}")
        time.sleep(PAUSE)
