"""`build_demo`: makes the demo league up again from its fixed seed and writes fixtures/demo.json."""

from typing import Any

from league.demo.calendar import SEED_FILE
from league.demo.plan import the_demo
from league.demo.seed_file import seed_text
from league.management.plain import PlainCommand


class Command(PlainCommand):
    help = "Writes the demo league's seed data anew. The same code always writes the same file."

    def handle(self, *args: Any, **options: Any) -> None:
        text = seed_text(the_demo())
        SEED_FILE.write_text(text, encoding="utf-8")
        self.stdout.write(f"Wrote {SEED_FILE.name}: {text.count(chr(10)) - 2} rows.")
