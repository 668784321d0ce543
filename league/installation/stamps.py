"""When the clock last ran and where the last backup went: files of the installation, not of a league.

They are not in the database: a backup of it would bring old ones back, and a watcher asks often.
"""

import datetime
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.utils import timezone

CLOCK, BACKUP = "clock-last-ran", "last-backup"
# The clock runs every minute, and waits for a slow mail server or a long job.
LATE_AFTER = datetime.timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Stamp:
    """A moment, and what was noted with it."""

    at: datetime.datetime
    note: str

    @property
    def age(self) -> datetime.timedelta:
        return timezone.now() - self.at


def write_stamp(name: str, note: str = "") -> None:
    """Note that something happened now."""
    (settings.VAR_DIR / name).write_text(note, encoding="utf-8")


def read_stamp(name: str) -> Stamp | None:
    """Return when something last happened; None if it never did."""
    file: Path = settings.VAR_DIR / name
    try:
        moment = datetime.datetime.fromtimestamp(file.stat().st_mtime, datetime.UTC)
        return Stamp(moment, file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return None


def late_clock() -> Stamp | None:
    """Return when the clock last ran if that is too long ago, and None while it runs or never did."""
    stamp = read_stamp(CLOCK)
    return stamp if stamp is not None and stamp.age > LATE_AFTER else None
