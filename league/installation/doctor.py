"""What this installation has and what it lacks."""

import platform
import shutil
from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings
from django.db import DatabaseError, connection

from league.bootstrap import apt, locks
from league.installation.startup import migrations_waiting, trouble_with_database
from league.models import League

MIN_FREE_BYTES = 200 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is well, or what to do about it."""

    what: str
    is_well: bool
    cure: str = ""


def look_around() -> Iterator[Finding]:
    """Everything, from the ground up."""
    yield Finding(what=f"Python {platform.python_version()}", is_well=True)
    yield from _packages()
    for need in (apt.PANGO, *apt.TEST_NEEDS):
        yield Finding(
            what=f"{need.purpose} ({', '.join(need.packages)})",
            is_well=need.is_there(),
            cure=f"{need.without} Type: {apt.line_to_type([need])}",
        )
    yield from _database()
    yield from _room()
    yield _post()


def _packages() -> Iterator[Finding]:
    yield Finding(
        what="the packages Pegboard runs on, at the versions of the lock",
        is_well=locks.RUN.is_met_here(),
        cure="Delete .venv and type: python3 manage.py run",
    )
    yield Finding(
        what="the packages of the tests",
        is_well=locks.TEST.is_met_here(),
        cure="The first `python3 manage.py test` installs them.",
    )


def _database() -> Iterator[Finding]:
    name = f"{connection.vendor} database {settings.DATABASES['default']['NAME']}"
    try:
        waiting = migrations_waiting()
        leagues = League.objects.count() if not waiting else 0
    except DatabaseError as fault:
        yield Finding(what=name, is_well=False, cure=trouble_with_database(fault))
        return
    yield Finding(
        what=f"{name}, {leagues} leagues",
        is_well=waiting == 0,
        cure=f"It is {waiting} steps behind. Type: python3 manage.py migrate",
    )


def _room() -> Iterator[Finding]:
    free = shutil.disk_usage(settings.VAR_DIR).free
    yield Finding(
        what=f"room on the disk of {settings.VAR_DIR} ({free // 1024**2} MB)",
        is_well=free > MIN_FREE_BYTES,
        cure="Make room before the database runs out of it.",
    )


def _post() -> Finding:
    is_kept = settings.EMAIL_BACKEND.endswith("filebased.EmailBackend")
    return Finding(
        what=f"e-mail is written into {settings.EMAIL_FILE_PATH}, not sent: PEGBOARD_EMAIL_URL is not set"
        if is_kept
        else f"e-mail goes out by {settings.EMAIL_HOST}, from {settings.DEFAULT_FROM_EMAIL}",
        is_well=True,
    )
