"""Phones at a table, and the site as a process of its own that can be killed."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext

from league.accounts.services.links import codes_for
from league.models import Match
from tests.browser.phones import Phone
from tests.browser.servers import Server
from tests.builders import NIGHT, a_match
from tests.moments import HALF_A_YEAR, after


@pytest.fixture(autouse=True)
def _after_the_night(monkeypatch: pytest.MonkeyPatch) -> None:
    after(monkeypatch, NIGHT + HALF_A_YEAR)


@pytest.fixture
def match(db: None) -> Match:
    return a_match()


@pytest.fixture
def log(match: Match) -> str:
    return f"/s/{codes_for(matches=[match.pk], now=timezone.now())[match.pk]}/log/"


@pytest.fixture
def phone(context: BrowserContext, live_server: Any, log: str) -> Phone:
    return Phone(context, live_server.url, log)


@pytest.fixture
def other(browser: Browser, live_server: Any, log: str) -> Iterator[Phone]:
    context = browser.new_context()
    yield Phone(context, live_server.url, log)
    context.close()


@pytest.fixture
def server(db: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("var"))
    server.collect()
    server.start()
    yield server
    server.kill()
