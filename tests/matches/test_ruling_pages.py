"""Walkovers, points given and taken, matches moved: the effect shown first, a reason always, a way back."""

import datetime

import pytest
from django.test import Client

from league.models import Division, Match, Ruling, User
from tests.builders import (
    NIGHT,
    a_card,
    a_division,
    a_match,
    a_secretary,
    a_walkover,
    an_adjustment,
    an_offence,
)
from tests.examples import sampled
from tests.reading import markup

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return a_division()


@pytest.fixture
def match(division: Division) -> Match:
    return a_match(division)


@pytest.fixture(autouse=True)
def secretary(division: Division, client: Client) -> User:
    user = a_secretary(division.season.league)
    client.force_login(user)
    return user


def desk(division: Division) -> str:
    return f"/{division.season.league.slug}/secretary/"


def walkover(match: Match, query: str = "") -> str:
    return f"{desk(match.division)}matches/{match.public_id}/walkover/{query}"


def postpone(match: Match) -> str:
    return f"{desk(match.division)}matches/{match.public_id}/postpone/"


# --- Walkovers --------------------------------------------------------------------------------


def test_what_a_walkover_would_give_is_shown_before_it_is_given(client, match):
    page = markup(client.get(walkover(match)))
    assert "the match has given nothing yet" in page
    assert "The Fleece 0–10 The Shears; tables 0–4" in page
    assert "The Fleece 10–0 The Shears; tables 4–0" in page
    assert "The Fleece 0–0 The Shears; tables 0–0" in page
    assert not Ruling.objects.exists()


def test_a_match_is_given_with_its_reason(client, match, secretary):
    given = {"at_fault": "a", "reason": "no team raised"}
    asked = client.post(walkover(match), given)
    assert asked.status_code == 422
    assert "Thu 14 Jan 2027 is still to come. Is this decided already?" in markup(asked)
    assert client.post(walkover(match), given | {"early": "on"}).status_code == 303
    ruling = Ruling.objects.get()
    assert (ruling.match, ruling.table, ruling.at_fault) == (match, None, "a")
    assert (ruling.reason, ruling.decided_by) == ("no team raised", secretary)


def test_one_table_is_given_and_its_effect_on_the_result_shown(client, match):
    a_card(match, (15, 9), (12, 15), (15, 11), None)
    page = markup(client.get(walkover(match, "?table=4")))
    assert "Now: The Fleece 6–2 The Shears" in page
    assert "The Fleece 8–2 The Shears; tables 3–1" in page
    answer = client.post(
        walkover(match, "?table=4"), {"at_fault": "a", "reason": "went home early", "early": "on"}
    )
    assert answer.status_code == 303
    assert Ruling.objects.get().table == 4


def test_a_walkover_without_its_reason_is_refused_and_nothing_typed_is_lost(client, match):
    answer = client.post(walkover(match), {"at_fault": "b", "reason": " "})
    page = markup(answer)
    assert answer.status_code == 422
    assert "Give the reason, in a few words" in page
    assert 'value="b" required checked' in page
    assert not Ruling.objects.exists()


def test_a_match_is_not_given_twice(client, match):
    a_walkover(match)
    answer = client.post(walkover(match), {"at_fault": "h", "reason": "again", "early": "on"})
    assert answer.status_code == 422
    assert "already been given as a walkover" in markup(answer)


def test_a_table_the_match_does_not_have_has_no_page(client, match):
    assert client.get(walkover(match, "?table=5")).status_code == 404


def test_the_walkover_page_takes_eight_queries(client, match, django_assert_num_queries):
    names_of_queries = [
        "session",
        "user",
        "league",
        "role in the league",
        "the match",
        "its outcome",
        "its division and rule book",
        "its rulings",
    ]
    with django_assert_num_queries(len(names_of_queries)):
        client.get(walkover(match))


# --- Points given or taken --------------------------------------------------------------------


def adjustment(**fields: str) -> dict[str, str]:
    return {
        "team": "division-one/the-shears",
        "which_way": "take",
        "points": "1½",
        "reason": "result sent on the Sunday",
    } | fields


