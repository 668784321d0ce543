"""Two partners together, and two teams, players or pairs against each other."""

import pytest
from django.test import Client

from league.cups.entries import TieResult
from league.cups.services.ties import enter_result
from league.models import Division, Match, Player, Season, Team
from tests.builders import (
    FRIDAY,
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_drawn_cup,
    a_match,
    a_player,
    a_season,
    a_seat,
    a_secretary,
    a_team,
)
from tests.reading import markup, words

pytestmark = pytest.mark.django_db
HOME = "/three-valleys-all-fours-league/"


@pytest.fixture
def division() -> Division:
    return a_division(teams=4)


@pytest.fixture
def season(division: Division) -> Season:
    return division.season


@pytest.fixture
def teams(division: Division) -> tuple[Team, Team]:
    league = division.season.league
    return a_team(league, "The Fleece"), a_team(league, "The Shears")


@pytest.fixture
def four(teams: tuple[Team, Team], season: Season) -> list[Player]:
    """Two of each team; they meet twice, and the home pair wins once."""
    (fleece, shears) = teams
    named = (
        (fleece, "Zoë Brontë"),
        (fleece, "Norman Ackerley"),
        (shears, "Jack Hirst"),
        (shears, "Ann Pell"),
    )
    players = [a_player(team, name, season) for team, name in named]
    for week, score in enumerate(((15, 9), (12, 15)), start=1):
        match = a_match(season.divisions.get(), week=week, date=NIGHT - week * WEEK)
        seated(match, score, players)
    return players


def seated(match: Match, score: tuple[int, int], players: list[Player]) -> None:
    """The match with these four at its first table, the first two at home."""
    card = a_card(match, score, (15, 9), (15, 9), (15, 9))
    game = card.tables.get(number=1).games.get()
    for player, side, place in zip(players, "hhaa", (1, 2, 1, 2), strict=True):
        a_seat(game, player, side, place)


def pair_of(*players: Player) -> str:
    return "-".join(player.public_id for player in players)


def test_a_pair_stands_with_what_it_won_together(client, four, season):
    zoe, norman, jack, _ = four
    assert "Won 1 of 2 tables together, 27–24 on points." in words(
        client.get(f"{HOME}pairs/{pair_of(zoe, norman)}/")
    )
    assert client.get(f"{HOME}pairs/{pair_of(zoe, jack)}/").status_code == 404
    assert client.get(f"{HOME}pairs/{pair_of(zoe, zoe)}/").status_code == 404
    zoes = client.get(f"{HOME}players/{zoe.public_id}/").content.decode()
    assert f"{HOME}pairs/{'-'.join(sorted((zoe.public_id, norman.public_id)))}/" in zoes


def test_a_pair_shows_one_season_at_length_and_the_sum_of_all(
    client, four, season, django_assert_max_num_queries
):
    zoe, norman, *_ = four
    before = a_season(
        season.league, "2025-26", starts_on=NIGHT - 52 * WEEK, ends_on=NIGHT - 30 * WEEK, is_finished=True
    )
    old = a_division(before, teams=4)
    seated(a_match(old, date=NIGHT - 50 * WEEK), (15, 0), four)
    page = f"{HOME}pairs/{pair_of(zoe, norman)}/"
    with django_assert_max_num_queries(9):
        latest = words(client.get(page))
    assert "Won 2 of 3 tables together, 42–24 on points." in latest
    assert "won 1 of 2" in latest
    assert "2025-26, Division One won 1 of 1" in latest
    assert "15–0" not in latest
    assert "15–0" in words(client.get(f"{page}?season=2025-26"))
    assert client.get(f"{page}?season=1999").status_code == 404


def test_players_and_pairs_are_compared_by_the_games_against_each_other(client, four):
    zoe, norman, jack, ann = four
    players = words(client.get(f"{HOME}head-to-head/?player={zoe.public_id}&player={jack.public_id}"))
    assert "Zoë Brontë won 1 of 2, 27–24 on points." in players
    pairs = words(client.get(f"{HOME}head-to-head/?pair={pair_of(ann, jack)}&pair={pair_of(zoe, norman)}"))
    assert "Jack Hirst & Ann Pell won 1 of 2, 24–27 on points." in pairs
    partners = words(client.get(f"{HOME}head-to-head/?player={zoe.public_id}&player={norman.public_id}"))
    assert "They have not met at a table yet." in partners


