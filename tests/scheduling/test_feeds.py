"""Calendars on phones: they change what they have, and are not given anything twice."""

import datetime

import icalendar
import pytest
from django.db.models import Q

from league.competition.services import bump_revision
from league.cups.entries import TieResult
from league.cups.rules import CupRules, DrawnBy
from league.cups.services.cups import draw_round, enter_teams, make_cup
from league.cups.services.nights import set_round, set_tie
from league.cups.services.ties import enter_result, follow_match
from league.matches.services import give_walkover, revoke_ruling, withdraw_team
from league.models import Cup, League, Match, Pub, Ruling
from league.scheduling.services.moves import move_venue, postpone_match
from league.scheduling.services.plans import make_plan, queue_search
from league.scheduling.services.publishing import publish_plan
from league.scheduling.services.searches import run_search
from tests.builders import (
    FRIDAY,
    NIGHT,
    WEEK,
    a_captain,
    a_captains_link,
    a_card,
    a_division,
    a_drawn_cup,
    a_match,
    a_pub,
    a_secretary,
    a_team,
    renamed,
)

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


class Phone:
    """A phone that follows a feed: it changes an entry only for one that says it is newer."""

    def __init__(self, client, address: str) -> None:
        self.client, self.address = client, address
        self.has: dict[str, icalendar.Event] = {}
        self.look()

    def look(self) -> dict[str, str]:
        """What it shows after it has asked again, by id."""
        sent = {str(event["UID"]): event for event in events(self.client, self.address)}
        self.has = {
            uid: event
            if uid not in self.has or event["SEQUENCE"] > self.has[uid]["SEQUENCE"]
            else self.has[uid]
            for uid, event in sent.items()
        }
        return {
            uid: f"{event['STATUS']} {event['SUMMARY']} {event['DTSTART'].dt:%d/%m %H:%M} {event['LOCATION']}"
            for uid, event in self.has.items()
        }


def test_a_phone_follows_every_change_and_nothing_is_there_twice(client, match):
    division, phone = match.division, Phone(client, TEAM)
    uid = f"{match.public_id}@pegboard"
    shears = a_pub(division.season.league, "The Shears")

    gone: list[Ruling] = []
    secretary = a_secretary(division.season.league)

    def leaves() -> None:
        gone.append(withdraw_team(division=division, team=match.away, reason="shut", by=secretary, on=NIGHT))

    for act, shown in (
        (lambda: postpone_match(match=match, to=NIGHT + 3 * WEEK, reason="snow"), "04/02 20:30 The Fleece"),
        (lambda: move_venue(match=match, to=shears, reason="a burst pipe"), "04/02 20:30 The Shears"),
        (
            lambda: move_venue(match=match, to=shears, reason="a quiz", starts_at=datetime.time(19, 15)),
            "04/02 19:15 The Shears",
        ),
        (lambda: renamed(match.home.pub, "The Lamb", teams_too=True), "The Lamb v The Shears"),
        (leaves, "CANCELLED"),
        (lambda: revoke_ruling(ruling=gone[0], on=NIGHT), "CONFIRMED"),
        (lambda: publish(division.season), "The Lamb v The Shears"),
    ):
        before = phone.look()
        act()
        after = phone.look()
        assert before[uid] != after[uid]
        assert shown in after[uid]
    truth = Match.objects.filter(Q(home=match.home) | Q(away=match.home))
    assert after.keys() == {f"{one.public_id}@pegboard" for one in truth}
    assert len(after) == 4


def publish(season) -> None:
    """A list for everybody, on nights of its own."""
    plan = make_plan(season=season, name="Anew", requests_text="", by=None, now=FRIDAY, meetings=None)
    queue_search(plan=plan)
    run_search(plan_id=plan.pk, clock=lambda: FRIDAY)
    plan.refresh_from_db()
    august = season.starts_on - WEEK
    publish_plan(plan=plan, by=None, now=FRIDAY, today=august, began_from=plan.revision)


def test_cup_ties_are_in_the_feeds_of_their_teams_and_of_their_pub(client, match):
    season = match.division.season
    cup = a_drawn_cup(season, "The Fleece", "The Shears", "The Tup and Bell", "Station Tap", on=NIGHT + WEEK)
    cup.rules = cup.rules | {"neutral_rounds": 1}
    cup.finals_on, cup.finals_at = NIGHT + 9 * WEEK, a_pub(season.league, "The Owl", address="1 Mill Lane")
    cup.save()
    bump_revision(league_id=season.league_id)
    tie = next(event for event in events(client, TEAM) if "week" not in event["DESCRIPTION"])
    assert (tie["DESCRIPTION"], tie["DTSTART"].dt.date()) == (f"{cup}, Semi-finals.", NIGHT + WEEK)
    assert tie["UID"].startswith(cup.public_id)
    assert tie["URL"].endswith(f"/matches/{match_of(cup, tie).public_id}/")
    (final,) = events(client, f"{LEAGUE}/feeds/pubs/the-owl.ics")
    assert (final["SUMMARY"], final["LOCATION"]) == (f"{cup}, Final", "The Owl, 1 Mill Lane")
    for number in (1, 2):
        result = TieResult(round=1, number=number, legs=((15, 9),))
        enter_result(cup=cup, result=result, began_from=None, now=FRIDAY)
    (after,) = events(client, f"{LEAGUE}/feeds/pubs/the-owl.ics")
    assert after["UID"] == final["UID"]
    assert after["SEQUENCE"] > final["SEQUENCE"]
    assert " v " in after["SUMMARY"]
    winners = after["SUMMARY"].split(" v ")
    assert ("The Fleece" in winners) == (len(events(client, TEAM)) == 3)


