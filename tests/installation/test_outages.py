"""While the database or the disk fails everybody is told when to try again, and the log stays short."""

import errno
import logging
import socket
import sqlite3
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from django.db import DatabaseError, OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler
from django.test import Client
from psycopg.errors import lookup

from league.accounts.services.links import codes_for
from league.installation import views
from league.installation.outages import COME_AGAIN, OutageFilter, is_outage
from league.results.parsing.phone_messages import WIRE
from tests.builders import FRIDAY, a_match

pytestmark = pytest.mark.django_db

GONE = OperationalError("could not connect to server league-db.example as pegboard")
FULL = OSError(errno.ENOSPC, "No space left on device")


def fault_of(act: Callable[[], object]) -> Exception:
    with pytest.raises(DatabaseError) as fault:
        act()
    return fault.value


def wrapper(**settings: Any) -> BaseDatabaseWrapper:
    return ConnectionHandler({"default": settings})["default"]


def sqlite(file: Path | str, **options: Any) -> BaseDatabaseWrapper:
    return wrapper(ENGINE="django.db.backends.sqlite3", NAME=file, OPTIONS={"timeout": 0, **options})


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a connection to a server")
def test_a_connection_the_server_ended_is_noticed_without_asking() -> None:
    line = connection.copy()
    line.ensure_connection()
    asked = line.connection.info.backend_pid
    assert line.is_usable()
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 5000)", [asked])
    assert not line.is_usable()
    line.close()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    with sqlite3.connect(tmp_path / "league.sqlite3") as store:
        store.execute("CREATE TABLE pub (name TEXT)")
    store.close()
    return tmp_path / "league.sqlite3"


def write(file: Path | str, before: str = "PRAGMA user_version", **options: Any) -> Exception:
    database = sqlite(file, **options)
    with database.cursor() as cursor:
        cursor.execute(before)
        return fault_of(lambda: cursor.execute("INSERT INTO pub VALUES (%s)", ["Fleece" * 5000]))


def test_a_locked_file_is_an_outage(file: Path) -> None:
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert is_outage(write(file))
    other.close()


def test_a_full_disk_is_an_outage(file: Path) -> None:
    assert is_outage(write(file, before="PRAGMA max_page_count = 2"))
    assert is_outage(FULL)


def test_a_read_only_file_is_an_outage(file: Path) -> None:
    assert is_outage(write(f"file:{file}?mode=ro", uri=True))


def test_a_file_that_cannot_be_opened_is_no_database_or_lost_its_tables_is_an_outage(file: Path) -> None:
    assert is_outage(fault_of(sqlite(file.parent / "no folder" / "league.sqlite3").ensure_connection))
    other = file.with_name("other.sqlite3")
    assert is_outage(fault_of(lambda: sqlite(other).cursor().execute("SELECT name FROM pub")))
    file.write_bytes(b"no database" * 1000)
    assert is_outage(fault_of(lambda: sqlite(file).cursor().execute("SELECT name FROM pub")))


def test_a_postgresql_that_refuses_to_be_reached_is_an_outage() -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # bound, and never listening
        host, port = nobody.getsockname()
        server = wrapper(ENGINE="django.db.backends.postgresql", NAME="league", HOST=host, PORT=port)
        assert is_outage(fault_of(server.ensure_connection))


@pytest.mark.parametrize(
    ("state", "is_it"),
    [("XX000", True), ("XX001", True), ("25006", True), ("42703", False), ("23505", False)],
)
def test_what_postgresql_says_of_itself_is_an_outage_and_what_of_us_is_not(state: str, is_it: bool) -> None:
    fault = DatabaseError("no")
    fault.__cause__ = lookup(state)("no")
    assert is_outage(fault) is is_it


def test_a_wrong_statement_is_our_mistake(file: Path) -> None:
    assert not is_outage(fault_of(lambda: sqlite(file).cursor().execute("SELECT nmae FROM pub")))
    assert not is_outage(OSError(errno.ENOENT, "No such file"))
    assert not is_outage(KeyError("name"))


