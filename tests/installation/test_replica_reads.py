"""Who is read from the replica, and that it includes what they have written."""

import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError, connection, connections, router, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from league.installation import replica_reads
from league.installation.replica_reads import ASIDE, BEHIND, COOKIE, SILENT, ReplicaProgress, ReplicaRouter
from league.models import League
from tests.builders import a_league

REPLICA_READS = "league.installation.replica_reads"
NOW = 1000.0
Page = Callable[[HttpRequest], HttpResponse]


def heard(*, primary: int = 100, replica: int = 100, timeline: int = 1) -> ReplicaProgress:
    progress = ReplicaProgress()
    progress.note_primary((timeline, primary), NOW)
    progress.note_replica((0, replica), NOW)
    return progress


def test_a_replica_that_has_everything_is_asked():
    assert heard().includes((0, 0), NOW)


def test_a_replica_nobody_has_heard_of_is_not_asked():
    assert not ReplicaProgress().includes((0, 0), NOW)


def test_a_writer_waits_until_the_replica_has_what_they_wrote():
    progress = heard()
    assert not progress.includes((1, 101), NOW)
    progress.note_replica((0, 101), NOW)
    assert progress.includes((1, 101), NOW)


def test_a_replica_may_lack_what_is_newer_than_a_few_questions():
    progress = heard()
    for written in range(BEHIND - 1):
        progress.note_primary((1, 101 + written), NOW)
    assert progress.includes((0, 0), NOW)
    progress.note_primary((1, 200), NOW)
    assert not progress.includes((0, 0), NOW)


def test_a_replica_that_falls_silent_is_not_asked():
    assert heard().includes((0, 0), NOW + SILENT)
    assert not heard().includes((0, 0), NOW + SILENT + 0.1)


def test_after_a_fail_over_the_replica_is_left_aside_for_a_while():
    progress = heard()
    progress.note_primary((2, 90), NOW)
    progress.note_replica((0, 100), NOW + ASIDE)
    assert not progress.includes((0, 0), NOW + ASIDE - 0.1)
    assert progress.includes((0, 0), NOW + ASIDE)
    assert progress.includes((1, 5000), NOW + ASIDE), "what was written before it is in the new primary"
    assert not progress.includes((3, 5), NOW + ASIDE), "another process has seen the next one"


@pytest.fixture
def progress(monkeypatch: pytest.MonkeyPatch) -> Iterator[ReplicaProgress]:
    """What the site knows, with no thread that asks; the replica is another name of the database."""
    progress = ReplicaProgress()
    progress.note_primary((1, 100), time.monotonic())
    progress.note_replica((0, 100), math.inf)
    monkeypatch.setattr(replica_reads, "ReplicaProgress", lambda: progress)
    monkeypatch.setattr(replica_reads, "_watch", lambda _: None)
    monkeypatch.setattr(replica_reads, "_ask", lambda *_: (1, 200))
    monkeypatch.setitem(connections.databases, "replica", connections.databases["default"])
    connections["replica"] = connections["default"]
    monkeypatch.setattr(router, "routers", [ReplicaRouter()])
    yield progress
    del connections["replica"]


def ask(
    request: HttpRequest, page: Page = lambda _: HttpResponse(router.db_for_read(League))
) -> HttpResponse:
    return replica_reads.replica_reads(page)(request)


GET, POST = RequestFactory().get, RequestFactory().post


@pytest.mark.parametrize(
    "request_",
    [
        POST("/hadderley/"),
        GET("/hadderley/", headers={"Cookie": "sessionid=abc"}),
        GET("/api/v1/leagues", headers={"Authorization": "Bearer abc"}),
        GET("/s/ABCD/"),
        GET("/c/ABCD/"),
        GET("/ready/"),
    ],
)
def test_who_writes_or_is_somebody_is_read_from_the_primary(request_: HttpRequest, progress: ReplicaProgress):
    assert ask(request_).content == b"default"


@pytest.mark.parametrize("cookies", ["", "csrftoken=abc"])
def test_everybody_else_is_read_from_the_replica(cookies: str, progress: ReplicaProgress):
    assert ask(GET("/hadderley/", headers={"Cookie": cookies})).content == b"replica"
    assert router.db_for_read(League) == "default", "it is over with the request"


def test_whoever_has_written_is_read_from_the_replica_once_it_has_that(progress: ReplicaProgress):
    mark = ask(POST("/hadderley/")).cookies[COOKIE].value
    cookies = f"csrftoken=abc; {COOKIE}={mark}; theme=dark"

    def page(request: HttpRequest) -> HttpResponse:
        assert request.COOKIES == {"csrftoken": "abc", "theme": "dark"}, "pages do not depend on it"
        return HttpResponse(router.db_for_read(League))

    assert ask(GET("/hadderley/", headers={"Cookie": cookies}), page).content == b"default"
    progress.note_replica((0, 200), math.inf)
    assert ask(GET("/hadderley/", headers={"Cookie": cookies}), page).content == b"replica"


def test_who_has_nothing_but_that_cookie_comes_without(progress: ReplicaProgress):
    request = GET("/hadderley/", headers={"Cookie": f"{COOKIE}=1.90"})
    assert ask(request, lambda request: HttpResponse(request.META["HTTP_COOKIE"])).content == b""


