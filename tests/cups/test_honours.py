"""Winners of cups and pairs nights on the roll of honour, once the season is closed."""

import pytest
from django.test import Client
from django.urls import reverse

from league.competition.services import close_season, reopen_season
from league.cups.entries import TieResult
from league.cups.selectors.lists import cups_won
from league.cups.services.cups import draw_round, enter_teams, make_cup
from league.cups.services.pairs_nights import draw_night_round, enter_at_door, enter_scores, make_night
from league.cups.services.ties import enter_result
from league.honours.services import write_final_honours
from league.models import Honour, Season
from tests.builders import FRIDAY, a_player, a_season, a_team
from tests.reading import markup

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    return a_season()


def a_night(season: Season, name: str = "Pairs Night", score: tuple[int, int] = (15, 9)) -> None:
    night = make_night(season=season, name=name, rounds=1)
    for pair in (("Zebedee Ogilvie", "Amy Pell"), ("Len Hoyle", "Edna Thorp")):
        enter_at_door(cup=night, names=pair)
    order = draw_night_round(cup=night, round_number=1, lot="a lot", now=FRIDAY).order["tables"][0]
    typed = {1: score if order[0] == 1 else score[::-1]}
    enter_scores(cup=night, round_number=1, lot="a lot", typed=typed, began_from={}, now=FRIDAY)


def a_final(season: Season) -> None:
    cup = make_cup(season=season, name="Knock-out Cup")
    enter_teams(cup=cup, teams=[a_team(season.league, name) for name in ("The Fleece", "The Shears")])
    order = draw_round(cup=cup, round_number=1, lot="a lot", now=FRIDAY).order
    legs = ((15, 9) if order[0] == 1 else (9, 15),)
    enter_result(cup=cup, result=TieResult(round=1, number=1, legs=legs), began_from=None, now=FRIDAY)


def roll() -> list[tuple[str, int, str, bool]]:
    return [(one.competition, one.place, one.holder, bool(one.team)) for one in Honour.objects.all()]


def test_winners_and_the_losing_finalist_go_on_the_roll_once(season: Season) -> None:
    a_night(season)
    a_night(season, "Level Night", (9, 9))
    a_final(season)
    make_night(season=season, name="Never Played", rounds=3)
    make_cup(season=season, name="Never Drawn")
    for _ in range(2):
        write_final_honours(season=close_season(season=season))
        reopen_season(season=season)
    assert roll() == [
        ("Knock-out Cup", 1, "The Fleece", True),
        ("Knock-out Cup", 2, "The Shears", True),
        ("Level Night", 1, "Len Hoyle & Edna Thorp", False),
        ("Level Night", 1, "Zebedee Ogilvie & Amy Pell", False),
        ("Pairs Night", 1, "Zebedee Ogilvie & Amy Pell", False),
    ]


def test_a_score_put_right_in_between_takes_the_pair_that_has_not_won_off_the_roll(season: Season) -> None:
    a_night(season)
    write_final_honours(season=close_season(season=season))
    night = reopen_season(season=season).cups.get()
    there = tuple(night.ties.get().legs[0])
    right = {1: there[::-1]}
    enter_scores(cup=night, round_number=1, lot="a lot", typed=right, began_from={1: there}, now=FRIDAY)
    write_final_honours(season=close_season(season=season))
    assert roll() == [("Pairs Night", 1, "Len Hoyle & Edna Thorp", False)]


def test_on_the_roll_a_pair_is_named_as_each_chose(client: Client, season: Season) -> None:
    player = a_player(a_team(season.league), "Zebedee Ogilvie")
    a_night(season)
    write_final_honours(season=close_season(season=season))
    address = reverse("roll-of-honour", args=[season.league.slug])
    assert "Zebedee Ogilvie &amp; Amy Pell" in markup(client.get(address))
    player.shown = "initials"
    player.save()
    page = markup(Client().get(address))
    assert "Z. O. &amp; Amy Pell" in page
    assert "Ogilvie" not in page


def test_as_much_is_asked_for_many_cups_as_for_one(season: Season, django_assert_num_queries: object) -> None:
    for more in (1, 3):
        for number in range(more):
            a_night(season, f"Night {more} {number}")
        with django_assert_num_queries(4):
            cups_won(season)
