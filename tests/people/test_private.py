"""What is not for the public: names players keep to themselves, the secretary's remarks, others' drafts.

Every page a visitor can reach by links is read, and every paper. In the gate test_every_reader.py reads all
public addresses, and the words of papers.
"""

import datetime
import io
import re

import pypdf
import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, resolve, reverse
from django.utils import timezone

from league.accounts.services.links import codes_for
from league.models import (
    Draft,
    League,
    Match,
    Player,
    User,
)
from league.people.names import KeptBack
from league.printing import pdf
from league.printing.choices import document_choices
from league.printing.registry.catalogue import DOCUMENTS
from league.printing.registry.document_kinds import Order
from league.records.selectors.personal_data import personal_data
from league.records.services.erasure import erase_person
from league.urls import division_urls, feed_urls, league_urls, match_urls
from tests.api.addresses import api_addresses
from tests.builders import (
    FRIDAY,
    NIGHT,
    a_drawn_cup,
    a_match,
    a_player,
    a_secretary,
)
from tests.examples import part_of, sampled
from tests.people.private_world import (
    CONTACT,
    DISPUTE,
    DRAFTED,
    HIDDEN,
    REMARK,
    WHO,
    a_private_match,
    a_private_world,
)
from tests.reading import markup

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(db: None) -> Match:
    return a_private_match()


@pytest.fixture
def world(match: Match) -> Match:
    return a_private_world(match)


@pytest.fixture
def secretary(match: Match) -> User:
    user = a_secretary(match.division.season.league)
    Draft.objects.create(match=match, user=user, began_from=2, typed={"remarks": DRAFTED}, saved_at=FRIDAY)
    return user


def read(answer: HttpResponse) -> str:
    """All that an answer says, to eyes and to programs."""
    if (content := answer.getvalue()).startswith(b"%PDF"):
        paper = pypdf.PdfReader(io.BytesIO(content))
        return " ".join([str(paper.metadata), *(page.extract_text() for page in paper.pages)])
    return markup(answer)


def everything_public(client: Client, league: str) -> dict[str, str]:
    waiting, found = [league, f"{league}players/?search=quarmby"], {}
    while waiting:
        page = waiting.pop()
        if page in found:
            continue
        answer = client.get(page)
        found[page] = str(answer.headers) + read(answer)
        if answer.status_code in {301, 303}:
            waiting.append(answer.headers["Location"])
        links = re.findall(r'href="(/[^"#]*)', found[page])
        waiting += [link.replace("&amp;", "&") for link in links if link.startswith(league)]
    return found


PUBLIC = [*league_urls, *feed_urls, *division_urls, *match_urls]
NOT_PAGES = {"league-scoring", "division"}
# No link leads to them: they are chosen in a form, and the pictures are of the same paper.
PICTURES = {f"{part}-picture" for part in ("cup", "division", "league", "match", "player", "pub", "season")}
PAPER = {"document", "pub-photograph", *PICTURES}


def public_papers(league: League) -> dict[str, str]:
    """All that the documents say which everybody can print."""
    choices = document_choices(league, "", NIGHT)
    order = Order(season=choices.season, today=NIGHT, site="https://example.org", date=NIGHT)
    made = {kind.name: kind.make(order) for kind in DOCUMENTS if kind.may_print(order.powers)}
    return {
        name: read(HttpResponse(pdf.pdf(paper), "application/pdf")) for name, paper in made.items() if paper
    }


