"""The nights a match can be moved to: the league's own weekday first; what stands in the way of others."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Match
from league.selectors.free_nights import nights_to_choose, pubs_to_choose, usual_weekday
from tests.builders import (
    NIGHT,
    WEEK,
    a_division,
    a_match,
    a_pub,
    a_round_robin,
    a_team,
    a_walkover,
    a_withdrawal,
)

pytestmark = pytest.mark.django_db

DAY = datetime.timedelta(days=1)
TODAY = NIGHT - 3 * DAY
THURSDAY = 4


@pytest.fixture
def match() -> Match:
    return a_match(a_division(teams=4))


def free(match: Match) -> tuple[list[datetime.date | None], list[datetime.date | None]]:
    choice = nights_to_choose(match, today=TODAY)
    return [night.date for night in choice.usual], [night.date for night in choice.others]


def taken(match: Match) -> dict[datetime.date | None, tuple[str, ...]]:
    return {night.date: night.obstacles for night in nights_to_choose(match, today=TODAY).taken}


def test_the_leagues_own_weekday_comes_first(match: Match) -> None:
    usual, others = free(match)
    assert usual[:2] == [NIGHT + WEEK, NIGHT + 2 * WEEK]
    assert others[:3] == [NIGHT - 2 * DAY, NIGHT - DAY, NIGHT + DAY]
    assert usual_weekday(match.division.season) == THURSDAY


def test_a_night_is_not_free_for_either_team_wherever_it_plays(match: Match) -> None:
    a_match(match.division, "Packhorse & Drover", "The Shears", date=NIGHT + WEEK, week=2)
    a_match(match.division, "The Fleece", "The Tup and Bell", date=NIGHT + 2 * WEEK, week=3)
    usual, _ = free(match)
    assert usual[0] == NIGHT + 3 * WEEK
    assert taken(match) == {
        NIGHT + WEEK: ("The Shears play Packhorse & Drover",),
        NIGHT + 2 * WEEK: ("The Fleece play The Tup and Bell", "The Fleece is full: one match"),
    }


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [
        (8, "The Fleece is full: two matches"),
        (11, "The Fleece has only three tables left, the match needs four"),
        (12, None),
    ],
)
def test_a_pub_is_full_when_its_tables_are_taken(match: Match, tables: int, sentence: str | None) -> None:
    match.venue.tables = tables
    match.venue.save()
    for letter in "BC":
        team = a_team(match.division.season.league, f"The Fleece {letter}", pub=match.venue)
        a_match(match.division, team, "The Tup and Bell", date=NIGHT + WEEK, week=ord(letter))
    assert taken(match).get(NIGHT + WEEK) == ((sentence,) if sentence else None)


def test_matches_nobody_turns_up_for_take_no_night(match: Match) -> None:
    a_walkover(a_match(match.division, "Packhorse & Drover", "The Shears", date=NIGHT + WEEK, week=2))
    a_match(match.division, "Station Tap", "The Shears", date=NIGHT + 2 * WEEK, week=3)
    a_withdrawal(match.division, "Station Tap")
    assert taken(match) == {}


def test_a_table_given_does_not_free_the_night(match: Match) -> None:
    other = a_match(match.division, "Packhorse & Drover", "The Shears", date=NIGHT + WEEK, week=2)
    a_walkover(other, table=4)
    assert list(taken(match)) == [NIGHT + WEEK]


def test_nights_end_with_the_season_and_with_its_rules_window(match: Match) -> None:
    last = match.division.season.ends_on
    choice = nights_to_choose(match, today=last - 2 * DAY)
    assert [night.date for night in (*choice.usual, *choice.others)] == [last, last - DAY]
    assert not nights_to_choose(match, today=last).usual
    choice = nights_to_choose(match, today=TODAY, window=(NIGHT + 6 * DAY, NIGHT + 8 * DAY))
    assert [night.date for night in (*choice.usual, *choice.others)] == [
        NIGHT + WEEK,
        NIGHT + 6 * DAY,
        NIGHT + 8 * DAY,
    ]


def test_pubs_stand_with_the_two_sides_first_and_say_what_is_in_the_way(match: Match) -> None:
    a_pub(match.division.season.league, "An Inn", tables=2)
    a_match(match.division, "Packhorse & Drover", "The Tup and Bell")
    assert [(str(pub), night.too_few_tables) for pub, night in pubs_to_choose(match)] == [
        ("The Fleece", ""),
        ("The Shears", ""),
        ("An Inn", "An Inn has two tables, the match needs four"),
        ("Packhorse & Drover", "Packhorse & Drover is full: one match"),
        ("The Tup and Bell", ""),
    ]


@pytest.mark.parametrize("teams", [4, 12])
def test_the_nights_and_the_pubs_take_two_queries_each_however_much_is_played(teams: int) -> None:
    match = a_round_robin(a_division(teams=teams), played=0)[-1]
    match = Match.objects.select_related(
        "home", "away", "venue", "division__season__rule_book", "division__season__league"
    ).get(pk=match.pk)
    with CaptureQueriesContext(connection) as nights:
        nights_to_choose(match, today=match.division.season.starts_on)
    with CaptureQueriesContext(connection) as pubs:
        pubs_to_choose(match)
    assert (len(nights), len(pubs)) == (2, 2)


def test_a_taken_night_of_any_weekday_says_why(match: Match) -> None:
    tuesday = NIGHT + 5 * DAY
    a_match(match.division, "The Shears", "Packhorse & Drover", date=tuesday, week=2)
    assert taken(match) == {tuesday: ("The Shears play Packhorse & Drover",)}
