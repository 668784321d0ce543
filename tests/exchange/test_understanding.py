"""Lists as secretaries keep them: titles above, nights written once, totals below, grids, two-line pubs."""

import datetime

import pytest

from league.exchange.lists.checked_list import WrongList
from league.exchange.lists.headings import What
from league.exchange.lists.parsing import ParsedList, read_list
from league.exchange.lists.text import SeasonDates, read_date
from league.exchange.spreadsheets import as_xlsx, read_file, read_text

SEASON = SeasonDates(first=datetime.date(2026, 9, 3), last=datetime.date(2027, 4, 29))


def read(what: str, text: str) -> ParsedList:
    return _verified(read_list(what, read_text(text), span=SEASON))


def _verified(found: ParsedList) -> ParsedList:
    found.verify()
    return found


def lines(found: ParsedList) -> list[tuple[str, ...]]:
    return [tuple(line.cells.values()) for line in found.lines]


def matches(found: ParsedList) -> list[str]:
    return [
        f"{read_date(line['date'], SEASON):%d/%m} {line['home']} v {line['away']}" for line in found.lines
    ]


def passed(found: ParsedList) -> list[str]:
    return [f"{number} {why}" for number, why in found.passed.items()]


LAST_YEAR = """Spen Valley League;;;
;;;
Fixtures 2026/27;;;
;Home;;Away
Division One;;;
Week 1 – Thursday 17th September;;;
;The Fleece A;v;The Shears
;The Owl;v;bye
;;;
Week 2 – 24 Sept;;;
;The Shears;v;The Owl
Christmas break;;;
Division Two:;;;
Thurs 14th Jan;;;
;Home;;Away
;The Bell;v;The Tup
;;Total matches: 3;
"""


def test_last_years_sheet_with_headings_blank_lines_and_totals():
    found = read(What.FIXTURES, LAST_YEAR.replace(";Home;;Away", "Date;Home;;Away"))
    assert matches(found) == [
        "17/09 The Fleece A v The Shears",
        "24/09 The Shears v The Owl",
        "14/01 The Bell v The Tup",
    ]
    assert [(line["division"], line["week"]) for line in found.lines] == [
        ("Division One", "1"), ("Division One", "2"), ("Division Two", ""),
    ]  # fmt: skip
    assert passed(found) == [
        "1 above the names of the columns",
        "3 above the names of the columns",
        "5 heads the lines below: Division One",
        "6 heads the lines below: Week 1 – Thursday 17th September",
        "8 a free week",
        "10 heads the lines below: Week 2 – 24 Sept",
        "12 says nothing of a match: Christmas break",
        "13 heads the lines below: Division Two:",
        "14 heads the lines below: Thurs 14th Jan",
        "15 the names of the columns again",
        "17 a total",
    ]


def test_what_a_merged_cell_says_holds_for_the_lines_below():
    rows = [
        ["Night", "At home", "Visitors"],
        [datetime.date(2026, 9, 17), "Owl", "Bell"],
        ["", "Tup", "Fleece"],
    ]
    found = read_list(What.FIXTURES, read_file(as_xlsx(rows, title="x")), span=SEASON)
    assert matches(found) == ["17/09 Owl v Bell", "17/09 Tup v Fleece"]
    assert [line.above for line in found.lines] == [(), ("date",)]
    found = read(What.PLAYERS, "Team,Name\nThe Owl,Bert\n,Alf")
    assert lines(found)[1] == ("The Owl", "Alf")


def test_of_a_row_of_a_grid_whose_matches_are_read_already_that_is_said():
    found = read(What.FIXTURES, "Team,17/9,24/9\nOwl,Tup h,Bell a\nBell,,Owl h\nTup,Owl a,\nElk,bye,bye")
    assert matches(found) == ["17/09 Owl v Tup", "24/09 Bell v Owl"]
    assert {number: found.passed[number] for number in (3, 4, 5)} == {
        3: "its matches stand above",
        4: "its matches stand above",
        5: "no match in it",
    }


