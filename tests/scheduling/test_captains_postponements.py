"""A captain asks to move his match, or answers the other: each for his own side, and for no other."""

import datetime

import pytest
from django.utils import timezone

from league.models import Division, Match, Notice, Postponement
from tests.builders import (
    NIGHT,
    a_captain,
    a_captains_link,
    a_card,
    a_division,
    a_match,
    a_postponement,
    regulated,
)
from tests.reading import markup, words

pytestmark = pytest.mark.django_db
TUESDAY = datetime.datetime(2027, 1, 12, 18, 0, tzinfo=datetime.UTC)
MONDAY = NIGHT + datetime.timedelta(days=4)


@pytest.fixture(autouse=True)
def tuesday(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: TUESDAY)


@pytest.fixture
def division() -> Division:
    return a_division()


@pytest.fixture
def match(division: Division) -> Match:
    return a_match(division)


def another_night(match: Match, team: str = "The Fleece") -> str:
    return f"{a_captains_link(match.division, team)}matches/{match.public_id}/postpone/"


def state() -> tuple[str, str]:
    one = Postponement.objects.get()
    return one.state, one.asked_by


def ask(client, match: Match, team: str = "The Fleece", **said: str):
    fields = {"because": "a wedding", "nights": str(MONDAY), "ask": "yes"} | said
    return client.post(another_night(match, team), fields, follow=True)


def test_free_nights_are_offered_and_the_match_stays_where_it_stands(client, match):
    assert "Mon 18 Jan" in words(client.get(another_night(match)))
    answer = ask(client, match)
    assert "Request sent. The match keeps its date" in words(answer)
    assert "The Shears can answer on their page" in words(answer)
    asked = Postponement.objects.get()
    assert (asked.asked_by, asked.offered, asked.recorded_by) == ("h", [str(MONDAY)], None)
    assert asked.answer_by.date() == NIGHT - datetime.timedelta(days=1)


def test_nobody_asks_in_the_name_of_the_other_side_or_gives_himself_more_time(client, match):
    ask(client, match, "The Shears", asked_by="h", answer_by="2027-04-01")
    assert state() == ("open", "a")
    assert Postponement.objects.get().answer_by.year == 2027
    assert Postponement.objects.get().answer_by.date() < NIGHT


def test_the_other_side_takes_one_of_the_nights(client, match):
    ask(client, match)
    request = Postponement.objects.get().public_id
    said = {"request": request, "night": str(MONDAY), "agree": "yes"}
    for _ in range(2):
        answer = client.post(another_night(match, "The Shears"), said, follow=True)
        assert "moved from Thu 14 Jan 2027 to Mon 18 Jan 2027" in words(answer)
    match.refresh_from_db()
    assert (match.date, state()[0]) == (MONDAY, "agreed")


def test_or_refuses_with_a_reason(client, match):
    ask(client, match)
    request = Postponement.objects.get().public_id
    answer = client.post(another_night(match, "The Shears"), {"request": request, "refuse": "yes"})
    assert answer.status_code == 422
    client.post(
        another_night(match, "The Shears"), {"request": request, "refuse": "yes", "answer": "no room"}
    )
    assert state()[0] == "refused"


@pytest.mark.parametrize("said", [{"agree": "yes", "night": str(MONDAY)}, {"refuse": "yes", "answer": "no"}])
def test_nobody_answers_his_own_request(client, match, said):
    ask(client, match)
    request = Postponement.objects.get().public_id
    answer = client.post(another_night(match), {"request": request, **said})
    assert answer.status_code == 422
    assert "Your team sent this request" in words(answer)
    assert state()[0] == "open"


def test_nobody_takes_back_what_the_other_asked(client, match):
    ask(client, match)
    request = Postponement.objects.get().public_id
    sent = {"request": request, "take-back": "yes"}
    assert client.post(another_night(match, "The Shears"), sent).status_code == 422
    client.post(another_night(match), sent)
    assert state()[0] == "withdrawn"


def test_a_night_that_was_not_offered_cannot_be_taken(client, match):
    ask(client, match)
    request = Postponement.objects.get().public_id
    said = {"request": request, "night": str(MONDAY + datetime.timedelta(days=1)), "agree": "yes"}
    answer = client.post(another_night(match, "The Shears"), said)
    assert answer.status_code == 422
    assert "That night was not offered." in words(answer)


def test_where_the_season_lets_nobody_refuse_it_says_what_can_be_done(client, match):
    rules = {"bands": [{"notice": {"days": 1}}], "opponent_may_refuse": False}
    regulated(match.division, postponements=rules)
    request = a_postponement(match)
    page = words(client.get(another_night(match)))
    assert "you may not refuse. If no night suits you" in page
    assert "Refuse request" not in page
    said = {"request": request.public_id, "refuse": "yes", "answer": "no"}
    answer = client.post(another_night(match), said)
    assert answer.status_code == 422
    assert state()[0] == "open"


def test_a_request_without_nights_is_answered_by_speaking(client, match):
    a_postponement(match, offered=[])
    assert "All the nights offered are past." in words(client.get(another_night(match)))


def test_a_match_that_was_played_is_not_moved_and_what_was_typed_stays(client, match):
    a_card(match, (15, 9))
    answer = ask(client, match)
    assert answer.status_code == 422
    assert "has a confirmed result" in words(answer)
    assert 'value="a wedding"' in markup(answer)


def test_a_request_of_another_match_is_not_found(client, match):
    other = a_postponement(a_match(match.division, week=2, date=NIGHT + datetime.timedelta(days=7)))
    sent = {"request": other.public_id, "refuse": "yes", "answer": "no"}
    assert client.post(another_night(match), sent).status_code == 404


@pytest.mark.parametrize("act", ["agree", "refuse", "take-back"])
def test_an_answer_to_nothing_says_so(client, match, act):
    sent = {act: "yes", "answer": "no", "night": str(MONDAY)}
    answer = client.post(another_night(match), sent)
    assert answer.status_code == 422
    assert 'role="alert"' in markup(answer)


def test_the_other_captain_is_told_of_each_word_once(client, match):
    a_captain(match.division, "The Fleece", name="Norman", email="norman@example.org")
    a_captain(match.division, "The Shears", name="Edna", email="edna@example.org")
    for _ in range(2):
        ask(client, match)
    (asked,) = Notice.objects.all()
    assert asked.to == "edna@example.org"
    assert "The Fleece ask to move The Fleece v The Shears (Division One)" in asked.body
    assert "They offer Monday 18 January 2027." in asked.body
    said = {"request": Postponement.objects.get().public_id, "night": str(MONDAY), "agree": "yes"}
    for _ in range(2):
        client.post(another_night(match, "The Shears"), said)
    agreed = Notice.objects.exclude(pk=asked.pk).get()
    assert agreed.to == "norman@example.org"
    assert "is moved to Monday 18 January 2027" in agreed.body


def test_and_of_a_refusal_with_its_reason(client, match):
    a_captain(match.division, "The Shears", email="edna@example.org")
    request = a_postponement(match)
    client.post(another_night(match), {"request": request.public_id, "refuse": "yes", "answer": "no room"})
    (letter,) = Notice.objects.all()
    assert letter.to == "edna@example.org"
    assert "refuses to move The Fleece v The Shears (Division One): no room" in letter.body
