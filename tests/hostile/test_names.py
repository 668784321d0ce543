"""Names and remarks that are programs: on every page and every paper they are words, and nothing else."""

from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve

from league.models import (
    Division,
    Enrolment,
    HandResult,
    League,
    LineUp,
    Match,
    MatchTable,
    Penalty,
    Pub,
    Ruling,
    Scorecard,
    Season,
    Seat,
    Team,
    User,
)
from league.printing import pdf
from tests.builders import (
    FRIDAY,
    NIGHT,
    a_captains_link,
    a_card,
    a_division,
    a_match,
    a_player,
    a_seat,
    a_secretary,
    an_adjustment,
)
from tests.examples import is_whole, part_of
from tests.reading import markup

pytestmark = pytest.mark.django_db

PAYLOADS = {
    "out of an attribute": "\"'><img src=file:///etc/passwd onerror=alert(1)>",
    "out of a text": "</title></textarea><script>alert(1)</script>",
    "out of a style": "]]></style><link rel=stylesheet href=//evil.example>",
}
PAYLOAD_VALUES = [
    pytest.param(text, id=name, marks=() if name == "out of an attribute" else pytest.mark.slow)
    for name, text in PAYLOADS.items()
]
FORBIDDEN = {"iframe", "object", "embed", "base", "style", "foreignobject"}


