"""Last season's results and table out of two lists, with everything that is asked about them.

Which team of the table a name in the results means is asked unless it is the same but for capitals.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from league.exchange.lists.checked_list import (
    ListCell,
    ListLine,
    ListQuestion,
    ListRow,
    OpenQuestion,
    Problems,
    WrongList,
    numbered,
)
from league.exchange.lists.headings import LEAVE_OUT, TABLE, What
from league.exchange.lists.layout import columns_of, meanings_of, read_layout
from league.exchange.lists.parsing import ParsedList, RowReader, read_list
from league.exchange.lists.results import settled_figures, with_winners
from league.exchange.lists.text import SeasonDates, is_date, joined, read_date, without_bullet
from league.exchange.result_lines import ResultFigures
from league.exchange.services.lists import UNREADABLE
from league.exchange.spreadsheets import Rows, read_text
from league.proving.season import COLUMNS, LastSeason, Played, PublishedRow
from league.shared.text import listed, plural

OF_TABLE = "table-"
"""Before the keys of what is chosen of the table's columns."""
LEFT = "left"
MOST_NAMED = 10
SHOWN_ROWS = 6
_NUMBER = re.compile(r"([+-]?)(\d{1,6})(?:\.(0|5)0*)?(½)?")
_PLACE = re.compile(r"\D*(\d{1,3})\D*")
_SIGNS = {"+/-": "difference", "+-": "difference", "±": "difference", "#": "place"}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadSeason:
    """Both lists as they were understood: what is asked, with its rows, and the season once all is answered.

    `columns` has what each column of the table was taken for, `left_out` why rows of results are left out.
    """

    questions: tuple[tuple[ListQuestion, tuple[ListRow, ...]], ...]
    columns: Mapping[str, str]
    left_out: Mapping[int, str]
    season: LastSeason | None

    @property
    def open_questions(self) -> tuple[ListQuestion, ...]:
        return tuple(question for question, _ in self.questions if not question.answer)


def exact(name: str) -> str:
    """Return a name as it is compared here: another spelling is another name until somebody says so."""
    return " ".join(name.split()).casefold()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    names: tuple[str, ...]
    rows: tuple[PublishedRow, ...]
    columns: Mapping[str, str]
    questions: tuple[tuple[ListQuestion, tuple[ListRow, ...]], ...]


def read_season(
    results: str, table: str, answers: Mapping[str, str], span: SeasonDates | None = None
) -> ReadSeason:
    """Return what two lists say. Raises WrongList and UnreadableFile where they say nothing."""
    read = _table(read_text(table), answers)
    rows = read_text(results)
    parsed = read_list(What.RESULTS, rows, span=span, answers=answers, teams=read.names)
    parsed.verify()
    teams = {exact(name): number for number, name in enumerate(read.names)}
    lines = _of_the_division(parsed, teams)
    asked = [*_names(parsed, lines, read.names, answers)]
    for question in asked:
        if question.answer == LEFT:
            teams[exact(question.about)] = len(teams)
    columns = columns_of(parsed.meanings)
    winner = _winner_has(lines, columns.tables)
    wrong: dict[int, tuple[str, ...]] = {}
    played: list[tuple[ListLine, ResultFigures]] = []
    for line in lines:
        problems = Problems(line.problems)
        figures = problems.take(
            settled_figures,
            parsed.asked,
            line,
            columns,
            columns.figures(with_winners(parsed.asked, line, columns, winner, problems), problems),
            line["home"],
            line["away"],
            can_draw=True,
        )
        if faults := [error for error in problems if not isinstance(error, OpenQuestion)]:
            wrong[line.number] = tuple(map(str, faults))
        elif figures:
            played.append((line, figures))
    asked += parsed.asked.questions.values()
    if wrong:
        asked.append(_unreadable(wrong, answers))
    questions = numbered([*(question for question, _ in read.questions), *asked])
    shown = [*(rows for _, rows in read.questions), *(_shown(rows, question.rows) for question in asked)]
    is_answered = all(question.answer for question in questions)
    return ReadSeason(
        questions=tuple(zip(questions, shown, strict=True)),
        columns=read.columns,
        left_out={**parsed.passed, **{number: " ".join(faults) for number, faults in wrong.items()}},
        season=_season(teams, read, played, span) if is_answered else None,
    )


def _winner_has(lines: Sequence[ListLine], tables: int) -> int | None:
    """Return what the winner has at every table of the results; None if they differ."""
    pairs = [
        (line[f"home_{number}"], line[f"away_{number}"]) for line in lines for number in range(1, tables + 1)
    ]
    winners = {max(map(int, pair)) for pair in pairs if all(map(str.isdecimal, pair))}
    return min(winners) if len(winners) == 1 else None


def _season(
    teams: Mapping[str, int],
    table: _Table,
    played: Sequence[tuple[ListLine, ResultFigures]],
    span: SeasonDates | None,
) -> LastSeason:
    dates = [read_date(line["date"], span) if is_date(line["date"], span) else None for line, _ in played]
    days = dict.fromkeys(
        line["date"] if None in dates else str(date) for (line, _), date in zip(played, dates, strict=True)
    )
    weeks = {day: week for week, day in enumerate(days if None in dates else sorted(days), start=1)}
    return LastSeason(
        teams=[*table.names, *(name for name in teams if name not in map(exact, table.names))],
        table=table.rows,
        results=[
            Played(
                line=line.number,
                date=date,
                week=weeks[line["date"] if None in dates else str(date)],
                home=teams[exact(line["home"])],
                away=teams[exact(line["away"])],
                figures=figures,
            )
            for (line, figures), date in zip(played, dates, strict=True)
        ],
    )


