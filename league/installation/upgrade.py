"""Bringing an installation to this version of Pegboard: a copy first, and back to it if anything fails."""

import fcntl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from itertools import chain
from pathlib import Path

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.test import Client
from django.urls import get_script_prefix, reverse
from django.utils import timezone

from league.exchange.archive import ArchiveError
from league.exchange.copies import copy_database, damage, put_back
from league.installation.cells.schemas import cells_behind, has_citus, migrate_cells
from league.installation.daily_backups import backup_folder
from league.installation.doctor.findings import words
from league.installation.page_store import forget_pages
from league.installation.stamps import BACKUP, write_stamp
from league.installation.startup import gather_static_files, migrations_waiting, newer_database, outline
from league.models import League
from league.shared.cells import in_every_cell
from league.shared.layout import command

Say = Callable[[str], None]


class UpgradeFailed(Exception):
    """The database is as it was before; the message says why."""


def upgrade(say: Say) -> None:
    """Back up, migrate and test; put the backup back if that fails. Raises UpgradeFailed.

    Two at once do it one after the other: the second would put back what it has copied half-way.
    """
    with _alone():
        _upgrade(say)


@contextmanager
def _alone() -> Iterator[None]:
    """Wait for another upgrade of this database, on whichever machine, and hold others up. Ends with us."""
    if connection.vendor == "postgresql":
        # Of a transaction: behind PgBouncer a lock of the session would be another's with the next one.
        line = connection.copy()
        line.set_autocommit(False)
        try:
            with line.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = 0")
                cursor.execute("SELECT pg_advisory_xact_lock(hashtext('pegboard upgrade'))")
                yield
        finally:
            line.close()
        return
    with Path(f"{connection.settings_dict['NAME']}-upgrade").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def _upgrade(say: Say) -> None:
    if refusal := newer_database():
        raise UpgradeFailed(refusal)
    waiting = migrations_waiting() or sum(cells_behind().values())
    if not waiting:
        say("The database is of this version: there is nothing to upgrade.")
        return
    if settings.CELLS and has_citus():
        raise UpgradeFailed(
            "No copy made here brings the nodes of Citus back. Back up each of them, then type: "
            f"{command('cells migrate')}"
        )
    say("1. Looking for damage in the database ...")
    if faults := damage():
        raise UpgradeFailed(f"The database is damaged: {faults[0]}. Type: {command('doctor')}")
    before = in_every_cell(outline)
    copy = _new_copy()
    say(f"2. Backed up into {copy}. {waiting} migrations follow; stop the web server until they are done.")
    try:
        migrate_cells(say)
        say(f"3. Carried out {waiting} migrations.")
        if faults := list(self_test()):
            raise UpgradeFailed(f"The self-test failed: {'; '.join(faults)}")
    except (Exception, KeyboardInterrupt) as fault:
        say("Something failed. Putting the backup back ...")
        try:
            put_back(copy)
            if in_every_cell(outline) != before:
                raise ArchiveError("its migrations and tables are not those of before")
        except (ArchiveError, DatabaseError, OSError) as second:
            raise UpgradeFailed(
                f"{words(fault)}. The backup could not be put back ({words(second)}). "
                f"Type: {command(f'restore {copy} --replace')}"
            ) from fault
        raise UpgradeFailed(
            f"{words(fault)}. The database is as it was before. Start the older Pegboard again."
        ) from fault
    say("4. Tested: settings, the database, and a page of each league.")
    say(f"Done. To go back, start the older Pegboard: {command(f'restore {copy} --replace')}")


def self_test() -> Iterator[str]:
    """Yield what is wrong with the site as it stands: its settings, its database, its leagues' pages."""
    try:
        call_command("check", fail_level="ERROR", stdout=StringIO())
    except CommandError as fault:
        yield words(fault)
    yield from damage()
    # A page stored by the older version would answer in place of this one, and names files it may not have.
    forget_pages()
    gather_static_files()
    client = Client(raise_request_exception=False, headers={"host": "localhost"})
    leagues = in_every_cell(lambda: list(League.objects.order_by("pk").values_list("slug", flat=True)))
    for slug in chain.from_iterable(leagues):
        address = reverse("league-home", args=[slug])
        status = client.get(f"/{address.removeprefix(get_script_prefix())}", secure=True).status_code
        if status != 200:
            yield f"{address} answers {status}"


def _new_copy() -> Path:
    copy = backup_folder() / f"before-upgrade-{timezone.now():%Y-%m-%d-%H%M%S}.copy"
    try:
        copy_database(copy)
    except ArchiveError as refusal:
        raise UpgradeFailed(f"{refusal} Nothing was changed.") from None
    write_stamp(BACKUP, str(copy))
    return copy
