"""The page on which a match is moved: the conversation, and the secretary's own decision."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Division, Match, Postponement, User
from tests.builders import (
    NIGHT,
    WEEK,
    a_captains_link,
    a_card,
    a_division,
    a_match,
    a_postponement,
    a_secretary,
    a_walkover,
)
from tests.builders_tables import an_entry
from tests.examples import sampled
from tests.reading import markup, words

pytestmark = pytest.mark.django_db

State = Postponement.State
DAY = datetime.timedelta(days=1)
MONDAY = NIGHT + 4 * DAY
NOW = datetime.datetime(2027, 1, 11, 20, 0, tzinfo=datetime.UTC)
UNTIL = datetime.datetime(2027, 1, 13, 23, 59, tzinfo=datetime.UTC)
ASKED = {"ask": "yes", "asked_by": "a", "because": "a wedding", "answer_by": "2027-01-13"}


@pytest.fixture
def monday_night(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW)


@pytest.fixture
def division() -> Division:
    return a_division(teams=4)


@pytest.fixture
def match(division: Division) -> Match:
    return a_match(division)


@pytest.fixture
def secretary(division: Division) -> User:
    return a_secretary(division.season.league)


@pytest.fixture(autouse=True)
def desk(client: Client, secretary: User, monday_night: None) -> Client:
    client.force_login(secretary)
    return client


def at(match: Match) -> str:
    return f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/postpone/"


def public(match: Match) -> str:
    return f"/{match.division.season.league.slug}/matches/{match.public_id}/"


def answer(request: Postponement, act: str, **typed: str) -> dict[str, str]:
    return {"request": request.public_id, act: "yes", **typed}


def request_words(client: Client, address: str) -> str:
    return words(client.get(address))


def test_who_moves_a_match_that_is_being_scored_is_told_the_score(client: Client, match: Match) -> None:
    an_entry(match, "h1", {"high": "h", "low": "h", "jack": "-", "game": "a"}, table=2)
    captains = f"{a_captains_link(match.division, match.home)}matches/{match.public_id}/postpone/"
    for address in (at(match), captains):
        assert "Hands are in: table 2, 2–1." in request_words(client, address)


# --- Asking -----------------------------------------------------------------------------------


def test_free_nights_are_shown_and_why_the_others_are_not(client, match, division):
    a_match(division, "The Fleece", "The Tup and Bell", date=NIGHT + WEEK, week=2)
    page = markup(client.get(at(match)))
    assert f'name="nights" value="{NIGHT + 2 * WEEK}"' in page
    assert f'value="{NIGHT + WEEK}"' not in page
    assert "The Fleece play The Tup and Bell; The Fleece is full: one match" in page
    assert "Best nights" in page
    assert "a Wednesday, not the division’s Thursday; at short notice" in page


def test_a_request_is_written_down_with_nights_ticked_and_typed(client, match, secretary):
    typed = {"nights": ["2027-02-04", "2027-01-28"], "another": "18/01/2027", "and_another": ""}
    assert client.post(at(match), {**ASKED, **typed}).status_code == 303
    request = match.postponements.get()
    assert request.offered == ["2027-01-28", "2027-02-04", "2027-01-18"]
    assert (request.asked_by, request.reason, request.recorded_by) == ("a", "a wedding", secretary)
    assert (request.asked_at, request.answer_by) == (NOW, UNTIL)


def test_pressed_twice_it_is_one_request(client, match):
    for _ in range(2):
        assert client.post(at(match), ASKED).status_code == 303
    assert match.postponements.count() == 1


@pytest.mark.parametrize(
    ("typed", "sentence"),
    sampled(
        [
            ({"because": " "}, "Give the reason"),
            ({"asked_by": ""}, "Choose the team that asks"),
            ({"asked_by": "x"}, "home side or the away side"),
            ({"another": "soon"}, "Type a date"),
            ({"another": "2207-02-08"}, "more than a year after the season ends"),
            ({"another": "2027-01-14"}, "is already on 14/01/2027"),
            ({"and_another": "2027-01-10"}, "10/01/2027 is past"),
            ({"nights": ["2027-01-14"]}, "no longer available"),
            ({"answer_by": "2027-01-10"}, "10/01/2027 is past"),
            ({"answer_by": "2137-01-10"}, "more than a year away"),
        ],
        each=3,
    ),
)
def test_what_cannot_be_asked_is_said_and_nothing_typed_is_lost(client, match, typed, sentence):
    page = client.post(at(match), {**ASKED, "nights": ["2027-01-28"], "because": "a wedding", **typed})
    assert page.status_code == 422
    assert sentence in markup(page)
    if typed.get("because") is None:
        assert 'value="a wedding"' in markup(page)
    if "nights" not in typed:
        assert 'value="2027-01-28" checked' in markup(page)
    assert not match.postponements.exists()


def test_a_rivals_request_refuses_the_second_and_keeps_what_was_typed(client, match):
    a_postponement(match, "h")
    page = client.post(at(match), ASKED)
    assert page.status_code == 422
    assert "already has an open request" in words(page)
    assert 'value="a wedding"' in markup(page)


# --- Answering --------------------------------------------------------------------------------


def test_the_page_says_who_asked_and_how_long_there_is_to_answer(client, match):
    a_postponement(match, answer_by=UNTIL)
    page = request_words(client, at(match))
    assert "The Shears asked on Fri 8 Jan 2027 to move it: a darts final is on in the same room." in page
    assert "Nights offered: Mon 18 Jan. The Fleece still to answer, until Wed 13 Jan: two days left." in page


def test_agreed_on_a_night_offered_the_match_moves(client, match):
    request = a_postponement(match)
    sent = answer(request, "agree", night=str(MONDAY))
    assert client.post(at(match), sent).status_code == 303
    assert client.post(at(match), sent).status_code == 303
    match.refresh_from_db()
    assert (match.date, match.postponed_from) == (MONDAY, NIGHT)
    page = request_words(client, public(match))
    assert "First set for Thu 14 Jan 2027; now Mon 18 Jan 2027." in page
    assert "Mon 11 Jan 2027: agreed on Mon 18 Jan 2027" in page


@pytest.mark.parametrize(
    ("typed", "date"),
    [
        ({"night": "other", "other_night": "20/01/2027"}, datetime.date(2027, 1, 20)),
        ({"night": "none"}, None),
    ],
)
def test_agreed_on_another_night_or_on_none_yet(client, match, typed, date):
    assert client.post(at(match), answer(a_postponement(match), "agree", **typed)).status_code == 303
    match.refresh_from_db()
    assert match.date == date


@pytest.mark.parametrize(
    ("typed", "sentence"),
    sampled(
        [
            ({"night": "other", "other_night": "2027-01-21"}, "The Fleece is full: one match"),
            ({}, "Choose the night"),
            ({"night": "other"}, "Type the night"),
            ({"night": "2027-01-19"}, "was not offered"),
            ({"night": "other", "other_night": "soon"}, "Type a date"),
            ({"night": "other", "other_night": "2207-01-01"}, "more than a year after"),
        ],
        each=3,
    ),
)
def test_an_agreement_that_cannot_be_is_said_by_its_field(client, match, division, typed, sentence):
    a_match(division, "The Tup and Bell", "Packhorse & Drover", date=NIGHT + WEEK, venue=match.venue)
    page = client.post(at(match), answer(a_postponement(match), "agree", **typed))
    assert page.status_code == 422
    assert sentence in words(page)
    match.refresh_from_db()
    assert match.date == NIGHT


@pytest.mark.parametrize(
    ("act", "state"),
    [("refuse", State.REFUSED), ("take-back", State.WITHDRAWN), ("lapse", State.LAPSED)],
)
def test_a_request_that_comes_to_nothing_leaves_the_match(client, match, act, state):
    request = a_postponement(match, answer_by=NOW - DAY)
    sent = answer(request, act, answer="the season’s rule 9")
    assert client.post(at(match), sent).status_code == 303
    assert client.post(at(match), sent).status_code == 303
    request.refresh_from_db()
    match.refresh_from_db()
    assert (request.state, match.date) == (state, NIGHT)


def test_refusing_says_why(client, match):
    page = client.post(at(match), answer(a_postponement(match), "refuse", answer=""))
    assert page.status_code == 422
    assert "Give the reason" in words(page)


def test_an_answer_to_no_request_of_the_match_leads_nowhere(client, match, division):
    other = a_postponement(a_match(division, "Packhorse & Drover", "The Tup and Bell"))
    assert client.post(at(match), answer(other, "agree", night=str(MONDAY))).status_code == 404
    sent = {"take-back": "yes", "request": ""}
    assert client.post(at(match), sent).status_code == 422


def test_the_secretarys_own_decision_answers_the_request(client, match):
    request = a_postponement(match)
    client.post(at(match), {"move": "yes", "to": "2027-01-20", "reason": "snow"})
    request.refresh_from_db()
    assert (request.state, request.agreed_date) == (State.LAPSED, datetime.date(2027, 1, 20))
    page = request_words(client, public(match))
    assert "not agreed; decided by the league: moved to Wed 20 Jan 2027 : snow." in page


def test_a_night_that_is_taken_is_asked_about_before_the_decision(client, match, division):
    a_match(division, "Packhorse & Drover", "The Shears", date=MONDAY, week=9)
    typed = {"move": "yes", "to": str(MONDAY), "reason": "snow"}
    assert "although the night is not free" not in words(client.get(at(match)))
    page = client.post(at(match), typed)
    assert page.status_code == 422
    assert "18/01/2027 is not free: The Shears play Packhorse & Drover." in words(page)
    assert 'value="snow"' in markup(page)
    assert 'name="although_taken"' in markup(page)
    assert client.post(at(match), typed | {"although_taken": "on"}).status_code == 303
    match.refresh_from_db()
    assert match.date == MONDAY


# --- What others see --------------------------------------------------------------------------


def test_the_public_is_told_soberly(client, match):
    client.logout()
    a_postponement(match, answer_by=UNTIL)
    page = request_words(client, public(match))
    assert (
        "The Shears have asked to move it: a darts final is on in the same room. Nights offered: Mon 18 Jan."
        in page
    )
    assert "The answer of The Fleece is awaited until Wed 13 Jan, two days left." in page


@pytest.mark.parametrize(
    ("days", "clock"),
    sampled(
        [(0, "today is the last day"), (1, "one day left"), (12, "12 days left"), (-1, "The time is over")],
        each=3,
    ),
)
def test_the_clock_is_told_in_words(client, match, days, clock):
    a_postponement(match, answer_by=NOW + days * DAY)
    page = request_words(client, f"/{match.division.season.league.slug}/secretary/")
    assert clock.lower() in page.lower()


def test_the_desk_shows_what_waits_the_most_pressing_first(client, match, division):
    later = a_match(division, "Packhorse & Drover", "The Tup and Bell")
    played = a_match(division, "The Shears", "The Fleece", week=2)
    given = a_match(division, "The Tup and Bell", "Packhorse & Drover", week=2)
    a_postponement(later, answer_by=UNTIL + DAY)
    a_postponement(match, answer_by=UNTIL)
    for settled in (played, given):
        a_postponement(settled, reason="settled meanwhile")
    a_card(played, (15, 9), (15, 9), (15, 9), (15, 9))
    a_walkover(given)
    page = request_words(client, f"/{match.division.season.league.slug}/secretary/")
    waiting = page[page.index("Postponement: move this match?") :]
    assert "settled meanwhile" not in page
    assert waiting.index("two days left") < waiting.index("three days left")


def test_the_page_takes_eighteen_queries_and_seven_while_an_answer_is_awaited(
    client, match, django_assert_num_queries
):
    names_of_queries = ["session", "user", "league", "role in the league", "the match", "requests", "hands"]
    in_the_way = ["cups", "matches", "cup nights", "the list without this match"]
    plan = ["who plays", "who has left", "divisions", "the usual weekday", "the list", "other pubs"]
    plan.append("the published plan")
    with django_assert_num_queries(len([*names_of_queries, *in_the_way, *plan])):
        client.get(at(match))
    for state in (State.REFUSED, State.WITHDRAWN, State.LAPSED):
        a_postponement(match, state=state, answered_at=NOW)
    a_postponement(match)
    with django_assert_num_queries(len(names_of_queries)):
        client.get(at(match))
