"""The printing process beside the web server: it answers requests for paper, nobody waits for a dead one."""

import fcntl
import os
import signal
import socket
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from league.installation import printing_process
from league.installation.kinds import PAPER
from league.installation.printing_process import PrintingProcess, paper_in_printing_process

Answer = Callable[[HttpRequest], HttpResponse]


class Body(list[bytes]):
    """What a WSGI application gives back."""

    def close(self) -> None:
        """Nothing is open."""


def application(environ, start_response):
    """A site whose papers say who made them, end their maker, or never come to an end."""
    assert isinstance(environ["wsgi.input"], BytesIO)
    if environ["PATH_INFO"] == "/out-of-memory.pdf":
        os.kill(os.getpid(), signal.SIGKILL)
    while environ["PATH_INFO"] == "/endless.pdf":
        time.sleep(1)
    printed.append(environ["PATH_INFO"])
    if environ["PATH_INFO"] == "/waits.pdf":
        Path(environ["QUERY_STRING"]).read_bytes()  # a FIFO: until somebody writes
    start_response("200 OK", [("Content-Type", "application/pdf"), ("Set-Cookie", "a=1; Path=/")])
    return Body([f"{os.getpid()} {environ['QUERY_STRING']} {' '.join(printed)}".strip().encode()])


printed: list[str] = []
"""What a printing process has printed, in its order."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[Answer]:
    """What the site of this process answers; a printing process is beside it."""
    monkeypatch.setattr(printing_process, "SECONDS_BETWEEN_STARTS", 0)
    places = tuple(threading.BoundedSemaphore(2) for _ in range(2))
    monkeypatch.setattr(printing_process, "_places", places)
    monkeypatch.setattr(PrintingProcess, "into", None)
    monkeypatch.setattr(PrintingProcess, "process", None)
    PrintingProcess.start(application, warm_up=lambda: None)
    yield paper_in_printing_process(lambda request: HttpResponse(f"{os.getpid()} here"))
    PrintingProcess.stop()


def restart_as_soon_as_it_has_ended() -> None:
    assert PrintingProcess.process is not None
    os.waitid(os.P_PID, PrintingProcess.process.number, os.WEXITED | os.WNOWAIT)
    PrintingProcess.restart_if_ended()


def get(asked: Answer, address: str, method: str = "GET") -> HttpResponse:
    return asked(RequestFactory().generic(method, address))


def test_paper_is_made_by_the_press_and_pages_here(asked: Answer) -> None:
    paper, page, sent = get(asked, "/a.pdf?b=c"), get(asked, "/a/"), get(asked, "/a.pdf", "POST")
    maker, question, _ = paper.content.decode().split()
    assert (paper.status_code, paper.headers["Content-Type"], question) == (200, "application/pdf", "b=c")
    assert paper.cookies["a"].value == "1"
    assert int(maker) != os.getpid()
    assert page.content == sent.content == f"{os.getpid()} here".encode()


def test_a_sheet_comes_before_whatever_else_waits(asked: Answer, tmp_path: Path) -> None:
    holds = tmp_path / "holds"
    os.mkfifo(holds)
    answers: dict[str, HttpResponse] = {}

    def ask(address: str) -> threading.Thread:
        reader = threading.Thread(target=lambda: answers.update({address: get(asked, address)}))
        reader.start()
        return reader

    readers = [ask(f"/waits.pdf?{holds}")]
    with holds.open("wb"):  # from here on it is being printed
        readers.append(ask("/poster.pdf"))
        lanes = PrintingProcess.into
        assert lanes is not None
        wait_until_sent(lanes[1])
        readers.append(ask("/matches/a/score-sheet.pdf"))
        wait_until_sent(lanes[0])
    for reader in readers:
        reader.join()
    assert answers["/poster.pdf"].content.decode().split()[1:] == [
        *("/waits.pdf", "/matches/a/score-sheet.pdf", "/poster.pdf")
    ]


def wait_until_sent(lane: socket.socket) -> None:
    """Return once something waits in a lane: the system counts what is sent and not yet read."""
    waiting = bytearray(4)
    while not int.from_bytes(waiting, sys.byteorder):
        fcntl.ioctl(lane, termios.TIOCOUTQ, waiting)


def test_a_press_that_is_killed_is_started_again(asked: Answer) -> None:
    first = get(asked, "/a.pdf").content.split()[0]
    lost = get(asked, "/out-of-memory.pdf")
    assert (lost.status_code, lost.headers["Retry-After"]) == (503, "10")
    assert "This page asks again in 10 seconds" in lost.content.decode()
    restart_as_soon_as_it_has_ended()
    again = get(asked, "/a.pdf")
    assert again.status_code == 200
    assert again.content.split()[0] != first


def test_what_waits_while_there_is_no_press_is_answered_by_the_next(asked: Answer) -> None:
    get(asked, "/out-of-memory.pdf")
    answers: list[HttpResponse] = []
    waiting = threading.Thread(target=lambda: answers.append(get(asked, "/a.pdf")))
    waiting.start()
    restart_as_soon_as_it_has_ended()
    waiting.join()
    assert answers[0].status_code == 200


def test_a_press_that_is_alive_stays(asked: Answer) -> None:
    first = get(asked, "/a.pdf").content.split()[0]
    PrintingProcess.restart_if_ended()
    assert get(asked, "/a.pdf").content.split()[0] == first


def test_a_document_without_end_ends_the_process(asked: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as hurried:
        hurried.setattr(printing_process, "LONGEST", 1)
        PrintingProcess.stop()
        PrintingProcess.restart_if_ended()
    assert get(asked, "/endless.pdf").status_code == 503
    restart_as_soon_as_it_has_ended()
    assert get(asked, "/a.pdf").status_code == 200


def test_who_finds_no_place_is_told_at_once_when_to_come_again(
    asked: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two wait at the most; while they do, nobody else does."""
    all_wait, may_go_on = threading.Barrier(3), threading.Event()

    def wait(*_: object) -> printing_process.PrintedAnswer:
        all_wait.wait()
        may_go_on.wait()
        return "200 OK", [], b""

    monkeypatch.setattr(printing_process, "_ask", wait)
    waiting = [threading.Thread(target=get, args=(asked, "/a.pdf")) for _ in range(2)]
    for reader in waiting:
        reader.start()
    all_wait.wait()
    answer = get(asked, "/a.pdf")
    may_go_on.set()
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "10")
    for reader in waiting:
        reader.join()
    assert get(asked, "/a/").status_code == 200


@pytest.mark.parametrize(
    ("address", "is_for_printing_process"),
    [
        ("/league/matches/abc/score-sheet.pdf", True),
        ("/league/secretary/documents/fixtures.pdf", True),
        ("/league/home.png", True),
        ("/league/cups/the-shield.png", True),
        ("/league/documents/fixtures.png", False),
        ("/apple-touch-icon.png", False),
        ("/league/", False),
    ],
)
def test_what_is_set_in_type_is_for_the_printing_process(address: str, is_for_printing_process: bool) -> None:
    assert (PAPER.fullmatch(address) is not None) is is_for_printing_process
