"""What the machine has and lacks: packages, type, memory, room on the disk, the time."""

import datetime
import os
import platform
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.models import Max
from django.utils import timezone

from league.bootstrap import apt, locks
from league.installation.doctor.findings import Finding, fault, missing, well, words
from league.installation.environment import name_of
from league.models import Scorecard, User
from league.printing.pdf import NoPango, sample_typefaces
from league.printing.typefaces import FONTS
from league.shared.layout import site_line

MEGABYTE = 1024**2
MIN_FREE_BYTES, MIN_FREE_FILES = 200 * MEGABYTE, 1000
MIN_MEMORY = 64 * MEGABYTE
# What every document is set in.
HOUSE_TYPE = ("Besley", "Source Sans 3")
# The log of SQLite holds what was confirmed and is not in the file yet.
MAKE_ROOM = "Make room, but never delete a database, nor the -wal and -shm beside it"
# Files and rows are stamped a moment after they are begun, and clocks of two machines differ a little.
TOLERANCE = datetime.timedelta(minutes=2)
SET_CLOCK = "Type: timedatectl set-ntp true"


def machine_findings() -> Iterator[Finding]:
    """Yield what the machine has and lacks, from the ground up."""
    yield well(f"Python {platform.python_version()}")
    yield from _packages()
    yield _pango()
    if locks.TEST.path.exists() and not settings.PRODUCTION:  # no release has it
        yield from _for_tests()
    yield _fonts()
    yield _memory()
    yield from room()


def _packages() -> Iterator[Finding]:
    what = "the packages Pegboard runs on, at the versions of the lock"
    # Whoever owns the program makes its environment: on the documented server root, not the site's user.
    cure = (
        f"Type, as {name_of(locks.ROOT.stat().st_uid)}: rm -rf {locks.ROOT}/.venv; "
        f"env PEGBOARD_VAR=$(mktemp -d) python3 {locks.ROOT}/manage.py check"
    )
    yield well(what) if locks.RUN.is_met_here() else fault(what, cure)


def _for_tests() -> Iterator[Finding]:
    what, cure = "the packages of the tests", "The first `python3 manage.py test` installs them."
    yield well(what) if locks.TEST.is_met_here() else missing(what, cure)
    for need in apt.TEST_NEEDS:
        what = f"{need.purpose} ({', '.join(need.packages)})"
        is_there = need.is_there()
        yield well(what) if is_there else missing(what, f"{need.without} Type: {apt.line_to_type([need])}")


def _pango() -> Finding:
    what = f"{apt.PANGO.purpose} ({', '.join(apt.PANGO.packages)})"
    if apt.PANGO.is_there():
        return well(what)
    return fault(what, f"{apt.PANGO.without} Type: {apt.line_to_type([apt.PANGO])}")


def _fonts() -> Finding:
    """Set a line and look which type it came out in."""
    what = f"the type of printed pages, {' and '.join(HOUSE_TYPE)}"
    try:
        used = sample_typefaces()
    except NoPango as reason:
        return missing(what, str(reason))
    except (
        Exception
    ) as reason:  # whatever is wrong with a file of type shows itself somewhere in the typesetter
        return fault(f"{what}: {words(reason)}", f"Copy {FONTS} from the release again.")
    absent = [name for name in HOUSE_TYPE if not any(name.replace(" ", "-") in font for font in used)]
    if absent:
        return fault(f"{what}: {' and '.join(absent)} missing", f"Copy {FONTS} from the release again.")
    return well(what)


def _memory() -> Finding:
    try:
        known = dict(re.findall(r"(\w+): +(\d+) kB", Path("/proc/meminfo").read_text()))
        total, free, swap = (int(known[name]) * 1024 for name in ("MemTotal", "MemAvailable", "SwapFree"))
    except (OSError, KeyError):
        return missing("memory cannot be told on this system", "Look at it by other means.")
    what = f"memory: {free // MEGABYTE} of {total // MEGABYTE} MB free, and {swap // MEGABYTE} MB of swap"
    if free + swap >= MIN_MEMORY:
        return well(what)
    return fault(what, f"Give the machine swap, or set PEGBOARD_WORKERS=1. {site_line('restart')}")


def room() -> Iterator[Finding]:
    """Yield whether there is room on the disks of the site, and whether it may write there."""
    folders = {settings.VAR_DIR, *_folder_of_database()}
    for folder in sorted(folders):
        free, files = shutil.disk_usage(folder).free, os.statvfs(folder).f_favail
        what = f"room on the disk of {folder} ({free // MEGABYTE} MB)"
        if not os.access(folder, os.W_OK):
            user = name_of(os.geteuid())
            yield fault(f"{folder} cannot be written to by {user}", f"Type: sudo chown {user}: {folder}")
        elif free < MIN_FREE_BYTES:
            yield fault(what, f"{MAKE_ROOM}. What takes most: du -xh {folder} | sort -h | tail")
        elif 0 < files < MIN_FREE_FILES:
            yield fault(f"{what}: only {files} more files", f"{MAKE_ROOM}. Where: du --inodes -x {folder}")
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
                yield fault(what, f"Type: sudo chown {user}: {file} && sudo chmod u+rw {file}")


def _folder_of_database() -> Iterator[Path]:
    file = Path(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite" and file.parent.is_dir():
        yield file.parent.absolute()


def time_findings() -> Iterator[Finding]:
    """Yield whether the machine's time is right, as far as can be told without asking another host."""
    now = timezone.now()
    what = f"the machine's time is {now:%Y-%m-%d %H:%M:%S} UTC"
    if (latest := _latest_file()) > now + TOLERANCE:
        yield fault(f"{what}, and files in {settings.VAR_DIR} are of {latest:%Y-%m-%d %H:%M} UTC", SET_CLOCK)
    elif (latest := _latest_row()) > now + TOLERANCE:
        yield fault(f"{what}, and rows in the database are of {latest:%Y-%m-%d %H:%M} UTC", SET_CLOCK)
    elif abs(difference := _time_of_database() - now) > TOLERANCE:
        yield fault(f"{what}, and the database's differs by {difference.total_seconds():+.0f} s", SET_CLOCK)
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


def _time_of_database() -> datetime.datetime:
    if connection.vendor == "postgresql":
        with suppress(DatabaseError), connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")  # of the server, which may be another machine
            moment: datetime.datetime = cursor.fetchone()[0]
            return moment
    return timezone.now()


def _is_synchronised() -> bool | None:
    """Return whether the system keeps the time by others; None where it does not say."""
    command = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
    with suppress(OSError, subprocess.TimeoutExpired):
        answer = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False).stdout
        return {"yes": True, "no": False}.get(answer.strip())
    return None
