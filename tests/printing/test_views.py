"""Paper over the web: who may have which, under what name, and what happens where nothing can be printed."""

import io
import re
import sys
from pathlib import Path

import pytest
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from league.competition.selectors import league_today
from league.models import Game, HandResult, League, Match, Player, RuleBook
from tests.builders import (
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_league,
    a_match,
    a_player,
    a_season,
    a_seat,
    a_secretary,
    a_walkover,
)
from tests.examples import sampled

pytestmark = pytest.mark.django_db

LEAGUE = "/three-valleys-all-fours-league/"
NIGHT_PACK = f"{LEAGUE}secretary/nights/{NIGHT}/"


@pytest.fixture
def match() -> Match:
    return a_match()


@pytest.fixture
def secretary(client: Client, match: Match) -> Client:
    client.force_login(a_secretary(match.division.season.league))
    return client


def sheet(match: Match, kind: str = "score-sheet") -> str:
    return f"{LEAGUE}matches/{match.public_id}/{kind}.pdf"


def text_of(answer: HttpResponse) -> str:
    assert answer.headers["Content-Type"] == "application/pdf"
    pages = PdfReader(io.BytesIO(answer.content)).pages
    return " ".join(" ".join(page.extract_text().split()) for page in pages)


def play_a_hand(match: Match, *, shown: str = Player.Shown.FULL) -> None:
    """Table 1 with one hand and Zoë Hirst at the table; three more tables with their scores."""
    card = a_card(match, (15, 13), (12, 15), (15, 11), (15, 8))
    game = Game.objects.get(table__scorecard=card, table__number=1)
    a_seat(game, a_player(match.home, "Zoë Hirst", told_apart_by=match.home.name, shown=shown))
    HandResult.objects.create(game=game, number=1, high="h", low="a", jack="-", game_point="h")


def test_anybody_may_have_the_sheet_of_a_match(client, match):
    answer = client.get(sheet(match))
    assert "The Fleece" in text_of(answer)
    assert answer.headers["Content-Disposition"] == (
        'inline; filename="score-sheet-the-fleece-v-the-shears-2027-01-14.pdf"'
    )


def test_anybody_may_have_the_slips_of_a_match(client, match):
    answer = client.get(sheet(match, "table-slips"))
    assert text_of(answer).count("The Shears") == 4
    assert "table-slips-the-fleece-v-the-shears-2027-01-14.pdf" in answer.headers["Content-Disposition"]


def test_a_match_of_another_league_is_not_here(client, match):
    other = a_league("Calder League")
    assert client.get(f"/{other.slug}/matches/{match.public_id}/score-sheet.pdf").status_code == 404
    assert client.get(f"{LEAGUE}matches/zzzzzzzz/score-sheet.pdf").status_code == 404


@pytest.mark.slow
def test_a_played_match_prints_filled_in(client, match):
    play_a_hand(match)
    text = text_of(client.get(sheet(match)))
    assert "Zoë Hirst" in text
    assert "57" in text  # the game points of the home side together


def test_the_public_sheet_shows_a_player_as_the_player_wishes(client, match):
    play_a_hand(match, shown=Player.Shown.INITIALS)
    assert "Zoë" not in text_of(client.get(sheet(match)))
    client.force_login(a_secretary(match.division.season.league))
    assert "Zoë Hirst" in text_of(client.get(sheet(match)))


def test_a_walkover_is_said_in_the_remarks(client, match):
    a_walkover(match, reason="no team raised.")
    assert "Walkover against The Shears: no team raised." in text_of(client.get(sheet(match)))


@pytest.mark.slow
def test_a_postponed_match_without_a_date_says_so(client):
    match = a_match(date=None, postponed_from=NIGHT)
    assert "no date yet" in text_of(client.get(sheet(match)))


