"""Import and export: columns in any order, a preview that tells the truth, imports taken back."""

import datetime
import io
import random
import zipfile
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from python_calamine import CalamineWorkbook
from xlsxwriter import Workbook

from league.exchange.lists.checked_list import WrongList
from league.exchange.lists.export import rows_of
from league.exchange.lists.headings import What
from league.exchange.lists.text import read_date, read_time
from league.exchange.services.lists import ImportReport, checked_import, import_parsed, undo_import
from league.exchange.spreadsheets import (
    MOST_BYTES,
    MOST_ROWS,
    UnreadableFile,
    as_csv,
    as_text,
    as_xlsx,
    defused,
    plain,
    read_file,
    read_text,
)
from league.models import Enrolment, ImportRun, League, Match, Player, Pub, RuleBook, Scorecard, Season, Team
from league.shared.errors import Refused
from tests.builders import (
    a_card,
    a_division,
    a_league,
    a_match,
    a_season,
    a_secretary,
    a_team,
    a_walkover,
    an_enrolment,
)
from tests.builders_lists import import_list, preview_list
from tests.examples import examples, part_of, sampled

DAY_0 = datetime.datetime(1899, 12, 30, tzinfo=datetime.UTC)
NOW = datetime.datetime(2027, 1, 15, 12, 0, tzinfo=datetime.UTC)
TEAMS = """Division,Team,Venue
One,The Fleece A,The Fleece
One,The Fleece B,The Fleece
One,The Shears,The Shears
One,The Owl,The Owl
"""


@pytest.fixture
def season(db: None) -> Season:
    return a_season(a_league())


def bring(season: Season, what: str, text: str, **more: Any) -> ImportReport:
    by = a_secretary(season.league, f"by{random.random()}")
    return import_list(
        league=season.league,
        season=season,
        what=what,
        rows=read_text(text),
        named="pasted",
        by=by,
        now=NOW,
        **more,
    )


def words(brought: ImportReport) -> list[str]:
    return [f"{line.number} {line.kind} {line.words}" for line in brought.lines]


def everything(season: Season) -> list[list[tuple[object, ...]]]:
    return [[tuple(map(str, row)) for row in rows_of(season.league, season, what)] for what in What]


def test_looking_tells_what_will_happen_and_does_nothing(season: Season) -> None:
    seen = preview_list(league=season.league, season=season, what=What.TEAMS, rows=read_text(TEAMS))
    assert not Team.objects.exists()
    assert words(seen) == words(bring(season, What.TEAMS, TEAMS))
    assert words(seen)[0] == "2 new The Fleece A at The Fleece, in Division One"
    assert Team.objects.count() == 4
    assert Pub.objects.count() == 3


def test_columns_come_in_any_order_and_by_many_names(season: Season) -> None:
    bring(season, What.PUBS, "TEL\tName\tPost Code\n01924 1\tThe Fleece\tWF16")
    assert Pub.objects.values_list("name", "phone", "postcode").get() == ("The Fleece", "01924 1", "WF16")


def test_a_line_that_cannot_be_taken_stops_the_whole_list(season: Season) -> None:
    brought = bring(season, What.PUBS, "pub,tables\nThe Fleece,2\nThe Shears,many")
    assert words(brought)[0] == "3 fault “many” is not a number of tables: a pub has from 1 to 99."
    assert brought.run is None
    assert not Pub.objects.exists()
    assert not ImportRun.objects.exists()


def test_what_is_known_is_filled_in_and_never_emptied(season: Season) -> None:
    bring(season, What.PUBS, "pub,address\nThe Fleece,High Street")
    brought = bring(season, What.PUBS, "pub,address,phone\nfleece,,123")
    assert words(brought) == ["2 changed The Fleece: phone"]
    assert Pub.objects.values_list("address", "phone").get() == ("High Street", "123")
    assert words(bring(season, What.PUBS, "pub\nTHE FLEECE")) == ["2 known The Fleece, no change"]


