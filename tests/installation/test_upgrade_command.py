"""`upgrade`, and the files `backup` makes of a database of another version, on either kind of database."""

import json
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.management import CommandError, call_command
from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations import Migration, RunPython
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.utils import load_backend

from league.demo.services import SEED_FILE
from league.exchange.archive import Header, write
from league.exchange.backups import columns, migrations_applied, row_counts
from league.exchange.copies import FLOOR_MIGRATION, copy_database, damage, put_back
from league.installation import upgrade as upgrading
from league.installation.environment import SQLITE_OPTIONS
from league.installation.stamps import BACKUP, read_stamp
from league.installation.startup import migrations_waiting, newer_database
from league.management.commands import restore as restoring
from league.models import DeletedLeague, League
from tests.examples import sampled
from tests.installation.tables import as_default, make_tables_at_once
from tests.static_files import hashed_storages

pytestmark = pytest.mark.xdist_group("upgrade")
NEXT, THEN, LATER = "9998_next", "9998_then", "9999_later"
NEWER = f"newer Pegboard .league {LATER}. than this one .league {NEXT}"


@pytest.fixture(scope="module")
def databases(tmp_path_factory: pytest.TempPathFactory, django_db_setup, django_db_blocker):
    """Makes databases beside that of the run, of its kind: empty, or copies of another."""
    default, made = connections["default"], []

    def make(name: str, like: str = "") -> str:
        if default.vendor == "sqlite":
            file = str(tmp_path_factory.mktemp("database") / f"{name}.sqlite3")
            if like:
                shutil.copy(like, file)
            return file
        name = f"test_pegboard_{name}_{os.getpid()}"
        with default._nodb_cursor() as cursor:
            cursor.execute(f'CREATE DATABASE "{name}"' + (f' TEMPLATE "{like}"' if like else ""))
        made.append(name)
        return name

    with django_db_blocker.unblock():
        yield make
        for name in made:
            with default._nodb_cursor() as cursor:
                cursor.execute(f'DROP DATABASE "{name}"')


@pytest.fixture(scope="module")
def older(databases: Callable[..., str]) -> str:
    """A database of this Pegboard's migrations, with a league: older than a Pegboard with one more."""
    name = databases("older")
    with as_default(database(name)):
        make_tables_at_once()
        League.objects.create(name="Three Valleys", slug="three-valleys")
    return name


def database(name: str, kind: type[BaseDatabaseWrapper] | None = None, **more: object) -> BaseDatabaseWrapper:
    run = connections["default"]
    return (kind or type(run))({**run.settings_dict, "NAME": name, **more}, "default")


@pytest.fixture
def more() -> list[RunPython]:
    """What the next migration does after it has made its table."""
    return []


@pytest.fixture
def then() -> list[RunPython]:
    """What the migration after that does; without anything there is none."""
    return []


