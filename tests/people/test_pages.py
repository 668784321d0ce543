"""Players in public: found by a few letters, shown as they wish, with what they did at the tables."""

import re

import pytest
from django.test import Client

from league.models import Division, Game, HandResult, Player, Season, Seat, Team
from league.people.pages.player import player_record
from tests.builders import (
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_match,
    a_player,
    a_season,
    a_seat,
    a_secretary,
    a_team,
)
from tests.reading import markup, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return a_division(teams=4)


@pytest.fixture
def season(division: Division) -> Season:
    return division.season


@pytest.fixture
def fleece(division: Division) -> Team:
    return a_team(division.season.league, "The Fleece")


@pytest.fixture
def zoe(fleece: Team, season: Season) -> Player:
    return a_player(fleece, "Zoë Brontë", season)


def players(division: Division, search: str = "") -> str:
    return f"/{division.season.league.slug}/players/?search={search}"


def page_of(player: Player) -> str:
    return f"/{player.league.slug}/players/{player.public_id}/"


def game_of(match, table: int = 1) -> Game:
    return match.scorecards.get(is_confirmed=True).tables.get(number=table).games.get()


def a_hand(game: Game, number: int, awards: str) -> HandResult:
    """A hand by its four letters; a dot for an award that was not recorded."""
    high, low, jack, game_point = (letter.replace(".", "") for letter in awards)
    return HandResult.objects.create(
        game=game, number=number, high=high, low=low, jack=jack, game_point=game_point
    )


# --- The list ---------------------------------------------------------------------------------


@pytest.mark.parametrize("search", ["zoe", "ZOE", "Zoë", "bronte", "zoe+bronte", "onte+zo", "%20zoe%20"])
def test_zoe_is_found_however_her_name_is_typed(client, division, zoe, fleece, season, search):
    a_player(fleece, "Norman Ackerley", season)
    page = words(client.get(players(division, search)))
    assert "Zoë Brontë" in page
    assert "Norman Ackerley" not in page


def test_a_search_that_finds_nobody_says_so(client, division, zoe):
    assert "Nobody of that name." in markup(client.get(players(division, "xyz")))


def test_father_and_son_are_told_apart(client, division, fleece, season):
    a_player(fleece, "Jack Hirst", season, told_apart_by="senior")
    a_player(fleece, "Jack Hirst", season, told_apart_by="junior")
    page = words(client.get(players(division)))
    assert "Jack Hirst (senior)" in page
    assert "Jack Hirst (junior)" in page


def test_a_player_is_shown_to_the_public_as_he_wishes(client: Client, division, fleece, season):
    hidden = a_player(fleece, "Never Shown", season, shown=Player.Shown.HIDDEN)
    a_player(fleece, "Kath Illingworth", season, shown=Player.Shown.INITIALS)
    page = words(client.get(players(division)))
    assert "K. I." in page
    assert "Illingworth" not in page
    assert "Never Shown" not in page
    assert "Illingworth" not in markup(client.get(players(division, "illing"))).split("</form>")[1]
    assert client.get(page_of(hidden)).status_code == 404


def test_the_secretary_sees_every_name(client: Client, division, fleece, season):
    hidden = a_player(fleece, "Never Shown", season, shown=Player.Shown.HIDDEN)
    client.force_login(a_secretary(division.season.league))
    assert "Never Shown" in words(client.get(players(division)))
    assert "Never Shown" in markup(client.get(page_of(hidden)))


def test_everybody_of_the_league_is_listed_by_surname(client, division, zoe, fleece, season):
    for name in ("Zachary Ackerley", "Ann Öström", "Bob Oldroyd", "Jack Hirst"):
        a_player(fleece, name, season)
    Player.objects.create(league=season.league, name="Gone Hirst")
    page = words(client.get(f"/{season.league.slug}/players/?players=all")).split("Find")[-1]
    names = ("Zachary Ackerley", "Zoë Brontë", "Gone Hirst", "Jack Hirst", "Bob Oldroyd", "Ann Öström")
    assert sorted(names, key=page.index) == list(names)
    assert "Gone Hirst no team this season" in page
    # Nobody has played: there are names and teams, and no figures.
    assert "Played" not in page


