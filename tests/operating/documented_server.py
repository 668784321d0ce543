"""A server as docs/operating.md installs it, with one match and a backup, on a copy of this machine."""

import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from django.db import connections
from django.db.utils import load_backend
from django.utils import timezone

from league.installation.environment import SQLITE_OPTIONS
from tests.builders import a_card, a_match
from tests.installation.tables import as_default, make_tables_at_once
from tests.operating.bare_machine import Machine
from tests.operating.copied_machine import copied_machine, missing_for_copy
from tests.operating.pages import archive, commands, on_copy

NO_COPY = pytest.mark.skipif(
    bool(missing_for_copy()), reason=f"no copy of this machine: {missing_for_copy()}"
)
VERSION = "0.3.0"
VAR, PROGRAM, SETTINGS = "/var/lib/pegboard", f"/opt/pegboard-{VERSION}", "/etc/pegboard.env"
FILE, BACKUPS = f"{VAR}/pegboard.sqlite3", f"{VAR}/backups"
WHOLE = "/var/lib/whole"
# What such a server lacks: mail, and a place for backups.
LACKS = "e-mail is not sent|backups stay on this machine"
# Whose turn it is, what was deleted for its age, and which pages browsers may show again.
OF_THE_SITE = {"league_clockturn", "league_retentionrun", "league_league"}

Rows = dict[str, Counter[tuple[object, ...]]]


@contextmanager
def documented_server(folder: Path, django_db_blocker: Any) -> Iterator[Machine]:
    """Install one, stopped, and keep aside what it is like. In a folder its files are mounted."""
    with copied_machine(folder) as machine:
        archive(machine.home, VERSION)
        machine.run(on_copy("\n".join(commands("Install")).partition("sudo pegboard upgrade")[0]))
        with django_db_blocker.unblock():
            _make_league(folder / "made.sqlite3")
        shutil.copy(folder / "made.sqlite3", machine.root / FILE[1:])
        machine.run(f"chown pegboard: {FILE}; chmod 600 {FILE}", user="root")
        machine.run(
            "sudo pegboard backup --daily\nsudo systemctl start pegboard\nsudo systemctl stop pegboard"
        )
        machine.run(f"cp -a {VAR} {WHOLE}; cp -a {PROGRAM} /opt/whole; cp -a /etc /etc-whole", user="root")
        yield machine


def _make_league(file: Path) -> None:
    engine = "django.db.backends.sqlite3"
    own = connections["default"].settings_dict
    known = {**own, "ENGINE": engine, "NAME": file, "OPTIONS": SQLITE_OPTIONS}
    with as_default(load_backend(engine).DatabaseWrapper(known, "default")):
        make_tables_at_once()
        a_card(a_match(), (15, 11), entered_at=timezone.now())


@contextmanager
def as_installed(server: Machine) -> Iterator[Machine]:
    """Lend a server of which everything is undone afterwards."""
    server.run(f"find {VAR} -maxdepth 1 -type f -exec touch {{}} +", user="root")
    yield server
    server.run(
        f"""
        rm -rf /run/acts; systemctl stop pegboard
        umount -q {VAR} /proc/meminfo || true
        rm -rf {VAR} /run/right /tmp/there /opt/pegboard-*
        cp -a {WHOLE} {VAR}; cp -a /opt/whole {PROGRAM}; cp -a /etc-whole/pegboard.env /etc-whole/caddy /etc
        ln -sfn {PROGRAM} /opt/pegboard
        """,
        user="root",
    )


def let_act(server: Machine, acts: str) -> None:
    """Let a program for which a stand-in is called do something: its name, a colon, lines of a shell."""
    program, _, lines = acts.partition(": ")
    file = server.root / "run" / "acts" / program
    file.parent.mkdir(exist_ok=True)
    file.write_text(f"#!/bin/sh\n{lines}\n")
    file.chmod(0o755)


def backup_of(server: Machine) -> str:
    """Return the name of the backup that the server has."""
    ((file,),) = [list((server.root / BACKUPS[1:]).glob("daily-*.backup"))]
    return f"{BACKUPS}/{file.name}"


def rows(server: Machine, stored_in: str = FILE) -> Rows:
    """Return what is stored of a league, as a copy has it."""
    with TemporaryDirectory() as folder, closing(sqlite3.connect(f"{folder}/copy")) as store:
        for beside in ("", "-wal"):
            with suppress(FileNotFoundError):
                shutil.copy(server.root / f"{stored_in[1:]}{beside}", f"{folder}/copy{beside}")
        tables = store.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'league_%'")
        names = [name for (name,) in tables]
        store.row_factory = sqlite3.Row
        stored = {name: store.execute(f'SELECT * FROM "{name}"') for name in names}
        return {name: Counter(tuple(sorted(dict(row).items())) for row in stored[name]) for name in names}


def lost(server: Machine, before: Rows, stored_in: str = FILE) -> list[str]:
    """Return the tables that lack a row they had."""
    after = rows(server, stored_in)
    return [name for name, had in before.items() if not had <= after[name] and name not in OF_THE_SITE]


def doctor(server: Machine) -> dict[str, list[str]]:
    """Return what `doctor` finds, with the lines of each cure; a refusal counts as a find."""
    found: dict[str, list[str]] = {}
    last: list[str] = []
    printed = server.run("sudo pegboard doctor", check=False).stdout
    assert "Traceback" not in printed, printed
    for line in printed.splitlines():
        if re.match("ok  |To mend:", line) or re.search(LACKS, line):
            last = []
        elif re.match("fault  |missing  ", line) or not (found or line.startswith("  ")):
            last = found[line] = []
        else:
            last.append(line.strip())
    return found
