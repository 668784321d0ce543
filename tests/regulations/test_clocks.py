"""Deadlines where people look before they fall: the page of the match, and the night."""

import datetime

import pytest
from django.utils import timezone

from league.models import Division, Match, User
from league.scheduling.jobs import propose_offences
from league.scheduling.services.moves import postpone_match
from tests.builders import (
    NIGHT,
    SATURDAY_NOON,
    WEEK,
    a_card,
    a_division,
    a_match,
    a_secretary,
    a_walkover,
    regulated,
)
from tests.examples import sampled
from tests.reading import words
from tests.regulations.test_deadline_jobs import DAY, MINUTE, NOON

pytestmark = pytest.mark.django_db

THURSDAY_MORNING = NOON - 2 * DAY
RULE = {"due": SATURDAY_NOON, "pays": "home", "warning_hours": 24, "penalties": [{}, {"pence": 500}]}
AHEAD = "The result must be in by noon on Saturday 16 January; after that the sanction for the home side is"
PASSED = "Overdue: the result was due by noon on Saturday 16 January."


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch):
    def stand_at(moment: datetime.datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment)

    stand_at(THURSDAY_MORNING)
    return stand_at


@pytest.fixture
def division() -> Division:
    return regulated(a_division(teams=4), late_result=[RULE])


@pytest.fixture
def match(division: Division) -> Match:
    return a_match(division)


@pytest.fixture
def secretary(division: Division) -> User:
    return a_secretary(division.season.league)


def public(match: Match) -> str:
    return f"/{match.division.season.league.slug}/matches/{match.public_id}/"


def night(match: Match) -> str:
    return f"/{match.division.season.league.slug}/secretary/nights/{NIGHT}/"


# --- The page of the match --------------------------------------------------------------------


def test_from_its_day_on_the_page_says_what_is_due_and_what_threatens(client, match, now):
    now(THURSDAY_MORNING - DAY)
    assert "must be in" not in words(client.get(public(match)))
    now(THURSDAY_MORNING)
    assert f"{AHEAD} a warning the first time and £5 after that." in words(client.get(public(match)))
    now(NOON + MINUTE)
    assert PASSED in words(client.get(public(match)))


def test_who_holds_the_page_is_sent_a_new_one_when_the_deadline_has_passed(client, match, now):
    now(NOON - MINUTE)
    held = client.get(public(match))["ETag"]
    now(NOON + MINUTE)
    propose_offences(NOON + MINUTE)
    again = client.get(public(match), headers={"if-none-match": held})
    assert again.status_code == 200
    assert PASSED in words(again)


@pytest.mark.parametrize("what", sampled(["in", "in late", "given", "void", "unregulated"], each=3))
def test_what_is_done_or_never_due_is_not_asked_for(client, division, match, now, what):
    if what.startswith("in"):
        entered = NOON + MINUTE if what == "in late" else THURSDAY_MORNING
        a_card(match, (15, 9), (12, 15), (15, 11), (15, 8), entered_at=entered)
    elif what == "unregulated":
        regulated(division)
    else:
        a_walkover(match, **({"kind": "void", "at_fault": ""} if what == "void" else {}))
    now(NOON + 2 * MINUTE)
    assert "must be in" not in words(client.get(public(match)))


def test_the_public_is_not_told_which_offence_it_would_be(client, match, division, now):
    propose_offences(NOON + MINUTE)
    second = a_match(division, "The Fleece", "Packhorse & Drover", date=NIGHT + WEEK, week=2)
    now(THURSDAY_MORNING + WEEK)
    assert "a warning the first time and £5 after that" in words(client.get(public(second)))


def test_a_match_put_off_says_until_when_a_date_is_wanted(client, division, match, now):
    regulated(
        division,
        late_new_date=[{"due": {"days": 7}, "pays": "both", "penalties": [{"points": 1}]}],
        late_replay=[{"due": {"days": 28}}],
    )
    postpone_match(match=match, to=None, reason="snow")
    page = words(client.get(public(match)))
    assert "A new date must be agreed by the end of Thursday 21 January; after that the sanction" in page
    assert "The match must be played by the end of Thursday 11 February." in page


# --- The night --------------------------------------------------------------------------------


def test_the_night_shows_the_clock_of_every_missing_match(client, division, match, secretary, now):
    client.force_login(secretary)
    a_match(division, "Packhorse & Drover", "The Tup and Bell")
    now(NOON - DAY)
    assert words(client.get(night(match))).count(f"{AHEAD} a warning.") == 2
    propose_offences(NOON + MINUTE)
    now(NOON + MINUTE)
    assert words(client.get(night(match))).count(PASSED) == 2


def test_the_night_says_what_a_second_offence_would_cost(client, division, secretary, now):
    client.force_login(secretary)
    a_match(division, "The Fleece", "Packhorse & Drover", date=NIGHT - WEEK, week=2)
    propose_offences(NOON - WEEK + MINUTE)
    match = a_match(division)
    assert f"{AHEAD} £5." in words(client.get(night(match)))


@pytest.mark.parametrize("matches", [1, 2])
def test_clocks_cost_the_night_three_queries(
    client, division, secretary, now, matches, django_assert_num_queries
):
    client.force_login(secretary)
    for teams in (("The Fleece", "The Shears"), ("Packhorse & Drover", "The Tup and Bell"))[:matches]:
        match = a_match(division, *teams)
    # As a night of matches without a result, whose reader the audit log notes; four are the line of the week.
    without = 27
    with django_assert_num_queries(without + len(["cards", "receipts", "postponements", "offences"])):
        client.get(night(match))
