"""docs/promises.md: what each release since 0.3.0 has printed, linked and stored is good for this one.

Each release stores an example (`keeping.py`). It is restored here, and asked what was asked of it then.
"""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from league import migrations
from league.exchange.archive import Reader
from league.exchange.backups import fill
from league.exchange.copies import FLOOR_MIGRATION
from league.installation import upgrade as upgrading
from league.installation.startup import migrations_waiting
from league.models import Match, Season
from tests.installation.tables import as_default
from tests.promises.keeping import (
    ASKED,
    BACKUP,
    FOLDER,
    GEOMETRY,
    LEAGUE,
    answered,
    boxes_of,
    printed_by,
    that_evening,
    uids,
)
from tests.reading import words

pytestmark = pytest.mark.django_db
RELEASES = sorted(file.parent for file in FOLDER.glob("*/" + BACKUP))
NEWEST = max(file.stem for file in Path(migrations.__file__).parent.glob("0*.py"))


def of_release(folder: Path) -> Any:
    """Return a release as a parameter. One of another schema is brought to this by every migration: slow."""
    is_older = Reader(folder / BACKUP).header.migrations["league"] != NEWEST
    return pytest.param(folder, id=folder.name, marks=[pytest.mark.slow] if is_older else [])


@contextmanager
def a_database(folder: Path) -> Iterator[BaseDatabaseWrapper]:
    """Make an empty database beside that of the run, and drop it afterwards."""
    run, name = connections["default"], str(folder / "kept.sqlite3")
    if run.vendor == "postgresql":
        name = f"test_{folder.name}_{os.getpid()}"
        with run._nodb_cursor() as cursor:
            cursor.execute(f'CREATE DATABASE "{name}"')
    yield type(run)({**run.settings_dict, "NAME": name}, "default")
    if run.vendor == "postgresql":
        with run._nodb_cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}"')


@pytest.fixture(scope="module", params=map(of_release, RELEASES))
def release(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    django_db_setup: None,
    django_db_blocker: Any,
) -> Iterator[Path]:
    """The folder of a release, whose example is restored into a database of this one, of the run's kind."""
    folder = tmp_path_factory.mktemp("promises")
    with django_db_blocker.unblock(), a_database(folder) as database, that_evening(database, folder):
        call_command("restore", request.param / BACKUP)
        yield request.param


@pytest.fixture
def asked(release: Path) -> dict[str, Any]:
    """What was asked of the example by its own release, and the answers."""
    answers: dict[str, Any] = json.loads((release / ASKED).read_text(encoding="utf-8"))
    return answers


def test_the_oldest_release_is_the_floor() -> None:
    assert Reader(RELEASES[0] / BACKUP).header.migrations["league"] == FLOOR_MIGRATION


def test_every_printed_code_square_and_link_opens_its_match(asked: dict[str, Any]) -> None:
    for address, name in asked["printed"].items():
        page = Client().get(address, follow=True)
        assert (page.status_code, name in words(page)) == (200, True), address


def test_every_public_address_leads_to_a_page(asked: dict[str, Any]) -> None:
    statuses = {page: Client().get(page, follow=True).status_code for page in asked["pages"]}
    assert {page: status for page, status in statuses.items() if status != 200} == {}
    assert statuses


def test_an_address_that_had_moved_still_leads_on(asked: dict[str, Any]) -> None:
    assert {page: Client().get(page).headers["Location"] for page in asked["moved"]} == asked["moved"]


def test_every_calendar_has_its_entries_under_the_same_names(asked: dict[str, Any]) -> None:
    assert {feed: uids(feed) for feed in asked["calendars"]} == asked["calendars"]
    assert any(asked["calendars"].values())


def lacking(answer: Any, had: Any, at: str) -> list[str]:
    """Return what of an answer is not there any more, or is another value. More may have come."""
    if isinstance(had, dict) and isinstance(answer, dict):
        gone = [f"{at}.{key} is gone" for key in had.keys() - answer.keys()]
        return gone + [
            fault
            for key in had.keys() & answer.keys()
            for fault in lacking(answer[key], had[key], f"{at}.{key}")
        ]
    if isinstance(had, list) and isinstance(answer, list) and len(had) == len(answer):
        pairs = enumerate(zip(answer, had, strict=True))
        return [fault for place, pair in pairs for fault in lacking(*pair, f"{at}[{place}]")]
    return [] if answer == had else [f"{at} is {answer}, was {had}"]


def test_programs_are_answered_as_they_were(asked: dict[str, Any]) -> None:
    addresses = asked["api"].pop("/api/v1/openapi.json")
    assert set(addresses) <= set(answered("/api/v1/openapi.json"))
    assert [fault for page, had in asked["api"].items() for fault in lacking(answered(page), had, page)] == []


def test_a_leagues_file_comes_in_with_its_table(release: Path) -> None:
    season = Season.objects.get()
    asked_of = ("--season", season.slug, "--json")
    before = json.loads(printed_by("standings", "--league", season.league.slug, *asked_of))
    call_command("import_league", release / LEAGUE, "--as", "copy", "--owner", "somebody")
    assert json.loads(printed_by("standings", "--league", "copy", *asked_of)) == before


def test_boxes_of_sheets_in_drawers_are_where_they_were(release: Path) -> None:
    stored = (release / GEOMETRY).read_text(encoding="utf-8").splitlines()
    for (preset, version), lines in groupby(map(str.split, stored), key=lambda words: words[:2]):
        now = set(boxes_of(preset, int(version)))
        assert {" ".join(line[2:]) for line in lines} <= now, preset


@pytest.mark.slow  # every migration, one after the other
@pytest.mark.parametrize("of", RELEASES, ids=lambda folder: folder.name)
def test_a_database_of_each_release_is_upgraded(
    of: Path,
    tmp_path: Path,
    settings: Any,
    monkeypatch: pytest.MonkeyPatch,
    django_db_setup: None,
    django_db_blocker: Any,
) -> None:
    settings.MIGRATION_MODULES = {}
    settings.VAR_DIR, settings.PAGE_STORE = tmp_path, tmp_path / "pages.sqlite3"
    monkeypatch.setattr(upgrading, "gather_static_files", lambda: None)
    reader = Reader(of / BACKUP)
    with django_db_blocker.unblock(), a_database(tmp_path) as database, as_default(database):
        then = MigrationExecutor(connection).migrate([*reader.header.migrations.items()])
        with transaction.atomic():
            fill(reader, then.apps.get_models(include_auto_created=True))
        call_command("upgrade")
        assert not migrations_waiting()
        matches = [row for table, row in Reader(of / BACKUP).rows() if table == "league.Match"]
        assert Match.objects.count() == len(matches)
        if connection.vendor == "postgresql":
            connection.close()  # what a database sets, a new connection has
            with connection.cursor() as cursor:
                cursor.execute("SELECT current_setting('random_page_cost'), current_setting('lock_timeout')")
                assert cursor.fetchone() == ("1.1", "20s")
