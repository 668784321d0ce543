"""The backup of the day: made, restored next to the league, copied off the machine; old ones are deleted.

What it came to is noted in stamps, which `doctor` and the workspace read.
"""

import datetime
import fcntl
import hashlib
import json
import subprocess
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from league.exchange.archive import ArchiveError
from league.exchange.backups import back_up, one_moment, row_counts
from league.exchange.copies import program
from league.installation.environment import CopyPlace, make_own_folder
from league.installation.restore_test import NotRestored, RestoreTest, restore_beside
from league.installation.stamps import (
    BACKUP,
    FAILED,
    SENT,
    VERIFIED,
    Stamp,
    read_stamp,
    remove_stamp,
    write_stamp,
)
from league.installation.startup import migrations_waiting
from league.shared.cells import FIRST, cells, current_cell, in_cell
from league.shared.layout import command, site_line
from league.shared.text import counted

# By the time of the site: nobody plays, and the summer's change of the hour is past.
AT = datetime.time(4)
TRY_AGAIN = datetime.timedelta(hours=1)
WEEKS_KEPT = 4
NAME = "daily-{:%Y-%m-%d}.backup"
UNFINISHED = ".part"
READ_AT_ONCE = 1024 * 1024
# Seconds for the end of another daily backup: of many leagues one takes minutes.
PATIENCE = 600
STILL_AT_IT = (
    "Another daily backup has been at it for ten minutes, and this one has waited so long. Try again later. "
    f"If it hangs, this ends it, and no backup is lost:\n{site_line('restart')}"
)

Say = Callable[[str], None]


class BackupFailed(Exception):
    """No backup was made that can be relied on; the message says why."""


def is_due(now: datetime.datetime) -> bool:
    """Return whether the day's backup is still to be made, and has not failed within the last hour."""
    if not settings.BACKUPS_KEPT:
        return False
    local = timezone.localtime(now)
    day = local.date() if local.time() >= AT else local.date() - datetime.timedelta(days=1)
    begins = timezone.make_aware(datetime.datetime.combine(day, AT))
    verified, failed = read_stamp(VERIFIED), read_stamp(FAILED)
    is_made = verified is not None and verified.at >= begins
    return not is_made and (failed is None or now - failed.at >= TRY_AGAIN)


def last_restore_test() -> tuple[Stamp, RestoreTest] | None:
    """Return when a backup was last restored next to the league, and what came out; None if never."""
    stamp = read_stamp(VERIFIED)
    try:
        return (stamp, RestoreTest(**json.loads(stamp.note))) if stamp else None
    except (TypeError, ValueError):
        return None


def make_daily_backup(say: Say) -> None:
    """Make, restore, copy, tidy up, a cell after the other. Raises BackupFailed, and notes why.

    If another is being made, wait for it and say what it came to.
    """
    folder = backup_folder()
    with _alone(folder, say) as made_meanwhile:
        if made_meanwhile is not None:
            say(
                f"It is {made_meanwhile.note}, restored and compared by {made_meanwhile.at:%H:%M:%S} UTC. "
                "What was entered since it began is in the next one."
            )
            return
        try:
            # The first cell last: once it is verified the day's backup counts as made.
            for cell in reversed(cells()):
                with in_cell(cell):
                    _make_backup(backup_folder("" if cell == FIRST else cell), say)
        except (ArchiveError, NotRestored, BackupFailed, DatabaseError, OSError, ValueError) as fault:
            reason = " ".join(str(fault).split())
            write_stamp(FAILED, reason)
            raise BackupFailed(f"There is no backup of today: {reason}") from fault
        remove_stamp(FAILED)


def _make_backup(folder: Path, say: Say) -> None:
    file = _backed_up(folder, say)
    if settings.BACKUP_TO is not None:
        _copy_away(file, settings.BACKUP_TO)
        write_stamp(SENT, settings.BACKUP_TO.tool)
        say(f"Copied by {settings.BACKUP_TO.tool}, read back and compared.")
    for old in _not_kept([each.name for each in folder.glob("daily-*.backup")]):
        (folder / old).unlink()


def backup_folder(within: str = "") -> Path:
    """Return the folder of backups, or one in it, which is made if it is not there."""
    folder = Path(settings.VAR_DIR, "backups", within)
    make_own_folder(folder, name="PEGBOARD_VAR")
    return folder


