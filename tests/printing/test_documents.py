"""The pages of documents: who is shown what, what can be chosen, and each as PDF."""

from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from league.models import Charge, Cup, LeagueRole, Team
from league.printing import document_views
from league.printing.registry.catalogue import DOCUMENTS
from league.regulations.services.ledger import enter_line
from tests.builders import (
    FRIDAY,
    NIGHT,
    a_division,
    a_league,
    a_match,
    a_pub,
    a_season,
    a_team,
    an_account,
)
from tests.examples import sampled

pytestmark = pytest.mark.django_db


@pytest.fixture
def league():
    division = a_division(teams=4)
    a_match(division)
    for name, kind in (("Cup", Cup.Kind.KNOCK_OUT), ("Pairs", Cup.Kind.PAIRS_NIGHT)):
        cup = Cup.objects.create(season=division.season, name=name, slug=name.lower(), kind=kind, fee=500)
        cup.draws.create(round=1, lot="a lot", order=[1, 2], drawn_at=FRIDAY)
    enter_line(
        pub=a_team(division.season.league, "The Fleece").pub,
        kind=Charge.Kind.FEE,
        pence=500,
        reason="Fee",
        on=NIGHT,
        by=None,
    )
    return division.season.league


@pytest.fixture
def secretary(client, league):
    client.force_login(an_account(league, role=LeagueRole.Role.SECRETARY))
    return client


def pages_of(answer) -> list[str]:
    assert answer.headers["Content-Type"] == "application/pdf", answer.content[:300]
    return [page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages]


def test_everybody_is_shown_what_everybody_can_print(client, league):
    page = client.get(reverse("documents", args=[league.slug])).content.decode()
    for kind in DOCUMENTS:
        assert (f'id="{kind.name}"' in page) is (kind.power is None), kind.name


def test_what_has_nothing_to_print_is_not_offered(secretary, league):
    Cup.objects.filter(kind=Cup.Kind.PAIRS_NIGHT).delete()
    Cup.objects.update(fee=0)
    Charge.objects.all().delete()
    page = secretary.get(reverse("workspace-print", args=[league.slug])).content.decode()
    assert 'id="cup-brackets"' in page
    missing = ("pairs-standings", "cup-door-lists", "account-statements")
    assert not any(f'id="{name}"' in page for name in missing)
    Cup.objects.get().draws.all().delete()
    page = secretary.get(reverse("workspace-print", args=[league.slug])).content.decode()
    assert 'id="cup-brackets"' not in page


def test_the_card_of_a_pub_without_a_team_is_printed(secretary, league):
    pub = a_pub(league, "The Idle Pub")
    pub.squares.create(code="k7m49qtd0001", issued_at=FRIDAY)
    address = reverse("desk-document", args=[league.slug, "square-cards"])
    answer = secretary.get(address, {"pub": pub.slug})
    assert "The Idle Pub" in pages_of(answer)[0]


def test_the_secretary_is_shown_every_document(secretary, league):
    page = secretary.get(reverse("workspace-print", args=[league.slug])).content.decode()
    season = league.seasons.latest("starts_on")
    assert all(f'id="{kind.name}"' in page for kind in DOCUMENTS if kind.is_offered(season))


@pytest.mark.parametrize("name", sampled([kind.name for kind in DOCUMENTS if kind.power], each=3))
def test_what_needs_a_role_is_not_printed_for_others(client, league, name):
    address = reverse("document", args=[league.slug, name])
    assert client.get(address, {"date": NIGHT}).status_code == 404


def test_one_team_alone_is_printed(client, league):
    address = reverse("document", args=[league.slug, "team-fixture-lists"])
    (page,) = pages_of(client.get(address, {"team": "the-fleece"}))
    assert "The Fleece" in page


@pytest.mark.slow
def test_the_sheets_of_one_team_are_printed(secretary, league):
    address = reverse("desk-document", args=[league.slug, "score-sheets"])
    fleece = {"date": NIGHT, "team": "the-fleece"}
    assert "The Fleece" in pages_of(secretary.get(address, fleece))[0]
    idle = Team.objects.filter(home_matches=None, away_matches=None)[0]
    for other in ({"team": idle.slug}, {"pub": "the-shears"}):
        answer = secretary.get(address, {"date": NIGHT} | other)
        assert "has nothing to print as score sheets for what was chosen." in answer.content.decode()


@pytest.mark.parametrize(
    ("find", "found"),
    [("certif", {"certificates"}), ("PUBS posters", {"pub-fixture-lists"}), ("wallet nonsense", set())],
)
def test_a_document_is_found_by_its_words(secretary, league, find, found):
    page = secretary.get(reverse("workspace-print", args=[league.slug]), {"find": find}).content.decode()
    assert {kind.name for kind in DOCUMENTS if f'id="{kind.name}"' in page} == found
    assert ("No document is called" in page) is not found


def test_the_coming_night_is_printed_in_one_press(secretary, league, monkeypatch):
    address = reverse("workspace-print", args=[league.slug])
    monkeypatch.setattr(document_views, "league_today", lambda league: NIGHT)
    page = secretary.get(address).content.decode()
    assert "Print everything for" in page
    assert f"night-packs.pdf?season=2026-27&amp;date={NIGHT}" in page
    assert (
        "Print everything for" not in secretary.get(reverse("documents", args=[league.slug])).content.decode()
    )


@pytest.mark.slow
def test_a_night_is_packed_by_pub(secretary, league):
    address = reverse("desk-document", args=[league.slug, "night-packs"])
    assert "The Fleece" in pages_of(secretary.get(address, {"date": NIGHT}))[0]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"team": "nobody"}, "There is no team “nobody” in this season."),
        ({"paper": "a0"}, "There is no paper “a0” for this document; there are a4."),
    ],
)
def test_what_cannot_be_printed_is_said(client, league, typed, sentence):
    answer = client.get(reverse("document", args=[league.slug, "team-fixture-lists"]), typed)
    assert answer.status_code == 404
    assert sentence in answer.content.decode()


def test_a_league_without_a_season_says_so(client):
    league = a_league()
    assert "There is no season yet." in client.get(reverse("documents", args=[league.slug])).content.decode()
    a_season(league)
    answer = client.get(reverse("document", args=[league.slug, "cup-brackets"]))
    assert answer.status_code == 404
    assert "has nothing to print as cup brackets yet." in answer.content.decode()


def test_the_page_asks_as_often_for_many_teams_as_for_few(client, league, django_assert_max_num_queries):
    # League, seasons, divisions, teams with their pubs, nights, cups, and the frame.
    client.get(reverse("documents", args=[league.slug]))
    with django_assert_max_num_queries(7):
        client.get(reverse("documents", args=[league.slug]))
