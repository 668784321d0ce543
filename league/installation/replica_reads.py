"""Reads from a streaming replica that include all their reader has written. Off without PEGBOARD_REPLICA_URL.

A public page asked for by who is not signed in may be read from the replica. Each answer to a write carries
how far the primary's log went by then, in a cookie. Whoever brings it is read from the replica once that has
replayed so much, until then from the primary. What the replica does not have, or no longer, is asked of the
primary before anybody is told so: it may be new. Each process asks both servers twice a second how far they
are, so that no request waits for that. A request that has turned to the primary does not turn back: what it
reads would be older than the revision it has read, and a page could be stored that is never right.
"""

import re
import threading
import time
from collections import deque
from collections.abc import Callable
from contextvars import ContextVar
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connection, connections
from django.db.models import Model
from django.http import HttpRequest, HttpResponse

from league.installation.middleware import PERMITTING
from league.shared.middleware import Answer

REPLICA = "replica"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
# A page that was just made is not there yet; the address of a deleted league may be another's by now.
MISSING = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.GONE})
# Who watches asks about the primary; whoever has a link of their own writes as much as they read.
OF_PRIMARY = (*PERMITTING, "/health/", "/ready/")

COOKIE = "pegboard-written"
IN_HEADER = re.compile(rf"(?:^|;)\s*{COOKIE}=(\d{{1,10}})\.(\d{{1,20}})\s*(?=;|$)", re.ASCII)
HANDED_ON = "pegboard.written"
# Seconds for which it is sent: a replica is never that far behind and asked.
REMEMBERED = 60 * 60
# Further than any log: the primary could not be asked how far it was.
UNKNOWN = (2**31, 0)

# Seconds between two questions; questions after which the replica has all there was, about two seconds;
# seconds without an answer of its after which it is away, and without use after a fail-over or a fault.
EVERY, BEHIND, SILENT, ASIDE = 0.5, 5, 3, 30

# Timeline, which changes with each fail-over, and bytes of the log.
Mark = tuple[int, int]
OF_THE_PRIMARY = (
    "SELECT ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int, pg_wal_lsn_diff(lsn, '0/0')::bigint"
    " FROM pg_current_wal_insert_lsn() AS lsn"
)
OF_THE_REPLICA = (
    "SELECT 0, pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint WHERE pg_is_in_recovery()"
)


_reads_from: ContextVar[str] = ContextVar("reads_from", default=DEFAULT_DB_ALIAS)


