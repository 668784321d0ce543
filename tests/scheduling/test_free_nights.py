"""The nights a match can be moved to, and what stands in the way: league matches, cup ties, tables."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.models import Match
from league.scheduling.selectors.free_nights import nights_to_come, pubs_to_choose, usual_weekday
from tests.builders import (
    NIGHT,
    WEEK,
    a_division,
    a_drawn_cup,
    a_match,
    a_pub,
    a_team,
    a_walkover,
    a_withdrawal,
)
from tests.builders_seasons import a_round_robin

pytestmark = pytest.mark.django_db

DAY = datetime.timedelta(days=1)
TODAY = NIGHT - 3 * DAY
THURSDAY = 4


@pytest.fixture
def match() -> Match:
    return a_match(a_division(teams=4))


def taken(match: Match) -> dict[datetime.date | None, tuple[str, ...]]:
    nights = nights_to_come(match, today=TODAY)
    return {night.date: night.obstacles for night in nights if not night.is_free}


def test_the_leagues_own_weekday_is_that_of_most_matches(match: Match) -> None:
    assert usual_weekday(match.division.season) == THURSDAY


def test_a_night_is_not_free_for_either_team_wherever_it_plays(match: Match) -> None:
    a_match(match.division, "Packhorse & Drover", "The Shears", date=NIGHT + WEEK, week=2)
    a_match(match.division, "The Fleece", "The Tup and Bell", date=NIGHT + 2 * WEEK, week=3)
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
    assert [night.date for night in nights_to_come(match, today=last - 2 * DAY)] == [last - DAY, last]
    assert not nights_to_come(match, today=last)
    window = (NIGHT - DAY, NIGHT + DAY)
    assert [night.date for night in nights_to_come(match, today=TODAY, window=window)] == [
        NIGHT - DAY,
        NIGHT + DAY,
    ]


def test_a_cup_tie_takes_the_night_of_a_team_and_the_tables_of_its_pub(match: Match) -> None:
    a_drawn_cup(match.division.season, "The Shears", "Packhorse & Drover", on=NIGHT + WEEK)
    a_drawn_cup(
        match.division.season, "Station Tap", "The Tup and Bell", on=NIGHT + 2 * WEEK, at="The Fleece"
    )
    assert taken(match) == {
        NIGHT + WEEK: ("The Shears have a tie of Cup of The Shears",),
        NIGHT + 2 * WEEK: ("The Fleece is full: one match",),
    }
    Match.objects.filter(pk=match.pk).update(date=NIGHT + 2 * WEEK)
    match.refresh_from_db()
    assert dict(pubs_to_choose(match))[match.venue].too_few_tables == "The Fleece is full: one match"


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
def test_cups_take_three_queries_more_however_much_is_played(
    teams: int,
) -> None:
    match = a_round_robin(a_division(teams=teams), played=0)[-1]
    match = Match.objects.select_related(
        "home", "away", "venue", "division__season__rule_book", "division__season__league"
    ).get(pk=match.pk)
    with CaptureQueriesContext(connection) as nights:
        nights_to_come(match, today=match.division.season.starts_on)
    with CaptureQueriesContext(connection) as pubs:
        pubs_to_choose(match)
    # The cups of the season, of which there are none; matches; and the pubs.
    assert (len(nights), len(pubs)) == (2, 3)
    a_drawn_cup(match.division.season, "The Shears", "Packhorse & Drover", on=NIGHT)
    a_drawn_cup(match.division.season, "Station Tap", "The Tup and Bell", on=NIGHT)
    with CaptureQueriesContext(connection) as nights:
        nights_to_come(match, today=match.division.season.starts_on)
    # With cups also their entries, draws and ties.
    assert len(nights) == 5


def test_a_taken_night_of_any_weekday_says_why(match: Match) -> None:
    tuesday = NIGHT + 5 * DAY
    a_match(match.division, "The Shears", "Packhorse & Drover", date=tuesday, week=2)
    assert taken(match) == {tuesday: ("The Shears play Packhorse & Drover",)}
