"""A league's file read back: all of it or nothing, under keys of this installation's own.

Nothing in the file is trusted. Every value is held against its column before it reaches the database, small
tables against the models' own checks as well, and the cards are read once as pages will read them.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, models, transaction
from django.db.models import Max

from league.exchange.league_file.tables import FORMAT, MOVED, TABLES, Field, Model, Table
from league.exchange.league_file.values import BadValue, value_of
from league.models import League, Merge, Scorecard, User
from league.selectors.scorecards import sheets_of

# A league of four divisions writes about 4 MB a season; read, a file takes about eight times its size.
MOST_MEGABYTES = 128
ROWS_AT_ONCE = 1000
# Below this many rows a table is asked by the models' own checks, one row after the other.
FEW = 5000


class FileRefused(Exception):
    """The file cannot be imported; the message is one sentence, and nothing was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What came in: the league, and the accounts that were made and have no password yet."""

    league: League
    rows: int
    accounts: tuple[str, ...]


Loaded = dict[Model, list[Any]]
"""What was written, by model, in the order of the file."""


def import_league(file: Path) -> Imported:
    """Read a league's file into this installation. Raises FileRefused, with nothing written."""
    found = _content(file)
    try:
        with transaction.atomic():
            loaded = _write(found)
            (league,) = loaded[League]
            _read_every_card(league)
    except (IntegrityError, DataError) as fault:
        raise FileRefused(
            f"{file} contradicts itself, or the league is here already ({_first(fault)})."
        ) from fault
    except ValidationError as fault:
        raise FileRefused(f"{file} holds what cannot be: {' '.join(fault.messages)}") from fault
    except BadValue as fault:
        raise FileRefused(f"{file}: {fault}") from fault
    return Imported(
        league=league,
        rows=sum(map(len, loaded.values())),
        accounts=tuple(user.username for user in loaded.get(User, [])),
    )


def _content(file: Path) -> dict[str, Any]:
    """The tables of the file as they stand in it."""
    try:
        megabytes = file.stat().st_size / 2**20
        if megabytes > MOST_MEGABYTES:
            raise FileRefused(
                f"{file} has {megabytes:.0f} MB; a league's file has at most {MOST_MEGABYTES}. "
                "`backup` and `restore` move installations of any size."
            )
        said = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise FileRefused(f"{file} is not there.") from None
    except OSError as fault:
        raise FileRefused(f"{file} cannot be read: {fault.strerror}.") from None
    except (ValueError, RecursionError):
        raise FileRefused(f"{file} is no league's file, or a damaged one.") from None
    if not (isinstance(said, dict) and said.get("what") == FORMAT and isinstance(said.get("tables"), dict)):
        raise FileRefused(f"{file} is no league's file: it does not say “{FORMAT}”.")
    strange = said["tables"].keys() - {table.name for table in TABLES}
    if strange:
        raise FileRefused(f"{file} holds “{min(strange)}”, which this Pegboard does not know.")
    tables: dict[str, Any] = said["tables"]
    return tables


def _write(found: dict[str, Any]) -> Loaded:
    loaded: Loaded = {}
    for table in TABLES:
        rows = list(_rows(table, found.get(table.name, {"fields": [], "rows": []}), loaded))
        if table.model is League and len(rows) != 1:
            raise BadValue(f"it holds {len(rows)} leagues in place of one")
        made = [row.made for row in rows]
        for one in made:
            _settle_in(one, loaded)
        if len(made) <= FEW:
            for one in made:
                one.full_clean(validate_unique=False, validate_constraints=False, exclude=_relations(table))
        table.model._base_manager.bulk_create(made, batch_size=ROWS_AT_ONCE)
        loaded[table.model] = made
        _join_to_each_other(table, rows)
    return loaded


@dataclass(frozen=True, slots=True)
class _Row:
    made: models.Model
    own: dict[str, int]
    """References to rows of the same table, by field, which can be set only when all are written."""