@pytest.fixture
def a_season_played(division, fleece, season):
    """Who won how many of their tables: 4 of 4, 3 of 4 twice, 2 of 4, and 1 of 1."""
    results = {
        "Zoë Brontë": "wwww",
        "Ann Best": "wwwl",
        "Bob Best": "wwlw",
        "Cat Old": "wlwl",
        "Dan New": "w",
    }
    people = {name: a_player(fleece, name, season) for name in results}
    for week in range(4):
        match = a_match(division, week=week + 1, date=NIGHT + week * WEEK)
        a_card(match, *[(15, 9)] * 5)
        for table, (name, won) in enumerate(results.items(), start=1):
            if week < len(won):
                a_seat(game_of(match, table), people[name], side="h" if won[week] == "w" else "a")
                a_hand(game_of(match, table), 1, "hhha" if won[week] == "w" else "aaah")
    return people


def test_players_of_a_division_are_placed_by_what_they_have_won(client, division, a_season_played):
    page = words(client.get(players(division)))
    assert "Zoë Brontë is unbeaten : 4 out of 4." in page
    assert "4 of 5 players: those who have played at least 2." in page
    assert "1 Zoë Brontë unbeaten The Fleece 4 4 100 60–36 +24" in page
    assert "% Share of tables won Points" in page
    assert "2 Ann Best The Fleece 4 3 75 54–42 +12 2 Bob Best" in page
    assert "4 Cat Old The Fleece 4 2 50 48–48 0" in page
    assert "Dan New" not in page


def test_the_first_twenty_stand_there_and_all_at_an_address(client, division, fleece, season, monkeypatch):
    monkeypatch.setattr("league.people.views.FIRST_LISTED", 3)
    card = a_card(a_match(division), *[(15, 9)] * 5)
    for number, table in enumerate(card.tables.all(), start=1):
        a_seat(table.games.get(), a_player(fleece, f"Player {number}", season))
    answer = client.get(players(division))
    assert words(answer).count("The Fleece 1 1 100") == 3
    assert "5 of 5 players" in words(answer)
    address = re.search(r'href="([^"]+)">All 5 players', markup(answer))[1].replace("&amp;", "&")
    page = words(client.get(players(division).partition("?")[0] + address))
    assert page.count("The Fleece 1 1 100") == 5
    assert "All 5 players" not in page


def test_players_are_sorted_by_any_column_at_its_address(client, division, a_season_played):
    def order(asked: str) -> list[str]:
        page = words(client.get(f"{players(division)}&{asked}")).split("Diff.")[-1].split("Game ")[-1]
        return sorted(("Zoë", "Ann", "Bob", "Cat"), key=page.index)

    assert order("sort=player") == ["Ann", "Bob", "Zoë", "Cat"]
    assert order("sort=won") == ["Cat", "Ann", "Bob", "Zoë"]
    assert order("sort=-won") == ["Zoë", "Ann", "Bob", "Cat"]
    assert order("sort=nonsense") == ["Zoë", "Ann", "Bob", "Cat"]
    assert order("show=shares&sort=-jack") == ["Zoë", "Ann", "Bob", "Cat"]
    page = words(client.get(f"{players(division)}&show=shares"))
    assert "Zoë Brontë unbeaten The Fleece 4 100 100 100 0" in page


def test_a_player_without_recorded_hands_has_dashes_and_can_be_sorted(client, division, a_season_played):
    HandResult.objects.filter(game__seats__player__name="Cat Old").delete()
    page = words(client.get(f"{players(division)}&show=shares&sort=jack"))
    assert "Cat Old The Fleece 4 – – – –" in page