def test_a_column_nobody_knows_is_named():
    assert read(What.PLAYERS, "Player;Beer;Team\nAlf;mild;Owl").unknown == ("Beer",)


def test_a_line_that_lacks_what_it_needs_is_a_fault():
    found = read(What.FIXTURES, "date,home,away\n17/9/26,Owl,\n,Owl,Bell")
    assert [(line.number, line.problems) for line in found.lines] == [
        (2, ("There is no away in it.",)),
        (3, ()),
    ]
    assert matches(found)[1] == "17/09 Owl v Bell"


def test_results_go_by_the_names_people_give_their_columns():
    found = read(
        What.RESULTS, "Date,Home Team,Away Team,H1,A1,home table 2,Away 2\n17/9/26,Owl,Bell,15,3,4,15"
    )
    assert list(found.columns.values()) == ["date", "home", "away", "home_1", "away_1", "home_2", "away_2"]


BY_NIGHTS = """Fixtures
Team\t17/9\t24/9\t1/10
The Owl\tThe Bell h\tThe Fleece A (a)\t-
The Bell\tat The Owl\t\tH The Fleece A
The Fleece A\tBYE\tv The Owl\tThe Bell away
"""
BY_OPPONENTS = """\tThe Owl\tThe Bell\tThe Fleece A
The Owl\tx\t17 Sep\t
The Bell\t\tx\t1 October
The Fleece A\t24.9.26\t\tx
"""


@pytest.mark.parametrize("text", [BY_NIGHTS, BY_OPPONENTS])
def test_a_grid_is_read_as_its_matches(text):
    assert sorted(matches(read(What.FIXTURES, text))) == [
        "01/10 The Bell v The Fleece A",
        "17/09 The Owl v The Bell",
        "24/09 The Fleece A v The Owl",
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("date,home,away\n", "nothing stands below"),
        ("Night,Owl\n17/9,x", "no column “home”: line 1 names the columns"),
        ("The Owl\nThe Bell", "no column “date”.*Write a line above it: date, home, away"),
    ],
)
def test_what_cannot_be_understood_is_refused_with_the_reason(text, says):
    with pytest.raises(WrongList, match=says):
        read(What.FIXTURES, text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Team\t17/9\t24/9\nThe Owl\tThe Bell\t\nThe Bell\tThe Owl h\t", "does not say who is at home"),
        ("Team\t17/9\t24/9\nThe Owl\tThe Bell h\t\nThe Bell\tThe Owl h\t", "different ones at home"),
        (f"date,home,away\n17/9,{'x' * 81},y", "home has 81 letters"),
    ],
)
def test_what_is_wrong_in_a_line_is_its_problem(text, says):
    problems = [problem for line in read(What.FIXTURES, text).lines for problem in line.problems]
    assert any(says in problem for problem in problems)


@pytest.mark.parametrize(
    "text",
    [
        "17 September",
        "17th Sept",
        "Thurs 17th Sept 2026",
        "17/9",
        "17-Sep",
        "17-Sep-26",
        "2026-09-17 20:30",
        "Sep 17",
        "17.9.",
    ],
)
def test_a_day_without_its_year_is_the_seasons(text):
    assert read_date(text, SEASON) == datetime.date(2026, 9, 17)


def test_a_day_in_the_new_year_is_in_the_new_year():
    assert read_date("Thursday 14th January", SEASON) == datetime.date(2027, 1, 14)


def test_a_name_is_taken_for_the_team_it_is_said_to_mean():
    found = read_list(
        What.FIXTURES,
        read_text("date,home,away\n17/9,Fleece,Owl"),
        span=SEASON,
        answers={"team-fleece": "The Fleece A"},
        teams=["The Fleece A"],
    )
    assert matches(found) == ["17/09 The Fleece A v Owl"]
