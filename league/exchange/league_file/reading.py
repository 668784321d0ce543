"""A league's file read back: all of it or nothing, under keys of this installation's own.

Nothing in the file is trusted. Every value is held against its column before it reaches the database, small
tables against the models' own checks as well, and the cards are read once as pages will read them.
"""

import fcntl
import json
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, connection, models, transaction
from django.db.models import Max
from django.db.models.functions import Substr
from django.utils import timezone

from league.accounts.services.links import claim_addresses
from league.accounts.services.roles import settle_roles
from league.competition.models.leagues import ARRIVING, KEPT_FOR
from league.cups.selectors.cup_pages import cup_on_page
from league.cups.selectors.pairs_nights import night_on_page
from league.cups.services.cups import plan_dated_ties
from league.exchange.league_file.tables import (
    FORMAT,
    MOVED,
    TABLES,
    Field,
    FileTable,
    Model,
    accounts_named,
)
from league.exchange.league_file.values import BadValue, value_of
from league.models import (
    Cup,
    Division,
    League,
    Match,
    Merge,
    Penalty,
    Player,
    Pub,
    RuleBook,
    Scorecard,
    ScoringCode,
    Season,
    TableEntry,
    TableSquare,
    Team,
    User,
)
from league.people.names import hide_minor
from league.records.services.league_deletion import LEAVING, delete_rows_of
from league.results.selectors.scorecards import sheets_of
from league.shared.errors import Refused, giving_way, refused_by
from league.shared.identifiers import new_public_id
from league.shared.sql import insertion_of

# Reading takes up to nineteen times the size of a file in memory; a season with every hand is about 1 MB.
MOST_MEGABYTES = 64
# Letters to one list, or object, on average: however short one is written, it takes a hundred bytes or more.
APART = {"[": 8, "{": 50}
ROWS_AT_ONCE = 400

# Up to this many rows of a table go through the models' own checks, one row after the other.
FEW = 5000
# A sheet need not say what a penalty was for, though a form asks.
NOT_ALWAYS_SAID = Penalty._meta.get_field("reason")
# What those checks ask of other rows is kept at hand, not read for each.
ASKED = frozenset({League, Pub, Team, Season, Division, Player})

ONE_AT_A_TIME = "The file of another league is being read here. Wait until that is done."

# A file from before there were periods loses nothing by coming in.
KEPT_FOR_LONGEST = dict.fromkeys(
    ("photographs_kept_for", "entries_kept_for", "letters_kept_for", "contacts_kept_for"), KEPT_FOR[-1][0]
)


class FileRefused(Exception):
    """The file cannot be imported; the message is one sentence, and nothing was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedLeague:
    """What came in: the league, and the accounts that were made and have no password yet."""

    league: League
    rows: int
    accounts: tuple[str, ...]
    owner: str = ""


Value = TypeVar("Value")
Keys = dict[Model, list[int]]
"""The keys here of the rows that were written, by model, in the order of the file."""


def import_league(file: Path, *, owner: str | Callable[[], str] = "", slug: str = "") -> ImportedLeague:
    """Read a league's file into this installation. Raises FileRefused, with nothing written.

    `owner` is the sign-in name of its owner here: an account of this installation, one out of the file, or
    a new one; or what returns it in the last transaction. With a `slug` it is a copy at that address, beside
    its original: under public ids and codes of its own, and silent.
    """

    def opened(league: League, keys: Keys) -> ImportedLeague:
        name = owner() if callable(owner) else owner
        heir = _account(name) if name else None
        settle_roles(league=league, owner=heir)
        without = list(User.objects.filter(pk__in=keys[User]).order_by("pk"))
        if heir is not None and heir not in without and not heir.has_usable_password():
            without.append(heir)
        return ImportedLeague(
            league=league,
            rows=sum(map(len, keys.values())),
            accounts=tuple(user.username for user in without),
            owner=name,
        )

    return _brought_in(file, slug, opened)


def _brought_in(
    file: Path, slug: str, last: Callable[[League, Keys], Value], *, is_kept: bool = True
) -> Value:
    """Write the league of a file, and return what `last` does in the transaction that shows it.

    All of it is taken away again unless it is kept. Raises FileRefused.
    """
    tables = _content(file)
    keys: Keys = {}
    try:
        with _unseen(keys, is_kept=is_kept):
            shown = _write(tables, slug, keys)
            _read_every_card(keys[League][0])
            with refused_by():
                every = League._base_manager
                highest = every.aggregate(highest=Max("revision"))["highest"]
                every.filter(pk=keys[League][0]).update(**shown, revision=highest + 1)
                for codes in (ScoringCode.objects, TableSquare.objects):
                    codes.filter(code__startswith=ARRIVING).update(code=Substr("code", 2))
                league = League.objects.get(pk=keys[League][0])
                claim_addresses(league=league)
                _read_every_cup(league)
                plan_dated_ties(Cup.objects.filter(season__league=league))
                done = last(league, keys)
                if not is_kept:
                    transaction.set_rollback(True)
    except (IntegrityError, DataError) as fault:
        first = str(fault).strip().split("\n")[0]
        raise FileRefused(f"{file} contradicts itself, or the league is here already ({first}).") from fault
    except ValidationError as fault:
        raise FileRefused(f"{file} holds what cannot be: {' '.join(fault.messages)}") from fault
    except (BadValue, Refused) as fault:
        raise FileRefused(f"{file}: {fault}") from fault
    return done


@contextmanager
def _unseen(keys: Keys, *, is_kept: bool) -> Iterator[None]:
    """Write a league in one transaction; on SQLite, where everybody else would wait, in one for each chunk.

    Nobody sees its rows before the last of them. What was broken off is taken away, at the latest before
    the next league comes.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        with transaction.atomic():
            yield
            if not is_kept:
                transaction.set_rollback(True)
        return
    settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
    with (settings.VAR_DIR / "league-import.lock").open("w") as held, giving_way():
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise FileRefused(ONE_AT_A_TIME) from None
        _take_away_unseen([])
        try:
            yield
        finally:
            is_here = League.objects.filter(pk__in=keys.get(League, [])).exists()
            _take_away_unseen([] if is_here else keys.get(User, []))


