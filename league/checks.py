"""What must be right before the league goes on the open internet (`manage.py check --deploy`)."""

from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.db import DatabaseError

from league.selectors.demo import demo_is_loaded

DEMO_REMAINS = Error(
    "The demo league is still here, and with it an account whose password was printed on a screen.",
    hint="python3 manage.py remove_demo",
    id="league.E001",
)


@register(Tags.security, deploy=True)
def demo_is_cleared_away(**_: Any) -> list[CheckMessage]:
    """The demo's sign-in must never stand open on a server."""
    try:
        return [DEMO_REMAINS] if demo_is_loaded() else []
    except DatabaseError:  # no database yet, so no demo in it
        return []
