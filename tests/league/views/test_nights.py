"""A night on one page: what is in, what is missing, and the way on from there."""

import datetime

import pytest
from django.test import Client

from league.models import Division, User
from league.services.drafts import save_draft
from tests.builders import NIGHT, WEEK, a_card, a_division, a_match, a_secretary, a_walkover

pytestmark = pytest.mark.django_db
NOW = datetime.datetime(2027, 1, 15, 9, 0, tzinfo=datetime.UTC)


@pytest.fixture
def division() -> Division:
    return a_division(teams=8)


@pytest.fixture(autouse=True)
def secretary(division: Division, client: Client) -> User:
    user = a_secretary(division.season.league)
    client.force_login(user)
    return user


def night(division: Division, date: datetime.date = NIGHT) -> str:
    return f"/{division.season.league.slug}/secretary/nights/{date}/"


def test_the_night_says_what_is_in_and_what_is_missing(client, division):
    in_already = a_match(division)
    a_card(in_already, (15, 9), (12, 15), (15, 11), (15, 8))
    a_match(division, "Packhorse & Drover", "The Tup and Bell")
    page = client.get(night(division))
    assert page.context["night"].settled == 1
    assert [str(one.line.home.name) for one in page.context["night"].missing] == ["Packhorse & Drover"]
    assert "8–2" in page.content.decode()


def test_once_everything_is_in_the_night_leads_to_the_standings(client, division):
    match = a_match(division)
    standings = f"/{division.season.league.slug}/standings/"
    button = f'<a class="button primary" href="{standings}">'
    assert button not in client.get(night(division)).content.decode()
    a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))
    assert button in client.get(night(division)).content.decode()


def test_a_match_given_without_play_is_not_missing(client, division):
    a_walkover(a_match(division), reason="no team raised")
    page = client.get(night(division))
    assert page.context["night"].missing == ()
    assert "Given without play: no team raised" in page.content.decode()


def test_drafts_are_shown_with_whose_they_are(client, division, secretary):
    match = a_match(division)
    other = a_secretary(division.season.league, "Norman")
    save_draft(match=match, by=secretary, typed={"t1-home-final": "9"}, began_from=0, now=NOW)
    save_draft(match=match, by=other, typed={"t1-home-final": "9"}, began_from=0, now=NOW)
    page = client.get(night(division)).content.decode()
    assert "You have begun it, Fri 15 Jan, 9.00 am" in page
    assert "Norman has begun it" in page


def test_a_match_moved_away_stands_where_it_was_with_where_it_went(client, division):
    a_match(division, date=NIGHT + WEEK, postponed_from=NIGHT, postponed_because="snow")
    a_match(division, "Packhorse & Drover", "The Tup and Bell", date=None, postponed_from=NIGHT, week=2)
    page = client.get(night(division))
    assert len(page.context["night"].moved_away) == 2
    assert night(division, NIGHT + WEEK) in page.content.decode()
    assert "no date yet" in page.content.decode()
    assert "moved here from Thu 14 Jan" in client.get(night(division, NIGHT + WEEK)).content.decode()


def test_the_nights_before_and_after_are_one_step_away(client, division):
    for week in (-2, -1, 0, 1, 2):
        a_match(division, date=NIGHT + week * WEEK, week=week + 3)
    found = client.get(night(division)).context["night"]
    assert (found.before, found.after) == (NIGHT - WEEK, NIGHT + WEEK)


def test_a_night_without_matches_says_so(client, division):
    page = client.get(night(division))
    assert page.status_code == 200
    assert "No match is planned for this night." in page.content.decode()


@pytest.mark.parametrize("address", ["2027-02-30", "0000-01-01", "2027-1-14"])
def test_a_day_that_does_not_exist_has_no_page(client, division, address):
    assert client.get(night(division).replace(str(NIGHT), address)).status_code == 404


def test_a_night_takes_nine_queries_however_many_matches(
    client, division, secretary, django_assert_num_queries
):
    names_of_queries = [
        "session",
        "user",
        "league",
        "role in the league",
        "the matches' outcomes",
        "their divisions and rule books",
        "their confirmed cards",
        "everybody's drafts",
        "the nights before and after",
    ]
    for teams in (("The Fleece", "The Shears"), ("Packhorse & Drover", "The Tup and Bell")):
        match = a_match(division, *teams)
        a_card(match, (15, 9), (12, 15), (15, 11), (15, 8), entered_by=secretary)
        save_draft(match=match, by=secretary, typed={"t1-home-final": "9"}, began_from=1, now=NOW)
    with django_assert_num_queries(len(names_of_queries)):
        client.get(night(division))
