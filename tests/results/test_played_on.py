"""A match without a date is entered all the same: the page asks on which day it was played."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Division, Match
from tests.builders import NIGHT, WEEK, a_division, a_match, a_secretary
from tests.examples import sampled
from tests.reading import markup, words

pytestmark = pytest.mark.django_db

NOW = datetime.datetime(2027, 1, 11, 20, 0, tzinfo=datetime.UTC)
FINALS = {"t1-away-final": "13", "t2-home-final": "12", "t3-away-final": "11", "t4-away-final": "8"}
CONFIRMED = {**FINALS, "version": "0", "confirm": "yes"}


@pytest.fixture
def division(client: Client, monkeypatch: pytest.MonkeyPatch) -> Division:
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    division = a_division(teams=4)
    client.force_login(a_secretary(division.season.league))
    return division


@pytest.fixture
def match(division: Division) -> Match:
    return a_match(division)


def at(match: Match) -> str:
    return f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/entry/"


@pytest.fixture
def undated(division: Division) -> Match:
    return a_match(division, "The Shears", "The Fleece", week=2, date=None, postponed_from=NIGHT - WEEK)


def test_the_entry_of_a_match_without_a_date_asks_when_it_was_played(client, match, undated):
    assert 'name="played-on" value="2027-01-11"' in markup(client.get(at(undated)))
    assert "played-on" not in markup(client.get(at(match)))


def test_the_day_is_stored_with_the_result(client, undated):
    for _ in range(2):
        sent = {**CONFIRMED, "played-on": "2027-01-10"}
        assert client.post(at(undated), sent).status_code == 303
    undated.refresh_from_db()
    assert (undated.date, undated.postponed_from) == (datetime.date(2027, 1, 10), NIGHT - WEEK)
    assert undated.scorecards.count() == 1


def test_played_on_its_first_night_after_all_it_was_not_put_off(client, undated):
    client.post(at(undated), {**CONFIRMED, "played-on": str(NIGHT - WEEK)})
    undated.refresh_from_db()
    assert (undated.date, undated.postponed_from) == (NIGHT - WEEK, None)


@pytest.mark.parametrize(
    ("day", "sentence"),
    sampled(
        [
            ("", "Say on which day"),
            ("soon", "Type a date"),
            ("2027-01-12", "12/01/2027 is in the future"),
            ("2020-01-12", "12/01/2020 is before the season"),
        ],
        each=4,
    ),
)
def test_a_day_that_cannot_be_is_refused_and_kept_with_the_draft(client, undated, day, sentence):
    page = client.post(at(undated), {**CONFIRMED, "played-on": day})
    assert page.status_code == 422
    assert sentence in words(page)
    assert not undated.scorecards.exists()
    undated.refresh_from_db()
    assert undated.date is None
    again = markup(client.get(at(undated)))
    assert f'name="played-on" value="{day or "2027-01-11"}"' in again


def test_who_does_not_say_the_day_is_not_refused(client, undated):
    assert client.post(at(undated), CONFIRMED).status_code == 303
    undated.refresh_from_db()
    assert undated.date is None


def test_a_match_with_a_date_keeps_it(client, match):
    client.post(at(match), {**CONFIRMED, "played-on": "2027-01-10"})
    match.refresh_from_db()
    assert match.date == NIGHT
