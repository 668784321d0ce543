"""`doctor` says what is broken with the command that mends it, and does not break on it."""

import datetime
import json
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import DatabaseError, OperationalError, connection, connections
from django.db.utils import ConnectionHandler
from django.utils import timezone

from league.bootstrap.machine import NAME_A_SITE
from league.exchange import copies
from league.installation.doctor import machine, site
from league.installation.doctor.findings import Finding, State
from league.installation.environment import BadSetting, CopyPlace, make_own_folder
from league.installation.stamps import (
    BACKUP,
    CLOCK,
    FAILED,
    KEY,
    LATE_AFTER,
    SENT,
    VERIFIED,
    key_fingerprint,
    write_stamp,
)
from league.management.commands import two_step_off
from league.messages.jobs import send_notices
from league.models import Notice
from tests.builders import a_card, a_league, a_match

pytestmark = pytest.mark.django_db

HOUR = datetime.timedelta(hours=1)


@pytest.fixture(autouse=True)
def installation(settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A site whose clock runs, on tables that are all there, with backups and copies of them elsewhere."""
    settings.VAR_DIR = settings.STAMPS = tmp_path
    settings.BACKUPS_KEPT, settings.BACKUP_TO = 7, CopyPlace("restic", "elsewhere")
    monkeypatch.setattr(site, "migrations_waiting", lambda: 0)
    monkeypatch.setattr(machine, "_is_synchronised", lambda: None)
    (tmp_path / "good.backup").touch()
    write_stamp(CLOCK)
    write_stamp(BACKUP, str(tmp_path / "good.backup"))
    result = {"leagues": 1, "matches": 2, "hands": 3, "rows": 6, "seconds": 1}
    write_stamp(VERIFIED, json.dumps({**result, "database": connection.display_name}))
    write_stamp(SENT, "restic")
    return tmp_path


def faults(findings: Iterator[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.state is not State.OK]


def set_back(file: Path, by: datetime.timedelta) -> None:
    moment = time.time() - by.total_seconds()
    os.utime(file, (moment, moment))


def test_a_site_that_is_well_has_nothing_to_mend(capsys: pytest.CaptureFixture[str]) -> None:
    a_league()
    call_command("doctor")
    out = capsys.readouterr().out
    assert "fault" not in out
    assert "one league, all migrations" in out
    assert "Besley and Source Sans 3" in out


def test_programs_get_a_list_and_a_fault_is_exit_code_1(
    capsys: pytest.CaptureFixture[str], installation: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "_fonts", lambda: Finding(what="type"))
    set_back(installation / CLOCK, LATE_AFTER)
    with pytest.raises(CommandError, match="To mend: 1"):
        call_command("doctor", "--json")
    listed = json.loads(capsys.readouterr().out)
    [clock] = [each for each in listed if each["state"] == "fault"]
    assert "no letters are sent" in clock["what"]
    assert "jobs --once" in clock["cure"]


def test_another_site_than_that_of_the_machine_is_said(
    capsys: pytest.CaptureFixture[str], installation: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in NAME_A_SITE:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("league.bootstrap.machine.CONFIGURED", installation / CLOCK)
    with pytest.raises(CommandError):
        call_command("doctor")
    assert "Type: sudo pegboard doctor" in capsys.readouterr().out


def test_jobs_that_fail_are_named() -> None:
    write_stamp(CLOCK, "send_notices start_readings")
    [finding] = faults(site.site_findings())
    assert "send_notices start_readings" in finding.what
    assert "jobs --once" in finding.cure


@pytest.fixture
def damaged(tmp_path: Path) -> Iterator[Callable[[Callable[[bytes], bytes]], Path]]:
    """Makes the run's database a file of SQLite that is damaged."""
    run = connections["default"]
    file = tmp_path / "damaged.sqlite3"

    def damage(change: Callable[[bytes], bytes]) -> Path:
        with sqlite3.connect(file) as store:
            store.execute("CREATE TABLE django_migrations (id integer, app text, name text, applied text)")
            rows = ((number, "league", f"{number:04}" * 50, "2026-01-01") for number in range(500))
            store.executemany("INSERT INTO django_migrations VALUES (?, ?, ?, ?)", rows)
        store.close()
        file.write_bytes(change(file.read_bytes()))
        others = {"ENGINE": "django.db.backends.sqlite3", "NAME": file, "OPTIONS": {}}
        wrapper = connections.create_connection("default") if run.vendor == "sqlite" else None
        if wrapper is None:
            pytest.skip("pages of a file of SQLite")
        wrapper.settings_dict = {**run.settings_dict, **others}
        connections["default"] = wrapper
        return file

    yield damage
    connections["default"].close()
    connections["default"] = run


@pytest.mark.parametrize(
    "change",
    [
        lambda pages: pages[:8192] + os.urandom(8192) + pages[16384:],
        lambda pages: b"no database" * 1000,
        lambda pages: pages[: len(pages) // 2],
    ],
)
def test_damaged_pages_are_a_finding(damaged, installation: Path, change) -> None:
    file = damaged(change)
    [finding, *_] = faults(site.site_findings())
    assert finding.state is State.FAULT
    restore = f"python3 manage.py restore {installation / 'good.backup'} --replace"
    assert finding.cure == f"Stop the site.\nType: {restore}\nStart the site."
    assert file.exists()
    assert not faults(machine.time_findings())


def test_a_damaged_database_waits_until_its_disk_has_room(damaged, monkeypatch: pytest.MonkeyPatch) -> None:
    damaged(lambda pages: pages[: len(pages) // 2])
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda _: SimpleNamespace(free=1024))
    [finding, *_] = faults(site.site_findings())
    assert "is damaged" in finding.what
    assert "restore" not in finding.cure


@pytest.mark.parametrize(
    ("told", "is_damage"),
    [
        ("Tree 2 page 3: btreeInitPage() returns error code 11", True),
        ("Tree 2 page 3: unable to get the page. error code=11", True),
        ("Tree 2 page 3: unable to get the page. error code=266", False),
    ],
    ids=["a broken page", "a page that cannot be", "a page that the disk did not give"],
)
def test_a_page_that_the_disk_did_not_give_is_no_damage(
    told: str, is_damage: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """266 is SQLITE_IOERR_READ. The database is stood in for: no disk here fails by the page."""
    rows = SimpleNamespace(execute=len, fetchall=lambda: [(told,)], fetchmany=lambda _: [])
    monkeypatch.setattr(
        copies, "connection", SimpleNamespace(vendor="sqlite", cursor=lambda: nullcontext(rows))
    )
    if is_damage:
        assert copies.damage() == [told]
    else:
        with pytest.raises(DatabaseError, match="error code=266"):
            copies.damage()


AWAY = {"ENGINE": "django.db.backends.postgresql", "HOST": "127.0.0.1", "PORT": "9", "NAME": "pegboard"}


@pytest.mark.parametrize("trouble", ["no such folder", "locked", "server away"])
def test_a_database_out_of_reach_is_not_to_be_replaced(damaged, trouble: str) -> None:
    file = damaged(lambda pages: pages)
    other = connections["default"]
    if trouble == "no such folder":
        other.settings_dict["NAME"] = file.with_name("gone") / "pegboard.sqlite3"
    elif trouble == "server away":
        other = ConnectionHandler({"default": AWAY})["default"]
        connections["default"] = other
    with sqlite3.connect(file, isolation_level="EXCLUSIVE") as holder:
        if trouble == "locked":
            other.settings_dict["OPTIONS"] = {"timeout": 0}
            holder.execute("BEGIN EXCLUSIVE")
        found = faults(site.site_findings())
    holder.close()
    assert found[0].state is State.FAULT
    assert "replace nothing" in found[0].cure
    assert not re.search(r"restore .*--replace|\brm\b|-wal", " ".join(each.cure for each in found))


def test_a_database_that_is_away_is_a_finding() -> None:
    def gone(*_: object) -> None:
        raise OperationalError("connection refused")

    with connection.execute_wrapper(gone):
        found = faults(site.site_findings())
        assert not faults(machine.time_findings())
    assert "connection refused" in found[0].what


def test_without_a_mail_server_mail_is_not_well(settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    [finding] = faults(site.site_findings())
    assert (finding.state, "PEGBOARD_EMAIL_URL" in finding.cure) == (State.MISSING, True)
    with pytest.raises(CommandError, match="To mend: 1"):
        call_command("doctor", "--mail", "kath@example.org")


def test_a_mail_server_that_does_not_answer_is_a_fault(settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    [finding] = faults(site.site_findings())
    assert finding.state is State.FAULT
    assert "127.0.0.1:9" in finding.what


def test_a_letter_is_sent_to_try_it_and_its_sender_is_not_called_well(settings, capsys) -> None:
    settings.DEFAULT_FROM_EMAIL = "league@valleys.example"
    call_command("doctor", "--mail", "kath@example.org")
    [letter] = mail.outbox
    assert letter.to == ["kath@example.org"]
    *_, found, _, mx, spf, dmarc = map(str.strip, capsys.readouterr().out.splitlines())
    assert found.startswith("missing")
    asked = ("MX valleys.example", "TXT valleys.example", "TXT _dmarc.valleys.example")
    assert [mx, spf, dmarc] == [f"Type: dig +short {each}" for each in asked]


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ({}, "one letter waiting"),
        ({"sent_at": timezone.now(), "failed_because": "550 no such user"}, "one letter of the last day"),
    ],
)
def test_letters_that_wait_or_fail_are_named(row: dict[str, object], what: str) -> None:
    wanted = timezone.now() - HOUR
    Notice.objects.create(league=a_league(), to="ann@example.org", wanted_at=wanted, kind="message", **row)
    [finding] = faults(site.site_findings())
    assert finding.what.startswith(what)
    assert "ann@" not in finding.what + finding.cure


def test_letters_that_are_held_are_named_and_wait_for_no_restart(settings) -> None:
    settings.LETTERS_A_DAY, league = 1, a_league()
    for name in ("ann", "bob"):
        wanted = timezone.now() - HOUR
        Notice.objects.create(league=league, to=f"{name}@example.org", wanted_at=wanted, kind="message")
    assert send_notices(timezone.now()) == 1
    [finding] = faults(site.site_findings())
    assert (finding.state, finding.what) == (
        State.MISSING,
        f"letters of {league.slug} wait: each league sends 1 a day",
    )
    assert "PEGBOARD_LETTERS_A_DAY=2" in finding.cure


def test_a_document_that_nobody_prints_is_named() -> None:
    a_league().print_jobs.create(key="1", document="book", choices={}, requested_at=timezone.now() - HOUR)
    [finding] = faults(site.site_findings())
    assert finding.what == "one document waiting for half an hour or longer"


def test_a_time_before_that_of_files_or_rows_is_wrong(installation: Path) -> None:
    assert not faults(machine.time_findings())
    card = a_card(a_match(), (15, 11))
    card.entered_at = timezone.now() + HOUR
    card.save()
    [finding] = faults(machine.time_findings())
    assert "rows in the database" in finding.what
    set_back(installation / "good.backup", -HOUR)
    [finding] = faults(machine.time_findings())
    assert "files in" in finding.what
    assert "timedatectl" in finding.cure


def test_a_full_disk_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda _: SimpleNamespace(free=1024))
    found = faults(machine.machine_findings())
    assert {finding.state for finding in found} == {State.FAULT}
    assert all("du -ahx" in finding.cure for finding in found)
    assert all("never delete a database" in finding.cure for finding in found)


def test_a_key_that_others_can_read_is_a_fault(settings, installation: Path) -> None:
    key = installation / "secret-key"
    key.write_text(settings.SECRET_KEY)
    key.chmod(0o644)
    [finding] = faults(site.site_findings())
    assert finding.cure == f"Type: sudo chmod 600 {key}"


def test_another_key_than_that_of_the_site_is_a_fault(settings, installation: Path) -> None:
    write_stamp(KEY, key_fingerprint())
    assert not faults(site.site_findings())
    settings.SECRET_KEY = "another " * 10
    [finding] = faults(site.site_findings())
    assert finding.state is State.FAULT
    assert "Put the old one back" in finding.cure
    assert "two_step_off --everybody" in finding.cure
    assert f"Type: sudo rm -f {installation / KEY}" in finding.cure.splitlines()
    assert settings.SECRET_KEY not in (installation / KEY).read_text()


@pytest.mark.parametrize("beside", ["", "-wal"])
def test_a_database_that_the_site_cannot_write_is_a_fault(damaged, beside: str) -> None:
    file = damaged(lambda pages: pages)
    assert not faults(machine.room())
    foreign = file.with_name(f"{file.name}{beside}")
    foreign.touch()
    os.chown(foreign, 65534, -1) if os.geteuid() == 0 else foreign.chmod(0o400)
    [finding] = faults(machine.room())
    assert f"Type: sudo chown {file.parent.owner()}: {foreign}" in finding.cure.splitlines()


def test_a_folder_of_another_user_is_not_exchanged_for_an_empty_one(
    installation: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    cures = "\n".join(finding.cure for finding in faults(machine.room())).splitlines()
    assert f"Type: sudo chown {installation.owner()}: {installation}" in cures
    with pytest.raises(BadSetting, match=f"Type: sudo chown {installation.owner()}: {installation}"):
        make_own_folder(installation, name="PEGBOARD_VAR")


@pytest.mark.parametrize("name", [BACKUP, VERIFIED, SENT])
def test_an_old_backup_or_copy_is_named(installation: Path, name: str) -> None:
    set_back(installation / name, 49 * HOUR)
    [finding] = faults(site.site_findings())
    assert finding.state is State.FAULT
    assert finding.cure == "Type: python3 manage.py backup --daily"


def test_a_backup_that_failed_is_named_with_the_reason() -> None:
    write_stamp(FAILED, "No space left on device")
    [finding] = faults(site.site_findings())
    assert "No space left on device" in finding.what


def test_a_site_that_makes_no_backups_is_told_how(settings, installation: Path) -> None:
    settings.BACKUPS_KEPT = 0
    [finding] = faults(site.site_findings())
    assert (finding.state, "PEGBOARD_BACKUPS_KEPT=7" in finding.cure) == (State.MISSING, True)
    settings.BACKUPS_KEPT, settings.BACKUP_TO = 7, None
    [finding] = faults(site.site_findings())
    assert "PEGBOARD_BACKUP_TO" in finding.cure


def test_every_command_says_that_the_database_is_away_and_what_says_more() -> None:
    def gone(*_: object) -> None:
        raise OperationalError("connection\nrefused") from psycopg.OperationalError()

    command = two_step_off.Command(stderr=StringIO())
    command._called_from_command_line = True
    with connection.execute_wrapper(gone), pytest.raises(SystemExit) as ended:
        call_command(command, "--everybody")
    assert ended.value.code == 1
    said, *_, cure = command.stderr.getvalue().splitlines()
    assert said == "The database cannot be used: connection refused"
    assert cure == "Type: python3 manage.py doctor"
