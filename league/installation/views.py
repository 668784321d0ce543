"""Alive, and able to serve: for whoever watches the server.

Answers to requests that are refused before any page is asked, and to those that end in a fault.
"""

import logging
import sys
import tempfile
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import Error, connection
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.defaults import page_not_found

from league.accounts.access import for_anybody, for_secretary
from league.accounts.signing_in import held_fields, is_from_own_page, wants_json
from league.api.answers import ApiProblem, opened_to_all, problem_response
from league.installation.daily_backups import last_restore_test
from league.installation.metrics import CONTENT_TYPE, metrics
from league.installation.middleware import security_headers
from league.installation.outages import COME_AGAIN, DISK_FULL, is_outage
from league.installation.request_log import request_id, route_of
from league.installation.stamps import BACKUP, CLOCK, FAILED, SENT, clock_words, late_clock, read_stamp
from league.installation.waiting_work import waiting_work
from league.models import League
from league.results.parsing.phone_messages import WIRE
from league.shared.usage import Work, at_work, refusals

log = logging.getLogger(__name__)

# Bytes that must have room on the disk: more than the files of the system leave over in their last block.
PROBE = 65536
UNAVAILABLE = "The league cannot be reached: its database or its disk does not answer. Try again in a moment."
AT_WORK = {
    Work.PAPER: "Documents being made, or waiting",
    Work.UPLOAD: "Files coming in",
    Work.SEARCH: "Searches",
}
TOO_MANY = "Too many at once. Wait a moment, then send it again."
OUR_MISTAKE = "Something broke, and it is our mistake. What was sent may not have been stored."


@for_anybody
def alive(request: HttpRequest) -> HttpResponse:
    """Show the process answers, what keeps it from serving, and when the clock last ran."""
    state = ", but ".join(("alive", *_troubles(), *_late()))
    return HttpResponse(f"{state}\n{clock_words()}\n", content_type="text/plain")


@for_anybody
def ready(request: HttpRequest) -> HttpResponse:
    """Show the database answers as well and has our tables, and that there is room on the disk.

    A late clock is said, and keeps no page from being served.
    """
    troubles = ", ".join(_troubles())
    state = ", but ".join((troubles or "ready", *_late()))
    return HttpResponse(
        f"{state}\n{clock_words()}\n", status=503 if troubles else 200, content_type="text/plain"
    )


@for_anybody
@never_cache
def metrics_page(request: HttpRequest) -> HttpResponse:
    """Show numbers to a watcher that has the token; there is no such page where no token is set."""
    if settings.METRICS_TOKEN is None:
        raise Http404("No token is set.")
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not constant_time_compare(token.strip(), settings.METRICS_TOKEN):
        answer = HttpResponse("The token is missing or wrong.\n", status=401, content_type="text/plain")
        answer.headers["WWW-Authenticate"] = 'Bearer realm="metrics"'
        return answer
    return HttpResponse(metrics(), content_type=CONTENT_TYPE)


@for_secretary
@never_cache
def site_state(request: HttpRequest, league: League) -> HttpResponse:
    """Show the secretary when the clock last ran, and when a backup was last made and restored to try it."""
    page = {
        "clock": read_stamp(CLOCK),
        "backup": read_stamp(BACKUP),
        "backup_failed": read_stamp(FAILED),
        "restore_test": last_restore_test(),
        "sent": read_stamp(SENT),
        "is_daily": bool(settings.BACKUPS_KEPT),
        "goes_away": settings.BACKUP_TO is not None,
        "at_work": [(AT_WORK[kind], at_work(kind)) for kind in AT_WORK],
        "waiting": [(name, work.count()) for name, work in waiting_work()],
        "refused": [(limit, count) for limit, count in refusals().items() if count],
        "section": "desk",
    }
    return render(request, "installation/site.html", page)


def _late() -> tuple[str, ...]:
    return ("the clock is late",) if late_clock() else ()


