"""`run`: the first command of all. Opens the site on this machine, with a demo league to look at."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from league.bootstrap.locks import exclusive
from league.installation import startup
from league.installation.serving import (
    Address,
    CannotServe,
    is_restart,
    serve,
    serve_in_development,
    verify_free,
)
from league.installation.startup import (
    gather_static_files,
    is_empty,
    load_the_demo,
    make_tables,
    migrations_waiting,
    missing_for_printing,
    newer_database,
)
from league.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Opens Pegboard on this machine, with a demo league if the database is empty."
    requires_system_checks = "__all__"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000, help="the port to listen on (8000)")
        parser.add_argument(
            "--host", default="127.0.0.1", help="the address to listen on (127.0.0.1: this machine only)"
        )
        parser.add_argument("--empty", action="store_true", help="do not load the demo league")

    def handle(self, *args: Any, **options: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError("PEGBOARD_PRODUCTION is on. Use `serve` on a server; `run` is for trying out.")
        address = Address(host=options["host"], port=options["port"])
        try:
            verify_free(address)
            if not is_restart():
                # Started twice at once: the second waits for the first, and finds everything made.
                with exclusive():
                    self.open(with_demo=not options["empty"])
                verify_free(address)
        except CannotServe as refusal:
            raise CommandError(str(refusal)) from None
        settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, *address.names]
        if is_restart():
            serve_in_development(address)
            return
        welcome = startup.welcome(address.url)
        if settings.DEBUG:
            self.tell(*welcome, "", "Changed code is loaded at once. Ctrl-C stops the server.")
            serve_in_development(address)
            return
        serve(address, once_it_answers=lambda: self.tell(*welcome, "", "Ctrl-C stops it."))

    def open(self, *, with_demo: bool) -> None:
        if refusal := newer_database():
            raise CommandError(refusal)
        if missing := missing_for_printing():
            self.stderr.write(missing)
        if migrations_waiting():
            self.tell("Making the database ready ...")
            make_tables()
        gather_static_files()
        if with_demo and is_empty():
            self.tell("Loading the demo league: two seasons, every hand ...")
            load_the_demo(today=timezone.localdate())
