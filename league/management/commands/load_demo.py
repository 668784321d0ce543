"""`load_demo`: the demo league as if today were the middle of its season."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone

from league.demo.services import load_demo
from league.installation.local_secrets import SignIn, keep_demo_sign_in
from league.management.plain import PlainCommand
from league.shared.errors import Refused


class Command(PlainCommand):
    help = "Loads the demo league beside existing leagues, and prints its secretary's sign-in."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            made = load_demo(today=timezone.localdate())
        except Refused as refusal:
            raise CommandError(refusal.sentence) from None
        if made is None:
            raise CommandError("The demo league is already loaded. `remove_demo` deletes it.")
        sign_in = SignIn(name=made.name, password=made.password)
        keep_demo_sign_in(settings.VAR_DIR, sign_in)
        self.stdout.write(f"Loaded the demo league.\nSign in: {sign_in.name} / {sign_in.password}")