def test_a_sheet_that_has_not_changed_is_not_sent_again(client, match):
    first = client.get(sheet(match))
    again = client.get(sheet(match), headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(sheet(match)).content == first.content
    match.home.name = "The Golden Fleece"
    match.home.save()
    changed = client.get(sheet(match), headers={"If-None-Match": first.headers["ETag"]})
    assert "The Golden Fleece" in text_of(changed)


def test_the_league_format_decides_the_form(client):
    book = RuleBook.objects.create(tables=3, target=11, players_a_side=1, table_won=2, aggregate=0)
    match = a_match(a_division(a_season(rule_book=book)))
    text = text_of(client.get(sheet(match)))
    assert text.count("TABLE") == 3
    assert "At 11 stop" in text
    assert "1 a table won Match points" in text
    assert "A game is played to 11." in text


@pytest.mark.parametrize(
    "address",
    sampled(
        [
            f"{NIGHT_PACK}sheets.pdf",
            f"{NIGHT_PACK}slips.pdf",
            f"{LEAGUE}secretary/blank-sheet.pdf",
            f"{LEAGUE}secretary/blank-slips.pdf",
        ],
        each=2,
    ),
)
def test_packs_and_blanks_are_the_secretarys(client, match, address):
    assert client.get(address).headers["Location"].startswith("/sign-in/")
    client.force_login(a_secretary(a_league("Calder League"), "neighbour"))
    assert client.get(address).status_code == 403
    client.force_login(a_secretary(match.division.season.league))
    assert client.get(address).status_code == 200


def test_a_night_prints_a_sheet_for_each_match(secretary, match):
    a_match(match.division, "Packhorse & Drover", "The Tup and Bell")
    a_match(match.division, "Station Tap", "The Weavers’ Rest", date=NIGHT + WEEK, week=2)
    answer = secretary.get(f"{NIGHT_PACK}sheets.pdf")
    reader = PdfReader(io.BytesIO(answer.content))
    assert len(reader.pages) == 2 * 2
    assert reader.metadata.title == "Score sheets: Thu 14 Jan 2027, Three Valleys All Fours League"
    assert "Station Tap" not in text_of(answer)
    assert 'filename="score-sheets-2027-01-14.pdf"' in answer.headers["Content-Disposition"]


@pytest.mark.slow
def test_a_sheet_in_large_print_has_a_table_a_page(client, match):
    usual, large = client.get(sheet(match)), client.get(f"{sheet(match)}?print=large")
    assert [len(PdfReader(io.BytesIO(answer.content)).pages) for answer in (usual, large)] == [2, 6]
    first = PdfReader(io.BytesIO(large.content)).pages[0].extract_text()
    assert first.count("TABLE") == 1


def test_the_sheet_names_the_squads_and_when_it_is_due(secretary, match):
    book = match.division.season.rule_book
    book.regulations = {"late_result": [{"due": {"hours": 24}, "pays": "at_fault"}]}
    book.save()
    a_player(match.home, "Nora Pickles", match.division.season)
    text = text_of(secretary.get(sheet(match)))
    assert "Nora Pickles" in text
    assert "on Friday 15 January. " in text
    League.objects.update(sheets_to="4 Mill Lane, Hadderley")
    assert "on Friday 15 January to 4 Mill Lane, Hadderley." in text_of(secretary.get(sheet(match)))


@pytest.mark.slow
def test_a_match_given_without_play_needs_no_paper(secretary, match):
    a_walkover(a_match(match.division, "Packhorse & Drover", "The Tup and Bell"))

    answer = secretary.get(f"{NIGHT_PACK}sheets.pdf")

    assert len(PdfReader(io.BytesIO(answer.content)).pages) == 2
    assert "Packhorse" not in text_of(answer)


def test_a_night_without_matches_has_no_pack(secretary):
    assert secretary.get(f"{LEAGUE}secretary/nights/2027-01-15/sheets.pdf").status_code == 404
    assert secretary.get(f"{LEAGUE}secretary/nights/2027-01-15/slips.pdf").status_code == 404


def test_a_league_without_a_season_has_no_blank(client):
    client.force_login(a_secretary(a_league()))
    assert client.get(f"{LEAGUE}secretary/blank-sheet.pdf").status_code == 404


def test_a_night_costs_the_same_queries_for_two_matches_as_for_six(secretary, match):
    """Matches, divisions, cards, tables, games, seats, hands, penalties, players; and who is asking."""
    a_match(match.division, "Packhorse & Drover", "The Tup and Bell")
    for one in Match.objects.all():
        play_a_hand(one)
    few = queries_for(secretary, f"{NIGHT_PACK}sheets.pdf")
    for number in range(4):
        play_a_hand(a_match(match.division, f"Pub {number}", f"Club {number}"))
    assert queries_for(secretary, f"{NIGHT_PACK}sheets.pdf") == few


def queries_for(client: Client, address: str) -> list[str]:
    """The tables asked, in order."""
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return [query["sql"].split("FROM")[1].split()[0] for query in queries]


@pytest.fixture
def without_pango(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """WeasyPrint as it is on a machine without Pango: importing it fails for want of a library."""
    (tmp_path / "weasyprint.py").write_text("raise OSError(\"cannot load library 'libpangoft2-1.0-0'\")")
    for name in [name for name in sys.modules if name.split(".")[0] == "weasyprint"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(tmp_path)
    cache.clear()


@pytest.mark.usefixtures("without_pango")
def test_without_pango_the_page_says_the_line_that_puts_it_right(client, match):
    answer = client.get(sheet(match))
    assert answer.status_code == 503
    assert re.search(r"apt-get install .*libpangoft2-1.0-0", answer.content.decode())
    assert "text/html" in answer.headers["Content-Type"]


@pytest.mark.slow
def test_the_printed_day_is_the_leagues_day(client, match):
    division = match.division
    address = f"{LEAGUE}{division.season.slug}/{division.slug}/fixtures.pdf"
    assert f"As the list stood on {league_today(match.division.season.league):%a} " in text_of(
        client.get(address)
    )


def test_the_list_is_set_for_teams_it_has_and_for_nobody_else(client: Client, match: Match) -> None:
    """Else anybody could have it set anew for every name he thinks of."""
    division = match.division
    address = f"{LEAGUE}{division.season.slug}/{division.slug}/fixtures.pdf"
    plain = client.get(address)
    for stranger in ("the-barge", "x" * 3000, "\r\nX-Evil: 1", "²", "../../x"):
        answer = client.get(address, {"team": stranger})
        assert answer.headers["ETag"] == plain.headers["ETag"]
        assert answer.headers["Content-Disposition"] == plain.headers["Content-Disposition"]
    assert client.get(address, {"team": "the-fleece"}).headers["ETag"] != plain.headers["ETag"]
