"""One value of a league's file, held against the column it is for."""

import base64
import binascii
import datetime
import json
import uuid
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from django.db import connection, models

from league.exchange.league_file.tables import Field


class BadValue(Exception):
    """A value that cannot stand where it stands; the message says which and where."""


def value_of(field: Field, raw: Any) -> Any:
    """Return a value of the file as the model stores it. Raises BadValue."""
    if raw is None:
        if not field.null:
            raise BadValue(f"{field.name} is empty")
        return None
    try:
        value = _reader(field)(raw)
    except (ValueError, TypeError, OverflowError, binascii.Error):
        raise BadValue(f"{field.name} cannot be {str(raw)[:40]!r}") from None
    if (known := _choices(field)) is not None and value not in known:
        raise BadValue(f"{field.name} cannot be {str(raw)[:40]!r}")
    return value


@lru_cache(maxsize=1024)
def _choices(field: Field) -> frozenset[Any] | None:
    if not field.choices:
        return None
    return frozenset([value for value, _ in field.flatchoices] + ([""] if field.blank else []))


@lru_cache(maxsize=1024)
def _reader(field: Field) -> Callable[[Any], Any]:
    for kind, reader in _READERS.items():
        if isinstance(field, kind):
            return reader
    if isinstance(field, models.IntegerField):
        low, high = connection.ops.integer_field_range(field.get_internal_type())
        return lambda raw: _whole(raw, low, high)
    return lambda raw: _text(raw, field.max_length)


def _truth(raw: Any) -> bool:
    if not isinstance(raw, bool):
        raise TypeError("true or false")
    return raw


def _whole(raw: Any, low: int | None, high: int | None) -> int:
    # What SQLite takes without a limit, PostgreSQL does not: its narrower columns are the measure for both.
    if not isinstance(raw, int) or isinstance(raw, bool):
        raise TypeError("a whole number")
    if not (-(2**31) if low is None else low) <= raw <= (2**31 - 1 if high is None else min(high, 2**63 - 1)):
        raise ValueError("too large")
    return raw


def _moment(raw: Any) -> datetime.datetime:
    moment = datetime.datetime.fromisoformat(raw)
    if moment.tzinfo is None:
        raise ValueError("a moment without its zone")
    return moment


def _text(raw: Any, longest: int | None) -> str:
    if not isinstance(raw, str):
        raise TypeError("a text")
    raw.encode("utf-8")  # halves of surrogate pairs: UnicodeEncodeError is a ValueError
    if "\0" in raw or (longest is not None and len(raw) > longest):
        raise ValueError("too long, or not to be written")
    return raw


def _json(raw: Any) -> Any:
    text = json.dumps(raw, ensure_ascii=False, allow_nan=False)
    _text(text, None)
    if "\\u0000" in text:
        raise ValueError("not to be written")
    return raw


# A moment is a day, too: the narrower kind comes first.
_READERS: dict[type[Field], Callable[[Any], Any]] = {
    models.BooleanField: _truth,
    models.DateTimeField: _moment,
    models.DateField: datetime.date.fromisoformat,
    models.TimeField: datetime.time.fromisoformat,
    models.UUIDField: uuid.UUID,
    models.BinaryField: partial(base64.b64decode, validate=True),
    models.JSONField: _json,
}
