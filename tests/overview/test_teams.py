"""A team in public: its place, its matches, its squad, in this season and in earlier ones."""

import datetime
from typing import Any

import pytest

from league.models import Division, Enrolment, Player, Registration, Team
from league.overview import views as teams
from league.overview.teams import team_page
from tests.builders import (
    NIGHT,
    WEEK,
    a_captain,
    a_card,
    a_division,
    a_drawn_cup,
    a_match,
    a_player,
    a_pub,
    a_season,
    a_seat,
    a_secretary,
    a_team,
    an_account,
    an_enrolment,
)
from tests.reading import markup

pytestmark = pytest.mark.django_db
FRIDAY = NIGHT + datetime.timedelta(days=1)


@pytest.fixture
def division() -> Division:
    return a_division(teams=4)


@pytest.fixture
def fleece(division: Division) -> Team:
    return a_team(division.season.league, "The Fleece")


def page(team: Team, season: str = "") -> dict[str, Any] | None:
    return team_page(team.league, team.slug, season_slug=season, today=FRIDAY, to_secretary=False)


def test_place_results_and_next_match_stand_on_the_page(client, division, fleece):
    a_card(a_match(division), (15, 9), (12, 15), (15, 11), (15, 8))
    a_match(division, "The Shears", "The Fleece", week=2, date=NIGHT + WEEK)
    found = page(fleece)
    assert found["place"]["line"].row.place == 1
    assert [(row["opponent"], row["is_home"], row["points"]) for row in found["matches"]] == [
        ("The Shears", True, (16, 4)),
        ("The Shears", False, None),
    ]
    assert found["next_match"]["date"] == NIGHT + WEEK
    shown = markup(client.get(f"/{fleece.league.slug}/teams/the-fleece/"))
    assert "1st of 4" in shown
    records = found["place"]["records"]
    assert (records["home"].won, records["away"].played) == (1, 0)


def test_a_match_without_a_date_is_still_to_come_but_not_next(division, fleece):
    a_match(division, date=None, postponed_from=NIGHT)
    found = page(fleece)
    assert len(found["matches"]) == 1
    assert found["next_match"] is None


def test_the_squad_stands_with_what_each_played_and_won_for_the_team(division, fleece):
    season = division.season
    jack = a_player(fleece, "Jack Hirst", season)
    guest = a_player(a_team(fleece.league, "The Shears"), "A Borrowed Man", season)
    idle = a_player(fleece, "Never Plays", season)
    match = a_match(division)
    card = a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))
    first, second = (card.tables.get(number=number).games.get() for number in (1, 2))
    a_seat(first, jack)
    a_seat(second, guest, place=1)
    a_seat(second, jack, place=2)
    # A game against the team is no game for it.
    a_seat(first, idle, side="a")
    squad = {line["player"].name: line["tally"] for line in page(fleece)["squad"]}
    assert list(squad) == ["Jack Hirst", "A Borrowed Man", "Never Plays"]
    assert {name: (tally.played, tally.won) for name, tally in squad.items()} == {
        "A Borrowed Man": (1, 0),
        "Jack Hirst": (2, 1),
        "Never Plays": (0, 0),
    }


def test_who_has_left_is_listed_last_if_he_played(division, fleece):
    season = division.season
    gone = a_player(fleece, "Abel Gone", season)
    a_player(fleece, "Zachary Stays", season)
    never = a_player(fleece, "Bert Unseen", season)
    Registration.objects.filter(player__in=[gone, never]).update(left_on=NIGHT)
    match = a_match(division)
    card = a_card(match, (15, 9), (15, 9), (15, 9), (15, 9))
    a_seat(card.tables.get(number=1).games.get(), gone)
    assert [(line["player"].name, line["has_left"]) for line in page(fleece)["squad"]] == [
        ("Zachary Stays", False),
        ("Abel Gone", True),
    ]


def test_an_earlier_season_has_its_own_page(client, division, fleece):
    a_match(division)
    past = a_season(
        fleece.league,
        "2025-26",
        starts_on=datetime.date(2025, 9, 4),
        ends_on=datetime.date(2026, 4, 30),
        is_finished=True,
    )
    old = a_division(past, "Division Two", teams=0)
    an_enrolment(old, fleece)
    a_card(a_match(old, date=datetime.date(2026, 1, 15)), (15, 9), (15, 9), (15, 9), (15, 9))
    assert [row["is_over"] for row in page(fleece)["matches"]] == [False]
    assert [row["is_over"] for row in page(fleece, "2025-26")["matches"]] == [True]
    assert page(fleece, "1999-00") is None
    address = f"/{fleece.league.slug}/teams/the-fleece/"
    assert "?season=2025-26" in markup(client.get(address))
    assert client.get(f"{address}?season=1999-00").status_code == 404


