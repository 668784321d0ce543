"""The clock tells the secretaries when a night is complete: once, in time, and not before."""

import datetime

import pytest

from league.models import Division, League, Match, Notice, User
from league.results.jobs import announce_complete_nights
from league.results.services.disputes import dispute_match, end_dispute
from tests.builders import (
    FRIDAY,
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_league,
    a_match,
    a_season,
    a_secretary,
    a_walkover,
    a_withdrawal,
)
from tests.examples import sampled

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    division = a_division(teams=4)
    secretary = a_secretary(division.season.league)
    secretary.email = "edna@example.org"
    secretary.save()
    return division


@pytest.fixture
def match(division: Division) -> Match:
    return a_match(division)


def enter(match: Match) -> None:
    a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))


def told() -> int:
    announce_complete_nights(FRIDAY)
    return Notice.objects.count()


def test_nobody_is_told_before_the_last_result_is_in_and_then_once(division, match):
    other = a_match(division, "Packhorse & Drover", "The Tup and Bell")
    enter(match)
    assert told() == 0
    enter(other)
    assert [told(), told()] == [1, 1]
    assert (
        Notice.objects.get().subject == "Complete: Three Valleys All Fours League, Thursday 14 January 2027"
    )


def test_leagues_in_which_nobody_can_be_told_cost_nothing(match, django_assert_num_queries):
    enter(match)
    told()
    for number in range(3):
        enter(a_match(a_division(a_season(a_league(f"League {number}")))))
    with django_assert_num_queries(3):
        assert announce_complete_nights(FRIDAY) == 0


def test_a_correction_does_not_tell_again_nor_does_a_new_secretary(division, match):
    enter(match)
    told()
    match.scorecards.update(is_confirmed=False, set_aside_at=FRIDAY)
    told()
    enter(match)
    newcomer = a_secretary(division.season.league, "newcomer")
    newcomer.email = "new@example.org"
    newcomer.save()
    assert told() == 1


@pytest.mark.parametrize("what", sampled(["given", "void", "withdrawn"], each=3))
def test_what_will_not_be_played_keeps_no_night_open(division, match, what):
    enter(a_match(division, "Packhorse & Drover", "The Tup and Bell"))
    if what == "withdrawn":
        a_withdrawal(division, "The Shears")
    else:
        a_walkover(match, **({"kind": "void", "at_fault": ""} if what == "void" else {}))
    assert told() == 1


def test_a_disputed_result_keeps_the_night_open_until_it_is_settled(match):
    enter(match)
    dispute_match(match=match, because="The Shears say 13.", now=FRIDAY)
    assert told() == 0
    end_dispute(match=match, decision="It was 15.", now=FRIDAY)
    assert told() == 1


@pytest.mark.parametrize("weeks", [-3, 1])
def test_nights_long_ago_and_nights_to_come_are_no_news(division, weeks):
    enter(a_match(division, date=NIGHT + weeks * WEEK))
    assert told() == 0


def test_a_league_in_another_time_zone_has_its_own_midnight(division):
    League.objects.update(time_zone="America/Port_of_Spain")
    enter(a_match(division, date=FRIDAY.date()))
    announce_complete_nights(datetime.datetime(2027, 1, 15, 3, 59, tzinfo=datetime.UTC))
    assert Notice.objects.count() == 0
    announce_complete_nights(datetime.datetime(2027, 1, 15, 4, 0, tzinfo=datetime.UTC))
    assert Notice.objects.count() == 1


@pytest.mark.parametrize("leagues", [1, 3])
def test_looking_is_three_queries_however_many_leagues(leagues, django_assert_num_queries):
    for number in range(leagues):
        division = a_division(a_season(a_league(f"League {number}")))
        enter(a_match(division))
        secretary = a_secretary(division.season.league, f"secretary-{number}")
        User.objects.filter(pk=secretary.pk).update(email="x@example.org")
        about = f"complete {NIGHT}"
        Notice.objects.create(
            league=division.season.league, kind="complete", about=about, to="x@example.org", wanted_at=FRIDAY
        )
    names_of_queries = ["nights counted", "their leagues", "who was told"]
    with django_assert_num_queries(len(names_of_queries)):
        announce_complete_nights(FRIDAY)