def test_a_primary_that_cannot_say_how_far_it_is_is_read_next(
    progress: ReplicaProgress, monkeypatch: pytest.MonkeyPatch
):
    def fails(*_: object) -> None:
        raise OperationalError

    monkeypatch.setattr(replica_reads, "_ask", fails)
    mark = ask(POST("/hadderley/")).cookies[COOKIE].value
    assert ask(GET("/", headers={"Cookie": f"{COOKIE}={mark}"})).content == b"default"


@pytest.mark.django_db
def test_a_page_that_writes_is_read_from_the_primary_from_there_on(progress: ReplicaProgress):
    def page(_: HttpRequest) -> HttpResponse:
        a_league("Hadderley")
        return HttpResponse(router.db_for_read(League))

    answer = ask(GET("/hadderley/"), page)
    assert answer.content == b"default"
    assert COOKIE in answer.cookies


@pytest.mark.django_db(transaction=True)
def test_a_page_that_has_read_in_a_transaction_does_not_turn_back(progress: ReplicaProgress):
    def page(_: HttpRequest) -> HttpResponse:
        with transaction.atomic():
            League.objects.exists()
        return HttpResponse(router.db_for_read(League))

    assert ask(GET("/hadderley/"), page).content == b"default"


def test_a_page_is_read_again_from_the_primary_when_the_replica_fails(progress: ReplicaProgress):
    connections["replica"] = SimpleNamespace(errors_occurred=False)

    def page(_: HttpRequest) -> HttpResponse:
        connections["replica"].errors_occurred = router.db_for_read(League) == "replica"
        return HttpResponse(router.db_for_read(League))

    assert ask(GET("/hadderley/"), page).content == b"default"
    connections["replica"].errors_occurred = False
    assert ask(GET("/hadderley/")).content == b"default", "it is left aside"


class LaggingReplica:
    """A page that only the primary has, and who was asked for it."""

    def __init__(self, status_of_replica: int, status_of_primary: int = 200) -> None:
        self.status = {"replica": status_of_replica, "default": status_of_primary}
        self.asked: list[str] = []

    def __call__(self, _: HttpRequest) -> HttpResponse:
        reads_from = router.db_for_read(League)
        self.asked.append(reads_from)
        return HttpResponse(reads_from, status=self.status[reads_from])


@pytest.mark.parametrize("status", [404, 410])
@pytest.mark.parametrize("method", [GET, RequestFactory().head])
def test_a_page_that_the_replica_does_not_have_yet_is_read_from_the_primary(
    method: Callable[[str], HttpRequest], status: int, progress: ReplicaProgress
):
    page = LaggingReplica(status)
    answer = ask(method("/hadderley/"), page)
    assert (answer.status_code, answer.content) == (200, b"default")
    assert page.asked == ["replica", "default"]
    assert ask(GET("/hadderley/")).content == b"replica", "it is not left aside for that"


def test_a_page_that_nobody_has_is_asked_for_once_of_each(progress: ReplicaProgress):
    page = LaggingReplica(404, 404)
    assert ask(GET("/hadderley/"), page).status_code == 404
    assert page.asked == ["replica", "default"]


@pytest.mark.parametrize("status", [200, 301, 304, 503])
def test_any_other_answer_of_the_replica_is_sent_as_it_is(status: int, progress: ReplicaProgress):
    page = LaggingReplica(status)
    assert ask(GET("/hadderley/"), page).status_code == status
    assert page.asked == ["replica"]


@pytest.mark.django_db
def test_a_page_that_writes_is_not_asked_for_again(progress: ReplicaProgress):
    def page(_: HttpRequest) -> HttpResponse:
        a_league("Hadderley")
        return HttpResponse(status=404)

    assert ask(GET("/hadderley/"), page).status_code == 404
    assert League.objects.count() == 1


@pytest.fixture
def copy_of_now(
    progress: ReplicaProgress, client: Client, settings: Any, tmp_path: Path
) -> Iterator[Callable[[], int]]:
    """What makes the replica a copy of the database as it is now, which nothing reaches any more."""
    if connection.vendor != "sqlite":
        pytest.skip("a copy of SQLite is made in a moment")
    settings.MIDDLEWARE = [settings.MIDDLEWARE[0], f"{REPLICA_READS}.replica_reads", *settings.MIDDLEWARE[1:]]
    file = tmp_path / "replica.sqlite3"
    connections["replica"] = connections.create_connection("default")
    connections["replica"].settings_dict = {**connection.settings_dict, "NAME": file}
    yield lambda: file.write_bytes(connection.connection.serialize())
    connections["replica"].close()


def queries_of(client: Client, address: str) -> tuple[int, int, int]:
    """Return the status of a page, and how many queries primary and replica were asked for it."""
    with (
        CaptureQueriesContext(connection) as primary,
        CaptureQueriesContext(connections["replica"]) as second,
    ):
        status = client.get(address).status_code
    return status, len(primary), len(second)


@pytest.mark.django_db(transaction=True)
def test_a_league_that_was_just_opened_is_shown_and_older_ones_ask_nothing_of_the_primary(
    copy_of_now: Callable[[], int], client: Client
):
    a_league("Hadderley")
    copy_of_now()
    a_league("Ossett")
    assert queries_of(client, "/hadderley/")[:2] == (200, 0)
    assert queries_of(client, "/ossett/")[0] == 200
    status, of_primary, of_replica = queries_of(client, "/nowhere/")
    assert (status, of_primary) == (404, of_replica), "each is asked once"
