"""The printing process, beside the web server, answers requests for paper, sheets and slips first.

To make a document and to set it holds the interpreter for up to half a second, through which no thread of a
worker could answer. This process is a fork of the server with the whole site loaded, behind everybody.
A worker hands it the request and waits for its answer. Without it, as with the development server, a request
for paper is answered like any other.
"""

import io
import logging
import os
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.accounts.rate_limit import house_of
from league.installation.child_processes import ForkedProcess, exit_with_parent
from league.installation.kinds import MOST_WAITING, SHEET, kind_of
from league.installation.limits import league_of, note_refusal
from league.installation.request_log import route_of
from league.shared.middleware import Answer, middleware
from league.shared.usage import Limit, Work, place_for

# Seconds until it is a request's turn; for its answer, as what takes longer is no short document; and for the
# server to notice that a printing process has ended with it.
PATIENCE, LONGEST, GRACE = 30, 30, 5
# After so many seconds whoever was sent away comes again.
COME_AGAIN = 10
# Somebody waits for it, but more wait for pages.
BEHIND_PAGES = 10
# A printing process that ends as soon as it is started must not keep the server busy.
SECONDS_BETWEEN_STARTS = 5.0
# Where memory runs out it is the printing process that ends, not a worker nor the database.
FIRST_TO_END = "500"
# The lanes of the process, each with as many places in a worker.
SHEETS, OTHERS = 0, 1

# Status line, headers, body.
PrintedAnswer = tuple[str, list[tuple[str, str]], bytes]

log = logging.getLogger(__name__)
_places = tuple(threading.BoundedSemaphore(MOST_WAITING) for _ in (SHEETS, OTHERS))


class PrintingProcess:
    """The printing process of this server, the same in all its workers, which are forked after it.

    Requests go in at one end of a pair of sockets, the process reads at the other: of each it gets the end
    of a line of its own. The server holds both: what waits while it is started again is not lost. There are
    two pairs: the first for sheets and slips, whose turn is next, the second for all else.
    """

    into: tuple[socket.socket, socket.socket] | None = None
    process: ForkedProcess | None = None
    _started = 0.0

    @classmethod
    def start(cls, application: Any, *inherited: socket.socket, warm_up: Callable[[], None]) -> None:
        """Fork the process. It closes the sockets it inherits, and does once what all documents need."""
        sheets, others = (socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(2))
        cls.into = (sheets[0], others[0])
        for end in cls.into:
            end.settimeout(PATIENCE)
        cls._started = time.monotonic()

        def work() -> None:
            for other in inherited:
                other.close()
            cls.into = None
            _work((sheets[1], others[1]), application, warm_up)

        cls.process = ForkedProcess("pegboard print", work)

    @classmethod
    def restart_if_ended(cls) -> None:
        """Start it again if it was killed, ran out of memory, or did not come to an end with a document."""
        is_due = time.monotonic() > cls._started + SECONDS_BETWEEN_STARTS
        if cls.process is not None and is_due and cls.process.restart_if_ended():
            cls._started = time.monotonic()

    @classmethod
    def stop(cls) -> None:
        if cls.process is not None:
            cls.process.stop()


@middleware
def paper_in_printing_process(request: HttpRequest, get_response: Answer) -> HttpResponse:
    """Have requests for paper answered by the printing process; 503 while it is full or dead."""
    if PrintingProcess.into is None or kind_of(request) is not Work.PAPER:
        return get_response(request)
    lane = SHEETS if SHEET.fullmatch(request.path_info) else OTHERS
    places, league, address = _places[lane], league_of(request), house_of(request)
    with place_for(Work.PAPER, league=league, address=address, most_each=settings.PAPER_EACH) as lacking:
        if lacking or not places.acquire(blocking=False):
            note_refusal(request, Limit.PAPER if lacking else Limit.PAPER_TOGETHER)
            return _come_again(request)
        try:
            return _response(*_ask(PrintingProcess.into[lane], request))
        except (OSError, EOFError) as fault:
            log.warning("the printing process did not answer %s: %r", route_of(request), fault)
            return _come_again(request)
        finally:
            places.release()


def _ask(into: socket.socket, request: HttpRequest) -> PrintedAnswer:
    """Return the answer of the printing process. Raises OSError or EOFError if there is none."""
    ours, theirs = Pipe()
    with ours:
        with theirs:
            socket.send_fds(into, [b"."], [theirs.fileno()])
        _receive(ours, PATIENCE)  # it is our turn
        ours.send({name: value for name, value in request.META.items() if isinstance(value, str)})
        answer: PrintedAnswer = _receive(ours, LONGEST + GRACE)
        return answer


def _receive(line: Connection, seconds: int) -> Any:
    if not line.poll(seconds):
        raise TimeoutError
    return line.recv()


def _response(status: str, headers: list[tuple[str, str]], body: bytes) -> HttpResponse:
    response = HttpResponse(body, status=int(status.split()[0]))
    del response.headers["Content-Type"]
    for name, value in headers:
        if name == "Set-Cookie":
            response.cookies.load(value)
        else:
            response.headers[name] = value
    return response


def _come_again(request: HttpRequest) -> HttpResponse:
    response = render(
        request, "printing/come_again.html", {"seconds": COME_AGAIN}, status=HTTPStatus.SERVICE_UNAVAILABLE
    )
    response.headers["Retry-After"] = str(COME_AGAIN)
    response.headers["Cache-Control"] = "no-store"
    return response


def _work(lanes: tuple[socket.socket, socket.socket], application: Any, warm_up: Callable[[], None]) -> None:
    exit_with_parent()
    os.nice(BEHIND_PAGES)
    # Batch: it lets go when somebody else wakes, however the server itself was started.
    with suppress(OSError, AttributeError):
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(FIRST_TO_END)
    warm_up()
    while True:
        # Where both wait, `select` gives them in the order of the lanes.
        first, *_ = select.select(lanes, (), ())[0]
        _, (line, *_), _, _ = socket.recv_fds(first, 1, 1)
        try:
            with Connection(line) as asker:
                # The system ends a process that does not come to an end, and the server starts another.
                signal.alarm(LONGEST)
                asker.send("your turn")
                asker.send(_answered(application, asker.recv()))
        except (OSError, EOFError) as fault:
            log.info("whoever asked for paper has gone: %r", fault)
        finally:
            signal.alarm(0)


def _answered(application: Any, environ: dict[str, Any]) -> PrintedAnswer:
    began: list[tuple[str, list[tuple[str, str]]]] = []
    environ |= {"wsgi.input": io.BytesIO(), "wsgi.errors": sys.stderr}
    response = application(environ, lambda status, headers, _=None: began.append((status, headers)))
    try:
        return *began[0], b"".join(response)
    finally:
        response.close()
