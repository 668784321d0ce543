"""What two teams have played against each other, and how each has done lately."""

import datetime

import pytest

from league.models import Division
from league.standings.selectors.match_lists import NamedLink
from league.standings.selectors.team_matches import meetings_of
from tests.builders import (
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_match,
    a_season,
    a_team,
    a_walkover,
    an_enrolment,
)

pytestmark = pytest.mark.django_db
FLEECE, SHEARS = "The Fleece", "The Shears"
WON, LOST = ((15, 9), (12, 15), (15, 11), (15, 8)), ((9, 15), (15, 12), (11, 15), (8, 15))


@pytest.fixture
def division() -> Division:
    return a_division(teams=4)


def named(division: Division) -> list[NamedLink]:
    teams = (a_team(division.season.league, name) for name in (FLEECE, SHEARS))
    return [NamedLink(key=team.pk, name=team.name, short_name="", slug=team.slug) for team in teams]


def test_meetings_of_every_season_are_added_up_for_both_sides(division, django_assert_num_queries):
    league = division.season.league
    past = a_season(
        league,
        "2025-26",
        starts_on=datetime.date(2025, 9, 4),
        ends_on=datetime.date(2026, 4, 30),
        is_finished=True,
    )
    before = a_division(past, teams=0)
    for name in (FLEECE, SHEARS):
        an_enrolment(before, name)
    a_card(a_match(before, SHEARS, FLEECE, date=datetime.date(2026, 1, 15)), *WON)
    a_card(a_match(division), *WON)
    a_walkover(a_match(division, SHEARS, FLEECE, week=2, date=NIGHT + WEEK))
    a_match(division, week=3, date=NIGHT + 2 * WEEK)
    teams = named(division)
    with django_assert_num_queries(
        len(("the matches' outcomes", "their divisions and rule books", "names of a closed season"))
    ):
        found = meetings_of(*teams, division=division.pk)
    assert [line.date for line in found.played] == [NIGHT + WEEK, NIGHT, datetime.date(2026, 1, 15)]
    assert [line.date for line in found.to_come] == [NIGHT + 2 * WEEK]
    fleece, shears = found.records
    assert (fleece.played, fleece.won, fleece.lost) == (3, 1, 2)
    assert (shears.played, shears.won, shears.lost) == (3, 2, 1)


def test_form_is_of_this_division_and_has_the_latest_first(division):
    for week in range(1, 8):
        match = a_match(division, FLEECE, "Packhorse & Drover", week=week, date=NIGHT + week * WEEK)
        a_card(match, *(LOST if week == 7 else WON))
    fleece, shears = meetings_of(*named(division), division=division.pk).forms
    assert [(match.own.result, match.opponent.name) for match in fleece[:2]] == [
        ("lost", "Packhorse & Drover"),
        ("won", "Packhorse & Drover"),
    ]
    assert len(fleece) == 5
    assert shears == ()
