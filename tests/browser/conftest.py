"""Phones at a table, and the site as a process of its own that can be killed."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext

from league.accounts.services.links import codes_for
from league.models import Match
from tests.browser.phones import Phone
from tests.browser.servers import Server, Site
from tests.browser.thumbs import PHONE
from tests.builders import NIGHT, a_match
from tests.moments import HALF_A_YEAR, after


@pytest.fixture(autouse=True)
def _after_the_night(monkeypatch: pytest.MonkeyPatch) -> None:
    after(monkeypatch, NIGHT + HALF_A_YEAR)


@pytest.fixture
def match(db: None) -> Match:
    return a_match()


@pytest.fixture
def code(match: Match) -> str:
    return codes_for(matches=[match.pk], now=timezone.now())[match.pk]


@pytest.fixture
def log(code: str) -> str:
    return f"/s/{code}/log/"


@pytest.fixture
def pocket(browser: Browser) -> Iterator[Callable[[], BrowserContext]]:
    """Phones, each with what it has kept."""
    phones: list[BrowserContext] = []

    def another() -> BrowserContext:
        phones.append(browser.new_context(viewport=PHONE, has_touch=True))
        return phones[-1]

    yield another
    for phone in phones:
        phone.close()


@pytest.fixture
def phone(context: BrowserContext, live_server: Any, log: str) -> Phone:
    return Phone(context, live_server.url, log)


@pytest.fixture
def other(browser: Browser, live_server: Any, log: str) -> Iterator[Phone]:
    context = browser.new_context()
    yield Phone(context, live_server.url, log)
    context.close()


@pytest.fixture
def site(live_server: Any) -> Iterator[Site]:
    """The site, where it can be left without an answer; `live_server` sets how files are served."""
    site = Site()
    yield site
    site.kill()


@pytest.fixture
def server(db: None, tmp_path_factory: pytest.TempPathFactory, collected_files: Path) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("var"), collected_files)
    server.start()
    yield server
    server.kill()
