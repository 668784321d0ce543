"""The whole installation into one file, and back: from either database into either.

Sign-ins in progress, counted tries, printed files and the turn of the clock are left out; everything else
comes back with the keys it had. Passwords are in it, as hashes: whoever has the file can try to guess them.

Where there are cells a file holds one of them, with all accounts.
"""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.core.management.color import no_style
from django.db import DatabaseError, IntegrityError, connection, models, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.models import F, Max, Value
from django.db.models.functions import Greatest
from django.utils import timezone

from league.exchange.archive import ArchiveRow, Header, Reader, write
from league.exchange.copies import FLOOR_MIGRATION, put_back
from league.models import ClockTurn, League, PrintedFile, SignedInDevice, TryCount, User
from league.shared.cells import FIRST, count_from_own_keys, current_cell, is_shared
from league.shared.errors import reading_first
from league.shared.layout import command

ROWS_AT_ONCE = 1000

# A thousand photographs would not go into the memory of a small machine.
PICTURES_AT_ONCE = 10

NOT_EMPTY = "This installation is not empty. Back it up, then use --replace to replace its data."

Model = type[models.Model]
# Whoever had a file of sign-ins could go on as somebody who was signed in when it was made; what was printed
# is printed again.
NOT_BACKED_UP: tuple[Model, ...] = (SignedInDevice, Session, TryCount, PrintedFile, ClockTurn)


class RestoreRefused(Exception):
    """The backup does not fit this installation; the message is one sentence. Nothing was changed."""


def back_up(file: Path) -> int:
    """Write every row, as of one moment, into a new file, and return how many rows.

    Raises ArchiveError when the file is there already or cannot be written.
    """
    with one_moment():
        header = Header(
            made=timezone.now().isoformat(timespec="seconds"),
            migrations=migrations_applied(),
            tables={model._meta.label: columns(model) for model in backed_up_models()},
        )
        return write(file, header, _all_rows())


def restore(file: Path, *, replace: bool = False) -> int:
    """Load a backup into this installation, all of it or nothing, and return how many rows.

    `replace` deletes what is here first; without it the installation must be empty. Raises
    ArchiveError for a file that is no complete backup, RestoreRefused for one that does not fit.
    """
    reader = Reader(file)
    _verify_same_version(reader.header)
    try:
        with refusals(file), transaction.atomic():
            _lock_tables()
            if not replace:
                _verify_empty()
            earlier = _highest_revision()
            _clear()
            count = fill(reader, backed_up_models())
            _move_revisions_past(earlier)
            connection.check_constraints()
            _reset_sequences()
    finally:
        # The kinds of thing may now have other keys.
        ContentType.objects.clear_cache()
    return count


@contextmanager
def refusals(file: Path) -> Iterator[None]:
    """Raise RestoreRefused for whatever the database or a column refuses of a backup."""
    try:
        yield
    except IntegrityError as fault:
        raise RestoreRefused(f"{file} contradicts itself ({str(fault).strip()}).") from fault
    except ValidationError as fault:
        raise RestoreRefused(f"{file} holds a value that cannot be: {' '.join(fault.messages)}") from fault
    except (TypeError, ValueError, OverflowError, AttributeError) as fault:
        # What is of another kind than its column shows itself where it is read, or only in the driver.
        raise RestoreRefused(f"{file} holds a value that cannot be ({fault}).") from fault
    except DatabaseError as fault:
        raise RestoreRefused(f"{file} could not be restored: {str(fault).strip()}.") from fault


def restore_copy(file: Path, *, replace: bool = False) -> None:
    """Put a copy of a database of any version in place of this installation's.

    Raises RestoreRefused or ArchiveError; then nothing has changed.
    """
    # The models may be of another version than the tables: only what all versions have is asked.
    is_new = not _has_tables()
    if not (replace or is_new) and (League.objects.exists() or User.objects.exists()):
        raise RestoreRefused(NOT_EMPTY)
    earlier = 0 if is_new else _highest_revision()
    put_back(file)
    if _has_tables():
        with transaction.atomic():
            Session.objects.all().delete()
            _move_revisions_past(earlier)


def _has_tables() -> bool:
    return League._meta.db_table in connection.introspection.table_names()


@contextmanager
def one_moment() -> Iterator[None]:
    """Read everything as of one moment, while others go on writing."""
    is_outermost = not connection.in_atomic_block
    with reading_first(), transaction.atomic():
        if connection.vendor == "postgresql" and is_outermost:
            with connection.cursor() as cursor:
                # SQLite sees one moment by itself; PostgreSQL has to be asked, before anything else.
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def backed_up_models() -> list[Model]:
    """Return every model with a table, Django's included, except sessions and whose they are."""
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and model not in NOT_BACKED_UP
    ]


def row_counts() -> dict[str, int]:
    """Return how many rows each table has that a backup holds. A query for each."""
    return {model._meta.label: model._base_manager.count() for model in backed_up_models()}


def is_own(model: Model) -> bool:
    """Return whether a restore replaces the rows of a model: what cells share only with the first one."""
    return current_cell() == FIRST or not is_shared(model)


