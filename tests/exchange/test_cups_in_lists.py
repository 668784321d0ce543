"""Ties of cups in a list: which cup, which tie and which draw are asked. One Undo takes all of it back."""

import datetime

import pytest
from django.core import serializers

from league.cups.brackets import bracket_of
from league.cups.entries import TieResult
from league.cups.selectors.cups import played_cup
from league.cups.services.ties import enter_result
from league.exchange.lists.checked_list import ImportAction
from league.exchange.lists.export import cup_result_rows
from league.exchange.lists.headings import What
from league.exchange.services.lists import ImportReport, undo_import
from league.exchange.spreadsheets import as_csv, read_text
from league.models import (
    Cup,
    CupDraw,
    CupEntry,
    CupTie,
    Division,
    ImportRun,
    Match,
    Ruling,
    Scorecard,
    Season,
)
from tests.builders import FRIDAY, a_division, a_drawn_cup, a_league, a_season, a_team, an_enrolment
from tests.builders_lists import import_list

pytestmark = pytest.mark.django_db
TEAMS = ("Reds", "Blues", "Greens", "Blacks")
WHOLE = """cup,round,date,home,away,score
KO Cup,SF,17/9/26,Reds,Blues,8-2
KO Cup,SF,17/9/26,Greens,Blacks,x - w
KO Cup,Final,24/9/26,Blacks,Reds,6-4
"""


@pytest.fixture
def season() -> Season:
    season = a_season(a_league())
    division = a_division(season, "Division One", teams=0)
    for name in TEAMS:
        an_enrolment(division, a_team(season.league, name))
    return season


def brought(season: Season, text: str, what: str = What.RESULTS, **answers: str) -> ImportReport:
    return import_list(
        league=season.league,
        season=season,
        what=what,
        rows=read_text(text),
        now=FRIDAY,
        answers={key.replace("_", "-"): answer for key, answer in answers.items()},
    )


def asked(report: ImportReport) -> list[str]:
    return list(dict.fromkeys(problem for line in report.faults for problem in line.problems))


def state() -> list[str]:
    """Return every row that an import of a cup can touch."""
    models = (Cup, CupEntry, CupDraw, CupTie, Division, Match, Scorecard, Ruling)
    return [serializers.serialize("json", model._base_manager.order_by("pk")) for model in models]


def test_a_whole_cup_is_imported_and_taken_back(season: Season) -> None:
    before = state()
    assert asked(brought(season, WHOLE)) == ["2026-27 has no cup KO Cup."]
    assert state() == before
    brought(season, WHOLE, cup_ko_cup="new")
    cup = Cup.objects.get()
    bracket = bracket_of(played_cup(cup))
    assert [each.title for each in bracket.rounds] == ["Semi-finals", "Final"]
    assert bracket.winner
    assert bracket.winner.name == "Blacks"
    assert Match.with_ties.filter(tie__cup=cup).count() == 3
    assert brought(season, WHOLE).changes_nothing
    undo_import(run=ImportRun.objects.get(), now=FRIDAY)
    assert state() == before


@pytest.mark.slow
def test_what_the_site_says_of_a_cup_is_imported_to_the_same(season: Season) -> None:
    brought(season, WHOLE, cup_ko_cup="new")
    file = as_csv(cup_result_rows(season))
    undo_import(run=ImportRun.objects.get(), now=FRIDAY)
    brought(season, file, cup_ko_cup="new")

    def without_ids(text: str) -> list[list[str]]:
        return [line.split(",")[:4] + line.split(",")[5:] for line in text.splitlines()]

    assert without_ids(as_csv(cup_result_rows(season))) == without_ids(file)


def test_a_tie_that_is_drawn_otherwise_is_asked_about(season: Season) -> None:
    cup = a_drawn_cup(season, *TEAMS, name="KO Cup")
    first, second = bracket_of(played_cup(cup)).rounds[0].ties
    turned = f"cup,date,home,away,score\nKO Cup,17/9/26,{first.away.words},{first.home.words},7-3\n"
    [sentence] = asked(brought(season, turned))
    assert sentence.endswith("drawn is Blues v Blacks, KO Cup, semi-finals.")
    before = state()
    brought(season, turned, tie_2_ko_cup="same")
    now = bracket_of(played_cup(cup)).tie(1, first.number)
    assert now
    assert now.winner == first.away.entrant
    undo_import(run=ImportRun.objects.get(), now=FRIDAY)
    assert state() == before
    other = f"cup,date,home,away,score\nKO Cup,17/9/26,{first.home.words},{second.home.words},7-3\n"
    [sentence] = asked(brought(season, other))
    assert "drawn is" in sentence
    assert brought(season, other, drawn_ko_cup="leave-out").count(ImportAction.PASSED) == 1


def test_fixtures_set_the_night_of_a_tie_and_undo_gives_it_back(season: Season) -> None:
    cup = a_drawn_cup(season, *TEAMS, name="KO Cup", on=datetime.date(2026, 9, 17))
    first = bracket_of(played_cup(cup)).rounds[0].ties[0]
    before = state()
    line = f"KO Cup,24/9/26,9pm,{first.home.words},{first.away.words}"
    brought(season, f"cup,date,time,home,away\n{line}\n", What.FIXTURES)
    match = Match.with_ties.get(tie__number=first.number)
    assert (match.date, match.starts_at) == (datetime.date(2026, 9, 24), datetime.time(21))
    undo_import(run=ImportRun.objects.get(), now=FRIDAY)
    assert state() == before


@pytest.mark.slow
def test_the_next_round_is_drawn_as_in_the_list_once_that_is_said(season: Season) -> None:
    brought(season, "".join(WHOLE.splitlines(keepends=True)[:3]), cup_ko_cup="new")
    final = "cup,date,home,away,score\nKO Cup,24/9/26,Blacks,Reds,6-4\n"
    assert asked(brought(season, final)) == ["Round 2 of KO Cup is not drawn yet."]
    lost = brought(season, final.replace("Blacks", "Greens"))
    assert "no whole round" in lost.faults[0].words
    brought(season, final, draw_2_ko_cup="draw")
    bracket = bracket_of(played_cup(Cup.objects.get()))
    assert bracket.is_over


@pytest.mark.slow
def test_a_total_that_was_typed_stands(season: Season) -> None:
    cup = a_drawn_cup(season, *TEAMS, name="KO Cup")
    result = TieResult(round=1, number=1, legs=((7, 3),))
    enter_result(cup=cup, result=result, began_from=None, now=FRIDAY)
    first = bracket_of(played_cup(cup)).rounds[0].ties[0]
    line = f"cup,date,home,away,score\nKO Cup,17/9/26,{first.home.words},{first.away.words},"
    assert brought(season, f"{line}7-3\n").changes_nothing
    assert "has a result already" in brought(season, f"{line}6-4\n").faults[0].words
