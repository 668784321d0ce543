"""What the web server answers out of the store is what Django would answer, and never older."""

import itertools
import logging
import multiprocessing
import socket
import threading
import uuid
from collections import deque

import pytest
from django.db import DatabaseError, connections
from django.test import Client
from gunicorn.config import Config
from gunicorn.http.message import Request
from gunicorn.http.unreader import IterUnreader
from gunicorn.workers.gthread import TConn

from league.competition.services import bump_revision
from league.installation import request_log, site_worker, stored_pages
from league.installation.stored_pages import answer_at_once
from league.models import League, TableEntry
from league.shared.usage import Work, answers_of, forget_all
from tests.builders import a_card, a_match, a_secretary
from tests.examples import part_of
from tests.installation.test_stored_pages import LEAGUE, MORNING, STANDINGS, confirm, store  # noqa: F401  (a fixture)

HOST = "127.0.0.1"
# What gunicorn writes before what Django answers.
OF_SERVER = ("Server", "Date", "Connection")


@pytest.fixture
def match(db, store):  # noqa: F811
    match = a_match()
    a_card(match, (15, 1), (15, 2), (15, 3), (15, 4))
    return match


def head(address, method="GET", **headers):
    named = {"Host": HOST, "Accept_Encoding": "br, gzip", **headers}
    lines = "".join(f"{name.replace('_', '-')}: {text}\r\n" for name, text in named.items())
    return f"{method} {address} HTTP/1.1\r\n{lines}\r\n".encode()


def asked(address, method="GET", **headers):
    return Request(Config(), IterUnreader([head(address, method, **headers)]), (HOST, 1))


def parted(answer):
    """An answer as status, headers and body."""
    begins, _, body = answer.partition(b"\r\n\r\n")
    first, *lines = begins.decode("latin-1").split("\r\n")
    return int(first.split()[1]), dict(line.split(": ", 1) for line in lines), body


def pages_of(match):
    own = f"{LEAGUE}matches/{match.public_id}/"
    return [LEAGUE, STANDINGS, own, f"{own}live/"]


@pytest.mark.parametrize(
    ("page", "encoding", "has_it"),
    part_of(itertools.product(range(4), ("br, gzip", "gzip", ""), (True, False)), each=5),
)
def test_the_answer_is_that_of_django(client, match, page, encoding, has_it):
    address = pages_of(match)[page]
    headers = {"Accept-Encoding": encoding, "Host": HOST}
    tag = client.get(address, headers=headers).headers["ETag"]
    known = {"If-None-Match": tag} if has_it else {}
    django = client.get(address, headers=headers | known)
    status, found, body = parted(answer_at_once(asked(address, Accept_Encoding=encoding, **known)))
    assert (status, body) == (django.status_code, django.content) == (304 if has_it else 200, body)
    assert {name: found[name] for name in found if name not in OF_SERVER} == dict(django.items())
    assert found["Connection"] == "keep-alive"


@pytest.mark.parametrize("page", range(4))
def test_a_changed_league_is_never_answered_from_the_store(client, match, page):
    address = pages_of(match)[page]
    client.get(address, headers={"Host": HOST, "Accept-Encoding": "br, gzip"})
    assert answer_at_once(asked(address))
    bump_revision(league_id=match.division.season.league_id)
    assert answer_at_once(asked(address)) is None


def test_a_board_is_as_new_as_its_log(client, match):
    address = pages_of(match)[3]
    client.get(address, headers={"Host": HOST, "Accept-Encoding": "br, gzip"})
    assert answer_at_once(asked(address))
    TableEntry.objects.create(
        match=match,
        client_id=uuid.uuid4(),
        phone=uuid.uuid4(),
        table=1,
        place="h1",
        body={"high": "h"},
        entered_at=MORNING,
        received_at=MORNING,
    )
    assert answer_at_once(asked(address)) is None


@pytest.mark.django_db(transaction=True)
def test_a_result_of_another_process_is_seen_by_the_next_request(tmp_path, settings):
    settings.PAGE_STORE = tmp_path / "pages.sqlite3"
    match = a_match()
    secretary = a_secretary(match.division.season.league)
    here, there = multiprocessing.Pipe()
    connections.close_all()
    other = multiprocessing.get_context("fork").Process(target=_answer_on_request, args=(there,))
    other.start()

    def answered_there():
        here.send(STANDINGS)
        return here.recv()

    def made_here():
        return Client().get(STANDINGS, headers={"Host": HOST, "Accept-Encoding": ""}).content

    try:
        before = made_here()
        assert parted(answered_there())[2] == before
        confirm(match, secretary)
        assert answered_there() is None
        after = made_here()
        assert parted(answered_there())[2] == after != before
    finally:
        here.send("")
        other.join(timeout=10)


def _answer_on_request(pipe):
    while address := pipe.recv():
        pipe.send(answer_at_once(asked(address, Accept_Encoding="")))
    connections.close_all()


