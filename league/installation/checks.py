"""What must be right before the league goes on the open internet (`manage.py check --deploy`)."""

from pathlib import Path
from typing import Any

from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import DatabaseError, connection

from league.shared.layout import as_root, to_type

DEMO_REMAINS = Error(
    "The demo league is still here, and with it an account whose password was printed on a screen.",
    hint=to_type("remove_demo"),
    id="league.E001",
)


@register(Tags.security, deploy=True)
def demo_is_cleared_away(**_: Any) -> list[CheckMessage]:
    """Return the demo's sign-in must never stand open on a server."""
    from league.demo.services import demo_is_loaded  # every command loads this module

    try:
        return [DEMO_REMAINS] if demo_is_loaded() else []
    except DatabaseError:  # no database yet, so no demo in it
        return []


OTHERS_MAY_READ, OTHERS_MAY_PASS = 0o004, 0o001


@register(Tags.security, deploy=True)
def database_file_is_our_own(**_: Any) -> list[CheckMessage]:
    """Passwords, if only as hashes, and sign-ins in progress are nobody else's on a shared machine."""
    file = Path(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or not file.exists():
        return []
    can_be_reached = file.absolute().parent.stat().st_mode & OTHERS_MAY_PASS
    if not (can_be_reached and file.stat().st_mode & OTHERS_MAY_READ):
        return []
    return [
        checks.Warning(
            f"Everybody with an account on this machine can read the database {file}.",
            hint=as_root(f"chmod 600 {file}"),
            id="league.W002",
        )
    ]