def columns(model: Model) -> list[str]:
    """Return the names of the model's stored columns, in order."""
    return [field.attname for field in model._meta.concrete_fields]


def migrations_applied() -> dict[str, str]:
    """Return the name of the last applied migration by application.

    A backup goes only into a database with the same ones.
    """
    return dict(sorted(MigrationLoader(connection).applied_migrations))


def _all_rows() -> Iterator[ArchiveRow]:
    for model in backed_up_models():
        rows = model._base_manager.order_by("pk").values_list(*columns(model))
        for values in rows.iterator(chunk_size=_at_once(model)):
            yield model._meta.label, list(values)


def _at_once(model: Model) -> int:
    has_pictures = any(isinstance(field, models.BinaryField) for field in model._meta.concrete_fields)
    return PICTURES_AT_ONCE if has_pictures else ROWS_AT_ONCE


def is_older(header: Header) -> bool:
    """Return whether a backup is of another version since the floor, and all its migrations are known."""
    known = MigrationLoader(None, ignore_no_migrations=True).disk_migrations
    is_kept = header.migrations.get("league", "") >= FLOOR_MIGRATION
    return is_kept and header.migrations != migrations_applied() and header.migrations.items() <= known.keys()


def _verify_same_version(header: Header) -> None:
    here = migrations_applied()
    if not here:
        raise RestoreRefused(f"There are no tables yet. Type: {command('migrate')}")
    for app in sorted(header.migrations.keys() | here.keys()):
        theirs, ours = header.migrations.get(app, "none"), here.get(app, "none")
        if theirs != ours:
            raise RestoreRefused(
                f"The backup is of another version of Pegboard ({app}: {theirs} there, {ours} here), which "
                "this one cannot read: restore it with that version. From there `export_league` and "
                "`import_league` carry each league here."
            )


def _verify_empty() -> None:
    for model in apps.get_app_config("league").get_models():
        # The clock of a site that has only been started has had its turn.
        if model not in NOT_BACKED_UP and is_own(model) and model._base_manager.exists():
            raise RestoreRefused(NOT_EMPTY)


def _clear() -> None:
    # Foreign keys are checked when the transaction ends, so the order is free. A session left over would sign
    # its holder in as the user who now has the old account's key.
    cleared_models = [model for model in (*NOT_BACKED_UP, *backed_up_models()) if is_own(model)]
    for model in cleared_models:
        model._base_manager.all()._raw_delete(using=connection.alias)


def _highest_revision() -> int:
    return League.objects.aggregate(highest=Max("revision"))["highest"] or 0


def _move_revisions_past(earlier: int) -> None:
    """Give every league a revision that no browser has seen: browsers may hold pages newer than the backup.

    Nobody changes a league once a second, so the seconds since 1970 are ahead of every count, also of that
    of an installation that is lost.
    """
    League.objects.update(
        revision=Greatest(
            F("revision") + 1, Value(max(int(time.time()), earlier + 1), models.PositiveBigIntegerField())
        )
    )


def _lock_tables() -> None:
    # SQLite has one writer at a time. On PostgreSQL a row written meanwhile would survive among the restored.
    if connection.vendor == "postgresql":
        own = [model._meta.db_table for model in backed_up_models() if is_own(model)]
        tables = ", ".join(map(connection.ops.quote_name, own))
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {tables} IN EXCLUSIVE MODE")


def fill(reader: Reader, models: Iterable[Model]) -> int:
    """Write every row of a backup into the tables of these models, and return how many rows."""
    known = {model._meta.label: model for model in models}
    count = 0
    for table, rows in groupby(reader.rows(), key=itemgetter(0)):
        model, names = known.get(table), reader.header.tables.get(table, [])
        # In a model of an earlier migration they stand in another order.
        if model is None or sorted(names) != sorted(columns(model)):
            raise RestoreRefused(
                f"{reader.file} holds {table!r}, which this Pegboard does not keep in that form."
            )
        count += _insert(model, names, rows)
    return count


def _insert(model: Model, names: list[str], rows: Iterable[ArchiveRow]) -> int:
    by_name = {field.attname: field for field in model._meta.concrete_fields}
    fields = [by_name[name] for name in names]

    def made() -> Iterator[models.Model]:
        for table, values in rows:
            if len(values) != len(fields):
                raise RestoreRefused(f"A row of {table} has {len(values)} values in place of {len(fields)}.")
            pairs = zip(fields, values, strict=True)
            yield model(**{field.attname: field.to_python(value) for field, value in pairs})

    count, waiting = 0, made()
    while batch := list(islice(waiting, _at_once(model))):
        # Accounts that other cells have as well stay as they are.
        model._base_manager.bulk_create(batch, ignore_conflicts=not is_own(model))
        count += len(batch)
    return count


def _reset_sequences() -> None:
    """Set the sequences of PostgreSQL past the highest keys, which it does not notice by itself."""
    if settings.CELLS:
        count_from_own_keys([model for model in backed_up_models() if is_own(model)])
        return
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), backed_up_models()):
            cursor.execute(statement)
