"""The front page and the pages of help."""

import pytest

from league.overview.views import HELP_PAGES
from league.regulations.presets import offered
from tests.builders import a_league
from tests.reading import markup, words

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


@pytest.mark.parametrize("topic", ["", *(f"{page}/" for page in HELP_PAGES)])
def test_help_is_there(client, topic):
    assert client.get(f"/help/{topic}").status_code == 200


def test_help_on_setting_up_names_every_rule_book_there_is_to_begin_from(client):
    page = markup(client.get("/help/setting-up-a-season/"))
    assert all(f"<li><i>{preset.title}</i>" in page for preset in offered())


@pytest.mark.parametrize(
    ("page", "words_wanted"),
    [
        ("entering-results", ("turned card", "begged", "the jack was hung", "renege", "misdeal", "led")),
        ("following-a-match", ("hand by hand", "card by card", "Jacks hung", "Compare with")),
        ("printing", ("ran the pack", "a line through High and Low")),
    ],
)
def test_help_tells_of_cards_turned_up_of_hung_jacks_and_of_stepping(client, page, words_wanted):
    said = words(client.get(f"/help/{page}/"))
    for one in words_wanted:
        assert one in said


def test_help_on_something_else_is_not_there(client):
    assert client.get("/help/cheating/").status_code == 404
