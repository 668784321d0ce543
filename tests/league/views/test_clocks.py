"""Deadlines where people look before they fall: the page of the match, the night, the page of moving it."""

import datetime

import pytest
from django.utils import timezone

from league.jobs.deadlines import propose_offences
from league.models import Division, Match, User
from league.services.matches import postpone_match
from tests.builders import (
    NIGHT,
    SATURDAY_NOON,
    WEEK,
    a_card,
    a_division,
    a_match,
    a_postponement,
    a_secretary,
    a_walkover,
    regulated,
)
from tests.league.jobs.test_deadlines import DAY, MINUTE, NOON
from tests.reading import words

pytestmark = pytest.mark.django_db

THURSDAY_MORNING = NOON - 2 * DAY
RULE = {"due": SATURDAY_NOON, "pays": "home", "warning_hours": 24, "penalties": [{}, {"pence": 500}]}
AHEAD = "The result must be in by noon on Saturday 16 January; after that the penalty for the home side is"
PASSED = "The result must be in by noon on Saturday 16 January, and that has passed; the penalty"


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


def at_desk(match: Match, what: str) -> str:
    return f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/{what}/"


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


@pytest.mark.parametrize("what", ["in", "given", "void", "unregulated"])
def test_what_is_done_or_never_due_is_not_asked_for(client, division, match, now, what):
    if what == "in":
        a_card(match, (15, 9), (12, 15), (15, 11), (15, 8), entered_at=THURSDAY_MORNING)
    elif what == "unregulated":
        regulated(division)
    else:
        a_walkover(match, **({"kind": "void", "at_fault": ""} if what == "void" else {}))
    now(NOON + MINUTE)
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
    assert "A new date must be agreed by the end of Thursday 21 January; after that the penalty" in page
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
    with django_assert_num_queries(14 + len(["cards", "postponements", "offences"])):
        client.get(night(match))


# --- Moving a match ---------------------------------------------------------------------------

NOTICE = {
    "bands": [{"notice": {"days": 4}}, {"notice": {"days": 1}, "penalties": [{"pence": 1000}]}],
    "limit": 1,
    "opponent_may_refuse": True,
}


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        (NOON - 7 * DAY, "ask now: The season's rules allow it. The other side may refuse."),
        (NOON - 4 * DAY, "but at a price: £10. The other side may refuse."),
        (THURSDAY_MORNING, "This match could be put off until the end of Wednesday 13 January, not later."),
    ],
)
def test_the_page_says_what_the_rule_makes_of_asking_now(
    client, division, match, secretary, now, moment, said
):
    client.force_login(secretary)
    regulated(division, postponements=NOTICE)
    now(moment)
    assert said in words(client.get(at_desk(match, "postpone")))


def test_a_team_that_has_put_off_all_it_may_is_told_apart(client, division, match, secretary, now):
    client.force_login(secretary)
    regulated(division, postponements=NOTICE)
    other = a_match(division, "The Shears", "Packhorse & Drover", date=NIGHT - WEEK, week=2)
    moved = NIGHT - DAY
    a_postponement(other, asked_by="h", state="agreed", agreed_date=moved, answered_at=NOON - 20 * DAY)
    Match.objects.filter(pk=other.pk).update(date=moved, postponed_from=NIGHT - WEEK)
    now(NOON - 7 * DAY)
    page = words(client.get(at_desk(match, "postpone")))
    assert "If The Fleece ask now: The season's rules allow it." in page
    assert "If The Shears ask now: A team may put off one in a season; this one has had one." in page


def test_only_nights_within_the_season_s_limit_are_offered_and_taken(client, division, match, secretary, now):
    client.force_login(secretary)
    regulated(division, late_replay=[{"due": {"days": 7}}])
    page = client.get(at_desk(match, "postpone")).content.decode()
    assert f'value="{NIGHT + WEEK}"' in page
    assert f'value="{NIGHT + 2 * WEEK}"' not in page
    assert "The season wants it played by Thu 21 Jan 2027." in words(client.get(at_desk(match, "postpone")))
    typed = {"ask": "yes", "asked_by": "a", "because": "snow", "another": str(NIGHT + 2 * WEEK)}
    response = client.post(at_desk(match, "postpone"), typed)
    assert response.status_code == 422
    assert "The season’s rules want it between" in words(response)


@pytest.mark.parametrize("others", [0, 3])
def test_the_verdict_costs_five_queries(
    client, division, match, secretary, now, others, django_assert_num_queries
):
    client.force_login(secretary)
    for number in range(others):
        other = a_match(division, date=NIGHT + (number + 2) * WEEK, week=number + 5)
        a_postponement(other, state="refused", answered_at=NOON)
    without = ["session", "user", "role", "league", "match", "requests", "weekday", "in the way"]
    regulated(division, postponements=NOTICE)
    with_verdict = ["matches", "divisions", "cards", "postponements", "late before"]
    with django_assert_num_queries(len(without + with_verdict)):
        client.get(at_desk(match, "postpone"))
