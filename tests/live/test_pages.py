"""The live page of a match and the night board: what they show, who may keep them, what they cost."""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.competition.selectors import league_today
from league.competition.services import bump_revision
from league.live.nights import night_board
from league.models import Match, Player
from league.results.selectors.nights import SILENCE, being_played
from tests.builders import (
    CAST,
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_league,
    a_match,
    a_player,
    a_season,
    a_secretary,
)
from tests.builders_tables import an_entry, some_hands
from tests.reading import markup

pytestmark = pytest.mark.django_db

LEAGUE = "/three-valleys-all-fours-league/"
BOARD = f"{LEAGUE}nights/{NIGHT}/board/"
US = "hhhh"
TEN_PAST_NINE = datetime.datetime(2027, 1, 14, 21, 10, tzinfo=datetime.UTC)


@pytest.fixture
def match() -> Match:
    return a_match(public_id="fleece22")


def live(match: Match) -> str:
    return f"{LEAGUE}matches/{match.public_id}/live/"


def again(client: Client, address: str, first: HttpResponse) -> HttpResponse:
    return client.get(address, headers={"If-None-Match": first.headers["ETag"]})


@contextmanager
def queries_are(number: int) -> Iterator[None]:
    with CaptureQueriesContext(connection) as queries:
        yield
    assert len(queries) == number, [query["sql"][:120] for query in queries]


def a_night(matches: int, *, hands: int = 3) -> None:
    division = a_division(teams=0)
    for number in range(matches):
        match = a_match(division, f"Home {number:02}", f"Away {number:02}")
        for table in range(1, 5):
            some_hands(match, table, *["ha-h"] * hands)


@pytest.mark.parametrize("which", ["match", "night"])
def test_nothing_new_costs_two_queries(client: Client, match: Match, which: str) -> None:
    """The league with its revision, and the newest entry of what is shown."""
    some_hands(match, 1, US)
    address = live(match) if which == "match" else BOARD
    first = client.get(address)
    with queries_are(2):
        response = again(client, address, first)
    assert (response.status_code, response.content) == (304, b"")


@pytest.mark.parametrize("which", ["match", "night"])
def test_a_hand_a_card_and_a_name_are_news(client: Client, match: Match, which: str) -> None:
    address = live(match) if which == "match" else BOARD
    first = client.get(address)
    some_hands(match, 1, US)
    second = again(client, address, first)
    assert second.status_code == 200
    bump_revision(league_id=match.division.season.league_id)
    assert again(client, address, second).status_code == 200


def test_an_entry_that_comes_in_behind_a_later_one_is_news(client: Client, match: Match) -> None:
    """Two transactions at one moment: the later number can be read first."""
    an_entry(match, "h1", {"high": "h"}, pk=90)
    first = client.get(BOARD)
    an_entry(match, "h2", {"high": "h"}, pk=80)
    assert again(client, BOARD, first).status_code == 200


@pytest.mark.parametrize("which", ["match", "night"])
def test_any_proxy_may_keep_it(client: Client, match: Match, which: str) -> None:
    """The same bytes for everybody: no cookie asked for, none set, nobody's name in the frame."""
    address = live(match) if which == "match" else BOARD
    stranger = client.get(address)
    client.force_login(a_secretary(match.division.season.league))
    secretary = client.get(address)
    assert stranger.content == secretary.content
    for response in (stranger, secretary, again(client, address, secretary)):
        assert set(response.headers["Cache-Control"].split(", ")) == {"public", "max-age=2"}
        assert "Vary" not in response.headers
        assert not response.cookies
        assert response.headers["ETag"]


@pytest.mark.parametrize("matches", [1, 8])
@pytest.mark.parametrize("hands", [1, 8])
def test_a_board_costs_six_queries_however_much_is_played(client: Client, matches: int, hands: int) -> None:
    """The league, what is new, the matches, their logs, their results, who has left."""
    a_night(matches, hands=hands)
    with queries_are(6):
        assert client.get(BOARD).status_code == 200


def test_the_live_page_costs_nine_queries(client: Client, match: Match) -> None:
    """League, what is new, match, its result in two, its log, who is registered, as whom, who sits there."""
    a_player(match.home, "Arthur Thwaite", match.division.season)
    an_entry(match, "home", {"1": "Arthur Thwaite"})
    some_hands(match, 1, US)
    with queries_are(9):
        assert "Arthur Thwaite" in markup(client.get(live(match)))