def test_two_players_of_one_name_stay_two(season: Season) -> None:
    bring(season, What.TEAMS, TEAMS)
    text = "player,team,told apart by\nJack Hirst,The Owl,senior\nJack Hirst,The Owl,junior"
    bring(season, What.PLAYERS, text)
    assert Player.objects.count() == 2
    assert "say which" in words(bring(season, What.PLAYERS, "player,team\nJack Hirst,The Owl"))[0]


def test_fixtures_are_made_and_moved(season: Season) -> None:
    bring(season, What.TEAMS, TEAMS)
    text = "date,home,away,time\nThu 14 Jan 2027,The Owl,The Shears,8.30 pm\n14/1/27,fleece a,fleece b,20:30"
    assert [line.kind for line in bring(season, What.FIXTURES, text).lines] == ["new", "new"]
    match = Match.objects.get(home__name="The Owl")
    assert (match.date, match.starts_at, match.week) == (datetime.date(2027, 1, 14), datetime.time(20, 30), 1)
    moved = bring(season, What.FIXTURES, "date,home,away\n21/01/2027,owl,shears")
    assert words(moved) == ["2 changed The Owl v The Shears from 14/01/2027 to 21/01/2027"]
    match.refresh_from_db()
    assert (match.sequence, match.postponed_from) == (1, datetime.date(2027, 1, 14))


def test_results_are_read_under_the_seasons_rules(season: Season) -> None:
    bring(season, What.TEAMS, TEAMS)
    heads = "Division,Date,Home,Away," + ",".join(f"home {n},away {n}" for n in (1, 2, 3, 4))
    good = f"{heads}\nOne,14/1/2027,The Owl,The Shears,15,11,9,15,15,3,15,14"
    bad = f"{heads}\nOne,14/1/2027,The Owl,The Shears,15,15,9,15,15,3,15,14"
    assert bring(season, What.RESULTS, bad).faults[0].number == 2
    assert not Scorecard.objects.exists()
    assert bring(season, What.RESULTS, good).run
    assert Scorecard.objects.count() == 1


def test_an_import_is_taken_back_as_a_whole(season: Season) -> None:
    bring(season, What.TEAMS, TEAMS)
    bring(season, What.PUBS, "pub,tables\nThe Owl,3")
    before = everything(season)
    text = "date,home,away\n14/1/2027,The Owl,The Shears\n21/1/2027,The Fleece A,The Fleece B"
    runs = [
        bring(season, What.FIXTURES, text).run,
        bring(season, What.PUBS, "pub,tables\nowl,8\nThe Bell,2").run,
    ]
    assert everything(season) != before
    for run in reversed(runs):
        assert run is not None
        assert undo_import(run=run, now=NOW) == ()
    assert everything(season) == before
    with pytest.raises(Refused, match="already"):
        undo_import(run=runs[0], now=NOW)  # type: ignore[arg-type]


def test_what_was_changed_again_since_stays_and_is_named(season: Season) -> None:
    bring(season, What.PUBS, "pub,tables\nThe Owl,3")
    run = bring(season, What.PUBS, "pub,tables\nThe Owl,8").run
    Pub.objects.update(tables=5)
    assert run is not None
    assert undo_import(run=run, now=NOW) == ("The Owl",)
    assert Pub.objects.get().tables == 5


def test_what_something_leans_on_is_not_taken_away(season: Season) -> None:
    run = bring(season, What.TEAMS, TEAMS).run
    division = Enrolment.objects.all()[0].division
    a_card(a_match(division, "The Owl", "The Shears"), (15, 9))
    assert run is not None
    with pytest.raises(Refused, match="leans on it"):
        undo_import(run=run, now=NOW)
    assert Team.objects.count() == 4