def match_of(cup: Cup, event: icalendar.Event) -> Match:
    home, away = event["SUMMARY"].split(" v ")
    return Match.with_ties.get(tie__cup=cup, home__name=home, away__name=away)


def test_a_tie_stays_the_same_entry_with_its_match_and_each_leg_has_its_own(client, match):
    season = match.division.season
    two_legs = CupRules(drawn_by=DrawnBy.BRACKET, legs=2)
    cup = make_cup(season=season, name="Bowl", rules=two_legs)
    enter_teams(cup=cup, teams=[a_team(season.league, name) for name in ("The Fleece", "The Shears")])
    draw_round(cup=cup, round_number=1, lot="fog", now=FRIDAY)

    def entries() -> dict[str, icalendar.Event]:
        of_cup = (event for event in events(client, TEAM) if "Bowl" in event["DESCRIPTION"])
        return {event["UID"]: event for event in of_cup}

    # The pubs are closed to it: it is a tie with a night, and no match yet.
    Pub.objects.update(closed_on=NIGHT)
    set_round(cup=cup, round_number=1, date=NIGHT + WEEK, starts_at=None)
    uid = f"{cup.public_id}-1-1@pegboard"
    assert [*entries()] == [uid]
    Pub.objects.update(closed_on=None)
    set_round(cup=cup, round_number=1, date=NIGHT + WEEK, starts_at=None)
    (first,) = Match.with_ties.filter(tie__cup=cup)
    assert entries()[uid]["URL"].endswith(f"/matches/{first.public_id}/")
    assert [event["UID"] for event in events(client, f"{LEAGUE}/feeds/matches/{first.public_id}.ics")] == [
        uid
    ]
    a_card(first, (15, 1), (15, 1), (15, 1), (15, 1))
    follow_match(first)
    set_tie(cup=cup, round_number=1, number=1, date=NIGHT + 2 * WEEK, starts_at=None, venue=first.away.pub)
    nights = {uid: event["DTSTART"].dt for uid, event in entries().items()}
    assert nights == {uid: NIGHT + WEEK, f"{cup.public_id}-1-1-2@pegboard": NIGHT + 2 * WEEK}
    assert [event["DESCRIPTION"] for event in entries().values()] == [
        "Bowl, Final.",
        "Bowl, Final, second leg.",
    ]


def test_it_is_never_written_later_than_now(client, match):
    League.objects.update(time_zone="Pacific/Auckland")
    (event,) = events(client, TEAM)
    assert event["DTSTAMP"].dt <= datetime.datetime.now(datetime.UTC)


@pytest.mark.parametrize("address", [TEAM, PUB, DIVISION])
def test_who_has_it_is_told_that_nothing_changed(client, match, address, django_assert_num_queries):
    stamp = client.get(address).headers["ETag"]
    with django_assert_num_queries(1):  # the league, with its revision
        assert client.get(address, headers={"If-None-Match": stamp}).status_code == 304
    postpone_match(match=match, to=NIGHT + WEEK, reason="darts")
    assert client.get(address, headers={"If-None-Match": stamp}).status_code == 200


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
    for week in range(3, 6):
        a_match(division, week=week, date=NIGHT + week * WEEK)
        a_drawn_cup(division.season, "The Fleece", "The Shears", on=NIGHT, name=f"Cup {week}")
    # The league; team, seasons, cups, entries, draws, ties, names kept back; matches, pubs, who has left.
    with django_assert_max_num_queries(11):
        client.get(address)


@pytest.mark.parametrize(
    ("page", "feed"),
    [
        ("teams/the-fleece/", TEAM),
        ("pubs/the-fleece/", PUB),
        ("2026-27/division-one/fixtures/", DIVISION),
        (None, TEAM),
    ],
)
def test_the_pages_lead_to_them_as_phones_and_as_others_ask(client, match, page, feed):
    address = f"{LEAGUE}/{page}" if page else a_captains_link(match.division)
    said = client.get(address).content.decode()
    assert f'href="webcal://testserver{feed}"' in said
    assert f'href="http://testserver{feed}"' in said


def test_a_feed_without_matches_is_a_calendar_all_the_same(client):
    a_division()
    written = icalendar.Calendar.from_ical(client.get(TEAM).content)
    assert [part.name for part in written.subcomponents] == ["VTIMEZONE"]