@pytest.mark.slow
def test_nothing_private_is_on_any_public_page_or_paper_of_a_full_league(
    client, world, secretary, monkeypatch
):
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY - datetime.timedelta(hours=12))
    a_drawn_cup(world.division.season, "The Fleece", "The Shears", on=NIGHT)
    league = f"/{world.division.season.league.slug}/"
    code = codes_for(matches=[world.pk], now=FRIDAY)[world.pk]
    pages = everything_public(client, league)
    pub = world.home.pub.slug
    boards = (f"{league}nights/{NIGHT}/board/", f"{league}tv/", f"{league}tv/{pub}/")
    boards += (f"{league}cups/pairs/draw/",)
    frames = [f"{league}embed/{listed}/" for listed in ("standings", "fixtures", "results", "next", "live")]
    for address in (*boards, *frames, f"/s/{code}/", f"{league}your-pub/{world.home.slug}/"):
        pages |= {address: read(client.get(address))}
    asked = {one.name for one in PUBLIC if isinstance(one, URLPattern)} - NOT_PAGES - PAPER
    visited = {resolve(page.partition("?")[0]).url_name for page in pages}
    # Calendars are subscribed to, and old addresses lead on: no link of a page leads to them.
    things = {
        "season_slug": world.division.season.slug,
        "division_slug": world.division.slug,
        "match_id": world.public_id,
        "team_slug": world.home.slug,
        "pub_slug": pub,
        "form": "csv",
        "what": "teams",
        "cup_slug": world.division.season.cups.filter(kind="knock_out").first().slug,
    }
    for one in PUBLIC:
        if isinstance(one, URLPattern) and one.name in asked - visited:
            above = ("season_slug", "division_slug") if one in division_urls else ()
            kept = {name: things[name] for name in (*above, *one.pattern.converters)}
            there = reverse(one.name, kwargs={"league_slug": world.home.league.slug, **kept})
            pages |= {there: read(client.get(there))}
    assert any("/versions/1/" in page for page in pages)
    pages |= (papers := public_papers(world.division.season.league))
    assert {"handbook", "record-book"} <= set(papers)
    hidden = Player.objects.get(name=HIDDEN)
    private = ("Zebedee", "Quarmby", "Xanthe", "Yewdall", WHO, hidden.public_id, REMARK, DRAFTED, *CONTACT)
    for page, said in pages.items():
        if "?search=" in page:
            said = said.replace("quarmby", "")
        if page.startswith("/s/"):
            said = said.replace(hidden.public_id, "")  # a phone knows him by it, not by name
        for word in (*private, DISPUTE):
            assert word.casefold() not in said.casefold(), f"{page} says {word}"
    assert any("A player had not signed, says X. Y." in said for said in pages.values())


@pytest.mark.slow
def test_an_erased_player_is_on_no_page_paper_feed_or_file_and_found_by_no_search(
    client, world, secretary, monkeypatch, unset_paper
):
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY - datetime.timedelta(hours=12))
    league = world.division.season.league
    Player.objects.update(shown=Player.Shown.FULL)
    assert "Quarmby" in read(client.get(f"/{league.slug}/matches/{world.public_id}/"))
    player = Player.objects.select_related("league").get(name=HIDDEN)
    former = player.public_id
    erase_person(player=player, shown_data=personal_data(player).digest, by=secretary, now=FRIDAY)
    assert client.get(f"/{league.slug}/players/{former}/").status_code == 404
    pages = everything_public(client, f"/{league.slug}/")
    for address in (f"/{league.slug}/search/?q=quarmby", *part_of(api_addresses(league), each=6)):
        answer = client.get(address)
        pages[address] = str(answer.headers) + answer.getvalue().decode()
    pages |= public_papers(league)
    for page, text in pages.items():
        text = re.sub(r"(?:search|q)=quarmby|value=.quarmby.|“quarmby”", "", text)
        for word in ("Zebedee", "Quarmby", former):
            assert word.casefold() not in text.casefold(), f"{page} says {word}"
    assert any("Yewdall" in text for text in pages.values()), "somebody else stays"


def test_nothing_private_is_in_anything_that_programs_read(client, world, secretary):
    hidden = Player.objects.get(name=HIDDEN)
    private = ("Zebedee", "Quarmby", "Xanthe", "Yewdall", WHO, hidden.public_id, REMARK, DRAFTED, *CONTACT)
    texts = {}
    for address in api_addresses(world.division.season.league):
        answer = client.get(address)
        assert answer.status_code == 200, address
        texts[address] = str(answer.headers) + answer.getvalue().decode()
        for word in (*private, DISPUTE):
            assert word.casefold() not in texts[address].casefold(), f"{address} says {word}"
    assert any("A player had not signed, says X. Y." in text for text in texts.values())


