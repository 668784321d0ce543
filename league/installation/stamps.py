"""When the clock last ran and where the last backup went: files of the installation, not of a league.

They are not in the database: a backup of it would bring old ones back, and a watcher asks often.
"""

import datetime
import os
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac

from league.shared.layout import site_line, to_type

CLOCK, BACKUP = "clock-last-ran", "last-backup"
# The daily backup: when its restore was last verified and what was counted, when it was last sent off the
# machine, and what the last one failed of.
VERIFIED, SENT, FAILED = "last-verified-restore", "last-backup-sent", "backup-failed"
# By what SECRET_KEY the site first ran: not the key, and nothing that tells it.
KEY = "key-fingerprint"
# What limits have refused since the server was started; see limits.py.
REFUSED = "requests-refused"
# The clock runs every minute, and waits for a slow mail server or a long job.
LATE_AFTER = datetime.timedelta(minutes=5)
# What is noted until the clock of a new installation has run for the first time.
STARTING = "starting"
WITHOUT_CLOCK = "no letters are sent, no deadlines pass and no results are accepted by themselves"
MEND_CLOCK = f"{site_line('restart')}\nIf it stays so, this prints what fails:\n{to_type('jobs --once')}"


@dataclass(frozen=True, slots=True)
class Stamp:
    """A moment, and what was noted with it."""

    at: datetime.datetime
    note: str

    @property
    def age(self) -> datetime.timedelta:
        return timezone.now() - self.at


def write_stamp(name: str, note: str = "") -> None:
    """Note that something happened now. Raises OSError, and then leaves what was noted before."""
    file = _file(name)
    file.parent.mkdir(exist_ok=True)
    draft = file.with_name(f"{name}.{os.getpid()}")
    draft.write_text(note, encoding="utf-8")
    draft.replace(file)


def read_stamp(name: str) -> Stamp | None:
    """Return when something last happened; None if it never did."""
    file = _file(name)
    try:
        moment = datetime.datetime.fromtimestamp(file.stat().st_mtime, datetime.UTC)
        return Stamp(moment, file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return None


def key_fingerprint() -> str:
    """Return what only the same SECRET_KEY gives."""
    return salted_hmac("pegboard.key-fingerprint", "", algorithm="sha256").hexdigest()


def remove_stamp(name: str) -> None:
    """Forget that something happened."""
    _file(name).unlink(missing_ok=True)


def late_clock() -> Stamp | None:
    """Return when the clock last ran if that is too long ago, and None while it runs or never did."""
    stamp = read_stamp(CLOCK)
    return stamp if stamp is not None and stamp.age > LATE_AFTER else None


def clock_state() -> str:
    """Return in a sentence when the clock last ran and, if that is too long ago, what it means."""
    if (stamp := read_stamp(CLOCK)) is None:
        return "The clock has never run. It starts with the site."
    moment = f"{stamp.at:%Y-%m-%d %H:%M:%S} UTC"
    if stamp.age > LATE_AFTER:
        return f"The clock is late. It has not run since {moment}: {WITHOUT_CLOCK}."
    return "The clock is starting." if stamp.note == STARTING else f"The clock last ran at {moment}."


def clock_words() -> str:
    """Return the same, with what to type where it is late."""
    return f"{clock_state()} {to_type('doctor')}" if late_clock() else clock_state()


def _file(name: str) -> Path:
    return Path(settings.STAMPS, name)
