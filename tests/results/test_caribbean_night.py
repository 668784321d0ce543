"""A Caribbean night as people read it: from the plain form to the page of the match and the standings."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from league.models import Match, RuleBook, User
from tests.builders import a_division, a_match, a_player, a_season, a_secretary
from tests.reading import markup
from tests.results.test_entry_family import CARIBBEAN, a_night, at

LEAGUE = "/three-valleys-all-fours-league/"


@pytest.fixture
def match(db: None) -> Match:
    return a_match(a_division(a_season(rule_book=RuleBook.objects.create(**CARIBBEAN))))


@pytest.fixture
def secretary(match: Match) -> User:
    return a_secretary(match.division.season.league)


@pytest.fixture
def desk(client: Client, secretary: User) -> Client:
    client.force_login(secretary)
    return client


def heard(answer: Any) -> str:
    """The page's text as it is read aloud: drawings by their names, in one line."""
    assert answer.status_code == 200
    drawn = re.compile(r'<(span|svg)[^>]* role="img"[^>]*? aria-label="([^"]*)".*?</\1>', re.S)
    page = drawn.sub(r" \2 ", markup(answer))
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split()).replace(" ,", ",")


def sat_down(match: Match, home: str, away: str, games: range = range(1, 8)) -> dict[str, str]:
    """Those two, registered, at so many games of table 1."""
    season = match.division.season
    for team, name in ((match.home, home), (match.away, away)):
        if not season.league.players.filter(name=name).exists():
            a_player(team, name, season)
    return {f"t1-g{game}-{side}-1": name for game in games for side, name in (("home", home), ("away", away))}


def confirm(desk: Client, match: Match, **names: str) -> None:
    answer = desk.post(at(match), {**a_night(), **names})
    assert answer.status_code == 303, heard(answer)


def test_the_page_of_the_match_reads_game_by_game(desk: Client, match: Match) -> None:
    confirm(desk, match, **sat_down(match, "Merle Joseph", "Sita Ramlogan"))
    page = heard(desk.get(f"{LEAGUE}matches/{match.public_id}/"))
    assert "The Fleece v The Shears: 1–21" in page
    assert "Games 1–21: 1–21 Game points 203–337" in page
    assert (
        "1 home Merle Joseph 1 away Sita Ramlogan 6 "
        "Game 1 home won 14–10, Table 1, game 1, hand by hand Game 2 away won 9–14 Game 3 away won 9–17"
    ) in page
    assert page.count("Merle Joseph") == 1, "the same four stay for all games of a table: named once"
    assert "3 home no names written down 0 away no names written down 8" in page
    assert page.count("Game 7 ") == 3
    assert page.count("Game 8 ") == 1


@pytest.mark.slow
def test_hands_are_told_with_what_was_turned_said_and_hung(desk: Client, match: Match) -> None:
    confirm(desk, match)
    page = heard(desk.get(f"{LEAGUE}matches/{match.public_id}/?table=1&game=1&hand=2"))
    assert "The Fleece won in 4 hands, coming from 5–7 down. Hand 4 tipped it: their chance of a win" in page
    assert "to 100 %. The Fleece led first." in page
    assert "Hand 2 of 4 one hand on 5–7" in page
    told = page[page.index("Hand Before High Low Jack Game Home Away To win ") :]
    for hand in (
        "1 six of spades stood away +2 turned up home home home home 5 2",
        "2 9 given one away +1 gift away away nobody away 5 7",
        "3 six of hearts ten of clubs run away +2 turned up home home nobody nobody 7 9",
        "4 home away home hung not needed 14 10",
    ):
        assert hand in told


@pytest.mark.slow
def test_whoever_changes_places_is_told_with_his_own_games(desk: Client, match: Match) -> None:
    first = sat_down(match, "Merle Joseph", "Sita Ramlogan", range(1, 4))
    confirm(desk, match, **first, **sat_down(match, "Roy Mohammed", "Sita Ramlogan", range(4, 8)))
    page = heard(desk.get(f"{LEAGUE}matches/{match.public_id}/"))
    assert "1 home Merle Joseph 1 away Sita Ramlogan 2 Game 1 home won" in page
    assert "1 home Roy Mohammed 0 away Sita Ramlogan 4 Game 4 away won" in page
    assert "Table 1: games 1–6" in page


@pytest.mark.slow
def test_a_penalty_and_a_misdeal_stand_with_their_hands(desk: Client, match: Match) -> None:
    given = {"t1-g1-p1-hand": "1", "t1-g1-p1-kind": "misdeal"}
    given |= {"t1-g1-p2-hand": "2", "t1-g1-p2-kind": "renege", "t1-g1-p2-side": "h", "t1-g1-h2-game": "-"}
    confirm(desk, match, **given)
    page = heard(desk.get(f"{LEAGUE}matches/{match.public_id}/?table=1&game=1"))
    assert "1 six of spades stood home +1 misdeal away +2 turned up home home home home 6 2" in page
    assert "Penalty in hand 2: 1 to The Fleece, renege, no Game" in page


def test_from_the_plain_form_to_the_standings(desk: Client, client: Client, match: Match) -> None:
    names = sat_down(match, "Merle Joseph", "Sita Ramlogan")
    confirm(desk, match, **names)
    client.logout()
    table = heard(client.get(f"{LEAGUE}2026-27/division-one/standings/"))
    assert "1 The Shears champions 1 0 0 21–1 337–203 +134 Form, latest last: won 21" in table
    assert "2 The Fleece 0 0 1 1–21 203–337 −134 Form, latest last: lost 1" in table
    team = heard(client.get(f"{LEAGUE}teams/the-fleece/"))
    assert "2nd of 2 " in team
    assert "Jacks hung 1, own jacks hung by others 0." in team
    assert "Merle Joseph 7 1 −35 1–0" in team
    player = heard(
        client.get(f"{LEAGUE}players/{match.home.league.players.get(name='Sita Ramlogan').public_id}/")
    )
    assert "Won 6 of 7 games" in player
    assert "Hung a jack 0 % 0 of 4" in player
    assert "Had its jack hung 25 % 1 of 4" in player


@pytest.mark.slow
def test_corrected_it_counts_once(desk: Client, match: Match) -> None:
    confirm(desk, match)
    again = {**a_night(), "version": "1", "reason": "the last game was home's"}
    again |= {"t3-g8-home-final": "14", "t3-g8-away-final": "9"}
    assert desk.post(at(match), again).status_code == 303
    table = heard(desk.get(f"{LEAGUE}2026-27/division-one/standings/"))
    assert "The Shears champions 1 0 0" in table
    assert "2 The Fleece 0 0 1 2–20 208–332" in table