class Judge(HTMLParser):
    """What a page could be made to do: its scripts, handlers, styles, and what it fetches from elsewhere."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.links: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        is_data = said.get("type") in {"application/json", "application/ld+json"}
        is_own_frame = tag == "iframe" and "/embed/" in (said.get("src") or "")  # followed below
        if (tag in FORBIDDEN and not is_own_frame) or (tag == "script" and not ("src" in said or is_data)):
            self.faults.append(f"<{tag}> {said}")
        for name, value in said.items():
            if name.startswith("on") or name == "style":
                self.faults.append(f"<{tag} {name}={value!r}>")
            if name in {"src", "href", "action", "xlink:href", "srcset", "data", "poster", "formaction"}:
                self._follow(tag, name, value or "")

    def _follow(self, tag: str, name: str, value: str) -> None:
        address = urlsplit(value)
        elsewhere = ("https://www.openstreetmap.org/search?query=", "https://wa.me/")
        if not (tag == "a" and value.startswith(elsewhere)) and (
            address.scheme not in {"", "http", "tel", "sms", "mailto", "webcal"}
            or address.netloc not in {"", "testserver"}
        ):
            self.faults.append(f"<{tag} {name}={value!r}>")
        elif tag == "a" and not address.scheme and address.path.startswith("/"):
            self.links.append(value.partition("#")[0])


@pytest.fixture(params=PAYLOAD_VALUES)
def payload(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def match(payload: str) -> Match:
    """A played match in which everything that has a name bears this one."""
    division = a_division(teams=3, promoted=1, relegated=1)
    match = a_match(division)
    to_come = a_match(division, "The Shears", "The Fleece", week=2)
    card = a_card(match, (15, 9), (12, 15), None, (15, 8), remarks=payload, reason=payload)
    MatchTable.objects.update(remarks=payload)
    for number, game in enumerate(match_games(card)):
        a_seat(
            game,
            a_player(match.home, f"{payload} {number}"[:80], division.season, told_apart_by=payload[:40]),
        )
        Seat.objects.create(game=game, side="a", place=1, written=payload)
        HandResult.objects.create(game=game, number=1, high="h", low="a", jack="h", game_point="-")
        Penalty.objects.create(game=game, hand_number=1, side="h", points=4, reason=payload)
    an_adjustment(division, "The Shears", reason=payload)
    Team.objects.update(name=payload, short_name=payload[:24])
    Pub.objects.update(name=payload, address=payload, remarks=payload, phone=payload[:30])
    Division.objects.update(name=payload[:40])
    League.objects.update(name=payload, about=payload)
    Season.objects.update(name=payload[:40])
    Enrolment.objects.update(captain_name=payload[:80])
    LineUp.objects.create(match=match, side="h", pairs=[[payload[:80], ""]], given_at=FRIDAY)
    Match.objects.filter(pk=to_come.pk).update(date=None, postponed_from=NIGHT, postponed_because=payload)
    return match


def match_games(card: Scorecard) -> list:
    return [game for table in card.tables.all() for game in table.games.all()]


@pytest.fixture
def secretary(match: Match, payload: str) -> User:
    user = a_secretary(match.division.season.league)
    User.objects.update(first_name=payload, is_staff=True)
    Scorecard.objects.update(entered_by=user)
    Ruling.objects.update(decided_by=user)
    return user


def every_page(client: Client, *starts: str) -> Iterator[tuple[str, HttpResponse]]:
    """Every page that can be reached, each once; in the gate one of a kind, after twelve of each fourth."""
    waiting, seen = list(starts), set(starts)
    kinds: Counter[str | None] = Counter()
    while waiting:
        page = waiting.pop()
        kind = resolve(urlsplit(page).path).url_name
        kinds[kind] += 1
        if not is_whole() and (kinds[kind] > 1 or (len(kinds) > 12 and len(kinds) % 4)):
            continue
        answer = client.get(page)
        yield page, answer
        if answer.status_code in {301, 303}:
            found = [answer.headers["Location"]]
        elif answer.headers["Content-Type"].startswith("text/html"):
            found = Judge(markup(answer)).links
        else:
            found = []
        for link in found:
            if link not in seen and not link.startswith(("/sign-", "/admin", "?")):
                seen.add(link)
                waiting.append(link)


def test_on_pages_a_name_is_words(client, match, secretary, payload, monkeypatch):
    monkeypatch.setattr(pdf, "pdf", lambda document: b"%PDF")
    league = f"/{match.division.season.league.slug}/"
    for signed_in in (False, True):
        if signed_in:
            client.force_login(secretary)
        pages = 0
        starts = [f"{league}secretary/"] if signed_in and not is_whole() else [league]
        for page, answer in every_page(client, *starts, f"{league}secretary/nights/{NIGHT}/"):
            pages += 1
            assert answer.status_code in {200, 202, 301, 303}, page
            assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
            if answer.headers["Content-Type"].startswith("text/html"):
                assert Judge(markup(answer)).faults == [], page
        assert pages > 12
    by_link = a_captains_link(match.division, match.home)
    players = a_captains_link(match.division, match.home, kind="players")
    for page, answer in every_page(client, by_link, players, f"{by_link}matches/{match.public_id}/line-up/"):
        if page.startswith(("/c/", "/p/")):
            assert answer.status_code == 200, page
            assert Judge(markup(answer)).faults == [], page
    for kind in ("entry", "put-right", "walkover", "postpone"):
        page = f"{league}secretary/matches/{match.public_id}/{kind}/"
        assert Judge(markup(client.get(page))).faults == [], page


def test_in_the_workbench_a_name_is_words(client, match, payload):
    client.force_login(User.objects.create_superuser("admin", password="password"))
    lists = [link for link in Judge(markup(client.get("/admin/"))).links if link.endswith("/")]
    assert len(lists) > 15
    for page in part_of(lists, each=20):
        judged = Judge(markup(client.get(page)))
        rows = [link for link in judged.links if link.endswith("/change/")][:1]
        for row in rows:
            judged.faults += Judge(markup(client.get(row))).faults
        mine = [fault for fault in judged.faults if "alert" in fault or "evil" in fault or "passwd" in fault]
        assert mine == [], page


def test_on_paper_a_name_is_words_and_fetches_nothing(client, match, secretary, payload, monkeypatch):
    fetched: list[str] = []
    own = pdf._our_own_files
    monkeypatch.setattr(pdf, "_our_own_files", lambda url: (fetched.append(url), own(url))[1])
    league = f"/{match.division.season.league.slug}/"
    division = f"{league}{match.division.season.slug}/{match.division.slug}/"
    client.force_login(secretary)
    for page in (
        f"{league}matches/{match.public_id}/score-sheet.pdf",
        f"{league}matches/{match.public_id}/table-slips.pdf",
        f"{division}fixtures.pdf",
        f"{league}teams/{match.home.slug}/fixtures.pdf",
    ):
        answer = client.get(page)
        assert answer.status_code == 200, page
        assert answer.content.startswith(b"%PDF")
        assert b"root:" not in answer.content
        assert b"/EmbeddedFile" not in answer.content
        assert b"/JavaScript" not in answer.content
    assert not [url for url in fetched if "/static/" not in url]
