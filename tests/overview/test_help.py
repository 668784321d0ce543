"""Help: sorted by reader, without dead ends, with a league's own values, and found by what stands in it."""

import re
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import RuleBook
from league.overview.help_pages import HELP_PAGES, READER_OF, READERS
from tests.builders import a_match, a_season
from tests.examples import sampled
from tests.reading import heading, markup, tables_read, words

pytestmark = pytest.mark.django_db

LEAGUE = "/three-valleys-all-fours-league/"
HELPS = {"alone": "/help/", "in a league": f"{LEAGUE}help/"}


@pytest.fixture
def league(db):
    return a_match().division.season.league


def links_of(page: str, base: str) -> set[str]:
    """Return the addresses on this site that the main part of a page leads to."""
    main = page.partition('<main id="main"')[2].partition("</main>")[0]
    addresses = {urljoin(base, unescape(link)) for link in re.findall(r'href="([^"]+)"', main)}
    return {address for address in addresses if address.startswith("/")}


@pytest.mark.parametrize("front", sampled(HELPS.values(), each=2), ids=HELPS)
def test_every_page_is_reached_from_the_front_page_by_two_links(client, league, front):
    reached = {front}
    for _ in range(2):
        pages = [address for address in reached if address.startswith(front)]
        reached |= {
            urlsplit(link).path for page in pages for link in links_of(markup(client.get(page)), page)
        }
    assert {f"{front}{page}/" for page in HELP_PAGES} <= reached


@pytest.mark.parametrize("front", sampled(HELPS.values(), each=2), ids=HELPS)
def test_no_link_of_help_is_dead_nor_its_anchor(client, league, front):
    pages = {
        address: markup(client.get(address)) for address in (front, *(f"{front}{p}/" for p in HELP_PAGES))
    }
    links = {link for address, page in pages.items() for link in links_of(page, address)}
    dead = []
    for link in sorted(links):
        path, anchor = urlsplit(link).path, urlsplit(link).fragment
        if path not in pages:
            response = client.get(path)
            assert response.status_code < 400, link
            pages[path] = markup(response)
        if anchor and f'id="{anchor}"' not in pages[path]:
            dead.append(link)
    assert dead == []


@pytest.mark.parametrize("page", sampled(HELP_PAGES, each=4))
def test_every_page_says_for_whom_it_is_and_leads_on(client, page):
    response = client.get(f"/help/{page}/")
    reader = READER_OF[page]
    assert heading(response) == HELP_PAGES[page]
    assert f"Help for {reader.whom}" in words(response)
    following = reader.after(page)
    assert following is None or f'Next:</span> <a href="/help/{following[0]}/">' in markup(response)
    assert all(
        'id="' in tag
        for tag in re.findall(
            r"<h[23][^>]*>", markup(response).split('class="help"')[1].split('help-beside"')[0]
        )
    )


def test_every_reader_finds_five_things_first():
    assert {len(reader.tasks) for reader in READERS} == {5}


def test_a_page_has_the_rules_of_the_league_one_comes_from(client, league):
    own = words(client.get(f"{LEAGUE}help/reading-the-table/"))
    assert "A table won gives two points." in own
    assert "separated by score difference, then by score for." in own
    assert "A table won gives" not in words(client.get("/help/reading-the-table/"))


@pytest.mark.parametrize(
    ("book", "pegged"),
    [
        ({"variant": "heckmondwike"}, "Heckmondwike league, to 15"),
        ({"variant": "heckmondwike", "target": 21}, "Heckmondwike league, to 21"),
    ],
)
def test_the_lesson_is_in_the_game_of_the_league(client, book, pegged):
    a_season(rule_book=RuleBook.objects.create(**book))
    page = words(client.get(f"{LEAGUE}help/how-to-play/"))
    assert pegged in page
    assert "The pegs after this hand: 3–1." in page


def test_the_hand_of_the_lesson_is_scored_by_the_rules_of_the_league(client):
    a_season(rule_book=RuleBook.objects.create(variant="lancashire"))
    page = words(client.get(f"{LEAGUE}help/how-to-play/"))
    assert "Home won the two of hearts, the lowest trump in play, in trick 1." in page
    assert "The pegs after this hand: 4–0." in page


def test_a_game_with_a_turned_card_has_a_lesson_without_that_hand(client):
    a_season(rule_book=RuleBook.objects.create(variant="trinidad", target=14))
    page = words(client.get(f"{LEAGUE}help/how-to-play/"))
    assert "Trinidad All Fours, to 14" in page
    assert "The pegs after this hand" not in page


@pytest.mark.parametrize("address", ["/help/", f"{LEAGUE}help/", f"{LEAGUE}search/"])
def test_a_word_that_stands_only_in_the_text_of_a_page_is_found_and_marked(client, league, address):
    page = markup(client.get(address, {"q": "ICSx"}))
    assert 'help/in-your-calendar/#subscribe-on-android-with-google-calendar"' in page
    assert "<mark>ICSx⁵</mark>" in page


def test_a_document_is_found_by_what_is_said_of_it(client, league):
    page = markup(client.get(f"{LEAGUE}search/", {"q": "goes up with"}))
    assert "<mark>" in page


def test_a_rule_of_the_league_is_found_in_its_own_words(client, league):
    page = markup(client.get(f"{LEAGUE}search/", {"q": "level share"}))
    assert "Teams still <mark>level</mark> <mark>share</mark> the place." in page


def test_help_says_so_if_it_has_nothing(client):
    assert "No page of help has “zzz”." in words(client.get("/help/", {"q": "zzz"}))


def test_help_reads_the_rules_of_a_league_only_where_it_speaks_of_them(client, league):
    client.get("/help/", {"q": "warm"})
    for page, tables in {
        "in-your-calendar": ["league_league"],
        "reading-the-table": ["league_league", "league_season", "league_rulebook"],
        "how-to-play": ["league_league", "league_season", "league_rulebook"],
    }.items():
        with CaptureQueriesContext(connection) as queries:
            client.get(f"{LEAGUE}help/{page}/")
        assert tables_read(queries) == tables, page
