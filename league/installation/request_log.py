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
from league.shared.usage import count_answer, count_entries

HEADER = "X-Request-ID"
# The id a proxy gave it; anything else is not repeated.
GIVEN = re.compile(r"[A-Za-z0-9._-]{8,64}")
# What the web server hands to the press with a request: its id, by which the press knows that it is logged.
HANDED_ON = "pegboard.request_id"

Answer = Callable[[HttpRequest], HttpResponse]

request_id: ContextVar[str] = ContextVar("request_id", default="-")
log = logging.getLogger("pegboard.requests")


def request_log(get_response: Answer) -> Answer:
    """Give each request an id; log it where that is wanted, and wherever it was slow."""

    def answer(request: HttpRequest) -> HttpResponse:
        known = request.META.get(HANDED_ON)
        given = request.headers.get(HEADER, "")
        number = known or (given if GIVEN.fullmatch(given) else secrets.token_hex(8))
        request.META[HANDED_ON] = number
        request_id.set(number)
        began = time.perf_counter()
        response = get_response(request)
        seconds = time.perf_counter() - began
        if log.isEnabledFor(logging.INFO) or response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            response.headers[HEADER] = number
        if known is None:
            count_answer(kind_of(request), response.status_code, seconds)
            if stored := getattr(response, "entries_stored", 0):
                count_entries(stored)
        level = logging.WARNING if seconds >= settings.SLOW_SECONDS else logging.INFO
        if known is None and log.isEnabledFor(level):
            _log(level, request, response, seconds)
        return response

    return answer


def _log(level: int, request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    facts = {
        "method": request.method,
        "route": route_of(request),
        "status": response.status_code,
        "milliseconds": round(seconds * 1000),
    }
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
        return json.dumps(line, ensure_ascii=False)