def test_teams_are_compared_by_all_their_matches(client, four, division):
    a_match(division, "The Shears", "The Fleece", week=9, date=NIGHT + 9 * WEEK)
    page = words(client.get(f"{HOME}head-to-head/?team=the-shears&team=the-fleece"))
    assert "The Fleece lead 2–0 in matches won, of 2 played." in page
    assert "To come" in page
    same = words(client.get(f"{HOME}head-to-head/?team=the-shears&team=the-shears"))
    assert "Choose two different teams." in same
    assert client.get(f"{HOME}head-to-head/?team=the-shears&team=nobody").status_code == 404


def test_teams_are_compared_by_their_ties_in_cups_too(client, season):
    cup = a_drawn_cup(season, "The Fleece", "The Shears", name="Ackroyd Shield")
    result = TieResult(round=1, number=1, legs=((6, 4),), reason="")
    enter_result(cup=cup, result=result, began_from=None, now=FRIDAY)
    address = f"{HOME}head-to-head/?team=the-shears&team=the-fleece"
    page = words(client.get(address))
    assert "They have not met in the league." in page
    assert "Ackroyd Shield, final" in page
    assert [tie.title for tie in client.get(address).context["page"]["ties"]] == ["Final"]
    assert sorted(client.get(address).context["page"]["ties_won"]) == [0, 1]
    assert 'aria-current="page">Pubs</a>' in markup(client.get(address))


def test_pages_of_somebody_hidden_are_not_there_for_the_public(client: Client, four, season):
    zoe, norman, jack, ann = four
    Player.objects.filter(pk=zoe.pk).update(shown=Player.Shown.HIDDEN)
    addresses = (
        f"pairs/{pair_of(zoe, norman)}/",
        f"head-to-head/?player={zoe.public_id}&player={jack.public_id}",
        f"head-to-head/?player={zoe.public_id}",
        f"head-to-head/?pair={pair_of(ann, jack)}&pair={pair_of(norman, zoe)}",
    )
    for address in addresses:
        assert client.get(HOME + address).status_code == 404, address
    for kind in ("player", "pair"):
        page = client.get(f"{HOME}head-to-head/?of={kind}").content.decode()
        assert zoe.public_id not in page
        assert "Bront" not in page
    client.force_login(a_secretary(season.league))
    for address in addresses:
        assert "Zoë Brontë" in words(client.get(HOME + address)), address


@pytest.mark.parametrize(
    "asked", ["player=%00", "player=%ED%A0%80", "pair=a-b-c", "pair=-", "team=%00&team=%00"]
)
def test_an_address_of_nobody_is_not_found(client, four, asked):
    assert client.get(f"{HOME}head-to-head/?{asked}").status_code == 404


def test_what_these_pages_ask_does_not_grow(client, four, division, season, django_assert_num_queries):
    zoe, norman, jack, ann = four
    a_drawn_cup(season, "The Fleece", "The Shears")
    for week in range(3, 9):
        seated(a_match(division, week=week, date=NIGHT - week * WEEK), (15, 9), four)
    queries_by_page = {
        f"pairs/{pair_of(zoe, norman)}/": (
            *("league", "the first", "the second", "sums of seasons", "divisions", "seats"),
            *("seats of the same games", "awards of the hands", "hands of the best nights"),
        ),
        "head-to-head/?team=the-fleece&team=the-shears": (
            *("league", "teams", "the matches' outcomes", "their divisions and rule books"),
            *("cups both entered", "entries", "draws", "ties"),
        ),
        f"head-to-head/?player={zoe.public_id}&player={jack.public_id}": (
            *(
                "league",
                "the first",
                "the second",
                "players who have played",
                "seats",
                "seats of the same games",
            ),
        ),
        f"head-to-head/?pair={pair_of(zoe, norman)}&pair={pair_of(jack, ann)}": (
            *("league", "two of the first", "", "two of the second", "", "seasons", "seats of the season"),
            *("its players", "seats", "seats of the same games"),
        ),
    }
    for page, names_of_queries in queries_by_page.items():
        with django_assert_num_queries(len(names_of_queries)):
            client.get(HOME + page)