@contextmanager
def _alone(folder: Path, say: Say) -> Iterator[Stamp | None]:
    """Hold a lock, for the clock and a user might come at once. What a killed one left is deleted.

    Yield what another has made while its end was waited for; None if there is nothing, or it has failed.
    """
    before, made = read_stamp(VERIFIED), None
    with (folder / ".lock").open("w") as lock:
        if not _takes(lock):
            say("Another daily backup is being made. Waiting for its end ...")
            deadline = time.monotonic() + PATIENCE
            while not _takes(lock):
                if time.monotonic() > deadline:
                    raise BackupFailed(STILL_AT_IT)
                time.sleep(1)
            if read_stamp(VERIFIED) != before and read_stamp(FAILED) is None:
                made = read_stamp(BACKUP)
        for left in folder.rglob(f"*{UNFINISHED}"):
            left.unlink()
        yield made


def _takes(lock: IO[str]) -> bool:
    """Take a lock, and return whether no other process holds it."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _backed_up(folder: Path, say: Say) -> Path:
    """Return the backup of today, which has been restored once."""
    if migrations_waiting():
        raise BackupFailed(f"The database is of another version. Type: {command('upgrade')}")
    file = folder / NAME.format(timezone.localdate())
    new = file.with_suffix(UNFINISHED)
    with one_moment():
        counts = row_counts()
        back_up(new)
    say(f"Backed up {sum(counts.values())} rows.")
    tested = restore_beside(new, counts)
    new.replace(file)
    write_stamp(BACKUP, str(file))
    write_stamp(VERIFIED, json.dumps(asdict(tested)))
    say(
        f"Restored next to the league, into {tested.database}, in {tested.seconds} s. As it was: "
        f"{counted(tested.leagues, 'league')}, {tested.matches} matches, {tested.hands} hands, "
        f"{tested.rows} rows."
    )
    say(f"It is {file} ({file.stat().st_size / 1024:.0f} kB).")
    return file


def _not_kept(names: Collection[str]) -> list[str]:
    """Return the names of backups of which nothing is kept: neither the last days nor the last of a week."""
    newest = sorted(names, reverse=True)
    last_of_week: dict[str, str] = {}
    for name in newest:
        day = datetime.date.fromisoformat(name.removeprefix("daily-").removesuffix(".backup"))
        last_of_week.setdefault(f"{day:%G-%V}", name)
    kept = {*newest[: settings.BACKUPS_KEPT or 1], *list(last_of_week.values())[:WEEKS_KEPT]}
    return [name for name in newest if name not in kept]


def _copy_away(file: Path, place: CopyPlace) -> None:
    """Copy a file off the machine, read it back, and delete old copies.

    Raises BackupFailed and ArchiveError.
    """
    cell = current_cell()
    tag, where = ("pegboard", place.where) if cell == FIRST else (f"pegboard-{cell}", f"{place.where}/{cell}")
    if place.tool == "restic":
        restic = ["restic", "--repo", place.where]
        _run([*restic, "backup", "--quiet", f"--tag={tag}", str(file)])
        _compare(file, [*restic, "dump", f"--tag={tag}", "latest", str(file)])
        # Each day is another file: snapshots are told apart by their tag alone.
        keep = [f"--keep-daily={settings.BACKUPS_KEPT or 1}", f"--keep-weekly={WEEKS_KEPT}"]
        _run([*restic, "forget", "--quiet", f"--tag={tag}", "--group-by=tags", *keep, "--prune"])
        return
    _run(["rclone", "copyto", str(file), f"{where}/{file.name}"])
    _compare(file, ["rclone", "cat", f"{where}/{file.name}"])
    listed = _run(["rclone", "lsf", "--files-only", "--include=daily-*.backup", where]).decode()
    for old in _not_kept(listed.split()):
        _run(["rclone", "deletefile", f"{where}/{old}"])


def _compare(file: Path, read_back: list[str]) -> None:
    with file.open("rb") as content:
        here = hashlib.file_digest(content, "sha256").hexdigest()
    there = hashlib.sha256()
    with subprocess.Popen(read_back, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        while process.stdout is not None and (part := process.stdout.read(READ_AT_ONCE)):
            there.update(part)
    if process.returncode or there.hexdigest() != here:
        raise BackupFailed(f"What {read_back[0]} brings back is not {file}.")


def _run(command: list[str]) -> bytes:
    """Return what a program prints whose package has its name. Raises ArchiveError."""
    return program(command, of=command[0])
