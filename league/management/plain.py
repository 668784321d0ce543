"""Commands that refuse in one plain sentence, as whoever typed them reads it."""

import sys
from typing import Any, Literal

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from league.installation.outages import is_outage
from league.shared.cells import cells, current_cell, in_cell
from league.shared.directory import LEAGUE, place_of
from league.shared.layout import to_type


class PlainCommand(BaseCommand):
    """A command whose refusal is its sentence alone, without the name of the exception, and exit code 1."""

    # Django's checks import every page, which takes a second. A command that serves none leaves them to
    # `check`, `run` and `serve`.
    requires_system_checks: tuple[str, ...] | Literal["__all__"] = ()

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Where leagues live in cells, every command takes the cell it is about."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        if settings.CELLS:
            parser.add_argument("--cell", help="the cell; without it that of the league, or the first one")
        return parser

    def execute(self, *args: Any, **options: Any) -> str | None:
        try:
            with in_cell(_cell_of(options)):
                return super().execute(*args, **options)
        except (CommandError, DatabaseError) as refusal:
            is_ours = isinstance(refusal, CommandError)
            # Django sets this where a shell is on the other side; other code wants the exception.
            from_shell = getattr(self, "_called_from_command_line", False) and not options.get("traceback")
            if not from_shell or not (is_ours or is_outage(refusal)):
                raise
            words = " ".join(str(refusal).split())
            away = f"The database cannot be used: {words}\nThis says what mends it:\n{to_type('doctor')}"
            self.stderr.write(str(refusal) if is_ours else away)
            sys.exit(getattr(refusal, "returncode", 1))

    def tell(self, *lines: str) -> None:
        """Print lines at once, where what follows takes its time."""
        self.stdout.write("\n".join(lines))
        self.stdout.flush()


def _cell_of(options: dict[str, Any]) -> str:
    """Return the cell that a command is about: as named, or that of the league named by its slug."""
    if not settings.CELLS:
        return current_cell()
    if name := options.get("cell"):
        if name not in cells():
            raise CommandError(f"There is no cell “{name}”; there are: {', '.join(cells())}.")
        return str(name)
    if (slug := options.get("league")) and len(cells()) > 1:
        return place_of(f"{LEAGUE}{slug}").cell
    return current_cell()
