"""Addresses that leave the site are its own, whatever name and port a request claims."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.test import Client, override_settings
from django.urls import get_script_prefix, reverse, set_script_prefix

from league.models import Match, User
from tests.accounts.test_sign_ins import letters
from tests.builders import NIGHT, a_captains_link, a_card, a_match, a_pub_link, a_secretary
from tests.examples import sampled
from tests.reading import markup

pytestmark = pytest.mark.django_db

SITE = "https://league.example.org"
CLAIMED = ("localhost:4444", "league.example.org:4444", "127.0.0.1")


@pytest.fixture(params=["", "/league"])
def path(request: pytest.FixtureRequest, settings: Any) -> Iterator[str]:
    """The path below which the site stands, in production at one name."""
    settings.SITE, settings.FORCE_SCRIPT_NAME = SITE, request.param or None
    settings.ALLOWED_HOSTS = ["league.example.org", *settings.LOCAL_HOSTS]
    before = get_script_prefix()
    set_script_prefix(f"{request.param}/")
    yield request.param
    set_script_prefix(before)


@pytest.fixture
def match(db: None) -> Match:
    match = a_match(date=NIGHT)
    a_card(match, (15, 9), (12, 15), (15, 1), (15, 8))
    return match


def ask(address: str, host: str, path: str, client: Client | None = None) -> str:
    return markup((client or Client()).get(address.removeprefix(path), headers={"host": host}))


@pytest.mark.parametrize("host", CLAIMED)
def test_a_letter_to_sign_in_leads_to_the_site(match: Match, path: str, host: str) -> None:
    a_secretary(match.division.season.league)
    User.objects.update(email="edna@example.org")
    Client().post("/account/link/", {"email": "edna@example.org"}, headers={"host": host})
    for letter in letters():
        assert f"{SITE}{path}/account/sign-in/" in letter
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("host", CLAIMED)
def test_a_letter_about_a_new_browser_leads_to_the_site(match: Match, path: str, host: str) -> None:
    a_secretary(match.division.season.league)
    User.objects.update(email="edna@example.org", last_login="2026-01-01T12:00Z")
    Client().post("/sign-in/", {"username": "secretary", "password": "password"}, headers={"host": host})
    (letter,) = letters()
    assert f"{SITE}{path}/account/" in letter


@pytest.mark.parametrize("host", sampled(CLAIMED, each=3))
def test_no_page_feed_or_file_names_another_host_or_port(match: Match, path: str, host: str) -> None:
    league, season = match.division.season.league, match.division.season
    division = [league.slug, season.slug, match.division.slug]
    addresses = {
        "match": [league.slug, match.public_id],
        "match-calendar": [league.slug, match.public_id],
        "division-calendar": division,
        "division-standings": division,
        "team": [league.slug, match.home.slug],
        "news-feed": [league.slug],
        "sitemap": [],
        "robots": [],
        "api-guide": [],
    }
    pages = [reverse(name, args=of) for name, of in addresses.items()]
    pages += [a_captains_link(match.division), a_pub_link(match.venue), f"{path}/api/v1/openapi.json"]
    pages += [f"{path}/api/v1/leagues/{league.slug}/seasons/{season.slug}/matches?limit=1"]
    for page in pages:
        text = ask(page, host, path)
        assert SITE.partition("//")[2] in text, page
        assert ":4444" not in text, page
        assert "//127.0.0.1" not in text, page


def test_without_a_public_name_addresses_are_as_the_site_was_opened(match: Match) -> None:
    page = reverse("match", args=[match.division.season.league.slug, match.public_id])
    with override_settings(SITE="", ALLOWED_HOSTS=["192.168.1.5"]):
        assert f'href="http://192.168.1.5:8000{page}"' in ask(page, "192.168.1.5:8000", "")
