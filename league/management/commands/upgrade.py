"""`upgrade`: the database of an older Pegboard is brought to this one, or stays as it was."""

from typing import Any

from django.core.management.base import CommandError

from league.installation.upgrade import UpgradeFailed, upgrade
from league.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Backs up, migrates and tests the site; puts the backup back if anything fails."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            upgrade(self.tell)
        except UpgradeFailed as refusal:
            raise CommandError(str(refusal)) from None
