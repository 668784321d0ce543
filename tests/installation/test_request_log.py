"""What is logged of requests: an id, the route, how long it took; nothing that names or leads to a person."""

import http.server
import io
import json
import logging
import logging.config
import sys
import threading
from collections.abc import Iterator

import pytest
from django.db import OperationalError
from django.test import Client

from league import jobs
from league.installation import request_log, views
from league.installation.environment import BadSetting, web_address
from league.installation.request_log import JsonLines, RequestFilter
from league.installation.stamps import FAILED, write_stamp
from league.models import User
from tests.builders import FRIDAY, a_league, a_secretary

pytestmark = pytest.mark.django_db


@pytest.fixture
def lines(settings) -> Iterator[list[logging.LogRecord]]:
    """What a site that logs every request has logged."""
    records: list[logging.LogRecord] = []
    handler = logging.Handler()
    handler.addFilter(RequestFilter())
    handler.emit = records.append  # type: ignore[method-assign]
    before = request_log.log.level
    request_log.log.addHandler(handler)
    request_log.log.setLevel(logging.INFO)
    yield records
    request_log.log.removeHandler(handler)
    request_log.log.setLevel(before)


def as_json(record: logging.LogRecord) -> dict[str, object]:
    return json.loads(JsonLines().format(record))


def test_a_request_is_a_line_with_its_route_and_without_its_address(client: Client, lines) -> None:
    league = a_league()
    answer = client.get(f"/{league.slug}/teams/kathleen/?name=Kathleen", REMOTE_ADDR="192.0.2.7")
    client.get("/s/secret22/", headers={"X-Request-ID": "proxy-1234"})
    client.get("/static/kathleen.css")
    client.get("/kathleen/no/such/page/at/all.html")
    first, second, third, fourth = map(as_json, lines)
    assert first["route"] == "/<slug:league_slug>/teams/<slug:team_slug>/"
    assert (first["request"], first["status"]) == (answer.headers["X-Request-ID"], answer.status_code)
    assert (second["route"], second["request"]) == ("/s/<code:code>/", "proxy-1234")
    assert (third["route"], fourth["route"]) == ("static", "unknown")
    text = json.dumps([first, second, third, fourth])
    assert not [word for word in ("athleen", "secret22", "192.0.2.7") if word in text]


def test_an_id_that_is_none_is_not_repeated(client: Client, lines) -> None:
    number = client.get("/health/", headers={"X-Request-ID": "kath@example.org"}).headers["X-Request-ID"]
    assert number.isalnum()


def test_only_slow_requests_are_logged_where_lines_are_text(client: Client, lines, settings) -> None:
    request_log.log.setLevel(logging.WARNING)
    client.get("/health/")
    assert lines == []
    settings.SLOW_SECONDS = 0
    client.get("/health/")
    assert lines[0].levelname == "WARNING"
    assert lines[0].getMessage().startswith("GET /health/: 200 in ")


def test_the_press_logs_nothing_a_second_time(client: Client, lines) -> None:
    answer = client.get("/health/", **{request_log.HANDED_ON: "12345678"})
    assert (answer.headers["X-Request-ID"], lines) == ("12345678", [])


def test_an_exception_is_logged_without_what_it_says() -> None:
    try:
        raise OperationalError("Key (email)=(kath@example.org) already exists")
    except OperationalError:
        record = logging.LogRecord("a", logging.ERROR, "", 1, "went wrong", (), sys.exc_info())
    RequestFilter().filter(record)
    line = as_json(record)
    assert line["exception"] == "OperationalError"
    assert "test_request_log.py" in str(line["at"])
    assert "kath@" not in JsonLines().format(record)


def test_our_mistake_has_a_number_and_its_address_is_not_logged(monkeypatch, caplog) -> None:
    def fails() -> None:
        raise KeyError("name")

    monkeypatch.setattr(views, "clock_words", fails)
    caplog.handler.addFilter(RequestFilter())
    answer = Client(raise_request_exception=False).get("/ready/?token=secret22")
    assert answer.status_code == 500
    assert f"<b>{answer.headers['X-Request-ID']}</b>" in answer.content.decode()
    assert "secret22" not in caplog.text


@pytest.mark.parametrize("form", ["line", "json"])
def test_nothing_that_is_sent_begins_a_line_or_moves_the_cursor(client: Client, settings, form: str) -> None:
    """By a stranger, in a header; by a secretary, in a question that Django repeats in an exception."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.addFilter(RequestFilter())
    configurator = logging.config.DictConfigurator(settings.LOGGING)
    handler.setFormatter(configurator.configure_formatter(settings.LOGGING["formatters"][form]))
    client.force_login(a_secretary(a_league()))
    User.objects.update(is_staff=True)
    logging.getLogger("django").addHandler(handler)
    logging.getLogger().addHandler(handler)
    try:
        stranger = Client(enforce_csrf_checks=True)
        stranger.post("/sign-in/", headers={"Origin": "http://evil\n2027-01-01 FORGED\x1b[2J\x9b2J"})
        client.get("/admin/league/match/?_to_field=evil%0A2027-01-01%20FORGED%1B[2J")
    finally:
        logging.getLogger("django").removeHandler(handler)
        logging.getLogger().removeHandler(handler)
    written = out.getvalue()
    assert written.count("FORGED") >= 3
    assert not [line for line in written.split("\n") if line.startswith("2027-01-01")]
    assert not [sign for sign in written if not sign.isprintable() and sign != "\n"]


# --- A watcher elsewhere ----------------------------------------------------------------------
@pytest.fixture
def watcher(settings, tmp_path, monkeypatch) -> Iterator[list[str]]:
    """Somebody who waits for the site's sign of life: the addresses asked for."""
    asked: list[str] = []

    class Watcher(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    settings.STAMPS = tmp_path
    monkeypatch.setattr(jobs, "JOBS", ())
    with http.server.HTTPServer(("127.0.0.1", 0), Watcher) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        settings.PING_URL = f"http://127.0.0.1:{server.server_port}/alive"
        yield asked
        server.shutdown()


def test_the_watcher_is_told_after_a_whole_round_that_went_well(watcher: list[str], monkeypatch) -> None:
    assert jobs.run_jobs(FRIDAY)
    assert watcher == ["/alive"]
    jobs.run_jobs(FRIDAY, ())
    write_stamp(FAILED, "full")
    jobs.run_jobs(FRIDAY)
    monkeypatch.setattr(jobs, "JOBS", (lambda: None,))
    jobs.run_jobs(FRIDAY)
    assert watcher == ["/alive"]


def test_a_watcher_that_is_away_stops_nothing(watcher: list[str], settings, caplog) -> None:
    settings.PING_URL = "http://127.0.0.1:9/alive"
    assert jobs.run_jobs(FRIDAY)
    assert "could not be told" in caplog.text
    settings.PING_URL = None
    assert jobs.run_jobs(FRIDAY)
    assert watcher == []


@pytest.mark.parametrize("text", ["pub", "file:///etc/passwd", "https:///id", "https://a b", "http://["])
def test_an_address_that_is_none_is_refused_and_not_repeated(text: str) -> None:
    with pytest.raises(BadSetting, match="PEGBOARD_PING_URL") as refusal:
        web_address("PEGBOARD_PING_URL", environ={"PEGBOARD_PING_URL": text})
    assert text not in str(refusal.value)
