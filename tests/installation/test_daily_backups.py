"""The backup of the day: restored once before it counts, copied off the machine, the old ones deleted."""

import datetime
import fcntl
import itertools
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from league.exchange import backups
from league.installation import daily_backups, jobs, restore_test
from league.installation.daily_backups import is_due, last_restore_test
from league.installation.doctor import site
from league.installation.environment import BadSetting, CopyPlace, copy_place
from league.installation.stamps import BACKUP, FAILED, SENT, VERIFIED, read_stamp, write_stamp
from tests.builders import a_card, a_league, a_match, a_secretary
from tests.installation.tables import make_tables_at_once, record_migrations

# Databases are made beside that of the run, outside its transaction.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def folder(settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of backups of a site that keeps seven; its process stays as nice as it was."""
    settings.VAR_DIR = settings.STAMPS = tmp_path
    settings.BACKUPS_KEPT, settings.BACKUP_TO = 7, None
    monkeypatch.setattr(os, "nice", lambda _: 0)
    return tmp_path / "backups"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare a test that is about something else the second database."""
    result = restore_test.RestoreTest(leagues=1, matches=1, hands=1, rows=3, database="SQLite", seconds=1)
    monkeypatch.setattr(daily_backups, "restore_beside", lambda *_: result)
    monkeypatch.setattr(daily_backups, "migrations_waiting", lambda: 0)
    monkeypatch.setattr(daily_backups, "back_up", lambda file: file.write_text("everything"))


@pytest.fixture
def migrated(settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The tables of the run count as those of the migrations, which the second database really has."""
    settings.MIGRATION_MODULES = {}
    record_migrations()
    yield
    MigrationRecorder(connection).migration_qs.all().delete()


def databases() -> set[str]:
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            return set()
        # A copy is named after the database; other workers make others meanwhile.
        own = [connection.settings_dict["NAME"][: restore_test.LONGEST_NAME]]
        cursor.execute("SELECT datname FROM pg_database WHERE starts_with(datname::text, %s)", own)
        return {name for (name,) in cursor.fetchall()}


@pytest.mark.parametrize("by_migrations", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_backup_counts_once_it_came_back_whole(
    by_migrations: bool, migrated: None, folder: Path, monkeypatch, capsys
) -> None:
    if not by_migrations:
        monkeypatch.setattr(restore_test, "call_command", make_tables_at_once)
    a_card(a_match(), (15, 11), (9, 15), None, (13, 15))
    before, own = databases(), connections["default"]
    call_command("backup", "--daily")
    assert databases() == before
    assert connections["default"] is own
    [file] = folder.glob("[!.]*")
    assert file.name == f"daily-{timezone.localdate()}.backup"
    assert file.stat().st_mode & 0o077 == 0
    stamp, result = last_restore_test() or (None, None)
    assert stamp is not None
    assert result is not None
    assert (result.leagues, result.matches, result.database) == (1, 1, connection.display_name)
    assert "matches" in capsys.readouterr().out
    assert not is_due(timezone.now())

    good, write = file.read_bytes(), backups.write
    rows = backups._all_rows
    monkeypatch.setattr(backups, "_all_rows", lambda: (row for row in rows() if row[0] != "league.Game"))
    with pytest.raises(CommandError, match="no backup of today"):
        call_command("backup", "--daily")
    assert write is backups.write
    assert file.read_bytes() == good
    assert databases() == before
    failed = read_stamp(FAILED)
    assert failed is not None
    assert any("failed" in finding.what for finding in site._backups())


def test_without_the_right_to_create_a_database_a_file_takes_its_place(monkeypatch, folder: Path) -> None:
    monkeypatch.setattr(restore_test, "_second_postgres", lambda _: None)
    folder.mkdir()
    with restore_test._second_database(folder) as second:
        assert second.vendor == connection.vendor == "sqlite"
        assert not connection.introspection.table_names()
    assert not list(folder.iterdir())


def set_back(folder: Path, name: str, moment: datetime.datetime) -> None:
    os.utime(folder / name, (moment.timestamp(), moment.timestamp()))


def test_it_is_made_once_a_day_and_after_a_failure_an_hour_later(folder: Path, settings) -> None:
    four = datetime.datetime(2026, 11, 24, 4, tzinfo=datetime.UTC)
    minute, hour = datetime.timedelta(minutes=1), datetime.timedelta(hours=1)
    assert is_due(four)
    write_stamp(VERIFIED)
    set_back(folder.parent, VERIFIED, four - minute)
    assert not is_due(four - minute)
    assert is_due(four)
    write_stamp(FAILED)
    set_back(folder.parent, FAILED, four)
    assert not is_due(four + hour - minute)
    assert is_due(four + hour)
    settings.BACKUPS_KEPT = 0
    assert not is_due(four + hour)


def test_the_clock_starts_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int | None] = [None]
    commands: list[list[str]] = []

    class Process:
        def __init__(self, command: list[str], **_: object) -> None:
            commands.append(command)

        def poll(self) -> int | None:
            return ended[0]

    monkeypatch.setattr(jobs.subprocess, "Popen", Process)
    assert jobs.start_daily_backup(timezone.now()) == 1
    assert jobs.start_daily_backup(timezone.now()) == 0
    ended[0] = 0
    assert jobs.start_daily_backup(timezone.now()) == 1
    assert commands[0][-2:] == ["backup", "--daily"]
    jobs._running.clear()


