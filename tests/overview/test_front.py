"""The front page and the pages of help."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import League
from league.overview.help_pages import HELP_PAGES
from league.regulations.presets import offered
from tests.builders import NIGHT, a_league, a_match, a_pub
from tests.examples import sampled
from tests.reading import markup, tables_read, words

pytestmark = pytest.mark.django_db


def test_an_empty_installation_leads_to_opening_a_league(client):
    assert client.get("/").headers["Location"] == "/new-league/"


def test_from_elsewhere_an_empty_installation_teaches_what_to_do_first(client):
    page = markup(client.get("/", REMOTE_ADDR="192.0.2.7"))
    assert "createsuperuser" in page
    assert "open your league" in page


def test_who_has_an_account_is_not_told_to_make_one(admin_client):
    page = markup(admin_client.get("/"))
    assert "createsuperuser" not in page
    assert "/new-league/" in page


def test_the_only_league_is_led_to(client):
    a_league()
    response = client.get("/")
    assert response.status_code in (302, 303)
    assert response.headers["Location"] == "/three-valleys-all-fours-league/"


def test_several_leagues_are_listed_by_name(client):
    for name in ("Zetland League", "the Aire League"):
        a_league(name)
    page = markup(client.get("/"))
    assert page.index("the Aire League") < page.index("Zetland League")


def test_a_league_is_found_by_its_name_and_by_a_pub_and_says_what_goes_on(client, monkeypatch):
    monkeypatch.setattr(timezone, "localdate", lambda: NIGHT)
    a_match()
    a_pub(a_league("Zetland League"), "The Gansey", address="Sumburgh Road, Lerwick")
    assert "Next matches Thu 14 Jan, 2 teams" in words(client.get("/"))
    for typed, found, other in (
        ("zet", "Zetland League", "Three Valleys"),
        ("lerwick", "Plays at The Gansey", "Three Valleys"),
        ("flee", "Three Valleys", "Zetland League"),
    ):
        page = words(client.get("/", {"q": typed}))
        assert found in page
        assert other not in page
    assert "No league found for “zzz”." in words(client.get("/", {"q": "zzz"}))


def test_many_leagues_are_shown_forty_a_page_and_what_was_looked_for_stays(client):
    League.objects.bulk_create(
        League(name=f"League {number:02}", slug=f"league-{number}") for number in range(41)
    )
    first, second = (words(client.get("/", {"q": "lea", "page": number})) for number in (1, 2))
    assert "League 39" in first
    assert "League 40" not in first
    assert "League 40" in second
    assert "League 39" not in second
    assert 'href="?page=1&amp;q=lea"' in markup(client.get("/", {"q": "lea", "page": 2}))


def test_the_front_page_takes_the_same_queries_for_many_leagues(client):
    for number in range(6):
        a_league(f"League {number}")
    with CaptureQueriesContext(connection) as queries:
        client.get("/", {"q": "league"})
    assert tables_read(queries) == [
        "league_league",  # their names, and those the text is found in
        "league_league",
        "league_pub",
        "league_league",  # those of the page
        "league_division",  # the next day of each
        "league_division",  # and the last
        "league_team",
        "league_user",  # whether this is a first visit
    ]


def test_opening_a_league_is_explained_before_anybody_has_to_sign_in(client, admin_client):
    a_league()
    page = words(client.get("/your-own-league/"))
    assert "What you need" in page
    assert "Sign in and open a league" in page
    assert 'href="/new-league/">Create league' in markup(admin_client.get("/your-own-league/"))


@pytest.mark.parametrize("topic", sampled(["", *(f"{page}/" for page in HELP_PAGES)], each=4))
def test_help_is_there(client, topic):
    assert client.get(f"/help/{topic}").status_code == 200


def test_help_on_setting_up_names_every_rule_book_there_is_to_begin_from(client):
    page = markup(client.get("/help/the-rule-book/"))
    assert all(f"<li><i>{preset.title}</i>" in page for preset in offered())


@pytest.mark.parametrize(
    ("page", "words_wanted"),
    [
        ("turned-cards-and-penalties", ("turned card", "begged", "the jack was hung", "renege", "misdeal")),
        ("following-a-match", ("hand by hand", "card by card", "Jacks hung")),
        ("printing", ("ran the pack", "a line through High and Low")),
    ],
)
def test_help_tells_of_cards_turned_up_of_hung_jacks_and_of_stepping(client, page, words_wanted):
    page_text = words(client.get(f"/help/{page}/"))
    for one in words_wanted:
        assert one in page_text


def test_help_on_something_else_is_not_there(client):
    assert client.get("/help/cheating/").status_code == 404
