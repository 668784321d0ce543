"""An installation set up at the first migration is brought to the newest one with everything in it."""

import json
import os
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connections, transaction
from django.db.migrations.executor import MigrationExecutor

from league.demo.services import SEED_FILE
from league.models import Division, League, Match
from tests.builders import NIGHT, a_drawn_cup, a_season

FIRST = ("league", "0001_initial")
OLD = "old"


@pytest.fixture
def old_installation(settings, tmp_path: Path, django_db_blocker) -> Iterator[str]:
    """An empty database of its own beside that of the run, of the same kind; its alias."""
    settings.MIGRATION_MODULES = {}  # the run itself makes its tables without migrations
    default = connections["default"]
    name = str(tmp_path / "old.sqlite3")
    with django_db_blocker.unblock():
        if default.vendor == "postgresql":
            name = f"test_pegboard_upgrade_{os.getpid()}"
            with default._nodb_cursor() as cursor:
                cursor.execute(f'CREATE DATABASE "{name}"')
        connections.settings[OLD] = {**default.settings_dict, "NAME": name}
        yield OLD
        connections[OLD].close()
        if default.vendor == "postgresql":
            with default._nodb_cursor() as cursor:
                cursor.execute(f'DROP DATABASE "{name}"')
    del connections[OLD], connections.settings[OLD]


def load_seed(apps, using: str = OLD) -> Counter[str]:
    """Write the demo league, but for newer models and fields, by a migration's; how many rows of each."""
    rows = json.loads(SEED_FILE.read_text(encoding="utf-8"))
    written: Counter[str] = Counter()
    with transaction.atomic(using=using):
        for label, of_model in groupby(rows, key=lambda row: row["model"]):
            if label.partition(".")[2] not in apps.all_models["league"]:
                continue
            model = apps.get_model(label)
            fields = {field.name: field for field in model._meta.concrete_fields}
            instances = [
                model(
                    pk=row["pk"],
                    **{
                        fields[name].attname: fields[name].to_python(value)
                        for name, value in row["fields"].items()
                        if name in fields
                    },
                )
                for row in of_model
            ]
            model._base_manager.using(using).bulk_create(instances, batch_size=500)
            written[label] += len(instances)
    return written


@pytest.mark.django_db
def test_ties_dated_before_they_were_matches_are_matches_after_the_upgrade(caplog):
    season = a_season()
    cups = [a_drawn_cup(season, "The Fleece", "The Shears", on=NIGHT, name=name) for name in ("Bowl", "Jug")]
    Division.with_cups.all().delete()
    cups[1].ties.update(date=NIGHT.replace(year=2072))
    call_command("migrate", verbosity=0)
    (match,) = Match.with_ties.all()
    assert (match.date, match.tie.cup) == (NIGHT, cups[0])
    (remark,) = caplog.messages
    assert remark.startswith("The matches of Jug, 2026-27 were not created: ")
    revision = League.objects.get().revision
    cups[1].ties.all().delete()
    call_command("migrate", verbosity=0)
    assert (Match.with_ties.get(), League.objects.get().revision) == (match, revision)


@pytest.mark.slow  # nobody upgrades from before 0.3.0, and a new site takes the same way
@pytest.mark.django_db  # not the run's own database, but of its kind: PostgreSQL refuses what SQLite takes
def test_a_league_of_the_first_migration_is_whole_after_the_last(old_installation: str):
    executor = MigrationExecutor(connections[old_installation])
    first = executor.migrate([FIRST])
    written = load_seed(first.apps)

    executor = MigrationExecutor(connections[old_installation])
    latest = executor.loader.graph.leaf_nodes()
    now = executor.migrate(latest)

    connections[old_installation].check_constraints()
    assert not MigrationExecutor(connections[old_installation]).migration_plan(latest)
    for label, count in written.items():
        # Every column is read, so that one a migration forgot is missed here and not by a visitor.
        assert len(list(now.apps.get_model(label)._base_manager.using(old_installation))) == count
    if connections[old_installation].vendor == "postgresql":
        connections[old_installation].close()
        with connections[old_installation].cursor() as cursor:
            cursor.execute("SELECT current_setting('random_page_cost'), current_setting('lock_timeout')")
            assert cursor.fetchone() == ("1.1", "20s")