def test_points_are_taken_in_halves_with_their_reason(client, division, match):
    assert client.post(f"{desk(division)}adjustments/", adjustment()).status_code == 303
    ruling = Ruling.objects.get()
    assert (str(ruling.team), ruling.halves) == ("The Shears", -3)
    page = markup(client.get(f"{desk(division)}adjustments/"))
    assert "The Shears: 1½ points taken" in page
    assert "result sent on the Sunday" in page


@pytest.mark.parametrize(
    ("typed", "halves"),
    sampled([("2", 4), ("0.5", 1), (".5", 1), ("½", 1), ("2,5", 5), (" 3 ", 6), ("100", 200)], each=4),
)
def test_points_are_read_as_people_write_them(client, division, match, typed, halves):
    client.post(f"{desk(division)}adjustments/", adjustment(which_way="give", points=typed))
    assert Ruling.objects.get().halves == halves


@pytest.mark.parametrize(
    "typed", sampled(["", "two", "0", "-2", "1.25", "101", "1e3", "²", "9" * 20, "."], each=5)
)
def test_what_is_no_number_of_points_is_refused_by_what_was_typed(client, division, match, typed):
    answer = client.post(f"{desk(division)}adjustments/", adjustment(points=typed))
    assert answer.status_code == 422
    assert 'role="alert"' in markup(answer)
    assert "sent on the Sunday" in markup(answer)
    assert not Ruling.objects.exists()


def test_a_ruling_taken_back_stays_on_record(client, division, match):
    ruling = an_adjustment(division, "The Shears")
    address = f"{desk(division)}rulings/{ruling.public_id}/revoke/"
    assert client.get(address).status_code == 405
    assert client.post(address).status_code == 303
    assert client.post(address).status_code == 303
    ruling.refresh_from_db()
    assert ruling.revoked_on is not None
    assert "<s>The Shears: 2 points taken</s>" in markup(client.get(f"{desk(division)}adjustments/"))


def test_the_page_of_rulings_takes_nine_queries_however_many(
    client, division, match, django_assert_num_queries
):
    names_of_queries = [
        "session",
        "user",
        "league",
        "role in the league",
        "seasons",
        "enrolments",
        "rulings",
        "appeals against them",
        "appeals against the penalties of some",
    ]
    for team in ("The Fleece", "The Shears", "The Tup and Bell"):
        an_offence(match, ruling=an_adjustment(division, team), kind=f"late_result-{team}"[:24])
    a_walkover(match)
    with django_assert_num_queries(len(names_of_queries)):
        client.get(f"{desk(division)}adjustments/")


# --- Matches moved ----------------------------------------------------------------------------


def test_a_match_moves_to_another_night_and_keeps_its_first_date(client, match):
    answer = client.post(postpone(match), {"to": "2027-02-08", "reason": "snow"})
    assert answer.status_code == 303
    match.refresh_from_db()
    assert (match.date, match.postponed_from) == (datetime.date(2027, 2, 8), NIGHT)
    assert match.postponed_because == "snow"


def test_a_match_can_stand_without_a_date_and_get_one_later(client, match):
    client.post(postpone(match), {"to": "", "reason": "snow"})
    match.refresh_from_db()
    assert match.date is None
    client.post(postpone(match), {"to": "08/02/2027", "reason": "agreed"})
    match.refresh_from_db()
    assert match.date == datetime.date(2027, 2, 8)


@pytest.mark.parametrize(
    ("to", "sentence"),
    sampled(
        [
            ("soon", "Type a date"),
            ("2026-08-01", "01/08/2026 is before the season, which began on 03/09/2026"),
            ("2207-02-08", "08/02/2207 is more than a year after the season ends"),
            (str(NIGHT), "The match is already on that date."),
        ],
        each=4,
    ),
)
def test_a_date_that_cannot_be_is_refused_with_what_was_typed(client, match, to, sentence):
    answer = client.post(postpone(match), {"to": to, "reason": "snow"})
    assert answer.status_code == 422
    assert sentence in markup(answer)
    assert f'value="{to}"' in markup(answer)
    match.refresh_from_db()
    assert match.date == NIGHT


def test_a_match_that_was_played_is_not_moved(client, match):
    a_card(match, (15, 9), (15, 9), (15, 9), (15, 9))
    answer = client.post(postpone(match), {"to": "2027-02-08", "reason": "snow"})
    assert answer.status_code == 422
    assert "confirmed result" in markup(answer)
