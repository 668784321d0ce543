"""Any list of results, however it is written, reads back to the same rows or is asked about."""

import datetime
import random

from hypothesis import given
from hypothesis import strategies as st

from league.exchange.lists.columns import What
from league.exchange.lists.days import SeasonDates, read_date
from league.exchange.lists.parsing import ParsedList, read_list
from league.exchange.problems import Problems
from league.exchange.result_lines import WHERE, ResultColumns
from league.exchange.spreadsheets import as_xlsx, read_file

FIRST = datetime.date(2026, 9, 3)
SEASON = SeasonDates(first=FIRST, last=datetime.date(2027, 4, 29))
TEAMS = (
    "The Fleece A",
    "The Fleece B",
    "Café Royal (Owd Jack’s)",
    "The Division Bell",
    "Week End Inn",
    "Byers, Rest & Co.",
    "Home Guard Club",
    "2nd West Yorks",
    "O’Dowd’s; upstairs",
    "Old “Tup”",
)
Row = tuple[datetime.date, str, str, int, int]

NIGHTS = st.integers(0, 30).map(lambda weeks: FIRST + datetime.timedelta(weeks=weeks))
PAIRS = st.tuples(st.sampled_from(TEAMS), st.sampled_from(TEAMS)).filter(lambda pair: pair[0] != pair[1])
RESULTS = st.lists(
    st.tuples(NIGHTS, PAIRS, st.integers(0, 10)).map(
        lambda drawn: (drawn[0], *drawn[1], drawn[2], 10 - drawn[2])
    ),
    min_size=1,
    max_size=12,
    unique_by=lambda row: row[1:3],
)
DATES = ("%Y-%m-%d", "%d/%m/%Y", "%d/%m/%y", "%a %d %b %Y", "%d %B", "%d-%b-%y")
SCORES = ("{}-{}", "{} - {}", "Score {} - {}", "{}–{}", "{}:{}", "{} v {}")
HEADINGS = {
    "date": ("Date", "nite", "MATCH DATE", "When"),
    "home": ("home", "Home Team", "At home:", "Us"),
    "away": ("Away", "visitors", "away-team", "Them"),
    "score": ("Score", "FINAL SCORE", "Result", "Outcome"),
    "home_total": ("home_frames", "Home Total", "Home score", "For"),
    "away_total": ("away_frames", "Away Total", "Away score", "Against"),
    "tel": ("tel", "Phone no.", "", "Comments"),
}


def files(cells: list[list[str]], how: str) -> bytes:
    """Write rows as one of the files that people send."""
    if how == "xlsx":
        return as_xlsx(cells, title="Results")
    sign = {"comma": ",", "semicolon": ";", "tab": "\t", "windows": ";"}[how]
    quoted = [
        ['"' + cell.replace('"', '""') + '"' if set(cell) & {sign, '"'} else cell for cell in row]
        for row in cells
    ]
    text = "\r\n".join(sign.join(row) for row in quoted)
    return text.encode("cp1252" if how == "windows" else "utf-8")


def rows_of(parsed: ParsedList, *, with_dates: bool = True) -> list[tuple[object, ...]] | None:
    """Return the rows that would be imported; None if somebody has to decide something first."""
    if parsed.refusal:
        return None
    columns = ResultColumns([*WHERE, *(name for name in parsed.meanings if name not in WHERE)])
    rows = []
    for line in parsed.lines:
        problems = Problems(line.problems)
        total = columns.figures(line.cells, problems).total
        day = problems.take(read_date, line["date"], SEASON) if with_dates else None
        if problems or not isinstance(total, tuple):
            return None
        rows.append(
            (*([day] if with_dates else []), line["home"], line["away"], total[0] // 2, total[1] // 2)
        )
    return rows


@given(
    RESULTS,
    st.sampled_from(["comma", "semicolon", "tab", "windows", "xlsx"]),
    st.integers(0, 10**6),
    st.booleans(),
    st.booleans(),
)
def test_a_table_reads_back_or_is_asked_about(
    results: list[Row], how: str, lot: int, has_headings: bool, is_in_one_cell: bool
) -> None:
    draw = random.Random(lot)
    date_form, score_form = draw.choice(DATES), draw.choice(SCORES)
    names = ["date", "home", "away", "tel", *(["score"] if is_in_one_cell else ["home_total", "away_total"])]
    draw.shuffle(names)
    cells = [
        [
            {
                "date": night.strftime(date_form),
                "home": home,
                "away": away,
                "tel": "01632 960111",
                "score": score_form.format(here, there),
                "home_total": str(here),
                "away_total": str(there),
            }[name]
            for name in names
        ]
        for night, home, away, here, there in results
    ]
    headings = [draw.choice(HEADINGS[name]) for name in names]
    parsed = read_list(
        What.RESULTS,
        read_file(files([headings, *cells] if has_headings else cells, how)),
        span=SEASON,
        teams=TEAMS,
    )
    is_known = all(heading in HEADINGS[name][:3] for heading, name in zip(headings, names, strict=True))
    if has_headings and is_known:
        assert not parsed.refusal, "headings that are known need no question"
    rows = rows_of(parsed)
    if rows is None:
        return
    if any(column.is_guess for column in parsed.layout) and rows != results:
        # A guess is shown before anything is saved, and only one may be wrong: which side is at home.
        assert rows == [(night, away, home, here, there) for night, home, away, here, there in results]
        return
    assert rows == results
    chosen = {f"column-{number}": name for number, name in enumerate(names, 1) if name != "tel"}
    again = read_list(What.RESULTS, parsed.rows, span=SEASON, answers=chosen)
    assert rows_of(again) == results, "the same columns, chosen"


@given(RESULTS, st.sampled_from(["comma", "semicolon", "tab", "windows", "xlsx"]), st.sampled_from(SCORES))
def test_a_grid_reads_back_or_is_asked_about(results: list[Row], how: str, score: str) -> None:
    teams = sorted({team for row in results for team in row[1:3]})
    scores = {(home, away): score.format(here, there) for _, home, away, here, there in results}
    cells = [
        ["", *teams],
        *(
            [home, *("x" if home == away else scores.get((home, away), "") for away in teams)]
            for home in teams
        ),
    ]
    parsed = read_list(What.RESULTS, read_file(files(cells, how)), span=SEASON, teams=TEAMS)
    rows = rows_of(parsed, with_dates=False)
    assert rows is not None
    assert sorted(rows) == sorted(row[1:] for row in results)
