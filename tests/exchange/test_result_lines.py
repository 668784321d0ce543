"""Lines of a spreadsheet: what is read, and what is said about those that cannot be."""

import contextlib
import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.exchange.lists.checked_list import WrongList
from league.exchange.lists.results import read_results
from league.exchange.result_lines import LineFault, ParsedResult, faults_of_lines
from league.matches.outcomes import AtFault
from tests.examples import sampled

TABLES = "division,date,home,away,home_1,away_1,home_2,away_2\n"
TOTALS = "division,date,home,away,home_total,away_total\n"
THE_NIGHT = datetime.date(2026, 9, 17)


def read(text: str) -> list[ParsedResult]:
    lines = read_results(text)
    assert not list(faults_of_lines(lines))
    return lines


def faults_of(text: str) -> list[LineFault]:
    return list(faults_of_lines(read_results(text)))


def said(text: str) -> list[str]:
    return [f"line {number}: {sentence}" for number, sentence in faults_of(text)]


def test_a_match_with_its_tables():
    (match,) = read(f"{TABLES}One,2026-09-17,The Fleece,The Shears,15,11,9,15\n")
    assert (match.line, match.division, match.date) == (2, "One", THE_NIGHT)
    assert (match.home, match.away) == ("The Fleece", "The Shears")
    assert match.figures.tables == ((15, 11), (9, 15))
    assert match.figures.is_played


def test_totals_are_read_in_halves():
    (match,) = read(f"{TOTALS}One,2026-09-17,Fleece,Shears,6,3.5\n")
    assert match.figures.total == (12, 7)
    assert match.figures.tables is None


def test_empty_scores_are_a_match_to_come():
    for text in (f"{TABLES}One,2026-09-17,Fleece,Shears,,,,\n", f"{TOTALS}One,2026-09-17,Fleece,Shears,,"):
        assert not read(text)[0].figures.is_played


def test_a_table_may_be_left_unplayed():
    (match,) = read(f"{TABLES}One,2026-09-17,Fleece,Shears,15,11,,\n")
    assert match.figures.tables == ((15, 11), None)


def test_one_score_at_a_table_is_the_losers_where_that_is_said():
    text = f"{TABLES}One,2026-09-17,Fleece,Shears,15,11,9,\n"
    assert read_results(text, 15)[0].figures.tables == ((15, 11), (9, 15))
    assert "is empty beside “9”" in said(text)[0]


@pytest.mark.parametrize(
    ("home", "away", "at_fault"),
    [("w", "x", AtFault.AWAY), ("X", "W", AtFault.HOME), ("x", "x", AtFault.BOTH)],
)
def test_walkovers_of_a_table_and_of_a_match(home, away, at_fault):
    assert read(f"{TABLES}One,2026-09-17,Fleece,Shears,15,11,{home},{away}")[0].figures.tables == (
        (15, 11),
        at_fault,
    )
    assert read(f"{TOTALS}One,2026-09-17,Fleece,Shears,{home},{away}")[0].figures.total == at_fault


def test_hang_jacks_are_counted_beside_the_scores():
    columns = f"{TOTALS.strip()},home_hang_jacks,away_hang_jacks\n"
    text = f"{columns}One,2026-09-17,A,B,18,9,2,0\nOne,2026-09-24,B,A,,,,"
    assert [match.figures.hang_jacks for match in read(text)] == [(2, 0), None]


