"""Commands that refuse in one plain sentence, as whoever typed them reads it."""

import sys
from typing import Any, Literal

from django.core.management.base import BaseCommand, CommandError


class PlainCommand(BaseCommand):
    """A command whose refusal is its sentence alone, without the name of the exception, and exit code 1."""

    # Django's checks import every page, which takes a second. A command that serves none leaves them to
    # `check`, `run` and `serve`.
    requires_system_checks: tuple[str, ...] | Literal["__all__"] = ()

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            return super().execute(*args, **options)
        except CommandError as refusal:
            # Django sets this where a shell is on the other side; other code wants the exception.
            if not getattr(self, "_called_from_command_line", False) or options.get("traceback"):
                raise
            self.stderr.write(str(refusal))
            sys.exit(refusal.returncode)