def _take_away_unseen(accounts: list[int]) -> None:
    """Delete leagues that did not come in whole, or are being deleted, and accounts that came with them."""
    people = set(accounts)
    for league in League._base_manager.filter(slug__startswith=ARRIVING):
        people.update([] if league.slug.startswith(LEAVING) else accounts_named(league))
        delete_rows_of(league)
    if people:
        with refused_by():
            User.objects.filter(pk__in=people).delete()


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueFileSummary:
    """What a league's file holds: the league, its seasons, and how many there are of each kind."""

    name: str
    slug: str
    seasons: tuple[str, ...]
    counts: Mapping[str, int]
    accounts: tuple[str, ...]


def preview_league(file: Path) -> LeagueFileSummary:
    """Return what a league's file holds: it is imported and taken away again. Raises FileRefused."""

    def looked_at(league: League, keys: Keys) -> LeagueFileSummary:
        settle_roles(league=league, owner=None)
        accounts = User.objects.filter(pk__in=keys[User]).order_by("pk")
        return LeagueFileSummary(
            name=league.name,
            slug=league.slug,
            seasons=tuple(league.seasons.values_list("name", flat=True)),
            counts={
                "pub": league.pubs.count(),
                "team": league.teams.count(),
                "player": league.players.count(),
                "match": Match.with_ties.filter(division__season__league=league).count(),
                "result": Scorecard.objects.filter(
                    match__division__season__league=league, is_confirmed=True
                ).count(),
            },
            accounts=tuple(accounts.values_list("username", flat=True)),
        )

    return _brought_in(file, "", looked_at, is_kept=False)


def _account(name: str) -> User:
    """Return the account of that sign-in name, made without a password if there is none."""
    user = User.objects.filter(username=name).first()
    if user is None:
        user = User(username=name)
        user.set_unusable_password()
        user.full_clean(exclude=["password"])
        user.save()
    return user


def _content(file: Path) -> dict[str, Any]:
    """Return the tables of the file, unchecked. Raises FileRefused for a file that is no league's."""
    try:
        megabytes = file.stat().st_size / 2**20
        if megabytes > MOST_MEGABYTES:
            raise FileRefused(
                f"{file} has {megabytes:.0f} MB; a league's file has at most {MOST_MEGABYTES}. "
                "`backup` and `restore` move installations of any size."
            )
        text = file.read_text(encoding="utf-8")
        if any(text.count(sign) > FEW + len(text) / apart for sign, apart in APART.items()):
            raise ValueError("more lists or objects than rows can need")
        content = json.loads(text)
    except FileNotFoundError:
        raise FileRefused(f"{file} is not there.") from None
    except OSError as fault:
        raise FileRefused(f"{file} cannot be read: {fault.strerror}.") from None
    except (ValueError, RecursionError):
        raise FileRefused(f"{file} is not a league's file, or is damaged.") from None
    if not (
        isinstance(content, dict)
        and content.get("what") == FORMAT
        and isinstance(content.get("tables"), dict)
    ):
        raise FileRefused(f"{file} is not a league's file: it does not contain “{FORMAT}”.")
    strange = content["tables"].keys() - {table.name for table in TABLES}
    if strange:
        raise FileRefused(f"{file} holds “{min(strange)}”, which this Pegboard does not know.")
    tables: dict[str, Any] = content["tables"]
    return tables