def test_what_goes_out_comes_in_again(season: Season) -> None:
    bring(season, What.TEAMS, TEAMS)
    bring(season, What.PUBS, "pub,address\nThe Owl,=1+1")
    bring(season, What.PLAYERS, "player,team\nZoë Łęcka,The Owl\n-Bert,The Shears")
    bring(season, What.FIXTURES, "date,home,away\n14/1/2027,The Owl,The Shears")
    a_card(Match.objects.get(), (15, 9), (12, 15), None, (15, 3))
    a_walkover(Match.objects.get(), table=3)
    bring(season, What.FIXTURES, "date,home,away\n21/1/2027,The Fleece A,The Fleece B")
    reawarded = Match.objects.get(home__name="The Fleece A")
    a_card(reawarded, (15, 9), (12, 15), (15, 2), (15, 3))
    a_walkover(reawarded)
    before = everything(season)
    for place, what in enumerate(What):
        rows = list(rows_of(season.league, season, what))
        for content in part_of((as_csv(rows).encode(), as_xlsx(rows, title=str(what))), each=2, place=place):
            if len(rows) > 1:
                seen = preview_list(league=season.league, season=season, what=what, rows=read_file(content))
                assert {line.kind for line in seen.lines} == {"known"}, words(seen)
    assert everything(season) == before


def test_a_list_without_its_column_says_what_it_found(season: Season) -> None:
    with pytest.raises(WrongList, match="no column “player”"):
        preview_list(
            league=season.league, season=season, what=What.PLAYERS, rows=read_text("beer,price\nmild,4")
        )
    with pytest.raises(WrongList, match="empty"):
        preview_list(league=season.league, season=season, what=What.PLAYERS, rows=())
    with pytest.raises(WrongList, match="nothing in the list"):
        preview_list(league=season.league, season=season, what=What.TEAMS, rows=())
    with pytest.raises(WrongList, match="no season"):
        preview_list(league=season.league, season=None, what=What.PLAYERS, rows=read_text("player\nBert"))


@pytest.mark.parametrize("text", ["=1+1", "+44 1924", "-Bert", "@home", "\tx", "=HYPERLINK(1)"])
def test_no_cell_runs(text: str) -> None:
    assert str(defused(text)).startswith("'")
    assert not as_csv([[text]]).lstrip('\ufeff"').startswith(("=", "+", "-", "@", "\t"))
    file = as_xlsx([[text]], title="x")
    assert b"<f>" not in zipfile.ZipFile(io.BytesIO(file)).read(SHEET)
    assert cells_of(file) == [[defused(text)]]


def test_figures_stay_figures() -> None:
    assert defused(-3) == -3


def cells_of(file: bytes) -> list[list[Any]]:
    return CalamineWorkbook.from_filelike(io.BytesIO(file)).get_sheet_by_index(0).to_python()


def test_numbers_and_days_of_a_file_are_numbers_and_days_in_a_spreadsheet() -> None:
    night = datetime.date(2027, 1, 14)
    row = ["=x", -3, 1.5, Decimal("2.5"), True, night, None, "007", "https://a.b", "{=1}"]
    file = as_xlsx([row, []], title="'Cup [2027]: who/won?'")
    assert cells_of(file) == [["'=x", -3, 1.5, 2.5, True, night, "", "007", "https://a.b", "{=1}"]]
    assert CalamineWorkbook.from_filelike(io.BytesIO(file)).sheet_names == ["Cup 2027 whowon"]


def with_part(name: str, text: str, *, renamed: str = "") -> bytes:
    """A small spreadsheet with one part of it exchanged, and perhaps under another name."""
    book = zipfile.ZipFile(io.BytesIO(as_xlsx([["pub"], ["The Owl"]], title="x")))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as parts:
        for part in book.namelist():
            data = text.encode() if part == name else book.read(part)
            for old, new in {name: renamed, Path(name).name: Path(renamed).name}.items() if renamed else ():
                part, data = part.replace(old, new), data.replace(old.encode(), new.encode())
            parts.writestr(part, data)
    return out.getvalue()


SHEET = "xl/worksheets/sheet1.xml"


def sheet(rows: str) -> str:
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return f"<worksheet xmlns='{main}'><sheetData>{rows}</sheetData></worksheet>"


