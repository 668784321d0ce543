"""`two_step_off`: turns two-step sign-in off for somebody who lost their phone and their recovery codes."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from league.accounts.services.second_factor import turn_off
from league.management.plain import PlainCommand
from league.models import User


class Command(PlainCommand):
    help = "Turns two-step sign-in off for one account, or for all of them after a restore under another key."

    def add_arguments(self, parser: ArgumentParser) -> None:
        who = parser.add_mutually_exclusive_group(required=True)
        who.add_argument("name", nargs="?", help="the name that the person signs in with")
        who.add_argument("--everybody", action="store_true", help="every account that has it on")

    def handle(self, *args: Any, **options: Any) -> None:
        accounts = User.objects.filter(authenticator__isnull=False).order_by("username")
        if not options["everybody"]:
            accounts = accounts.filter(username=options["name"])
        turned_off = [user.username for user in accounts if turn_off(user=user)]
        if options["name"] and not turned_off:
            raise CommandError(f"No account called {options['name']} has two-step sign-in on.")
        for name in turned_off or ["everybody"]:
            self.stdout.write(f"Two-step sign-in is off for {name}. The password is still asked for.")