@pytest.fixture(autouse=True)
def installation(
    older: str,
    more: list[RunPython],
    then: list[RunPython],
    databases: Callable[..., str],
    settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> Iterator[None]:
    """An installation of its own on a copy of the older database."""
    settings.MIGRATION_MODULES = {}
    load_disk = MigrationLoader.load_disk

    def with_one_more(loader: MigrationLoader) -> None:
        load_disk(loader)
        if "league" not in loader.migrated_apps:
            return  # the tables are made without any
        last = max(name for app, name in loader.disk_migrations if app == "league")
        for name, operations in ((NEXT, [RunPython(a_table_more), *more]), (THEN, then)):
            if operations:
                parts = {"dependencies": [("league", last)], "operations": operations}
                loader.disk_migrations["league", name] = type("Migration", (Migration,), parts)(
                    name, "league"
                )
                last = name

    monkeypatch.setattr(MigrationLoader, "load_disk", with_one_more)
    settings.VAR_DIR = tmp_path
    settings.PAGE_STORE = tmp_path / "pages.sqlite3"
    monkeypatch.setattr(upgrading, "gather_static_files", lambda: None)
    with as_default(database(databases(f"of_{abs(hash(request.node.name))}", older))):
        yield


def state() -> tuple[set[tuple[str, str]], list[str], list[str]]:
    """How far the database is, its leagues and its tables."""
    applied = set(MigrationRecorder(connection).applied_migrations())
    return (
        applied,
        list(League.objects.values_list("name", flat=True)),
        sorted(connection.introspection.table_names()),
    )


def a_table_more(apps, schema_editor) -> None:
    schema_editor.execute("CREATE TABLE league_of_the_future (id integer)")


def all_tables_at_once() -> None:
    make_tables_at_once()
    with connection.schema_editor() as editor:
        a_table_more(None, editor)


def fail(*_: object) -> None:
    raise RuntimeError("the cellar is flooded")


def test_an_older_database_is_of_this_version_afterwards(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    assert migrations_waiting() == 1
    call_command("upgrade")
    assert migrations_waiting() == 0
    assert damage() == []
    assert League.objects.get().name == "Three Valleys"
    (copy,) = (tmp_path / "backups").iterdir()
    assert copy.stat().st_mode & 0o077 == 0
    backup = read_stamp(BACKUP)
    assert backup is not None
    assert backup.note == str(copy)
    steps = capsys.readouterr().out.splitlines()
    assert [line[:2] for line in steps] == ["1.", "2.", "3.", "4.", "Do"]

    call_command("upgrade")
    assert "nothing to upgrade" in capsys.readouterr().out


def test_a_migration_that_fails_leaves_the_database_as_it_was(more: list[RunPython]):
    before = state()
    more.append(RunPython(fail))
    with pytest.raises(CommandError, match=r"cellar is flooded. The database is as it was before"):
        call_command("upgrade")
    assert state() == before


def break_a_reference(apps, schema_editor) -> None:
    schema_editor.execute(
        "CREATE TABLE league_astray (league_id bigint NOT NULL REFERENCES league_league (id)"
        " DEFERRABLE INITIALLY DEFERRED)"
    )
    schema_editor.execute("INSERT INTO league_astray VALUES (987654)")


def fail_at_the_end(apps, schema_editor) -> None:
    schema_editor.deferred_sql.append("INSERT INTO league_that_is_not_there VALUES (1)")


def break_a_rule(apps, schema_editor) -> None:
    schema_editor.execute("INSERT INTO league_league (id) VALUES (1)")


@pytest.mark.django_db  # PostgreSQL ends its transactions otherwise
@pytest.mark.parametrize("end", sampled([break_a_reference, fail_at_the_end, break_a_rule], each=3))
def test_a_migration_that_fails_as_it_ends_leaves_the_database_as_it_was(then: list[RunPython], end):
    """Django does not leave its transaction then, and nothing else is done on its connection."""
    before = state()
    then.append(RunPython(end))
    with pytest.raises(CommandError, match="The database is as it was before"):
        call_command("upgrade")
    assert state() == before


def test_what_was_not_put_back_is_not_called_as_it_was(
    then: list[RunPython], monkeypatch: pytest.MonkeyPatch
):
    then.append(RunPython(fail))
    monkeypatch.setattr(upgrading, "put_back", lambda _: None)
    with pytest.raises(CommandError, match=r"could not be put back .*Type: python3 manage.py restore"):
        call_command("upgrade")


def test_a_self_test_that_fails_undoes_the_migrations(monkeypatch: pytest.MonkeyPatch):
    before = state()
    monkeypatch.setattr(upgrading, "self_test", lambda: iter(["/three-valleys/ answers 500"]))
    with pytest.raises(CommandError, match=r"/three-valleys/ answers 500. The database is as it was before"):
        call_command("upgrade")
    assert state() == before


def test_a_page_that_fails_is_found_by_the_self_test(monkeypatch: pytest.MonkeyPatch):
    call_command("migrate", verbosity=0)
    assert list(upgrading.self_test()) == []
    monkeypatch.setattr("league.overview.home.league_home", fail)
    assert list(upgrading.self_test()) == ["/three-valleys/ answers 500"]


@pytest.mark.slow
def test_pages_that_name_new_files_pass_the_self_test(
    monkeypatch: pytest.MonkeyPatch, settings, tmp_path: Path, collected_files: Path
):
    call_command("migrate", verbosity=0)
    settings.STATIC_ROOT, settings.STORAGES = tmp_path / "static", hashed_storages()
    monkeypatch.setattr(
        upgrading, "gather_static_files", lambda: shutil.copytree(collected_files, settings.STATIC_ROOT)
    )
    assert list(upgrading.self_test()) == []


def test_a_backup_of_an_older_database_goes_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    before = state()
    file = tmp_path / "old.backup"
    call_command("backup", file)
    assert "as it is" in capsys.readouterr().out
    League.objects.update(name="Somebody Else")
    with pytest.raises(CommandError, match="--replace"):
        call_command("restore", file)
    call_command("restore", file, "--replace")
    assert state() == before
    assert League.objects.get().revision > 1_700_000_000, "no browser holds a page of it"
    assert "lacks 1 migrations. Type: python3 manage.py upgrade" in capsys.readouterr().out


def load_seed(apps) -> Counter[str]:
    """Write the demo league, but for newer models and fields, by a migration's; how many rows of each."""
    rows = json.loads(SEED_FILE.read_text(encoding="utf-8"))
    written: Counter[str] = Counter()
    with transaction.atomic():
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
            model.objects.bulk_create(instances, batch_size=500)
            written[label] += len(instances)
    return written


def older_backup(file: Path) -> dict[str, int]:
    """Write a backup of the demo league as the oldest Pegboard that is read; the rows of each table."""
    sqlite = load_backend("django.db.backends.sqlite3").DatabaseWrapper
    with as_default(database(str(file.with_suffix(".sqlite3")), sqlite, OPTIONS=SQLITE_OPTIONS)):
        old = MigrationExecutor(connection).migrate([("league", FLOOR_MIGRATION)]).apps
        load_seed(old)
        rows, tables = [], {}
        for model in old.get_models(include_auto_created=True):
            names = tables[model._meta.label] = sorted(columns(model))
            rows += [(model._meta.label, [*values]) for values in model._base_manager.values_list(*names)]
        header = Header(made="2026-11-25T12:00:00+00:00", migrations=migrations_applied(), tables=tables)
    write(file, header, iter(rows))
    return Counter(table for table, _ in rows)


@pytest.mark.slow  # the migrations three times
@pytest.mark.django_db  # into PostgreSQL too
def test_a_backup_of_an_earlier_version_is_restored_with_every_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    call_command("migrate", verbosity=0)
    written = older_backup(tmp_path / "old.backup")
    call_command("restore", tmp_path / "old.backup", "--replace")
    assert "Restored " in capsys.readouterr().out
    found = row_counts()
    assert written["league.HandResult"] > 1000
    assert {table: found[table] for table in written} == written
    assert migrations_waiting() == 0
    assert damage() == []
    assert ContentType.objects.get_for_model(DeletedLeague).model_class() is DeletedLeague


def test_a_backup_from_before_the_floor_is_refused_and_nothing_changes(tmp_path: Path):
    call_command("migrate", verbosity=0)
    before = state()
    old = {**migrations_applied(), "league": "0042_passkeys"}
    header = Header(made="2026-11-22T12:00:00+00:00", migrations=old, tables={})
    write(tmp_path / "old.backup", header, iter(()))
    with pytest.raises(CommandError, match=r"league: 0042_passkeys there.*export_league"):
        call_command("restore", tmp_path / "old.backup", "--replace")
    assert state() == before


def test_a_first_start_that_was_interrupted_goes_on():
    League.objects.all().delete()
    recorder = MigrationRecorder(connection)
    recorder.migration_qs.filter(app="league", name=FLOOR_MIGRATION).delete()
    recorder.record_applied("league", "0042_passkeys")
    assert newer_database() == ""
    League.objects.create(name="Three Valleys", slug="three-valleys")
    assert "before 0.3.0" in newer_database()


def test_a_copy_goes_back_over_a_newer_database(tmp_path: Path):
    before = state()
    call_command("backup", tmp_path / "old.backup")
    call_command("migrate", verbosity=0)
    MigrationRecorder(connection).record_applied("league", LATER)
    call_command("restore", tmp_path / "old.backup", "--replace")
    assert state() == before


@pytest.mark.parametrize("by_migrations", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_damaged_file_makes_way_for_its_backup_and_for_nothing_less(
    by_migrations: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL has no file of its own")
    if not by_migrations:
        monkeypatch.setattr(restoring, "make_tables", all_tables_at_once)
    call_command("migrate", verbosity=0)
    before, file = state(), Path(connection.settings_dict["NAME"])
    call_command("backup", tmp_path / "league.backup")
    (tmp_path / "half.backup").write_bytes((tmp_path / "league.backup").read_bytes()[:500])
    connection.close()
    file.write_bytes(b"no database" * 1000)
    with pytest.raises(CommandError, match="half"):
        call_command("restore", tmp_path / "half.backup", "--replace")
    assert file.read_bytes() == b"no database" * 1000

    call_command("restore", tmp_path / "league.backup", "--replace")
    assert state() == before
    (aside,) = file.parent.glob(f"{file.name}-damaged-*")
    assert aside.read_bytes() == b"no database" * 1000


@pytest.mark.parametrize("damaged", [b"SQLite format 3\0 and no more", b"PGDMP and no more"])
def test_a_file_that_is_no_copy_changes_nothing(tmp_path: Path, damaged: bytes):
    before = state()
    (tmp_path / "file").write_bytes(damaged)
    with pytest.raises(CommandError, match="file"):
        call_command("restore", tmp_path / "file", "--replace")
    assert state() == before


@pytest.mark.parametrize("command", ["serve", "run", "upgrade", "migrate"])
def test_an_older_pegboard_refuses_a_newer_database(command: str, settings, tmp_path: Path):
    settings.PRODUCTION = command == "serve"
    MigrationRecorder(connection).record_applied("league", LATER)
    with pytest.raises(CommandError, match=NEWER):
        call_command(command)
    call_command("backup", tmp_path / "newer.backup")
    assert (tmp_path / "newer.backup").stat().st_size > 10_000


@pytest.mark.django_db  # copies of PostgreSQL are read otherwise
@pytest.mark.parametrize("last", ["0002_hands_of_the_family", "0053_seasons_counted"])
def test_a_database_from_before_the_floor_is_refused_by_name(last: str, tmp_path: Path, settings):
    settings.PRODUCTION = True
    call_command("migrate", verbosity=0)
    call_command("backup", tmp_path / "of_this.backup")
    copy_database(tmp_path / "present.copy")
    recorder = MigrationRecorder(connection)
    recorder.migration_qs.filter(app="league").delete()
    for name in ("0001_initial", last):
        recorder.record_applied("league", name)
    before = state()
    for command in (["upgrade"], ["serve"], ["restore", tmp_path / "of_this.backup", "--replace"]):
        with pytest.raises(CommandError, match=rf"before 0.3.0 .*league {last}.*export_league"):
            call_command(*command)
    assert state() == before
    assert not (tmp_path / "backups").exists()

    call_command("backup", tmp_path / "old.copy")
    put_back(tmp_path / "present.copy")
    present = state()
    with pytest.raises(CommandError, match=r"Nothing was changed.*old.copy: .*before 0.3.0"):
        call_command("restore", tmp_path / "old.copy", "--replace")
    assert state() == present


@pytest.mark.parametrize("target", [FLOOR_MIGRATION, "zero"])
def test_migrations_are_not_undone(target: str):
    call_command("migrate", verbosity=0)
    before = state()
    with pytest.raises(CommandError, match="Migrations are not undone"):
        call_command("migrate", "league", target, verbosity=0)
    assert state() == before
