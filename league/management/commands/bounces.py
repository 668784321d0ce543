"""`bounces`: reads a message that came back to the site's sender, and notes which letter did not arrive."""

import sys
from typing import Any

from league.management.plain import PlainCommand
from league.messages.returned import letter_returned
from league.models import Notice
from league.results.services.reminders import note_failed

LONGEST = 2_000_000


class Command(PlainCommand):
    help = "Reads a mail server's report from standard input, and notes at which address a letter came back."

    def handle(self, *args: Any, **options: Any) -> None:
        key, because = letter_returned(sys.stdin.buffer.read(LONGEST))
        if notice := Notice.objects.filter(pk=key).first():
            note_failed(notice=notice, because=because)
        # No fault without one: a mail server would answer to a message that is not taken in.
        what = f"{notice.to} does not take letters." if notice else "No letter of this site came back in it."
        self.stdout.write(what)