def _write(tables: dict[str, Any], slug: str, keys: Keys) -> dict[str, object]:
    """Write every table, some hundred rows at a time, and keep the keys of the rows in `keys`.

    Returns what the league is to have once it is seen.
    """
    asked: dict[Model, dict[int, models.Model]] = {model: {} for model in ASKED}
    shown: dict[str, object] = {}
    copy_id = uuid.uuid4()
    is_old = False
    for table in TABLES:
        written = keys[table.model] = []
        unchecked = {
            field.name
            for field in table.model._meta.concrete_fields
            if field.is_relation or field.primary_key or field == NOT_ALWAYS_SAID
        }
        fields, file_rows = _heads_and_rows(table, tables.get(table.name, {"fields": [], "rows": []}))
        if table.model is League and len(file_rows) != 1:
            raise BadValue(f"it holds {len(file_rows)} leagues in place of one")
        to_join: list[tuple[int, str, object]] = []
        for start in range(0, len(file_rows), ROWS_AT_ONCE):
            rows = [
                _row(table, number, fields, row, keys)
                for number, row in enumerate(file_rows[start : start + ROWS_AT_ONCE], start + 1)
            ]
            if table.model is League:
                is_old = not KEPT_FOR_LONGEST.keys() & {field.name for field in fields}
            for row, _ in rows:
                if is_old:
                    _settle_in_old_file(row)
                if slug:
                    _settle_in_copy(row, slug, copy_id)
            # A rule book says how large every page of its season is: none goes unchecked.
            is_checked = table.model is RuleBook or len(file_rows) <= FEW
            for row, _ in rows:
                _settle_in(row, keys)
                if is_checked:
                    _keep_at_hand(row, table.model._meta.concrete_fields, asked)
                    row.full_clean(validate_unique=False, validate_constraints=False, exclude=unchecked)
                if isinstance(row, League):
                    shown = {"slug": row.slug, "is_silent": row.is_silent}
                    row.slug, row.is_silent = f"{ARRIVING}{row.slug[:50]}", True
                elif isinstance(row, ScoringCode | TableSquare) and connection.vendor == "sqlite":
                    row.code = f"{ARRIVING}{row.code}"  # SQLite has room for it
            insert = insertion_of([row for row, _ in rows])
            with refused_by():
                insert()
            written += [row.pk for row, _ in rows]
            if table.model in asked:
                asked[table.model].update((row.pk, row) for row, _ in rows)
            to_join += [(row.pk, attname, number) for row, own in rows for attname, number in own.items()]
        # References to rows of the same table, which can be set only when all are written.
        for start in range(0, len(to_join), ROWS_AT_ONCE):
            with refused_by():
                for pk, attname, number in to_join[start : start + ROWS_AT_ONCE]:
                    table.model._base_manager.filter(pk=pk).update(
                        **{attname: _key_of(attname, number, written)}
                    )
    return shown


def _keep_at_hand(
    row: models.Model, fields: Iterable[Field], asked: Mapping[Model, Mapping[int, models.Model]]
) -> None:
    """Give a row the rows it refers to, as far as they are asked, so that its checks do not read them."""
    for field in fields:
        if field.is_relation and (
            other := asked.get(field.related_model, {}).get(getattr(row, field.attname))
        ):
            field.set_cached_value(row, other)


def _heads_and_rows(table: FileTable, content: Any) -> tuple[list[Field], list[Any]]:
    known = {field.name: field for field in table.fields}
    heads, rows = (content.get("fields"), content.get("rows")) if isinstance(content, dict) else (None, None)
    if not (isinstance(heads, list) and isinstance(rows, list)):
        raise BadValue(f"{table.name} is no table")
    if strange := [name for name in heads if not isinstance(name, str) or name not in known]:
        raise BadValue(f"{table.name} has “{strange[0]}”, which this Pegboard does not know")
    return [known[name] for name in heads], rows