def test_another_division_has_its_own_list_and_an_unknown_one_is_not_found(client, division, a_season_played):
    a_division(division.season, name="Division Two", teams=0)
    page = words(client.get(f"{players(division)}&division=division-two"))
    assert "Nobody is registered yet." in page
    assert client.get(f"{players(division)}&division=nosuch").status_code == 404


# --- One player -------------------------------------------------------------------------------


def test_played_and_won_and_points_are_added_up_from_both_sides(division, zoe, season):
    for match, side, score in (
        (a_match(division), "h", (15, 9)),
        (a_match(division, "The Shears", "The Fleece", week=2, date=NIGHT + WEEK), "a", (15, 11)),
    ):
        a_card(match, score, (15, 9), (15, 9), (15, 9))
        a_seat(game_of(match), zoe, side)
    record = player_record(zoe, season=season, to_secretary=False)
    total = record.total
    assert (total.played, total.won, total.points_for, total.points_against) == (2, 1, 26, 24)
    assert [game.opponents.name for game in record.shown.games] == ["The Shears", "The Shears"]
    assert [game.is_won for game in record.shown.games] == [False, True]  # the latest first


def test_a_card_that_was_set_aside_no_longer_counts(division, zoe, season):
    match = a_match(division)
    card = a_card(match, (15, 9), (15, 9), (15, 9), (15, 9))
    a_seat(game_of(match), zoe)
    card.is_confirmed, card.set_aside_at = False, card.entered_at
    card.save()
    assert player_record(zoe, season=season, to_secretary=False).total.played == 0


def test_awards_are_shared_out_of_the_hands_they_were_recorded_in(client, division, zoe, season):
    match = a_match(division)
    a_card(match, (15, 9), (15, 9), (15, 9), (15, 9))
    game = game_of(match)
    a_seat(game, zoe)
    for number, awards in enumerate(("hh-a", "ahah", "hah-", "h..."), 1):
        a_hand(game, number, awards)
    shares = player_record(zoe, season=season, to_secretary=False).shares
    assert [(share.award, share.taken, share.recorded) for share in shares] == [
        ("High", 3, 4),
        ("Low", 2, 3),
        ("Jack", 1, 3),
        ("Game", 1, 3),
    ]
    assert "of 4 recorded hands" in markup(client.get(page_of(zoe)))


def test_partners_stand_with_what_was_won_together(division, zoe, fleece, season):
    norman = a_player(fleece, "Norman Ackerley", season)
    hidden = a_player(fleece, "Never Shown", season, shown=Player.Shown.HIDDEN)
    for week, (partner, score) in enumerate(((norman, (15, 9)), (norman, (9, 15)), (hidden, (15, 9))), 1):
        match = a_match(division, week=week, date=NIGHT + week * WEEK)
        a_card(match, score, (15, 9), (15, 9), (15, 9))
        game = game_of(match)
        a_seat(game, zoe, place=1)
        a_seat(game, partner, place=2)
        Seat.objects.create(game=game, side="a", place=1, written="A guest")
    partners = player_record(zoe, season=season, to_secretary=False).partners
    assert [(partner.name, tally.played, tally.won) for partner, tally in partners] == [
        ("Norman Ackerley", 2, 1),
        ("A player", 1, 1),
    ]
    assert partners[1][0].public_id == ""


def test_the_season_is_told_in_a_sentence_with_nights_they_missed(client, division, zoe, fleece, season):
    norman = a_player(fleece, "Norman Ackerley", season)
    for week, who in ((1, zoe), (2, norman), (3, zoe)):
        match = a_match(division, week=week, date=NIGHT + week * WEEK)
        a_card(match, (15, 9) if week == 1 else (4, 15), (15, 9), (15, 9), (15, 9))
        a_seat(game_of(match), who)
    page = words(client.get(page_of(zoe)))
    assert "Won 1 of 2 tables, 19–24 on points. 1st of 2 players in Division One by tables won." in page
    record = player_record(zoe, season=season, to_secretary=False)
    assert [(night.own, night.other, night.is_played) for night in record.form] == [
        (15, 9, True),
        (0, 0, False),
        (4, 15, True),
    ]
    assert [best.game.own_score for best in record.best] == [15]


