"""`serve`: the site on a server, behind whatever ends the encryption (nginx, Caddy, a load balancer)."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser

from league.demo.services import demo_is_loaded
from league.installation.cells.schemas import cells_behind, is_set_up
from league.installation.serving import Address, CannotServe, serve, verify_free
from league.installation.startup import (
    gather_static_files,
    migrations_waiting,
    missing_for_printing,
    newer_database,
)
from league.management.plain import PlainCommand
from league.shared.layout import command


class Command(PlainCommand):
    help = "Serves Pegboard in production; refuses while the demo is loaded or the database is behind."
    requires_system_checks = "__all__"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="the port to listen on (8000)")
        parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")

    def handle(self, *args: Any, **options: Any) -> None:
        address = Address(host=options["host"], port=options["port"])
        try:
            self.verify_ready()
            verify_free(address)
        except CannotServe as refusal:
            raise CommandError(str(refusal)) from None
        if missing := missing_for_printing():
            self.stderr.write(missing)
        gather_static_files()
        serve(address, once_it_answers=lambda: self.tell(f"Pegboard is at {address.url}"))

    def verify_ready(self) -> None:
        if not settings.PRODUCTION:
            raise CommandError(
                "PEGBOARD_PRODUCTION is not on: set it to 1, with SECRET_KEY and PEGBOARD_HOSTS."
            )
        if refusal := newer_database():
            raise CommandError(refusal)
        if waiting := migrations_waiting():
            raise CommandError(
                f"The database lacks {waiting} migrations. Upgrading makes a backup first. "
                f"Type: {command('upgrade')}"
            )
        if settings.CELLS and not is_set_up():
            raise CommandError(f"PEGBOARD_CELLS is on. Type: {command('cells create cell_2')}")
        if behind := cells_behind():
            raise CommandError(f"{', '.join(behind)} lack migrations. Type: {command('cells migrate')}")
        if demo_is_loaded():
            raise CommandError(f"The demo league is still loaded. `{command('remove_demo')}` deletes it.")