class ReplicaRouter:
    """Reads where this request reads, unless it writes or has begun to; writes to the primary."""

    def db_for_read(self, model: type[Model] | None, **hints: Any) -> str:
        if connection.in_atomic_block:
            _reads_from.set(DEFAULT_DB_ALIAS)
        return _reads_from.get()

    def db_for_write(self, model: type[Model] | None, **hints: Any) -> str:
        _reads_from.set(DEFAULT_DB_ALIAS)
        return DEFAULT_DB_ALIAS

    def allow_relation(self, first: Model, second: Model, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == DEFAULT_DB_ALIAS


class ReplicaProgress:
    """How far primary and replica are, as this process last heard."""

    def __init__(self) -> None:
        self._timeline = 0
        self._primary: deque[int] = deque(maxlen=BEHIND)
        self._replayed, self._heard_at = 0, -float("inf")
        self._aside_until = 0.0

    def includes(self, mark: Mark, now: float) -> bool:
        """Return whether the replica answers, has this, and all there was two seconds ago.

        While no primary answers it counts as it was last heard of.
        """
        if not self._primary or now < self._aside_until or now > self._heard_at + SILENT:
            return False
        return self._replayed >= self._primary[0] and (self._timeline, self._replayed) >= mark

    def note_primary(self, mark: Mark, now: float) -> None:
        timeline, written = mark
        if timeline != self._timeline:
            # A replica may have replayed what the new primary never had, and is put right by Patroni.
            self._primary.clear()
            self._aside_until = now + ASIDE if self._timeline else 0
            self._timeline = timeline
        self._primary.append(written)

    def note_replica(self, mark: Mark, now: float) -> None:
        _, self._replayed = mark
        self._heard_at = now

    def put_aside(self, now: float) -> None:
        self._aside_until = now + ASIDE


def replica_reads(get_response: Answer) -> Answer:
    """Have public pages read from the replica where it includes what their reader has written."""
    progress, is_watched = ReplicaProgress(), threading.Lock()

    def answer(request: HttpRequest) -> HttpResponse:
        # Taken by the first request of each process, and never given back.
        if is_watched.acquire(blocking=False):
            _watch(progress)
        mark = _taken_out(request)
        is_read_there = _may_be_behind(request) and progress.includes(mark, time.monotonic())
        if is_read_there and (response := _from_replica(request)):
            return response
        response = get_response(request)
        if request.method not in SAFE:
            _give_mark(response)
        return response

    def _from_replica(request: HttpRequest) -> HttpResponse | None:
        """Return the answer; None if the replica was away, or does not have what is asked for."""
        connections[REPLICA].errors_occurred = False
        before = _reads_from.set(REPLICA)
        try:
            response = get_response(request)
            has_written = _reads_from.get() != REPLICA
        finally:
            _reads_from.reset(before)
        is_away = connections[REPLICA].errors_occurred
        if is_away or (response.status_code in MISSING and not has_written):
            if is_away:
                progress.put_aside(time.monotonic())
            request.played_now = None  # type: ignore[attr-defined]  # kept by `page_cache` for a request
            return None
        if has_written:
            _give_mark(response)
        return response

    return answer


def _may_be_behind(request: HttpRequest) -> bool:
    """Return whether a request is for a public page, as far as its address and its visitor tell."""
    return (
        request.method in SAFE
        and settings.SESSION_COOKIE_NAME not in request.COOKIES
        and "HTTP_AUTHORIZATION" not in request.META
        and not request.path_info.startswith(OF_PRIMARY)
    )


def _taken_out(request: HttpRequest) -> Mark:
    """Return what a visitor has written, and take it from their cookies: pages do not depend on it.

    The printing process gets the same request once more, without that cookie.
    """
    cookies = request.META.get("HTTP_COOKIE", "")
    if found := IN_HEADER.search(cookies):
        request.META[HANDED_ON] = f"{found[1]}.{found[2]}"
        rest = (cookies[: found.start()] + cookies[found.end() :]).lstrip("; ")
        request.META["HTTP_COOKIE"] = rest
    timeline, _, written = request.META.get(HANDED_ON, "0.0").partition(".")
    return (int(timeline), int(written))


def _give_mark(response: HttpResponse) -> None:
    try:
        timeline, written = _ask(DEFAULT_DB_ALIAS, OF_THE_PRIMARY) or UNKNOWN
    except Error:
        timeline, written = UNKNOWN
    response.set_cookie(
        COOKIE,
        f"{timeline}.{written}",
        max_age=REMEMBERED,
        path=settings.SESSION_COOKIE_PATH,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _ask(alias: str, question: str) -> Mark | None:
    with connections[alias].cursor() as cursor:
        cursor.execute(question)
        mark: Mark | None = cursor.fetchone()
        return mark


def _watch(progress: ReplicaProgress) -> None:
    """Start the threads that ask both servers how far they are."""
    for alias, question, note in (
        (DEFAULT_DB_ALIAS, OF_THE_PRIMARY, progress.note_primary),
        (REPLICA, OF_THE_REPLICA, progress.note_replica),
    ):
        threading.Thread(target=_ask_on, args=(alias, question, note), daemon=True).start()


def _ask_on(alias: str, question: str, note: Callable[[Mark, float], None]) -> None:
    while True:
        began = time.monotonic()
        try:
            if (mark := _ask(alias, question)) is not None:
                note(mark, began)
        except Error:
            connections[alias].close()
        time.sleep(EVERY)
