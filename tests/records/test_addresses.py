"""Web addresses of pubs, teams and the league: previewed, refused when taken, the old ones led on."""

import pytest
from django.test import Client

from league.models import League, Match, Pub, RecordChange, Team
from tests.builders import a_division, a_league, a_match, a_pub, a_secretary
from tests.examples import sampled
from tests.reading import words
from tests.records.test_records import PUB, opened

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return a_match(a_division(teams=2), public_id="fleece22")


@pytest.fixture
def league(match: Match) -> League:
    return match.division.season.league


@pytest.fixture
def desk(client: Client, league: League) -> str:
    client.force_login(a_secretary(league))
    return f"/{league.slug}/secretary/records/"


def move(client: Client, desk: str, slug: str, button: str = "save"):
    page = f"{desk}pubs/the-fleece/"
    return client.post(page, PUB | opened(client, page) | {"slug": slug, button: ""})


def test_a_pubs_old_address_leads_to_the_new_one_until_it_is_undone(
    client: Client, desk: str, league: League
) -> None:
    shown = words(move(client, desk, "golden-fleece", "preview"))
    assert f"The page moves to /{league.slug}/pubs/golden-fleece/" in shown
    assert "Links and calendars with “the-fleece” lead there." in shown
    assert Pub.objects.filter(slug="the-fleece").exists()
    assert move(client, desk, "golden-fleece").headers["Location"] == f"{desk}pubs/golden-fleece/"
    assert "Web address: the-fleece to golden-fleece" in words(client.get(f"{desk}pubs/golden-fleece/"))
    for old, new in (
        ("pubs/the-fleece/?x=1", "pubs/golden-fleece/?x=1"),
        ("feeds/pubs/the-fleece.ics", "feeds/pubs/golden-fleece.ics"),
    ):
        assert client.get(f"/{league.slug}/{old}").headers["Location"] == f"/{league.slug}/{new}"
    change = RecordChange.objects.get()
    client.post(f"{desk}changes/{change.public_id}/undo/")
    answer = client.get(f"/{league.slug}/pubs/golden-fleece/")
    assert answer.headers["Location"] == f"/{league.slug}/pubs/the-fleece/"


@pytest.mark.parametrize(
    ("slug", "sentence"),
    sampled(
        [
            ("the-ram", "The Ram has the address “the-ram”"),
            ("new", "“new” is the address of another page"),
            ("The Ram!", "is no web address"),
            ("", "Type the web address"),
        ],
        each=4,
    ),
)
def test_an_address_that_is_taken_reserved_or_none_is_refused(
    client: Client, desk: str, league: League, slug: str, sentence: str
) -> None:
    a_pub(league, "The Ram")
    answer = move(client, desk, slug)
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert Pub.objects.filter(slug="the-fleece").exists()


@pytest.mark.slow
def test_a_new_pub_at_an_old_address_is_shown_itself(client: Client, desk: str, league: League) -> None:
    move(client, desk, "golden-fleece")
    a_pub(league, "The Fleece")
    assert client.get(f"/{league.slug}/pubs/the-fleece/").status_code == 200


def test_the_league_moves_with_every_page_of_it(client: Client, desk: str, league: League) -> None:
    a_league("Other Invented League")
    page = f"/{league.slug}/secretary/settings/"
    typed = {"name": league.name, "time_zone": league.time_zone, "about": ""}
    for slug, sentence in (
        ("help", "is the address of another page"),
        ("other-invented-league", "Another league has the address"),
    ):
        assert sentence in words(client.post(page, typed | opened(client, page) | {"slug": slug, "save": ""}))
    answer = client.post(page, typed | opened(client, page) | {"slug": "valleys", "save": ""})
    assert answer.headers["Location"] == "/valleys/secretary/settings/"
    old = f"/{league.slug}/teams/{Team.objects.earliest('pk').slug}/"
    assert client.get(old).headers["Location"] == old.replace(league.slug, "valleys")
    assert client.post(old).status_code in {404, 405}
    assert client.get("/no-such-league/").status_code == 404
