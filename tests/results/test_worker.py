"""The script that opens scoring pages without signal, and the log that phones ask for every few seconds."""

import json
import os
import re
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.accounts.services.links import codes_for
from league.models import Match
from tests.builders import a_match

pytestmark = pytest.mark.django_db


@pytest.fixture
def log() -> str:
    return f"/s/{codes_for(matches=[a_match().pk], now=timezone.now()).popitem()[1]}/log/"


def send(client: Client, log: str, since: int = 0) -> Any:
    entry = {
        "id": str(uuid.uuid4()),
        "table": 1,
        "place": "h1",
        "body": {"high": "h", "low": "a", "jack": "-", "game": "h"},
        "at": "2027-01-14T21:00:00+00:00",
    }
    message = {"v": 1, "phone": str(uuid.UUID(int=7)), "since": since, "entries": [entry]}
    return client.post(log, json.dumps(message), content_type="application/json").json()


def test_the_worker_comes_from_the_root_and_is_always_asked_for_again(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "respondWith" in answer.content.decode()
    assert client.post("/sw.js").status_code == 405


def test_nothing_new_costs_two_queries(client: Client, log: str) -> None:
    """The match of the code, the newest entry."""
    send(client, log)
    tag = client.get(log).headers["ETag"]
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(f"{log}?since=1", headers={"If-None-Match": tag})
    assert (answer.status_code, answer.headers["ETag"], len(queries)) == (304, tag, 2)


def test_an_answer_to_what_was_sent_holds_what_is_new_and_the_next_the_games(
    client: Client, log: str
) -> None:
    first, second = send(client, log), send(client, log)
    assert [len(answer["entries"]) for answer in (first, second)] == [1, 2]
    third = send(client, log, since=second["next"])
    assert [entry["id"] for entry in third["entries"]] == third["kept"]
    told = client.get(f"{log}?since={third['next']}").json()
    assert (told["entries"], told["next"]) == ([], third["next"])
    assert told["games"][0]["score"] == [2, 1]
    assert told["match"] == Match.objects.get().public_id


def test_every_answer_has_the_mark_by_which_phones_know_ours(client: Client, log: str) -> None:
    for address in (log, log.removesuffix("log/"), "/s/nosuchcode/", "/nothing/here/at/all/", "/sign-in/"):
        assert client.get(address).headers["X-Pegboard-Page"] == "1"


def test_a_scoring_page_names_everything_it_is_made_of(client: Client, log: str) -> None:
    """What the worker stores with the page, found without running it."""
    page = client.get(f"{log.removesuffix('log/')}tables/1/").content.decode()
    named = set(re.findall(r'(?:href|src)="/static/([^"]+\.js)"', page))
    imported = {
        os.path.normpath(os.path.join(os.path.dirname(module), path))
        for module in named
        for path in re.findall(r'from "([^"]+)"', Path(str(finders.find(module))).read_text())
    }
    assert "js/phone/shelf.js" in named
    assert imported <= named