def test_several_games_a_night_are_counted_in_games(division, zoe, season):
    match = a_match(division)
    a_card(match, [(15, 9), (9, 15), (15, 2)], (15, 9), (15, 9), (15, 9))
    for game in Game.objects.filter(table__number=1):
        a_seat(game, zoe)
    record = player_record(zoe, season=season, to_secretary=False)
    assert record.shown.has_several_games
    assert [(night.own, night.other) for night in record.form] == [(2, 1)]


def test_earlier_seasons_are_added_up_and_do_not_count_in_this_one(client, division, zoe, fleece, season):
    past = a_season(season.league, "2025-26", starts_on=NIGHT - 60 * WEEK, ends_on=NIGHT - 30 * WEEK)
    before = a_match(a_division(past, "Division Two", teams=2), date=NIGHT - 50 * WEEK)
    for match in (before, a_match(division)):
        a_card(match, (15, 9), (15, 9), (15, 9), (15, 9))
        a_seat(game_of(match), zoe)
    record = player_record(zoe, season=season, to_secretary=False)
    assert (record.shown.tally.played, record.total.played) == (1, 2)
    assert [str(one.season) for one in record.seasons] == ["2026-27", "2025-26"]
    assert "2025-26, Division Two won 1 of 1" in words(client.get(page_of(zoe)))
    assert "All 1 table in 2025-26" in words(client.get(f"{page_of(zoe)}?season=2025-26"))
    assert client.get(f"{page_of(zoe)}?season=1999-00").status_code == 404


def test_a_player_without_games_has_a_page_that_says_so(client, zoe):
    assert "No game of Zoë Brontë" in markup(client.get(page_of(zoe)))


def test_the_list_takes_eight_queries_however_many_players(
    client, division, fleece, season, django_assert_num_queries
):
    names_of_queries = [
        "league",
        "seasons",
        "divisions",
        "the rule book",
        "games won and played",
        "teams of the division",
        "players",
        "their registrations with teams",
    ]
    for number in range(20):
        a_player(fleece, f"Player {number}", season)
    with django_assert_num_queries(len(names_of_queries)):
        client.get(players(division))


def test_a_players_page_takes_fourteen_queries_however_much_he_played(
    client, division, zoe, fleece, season, django_assert_num_queries
):
    names_of_queries = [
        "league",
        "player",
        "seasons",
        "what every season adds up to",
        "the divisions played in",
        "registrations",
        "seats of the season with their games and matches",
        "seats of the same games",
        "who has won how many in the division",
        "awards of the hands",
        "awards of the team's hands",
        "nights of the team",
        "hands of the best nights",
        "ties of cups",
    ]
    norman = a_player(fleece, "Norman Ackerley", season)
    for week in range(1, 9):
        match = a_match(division, week=week, date=NIGHT + week * WEEK)
        a_card(match, (15, 9), (15, 9), (15, 9), (15, 9))
        game = game_of(match)
        a_seat(game, zoe)
        a_seat(game, norman, place=2)
        a_hand(game, 1, "hhhh")
    with django_assert_num_queries(len(names_of_queries)):
        client.get(page_of(zoe))


def test_a_list_of_thousands_is_cut_and_a_search_finds_the_rest(client, division, monkeypatch):
    """A page that grows without end is one anybody could ask for again and again."""
    monkeypatch.setattr("league.people.views.MOST_LISTED", 50)
    league = division.season.league
    Player.objects.bulk_create(Player(league=league, name=f"Player {number:04}") for number in range(120))
    page = words(client.get(f"/{league.slug}/players/?players=all"))
    assert "120 players." in page
    assert page.count("Player 0") == 50
    assert "These are the first 50." in page
    assert "Player 0119" in words(client.get(f"/{league.slug}/players/?players=all&sort=-player")), "of all"
    assert "Player 0119" in words(client.get(players(division, "0119")))
