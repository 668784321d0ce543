"""A visitor who comes back: 304 while nothing has changed, never anything stale."""

import datetime
import os

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.test.utils import CaptureQueriesContext

from league.installation import page_cache as revisits
from league.matches.services import adjust_points, give_walkover, revoke_ruling
from league.scheduling.services.moves import postpone_match
from tests.builders import NIGHT, WEEK, a_card, a_league, a_match, a_secretary
from tests.examples import sampled

pytestmark = pytest.mark.django_db

LEAGUE = "/three-valleys-all-fours-league/"
PAGES = [LEAGUE, *(f"{LEAGUE}2026-27/division-one/{page}/" for page in ("standings", "fixtures", "results"))]


@pytest.fixture
def match():
    return a_match()


def come_back(client, address):
    """The answers to a first visit and to one that asks whether the page is still right."""
    first = client.get(address)
    return lambda: client.get(address, headers={"If-None-Match": first.headers["ETag"]})


@pytest.mark.parametrize("address", sampled(PAGES, each=2))
def test_nothing_has_changed(client, match, address):
    again = come_back(client, address)
    with CaptureQueriesContext(connection) as queries:
        response = again()
    assert (response.status_code, response.content) == (304, b"")
    # The league, with its revision; on its home also what is being played now, else which division it is.
    assert len(queries) == 2


@pytest.mark.parametrize("address", sampled(PAGES, each=2))
def test_a_match_was_moved(client, match, address):
    again = come_back(client, address)
    postpone_match(match=match, to=NIGHT + WEEK, reason="burst pipe")
    assert again().status_code == 200


@pytest.mark.parametrize("address", sampled(PAGES, each=2))
def test_a_ruling_was_made_and_taken_back(client, match, address):
    secretary = a_secretary(match.division.season.league)
    again = come_back(client, address)
    ruling = give_walkover(match=match, at_fault="a", reason="nobody came", by=secretary, on=NIGHT)
    assert again().status_code == 200
    again = come_back(client, address)
    revoke_ruling(ruling=ruling, on=NIGHT)
    assert again().status_code == 200


@pytest.mark.parametrize("address", sampled(PAGES, each=2))
def test_points_were_taken(client, match, address):
    secretary = a_secretary(match.division.season.league)
    again = come_back(client, address)
    adjust_points(division=match.division, team=match.home, halves=-4, reason="late", by=secretary, on=NIGHT)
    assert again().status_code == 200


def test_another_league_s_changes_are_no_news(client, match):
    again = come_back(client, PAGES[0])
    other = a_league("Another League")
    other.revision += 1
    other.save()
    assert again().status_code == 304


def test_a_day_has_passed(client, match, monkeypatch):
    again = come_back(client, PAGES[0])
    monkeypatch.setattr(revisits, "league_today", lambda league: datetime.date(2031, 1, 1))
    assert again().status_code == 200


@pytest.mark.parametrize("folder", sampled(["league", "scoring", "templates"], each=3))
def test_the_site_was_upgraded(client, match, settings, tmp_path, folder):
    """The same league may look different then, so nobody may go on with the page of before."""
    settings.BASE_DIR = tmp_path
    (tmp_path / folder).mkdir()
    (tmp_path / folder / "standings.html").write_text("before")
    os.utime(tmp_path / folder / "standings.html", (1, 1))
    revisits.code_stamp.cache_clear()
    again = come_back(client, PAGES[1])
    assert again().status_code == 304
    os.utime(tmp_path / folder / "standings.html", (2, 2))
    revisits.code_stamp.cache_clear()  # as a server that is started again
    assert again().status_code == 200
    revisits.code_stamp.cache_clear()


def test_somebody_who_is_signed_in_always_gets_the_page(client, match):
    a_card(match, (15, 1), (15, 2), (15, 3), (15, 4))
    again = come_back(client, PAGES[1])
    client.force_login(a_secretary(match.division.season.league))
    response = again()
    assert response.status_code == 200
    assert "ETag" not in response.headers


@pytest.mark.parametrize("address", sampled(PAGES, each=2))
def test_nobody_keeps_a_page_without_asking(client, match, address):
    response = client.get(address)
    assert "no-cache" in response.headers["Cache-Control"]
    assert "Cookie" in response.headers["Vary"]


@pytest.mark.parametrize("address", sampled(PAGES, each=2))
def test_a_cache_between_may_store_what_is_the_same_for_everybody(client, match, address):
    """It asks each time; a page that came with a cookie may be of one visitor and stays with them."""
    assert set(client.get(address).headers["Cache-Control"].split(", ")) == {"public", "no-cache"}
    client.cookies["theirs"] = "yes"
    assert set(client.get(address).headers["Cache-Control"].split(", ")) == {"private", "no-cache"}


def test_a_page_with_a_token_is_stored_by_nobody_between(rf, match):
    @revisits.same_until_changed
    def with_a_form(request, league):
        return HttpResponse(get_token(request))

    request = rf.get("/")
    request.user = AnonymousUser()
    assert "private" in with_a_form(request, match.division.season.league).headers["Cache-Control"]