@pytest.mark.usefixtures("quick")
def test_the_last_days_are_kept_and_one_of_each_of_four_weeks(folder: Path) -> None:
    folder.mkdir()
    today = timezone.localdate()
    for age in range(1, 60):
        (folder / f"daily-{today - datetime.timedelta(days=age)}.backup").touch()
    (folder / "before-upgrade-2026-01-01-120000.copy").touch()
    (folder / "daily-2020-01-01.part").touch()
    call_command("backup", "--daily")
    kept = sorted(file.name for file in folder.glob("daily-*"))
    ages = [(today - datetime.date.fromisoformat(name[6:16])).days for name in reversed(kept)]
    assert ages[:7] == list(range(7))
    assert len(ages) in (9, 10), "the last of three or four weeks before"
    assert ages[-1] <= 28
    assert (folder / "before-upgrade-2026-01-01-120000.copy").exists()


@pytest.fixture
def another(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Callable[[], None]], None]]:
    """Have another daily backup under way, which ends, by what it is given, after a second."""
    folder.mkdir()
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)

        def ends(by: Callable[[], None]) -> None:
            def second(_: int) -> None:
                by()
                fcntl.flock(lock, fcntl.LOCK_UN)

            monkeypatch.setattr(daily_backups.time, "sleep", second)

        yield ends


def made_by_another() -> None:
    write_stamp(BACKUP, "/backups/of-the-clock.backup")
    write_stamp(VERIFIED)


@pytest.mark.usefixtures("quick")
def test_who_comes_while_another_is_made_waits_and_hears_what_stands(folder: Path, another, capsys) -> None:
    another(made_by_another)
    call_command("backup", "--daily")
    assert "/backups/of-the-clock.backup" in capsys.readouterr().out
    assert not list(folder.glob("daily-*"))


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("failed", [True, False], ids=["that fails", "that is killed"])
def test_after_another_that_came_to_nothing_one_is_made(folder: Path, another, failed: bool) -> None:
    another(lambda: write_stamp(FAILED, "no room") if failed else None)
    call_command("backup", "--daily")
    assert list(folder.glob("daily-*.backup"))
    assert read_stamp(FAILED) is None


