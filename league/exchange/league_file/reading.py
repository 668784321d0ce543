"""A league's file read back: all of it or nothing, under keys of this installation's own.

Nothing in the file is trusted. Every value is held against its column and the models' own checks before it
reaches the database, and what is on cards and in cups is read once as pages will read it.
"""

import fcntl
import json
import uuid
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import DataError, IntegrityError, connection, transaction
from django.db.models import Max
from django.db.models.functions import Substr
from django.utils import timezone

from league.accounts.services.links import claim_addresses
from league.accounts.services.roles import settle_roles
from league.competition.models.leagues import ARRIVING, KEPT_FOR
from league.cups.selectors.cup_pages import cup_on_page
from league.cups.selectors.pairs_nights import night_on_page
from league.cups.services.cups import plan_dated_ties
from league.exchange.league_file.rows import ASKED, CODES, Keys, Settled, TableRows, key_of
from league.exchange.league_file.tables import (
    FORMAT,
    MOVED,
    TABLES,
    Field,
    FileTable,
    Model,
    accounts_named,
)
from league.exchange.league_file.values import BadValue
from league.models import (
    Cup,
    League,
    Match,
    Merge,
    Player,
    Scorecard,
    ScoringCode,
    TableEntry,
    TableSquare,
    User,
)
from league.people.names import hide_minor
from league.records.services.league_deletion import LEAVING, delete_rows_of
from league.shared.errors import Refused, giving_way, refused_by
from league.shared.identifiers import new_public_id
from league.shared.sql import insert_columns

# Reading takes up to nineteen times the size of a file in memory; a season with every hand is about 1 MB.
MOST_MEGABYTES = 64
# Letters to one list, or object, on average: however short one is written, it takes a hundred bytes or more.
APART = {"[": 8, "{": 50}
# But for so many of each, which any file may have.
FEW = 5000
ROWS_AT_ONCE = 400

ONE_AT_A_TIME = "The file of another league is being read here. Wait until that is done."

KEPT_FOR_LONGEST = frozenset(
    {"photographs_kept_for", "entries_kept_for", "letters_kept_for", "contacts_kept_for"}
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


def _take_away_unseen(accounts: Sequence[int]) -> None:
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
    user = User.objects.filter(username=name).first() or User(username=name, password=make_password(None))
    if user._state.adding:
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
    asked: dict[Model, dict[int, Any]] = {model: {} for model in ASKED}
    shown: dict[str, object] = {"is_silent": bool(slug)}
    settled = _settled(slug, keys)
    for table in TABLES:
        model = table.model
        heads, rows = _heads_and_rows(table, tables.pop(table.name, {"fields": [], "rows": []}))
        if model is League:
            if len(rows) != 1:
                raise BadValue(f"it holds {len(rows)} leagues in place of one")
            if not KEPT_FOR_LONGEST & {field.name for field in heads}:
                # A file from before there were periods loses nothing by coming in. Names of minors are
                # hidden, which they were not then: where a later file shows one somebody chose it.
                settled |= {_of(League, name): lambda _: KEPT_FOR[-1][0] for name in KEPT_FOR_LONGEST}
                settled[Player] = lambda player: hide_minor(player, timezone.localdate())
        written = keys[model] = array("q")
        table_rows = TableRows(table, heads, keys, settled, asked)
        for start in range(0, len(rows), ROWS_AT_ONCE):
            stored = table_rows.stored(rows[start : start + ROWS_AT_ONCE], start + 1)
            if model is League:
                place = table_rows.fields.index(_of(League, "slug"))
                shown["slug"] = address = stored[place][0]
                if League.objects.filter(slug=address).exists():
                    raise BadValue(
                        f"a league with the address /{address}/ is here already; give that one another "
                        "address first, or import a copy at another: import_league FILE --as ADDRESS"
                    )
                stored[place] = [f"{ARRIVING}{address[:50]}"]
            with refused_by():
                new = insert_columns(model, table_rows.fields, stored)
            written.extend(new)
            if model in asked:
                asked[model].update(zip(new, table_rows.made, strict=True))
        _join(model, heads, rows, written)
    return shown


def _join(model: Model, heads: list[Field], rows: list[Any], written: Sequence[int]) -> None:
    """Set references to rows of the same table, which can be set only when all are written."""
    joins = [
        (key, field.attname, key_of(field.attname, row[place], written))
        for place, field in enumerate(heads)
        if field.related_model is model
        for key, row in zip(written, rows, strict=True)
        if row[place] is not None
    ]
    for start in range(0, len(joins), ROWS_AT_ONCE):
        with refused_by():
            for key, attname, other in joins[start : start + ROWS_AT_ONCE]:
                model._base_manager.filter(pk=key).update(**{attname: other})


def _heads_and_rows(table: FileTable, content: Any) -> tuple[list[Field], list[Any]]:
    known = {field.name: field for field in table.fields}
    heads, rows = (content.get("fields"), content.get("rows")) if isinstance(content, dict) else (None, None)
    if not (isinstance(heads, list) and isinstance(rows, list)):
        raise BadValue(f"{table.name} is no table")
    if strange := [name for name in heads if not isinstance(name, str) or name not in known]:
        raise BadValue(f"{table.name} has “{strange[0]}”, which this Pegboard does not know")
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list) or len(row) != len(heads):
            raise BadValue(f"row {number} of {table.name} does not have {len(heads)} values")
    return [known[name] for name in heads], rows


