"""What a table is called follows from the format, in every sentence about one: rink, board, frame."""

import datetime
import json
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client

from league.accounts.services.links import codes_for
from league.bulletin.text import remarks_on
from league.exchange.lists.headings import What
from league.exchange.spreadsheets import read_text
from league.matches.sheet.faults import sheet_faults
from league.matches.sheet.values import Sheet, SheetGame, SheetTable
from league.models import Match, RuleBook, Ruling
from league.printing.selectors import _remarks
from league.results.logged_match import GameSoFar
from league.results.pages.before_confirming import questions_before
from league.results.selectors.reports import first_difference
from league.standings.selectors.match_lists import match_lines
from league.templatetags.decisions import ruling_words
from scoring import HOME, games
from scoring.hands import Hand
from tests.api.test_writing import a_token
from tests.builders import FRIDAY, a_division, a_match, a_season, a_secretary
from tests.builders_lists import import_list
from tests.reading import words

pytestmark = pytest.mark.django_db
RINKS: dict[str, Any] = {"tables": 2, "regulations": {"unit": "rink"}}


@pytest.fixture
def match() -> Match:
    return a_match(a_division(a_season(rule_book=RuleBook.objects.create(**RINKS))))


@pytest.mark.parametrize(
    ("kind", "said"), [(Ruling.Kind.WALKOVER, "rink 2 to"), (Ruling.Kind.VOID, "rink 2 void")]
)
def test_a_ruling_names_its_rink_on_pages_on_paper_and_in_the_bulletin(
    match: Match, kind: str, said: str
) -> None:
    ruling = Ruling.objects.create(
        match=match,
        division=match.division,
        kind=kind,
        table=2,
        at_fault=Ruling.AtFault.AWAY if kind == Ruling.Kind.WALKOVER else "",
        reason="They had gone home.",
        decided_on=match.date,
    )
    assert said in ruling_words(ruling)
    line = match_lines(Match.objects.all())[0]
    assert next(iter(_remarks(line, None))).startswith("Rink 2")
    if kind == Ruling.Kind.WALKOVER:
        assert remarks_on(line) == ["rink 2 awarded"]


def test_the_question_about_a_match_nobody_played_says_rinks(match: Match) -> None:
    sheet = Sheet(tables=tuple(SheetTable(number=number, is_played=False) for number in (1, 2)))
    assert questions_before(None, sheet, datetime.date(2026, 1, 1), word="rink") == (
        "All two rinks are marked “not played”. "
        "A match that nobody played is postponed, or given as a walkover.",
    )


def test_a_program_is_told_of_rinks(client: Client, match: Match) -> None:
    league = match.division.season.league
    token = a_token(league, a_secretary(league))

    def told(*tables: dict[str, Any]) -> str:
        answer = client.put(
            f"/api/v1/leagues/{league.slug}/matches/{match.public_id}/result",
            json.dumps({"version": 0, "tables": tables}),
            content_type="application/json",
            headers={"Authorization": f"Bearer {token}"},
        )
        assert answer.status_code == 422
        return answer.json()["detail"]

    games = [{"home_score": 15, "away_score": 8}]
    assert told({"table": 1}, {"table": 1}) == "A rink was sent twice. Received: 1, 1."
    wrong = {"table": 1, "games": games, "home_games": 5}
    assert told(wrong, {"table": 2, "games": games}).startswith("Rink 1: home_games is 1 by the rest")
    foot = {"table": 1, "games": [{**games[0], "home_foot": 3}]}
    assert told(foot, {"table": 2, "games": games}).startswith("Rink 1, game 1: home_foot is nothing")


def test_a_list_is_told_of_rinks(match: Match) -> None:
    season = match.division.season
    text = "date,home,away,home_1,away_1,home_2,away_2,home_3,away_3\n2026-09-17,Reds,Blues,15,3,15,4,15,5\n"
    report = import_list(
        league=season.league, season=season, what=What.RESULTS, rows=read_text(text), now=FRIDAY
    )
    assert "3 rinks, where a match of this format has 2." in report.faults[0].words
    text = "date,home,away,home_1,away_1,home_2,away_2\n2026-09-17,Reds,Blues,15,3,15,15\n"
    report = import_list(
        league=season.league, season=season, what=What.RESULTS, rows=read_text(text), now=FRIDAY
    )
    assert "rink 2: 15-15 is no final score" in report.faults[0].words


def test_a_contradiction_is_told_in_words_without_codes() -> None:
    book = RuleBook(**RINKS)
    rules = book.rules()
    hands = (Hand(high=HOME, low=HOME, jack=HOME, game=HOME),) * 4
    home, away = games.score_game(hands, rules).scores
    sheet = Sheet(
        tables=(SheetTable(number=1, games=(SheetGame(home_score=home, away_score=away + 2, hands=hands),)),)
    )
    (first, *_) = sheet_faults(sheet, rules, book.match_format())
    assert first.code == "totals_differ"
    assert first.sentence.endswith(
        "Correct one of them, or say what counts: count the hands, count the foot of the sheet, "
        "count the foot and mark the match as disputed."
    )
    assert "(" not in first.sentence


def test_a_phone_page_and_a_match_that_is_moved_say_rinks(client: Client, match: Match) -> None:
    code = codes_for(matches=[match.pk], now=FRIDAY)[match.pk]
    page = words(client.get(f"/s/{code}/"))
    assert "Tap your rink." in page
    assert "How the result is made up Rink 1 2 Total" in page
    begun = [GameSoFar(table=2, game=1, score=(3, 2))]
    told = render_to_string("scheduling/_hands_in.html", {"match": match, "begun": begun})
    assert "rink 2, 3–2. On the new night each rink asks" in " ".join(told.split())


def test_the_first_difference_of_two_sheets_is_at_a_rink() -> None:
    one, other = (
        Sheet(tables=(SheetTable(number=1, games=(SheetGame(home_score=15, away_score=score),)),))
        for score in (3, 4)
    )
    assert first_difference(one, other, word="rink") == "rink 1"
