"""`remove_demo`: clears the demo league away, with its people, results and accounts."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from league.demo.services import remove_demo
from league.installation.local_secrets import drop_demo_sign_in
from league.management.plain import PlainCommand
from league.shared.errors import Refused
from league.shared.layout import command


class Command(PlainCommand):
    help = "Deletes the demo league and everything that belongs to it."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            gone = remove_demo()
        except Refused as refusal:
            raise CommandError(refusal.sentence) from None
        drop_demo_sign_in(settings.VAR_DIR)
        self.stdout.write(f"{gone.league} is gone:")
        for what, count in gone.counts.items():
            self.stdout.write(f"  {count:6} {what}")
        for name in gone.accounts_kept:
            self.stdout.write(
                f"The account “{name}” stays, because other leagues use it. If its password was printed "
                f"here, change it: {command(f'changepassword {name}')}"
            )