# --- What is answered -------------------------------------------------------------------------
@contextmanager
def failing(fault: Exception = GONE) -> Iterator[None]:
    def fails(*_: Any) -> None:
        raise fault

    with connection.execute_wrapper(fails):
        yield


@pytest.fixture
def visitor() -> Client:
    return Client(raise_request_exception=False)


def test_a_reader_gets_a_page_that_needs_no_database(visitor: Client) -> None:
    league = a_match().division.season.league
    with failing():
        answer = visitor.get(f"/{league.slug}/?team=fleece")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, str(COME_AGAIN))
    assert answer.headers["Cache-Control"] == "no-store"
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
    assert f'href="/{league.slug}/?team=fleece">Try again</a>' in answer.content.decode()
    assert "league-db" not in answer.content.decode()


def test_what_was_typed_is_held_to_be_sent_again(visitor: Client) -> None:
    sent = {"username": "kath", "password": "a secret", "next": '/"quoted"/'}
    with failing():
        answer = visitor.post("/sign-in/", sent, headers={"Origin": "http://testserver"})
        foreign = visitor.post("/sign-in/", sent)
    page = answer.content.decode()
    assert answer.status_code == 503
    assert '<input type="hidden" name="username" value="kath">' in page
    assert '<input type="hidden" name="next" value="/&quot;quoted&quot;/">' in page
    assert "csrfmiddlewaretoken" in page
    assert "a secret" not in page
    assert "kath" not in foreign.content.decode()
    assert "nothing was stored" in foreign.content.decode()


def test_a_session_outlives_an_outage(visitor: Client, django_user_model: Any) -> None:
    visitor.force_login(django_user_model.objects.create_user("kath"))
    with failing():
        answer = visitor.get("/account/")
    assert answer.status_code == 503
    assert "sessionid" not in answer.cookies


def test_a_phone_is_told_in_its_own_shape_and_loses_nothing(visitor: Client) -> None:
    match = a_match()
    [code] = codes_for(matches=[match.pk], now=FRIDAY).values()
    message = {"v": WIRE, "phone": str(uuid.uuid4()), "since": 0, "entries": []}
    with failing():
        answer = visitor.post(f"/s/{code}/log/", message, content_type="application/json")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, str(COME_AGAIN))
    assert answer.headers["X-Pegboard-Page"]
    assert answer.json()["v"] == WIRE


def test_a_program_gets_a_problem(visitor: Client) -> None:
    with failing(FULL):
        answer = visitor.get("/api/v1/leagues")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, str(COME_AGAIN))
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert answer.json()["status"] == 503


def test_our_own_mistake_remains_one(visitor: Client) -> None:
    with failing(KeyError("name")):
        page, problem = visitor.get("/"), visitor.get("/api/v1/leagues")
    assert page.status_code == 500
    assert "our mistake" in page.content.decode()
    assert "Retry-After" not in page.headers
    assert problem.json()["status"] == 500


# --- What is logged and told to whoever watches -----------------------------------------------
def test_an_outage_is_one_line_and_a_mistake_keeps_its_trace() -> None:
    def record(fault: Exception) -> logging.LogRecord:
        return logging.LogRecord("", logging.ERROR, "", 1, "%s", ("/",), (type(fault), fault, None))

    brief = OutageFilter()
    first, mistake = record(GONE), record(KeyError("name"))
    passed = [brief.filter(each) for each in (first, record(GONE), record(FULL), mistake)]
    assert passed == [True, False, False, True]
    assert "could not connect" in first.getMessage()
    assert first.exc_info is None
    assert mistake.exc_info is not None


@pytest.mark.parametrize(("number", "words"), [(errno.ENOSPC, "disk full"), (errno.EROFS, "disk cannot be")])
def test_a_disk_that_takes_nothing_is_not_ready(
    client: Client, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    def fails(**_: Path) -> BinaryIO:
        raise OSError(number, "no")

    monkeypatch.setattr(views.tempfile, "TemporaryFile", fails)
    ready, alive = client.get("/ready/"), client.get("/health/")
    assert ready.status_code == 503
    assert ready.content.decode().startswith(words)
    assert alive.status_code == 200
    assert alive.content.decode().startswith(f"alive, but {words}")
