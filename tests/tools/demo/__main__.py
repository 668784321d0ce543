"""Write fixtures/demo.json anew from its fixed seed: `python3 -m tests.tools.demo`."""

import os

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    django.setup()
    from league.demo.services import SEED_FILE
    from tests.tools.demo.plan import the_demo
    from tests.tools.demo.seed_file import seed_text

    text = seed_text(the_demo())
    SEED_FILE.write_text(text, encoding="utf-8")
    print(f"Wrote {SEED_FILE.name}: {text.count(chr(10)) - 2} rows.")
