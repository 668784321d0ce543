"""Two kinds of trouble: what somebody did is said to them in a sentence; the rest fails loudly."""

import inspect
import logging
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.db.models import Model

CHANGED_SINCE = "What was decided has been changed since, so it cannot be undone from here."
GONE = "Somebody else has deleted this. Open the page again."

# For a write outside of a transaction SQLite asks again after ever longer pauses, of so many seconds at most.
LONGEST_PAUSE = 0.1

log = logging.getLogger("pegboard.writes")
_gives_way: ContextVar[bool] = ContextVar("gives way", default=False)


class Refused(Exception):
    """Something that cannot be done, in a sentence for the person who asked for it."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@contextmanager
def written_whole(**constraints: str) -> Iterator[None]:
    """One transaction: all of a write, or nothing.

    Raises Refused if a match, a team or a player it points at was deleted meanwhile. The databases look at
    that only when the transaction ends, after everything that could have asked. A rival's write is refused as
    `refused_by` does.
    """
    try:
        with refused_by(**constraints):
            yield
    except IntegrityError as fault:
        if "foreign key" in str(fault).lower():
            raise Refused(GONE) from fault
        raise


@contextmanager
def reading_first() -> Iterator[None]:
    """Let transactions of SQLite begin as readers, which keep nobody waiting, and not as writers."""
    with ExitStack() as stack:
        if connection.vendor == "sqlite":
            connection.ensure_connection()
            mode = connection.transaction_mode  # type: ignore[attr-defined]  # SQLite's
            stack.callback(setattr, connection, "transaction_mode", mode)
            connection.transaction_mode = "DEFERRED"  # type: ignore[attr-defined]  # SQLite's
        yield


@contextmanager
def giving_way() -> Iterator[None]:
    """On SQLite, write nothing after each transaction for as long as it took.

    Whoever waits to write asks only now and then: between transactions that follow each other at once they
    would hardly ever find a moment.
    """
    token = _gives_way.set(connection.vendor == "sqlite")
    try:
        yield
    finally:
        _gives_way.reset(token)


@contextmanager
def refused_by(**constraints: str) -> Iterator[None]:
    """Turn a rival's write, caught by a constraint of the database, into the sentence named for it.

    Runs in a savepoint, because PostgreSQL gives up the whole transaction at the first error.
    SQLite names the columns of a broken unique constraint instead of the constraint: give both,
    as in `refused_by(one_confirmed_scorecard="…")` for a constraint of that name.
    """
    began = time.monotonic()
    try:
        with transaction.atomic(), long_ones_logged():
            yield
    except IntegrityError as fault:
        for name, sentence in constraints.items():
            if name in str(fault):
                raise Refused(sentence) from fault
        raise
    if _gives_way.get() and not connection.in_atomic_block:
        time.sleep(min(time.monotonic() - began, LONGEST_PAUSE))


@contextmanager
def long_ones_logged() -> Iterator[None]:
    """Log a transaction that may have kept others from writing for long, by the function that opened it."""
    began = time.monotonic()
    yield
    seconds = time.monotonic() - began
    reads = getattr(connection, "transaction_mode", "") == "DEFERRED"
    if seconds >= settings.LONG_WRITE_SECONDS and not (connection.savepoint_ids or reads):
        names = (
            f"{each.frame.f_globals.get('__name__')}.{each.function}" for each in inspect.stack(context=0)
        )
        opened_by = next((name for name in names if not name.startswith((__name__, "contextlib."))), "")
        log.warning("%s held a transaction for %d ms", opened_by, seconds * 1000)


def refuse_invalid(sentence_of: ValidationError) -> Refused:
    """Return the sentences of a model's own checks as one refusal."""
    return Refused(" ".join(sentence_of.messages))


def verify(row: Model) -> None:
    """The model's own checks, its links left to the database. Raises Refused with their sentences."""
    try:
        row.full_clean(exclude=[field.name for field in row._meta.fields if field.is_relation])
    except ValidationError as fault:
        raise refuse_invalid(fault) from fault
