"""The league in a folder: opened from a disk, and from a plain web server under a path of its own."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.publishing import addresses
from league.publishing.services import publish
from tests.accounts.address_world import a_world
from tests.builders import FRIDAY
from tests.examples import part_of, sampled
from tests.static_files import hashed_storages

pytestmark = [pytest.mark.browser, pytest.mark.django_db]


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def folder(tmp_path: Path, collected_files: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy with the files of a real site, two folders down."""
    settings.STATIC_ROOT, settings.STORAGES = collected_files, hashed_storages()
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    monkeypatch.setattr("league.printing.pdf.pdf", lambda document: b"%PDF")
    more = {"league-help-page", "league-rules-of-game", "division-fixture-list", "pub-fixture-list"}
    monkeypatch.setattr(addresses, "LEFT_OUT", addresses.LEFT_OUT | more)
    copied = tmp_path / "club" / "cards"
    publish(a_world("Ashby", "The Fleece", "The Shears").division.season.league, copied)
    return copied


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=tmp_path))
    Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("place", sampled(["disk", "server"], each=2))
def test_a_copy_works_where_it_lies(
    page: Page, folder: Path, server: str, tmp_path: Path, place: str
) -> None:
    base = {"disk": tmp_path.as_uri(), "server": server}[place]
    faults: list[str] = []
    page.on("console", lambda said: faults.append(f"{page.url}: {said.text}"))
    page.on("pageerror", lambda fault: faults.append(f"{page.url}: {fault}"))
    page.on("requestfailed", lambda request: faults.append(f"{page.url}: {request.url}"))
    page.on("request", lambda request: _note_outside(request.url, base, faults))
    files = sorted(path for path in folder.rglob("*.html"))
    for file in part_of(files, each=48):
        page.goto(f"{base}/club/cards/{file.relative_to(folder)}")
        expect(page.locator("h1")).to_be_visible()
    _walk(page, base)
    assert faults == []


def _note_outside(url: str, base: str, faults: list[str]) -> None:
    if not url.startswith(f"{base}/club/cards/") and not url.startswith("data:"):
        faults.append(f"asked for {url}")


def _walk(page: Page, base: str) -> None:
    """From the home through the bar to a search, and from there to a team."""
    page.goto(f"{base}/club/cards/index.html")
    expect(page.get_by_text("Copied from the league’s site")).to_be_visible()
    page.get_by_role("link", name="Search").click()
    page.get_by_role("searchbox").fill("fle")
    page.get_by_role("link", name="The Fleece", exact=True).first.click()
    expect(page.locator("h1")).to_contain_text("The Fleece")
    page.get_by_role("link", name="Standings").first.click()
    expect(page.get_by_role("link", name="The Fleece").first).to_be_visible()
