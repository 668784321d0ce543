"""What a first visit costs: requests and bytes of a league's pages, from files as they are served."""

import datetime
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.accounts.services.links import codes_for
from league.demo.services import load_demo
from league.models import Match
from tests.builders_leagues import TINY, a_whole_league
from tests.static_files import hashed_storages

pytestmark = pytest.mark.django_db

TODAY = datetime.date(2027, 1, 13)
# What travels with each answer, in bytes.
HEADERS = 450
PUBLIC_BYTES, PUBLIC_REQUESTS = 62_000, 9
PHONE_BYTES, PHONE_REQUESTS = 120_000, 9
NAMED = re.compile(r'(?:href|src)="/static/([^"]+)"')
FOR_GOOD = re.compile(r"\.[0-9a-f]{12}\.\w+$")
FACE = re.compile(r'@font-face \{[^}]*url\("\.\./(fonts/[^"]+)"\)[^}]*unicode-range: ([^;]+);')


@pytest.fixture
def static(settings: Any, collected_files: Path) -> Path:
    """The folder of static files as a site serves them."""
    settings.STATIC_ROOT = collected_files
    settings.STORAGES = hashed_storages()
    return collected_files


def weight(client: Client, static: Path, address: str) -> tuple[int, int]:
    """Return the requests and bytes of a first visit."""
    page = client.get(address, headers={"Accept-Encoding": "gzip, deflate, br"})
    assert page.status_code == 200, address
    html = client.get(address).content.decode()
    named = set(NAMED.findall(html))
    for name in list(named):
        if name.endswith(".css"):
            named |= set(fonts_for(html, (static / name).read_text(encoding="utf-8")))
    assert all(FOR_GOOD.search(name) for name in named), "a browser asks for each again on every visit"
    sizes = [(static / f"{name}.br").stat().st_size for name in named if (static / f"{name}.br").exists()]
    sizes += [(static / name).stat().st_size for name in named if not (static / f"{name}.br").exists()]
    return 1 + len(named), len(page.content) + sum(sizes) + HEADERS * (1 + len(named))


def fonts_for(html: str, sheet: str) -> Iterator[str]:
    """Yield the fonts a browser loads: what every page needs, and those of western Europe's letters it has.

    A name from farther away costs its own file.
    """
    letters = {ord(letter) for letter in html if letter.isalpha() and 0x7F < ord(letter) < 0x100} | {ord("a")}
    for font, ranges in FACE.findall(sheet):
        for span in ranges.split(","):
            first, _, last = span.strip().removeprefix("U+").partition("-")
            if letters & set(range(int(first, 16), int(last or first, 16) + 1)):
                yield font


@pytest.mark.parametrize("is_demo", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_a_first_visit_is_light_and_the_next_is_nothing(
    client: Client, static: Path, settings: Any, is_demo: bool
) -> None:
    """In the gate a league of four teams: what weighs most is the same."""
    settings.DEBUG = False
    if is_demo:
        load_demo(today=TODAY)
    else:
        a_whole_league(TINY)
    match = Match.objects.filter(date__lt=TODAY, scorecards__isnull=False).order_by("-date", "pk")[0]
    division, league = match.division, match.division.season.league
    below = f"/{league.slug}/{division.season.slug}/{division.slug}/"
    public = [
        f"/{league.slug}/",
        *(f"{below}{page}/" for page in ("standings", "fixtures", "results")),
        f"/{league.slug}/matches/{match.public_id}/",
        f"/{league.slug}/teams/{match.home.slug}/",
        f"/{league.slug}/players/",
        "/help/",
    ]
    weights = {address: weight(client, static, address) for address in public}
    assert max(requests for requests, _ in weights.values()) <= PUBLIC_REQUESTS, weights
    assert not {address: size for address, (_, size) in weights.items() if size > PUBLIC_BYTES}
    for address in public[:-1]:
        page = client.get(address)
        again = client.get(address, headers={"If-None-Match": page.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b""), address

    to_come = Match.objects.filter(date__gt=TODAY, scorecards=None).order_by("date", "pk")[0]
    code = codes_for(matches=[to_come.pk], now=timezone.now())[to_come.pk]
    requests, size = weight(client, static, f"/s/{code}/tables/1/")
    assert requests <= PHONE_REQUESTS
    assert size <= PHONE_BYTES