def _rows(table: Table, said: Any, loaded: Loaded) -> Iterator[_Row]:
    known = {field.name: field for field in table.fields}
    if not (
        isinstance(said, dict) and isinstance(said.get("fields"), list) and isinstance(said.get("rows"), list)
    ):
        raise BadValue(f"{table.name} is no table")
    if strange := [name for name in said["fields"] if name not in known]:
        raise BadValue(f"{table.name} has “{strange[0]}”, which this Pegboard does not know")
    fields = [known[name] for name in said["fields"]]
    for number, row in enumerate(said["rows"], 1):
        if not isinstance(row, list) or len(row) != len(fields):
            raise BadValue(f"row {number} of {table.name} does not have {len(fields)} values")
        try:
            yield _row(table.model, zip(fields, row, strict=True), loaded)
        except BadValue as fault:
            raise BadValue(f"row {number} of {table.name}: {fault}") from None


def _row(model: Model, said: Iterable[tuple[Field, Any]], loaded: Loaded) -> _Row:
    values: dict[str, Any] = {}
    own: dict[str, int] = {}
    for field, value in said:
        if not field.is_relation:
            values[field.attname] = value_of(field, value)
        elif value is None and not field.null:
            raise BadValue(f"{field.name} is missing")
        elif value is not None and field.related_model is model:
            own[field.attname] = value
        elif value is not None:
            values[field.attname] = _pointed_at(field, value, loaded).pk
    return _Row(model(**values), own)


def _pointed_at(field: Field, number: object, loaded: Loaded) -> Any:
    rows = loaded[field.related_model]
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= len(rows):
        raise BadValue(f"{field.name} points at {number!r}, which is not there")
    return rows[number - 1]


def _join_to_each_other(table: Table, rows: list[_Row]) -> None:
    joined = [row for row in rows if row.own]
    for row in joined:
        for attname, number in row.own.items():
            if not isinstance(number, int) or not 1 <= number <= len(rows):
                raise BadValue(f"{table.name} points at {number!r} of itself, which is not there")
            setattr(row.made, attname, rows[number - 1].made.pk)
    if joined:
        names = {attname for row in joined for attname in row.own}
        table.model._base_manager.bulk_update([row.made for row in joined], names, batch_size=ROWS_AT_ONCE)


def _settle_in(row: models.Model, loaded: Loaded) -> None:
    """What this installation alone can know: names that are taken, revisions its browsers have seen."""
    if isinstance(row, User):
        row.set_unusable_password()
        taken = User.objects.filter(username=row.username).exists()
        if taken or any(row.username == other.username for other in loaded.get(User, [])):
            row.username = f"{row.username[:130]}-{User.objects.count() + 1}"
    elif isinstance(row, League):
        if League.objects.filter(slug=row.slug).exists():
            raise BadValue(
                f"a league with the address /{row.slug}/ is here already; give that one another address first"
            )
        row.revision = (League.objects.aggregate(highest=Max("revision"))["highest"] or 0) + 1
    elif isinstance(row, Merge):
        row.moved = {
            what: [loaded[model][number - 1].pk for number in row.moved.get(what, [])]
            for what, model in MOVED.items()
            if what in row.moved
        }


def _relations(table: Table) -> set[str]:
    return {
        field.name for field in table.model._meta.concrete_fields if field.is_relation or field.primary_key
    }


def _read_every_card(league: League) -> None:
    """Every card as the pages read it: a hand that cannot be read is refused now, not met by a visitor."""
    cards = Scorecard.objects.filter(match__division__season__league=league).order_by("pk")
    for start in range(0, cards.count(), ROWS_AT_ONCE // 5):
        try:
            sheets_of(list(cards[start : start + ROWS_AT_ONCE // 5]))
        except (ValueError, TypeError, KeyError, LookupError) as fault:
            raise BadValue(f"a hand cannot be read ({fault})") from fault


def _first(fault: Exception) -> str:
    return str(fault).strip().split("\n")[0]