LAUGHS = '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'
LAUGHING = LAUGHS + sheet('<row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row>')
CORNERS = '<row r="{0}"><c r="{1}{0}"><v>1</v></c></row>'
CANNOT = "may be damaged, or it takes more room or time"


@pytest.mark.parametrize(
    ("content", "says"),
    sampled(
        [
            (with_part(SHEET, LAUGHING), CANNOT),
            (with_part(SHEET, LAUGHING, renamed="xl/worksheets/sheet1.dat"), CANNOT),
            (with_part(SHEET, sheet(CORNERS.format(1, "A") + CORNERS.format(1_048_576, "XFD"))), CANNOT),
            (with_part(SHEET, sheet("<row><c><v>1</v></c></row>" * 2_000_000)), CANNOT),
            (
                with_part(SHEET, sheet('<row r="9999999"><c r="A9999999"><v>1</v></c></row>')),
                "more than 5000",
            ),
            (with_part(SHEET, "", renamed="content.xml"), "save it as XLSX"),
            (as_xlsx([["pub"], ["The Owl"]], title="x")[:-40], CANNOT),
            (b"\xd0\xcf\x11\xe0", "an old Excel file"),
            (b"pub\0", "not a text"),
            (b'"' + b"a" * 200_000, "not a table"),
            (b",".join([b"a"] * 100_000), "more than 60 cells"),
            (b"PK\x03\x04 nothing", CANNOT),
            (b"x" * (MOST_BYTES + 1), "MB"),
            (b"a\n" * (MOST_ROWS + 1), "more than 5000 lines"),
            (b"a" * 501, "501 letters"),
            (b",".join([b"a"] * 61), "more than 60 cells"),
        ],
        each=2,
    ),
)
def test_hostile_and_huge_files_are_refused_with_the_reason(content: bytes, says: str) -> None:
    with pytest.raises(UnreadableFile, match=says):
        read_file(content)


def test_formulas_are_read_as_what_they_came_to_and_never_computed() -> None:
    cells = '<c r="A1"><f>cmd|calc</f></c><c r="B1" t="str"><f>1+1</f><v>2</v></c>'
    content = with_part(SHEET, sheet(f'<row r="1">{cells}</row>'))
    assert read_file(content) == (("", "2"),)


def test_a_workbook_is_read_as_people_see_it() -> None:
    """What is hidden, empty, merged, in error, or a day."""
    out = io.BytesIO()
    with Workbook(out) as book:
        night = book.add_format({"num_format": "dd/mm/yyyy hh:mm"})
        day = book.add_format({"num_format": "d mmm yy"})
        clock = book.add_format({"num_format": "hh:mm"})
        hidden, _, seen = (book.add_worksheet() for _ in range(3))
        hidden.write(0, 0, "notes")
        hidden.hide()
        seen.activate()
        seen.merge_range("B2:C3", "Fixtures")
        seen.write_row("B4", ["The Owl", 3, 2.5, True, "#N/A"])
        seen.write_formula("G4", "=VLOOKUP(1,A1,1)", None, "#N/A")
        seen.write_formula("H4", "=1+1", None, 7)
        seen.write_datetime("B5", datetime.date(2027, 1, 14), day)
        seen.write_number("C5", (NOW - DAY_0).days + 0.854166667, night)
        seen.write_datetime("D5", datetime.time(20, 30), clock)
        seen.write_number("E5", 15, day)
    rows = read_file(out.getvalue())
    assert [list(filter(None, row)) for row in rows] == [
        [],
        ["Fixtures"],
        ["Fixtures"],
        ["The Owl", "3", "2.5", "True", "#N/A", "#N/A", "7"],
        ["2027-01-14", "2027-01-15 20:30", "20:30", "1900-01-15"],
        ["Not read: the hidden sheet Sheet1"],
    ]
    assert rows[3][0] == ""