def test_a_team_lists_ten_seasons_around_the_one_shown(client, division, fleece):
    for year in range(1990, 2010):
        season = a_season(
            fleece.league,
            f"season {year}",
            starts_on=datetime.date(year, 9, 3),
            ends_on=datetime.date(year + 1, 4, 29),
            is_finished=True,
        )
        an_enrolment(a_division(season, teams=0), fleece)
    address = f"/{fleece.league.slug}/teams/the-fleece/"
    latest, old = markup(client.get(address)), markup(client.get(f"{address}?season=season-2001"))
    assert latest.count("?season=") == old.count("?season=") == 10
    assert "?season=season-2001" in latest
    assert "?season=season-2000" not in latest
    assert "?season=season-1997" in old


def test_a_team_that_plays_nowhere_has_a_page(client, division):
    idle = a_team(division.season.league, "The Drystone")
    answer = client.get(f"/{idle.league.slug}/teams/{idle.slug}/")
    assert answer.status_code == 200
    assert "Plays in no division" in markup(answer)


def test_a_teams_page_takes_fourteen_queries_however_much_it_played(
    client, division, fleece, django_assert_num_queries
):
    names_of_queries = [
        "league",
        "the team and its pub",
        "its enrolments",
        "seasons",
        "its division of the season and the rule book",
        "the matches' outcomes",
        "their divisions and rule books",
        "its cups",
        "the division's teams and rulings",
        "the division's outcomes",
        "registrations of the squad",
        "games of its players",
        "players who are not registered",
        "what it has won",
    ]
    season = division.season
    for week in range(1, 6):
        guest = a_player(a_team(fleece.league, "The Shears"), f"Guest {week}", season)
        own = a_player(fleece, f"Player {week}", season)
        match = a_match(division, week=week, date=NIGHT - week * WEEK)
        game = a_card(match, (15, 9), (15, 9), (15, 9), (15, 9)).tables.get(number=1).games.get()
        a_seat(game, guest)
        a_seat(game, own, place=2)
    with django_assert_num_queries(len(names_of_queries)):
        client.get(f"/{fleece.league.slug}/teams/the-fleece/")


@pytest.mark.parametrize(
    ("sides", "told"),
    [
        (("The Fleece", "The Shears"), "at The Bay Horse,"),
        (("The Shears", "The Fleece"), "at The Bay Horse,"),
    ],
)
def test_the_next_match_is_told_where_it_is_played(client, division, fleece, sides, told, monkeypatch):
    monkeypatch.setattr(teams, "league_today", lambda league: FRIDAY)
    elsewhere = a_pub(fleece.league, "The Bay Horse")
    match = a_match(division, *sides, week=2, date=NIGHT + WEEK, venue=elsewhere)
    shown = markup(client.get(f"/{fleece.league.slug}/teams/the-fleece/"))
    link = f'<a href="/{fleece.league.slug}/matches/{match.public_id}/">The Shears</a>'
    assert f"Next: {link}, {told} Thu 21 Jan, 8.30 pm" in shown


def test_a_hidden_player_is_counted_in_the_squad_without_a_name_and_last(client, division, fleece):
    hidden = a_player(fleece, "Zebedee Quarmby", division.season, shown=Player.Shown.HIDDEN)
    a_player(fleece, "Jack Hirst", division.season)
    card = a_card(a_match(division), (15, 9), (12, 15), (15, 11), (15, 8))
    a_seat(card.tables.get(number=1).games.get(), hidden)
    squad = page(fleece)["squad"]
    assert [line["player"].public_id == "" for line in squad] == [False, True]
    assert "Player not named" in markup(client.get(f"/{fleece.league.slug}/teams/the-fleece/"))


def test_ties_of_a_cup_stand_in_the_list_by_date(client, division, fleece):
    a_drawn_cup(division.season, "The Fleece", "The Shears", on=NIGHT + 2 * WEEK)
    a_match(division, date=NIGHT + WEEK)
    a_match(division, week=2, date=NIGHT + 3 * WEEK)
    rows = page(fleece)["matches"]
    assert [(row["opponent"], bool(row["tie"]), row["is_next"]) for row in rows] == [
        ("The Shears", False, True),
        ("The Shears", True, False),
        ("The Shears", False, False),
    ]


@pytest.mark.parametrize(
    ("readers", "public", "member", "officer"),
    [
        ("officers", False, False, True),
        ("members", False, True, True),
        ("everybody", True, True, True),
    ],
)
def test_the_captain_is_shown_to_those_they_agreed_to(
    client, division, fleece, readers, public, member, officer
):
    a_captain(division, "The Fleece", name="Ermintrude Oldroyd", phone="01924 555")
    Enrolment.objects.filter(team=fleece).update(contact_for=readers)
    league = fleece.league
    address = f"/{league.slug}/teams/the-fleece/"
    scorer, secretary = an_account(league, "scorer"), a_secretary(league)
    for account, is_shown in ((None, public), (scorer, member), (secretary, officer)):
        if account:
            client.force_login(account)
        shown = markup(client.get(address))
        assert ("01924 555" in shown) is is_shown
        assert ("Ermintrude" in shown) is is_shown
