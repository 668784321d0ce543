"""What the machine has and lacks: packages, type, memory, room on the disk, the time."""

import datetime
import os
import platform
import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Max
from django.utils import timezone

from league.bootstrap import apt, locks, virtual
from league.installation.doctor.findings import Finding, fault, missing, well, words
from league.installation.environment import name_of, unwritable
from league.models import Scorecard, User
from league.printing.pdf import sample_typefaces
from league.shared.layout import as_root, of_program, setting, site_line

MEGABYTE = 1024**2
MIN_FREE_BYTES, MIN_FREE_FILES = 200 * MEGABYTE, 1000
MIN_MEMORY = 64 * MEGABYTE
MEMORY = Path("/proc/meminfo")
# What every document is set in.
HOUSE_TYPE = ("Besley", "Source Sans 3")
# The log of SQLite holds what was confirmed and is not in the file yet.
MAKE_ROOM = "Make room, but never delete a database, nor the -wal and -shm beside it"
# Files and rows are stamped a moment after they are begun, and clocks of two machines differ a little.
TOLERANCE = datetime.timedelta(minutes=2)
SET_CLOCK = "Type: sudo timedatectl set-ntp true"


def machine_findings() -> Iterator[Finding]:
    """Yield what the machine has and lacks, from the ground up."""
    yield well(f"Python {platform.python_version()}")
    yield from _packages()
    yield _pango()
    yield _fonts()
    if MEMORY.exists():  # not on macOS
        yield _memory()
    yield from room()


def _packages() -> Iterator[Finding]:
    what = "the packages Pegboard runs on, at the versions of the lock"
    yield well(what) if locks.RUN.is_met_here() else fault(what, virtual.made_anew())


def _pango() -> Finding:
    what = f"{apt.PANGO.purpose} ({', '.join(apt.PANGO.packages)})"
    install = f"Type: {apt.line_to_type([apt.PANGO])}"
    if not apt.PANGO.is_there():
        return fault(what, of_program(apt.PANGO.without, install))
    if not apt.has_library("libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib"):
        slow = "without libharfbuzz-subset0 type is cut smaller more slowly, and warnings say so"
        return missing(f"{what}; {slow}", of_program(install))
    return well(what)


def _fonts() -> Finding:
    """Set a line and look which type it came out in."""
    what = f"the type of printed pages, {' and '.join(HOUSE_TYPE)}"
    if not apt.PANGO.is_there():
        return missing(f"{what}, which cannot be seen without Pango", "")
    try:
        used = sample_typefaces()
    except (
        Exception
    ) as reason:  # whatever is wrong with a file of type shows itself somewhere in the typesetter
        return fault(f"{what}: {words(reason)}", _unpacked_again())
    absent = [name for name in HOUSE_TYPE if not any(name.replace(" ", "-") in font for font in used)]
    if absent:
        return fault(f"{what}: {' and '.join(absent)} missing", _unpacked_again())
    return well(what)


def _unpacked_again() -> str:
    project = tomllib.loads((locks.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    unpack = f"sudo tar -xzf pegboard-{project['version']}.tar.gz --strip-components=1 -C {locks.ROOT}"
    return of_program("Where the archive of the release is:", f"Type: {unpack}", site_line("restart"))


def _memory() -> Finding:
    known = dict(re.findall(r"(\w+): +(\d+) kB", MEMORY.read_text()))
    total, free, swap = (int(known[name]) * 1024 for name in ("MemTotal", "MemAvailable", "SwapFree"))
    what = f"memory: {free // MEGABYTE} of {total // MEGABYTE} MB free, and {swap // MEGABYTE} MB of swap"
    if free + swap >= MIN_MEMORY:
        return well(what)
    return fault(what, f"Give the machine swap, or let one process serve.\n{setting('PEGBOARD_WORKERS', 1)}")


def room() -> Iterator[Finding]:
    """Yield whether there is room on the disks of the site, and whether it may write there."""
    folders = {settings.VAR_DIR, *_folder_of_database()}
    for folder in sorted(folders):
        free, files = shutil.disk_usage(folder).free, os.statvfs(folder).f_favail
        what = f"room on the disk of {folder} ({free // MEGABYTE} MB)"
        look = f"{MAKE_ROOM}. This shows what takes most:\n{as_root(f'du -ahx {folder}')}"
        if trouble := unwritable(folder):
            yield fault(*trouble)
        elif free < MIN_FREE_BYTES:
            yield fault(what, f"{look} | sort -h | tail")
        elif 0 < files < MIN_FREE_FILES:
            yield fault(f"{what}: only {files} more files", f"{look} --inodes | sort -h | tail")
        else:
            yield well(what)
    yield from _foreign_files()


def _foreign_files() -> Iterator[Finding]:
    """Yield the files of SQLite that the user of their folder may not write: root's commands leave such."""
    for folder in _folder_of_database():
        user = name_of(folder.stat().st_uid)
        for file in sorted(folder.glob(f"{Path(connection.settings_dict['NAME']).name}*")):
            owner = name_of(file.stat().st_uid)
            if owner != user or not os.access(file, os.W_OK):
                what = f"{file} belongs to {owner}, and {user} has to write to it"
                yield fault(what, f"{as_root(f'chown {user}: {file}')}\n{as_root(f'chmod u+rw {file}')}")


def _folder_of_database() -> Iterator[Path]:
    file = Path(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite" and file.parent.is_dir():
        yield file.parent.absolute()


def time_findings() -> Iterator[Finding]:
    """Yield whether the machine's time is right, as far as can be told without asking another host."""
    now = timezone.now()
    what = f"the machine's time is {now:%Y-%m-%d %H:%M:%S} UTC"
    if (latest := _latest_file()) > now + TOLERANCE:
        dated = as_root(f"find {settings.VAR_DIR} -maxdepth 1 -newermt now -exec touch {{}} +")
        yield fault(
            f"{what}, and files in {settings.VAR_DIR} are of {latest:%Y-%m-%d %H:%M} UTC",
            f"{SET_CLOCK}\nIf it was right already, the files were made while it was not:\n{dated}",
        )
    elif (latest := _latest_row()) > now + TOLERANCE:
        # Right by now, it was wrong as they were entered.
        found = missing if _is_synchronised() else fault
        yield found(f"{what}, and rows in the database are of {latest:%Y-%m-%d %H:%M} UTC", SET_CLOCK)
    elif _is_synchronised() is False:
        yield missing(f"{what}; nothing keeps it right", SET_CLOCK)
    else:
        yield well(what)


def _latest_file() -> datetime.datetime:
    latest = 0.0
    for file in Path(settings.VAR_DIR).iterdir():
        with suppress(OSError):
            latest = max(latest, file.stat().st_mtime)
    return datetime.datetime.fromtimestamp(latest, datetime.UTC)


def _latest_row() -> datetime.datetime:
    long_ago = datetime.datetime.fromtimestamp(0, datetime.UTC)
    try:
        entered = Scorecard.objects.aggregate(latest=Max("entered_at"))["latest"]
        signed_in = User.objects.aggregate(latest=Max("last_login"))["latest"]
    except DatabaseError:  # what is wrong with it is another finding
        return long_ago
    return max(entered or long_ago, signed_in or long_ago)


def _is_synchronised() -> bool | None:
    """Return whether the system keeps the time by others; None where it does not say."""
    command = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
    with suppress(OSError, subprocess.TimeoutExpired):
        answer = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False).stdout
        return {"yes": True, "no": False}.get(answer.strip())
    return None