@pytest.mark.parametrize(
    ("method", "address", "headers"),
    [
        ("GET", STANDINGS, {"Cookie": "sessionid=1"}),
        ("GET", STANDINGS, {"Expect": "100-continue"}),
        ("GET", STANDINGS, {"Host": "elsewhere.example"}),
        ("GET", STANDINGS, {"X_Forwarded_Proto": "https"}),
        ("GET", f"{STANDINGS}?team=the-fleece", {}),
        ("GET", STANDINGS.replace("-", "%2D"), {}),
        ("HEAD", STANDINGS, {}),
        ("POST", STANDINGS, {}),
    ],
)
def test_whoever_asks_for_something_else_goes_the_long_way(client, match, method, address, headers):
    client.get(STANDINGS, headers={"Host": HOST, "Accept-Encoding": "br, gzip"})
    config = Config()
    config.set("secure_scheme_headers", {"X-FORWARDED-PROTO": "https"})
    request = Request(config, IterUnreader([head(address, method, **headers)]), (HOST, 1))
    assert answer_at_once(asked(STANDINGS))
    assert answer_at_once(request) is None


def test_a_database_that_is_away_is_for_the_long_way(client, match, monkeypatch):
    client.get(STANDINGS, headers={"Host": HOST, "Accept-Encoding": "br, gzip"})

    def away(*_):
        raise DatabaseError

    monkeypatch.setattr(stored_pages._LEAGUE, "rows", away)
    assert answer_at_once(asked(STANDINGS)) is None


def test_the_answer_is_counted_and_logged(client, match, caplog):
    client.get(STANDINGS, headers={"Host": HOST, "Accept-Encoding": "br, gzip"})
    forget_all()
    with caplog.at_level(logging.INFO, logger=request_log.log.name):
        answer = answer_at_once(asked(STANDINGS, X_Request_ID="12345678"))
    assert parted(answer)[1]["X-Request-ID"] == "12345678"
    assert answers_of(Work.PAGE).by_class[1] == 1
    (line,) = caplog.records
    assert line.facts["route"] == "/<slug:league_slug>/<slug:season_slug>/<slug:division_slug>/standings/"
    assert line.facts["status"] == 200


@pytest.fixture
def worker():
    worker = site_worker.SiteWorker.__new__(site_worker.SiteWorker)
    worker.cfg, worker.alive, worker.keepalived_conns, worker.max_keepalived = Config(), True, deque(), 10
    worker.answer_at_once = answer_at_once
    return worker


@pytest.fixture
def line(worker):
    """A connection's two ends: what its reader holds, what the worker holds."""
    reader, held = socket.socketpair()
    yield reader, TConn(worker.cfg, held, (HOST, 1), (HOST, 2))
    reader.close()
    held.close()


def ask(worker, line, request):
    reader, connection = line
    reader.sendall(request)
    answer = worker.stored_answer(connection, site_worker._peeked(connection.sock))
    return answer, site_worker._peeked(connection.sock)


def test_a_request_that_is_answered_is_taken_off_its_connection(client, match, worker, line):
    client.get(STANDINGS, headers={"Host": HOST, "Accept-Encoding": "br, gzip"})
    for _ in range(2):
        answer, left = ask(worker, line, head(STANDINGS, Content_Length="0"))
        assert answer.startswith(b"HTTP/1.1 200 OK\r\n")
        assert left == b""


@pytest.mark.parametrize(
    "request_text",
    [
        head(STANDINGS)[:-2],
        head(STANDINGS) + head(STANDINGS),
        head(STANDINGS, Content_Length="2") + b"\r\n",
        head(STANDINGS, Transfer_Encoding="chunked") + b"0\r\n\r\n",
        head(STANDINGS, Connection="close"),
        head(STANDINGS, Host=f"{HOST}\r\nHost: other"),
        head(STANDINGS).replace(b"1.1", b"1.0"),
        head(STANDINGS).replace(b"Host", b"Host "),
        head("/nothing/stored/"),
    ],
)
def test_what_is_not_answered_lies_untouched_before_gunicorn(client, match, worker, line, request_text):
    client.get(STANDINGS, headers={"Host": HOST, "Accept-Encoding": "br, gzip"})
    assert ask(worker, line, request_text) == (None, request_text)


def test_what_gunicorn_has_read_ahead_goes_before(client, match, worker, line):
    client.get(STANDINGS, headers={"Host": HOST, "Accept-Encoding": "br, gzip"})
    _, connection = line
    connection.init()
    connection.parser.unreader.unread(b"POST / HTTP/1.1\r\nX: ")
    assert ask(worker, line, head(STANDINGS)) == (None, head(STANDINGS))


def test_what_a_slow_reader_has_no_room_for_waits_in_a_thread(worker, line, monkeypatch):
    reader, connection = line
    given = []
    worker.tpool = None
    monkeypatch.setattr(worker, "give", lambda pool, work, conn, rest: given.append((work, conn, rest)))
    answer = bytes(range(256)) * 40_000
    worker.send(connection, answer)
    ((work, conn, rest),) = given
    assert 0 < len(rest) < len(answer)
    sender = threading.Thread(target=work, args=(conn, rest))
    sender.start()
    received = b""
    while len(received) < len(answer):
        received += reader.recv(1 << 20)
    sender.join()
    assert received == answer


def test_a_league_shared_by_threads_is_as_its_row(match):
    league = League.objects.get()
    for row in stored_pages._LEAGUE.rows(league.slug):
        known = stored_pages._league(*row)
        assert known.revision_of(match.division_id) == league.revision_of(match.division_id)
