"""Asking for results: who is written to, who is not, and nobody twice within the hour."""

import datetime

import pytest
from django.db import transaction

from league.models import Division, Match, Notice, User
from league.results.services.disputes import dispute_match
from league.results.services.reminders import announce_night, chase_results
from league.shared.errors import Refused
from tests.builders import (
    FRIDAY,
    NIGHT,
    WEEK,
    a_captain,
    a_card,
    a_division,
    a_league,
    a_match,
    a_season,
    a_secretary,
    a_walkover,
    a_withdrawal,
    an_account,
)
from tests.examples import sampled

pytestmark = pytest.mark.django_db
MINUTE = datetime.timedelta(minutes=1)


@pytest.fixture
def division() -> Division:
    """Two captains with an address, one with a telephone, one nobody knows."""
    division = a_division(teams=4)
    a_captain(division, "The Fleece", name="Norman", email="fleece@example.org", phone="01924 555 001")
    a_captain(division, "The Shears", email="shears@example.org")
    a_captain(division, "Packhorse & Drover", name="Edna", phone="01924 555 003")
    return division


@pytest.fixture
def match(division: Division) -> Match:
    return a_match(division)


@pytest.fixture
def secretary(division: Division) -> User:
    return a_secretary(division.season.league)


def chase(by: User, *, now: datetime.datetime = FRIDAY, only: str = "", date: datetime.date = NIGHT):
    league = by.league_roles.get().league
    return chase_results(league=league, date=date, by=by, now=now, only=only)


def asked() -> list[str]:
    return list(Notice.objects.values_list("to", flat=True))


def test_both_captains_of_a_missing_result_are_asked(match, secretary):
    done = chase(secretary)
    assert asked() == ["fleece@example.org", "shears@example.org"]
    assert done.without_address == ()
    first = Notice.objects.all()[0]
    assert (first.match, first.kind, first.wanted_by, first.sent_at) == (match, "chase", secretary, None)
    assert first.subject == "Result wanted: The Fleece v The Shears"
    assert "Hello Norman," in first.body
    assert "The Fleece v The Shears (Division One), Thursday 14 January 2027 at The Fleece" in first.body


def test_a_captain_whose_name_is_not_known_is_called_by_the_team(match, secretary):
    chase(secretary)
    assert "Hello captain of The Shears," in Notice.objects.get(to="shears@example.org").body


def test_who_has_no_address_is_named_with_the_telephone_number(division, match, secretary):
    a_match(division, "Packhorse & Drover", "The Tup and Bell")
    done = chase(secretary)
    assert [(one.team, one.phone) for one in done.without_address] == [
        ("Packhorse & Drover", "01924 555 003"),
        ("The Tup and Bell", ""),
    ]
    assert len(asked()) == 2


def test_one_captain_of_both_sides_gets_one_message(division, match, secretary):
    a_captain(division, "The Shears", email="fleece@example.org")
    chase(secretary)
    assert asked() == ["fleece@example.org"]


def test_only_the_match_that_is_named_is_asked_for(division, match, secretary):
    a_captain(division, "The Tup and Bell", email="tup@example.org")
    other = a_match(division, "Packhorse & Drover", "The Tup and Bell")
    chase(secretary, only=other.public_id)
    assert asked() == ["tup@example.org"]


def test_pressing_again_within_the_hour_asks_nobody_twice_and_says_when_they_were_asked(match, secretary):
    chase(secretary)
    with pytest.raises(Refused, match=r"A reminder went out at 9\.00 am\. You can send another at 10\.00 am"):
        chase(secretary, now=FRIDAY + 59 * MINUTE)
    assert len(asked()) == 2
    chase(secretary, now=FRIDAY + 60 * MINUTE)
    assert len(asked()) == 4


def test_within_the_hour_only_those_are_asked_who_were_not(division, match, secretary):
    chase(secretary)
    a_captain(division, "The Tup and Bell", email="tup@example.org")
    a_match(division, "Packhorse & Drover", "The Tup and Bell")
    chase(secretary, now=FRIDAY + MINUTE)
    assert asked()[2:] == ["tup@example.org"]


@pytest.mark.parametrize(
    "settled", sampled(["in", "given", "void", "withdrawn", "disputed", "to come", "moved"], each=3)
)
def test_nobody_is_asked_for_what_is_not_missing(division, match, secretary, settled):
    now = FRIDAY
    if settled == "in":
        a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))
    elif settled == "given":
        a_walkover(match)
    elif settled == "void":
        a_walkover(match, "", kind="void")
    elif settled == "withdrawn":
        a_withdrawal(division, "The Shears")
    elif settled == "disputed":
        dispute_match(match=match, because="the score of table 2", now=FRIDAY)
    elif settled == "to come":
        now = FRIDAY - datetime.timedelta(hours=13)  # 8 pm, half an hour before the start
    else:
        Match.objects.update(date=NIGHT + WEEK, postponed_from=NIGHT)
    with pytest.raises(Refused, match="No result is missing"):
        chase(secretary, now=now)
    assert asked() == []


def test_a_ruling_taken_back_is_no_result(match, secretary):
    a_walkover(match, revoked_on=NIGHT)
    chase(secretary)
    assert len(asked()) == 2


def test_the_match_of_another_league_is_not_asked_for(match, secretary):
    other = a_division(a_season(a_league("Four Rivers")), teams=0)
    a_captain(other, "The Barge", email="barge@example.org")
    strange = a_match(other, "The Barge", "The Lock")
    chase(secretary)
    with pytest.raises(Refused, match="No result is missing"):
        chase(secretary, only=strange.public_id)
    assert "barge@example.org" not in asked()


def test_what_is_rolled_back_asks_nobody(match, secretary):
    with transaction.atomic():
        chase(secretary)
        transaction.set_rollback(True)
    assert asked() == []


def test_every_secretary_with_an_address_is_told_once_that_the_night_is_complete(division, secretary):
    league = division.season.league
    for name, email, active in (("Edna", "edna@example.org", True), ("Gone", "gone@example.org", False)):
        user = a_secretary(league, name)
        user.email, user.is_active = email, active
        user.save()
    for _ in range(2):
        announce_night(league=league, date=NIGHT, matches=2, now=FRIDAY)
    notice = Notice.objects.get()
    assert (notice.to, notice.kind) == ("edna@example.org", "complete")
    assert "All 2 results of Thursday 14 January 2027 are in." in notice.body


def test_only_those_who_run_the_league_are_told_that_the_night_is_complete(division, secretary):
    league = division.season.league
    team = division.enrolments.first().team
    for role in ("owner", "deputy", "results", "fixtures", "scorer", "captain"):
        user = an_account(league, role, team=team if role == "captain" else None)
        User.objects.filter(pk=user.pk).update(email=f"{role}@example.org")
    announce_night(league=league, date=NIGHT, matches=2, now=FRIDAY)
    assert set(Notice.objects.values_list("to", flat=True)) == {"owner@example.org", "deputy@example.org"}


@pytest.mark.parametrize("matches", [1, 3])
def test_chasing_takes_as_many_queries_however_many_matches(
    division, secretary, matches, django_assert_num_queries
):
    names_of_queries = [
        "the secretary's role",
        "the league",
        "savepoint",
        "the matches, held",
        "those of them that are missing",
        "the captains",
        "whom they asked before",
        "the messages",
        "end of the savepoint",
    ]
    for week in range(1, matches + 1):
        a_match(division, week=week)
    fresh = User.objects.get(pk=secretary.pk)
    with django_assert_num_queries(len(names_of_queries)):
        chase(fresh)