@pytest.mark.usefixtures("quick")
def test_who_has_waited_ten_minutes_is_told_what_to_type(another, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = itertools.count(step=600)
    monkeypatch.setattr(daily_backups.time, "monotonic", lambda: next(seconds))
    another(lambda: None)
    monkeypatch.setattr(daily_backups.time, "sleep", lambda _: None)
    with pytest.raises(CommandError, match=r"(?s)ten minutes.*Restart the site"):
        call_command("backup", "--daily")
    assert read_stamp(FAILED) is None, "it may still succeed"


# --- Off the machine --------------------------------------------------------------------------
STAND_IN = """#!/bin/sh
case "$1" in
  copyto) cp "$2" "$3" ;;
  cat) cat "$2" ;;
  lsf) ls "$4" ;;
  deletefile) rm "$2" ;;
esac
"""


@pytest.fixture
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another machine, for which a folder stands, and a program that copies there as rclone does."""
    place = tmp_path / "away"
    place.mkdir()
    tools = tmp_path / "tools"
    tools.mkdir()
    (tools / "rclone").write_text(STAND_IN)
    (tools / "rclone").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    return place


@pytest.mark.usefixtures("quick")
def test_a_copy_is_read_back_and_old_copies_go(away: Path, settings, folder: Path) -> None:
    settings.BACKUP_TO = CopyPlace("rclone", str(away))
    for day in range(1, 28):
        (away / f"daily-2020-02-{day:02}.backup").touch()
    call_command("backup", "--daily")
    here, *_ = folder.glob("daily-*")
    assert (away / here.name).read_text() == here.read_text()
    assert len(list(away.iterdir())) < 12
    assert read_stamp(SENT) is not None


@pytest.mark.usefixtures("quick")
def test_a_copy_that_differs_is_a_failure(away: Path, settings, tmp_path: Path) -> None:
    settings.BACKUP_TO = CopyPlace("rclone", str(away))
    (tmp_path / "tools" / "rclone").write_text(STAND_IN.replace('cat "$2"', "echo something else"))
    with pytest.raises(CommandError, match="What rclone brings back is not"):
        call_command("backup", "--daily")
    assert read_stamp(SENT) is None


@pytest.mark.usefixtures("quick")
def test_a_program_that_is_missing_is_named(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.BACKUP_TO = CopyPlace("restic", "/nowhere")
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(CommandError, match="apt-get install -y restic"):
        call_command("backup", "--daily")


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("tool", ["rclone", "restic"])
def test_the_real_programs(tool: str, settings, tmp_path: Path, monkeypatch, folder: Path) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    monkeypatch.setenv("RESTIC_PASSWORD", "only for this test")
    monkeypatch.setenv("RCLONE_CONFIG", str(tmp_path / "rclone.conf"))
    monkeypatch.setenv("HOME", str(tmp_path))
    place = tmp_path / "repository"
    if tool == "restic":
        daily_backups._run(["restic", "--repo", str(place), "init"])
    settings.BACKUP_TO, settings.BACKUPS_KEPT = CopyPlace(tool, str(place)), 1
    call_command("backup", "--daily")
    call_command("backup", "--daily")
    assert read_stamp(SENT) is not None
    if tool == "restic":
        listed = daily_backups._run(["restic", "--repo", str(place), "snapshots", "--json"])
        assert len(json.loads(listed)) == 1
        assert not [
            file for file in place.rglob("*") if file.is_file() and b"everything" in file.read_bytes()
        ]
    else:
        assert (place / f"daily-{timezone.localdate()}.backup").read_text() == "everything"


@pytest.mark.parametrize("text", ["ftp:somewhere", "restic:", "rclone", "/mnt/backups"])
def test_a_place_that_is_none_is_refused_by_name(text: str) -> None:
    with pytest.raises(BadSetting, match="PEGBOARD_BACKUP_TO"):
        copy_place("PEGBOARD_BACKUP_TO", environ={"PEGBOARD_BACKUP_TO": text})


def test_a_place_is_the_program_and_its_own_words() -> None:
    known = {"PEGBOARD_BACKUP_TO": "restic:sftp:kath@store.example:/pegboard"}
    assert copy_place("PEGBOARD_BACKUP_TO", environ=known) == CopyPlace(
        "restic", "sftp:kath@store.example:/pegboard"
    )
    assert copy_place("PEGBOARD_BACKUP_TO", environ={}) is None


def test_the_workspace_shows_the_last_verified_restore(client, settings) -> None:
    league = a_league()
    client.force_login(a_secretary(league))
    address = f"/{league.slug}/secretary/site/"
    assert "None yet" in client.get(address).content.decode()
    result = {"leagues": 1, "matches": 365, "hands": 7629, "rows": 16258, "database": "SQLite", "seconds": 9}
    write_stamp(VERIFIED, json.dumps(result))
    write_stamp(BACKUP, "file")
    page = " ".join(client.get(address).content.decode().split())
    assert "1 league, 365 matches and 7629 hands came back" in page
    assert "daily backup failed" not in page
    write_stamp(FAILED, "/secret/path is full")
    page = client.get(address).content.decode()
    assert "daily backup failed" in page
    assert "/secret/path" not in page
