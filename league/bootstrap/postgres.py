"""A temporary PostgreSQL server for the tests, on a Unix socket."""

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from league.bootstrap.output import SetupError

# Debian keeps them out of the PATH, in a folder for each version.
DEBIAN_FOLDERS = "/usr/lib/postgresql"
# /tmp, not TMPDIR: another user must be able to reach it, and a socket's path holds 107 bytes.
PARENT_FOLDER = "/tmp"  # noqa: S108
SECONDS_TO_START = 60
PAUSE = 0.05
SETTINGS = {
    "listen_addresses": "",
    # Nothing in it outlives the run: what keeps data through a power cut only costs time.
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    # Statistics of a table that a test has emptied make queries of the next test take minutes.
    "autovacuum": "off",
}
PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """The user who runs the server; PostgreSQL refuses root."""

    uid: int
    gid: int

    def as_arguments(self) -> dict[str, Any]:
        if self.uid == os.geteuid():
            return {}
        return {"user": self.uid, "group": self.gid, "extra_groups": []}


def program_folder() -> Path | None:
    """Return the folder of the newest initdb and postgres, or None."""
    versions = sorted(
        (folder for folder in Path(DEBIAN_FOLDERS).glob("*/bin") if (folder / "initdb").exists()),
        key=lambda folder: float(folder.parent.name),
    )
    if versions:
        return versions[-1]
    initdb = shutil.which("initdb")
    return Path(initdb).resolve().parent if initdb else None


def owner() -> Owner:
    """Return this user or, for root, the user that the package made.

    Raises SetupError when there is none.
    """
    if os.geteuid() != 0:
        return Owner(uid=os.geteuid(), gid=os.getegid())
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Owner(uid=entry.pw_uid, gid=entry.pw_gid)
    raise SetupError(
        "PostgreSQL refuses to run as root, and there is no user 'postgres' or 'nobody' to run it as."
    )


@contextmanager
def temporary_server() -> Iterator[str]:
    """Start a server, yield its address (as for DATABASE_URL), and stop it at the end of the block.

    Raises SetupError when there is no PostgreSQL or it does not start.
    """
    folder = program_folder()
    if folder is None:
        raise SetupError("there is no PostgreSQL on this machine")
    user = owner()
    home = Path(tempfile.mkdtemp(prefix="pegboard-pg-", dir=PARENT_FOLDER))
    try:
        os.chown(home, user.uid, user.gid)
        _make_cluster(folder, home, user)
        server = _start(folder, home, user)
        try:
            _wait_until_ready(home, server)
            yield f"postgres://postgres@{quote(str(home), safe='')}/postgres"
        finally:
            server.send_signal(signal.SIGINT)  # "fast": does not wait for its clients to leave
            server.wait()
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _make_cluster(folder: Path, home: Path, user: Owner) -> None:
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
    result = subprocess.run(
        command, cwd=home, capture_output=True, text=True, check=False, **user.as_arguments()
    )
    if result.returncode != 0:
        raise SetupError(f"initdb failed: {result.stderr.strip()}")


def _start(
    folder: Path, home: Path, user: Owner, more: Mapping[str, str] | None = None
) -> subprocess.Popen[bytes]:
    settings = {**SETTINGS, "unix_socket_directories": str(home), **(more or {})}
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
            **user.as_arguments(),
        )


def _stop_when_parent_dies() -> None:
    # Even when this process is killed outright, no server is left.
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGINT)


def _wait_until_ready(home: Path, server: subprocess.Popen[bytes]) -> None:
    # PostgreSQL writes its state into the last line of this file.
    progress = home / "data" / "postmaster.pid"
    deadline = time.monotonic() + SECONDS_TO_START
    while not (progress.exists() and progress.read_text().rstrip().endswith("ready")):
        if server.poll() is not None or time.monotonic() > deadline:
            log = (home / "log").read_text(errors="replace").strip()
            raise SetupError(f"PostgreSQL did not start: {log[-1000:]}")
        time.sleep(PAUSE)
