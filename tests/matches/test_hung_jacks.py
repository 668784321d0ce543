"""Hung jacks in public: beside teams and players where the game counts them, and nowhere else."""

import pytest
from django.test import Client

from league.matches.hung_jacks import HungJacks, hung_jacks
from league.models import Game, HandResult, Match, RuleBook, Season, Team
from tests.builders import NIGHT, WEEK, a_card, a_division, a_match, a_player, a_season, a_seat, a_team
from tests.reading import tables_read, words

pytestmark = pytest.mark.django_db
SITE = "/three-valleys-all-fours-league/"


def a_trinidad_season(**fields: object) -> Season:
    return a_season(rule_book=RuleBook.objects.create(variant="trinidad", target=14), **fields)


@pytest.fixture
def match() -> Match:
    """Zoe of The Fleece, at home, and Norman of The Shears, with a card to be given its hands."""
    match = a_match(a_division(a_trinidad_season()))
    a_card(match, (14, 9), (14, 9), (14, 9), (14, 9))
    return match


@pytest.fixture
def game(match: Match) -> Game:
    game = match.scorecards.get().tables.get(number=1).games.get()
    for name, team, side in (("Zoe", match.home, "h"), ("Norman", match.away, "a")):
        a_seat(game, a_player(team, name, match.division.season), side)
    return game


def jacks(game: Game, *jacks: str) -> None:
    """Hands by their jacks: "h" taken by home, "h!" hung by home, "-" nobody's."""
    for number, jack in enumerate(jacks, start=1):
        HandResult.objects.create(
            game=game, number=number, high="h", low="h", jack=jack[0], hung="!" in jack, game_point="-"
        )


def of_the_season(match: Match) -> dict[str, tuple[int, int]]:
    found = hung_jacks(match.division.season)
    return {
        team.name: (found.of_team(team.pk).caught, found.of_team(team.pk).suffered)
        for team in (match.home, match.away)
    }


def test_a_jack_hung_by_one_side_was_lost_by_the_other(match: Match, game: Game) -> None:
    jacks(game, "h!", "a!", "h!", "h", "-")
    assert of_the_season(match) == {"The Fleece": (2, 1), "The Shears": (1, 2)}


def test_a_hand_counts_once_for_a_team_however_many_names_its_game_has(match: Match, game: Game) -> None:
    a_seat(game, a_player(match.home, "Kath", match.division.season), place=2)
    nameless = match.scorecards.get().tables.get(number=2).games.get()
    jacks(game, "h!")
    jacks(nameless, "h!")
    assert of_the_season(match) == {"The Fleece": (2, 0), "The Shears": (0, 2)}


def test_a_card_set_aside_and_another_season_do_not_count(match: Match, game: Game) -> None:
    jacks(game, "h!")
    card = match.scorecards.get()
    card.is_confirmed, card.set_aside_at = False, card.entered_at
    card.save()
    old = a_season(match.division.season.league, "2025-26", is_finished=True)
    past = a_match(a_division(old, "Division Two"), date=NIGHT - 52 * WEEK)
    a_card(past, (14, 9), (14, 9), (14, 9), (14, 9))
    jacks(past.scorecards.get().tables.get(number=1).games.get(), "a!")
    assert of_the_season(match) == {"The Fleece": (0, 0), "The Shears": (0, 0)}


def test_a_guest_has_his_own_for_each_team(match: Match, game: Game) -> None:
    zoe = game.seats.get(side="h").player
    borrowed = match.scorecards.get().tables.get(number=2).games.get()
    a_seat(borrowed, zoe, "a")
    jacks(game, "h!")
    jacks(borrowed, "h!", "h!")
    found = hung_jacks(match.division.season)
    assert found.of_player(zoe.pk, match.home.pk) == HungJacks(caught=1)
    assert found.of_player(zoe.pk, match.away.pk) == HungJacks(suffered=2)
    assert found.of_player(zoe.pk) == HungJacks(caught=1, suffered=2)


def test_team_player_and_list_show_them(client: Client, match: Match, game: Game) -> None:
    jacks(game, "h!", "h!", "a!", "-", "h")
    team = words(client.get(f"{SITE}teams/the-fleece/"))
    assert "Jacks hung 2, own jacks hung by others 1." in team
    assert "Zoe 1 1 +5 2–1" in team
    zoe, norman = (game.seats.get(side=side).player for side in "ha")
    page = words(client.get(f"{SITE}players/{zoe.public_id}/"))
    assert "Hung a jack 40 % 2 of 5" in page
    assert "Had its jack hung 20 % 1 of 5" in page
    assert "Hung a jack 20 % 1 of 5" in words(client.get(f"{SITE}players/{norman.public_id}/"))
    listed = words(client.get(f"{SITE}players/"))
    assert "1 Zoe unbeaten The Fleece 1 1 100 14–9 +5 2–1" in listed
    assert "2 Norman The Shears 1 0 0 9–14 −5 1–2" in listed


def test_nothing_of_it_stands_where_a_hung_jack_is_a_jack(client: Client) -> None:
    match = a_match()
    a_card(match, (15, 9), (15, 9), (15, 9), (15, 9))
    game = match.scorecards.get().tables.get(number=1).games.get()
    zoe = a_player(match.home, "Zoe", match.division.season)
    a_seat(game, zoe)
    HandResult.objects.create(game=game, number=1, high="h", low="h", jack="h", game_point="h")
    for address in ("teams/the-fleece/", "players/", f"players/{zoe.public_id}/"):
        page = words(client.get(SITE + address)).lower()
        assert "hung" not in page


def test_a_team_without_a_division_has_none(client: Client, match: Match) -> None:
    a_team(match.division.season.league, "The Drystone")
    assert "hung" not in words(client.get(f"{SITE}teams/the-drystone/"))


def test_they_take_one_query_more_however_many(
    client: Client, match: Match, game: Game, django_assert_num_queries
) -> None:
    fleece: Team = match.home
    for week in range(2, 6):
        later = a_match(match.division, week=week, date=NIGHT + week * WEEK)
        a_card(later, (14, 9), (14, 9), (14, 9), (14, 9))
        one = later.scorecards.get().tables.get(number=1).games.get()
        a_seat(one, a_player(fleece, f"Player {week}", match.division.season))
        jacks(one, "h!", "a!", "h!")
    names_of_list_queries = [
        "league",
        "seasons",
        "divisions",
        "the season's rule book",
        "hung jacks with those who sat there",
        "games won and played",
        "teams of the division",
        "players",
        "their registrations with teams",
    ]
    with django_assert_num_queries(len(names_of_list_queries)):
        client.get(f"{SITE}players/")
    names_of_team_queries = [
        "league",
        "the team and its pub",
        "in which seasons it plays",
        "seasons",
        "its enrolments with divisions and rule books",
        "the matches' outcomes",
        "their divisions and rule books",
        "hung jacks with those who sat there",
        "the division's teams and rulings",
        "the division's outcomes",
        "registrations of the squad",
        "games of its players",
        "its cups",
        "its honours",
    ]
    with django_assert_num_queries(len(names_of_team_queries)) as asked:
        client.get(f"{SITE}teams/the-fleece/")
    assert tables_read(asked).count("league_handresult") == 1, "hung jacks once, for the team and its squad"