def test_the_page_of_somebody_hidden_is_not_there(client, match):
    hidden = Player.objects.get(name=HIDDEN)
    assert client.get(f"/{match.division.season.league.slug}/players/{hidden.public_id}/").status_code == 404


def test_a_search_finds_only_what_it_shows(client, match):
    for name in ("xanthe", "yewdall", "zebedee", WHO):
        answer = markup(client.get(f"/{match.division.season.league.slug}/players/?search={name}"))
        assert "X. Y." not in answer, name
        assert "A player" not in answer, name


def test_the_search_of_everything_finds_only_what_it_shows(client, world):
    search = f"/{world.division.season.league.slug}/search/"
    for name in ("xanthe", "yewdall", "zebedee", "quarmby", WHO):
        assert "Nothing found" in markup(client.get(f"{search}?q={name}")), name


@pytest.mark.parametrize(
    "where",
    sampled(["", "players/", "matches/{match}/", "matches/{match}/versions/1/", "teams/the-fleece/"], each=3),
)
def test_what_the_secretary_was_shown_is_never_the_publics(client, match, secretary, where):
    """Neither a cache between nor the same browser after signing out gets to see his page again."""
    address = f"/{match.division.season.league.slug}/" + where.format(match=match.public_id)
    stamp = client.get(address).headers["ETag"]
    client.force_login(secretary)
    answer = client.get(address, headers={"If-None-Match": stamp})
    assert answer.status_code == 200
    assert "ETag" not in answer.headers
    assert {"private", "no-cache"} <= set(answer.headers["Cache-Control"].split(", "))
    assert "Cookie" in answer.headers["Vary"]
    client.logout()
    assert client.get(address, headers={"If-None-Match": stamp}).status_code == 304


@pytest.mark.parametrize("paper", ["score-sheet.pdf", "table-slips.pdf"])
def test_paper_with_whole_names_is_another_paper(client, match, secretary, paper):
    address = f"/{match.division.season.league.slug}/matches/{match.public_id}/{paper}"
    stamp = client.get(address).headers["ETag"]
    client.force_login(secretary)
    answer = client.get(address, headers={"If-None-Match": stamp})
    assert answer.status_code == 200
    assert answer.headers["ETag"] != stamp
    assert answer.headers["Cache-Control"] == "private, no-cache"


def test_the_secretarys_pages_are_kept_by_nobody_between(client, match, secretary):
    client.force_login(secretary)
    night, of_match = "nights/2027-01-14/", f"matches/{match.public_id}/"
    for where in (
        *("", "captains/", "adjustments/", night, f"{night}finals/"),
        *(f"{of_match}dispute/", f"{of_match}entry/"),
    ):
        answer = client.get(f"/{match.division.season.league.slug}/secretary/{where}")
        assert "private" in answer.headers["Cache-Control"], where
        assert "no-cache" in answer.headers["Cache-Control"], where


def test_a_deputy_does_not_see_what_the_secretary_has_only_begun(client, match, secretary):
    league = match.division.season.league
    client.force_login(a_secretary(league, "deputy"))
    for page in (f"nights/{NIGHT}/", f"nights/{NIGHT}/finals/", f"matches/{match.public_id}/entry/", ""):
        assert DRAFTED not in markup(client.get(f"/{league.slug}/secretary/{page}"))


def test_a_name_kept_back_is_found_in_words_and_nothing_else_is():
    match = a_match()
    a_player(match.home, "Jack", shown=Player.Shown.HIDDEN)
    gone = a_player(match.home, "Zeb Quarmby")
    gone.merged_into = a_player(match.home, HIDDEN, shown=Player.Shown.INITIALS)
    gone.save()
    kept_back = KeptBack.of(match.division.season.league)
    for said, read_as in (
        ("Zebedee Quarmby’s jack, says ZEB  QUARMBY (senior).", "Z. Q.’s jack, says Z. Q.."),
        ("z.quarmby, Z. Quarmby and Z Quarmby", "Z. Q., Z. Q. and Z. Q."),
        ("Jack was hung at Quarmby Lane by Ann Quarmby", "Jack was hung at Quarmby Lane by Ann Quarmby"),
    ):
        assert kept_back.hide(said) == read_as