def test_the_ways_of_spreadsheets_are_taken():
    text = (
        "\N{BYTE ORDER MARK}Division , Date,Home,Away,home_total,away_total\r\n\r\n"
        '"One, upper",2026-09-17,"  The   ""Owd"" Fleece ",Shears,2,1\r\n,,,,,\r\n'
    )
    (match,) = read(text)
    assert (match.line, match.division, match.home) == (3, "One, upper", 'The "Owd" Fleece')


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        ("", "they are called One, 2026-09-17, Fleece, Shears, 1, 2."),
        (
            "division;date;home;away\n",
            "they are called division;date;home;away",
        ),
        ("division,date,home,away\n", "No column holds the scores"),
        ("division,date,home,away,home_1\n", "figures come in pairs"),
        ("division,date,home,away,home_1,away_1,home_3,away_3\n", "There is no column home_2"),
        ("division,date,home,away,home_1,away_1,home_total\n", "no column away_total"),
        ("division,date,home,away,score,home_total,away_total\n", "leave one of them out"),
        (
            "division,date,home,away,home_total,away_total,referee\n",
            "they are called division, date, home, away, home_total, away_total, referee.",
        ),
        ("division,date,home,away,home,home_total,away_total\n", "Two columns are called “Home team”"),
        ("division,date,home,away,home_total,away_total,home_hang_jacks\n", "no column away_hang_jacks"),
    ],
)
def test_columns_that_are_not_the_agreed_ones(header, sentence):
    with pytest.raises(WrongList) as wrong:
        read_results(header + "One,2026-09-17,Fleece,Shears,1,2\n")
    (only,) = str(wrong.value).splitlines()
    assert sentence in only


@pytest.mark.parametrize(
    ("line", "sentence"),
    sampled(
        [
            ("One,31/09/2026,Fleece,Shears,15,11,15,9", "“31/09/2026” is not a date such as 17/9/2026."),
            ("One,20260917,Fleece,Shears,15,11,15,9", "“20260917” is not a date"),
            ("One,2026-02-30,Fleece,Shears,15,11,15,9", "“2026-02-30” is not a date"),
            (",2026-09-17,Fleece,Shears,15,11,15,9", "there is no division."),
            ("One,2026-09-17,,Shears,15,11,15,9", "There is no home in it."),
            ("One,2026-09-17,Fleece,fleece ,15,11,15,9", "Fleece cannot play itself."),
            ("One,2026-09-17,Fleece,Shears,15,,15,9", "away_1 is empty beside “15”"),
            ("One,2026-09-17,Fleece,Shears,15,11,-3,15", "home_2 is “-3”; a score is a whole number"),
            ("One,2026-09-17,Fleece,Shears,15,11,7.5,15", "home_2 is “7.5”"),
            ("One,2026-09-17,Fleece,Shears,15,11,99999,15", "home_2 is “99999”"),
            ("One,2026-09-17,Fleece,Shears,15,11,w,15", "“w” beside “15”: a walkover is w beside x"),
            ("One,2026-09-17,Fleece,Shears,15,11,w,w", "“w” beside “w”"),
            ("One,2026-09-17,Fleece,Shears,15,11,15,9,4", "9 cells where there are 8 columns."),
            (f"One,2026-09-17,{'F' * 81},Shears,15,11,15,9", "has 81 letters; there is room for 80."),
        ],
        each=3,
    ),
)
def test_a_bad_line_is_named_and_the_others_are_read(line, sentence):
    good = "One,2026-09-24,Shears,Fleece,15,11,15,9\n"
    text = f"{TABLES}{good}{line}\n{good.replace('09-24', '10-01')}"
    assert [parsed.line for parsed in read_results(text) if not parsed.faults] == [2, 4]
    faults = faults_of(text)
    assert [number for number, _ in faults] == [3]
    assert sentence in faults[0][1]


def test_the_same_match_of_a_day_twice_names_the_earlier_line():
    line = "One,2026-09-17,Fleece,Shears,15,11,15,9\n"
    faults = said(TABLES + line + line.replace("Fleece", "Owl") + line.replace("Fleece", "FLEECE"))
    assert faults == ["line 4: FLEECE v Shears on 2026-09-17 stands in line 2 already."]


@given(st.text(max_size=300))
def test_nothing_anybody_sends_is_more_than_a_fault(text):
    for whole in (text, TABLES + text):
        with contextlib.suppress(WrongList):
            read_results(whole)
