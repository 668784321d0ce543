"""Every link of the demo site: pages, files, pictures, sheets, scripts and places on a page are there."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qs, urljoin, urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils import timezone

from league.demo.services import load_demo
from league.models import League, User
from league.printing import document_views, pdf
from tests.builders import FRIDAY

pytestmark = pytest.mark.django_db

# What a link may lead to beside a page: a document in the making.
ANSWERS = {200, 202}
# Addresses that lead on: to the only league, to this season's first division, to where one came from.
LEAD_ON = {"front-page", "division", "league-fixtures", "league-results", "league-standings", "apple-icon"}
LEAD_ON |= {"short-television", "short-pub-television", "sign-out"}
# A season as a PDF is the document made for paper.
LEAD_ON |= {"season-file"}


class PageLinks(HTMLParser):
    """Where a page leads, what it loads, and the places on it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = {"", "top"}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        self.places |= {said[name] or "" for name in ("id", "name") if name in said}
        self.links += [said[name] or "" for name in ("href", "src", "poster", "data-src") if name in said]
        for candidate in (said.get("srcset") or "").split(","):
            self.links += candidate.split()[:1]


class Walk:
    """A walk over the site from link to link, at most so many pages of each kind, and what was wrong.

    With one of each (in the gate), after twelve kinds each eighth is walked.
    """

    def __init__(self, client: Client, most: int) -> None:
        self.client, self.most = client, most
        self.faults: list[str] = []
        self.visited: Counter[object] = Counter()
        self.places: dict[str, set[str]] = {}
        self.pointed_to: dict[str, dict[str, str]] = defaultdict(dict)

    def go(self, *starts: str) -> None:
        waiting, known = list(starts), set(starts)
        while waiting:
            page = waiting.pop(0)
            for link in self._visit(page):
                address, _, place = link.partition("#")
                self.pointed_to[address].setdefault(place, page)
                if address not in known:
                    known.add(address)
                    waiting.append(address)
        for address, places in self.pointed_to.items():
            here = self.places.get(address)
            for place, source in places.items():
                if here is not None and place not in here and not place.startswith(":~:"):
                    self.faults.append(f"{source} points to {address}#{place}, which is not there")

    def _visit(self, page: str) -> Iterator[str]:
        source = next(iter(self.pointed_to.get(page, {"": "the start"}).values()))
        if page.startswith("/static/"):
            if finders.find(page.removeprefix("/static/")) is None:
                self.faults.append(f"{source} loads {page}, which is not there")
            return
        kind = kind_of(page)
        self.visited[kind] += 1
        is_left_out = self.most == 1 and len(self.visited) > 12 and len(self.visited) % 8
        if self.visited[kind] > self.most or is_left_out:
            return
        answer = self.client.get(page)
        if answer.status_code in {301, 302, 303, 307, 308}:
            yield from self._lead_on(page, source, answer.headers["Location"])
        elif answer.status_code not in ANSWERS:
            self.faults.append(f"{source} leads to {page}, which answers {answer.status_code}")
        elif answer.headers["Content-Type"].startswith("text/html"):
            found = PageLinks(answer.getvalue().decode())
            self.places[page] = found.places
            yield from (link for one in found.links if (link := inside(one, page)))

    def _lead_on(self, page: str, source: str, to: str) -> Iterator[str]:
        name = kind_of(page)[0]
        if name not in LEAD_ON:
            self.faults.append(f"{source} leads to {page}, which leads on to {to}")
        again = self.client.get(to)
        if again.status_code not in ANSWERS:
            self.faults.append(f"{source} leads to {page}, which leads to {to}: {again.status_code}")
        yield to


def kind_of(page: str) -> tuple[object, ...]:
    """Return what pages have in common that differ in their words alone: the view and what is asked of it."""
    address = urlsplit(page)
    try:
        found = resolve(address.path)
    except Resolver404:
        return (None,)
    words = found.kwargs.get("page") or found.kwargs.get("document_name")
    return (found.url_name, words, *sorted(parse_qs(address.query)))


def inside(link: str, page: str) -> str:
    """Return the address and place a link means on this site; nothing for one that leads elsewhere."""
    address = urlsplit(urljoin(f"http://testserver{page}", link))
    is_ours = address.netloc == "testserver"
    if (not is_ours or address.scheme not in {"http", "webcal"}) or address.path.startswith("/admin/"):
        return ""
    question = f"?{address.query}" if address.query else ""
    place = f"#{address.fragment}" if address.fragment else ""
    return f"{address.path}{question}{place}"


@pytest.mark.parametrize(
    ("who", "most"),
    [
        ("visitor", 1),
        pytest.param("visitor", 40, marks=pytest.mark.slow),
        pytest.param("secretary", 40, marks=pytest.mark.slow),
    ],
)
def test_every_link_leads_to_something(
    client: Client, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Any, who: str, most: int
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    monkeypatch.setattr(pdf, "pdf", lambda document: b"%PDF")
    monkeypatch.setattr(document_views, "png", lambda document: b"PNG")
    settings.VAR_DIR = tmp_path
    load_demo(today=FRIDAY.date(), password="password")
    # Any two players have a page of their meetings: all pages would be some ten thousand of one kind.
    walk = Walk(client, most)
    demo = League.objects.get(is_demo=True)
    if who == "secretary":
        client.force_login(User.objects.get(league_roles__league=demo))
        walk.go("/account/", f"/{demo.slug}/secretary/")
    else:
        walk.go("/", "/robots.txt", "/sitemap.xml")
    assert len(walk.places) > (60 if most > 1 else 10)
    assert walk.faults == []
