"""Any list of results, fixtures or teams, however it is written, reads back to the same or is asked about."""

import datetime
import random

from hypothesis import event, given, settings
from hypothesis import strategies as st

from league.exchange.lists.checked_list import Problems
from league.exchange.lists.headings import What
from league.exchange.lists.parsing import ParsedList, read_list
from league.exchange.lists.teams import read_team_list
from league.exchange.lists.text import SeasonDates, read_date
from league.exchange.result_lines import WHERE, ResultColumns
from league.exchange.spreadsheets import as_xlsx, read_file
from tests.examples import examples

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


# Not as workbooks: a process reads each of these.
FILES = ("comma", "semicolon", "tab", "windows")
SHAPES = ("a column each", "one cell", "under their nights", "under their weeks")
FIXTURES = st.lists(
    st.tuples(NIGHTS, PAIRS).map(lambda drawn: (drawn[0], *drawn[1])), min_size=1, max_size=12, unique=True
)


@settings(max_examples=examples(300))
@given(FIXTURES, st.sampled_from(FILES), st.sampled_from(SHAPES), st.sampled_from(DATES))
def test_fixtures_read_back_or_are_asked_about(
    fixtures: list[tuple[datetime.date, str, str]], how: str, shape: str, date_form: str
) -> None:
    expected = sorted(fixtures)
    if shape in ("a column each", "one cell"):
        is_split = shape == "a column each"
        cells = [["Date", "Home", "Away"] if is_split else ["Date", "Match"]]
        cells += [
            [night.strftime(date_form), *([home, away] if is_split else [f"{home} v {away}"])]
            for night, home, away in expected
        ]
    else:
        cells = [["Home", "Away"]]
        nights = sorted({night for night, _, _ in expected})
        for week, night in enumerate(nights, 1):
            head = night.strftime(date_form)
            cells.append([f"Week {week}", head] if shape == "under their weeks" else [head, ""])
            cells += [[home, away] for day, home, away in expected if day == night]
    parsed = read_list(What.FIXTURES, read_file(files(cells, how)), span=SEASON, teams=TEAMS)
    assert not parsed.refusal, "headings that are known need no question"
    if any(line.problems for line in parsed.lines):
        return
    assert (
        sorted((read_date(line["date"], SEASON), line["home"], line["away"]) for line in parsed.lines)
        == expected
    )


PUBS = (
    "The Fleece",
    "Café Royal",
    "Week End Inn",
    "Old “Tup”",
    "Division Bell",
    "St. John’s Club",
    "Shears & Co.",
)
PLACES = ("Gomersal", "12 High Street", "Mill Lane, Rawfold", "")
CAPTAINS = ("Ann Otter", "Bert Hare", "Jo O’Dowd", "Zoë Lamb", "Dan Pike", "Eva Roe", "Gus Finch")
DIVISIONS = ("Division One", "Division Two", "Premier")
TEAM_HEADINGS = {
    "pub": ("Pub", "VENUE", "Plays at"),
    "team": ("Team", "team name", "SIDE"),
    "division": ("Division", "Div.", "Section"),
    "address": ("Address", "Town"),
    "captain": ("Captain", "Contact", "skipper"),
    "phone": ("Tel", "Mobile", "Phone no."),
}
TEAMS_OF_PUBS = st.lists(
    st.tuples(
        st.sampled_from(PUBS),
        st.sampled_from(PLACES),
        st.integers(1, 3),
        st.sampled_from(DIVISIONS),
        st.booleans(),
    ),
    min_size=1,
    max_size=7,
    unique_by=lambda drawn: drawn[0],
)


@settings(max_examples=examples(300))
@given(TEAMS_OF_PUBS, st.sampled_from(FILES), st.integers(0, 10**6), st.booleans())
def test_pubs_and_teams_read_back_or_are_asked_about(
    drawn: list[tuple[str, str, int, str, bool]], how: str, lot: int, are_headed: bool
) -> None:
    draw = random.Random(lot)
    expected = [
        (
            f"{pub} {'ABC'[letter]}" if number > 1 else pub,
            pub,
            division,
            CAPTAINS[PUBS.index(pub)] * has_captain,
            place,
        )
        for pub, place, number, division, has_captain in drawn
        for letter in range(number)
    ]
    expected.sort(key=lambda team: DIVISIONS.index(team[2]))
    names = ["team", "pub", "address", "captain", "phone", *([] if are_headed else ["division"])]
    draw.shuffle(names)
    cells = [[draw.choice(TEAM_HEADINGS[name]) for name in names]]
    for number, (team, pub, division, captain, place) in enumerate(expected):
        if are_headed and (not number or expected[number - 1][2] != division):
            cells.append([division, *[""] * (len(names) - 1)])
        values = {"team": team, "pub": pub, "address": place, "captain": captain, "division": division}
        values["phone"] = f"01632 96000{PUBS.index(pub)}" if captain else ""
        cells.append([values[name] for name in names])
    read = read_team_list(read_file(files(cells, how)))
    assert not read.refusal, "headings that are known need no question"
    said = {team.row for team in read.teams} | {row for team in read.teams for row in team.joined}
    said |= {row.number for row in read.rows if row.skipped or row.problems}
    said |= {row for question in read.questions for row in question.rows}
    assert said == {row.number for row in read.rows}, "no row vanishes"
    if read.open_questions or read.problems:
        event("asked")
        return
    places = {pub.label: pub.address for pub in read.pubs}
    assert sorted(
        (team.name, team.pub, team.division, team.captain, places[team.pub]) for team in read.teams
    ) == sorted(expected)
