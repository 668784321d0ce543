"""The small league of which each release stores an example, and what every later release is asked of it.

`python3 -m tests.promises.keeping` stores the example of the version in pyproject.toml anew.
"""

import contextlib
import datetime
import json
import os
import re
import shutil
import tempfile
import tomllib
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from unittest import mock

import django

if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()

from django.core.management import call_command
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import load_backend
from django.test import Client, override_settings
from django.test.utils import setup_test_environment

from league.accounts.links import token_of
from league.accounts.services.links import codes_for, issue_link
from league.accounts.services.pub_links import issue_pub_link
from league.installation.environment import SQLITE_OPTIONS
from league.models import League, Match
from league.printing.forms_on_paper import sheet_form
from league.printing.geometry import VERSION, sheet_geometry
from league.printing.slip_geometry import slip_geometry
from league.records.kinds import PUBS, raw_values
from league.records.services.records import save_record
from league.regulations.presets import get
from tests.api.addresses import api_addresses
from tests.builders import FRIDAY, NIGHT, WEEK, a_square
from tests.builders_leagues import TINY, a_whole_league, public_pages
from tests.installation.tables import as_default, make_tables_at_once

FOLDER = Path(__file__).parent
# Links of captains and pubs are signed with it: made up, for these examples alone.
KEY = "of-the-stored-examples-of-every-release-and-of-nothing-else"
BACKUP, LEAGUE, GEOMETRY, ASKED = "pegboard.backup", "league.json", "geometry.txt", "asked.json"
PRESETS = ("heckmondwike", "caribbean-18")
EVENING = datetime.datetime.combine(NIGHT + WEEK, datetime.time(20, 20), datetime.UTC)


@contextlib.contextmanager
def that_evening(database: BaseDatabaseWrapper, folder: Path) -> Iterator[None]:
    """Let a database without tables be the site's, with the key of the examples, on a night to be played."""
    known = override_settings(SECRET_KEY=KEY, PAGE_STORE=folder / "pages.sqlite3", MIGRATION_MODULES={})
    evening = mock.patch("django.utils.timezone.now", return_value=EVENING)
    with as_default(database), known, evening:
        make_tables_at_once()
        yield


def a_league_to_keep() -> dict[str, Any]:
    """Make the league, and return what is asked of it later: addresses with where they lead, and answers."""
    league = a_whole_league(TINY)
    coming = Match.objects.filter(date=NIGHT + WEEK).order_by("pk")[0]
    pub, enrolment = coming.venue, coming.home.enrolments.get()
    code = codes_for(matches=[coming.pk], now=FRIDAY)[coming.pk]
    printed = {
        f"/s/{code}/": coming.home.name,
        f"/c/{token_of(issue_link(enrolment=enrolment, by=None, now=FRIDAY))}/": coming.home.name,
        f"/pub/{token_of(issue_pub_link(pub=pub, by=None, now=FRIDAY), 'pub')}/": pub.name,
        a_square(pub): coming.home.name,
    }
    before = [f"/{league.slug}/pubs/{pub.slug}/", f"/{league.slug}/feeds/pubs/{pub.slug}.ics"]
    opened = raw_values(PUBS, pub)
    save_record(kind=PUBS, row=pub, values={"slug": "golden-fleece"}, opened=opened, by=None, now=FRIDAY)
    pages = [
        page for page in public_pages(league).values() if Client().get(page, follow=True).status_code == 200
    ]
    return {
        "printed": printed,
        "moved": {page: page.replace(pub.slug, "golden-fleece") for page in before},
        "pages": sorted(pages),
        "calendars": {feed: uids(feed) for feed in sorted(feeds(league))},
        "api": {address: answered(address) for address in api_addresses(league)},
    }


def feeds(league: League) -> Iterator[str]:
    """Return the addresses of calendars that phones follow."""
    under = f"/{league.slug}/feeds"
    season = league.seasons.get()
    yield f"{under}/seasons/{season.slug}.ics"
    for division in season.divisions.all():
        yield f"{under}/divisions/{season.slug}/{division.slug}.ics"
    for team in league.teams.all():
        yield f"{under}/teams/{team.slug}.ics"


def answered(address: str) -> Any:
    """Return what a program is answered; of the description of all addresses their names alone."""
    answer = json.loads(Client().get(address).getvalue())
    return sorted(answer["paths"]) if address.endswith("openapi.json") else answer


def uids(feed: str) -> list[str]:
    """Return the names by which phones know the entries of a calendar."""
    text = Client().get(feed, follow=True).content.decode().replace("\r\n ", "")
    return sorted(re.findall(r"^UID:(.+?)\r?$", text, re.MULTILINE))


def printed_by(command: str, *arguments: str) -> str:
    """Return what a command prints."""
    out = StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue()


def boxes_of(preset: str, version: int = VERSION) -> list[str]:
    """Return a line for each box of a preset's sheet and slips: its page, place, size in mm, and name."""
    form = sheet_form(get(preset).rule_book())
    kinds = {"": sheet_geometry(form, version=version), "slip ": slip_geometry(form, version=version)}
    return [
        f"{kind}{box.page} {box.x:.2f} {box.y:.2f} {box.size:.1f} {box.name}"
        for kind, geometry in kinds.items()
        for box in geometry.boxes
    ]


def store(folder: Path) -> None:
    """Write the example of a release into a folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    asked = a_league_to_keep()
    call_command("backup", folder / BACKUP)
    call_command("export_league", League.objects.get().slug, "--file", folder / LEAGUE)
    boxes = [f"{name} {VERSION} {line}" for name in PRESETS for line in boxes_of(name)]
    (folder / GEOMETRY).write_text("\n".join(boxes))
    (folder / ASKED).write_text(json.dumps(asked, ensure_ascii=False, indent=0))


if __name__ == "__main__":
    setup_test_environment()
    project = tomllib.loads((FOLDER.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    with tempfile.TemporaryDirectory() as made:
        backend = load_backend("django.db.backends.sqlite3")
        own = {**connections["default"].settings_dict, "NAME": Path(made) / "kept.sqlite3"}
        sqlite = {**own, "ENGINE": "django.db.backends.sqlite3", "OPTIONS": SQLITE_OPTIONS}
        with that_evening(backend.DatabaseWrapper(sqlite, "default"), Path(made)):
            store(FOLDER / project["version"])
    print(f"Stored anew: {(FOLDER / project['version']).relative_to(FOLDER.parents[1])}")
