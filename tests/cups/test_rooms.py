"""Tables of a pub: cup ties and league matches of a night are counted together."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse

from league.cups.rules import CupRules
from league.cups.selectors.cup_pages import cup_on_page
from league.cups.selectors.rooms import crowded_ties
from league.cups.selectors.tie_pages import TieOnPage
from league.cups.services.cups import (
    changed,
    draw_round,
    enter_pair,
    enter_teams,
    make_cup,
    set_date,
    set_finals,
)
from league.cups.services.nights import set_round, set_tie
from league.exchange.lists.headings import What
from league.models import Cup, Division, Match, Season
from league.records.kinds import PUBS
from league.records.selectors.consequences import following
from league.scheduling.services.moves import move_venue
from league.shared.errors import Refused
from tests.builders import CAST, FRIDAY, NIGHT, a_division, a_drawn_cup, a_match, a_pub, a_secretary, a_team
from tests.builders_lists import import_list, preview_list
from tests.reading import markup

pytestmark = pytest.mark.django_db
EIGHT, DAY = datetime.time(20), datetime.timedelta(days=1)


@pytest.fixture
def division() -> Division:
    return a_division(teams=0)


@pytest.fixture
def season(division: Division) -> Season:
    return division.season


def a_cup_at(season: Season, pub: str, teams: int) -> Cup:
    """A cup whose teams all play at one pub, drawn."""
    home = a_pub(season.league, pub)
    cup = make_cup(season=season, name="Knock-out Cup", rules=CupRules())
    enter_teams(cup=cup, teams=[a_team(season.league, f"{pub} {n}", pub=home) for n in range(1, teams + 1)])
    draw_round(cup=cup, round_number=1, lot="3 rainy nights", now=FRIDAY)
    return cup


def ties(cup: Cup) -> list[TieOnPage]:
    return list(cup_on_page(cup).rounds[0].ties)


def test_three_ties_have_no_room_in_a_pub_for_one_and_the_free_pubs_are_named(season: Season) -> None:
    cup = a_cup_at(season, "The Fleece", 8)
    a_pub(season.league, "The Shears")
    with pytest.raises(Refused, match=r"The Fleece is full: three matches\. Free that night: The Shears\."):
        set_round(cup=cup, round_number=1, date=NIGHT, starts_at=EIGHT)
    assert not cup.ties.exists()
    place = {"cup": cup, "round_number": 1, "starts_at": EIGHT, "venue": None}
    for number in (1, 2, 3):
        set_tie(**place, number=number, date=NIGHT + number * datetime.timedelta(days=1))
    with pytest.raises(Refused, match="The Fleece is full: one match"):
        set_tie(**place, number=4, date=NIGHT + datetime.timedelta(days=1))


def test_a_league_match_takes_the_tables_of_a_tie_and_a_tie_those_of_a_match(division: Division) -> None:
    season = division.season
    cup = a_cup_at(season, "The Fleece", 2)
    match = a_match(division, home="The Shears", away="The Bell", date=NIGHT)
    match.venue = a_pub(season.league, "The Fleece")
    match.save()
    with pytest.raises(Refused, match="The Fleece is full: one match"):
        set_round(cup=cup, round_number=1, date=NIGHT, starts_at=EIGHT)
    match.venue = match.home.pub
    match.save()
    set_round(cup=cup, round_number=1, date=NIGHT, starts_at=EIGHT)
    with pytest.raises(Refused, match="The Fleece is full: one match"):
        move_venue(match=match, to=a_pub(season.league, "The Fleece"), reason="A wake")


def test_pairs_take_a_table_each(division: Division) -> None:
    season = division.season
    cup = make_cup(season=season, name="Pairs Cup", rules=CupRules())
    for number in range(10):
        enter_pair(cup=cup, names=(f"Ann {CAST[number % 4]} {number}", f"Bob {number}"))
    draw_round(cup=cup, round_number=1, lot="3 rainy nights", now=FRIDAY)
    pub = a_pub(season.league, "The Fleece")
    first = ties(cup)[0].tie.number
    set_tie(cup=cup, round_number=1, number=first, date=NIGHT, starts_at=EIGHT, venue=pub)
    a_match(division, home="The Fleece", away="The Bell", date=NIGHT)
    (crowded,) = crowded_ties(cup)
    assert crowded.reason == "The Fleece is full: one match"


def test_what_has_become_too_much_since_stands_over_the_cup(client: Client, division: Division) -> None:
    season = division.season
    cup = a_drawn_cup(season, "The Fleece", "The Shears", on=NIGHT)
    host = ties(cup)[0].home_team
    assert host
    a_match(division, home=host, away="The Bell", date=NIGHT)
    client.force_login(a_secretary(season.league))
    page = markup(client.get(reverse("keep-cup", args=[season.league.slug, cup.public_id])))
    assert f"{host.pub} is full: one match" in page


def test_a_finals_night_in_a_full_pub_is_refused_with_the_pubs_that_are_free(division: Division) -> None:
    season = division.season
    cup = make_cup(season=season, name="Bowl", rules=CupRules(neutral_rounds=1))
    enter_teams(cup=cup, teams=[a_team(season.league, name) for name in CAST[:2]])
    draw_round(cup=cup, round_number=1, lot="3 rainy nights", now=FRIDAY)
    owl, other = a_pub(season.league, "The Owl"), a_pub(season.league, "The Drystone")
    league_match = a_match(division, CAST[2], CAST[3], date=NIGHT, venue=owl)
    with pytest.raises(
        Refused, match=r"14/01/2027: The Owl is full: one match\. Free that night: .*The Drystone"
    ):
        set_finals(cup=cup, at=owl, on=NIGHT)
    set_finals(cup=cup, at=other, on=NIGHT)
    set_finals(cup=cup, at=owl, on=NIGHT + DAY)
    with pytest.raises(Refused, match="The Owl is full"):
        set_date(cup=cup, on=NIGHT)
    # What has become too much since does not hinder other changes.
    Match.objects.filter(pk=league_match.pk).update(date=NIGHT + DAY)
    set_finals(cup=cup, at=owl, on=NIGHT + DAY, remarks="Supper at nine.")


def test_rounds_of_one_evening_follow_each_other_for_a_league_match_too(division: Division) -> None:
    owl = a_pub(division.season.league, "The Owl", tables=8)
    cup = a_drawn_cup(division.season, *CAST[:4], on=NIGHT, at="The Owl")
    cup.ties.filter(number=2).update(venue=a_pub(division.season.league, "The Drystone"))
    with changed(cup) as held:
        held.ties.create(round=2, number=1, date=NIGHT, venue=owl)
    match = a_match(division, CAST[4], CAST[5], date=NIGHT)
    assert move_venue(match=match, to=owl, reason="A wedding at home").venue == owl


def test_fewer_tables_of_a_pub_are_counted_with_cup_ties(client: Client, division: Division) -> None:
    cup = a_cup_at(division.season, "The Fleece", 2)
    set_round(cup=cup, round_number=1, date=NIGHT, starts_at=EIGHT)
    pub = cup.entries.first().team.pub
    pub.tables = 2
    preview = following(PUBS, pub, {"tables": 4}, today=NIGHT - DAY)
    assert [consequence.fact for consequence in preview.consequences] == ["On 1 night more tables are needed"]


def test_a_list_of_fixtures_says_before_it_is_imported_where_tables_are_taken(division: Division) -> None:
    league = division.season.league
    a_match(division, date=NIGHT)
    a_team(league, "The Fleece B", pub=a_pub(league, "The Fleece")).enrolments.create(
        season=division.season, division=division
    )
    rows = (("Date", "Home", "Away"), (f"{NIGHT:%d/%m/%Y}", "The Fleece B", "The Shears"))
    wanted = {"league": league, "season": division.season, "what": What.FIXTURES, "rows": rows}
    (sentence,) = preview_list(**wanted).no_room
    assert sentence == "14/01/2027: The Fleece is full: one match."
    assert import_list(**wanted, named="list", by=None, now=FRIDAY).run
    assert preview_list(**wanted).no_room == ()