def _troubles() -> Iterator[str]:
    """Yield what keeps the site from serving; nothing of what is inside. One query."""
    folders = [Path(settings.VAR_DIR)]
    try:
        League.objects.order_by().values_list("pk").first()
    except Error:
        yield "no database"
    file = Path(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite" and file.is_file():
        folders.append(file.parent)
    try:
        for folder in folders:
            with tempfile.TemporaryFile(dir=folder) as probe:
                probe.write(bytes(PROBE))
                probe.flush()
    except OSError as fault:
        yield "disk full" if fault.errno in DISK_FULL else "disk cannot be written to"


@for_anybody
def not_understood(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Show that what was sent cannot be read, and whether it is too much."""
    is_too_big = isinstance(exception, RequestDataTooBig)
    return render(request, "400.html", {"is_too_big": is_too_big}, status=400)


@for_anybody
def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Show that there is no such page, in the frame of the league that its address names."""
    if request.resolver_match is None:
        slug = request.path.replace("\0", "").split("/")[1]
        request.league = League.objects.filter(slug=slug).first()  # type: ignore[attr-defined]  # for the frame
    return page_not_found(request, exception)


@for_anybody
def token_refused(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Show a form whose token is not valid, to be sent once more if it is from one of our own pages.

    A token changes with each sign-in. A script gets the one that is valid now.
    """
    is_own = is_from_own_page(request)
    if is_own and wants_json(request):
        return JsonResponse({"token": get_token(request)}, status=HTTPStatus.FORBIDDEN)
    origin, host = request.headers.get("Origin", ""), request.get_host()
    if origin and not is_own:
        log.warning(
            "A form was refused at %s. The browser was at %s, the proxy passed on the host %s: let it pass "
            "on the host as it came, port included, and name it in PEGBOARD_HOSTS.",
            route_of(request),
            origin,
            f"{request.scheme}://{host}",
        )
    page = {
        "is_own": is_own,
        "has_cookies": settings.CSRF_COOKIE_NAME in request.COOKIES,
        "origin": "" if is_own else origin,
        "own_origin": f"{request.scheme}://{host}",
        "held": held_fields(request) if is_own else (),
        "has_files": bool(request.FILES),
    }
    return render(request, "403_token.html", page, status=HTTPStatus.FORBIDDEN)


@for_anybody
def server_error(request: HttpRequest) -> HttpResponse:
    """Show that the database or the disk fails and when to try again, or that the fault is ours.

    Needs no database. Phones and programs are answered in their own shape: a phone keeps what it has to send.
    """
    if is_outage(sys.exc_info()[1]):
        return unavailable(request)
    return security_headers(lambda _: _fault_in_shape(request, is_down=False))(request)


def unavailable(request: HttpRequest) -> HttpResponse:
    """Answer 503 to whoever is to come again in a moment, with what was typed. Needs no database."""
    answer = _fault_in_shape(request, is_down=True)
    answer.headers["Retry-After"] = str(COME_AGAIN)
    answer.headers["Cache-Control"] = "no-store"
    return security_headers(lambda _: answer)(request)


def _fault_in_shape(request: HttpRequest, *, is_down: bool) -> HttpResponse:
    status = HTTPStatus.SERVICE_UNAVAILABLE if is_down else HTTPStatus.INTERNAL_SERVER_ERROR
    if answer := _for_programs(request, status, UNAVAILABLE if is_down else OUR_MISTAKE):
        return answer
    if not is_down:
        return HttpResponse(render_to_string("500.html", {"number": request_id.get()}), status=status)
    return HttpResponse(render_to_string("503.html", _held_page(request)), status=status)


def told_to_come_again(request: HttpRequest, seconds: int) -> HttpResponse:
    """Answer 429 to a request that is past a limit: with what was typed, and when to send it again."""
    status = HTTPStatus.TOO_MANY_REQUESTS
    if (answer := _for_programs(request, status, TOO_MANY)) is None:
        page = _held_page(request) | {"seconds": seconds}
        answer = HttpResponse(render_to_string("429.html", page), status=status)
    answer.headers["Retry-After"] = str(seconds)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _for_programs(request: HttpRequest, status: HTTPStatus, sentence: str) -> HttpResponse | None:
    """Return a refusal for a program, a phone or a script, each in its own shape; None for a reader."""
    if request.path_info.startswith("/api/v1/"):
        problem = problem_response(ApiProblem(status, sentence))
        opened_to_all(problem)
        return problem
    if request.path.endswith("/log/") or (request.method == "POST" and wants_json(request)):
        return JsonResponse({"v": WIRE, "sentence": sentence}, status=status)
    return None


def _held_page(request: HttpRequest) -> dict[str, Any]:
    """Return what a page that asks for a form once more shows, with what was typed."""
    page: dict[str, Any] = {"address": request.get_full_path(), "is_form": request.method == "POST"}
    try:
        if is_from_own_page(request):
            page |= {"held": held_fields(request), "has_files": bool(request.FILES)}
            page["csrf_token"] = get_token(request)
    except Exception:  # what was sent may be what cannot be read
        page["held"] = ()
    return page
