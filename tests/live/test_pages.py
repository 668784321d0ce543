"""The live page of a match and the night board: what they show, who may keep them, what they cost."""

import datetime
import gzip
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.accounts.services.links import codes_for
from league.competition.selectors import league_today
from league.competition.services import bump_revision
from league.live.nights import night_board
from league.models import Match, Player
from league.results.selectors.nights import SILENCE, being_played
from tests.builders import (
    CAST,
    FRIDAY,
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
from tests.reading import markup, words

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
def test_nothing_new_costs_few_queries(client: Client, match: Match, which: str) -> None:
    """The league with its revision, the newest entry of what is shown, and the division of a match."""
    some_hands(match, 1, US)
    address = live(match) if which == "match" else BOARD
    first = client.get(address)
    with queries_are(3 if which == "match" else 2):
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
        assert response.headers["Vary"] == "Accept-Encoding"
        assert not response.cookies
        assert response.headers["ETag"]


@pytest.mark.parametrize("matches", [1, 8])
@pytest.mark.parametrize("hands", [1, 8])
def test_a_board_costs_six_queries_however_much_is_played(client: Client, matches: int, hands: int) -> None:
    """The league, what is new, the matches, their logs, their results, who has left."""
    a_night(matches, hands=hands)
    with queries_are(6):
        assert client.get(BOARD).status_code == 200


def test_the_live_page_costs_ten_queries(client: Client, match: Match) -> None:
    """League, division, what is new, match, its result in two, its log, who is registered, as whom, where."""
    a_player(match.home, "Arthur Thwaite", match.division.season)
    an_entry(match, "home", {"1": "Arthur Thwaite"})
    some_hands(match, 1, US)
    with queries_are(10):
        assert "Arthur Thwaite" in markup(client.get(live(match)))


def test_hidden_players_stay_hidden(client: Client, match: Match) -> None:
    a_player(match.home, "Zoë Hirst", match.division.season, shown=Player.Shown.HIDDEN)
    an_entry(match, "home", {"1": "Zoë Hirst", "2": "Zoe Hurst"})
    some_hands(match, 1, US)
    text = markup(client.get(live(match)))
    assert "A player" in text
    assert "Hirst" not in text
    assert "Hurst" not in text, "what somebody typed is nobody's name until the league has seen it"


def test_a_past_night_says_which_result_is_missing(client: Client, match: Match) -> None:
    date = league_today(match.division.season.league) - WEEK
    a_match(match.division, "Station Tap", "Packhorse & Drover", date=date)
    Match.objects.filter(pk=match.pk).update(date=date)
    text = words(client.get(f"{LEAGUE}nights/{date}/board/"))
    assert text.count("No result yet") == 2
    assert "8.30 pm" not in text


def test_a_disputed_match_says_so_and_one_alone_that_its_result_is_missing(
    client: Client, match: Match
) -> None:
    match.date = league_today(match.division.season.league) - WEEK
    match.save()
    board = f"{LEAGUE}nights/{match.date}/board/"
    assert "No result yet" in words(client.get(board))
    match.disputed_because = "Table 4."
    match.save()
    bump_revision(league_id=match.division.season.league_id)
    assert "Disputed: the secretary decides" in words(client.get(board))
    a_match(match.division, "Station Tap", "Packhorse & Drover", date=match.date)
    assert words(client.get(board)).count("Disputed") == 1


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


def versions_in(response: HttpResponse) -> str:
    """What a screen that shows this page says it has."""
    pairs = re.search(r'data-versions="([^"]*)"', response.content.decode())
    assert pairs
    return ".".join(pair.partition("=")[2] for pair in pairs[1].split())


def test_only_the_row_that_changed_is_sent(client: Client) -> None:
    a_night(8)
    first = client.get(BOARD)
    known = versions_in(first)
    an_entry(Match.objects.earliest("id"), "h9", {"high": "h"}, table=3)
    changed = client.get(BOARD, {"have": known})
    sent = {key: html for key, _, html in changed.json()["parts"] if html is not None}
    assert list(sent) == [f"m-{Match.objects.earliest('id').public_id}"]
    assert len(changed.json()["parts"]) == 10, "every part by name, so that rows can come and go"
    assert len(gzip.compress(changed.content)) < 3_000
    assert len(gzip.compress(first.content)) < 25_000


def test_a_screen_that_has_everything_is_sent_nothing(client: Client) -> None:
    a_night(8)
    first = client.get(BOARD)
    answer = client.get(BOARD, {"have": versions_in(first)})
    assert not [html for *_, html in answer.json()["parts"] if html is not None]
    known = {"have": versions_in(first)}
    assert client.get(BOARD, known, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304


@pytest.mark.parametrize("have", ["", "x" * 5000, "%00", "..."])
def test_whatever_a_screen_says_it_has_it_is_given_the_rest(client: Client, match: Match, have: str) -> None:
    assert len(client.get(f"{BOARD}?have={have}").json()["parts"]) == 3


@pytest.fixture
def that_night(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.live.views.night_of", lambda _: NIGHT)


@pytest.fixture
def a_week_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("league.live.views.night_of", lambda _: NIGHT - WEEK)


def test_the_boards_say_what_the_phones_say(client: Client, match: Match) -> None:
    """Four hands are pegged: both name the fifth, the one being played."""
    some_hands(match, 1, "ha-h", "hhha", "aaah", "h-a-")
    code = codes_for(matches=[match.pk], now=FRIDAY)[match.pk]
    assert "hand 5" in words(client.get(f"/s/{code}/tables/1/")).lower()
    assert "hand 5" in words(client.get(BOARD))


def test_a_television_shows_tonight(client: Client, match: Match, that_night: None) -> None:
    some_hands(match, 1, US)
    with queries_are(6):
        text = markup(client.get(f"{LEAGUE}tv/"))
    assert "All matches tonight" in text
    with queries_are(7):
        own = markup(client.get(f"{LEAGUE}tv/the-shears/"))
    assert own.count(" own") == 1


def test_a_television_waits_for_the_next_night(client: Client, match: Match, a_week_before: None) -> None:
    for address in ("tv/", "tv/the-fleece/", "tv/the-shears/", "live/", "teams/the-fleece/live/"):
        text = words(client.get(LEAGUE + address))
        assert "Next: Thu 14 Jan" in text, address
        assert "The Fleece v The Shears" in text, address


def test_a_pub_without_a_match_tonight_waits_for_its_own(
    client: Client, match: Match, that_night: None
) -> None:
    a_match(match.division, "Station Tap", "The Fleece", date=NIGHT + WEEK, week=2)
    text = words(client.get(f"{LEAGUE}tv/station-tap/"))
    assert "Next: Thu 21 Jan" in text
    assert "The Shears" not in text


def test_a_television_goes_on_by_itself(
    client: Client, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until five in the morning it is still that night; then the screen that asks is told of the next."""
    a_match(match.division, "The Shears", "The Fleece", date=NIGHT + WEEK, week=2)
    address = f"{LEAGUE}tv/"
    late = datetime.datetime(2027, 1, 15, 1, 0, tzinfo=datetime.UTC)
    monkeypatch.setattr("django.utils.timezone.now", lambda: late)
    first = client.get(address)
    assert "All matches tonight" in words(first)
    monkeypatch.setattr("django.utils.timezone.now", lambda: late.replace(hour=6))
    answer = client.get(
        address, {"have": versions_in(first)}, headers={"If-None-Match": first.headers["ETag"]}
    )
    assert answer.json()["layout"] == "quiet"
    assert "Next: Thu 21 Jan" in words(client.get(address))


@pytest.mark.parametrize("where", ["tv/", "tv/the-shears/"])
def test_a_television_shows_the_results_of_the_last_night_and_what_comes_next_in_turn(
    client: Client, match: Match, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    a_card(match, (15, 3), (15, 4), (15, 5), (8, 15))
    a_match(match.division, "The Shears", "The Fleece", date=NIGHT + 2 * WEEK, week=2)
    day_after = datetime.datetime(2027, 1, 15, 12, 0, tzinfo=datetime.UTC)
    monkeypatch.setattr("django.utils.timezone.now", lambda: day_after)
    results = words(client.get(LEAGUE + where))
    assert "Thu 14 Jan" in results
    assert "4 of 4 tables finished" in results
    assert "Page 1 of 2" in results
    coming = client.get(LEAGUE + where, {"page": "2"})
    assert "Next: Thu 28 Jan" in words(coming)
    assert 'href="?page=1"' in coming.content.decode()
    monkeypatch.setattr("django.utils.timezone.now", lambda: day_after + WEEK)
    assert "Next: Thu 28 Jan" in words(client.get(LEAGUE + where))


def test_the_list_says_what_is_live(client: Client, match: Match, that_night: None) -> None:
    some_hands(match, 1, US, US, US, "hhh-")
    some_hands(match, 2, US)
    a_match(match.division, "Station Tap", "Packhorse & Drover")
    with queries_are(6):
        text = words(client.get(f"{LEAGUE}live/"))
    assert "Live 1 of 4 tables finished" in text
    assert text.count("Live") == 1
    assert "8.30 pm at Station Tap" in text


def test_a_team_is_followed(client: Client, match: Match, that_night: None) -> None:
    some_hands(match, 1, US)
    text = words(client.get(f"{LEAGUE}teams/the-shears/live/"))
    assert "The Fleece" in text
    assert "hand 2" in text
    assert client.get(f"{LEAGUE}teams/nobody/live/").status_code == 404
    assert client.get(f"{LEAGUE}tv/nobody/").status_code == 404
