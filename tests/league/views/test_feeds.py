"""Calendars on phones: they change what they have, and are not given anything twice."""

import datetime

import icalendar
import pytest

from league.models import Match, Ruling
from league.services.matches import postpone_match
from league.services.rulings import give_walkover, revoke_ruling
from tests.builders import NIGHT, WEEK, a_captain, a_division, a_match

pytestmark = pytest.mark.django_db
LEAGUE = "/three-valleys-all-fours-league"
TEAM, PUB = f"{LEAGUE}/feeds/teams/the-fleece.ics", f"{LEAGUE}/feeds/pubs/the-fleece.ics"
DIVISION = f"{LEAGUE}/feeds/divisions/2026-27/division-one.ics"


@pytest.fixture
def match() -> Match:
    division = a_division(teams=3)
    a_match(division, "The Shears", "Packhorse & Drover", week=2, date=NIGHT + WEEK)
    return a_match(division)


def events(client, address: str) -> list[icalendar.Event]:
    return list(icalendar.Calendar.from_ical(client.get(address).content).walk("VEVENT"))


def test_a_team_follows_its_own_matches(client, match):
    answer = client.get(TEAM)
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    (event,) = events(client, TEAM)
    assert event["SUMMARY"] == "The Fleece v The Shears"
    assert event["UID"] == f"{match.public_id}@pegboard"
    assert event["DTSTART"].dt == datetime.datetime(2027, 1, 14, 20, 30, tzinfo=datetime.UTC)
    assert event["STATUS"] == "CONFIRMED"
    assert event["URL"] == f"http://testserver{LEAGUE}/matches/{match.public_id}/"


def test_in_summer_half_past_eight_is_half_past_seven_of_the_world(client, match):
    Match.objects.filter(pk=match.pk).update(date=datetime.date(2026, 9, 10))
    assert events(client, TEAM)[0]["DTSTART"].dt == datetime.datetime(
        2026, 9, 10, 19, 30, tzinfo=datetime.UTC
    )


def test_without_an_hour_it_takes_the_day(client, match):
    Match.objects.filter(pk=match.pk).update(starts_at=None)
    event = events(client, TEAM)[0]
    assert event["DTSTART"].dt == NIGHT
    assert event["DTEND"].dt == NIGHT + datetime.timedelta(days=1)


@pytest.mark.parametrize(("address", "matches"), [(PUB, 1), (DIVISION, 2)])
def test_pubs_and_divisions_have_theirs(client, match, address, matches):
    assert len(events(client, address)) == matches


def test_a_match_that_moves_stays_the_same_entry_and_is_newer(client, match):
    (before,) = events(client, TEAM)
    postpone_match(match=match, to=None, reason="snow")
    (waiting,) = events(client, TEAM)
    assert waiting["STATUS"] == "CANCELLED"
    postpone_match(match=match, to=NIGHT + 3 * WEEK, reason="snow")
    (after,) = events(client, TEAM)
    assert after["STATUS"] == "CONFIRMED"
    assert after["DTSTART"].dt.date() == NIGHT + 3 * WEEK
    assert before["UID"] == waiting["UID"] == after["UID"]
    assert before["SEQUENCE"] < waiting["SEQUENCE"] < after["SEQUENCE"]


def test_a_match_given_without_play_is_off_until_that_is_revoked(client, match):
    (before,) = events(client, TEAM)
    ruling = give_walkover(match=match, at_fault=Ruling.AtFault.AWAY, reason="nobody came", by=None, on=NIGHT)
    (given,) = events(client, TEAM)
    revoke_ruling(ruling=ruling, on=NIGHT)
    (after,) = events(client, TEAM)
    assert [one["STATUS"] for one in (before, given, after)] == ["CONFIRMED", "CANCELLED", "CONFIRMED"]
    assert before["SEQUENCE"] < given["SEQUENCE"] < after["SEQUENCE"]


def test_who_has_it_is_told_that_nothing_changed(client, match):
    stamp = client.get(TEAM).headers["ETag"]
    assert client.get(TEAM, headers={"If-None-Match": stamp}).status_code == 304
    postpone_match(match=match, to=NIGHT + WEEK, reason="darts")
    assert client.get(TEAM, headers={"If-None-Match": stamp}).status_code == 200


def test_no_contact_is_in_it(client, match):
    a_captain(match.division, "The Fleece", name="Ermintrude", email="captain@example.org", phone="01924 555")
    Match.objects.update(disputed_because="says it was 13")
    for address in (TEAM, PUB, DIVISION):
        said = client.get(address).content.decode()
        assert not [word for word in ("Ermintrude", "captain@", "01924 555", "says it was") if word in said]


@pytest.mark.parametrize("address", [TEAM, PUB, DIVISION])
def test_what_is_not_there_is_not_found(client, match, address):
    assert client.get(address.replace("fleece", "owl").replace("one", "nine")).status_code == 404


@pytest.mark.parametrize("address", [TEAM, PUB, DIVISION])
def test_its_queries_do_not_grow_with_the_season(client, match, address, django_assert_max_num_queries):
    division = match.division
    for week in range(3, 9):
        a_match(division, week=week, date=NIGHT + week * WEEK)
    with django_assert_max_num_queries(9):
        client.get(address)


@pytest.mark.parametrize("page", ["teams/the-fleece/", "pubs/the-fleece/", "2026-27/division-one/fixtures/"])
def test_the_pages_lead_to_them(client, match, page):
    assert ".ics" in client.get(f"{LEAGUE}/{page}").content.decode()