def _of_the_division(parsed: ParsedList, teams: Mapping[str, int]) -> list[ListLine]:
    """Return the lines of the divisions whose teams stand in the table; others have tables of their own."""
    own = {line["division"] for line in parsed.lines if {exact(line["home"]), exact(line["away"])} & {*teams}}
    return [line for line in parsed.lines if line["division"] in own or not own]


def _names(
    parsed: ParsedList, lines: Sequence[ListLine], names: Sequence[str], answers: Mapping[str, str]
) -> Iterator[ListQuestion]:
    """Yield which team of the table each other name means; the teams that nobody else is come first."""
    of_lines = {line.number for line in lines}
    same = {*map(exact, names)} & {*map(exact, parsed.named)}
    choices = sorted(names, key=lambda name: exact(name) in same)
    for name, question in parsed.named.items():
        if exact(name) in same or not of_lines & {*question.rows}:
            continue
        yield replace(
            question,
            sentence=f"“{name}” of the results is not in the table.",
            choices=(*((team, team) for team in choices), (LEFT, "None of them: it has left")),
            answer=question.answer or (LEFT if answers.get(question.key) == LEFT else ""),
        )


def _unreadable(wrong: Mapping[int, tuple[str, ...]], answers: Mapping[str, str]) -> ListQuestion:
    first, sentences = next(iter(wrong.items()))
    return ListQuestion(
        key=UNREADABLE,
        heading="Go on without them?",
        sentence=f"{plural(len(wrong), 'row')} of the results cannot be read: "
        f"{listed(map(str, [*wrong][:MOST_NAMED]))}. Row {first}: {sentences[0]}",
        choices=((LEAVE_OUT, "Go on without them"),),
        rows=tuple(wrong),
        answer=LEAVE_OUT if answers.get(UNREADABLE) == LEAVE_OUT else "",
    )


def _shown(rows: Rows, numbers: Sequence[int]) -> tuple[ListRow, ...]:
    """Return the first of the rows as they were typed."""
    return tuple(
        ListRow(number=number, cells=tuple(ListCell(text=joined(cell)) for cell in rows[number - 1]))
        for number in numbers[:SHOWN_ROWS]
    )


# --- The table --------------------------------------------------------------------------------
def _table(rows: Rows, answers: Mapping[str, str]) -> _Table:
    rows = tuple(tuple(_SIGNS.get(cell.replace(" ", ""), cell) for cell in row) for row in rows)
    chosen = {key.removeprefix(OF_TABLE): value for key, value in answers.items() if key.startswith(OF_TABLE)}
    layout = read_layout(TABLE, rows or [[""]], answers=chosen, remembered={})
    if layout.refusal:
        raise WrongList(f"The table: {layout.refusal}")
    lines = [*RowReader(TABLE, rows, layout).lines()]
    names: dict[str, str] = {}
    table: list[PublishedRow] = []
    problems = Problems()
    for line in lines:
        name = without_bullet(line["team"])
        figures = {column: problems.take(_figure, line, column) for column in COLUMNS if line[column]}
        known = {column: figure for column, figure in figures.items() if figure is not None}
        if not name or exact(name) in names:
            problems.add(
                f"Row {line.number} of the table: {name or 'no team'}{' once more' if name else ''}."
            )
        names[exact(name)] = name
        place = _PLACE.fullmatch(line["place"])
        # A row without points is of a team that has left.
        if "points" in known:
            row = PublishedRow(team=len(names) - 1, place=int(place[1]) if place else None, figures=known)
            table.append(row)
    if problems:
        raise WrongList(" ".join(problems.sentences))
    questions = tuple(
        (
            ListQuestion(
                key=f"{OF_TABLE}{column.key}",
                heading="What does this column count?",
                sentence=f"Column {column.number} of the table, “{column.heading}”.",
                choices=tuple(meanings_of(TABLE, layout.columns, 0)),
                rows=tuple(line.number for line in lines),
                answer=LEAVE_OUT if column.key in chosen else "",
            ),
            _shown(rows, [line.number for line in lines]),
        )
        for column in layout.columns
        if column.meaning == LEAVE_OUT and column.heading and _has_figures(rows, lines, column.number - 1)
    )
    return _Table(
        names=tuple(names.values()),
        rows=tuple(table),
        columns={
            column.heading or "": column.meaning for column in layout.columns if column.meaning != LEAVE_OUT
        },
        questions=questions,
    )


def _has_figures(rows: Rows, lines: Sequence[ListLine], place: int) -> bool:
    return any(
        place < len(row) and _NUMBER.fullmatch(row[place])
        for row in (rows[line.number - 1] for line in lines)
    )


def _figure(line: ListLine, column: str) -> Fraction | None:
    """Return the figure of a cell; None for a dash. Raises ValueError."""
    text = re.sub(r"[−–—]", "-", line[column]).replace(" ", "")
    number = _NUMBER.fullmatch(text)
    if not number:
        if text == "-":
            return None
        raise ValueError(
            f"Row {line.number} of the table: “{line[column][:20]}” is no number, under {column}."
        )
    figure = Fraction(int(number[2])) + (Fraction(1, 2) if number[3] == "5" or number[4] else 0)
    return figure if column == "deducted" or number[1] != "-" else -figure
