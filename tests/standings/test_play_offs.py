"""A play-off: wanted where the season's rules ask for one, made as a match, and it decides nothing else."""

import datetime

import pytest

from league.models import Division, Match, RuleBook
from league.shared.errors import Refused
from league.standings.selectors.standings import division_table
from league.standings.services import make_play_off
from tests.builders import (
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_league,
    a_match,
    a_season,
    a_secretary,
    a_team,
    an_enrolment,
)
from tests.examples import sampled
from tests.reading import words

pytestmark = pytest.mark.django_db

HOME = "/three-valleys-all-fours-league/"
PAGE = f"{HOME}secretary/play-offs/"
WON_8_2 = ((15, 9), (15, 8), (3, 15), (15, 2))


@pytest.fixture
def division(client) -> Division:
    """The Fleece and The Shears beat each other 8-2 and have nothing left to play."""
    book = RuleBook.objects.create(tie_breaks=["score_difference", "play_off"])
    league = a_league()
    division = a_division(a_season(league, rule_book=book), teams=2)
    a_card(a_match(division, "The Fleece", "The Shears", date=NIGHT - WEEK), *WON_8_2)
    a_card(a_match(division, "The Shears", "The Fleece", week=2), *WON_8_2)
    client.force_login(a_secretary(league))
    return division


@pytest.fixture
def typed(division: Division) -> dict[str, str]:
    return {
        "home": "division-one/the-shears",
        "away": "division-one/the-fleece",
        "venue": "the-shears",
        "date": str(NIGHT + WEEK),
        "starts_at": "20:00",
    }


def places(division: Division) -> list[tuple[int, str, int]]:
    found = Division.objects.select_related("season__rule_book").get(pk=division.pk)
    return [(row.place, row.record.name, row.record.match_points // 2) for row in division_table(found).rows]


def test_level_teams_want_a_play_off(client, division):
    page_text = words(client.get(PAGE))
    assert (
        "Division One: The Fleece and The Shears are level in all that the season’s rules ask." in page_text
    )
    assert "A play-off is wanted for place 1." in page_text


def test_it_is_made_and_decides_the_place_alone(client, division, typed):
    answer = client.post(PAGE, typed, follow=True)
    assert "The Shears and The Fleece meet in a play-off." in words(answer)
    match = Match.objects.get(is_play_off=True)
    assert (match.week, match.date, match.starts_at) == (3, NIGHT + WEEK, datetime.time(20))
    assert places(division) == [(1, "The Fleece", 10), (1, "The Shears", 10)]
    a_card(match, *WON_8_2)
    assert places(division) == [(1, "The Shears", 10), (2, "The Fleece", 10)]
    assert "wanted" not in words(client.get(PAGE)).partition("New play-off")[0]
    assert "play-off, Thu 21 Jan 2027" in words(client.get(f"{HOME}matches/{match.public_id}/"))


def test_a_place_wants_none_where_the_rules_share_it(client, division):
    RuleBook.objects.update(tie_breaks=["score_difference"])
    page_text = words(client.get(PAGE))
    assert "The current table needs none." in page_text
    assert "have no play-off, so one does not change the table." in page_text


@pytest.mark.parametrize(
    ("slip", "sentence"),
    sampled(
        [
            ({"home": ""}, "Choose the team."),
            ({"away": "division-one/nobody"}, "Choose one of the list."),
            ({"away": "division-one/the-shears"}, "The Shears cannot play itself: choose two teams."),
            ({"venue": ""}, "Choose the pub."),
            ({"date": "soon"}, "Type a date such as 14/01/2027."),
            ({"date": "1999-01-01"}, "is before the season"),
            ({"starts_at": "late"}, "Type a time such as 20:30."),
        ],
        each=4,
    ),
)
def test_what_cannot_be_played_is_said(client, division, typed, slip, sentence):
    answer = client.post(PAGE, typed | slip)
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert not Match.objects.filter(is_play_off=True).exists()


def test_teams_of_two_divisions_do_not_meet(client, division, typed):
    second = a_division(division.season, "Division Two", teams=0, position=2)
    an_enrolment(second, "The Owl")
    answer = client.post(PAGE, typed | {"away": "division-two/the-owl"})
    assert answer.status_code == 422
    assert "plays in Division Two" in words(answer)


def test_the_same_two_have_one_play_off_at_a_time(client, division, typed):
    client.post(PAGE, typed)
    answer = client.post(PAGE, typed)
    assert answer.status_code == 422
    assert "have a play-off that is still to be played" in words(answer)
    assert Match.objects.filter(is_play_off=True).count() == 1


def test_a_stranger_to_the_division_is_refused(division):
    home = division.enrolments.select_related("team__pub")[0].team
    stranger = a_team(division.season.league, "The Owl")
    with pytest.raises(Refused, match="The Owl does not play in Division One"):
        make_play_off(division=division, home=home, away=stranger, venue=home.pub, date=NIGHT)


def test_the_page_asks_no_more_with_more_play_offs(client, division, typed, django_assert_num_queries):
    client.post(PAGE, typed)
    for match in list(Match.objects.filter(is_play_off=True)):
        a_card(match, *WON_8_2)
    # session, account, league, role; seasons, teams, pubs; rule book, divisions, their teams and matches;
    # the play-offs and their division
    with django_assert_num_queries(13):
        client.get(PAGE)
    client.post(PAGE, typed | {"date": str(NIGHT + 2 * WEEK)})
    with django_assert_num_queries(13):
        client.get(PAGE)
