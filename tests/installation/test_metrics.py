"""Numbers for a watcher: for whoever has the token, of all processes together, and naming nobody."""

import os
import re

import pytest
from django.db import DatabaseError
from django.test import Client

from league.installation import metrics as metrics_module
from league.installation.stamps import CLOCK, write_stamp
from league.shared import usage
from league.shared.usage import ROWS, Work, answers_of, count_answer, use_row
from tests.builders import a_league

pytestmark = pytest.mark.django_db

TOKEN = "tell-me-how-it-goes-4711"
WITH_TOKEN = {"Authorization": f"Bearer {TOKEN}"}
# As Prometheus reads it: a comment that says what it is, or a name, labels and a number.
COMMENT = re.compile(r"# (HELP [a-z_]+ \S.*|TYPE [a-z_]+ (counter|gauge|histogram))")
LABEL = r'[a-z]+="[^"\\\n]*"'
SAMPLE = re.compile(rf"pegboard_[a-z_]+(\{{{LABEL}(,{LABEL})*\}})? [0-9.e+]+")


@pytest.fixture(autouse=True)
def from_the_start():
    usage.forget_all()
    yield
    usage.forget_all()
    use_row(0)


@pytest.fixture
def watcher(settings) -> Client:
    settings.METRICS_TOKEN = TOKEN
    return Client(headers=WITH_TOKEN)


def numbers(client: Client) -> dict[str, float]:
    """The samples, by name and labels."""
    answer = client.get("/metrics/")
    assert answer.status_code == 200
    lines = answer.content.decode().splitlines()
    assert [line for line in lines if not (COMMENT.fullmatch(line) or SAMPLE.fullmatch(line))] == []
    return {
        name: float(number)
        for name, number in (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    }


def test_without_a_token_set_there_is_no_such_page(client: Client) -> None:
    assert client.get("/metrics/", headers=WITH_TOKEN).status_code == 404


@pytest.mark.parametrize("sent", ["", "Bearer", "Bearer ", f"Bearer {TOKEN}x", f"Basic {TOKEN}", "Bearer é"])
def test_who_has_not_the_token_is_refused(client: Client, settings, sent: str) -> None:
    settings.METRICS_TOKEN = TOKEN
    answer = client.get("/metrics/", headers={"Authorization": sent})
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, 'Bearer realm="metrics"')
    assert b"pegboard_" not in answer.content


def test_requests_are_counted_by_kind_and_class_and_by_how_long_they_took(watcher: Client) -> None:
    league = a_league()
    for address in (f"/{league.slug}/", f"/{league.slug}/kathleen/", "/health/"):
        watcher.get(address)
    counted = numbers(watcher)
    assert counted['pegboard_requests_total{kind="page",status="2xx"}'] == 1
    assert counted['pegboard_requests_total{kind="page",status="4xx"}'] == 1
    assert counted['pegboard_requests_total{kind="watch",status="2xx"}'] == 1
    assert counted['pegboard_request_seconds_count{kind="page"}'] == 2
    assert counted['pegboard_request_seconds_bucket{kind="page",le="+Inf"}'] == 2
    assert counted['pegboard_request_seconds_sum{kind="page"}'] > 0
    assert counted["pegboard_leagues"] == 1
    assert counted["pegboard_database_bytes"] > 0


def test_it_counts_buckets_upwards() -> None:
    for seconds in (0.004, 0.01, 0.3, 700):
        count_answer(Work.HAND, 200, seconds)
    assert answers_of(Work.HAND).within == (2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 4)


def test_what_forked_processes_count_is_one_number() -> None:
    for row in (1, 2):
        if not (child := os.fork()):
            use_row(row)
            count_answer(Work.HAND, 200, 0.1)
            os._exit(0)
        os.waitpid(child, 0)
    # Another worker in the place of the second counts on.
    use_row(2)
    count_answer(Work.HAND, 200, 0.1)
    assert answers_of(Work.HAND).by_class == (0, 3, 0, 0, 0)


def test_no_name_and_no_address_is_in_it(watcher: Client) -> None:
    league = a_league("Kathleen League")
    watcher.get(f"/{league.slug}/search/?q=kathleen", REMOTE_ADDR="192.0.2.7")
    watcher.get("/s/secret22/")
    text = watcher.get("/metrics/").content.decode()
    assert not [word for word in ("athleen", "secret22", "192.0.2.7", league.slug) if word in text]


def test_it_does_not_grow_with_what_is_asked_for(watcher: Client) -> None:
    before = len(numbers(watcher))
    for number in range(30):
        watcher.get(f"/league-{number}/", REMOTE_ADDR=f"192.0.2.{number}")
    assert len(numbers(watcher)) == before


def test_a_database_that_is_away_is_said_and_the_rest_is_there(
    watcher: Client, monkeypatch, settings, tmp_path
) -> None:
    def away() -> None:
        raise DatabaseError

    settings.STAMPS = tmp_path
    write_stamp(CLOCK)
    assert numbers(watcher)["pegboard_database_up"] == 1
    monkeypatch.setattr(metrics_module, "_database_bytes", away)
    counted = numbers(watcher)
    assert counted["pegboard_database_up"] == 0
    assert counted["pegboard_clock_last_run_seconds"] > 1_700_000_000
    assert "pegboard_leagues" not in counted


def test_there_are_rows_for_as_many_workers_as_a_site_may_have_twice() -> None:
    assert ROWS > 2 * 64