@given(st.lists(st.text(max_size=20), min_size=1, max_size=50))
@settings(max_examples=examples(30), deadline=None)
def test_a_cell_that_was_defused_is_read_back_as_it_was(texts: list[str]) -> None:
    cells = [plain(text) for text in texts]
    for cell in cells:
        out = str(defused(cell))
        assert plain(out) == cell
        assert out == "-" or not out.startswith(("=", "+", "-", "@", "＝")), "a dash alone is nobody"
    rows = (("x", "y"), *(("x", cell) for cell in cells))
    assert read_text(as_text(rows)) == read_file(as_xlsx(rows, title="x")) == rows


def test_tabs_semicolons_and_old_windows_files_are_read() -> None:
    assert read_file("pub\ttables\nŁukasz\t3".encode("utf-16")) == (("pub", "tables"), ("Łukasz", "3"))
    assert read_text("a\tb\n1,5\t2") == (("a", "b"), ("1,5", "2"))
    assert read_file("pub;address\nZoë’s;x".encode("cp1252")) == (("pub", "address"), ("Zoë’s", "x"))


@pytest.mark.parametrize(
    "text", ["2026-09-17", "17/9/2026", "17/09/26", "Thu 17 Sep 2026", "17th September 2026"]
)
def test_days_as_people_write_them(text: str) -> None:
    assert read_date(text) == datetime.date(2026, 9, 17)


@pytest.mark.parametrize("text", ["20:30", "8.30 pm", "8:30PM", "20.30"])
def test_times_as_people_write_them(text: str) -> None:
    assert read_time(text) == datetime.time(20, 30)


def test_another_league_is_left_alone(season: Season) -> None:
    other: League = a_league("Calder League", slug="calder")
    bring(season, What.TEAMS, TEAMS)
    assert not other.teams.exists()


@pytest.mark.slow
def test_pubs_of_one_name_go_out_and_come_in_as_the_two_they_are(season: Season) -> None:
    division = a_division(season, teams=0)
    for town, name in (("Gomersal", "Reds"), ("Heckmondwike", "Blues")):
        pub = Pub.objects.create(league=season.league, name="Royal Oak", slug=town.lower(), address=town)
        an_enrolment(division, a_team(season.league, name, pub=pub))
    a_match(division, "Reds", "Blues", venue=Pub.objects.get(address="Heckmondwike"))
    before = everything(season)
    for what in (What.PUBS, What.TEAMS, What.FIXTURES):
        text = as_csv(rows_of(season.league, season, what))
        checked, report = checked_import(
            league=season.league, season=season, what=what, text=text, answers={},
            report_of=lambda parsed, what=what: import_parsed(
                league=season.league, season=season, what=what, parsed_list=parsed, now=NOW
            ),
        )  # fmt: skip
        assert checked.is_ready
        assert report is not None
        assert report.changes_nothing
    assert everything(season) == before


def test_results_of_an_earlier_season_go_there_and_undone_nothing_is_left_of_it(season: Season) -> None:
    for team in ("Reds", "Blues"):
        an_enrolment(a_division(season, teams=0) if team == "Reds" else season.divisions.get(), team)
    before = everything(season), list(Season.objects.values()), RuleBook.objects.count()
    asked = bring(season, What.RESULTS, EARLIER)
    assert [line.words.rpartition("; ")[2] for line in asked.faults] == [
        "these are of 25/09/2025.",
        "these are of 06/05/2027.",
    ]
    brought = bring(season, What.RESULTS, EARLIER, answers={"season": "new", "season-later": "this"})
    assert brought.run is not None
    earlier = Season.objects.get(name="2025-26")
    assert Match.objects.get(division__season=earlier).date == datetime.date(2025, 9, 25)
    assert Season.objects.get(pk=season.pk).ends_on == datetime.date(2027, 5, 6)
    assert undo_import(run=brought.run, now=NOW) == ()
    assert (everything(season), list(Season.objects.values()), RuleBook.objects.count()) == before


EARLIER = """date,home,away,home_total,away_total
25/9/25,Reds,Blues,6,4
6/5/27,Blues,Reds,6,4
"""
