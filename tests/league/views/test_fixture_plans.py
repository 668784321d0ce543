"""The pages on which a season's list is planned: by a fixtures assistant, without a script."""

import datetime
import itertools

import pytest
from django.test import Client

from league.models import FixturePlan, Match, Season
from league.services.searches import run_search
from tests.builders import a_division, an_account

pytestmark = pytest.mark.django_db
PLANS = "/three-valleys-all-fours-league/secretary/fixtures/"
NOW = datetime.datetime(2026, 8, 1, 20, 0, tzinfo=datetime.UTC)


@pytest.fixture
def season(monkeypatch: pytest.MonkeyPatch) -> Season:
    """A season to come: in one that has begun, a list would start today, whichever day that is."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)
    return a_division(teams=4).season


@pytest.fixture
def assistant(client: Client, season: Season) -> Client:
    client.force_login(an_account(season.league, "fixtures"))
    return client


def made(assistant: Client, wishes: str = "") -> str:
    answer = assistant.post(PLANS, {"name": "First", "seconds": 5, "wishes": wishes})
    assert answer.status_code == 303
    return answer.headers["Location"]


def searched(assistant: Client, wishes: str = "") -> str:
    page = made(assistant, wishes)
    assistant.post(page, {"search": ""})
    moments = (NOW + number * datetime.timedelta(seconds=1) for number in itertools.count())
    run_search(plan_id=FixturePlan.objects.get().pk, clock=lambda: next(moments))
    return page


def test_a_plan_is_made_searched_and_published(assistant, season):
    page = searched(assistant)
    said = assistant.get(page).content.decode()
    assert "No list can be better" in said
    assert "Every condition holds" in said
    revision = FixturePlan.objects.get().revision
    answer = assistant.post(page, {"publish": "yes", "revision": revision}, follow=True)
    assert "12 matches made" in answer.content.decode()
    assert Match.objects.filter(division__season=season).count() == 12


def test_what_cannot_be_is_said_and_nothing_typed_is_lost(assistant, season):
    wishes = "[season]\nlast = 2026-09-12 # a short one\n"
    answer = assistant.post(PLANS, {"name": "Short", "seconds": 5, "wishes": wishes})
    assert answer.status_code == 422
    said = answer.content.decode()
    assert "need 6 nights; the dates allow 2" in said
    assert "a short one" in said


def test_a_wish_not_met_is_named(assistant):
    wish = '[[wish]]\nteam = "The Fleece"\nwhere = "{}"\non = [2026-09-03]\n'
    page = searched(assistant, wish.format("home") + wish.format("not home"))
    said = assistant.get(page).content.decode()
    assert "Wishes: 1 of 2 met" in said
    assert "What cannot be had together" in said


def test_a_page_that_is_out_of_date_publishes_nothing(assistant):
    page = searched(assistant)
    answer = assistant.post(page, {"publish": "yes", "revision": 0})
    assert answer.status_code == 422
    assert "changed this plan meanwhile" in answer.content.decode()
    assert not Match.objects.exists()


def test_stopped_and_thrown_away(assistant):
    page = made(assistant)
    assistant.post(page, {"search": ""})
    assistant.post(page, {"stop": ""})
    assert FixturePlan.objects.get().state == "stopped"
    assert assistant.post(page, {"delete": ""}).headers["Location"] == PLANS
    assert not FixturePlan.objects.exists()
    assert assistant.get(page).status_code == 404


def test_a_plan_of_a_team_that_has_gone_says_so(assistant, season):
    page = searched(assistant)
    season.enrolments.filter(team__slug="the-fleece").delete()
    assert "plays in the season no more" in assistant.get(page).content.decode()


@pytest.mark.parametrize("teams", [4, 10])
def test_the_page_asks_no_more_for_more_teams(client, teams, django_assert_max_num_queries):
    season = a_division(teams=teams).season
    client.force_login(an_account(season.league, "fixtures"))
    page = searched(client)
    with django_assert_max_num_queries(16):
        client.get(page)
