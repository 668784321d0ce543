"""What is logged of requests: an id, the route and how long it took. Nothing that names or leads to a person.

An address can be a permission or name a player, so the route stands for it: the address as the code has it.
"""

import datetime
import json
import logging
import re
import secrets
import time
import traceback
from collections.abc import Callable
from contextvars import ContextVar
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

from league.installation.kinds import kind_of
from league.shared.middleware import Answer, middleware
from league.shared.usage import Work, count_answer, count_entries

HEADER = "X-Request-ID"
# The id a proxy gave it; anything else is not repeated.
GIVEN = re.compile(r"[A-Za-z0-9._-]{8,64}")
# What the web server hands to the printing process with a request: its id, so that it is logged once.
HANDED_ON = "pegboard.request_id"

request_id: ContextVar[str] = ContextVar("request_id", default="-")
log = logging.getLogger("pegboard.requests")


@middleware
def request_log(request: HttpRequest, get_response: Answer) -> HttpResponse:
    """Give each request an id; log it where that is wanted, and wherever it was slow."""
    known = request.META.get(HANDED_ON)
    number = take_number(known or request.headers.get(HEADER, ""))
    request.META[HANDED_ON] = number
    began = time.perf_counter()
    response = get_response(request)
    seconds = time.perf_counter() - began
    if is_each_logged() or response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        response.headers[HEADER] = number
    if known is None:
        note_answer(
            kind_of(request),
            lambda: route_of(request),
            method=request.method or "",
            status=response.status_code,
            seconds=seconds,
        )
        if stored := getattr(response, "entries_stored", 0):
            count_entries(stored)
    return response


def is_each_logged() -> bool:
    """Return whether every request is logged, and its answer carries its number."""
    return log.isEnabledFor(logging.INFO)


def take_number(given: str) -> str:
    """Return the number of a request: the one a proxy gave it, or a new one. What is logged now has it."""
    number = given if GIVEN.fullmatch(given) else secrets.token_hex(8)
    request_id.set(number)
    return number


def note_answer(kind: Work, route: Callable[[], str], *, method: str, status: int, seconds: float) -> None:
    """Count an answer; log it where that is wanted, and wherever it was slow."""
    count_answer(kind, status, seconds)
    level = logging.WARNING if seconds >= settings.SLOW_SECONDS else logging.INFO
    if log.isEnabledFor(level):
        facts = {"method": method, "route": route(), "status": status, "milliseconds": round(seconds * 1000)}
        log.log(level, "%s %s: %d in %d ms", *facts.values(), extra={"facts": facts})


def route_of(request: HttpRequest) -> str:
    """Return the address of a request as the code has it; "static", or "unknown" where no page is."""
    if request.path.startswith(settings.STATIC_URL):
        return "static"
    try:
        match = request.resolver_match or resolve(request.path_info)
    except Resolver404:
        return "unknown"
    return f"/{match.route}"


class RequestFilter(logging.Filter):
    """Adds the id of the request to a record, and puts the route in place of Django's address."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = request_id.get()
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            route = route_of(request)
            record.args = tuple(route if each == request.path else each for each in record.args)
        return True


class TextLines(logging.Formatter):
    """A line for each record, those of an exception below it further in.

    Nothing that was sent begins a line of its own, or moves the cursor of a terminal.
    """

    def format(self, record: logging.LogRecord) -> str:
        lines = super().format(record).splitlines()
        return "\n    ".join(
            "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in line) for line in lines
        )


class JsonLines(logging.Formatter):
    """One line of JSON for each record. Of an exception its kind and places: its words may name somebody."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.datetime.fromtimestamp(record.created, datetime.UTC)
        line: dict[str, Any] = {
            "time": moment.isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request": getattr(record, "request_id", "-"),
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info and record.exc_info[0] is not None:
            line["exception"] = record.exc_info[0].__name__
            frames = traceback.extract_tb(record.exc_info[2])
            line["at"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
        return json.dumps(line)
