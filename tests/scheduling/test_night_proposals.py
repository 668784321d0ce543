"""The nights a postponed match is offered: what breaks nothing first, by the plan that was published."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import FixturePlan, Match
from league.scheduling.selectors.night_proposals import NightProposals, propose_nights
from tests.builders import FRIDAY, NIGHT, WEEK, a_division, a_drawn_cup, a_match
from tests.builders_seasons import a_round_robin

pytestmark = pytest.mark.django_db

DAY = datetime.timedelta(days=1)
TODAY = NIGHT - 3 * DAY
REQUESTS = """
[season]
longest_run = 3
[[week_off]]
day = 2027-01-21
because = "Burns Night"
[[week_off]]
day = 2027-02-04
kind = "reserve"
[[wish]]
team = "The Shears"
where = "not away"
on = [2027-01-28]
because = "darts"
"""


@pytest.fixture
def match() -> Match:
    return a_match(a_division(teams=4))


def published(match: Match, requests_text: str = REQUESTS) -> None:
    FixturePlan.objects.create(
        season=match.division.season, name="First", wishes=requests_text, state="published", made_at=FRIDAY
    )


def offered(match: Match, **more: object) -> NightProposals:
    return propose_nights(match, **{"today": TODAY, **more})


def test_the_leagues_own_nights_come_first_and_the_soonest_of_them(match: Match) -> None:
    found = offered(match)
    assert [night.date for night in found.best] == [NIGHT + number * WEEK for number in range(1, 6)]
    assert found.usual[0].date == NIGHT + 6 * WEEK
    assert [night.date for night in found.others[:3]] == [NIGHT - 2 * DAY, NIGHT - DAY, NIGHT + DAY]
    assert found.nearest is None


def test_the_published_plan_is_asked_for_its_weeks_off_and_its_requests(match: Match) -> None:
    published(match)
    found = offered(match)
    assert [night.date for night in found.best][:2] == [NIGHT + 3 * WEEK, NIGHT + 4 * WEEK]
    assert found.best[0].price == ("in a week for postponed matches",)
    assert {night.date: night.breaks for night in found.usual[:2]} == {
        NIGHT + WEEK: ("a week without league matches (Burns Night)",),
        NIGHT + 2 * WEEK: ("The Shears ask not to be away on 28 January (darts)",),
    }


def test_the_price_is_said_in_words(match: Match) -> None:
    for week, away in enumerate(("Packhorse & Drover", "The Tup and Bell"), start=2):
        a_match(match.division, "The Fleece", away, date=NIGHT + week * WEEK, week=week)
    window = (NIGHT + WEEK, NIGHT + WEEK + DAY)
    thursday, friday = offered(match, window=window).best
    assert thursday.price == ("The Fleece would be at home three times running",)
    assert "a Friday, not the division’s Thursday" in friday.price
    (tomorrow,) = offered(match, window=(TODAY + DAY, TODAY + DAY)).best
    assert tomorrow.price[0] == "a Tuesday, not the division’s Thursday"
    assert tomorrow.price[-1] == "at short notice"


def test_a_cup_night_and_a_closed_pub_are_no_proposals(match: Match) -> None:
    cup = a_drawn_cup(match.division.season, "Packhorse & Drover", "The Tup and Bell")
    cup.finals_on = NIGHT + WEEK
    cup.save()
    match.venue.closed_on = NIGHT + 2 * WEEK
    match.venue.save()
    found = offered(match, window=(NIGHT + WEEK, NIGHT + 2 * WEEK))
    assert found.usual[0].breaks == (f"the finals of {cup}",)
    assert found.best[0].date == NIGHT + WEEK + DAY
    assert [night.date for night in found.best if night.date >= NIGHT + 2 * WEEK] == []


def test_where_nothing_is_free_the_nearest_says_what_it_breaks(match: Match) -> None:
    published(match)
    week = (NIGHT + WEEK, NIGHT + WEEK)
    nearest = offered(match, window=week).nearest
    assert nearest
    assert (nearest.date, nearest.breaks) == (
        NIGHT + WEEK,
        ("a week without league matches (Burns Night)",),
    )
    a_match(match.division, "Packhorse & Drover", "The Shears", date=NIGHT + WEEK, week=2)
    found = offered(match, window=week)
    assert found.nearest
    assert found.nearest.breaks == ("The Shears play Packhorse & Drover",)
    assert [night.date for night in found.taken] == [NIGHT + WEEK]


def test_requests_that_cannot_be_read_any_more_are_left_out_and_that_is_said(match: Match) -> None:
    published(match, '[[wish]]\nteam = "The Owl"\nwhere = "not home"\non = [2027-01-28]\n')
    found = offered(match)
    assert found.left_out == ("There is no team “The Owl”.",)
    assert len(found.best) == 5


@pytest.mark.parametrize("teams", [4, 12])
def test_it_takes_sixteen_queries_however_much_is_played(teams: int) -> None:
    match = a_round_robin(a_division(teams=teams), played=0)[-1]
    published(match)
    for number in range(teams // 4):
        a_drawn_cup(match.division.season, "The Shears", "Packhorse & Drover", on=NIGHT, name=f"Cup {number}")
    match = Match.objects.select_related(
        "home", "away", "venue", "division__season__rule_book", "division__season__league"
    ).get(pk=match.pk)
    with CaptureQueriesContext(connection) as queries:
        propose_nights(match, today=match.division.season.starts_on)
    # Cups with entries, draws, ties, names kept back; matches. The league: who plays, who has left,
    # divisions, the usual weekday, the list; its plan. Cup nights. The list without this match.
    assert len(queries) <= 16
