"""What a browser loads on a first visit, by its own count: each kind of public page, typefaces included."""

import pytest
from django.utils import timezone
from playwright.sync_api import Browser

from league.demo.services import load_demo
from league.models import Match
from tests.browser.servers import Server
from tests.browser.thumbs import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

MOST_BYTES, MOST_REQUESTS = 62_000, 9


def loaded(browser: Browser, address: str) -> dict[str, int]:
    """Return what a browser that has never been here loads: bytes of each address, with their headers."""
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    session = context.new_cdp_session(page)
    names: dict[str, str] = {}
    sizes: dict[str, int] = {}

    def sent(message: dict) -> None:
        names[message["requestId"]] = message["request"]["url"]

    def finished(message: dict) -> None:
        name = names[message["requestId"]]
        if not name.startswith("data:"):
            sizes[name] = int(message["encodedDataLength"])

    session.on("Network.requestWillBeSent", sent)
    session.on("Network.loadingFinished", finished)
    session.send("Network.enable")
    page.goto(address, wait_until="networkidle")
    context.close()
    return sizes


def test_each_kind_of_public_page_is_light(browser: Browser, server: Server) -> None:
    load_demo(today=timezone.localdate())
    match = Match.objects.filter(scorecards__isnull=False, division__cup=None).order_by("-date", "pk")[0]
    season = match.division.season
    division = f"{season.slug}/{match.division.slug}/"
    player, cup = season.league.players.order_by("pk")[0], season.cups.order_by("pk")[0]
    pages = [
        "",
        *(f"{division}{page}/" for page in ("standings", "fixtures", "results")),
        *(f"{page}/" for page in ("players", "contacts", "pubs", "cups", "rules", "honours", "news")),
        *(f"{page}/" for page in ("documents", "search", "your-pub", "honours/records")),
        f"matches/{match.public_id}/",
        f"teams/{match.home.slug}/",
        f"pubs/{match.venue.slug}/",
        f"players/{player.public_id}/",
        f"cups/{cup.slug}/",
    ]
    found = {page: loaded(browser, f"{server.url}/{season.league.slug}/{page}") for page in pages}
    assert not {
        page: sizes
        for page, sizes in found.items()
        if len(sizes) > MOST_REQUESTS or sum(sizes.values()) > MOST_BYTES
    }