def _row(
    table: FileTable, number: int, fields: list[Field], cells: Any, keys: Keys
) -> tuple[models.Model, dict[str, object]]:
    """Return a row not written yet, and its references to rows of its own table, by column."""
    if not isinstance(cells, list) or len(cells) != len(fields):
        raise BadValue(f"row {number} of {table.name} does not have {len(fields)} values")
    values: dict[str, Any] = {}
    own: dict[str, object] = {}
    try:
        for field, value in zip(fields, cells, strict=True):
            if not field.is_relation:
                values[field.attname] = value_of(field, value)
            elif value is None and not field.null:
                raise BadValue(f"{field.name} is missing")
            elif value is not None and field.related_model is table.model:
                own[field.attname] = value
            elif value is not None:
                values[field.attname] = _key_of(field.name, value, keys[field.related_model])
    except BadValue as fault:
        raise BadValue(f"row {number} of {table.name}: {fault}") from None
    return table.model(**values), own


def _key_of(name: str, number: object, written: list[int]) -> int:
    """Return the key of the row that a number of the file means."""
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= len(written):
        raise BadValue(f"{name} points at {number!r}, which is not there")
    return written[number - 1]


def _settle_in_old_file(row: models.Model) -> None:
    """Set what a file from before there were retention periods does not know.

    Names of minors are hidden, which they were not then. Where a later file shows one somebody chose it.
    """
    if isinstance(row, League):
        vars(row).update(KEPT_FOR_LONGEST)
    elif isinstance(row, Player):
        hide_minor(row, timezone.localdate())


def _settle_in_copy(row: models.Model, slug: str, copy_id: uuid.UUID) -> None:
    """Set what would be, or lead to, the original's."""
    if hasattr(row, "public_id"):
        row.public_id = new_public_id()
    if isinstance(row, League):
        row.slug, row.is_silent = slug, True
    elif isinstance(row, ScoringCode | TableSquare):
        row.code = row._meta.get_field("code").get_default()
    elif isinstance(row, TableEntry):
        row.client_id = uuid.uuid5(copy_id, str(row.client_id))
        if isinstance(row.follows, list):
            row.follows = [str(uuid.uuid5(copy_id, str(other))) for other in row.follows]


def _settle_in(row: models.Model, keys: Keys) -> None:
    """Set what depends on this installation: unused sign-in names, keys in a merge."""
    if isinstance(row, User):
        row.set_unusable_password()
        if User.objects.filter(username=row.username).exists():
            row.username = f"{row.username[:130]}-{User.objects.count() + 1}"
    elif isinstance(row, League):
        if League.objects.filter(slug=row.slug).exists():
            raise BadValue(
                f"a league with the address /{row.slug}/ is here already; give that one another address first"
                ", or import a copy at another: import_league FILE --as ADDRESS"
            )
    elif isinstance(row, Merge):
        row.moved = _moved_here(row.moved, keys)


def _moved_here(moved: Any, keys: Keys) -> dict[str, list[int]]:
    """Return what a merge carried over, by the keys here."""
    if not isinstance(moved, dict) or not all(isinstance(numbers, list) for numbers in moved.values()):
        raise BadValue(f"moved cannot be {str(moved)[:40]!r}")
    return {
        what: [_key_of(what, number, keys[model]) for number in moved[what]]
        for what, model in MOVED.items()
        if what in moved
    }


def _read_every_card(league: int) -> None:
    """Read every card as the pages do. Raises BadValue for a hand that cannot be read."""
    cards = Scorecard.objects.filter(match__division__season__league=league).order_by("pk")
    for start in range(0, cards.count(), ROWS_AT_ONCE // 2):
        try:
            sheets_of(list(cards[start : start + ROWS_AT_ONCE // 2]))
        except (ValueError, TypeError, KeyError, LookupError) as fault:
            raise BadValue(f"a hand cannot be read ({fault})") from fault


def _read_every_cup(league: League) -> None:
    """Read every cup and pairs night as its page does. Raises BadValue."""
    for cup in Cup.objects.filter(season__league=league).select_related("season__league").order_by("pk"):
        try:
            night_on_page(cup) if cup.kind == Cup.Kind.PAIRS_NIGHT else cup_on_page(cup)
        except (ValueError, TypeError, LookupError, AttributeError) as fault:
            raise BadValue(f"the cup “{cup}” cannot be read ({fault})") from fault