def test_hidden_players_stay_hidden(client: Client, match: Match) -> None:
    a_player(match.home, "Zoë Hirst", match.division.season, shown=Player.Shown.HIDDEN)
    an_entry(match, "home", {"1": "Zoë Hirst", "2": "Zoe Hurst"})
    some_hands(match, 1, US)
    text = markup(client.get(live(match)))
    assert "A player" in text
    assert "Hirst" not in text
    assert "Hurst" not in text, "what somebody typed is nobody's name until the league has seen it"


def test_the_own_pub_comes_first_in_its_band(client: Client, match: Match) -> None:
    a_match(match.division, "Packhorse & Drover", "Station Tap")
    text = markup(client.get(f"{BOARD}?pub=station-tap"))
    assert text.index("Station Tap") < text.index("The Fleece")
    assert text.count(" own") == 1


def test_one_division_of_the_night(client: Client, match: Match) -> None:
    other = a_division(match.division.season, "Division Two", teams=0)
    a_match(other, "Packhorse & Drover", "Station Tap")
    assert "Station Tap" in markup(client.get(BOARD))
    text = markup(client.get(f"{BOARD}?division=division-one"))
    assert "Station Tap" not in text
    assert "Division One" in text


@pytest.mark.parametrize("asked", ["?division=none", "?pub=%00&page=²", "?page=9999&division=%22%3E"])
def test_whatever_is_asked_there_is_a_board(client: Client, match: Match, asked: str) -> None:
    assert client.get(BOARD + asked).status_code == 200


def test_another_night_and_another_league_are_not_on_it(client: Client, match: Match) -> None:
    a_match(match.division, *CAST[2:4], date=NIGHT + WEEK, week=2)
    a_match(a_division(a_season(a_league("Another League"))), *CAST[4:6])
    text = markup(client.get(BOARD))
    assert "The Fleece" in text
    assert not [team for team in CAST[2:6] if team in text]


@pytest.mark.parametrize(
    ("matches", "pages"), [(0, [0]), (1, [1]), (8, [8]), (12, [12]), (13, [7, 6]), (24, [8, 8, 8])]
)
def test_pages_are_even(matches: int, pages: list[int]) -> None:
    league = a_league()
    division = a_division(a_season(league), teams=0)
    for number in range(matches):
        a_match(division, f"Home {number:02}", f"Away {number:02}")
    boards = [night_board(league, NIGHT, page=page) for page in range(1, len(pages) + 1)]
    assert [len(board.matches) for board in boards] == pages
    assert boards[-1].next_page == (1 if len(pages) > 1 else None)
    shown = [one.home.name for board in boards for one in board.matches]
    assert len(set(shown)) == matches


def test_a_pub_s_own_match_stands_on_every_page() -> None:
    a_night(20, hands=0)
    league = Match.objects.first().division.season.league
    for page in (1, 2, 3):
        board = night_board(league, NIGHT, pub="home-19", page=page)
        assert board.matches[0].home.name == "Home 19"
    assert board.page == board.pages == 3


@pytest.fixture
def ten_past_nine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Phones sent their last at nine."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: TEN_PAST_NINE)


@pytest.mark.parametrize("address", [LEAGUE, f"{LEAGUE}matches/fleece22/"])
def test_a_match_being_played_is_said_to_be(
    client: Client, match: Match, address: str, ten_past_nine: None
) -> None:
    first = client.get(address)
    assert live(match) not in markup(first)
    some_hands(match, 1, US)
    second = again(client, address, first)
    assert live(match) in markup(second)
    a_card(match, (15, 1), (15, 2), (15, 3), (15, 4))
    third = again(client, address, second)
    assert third.status_code == 200
    assert live(match) not in markup(third)


def test_a_log_that_is_silent_for_three_hours_is_not_being_played(match: Match) -> None:
    league = match.division.season.league
    some_hands(match, 1, US)
    assert being_played(league, TEN_PAST_NINE) == {match.public_id}
    assert not being_played(league, TEN_PAST_NINE + SILENCE)
    assert not being_played(a_league("Another League"), TEN_PAST_NINE)
    assert league_today(league, TEN_PAST_NINE) == NIGHT