def _of(model: Model, name: str) -> Field:
    return model._meta.get_field(name)


def _settled(slug: str, keys: Keys) -> Settled:
    """Return what depends on this installation. In a copy nothing is, or leads to, the original's."""

    def free(username: str) -> str:
        is_taken = User.objects.filter(username=username).exists()
        return f"{username[:130]}-{User.objects.count() + 1}" if is_taken else username

    def hidden(code: str) -> str:
        return f"{ARRIVING}{code}" if connection.vendor == "sqlite" else code  # SQLite has room for it

    settled: Settled = {
        _of(League, "is_silent"): lambda _: True,
        _of(User, "username"): free,
        _of(User, "password"): lambda _: make_password(None),
        _of(Merge, "moved"): lambda moved: _moved_here(moved, keys),
        **dict.fromkeys(CODES, hidden),
    }
    if slug:
        copy = uuid.uuid4()
        public_ids = (field for table in TABLES for field in table.fields if field.name == "public_id")
        settled |= {
            **dict.fromkeys(public_ids, lambda _: new_public_id()),
            CODES[0]: lambda _: hidden(CODES[0].get_default()),
            CODES[1]: lambda _: hidden(CODES[1].get_default()),
            _of(League, "slug"): lambda _: slug,
            _of(TableEntry, "client_id"): lambda client: uuid.uuid5(copy, str(client)),
            _of(TableEntry, "follows"): lambda follows: (
                [str(uuid.uuid5(copy, str(other))) for other in follows]
                if isinstance(follows, list)
                else follows
            ),
        }
    return settled


def _moved_here(moved: Any, keys: Keys) -> dict[str, list[int]]:
    """Return what a merge carried over, by the keys here."""
    if not isinstance(moved, dict) or not all(isinstance(numbers, list) for numbers in moved.values()):
        raise BadValue(f"moved cannot be {str(moved)[:40]!r}")
    return {
        what: [key_of(what, number, keys[model]) for number in moved[what]]
        for what, model in MOVED.items()
        if what in moved
    }


def _read_every_cup(league: League) -> None:
    """Read every cup and pairs night as its page does. Raises BadValue."""
    for cup in Cup.objects.filter(season__league=league).select_related("season__league").order_by("pk"):
        try:
            night_on_page(cup) if cup.kind == Cup.Kind.PAIRS_NIGHT else cup_on_page(cup)
        except (ValueError, TypeError, LookupError, AttributeError) as fault:
            raise BadValue(f"the cup “{cup}” cannot be read ({fault})") from fault
