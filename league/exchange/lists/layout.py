"""Where the headings of a list of players, matches or results stand, and what each of its columns means."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from league.exchange.lists.columns import What, match_in_cell
from league.exchange.lists.days import SeasonDates, is_date, is_time
from league.exchange.lists.headings import COLUMNS, LEAVE_OUT, is_meaning, known_column, label_of
from league.exchange.result_lines import WHERE, ResultColumns, WrongResults, is_score
from league.exchange.spreadsheets import Rows
from league.exchange.team_lists.checked_list import ListColumn
from league.exchange.team_lists.columns import EMAIL, PHONE, POSTCODE
from league.exchange.team_lists.layout import bare_heading
from league.shared.text import bare

# A title, the year, whose list it is: headings stand below them.
HEADS_WITHIN = 20
_FEWEST_KNOWN = 2
# A week before a date, in a row that heads others.
WEEK = re.compile(r"(?:week|round|wk)\.?\s*(\d{1,3})\b[\s:,.–-]*", re.IGNORECASE)
_SIGN = re.compile(r"v(?:s|ersus)?\.?|at|[-–—:/]", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineLayout:
    """The columns of a list, the place of the row with its headings, if any, and the first row below them.

    `refusal` says which column is missing.
    """

    columns: tuple[ListColumn, ...]
    head: int | None
    refusal: str = ""

    @property
    def places(self) -> dict[int, str]:
        """Return what is read from which place of a row."""
        return {column.number - 1: column.meaning for column in self.columns if column.meaning != LEAVE_OUT}


def read_line_layout(
    what: str,
    rows: Rows,
    *,
    span: SeasonDates | None,
    answers: Mapping[str, str],
    remembered: Mapping[str, str],
    teams: Collection[str],
) -> LineLayout:
    """Return the columns of a list: as chosen, else as remembered, else by their headings or by content.

    `teams` are the names that the league knows.
    """

    def known(heading: str) -> str:
        return remembered.get(bare_heading(heading), "") or known_column(what, heading)

    known_teams = {bare(team) for team in teams}
    dated = {place for place, row in enumerate(rows) if what != What.PLAYERS and _is_dated(row, span)}
    has_dates = bool(dated)
    head = _head(what, rows, known, has_dates=has_dates)
    if head is None and _is_heading(rows, span):
        head = next(place for place, row in enumerate(rows) if any(row))
    width = max(map(len, rows), default=0)
    headings = [joined(cell) for cell in rows[head]] if head is not None else []
    headings += [""] * (width - len(headings))
    meanings = [known(heading) if heading else "" for heading in headings]
    chosen = [answers.get(f"column-{number}", "") for number in range(1, width + 1)]
    is_complete = _is_complete(what, {*meanings, *chosen}, has_dates=has_dates)
    first = 0 if head is None else head + 1
    body = [row for place, row in enumerate(rows) if place >= first and place not in dated]
    guesses = [""] * width if is_complete else _by_content(what, body, width, span, known_teams)
    taken = {meaning for meaning in chosen if meaning}
    # What a heading says comes before what most cells look like.
    taken_by_heading = {meaning for place, meaning in enumerate(meanings) if not chosen[place]}
    columns: list[ListColumn] = []
    for place, heading in enumerate(headings):
        is_guess = False
        meaning = chosen[place]
        if not is_meaning(what, meaning):
            meaning = meanings[place] if meanings[place] not in taken else ""
            if not meaning and guesses[place] not in taken | taken_by_heading:
                meaning, is_guess = guesses[place], bool(guesses[place])
            if meaning in {column.meaning for column in columns} or not is_meaning(what, meaning):
                meaning, is_guess = LEAVE_OUT, False
        columns.append(ListColumn(number=place + 1, heading=heading, meaning=meaning, is_guess=is_guess))
    return LineLayout(
        columns=tuple(columns), head=head, refusal=_refusal(what, rows, head, columns, has_dates=has_dates)
    )


def joined(cell: str) -> str:
    """Return a cell on one line."""
    return " ".join(cell.split())


def _missing(what: str, names: Collection[str], *, has_dates: bool) -> list[str]:
    """Return the needed columns that are not among the names: a match in one cell has both its sides, and
    rows of their own may have the dates.
    """
    known = {*names, *(("home", "away") if "match" in names else ()), *(("date",) if has_dates else ())}
    return [column.name for column in COLUMNS[what] if column.is_needed and column.name not in known]


def _is_dated(row: Sequence[str], span: SeasonDates | None) -> bool:
    """Return whether a row is a date and nothing else but the week, so that it heads those below it."""
    filled = {joined(cell) for cell in row if cell}
    texts = (WEEK.sub("", text).strip(" ()") for text in filled)
    return len(filled) <= _FEWEST_KNOWN and [is_date(text, span) for text in texts if text] == [True]


def _is_complete(what: str, names: Collection[str], *, has_dates: bool) -> bool:
    """Return whether there is a column of everything that is needed; results need a score."""
    figures = set(names) - set(WHERE) - {"", LEAVE_OUT}
    return not _missing(what, names, has_dates=has_dates) and (what != What.RESULTS or bool(figures))


def _head(what: str, rows: Rows, known: Callable[[str], str], *, has_dates: bool) -> int | None:
    """Return the place of the headings: the first row with all that are needed, else with the most known."""
    needed = {column.name for column in COLUMNS[what] if column.is_needed}
    filled = [place for place, row in enumerate(rows) if any(row)][:HEADS_WITHIN]
    names = {place: {known(cell) for cell in rows[place] if cell} - {"", LEAVE_OUT} for place in filled}
    for place in filled:
        if not _missing(what, names[place], has_dates=has_dates):
            return place
    nearest = max(filled, key=lambda place: (len(names[place] & needed), len(names[place]), -place))
    if names[nearest] & needed or len(names[nearest]) >= _FEWEST_KNOWN:
        return nearest
    return None


def _is_heading(rows: Rows, span: SeasonDates | None) -> bool:
    """Return whether the first row has no date and no score where the rows below it have them."""
    filled = [row for row in rows if any(row)]
    if len(filled) < _FEWEST_KNOWN:
        return False
    kinds: dict[str, Callable[[str], bool]] = {"date": lambda cell: is_date(cell, span), "score": is_score}
    columns = [
        (place, look)
        for place in range(len(filled[0]))
        for look in kinds.values()
        if _most(_cells(filled[1:], place), look)
    ]
    return bool(columns) and not any(look(joined(filled[0][place])) for place, look in columns)


def _refusal(
    what: str, rows: Rows, head: int | None, columns: Sequence[ListColumn], *, has_dates: bool
) -> str:
    """Return which column is missing, in a sentence; empty if none is."""
    meanings = {column.meaning for column in columns}
    chosen = [column.meaning for column in columns if column.meaning != LEAVE_OUT]
    if twice := next((meaning for meaning in chosen if chosen.count(meaning) > 1), None):
        return f"Two columns are “{label_of(twice)}”. Leave one of them out."
    named = [known_column(what, column.heading) for column in columns if column.heading]
    if twice := next((name for name in ("home", "away", "player") if named.count(name) > 1), None):
        return f"Two columns are called “{label_of(twice)}”. Put the second table below the first."
    missing = _missing(what, meanings, has_dates=has_dates)
    if not missing:
        return _refusal_of_figures(chosen) if what == What.RESULTS else ""
    first = next(place for place, row in enumerate(rows) if any(row)) if head is None else head
    text = ", ".join(filter(None, map(joined, rows[first])))[:120]
    choose = f"Choose “{label_of(missing[0])}” above the column that holds it"
    if head is None:
        usual = ", ".join(column.name for column in COLUMNS[what] if column.is_needed)
        return (
            f"There is no column “{missing[0]}”: the first line names the columns, and says {text}. "
            f"Write a line above it: {usual}. Or {choose[0].lower()}{choose[1:]}."
        )
    return f"There is no column “{missing[0]}”: line {head + 1} names the columns, and says {text}. {choose}."


def _refusal_of_figures(names: Sequence[str]) -> str:
    """Return what is wrong with the columns of scores, in sentences; empty if nothing is."""
    figures = figures_of(names)
    if not figures:
        return "No column holds the scores. Choose “Score” above it, or the total or table it belongs to."
    try:
        ResultColumns([*WHERE, *figures])
    except WrongResults as wrong:
        return " ".join(sentence[0].upper() + sentence[1:] for sentence in str(wrong).splitlines())
    return ""


def figures_of(names: Sequence[str]) -> list[str]:
    """Return the columns that hold figures; a match in one cell may have its score there."""
    figures = [name for name in names if name not in (*WHERE, "match")]
    return figures or ["score"] * ("match" in names)


_TABLE = re.compile(r"(home|away)_(\d+)")


def meanings_of(what: str, columns: Sequence[ListColumn], tables: int) -> list[tuple[str, str]]:
    """Return what a column of a list can mean, each with its label. Results have so many `tables`."""
    names = [column.name for column in COLUMNS[what]]
    if what == What.RESULTS:
        numbers = [int(table[2]) for column in columns if (table := _TABLE.fullmatch(column.meaning))]
        count = max([tables, *numbers])
        names += [f"{side}_{number}" for number in range(1, count + 1) for side in ("home", "away")]
        names += [
            "home_points",
            "away_points",
            "home_total",
            "away_total",
            "home_hang_jacks",
            "away_hang_jacks",
        ]
    return [(name, label_of(name)) for name in [*names, LEAVE_OUT]]


def _by_content(
    what: str, rows: Sequence[Sequence[str]], width: int, span: SeasonDates | None, teams: Collection[str]
) -> list[str]:
    """Return what each column means by what most of its cells look like; of what is unclear nothing."""
    meanings = [""] * width
    texts: list[int] = []
    for place in range(width):
        cells = [joined(row[place]) for row in rows if place < len(row) and row[place]]
        looks: dict[str, Callable[[str], bool]] = {
            "date": lambda cell: is_date(cell, span),
            "score": is_score,
            "time": is_time,
            "match": lambda cell: bool(match_in_cell(cell)),
            "": lambda cell: bool(_SIGN.fullmatch(cell) or _is_contact(cell)),
        }
        meaning = next((name for name, look in looks.items() if _most(cells, look)), None)
        if meaning is not None:
            meanings[place] = meaning
        elif _most(cells, lambda cell: any(letter.isalpha() for letter in cell)):
            texts.append(place)
    if what == What.PLAYERS:
        meanings = ["registered" if meaning == "date" else "" for meaning in meanings]
    of_teams = [place for place in texts if _most(_cells(rows, place), lambda cell: bare(cell) in teams)]
    if what == What.PLAYERS:
        people = [
            place
            for place in texts
            if place not in of_teams and _most(_cells(rows, place), lambda cell: len(cell.split()) > 1)
        ]
        _name(meanings, of_teams[:1], ["team"])
        _name(meanings, people[:1], ["player"])
    else:
        sides = (of_teams if len(of_teams) > 1 else texts)[:2]
        _name(meanings, sides if len(sides) > 1 else (), ["home", "away"])
    return meanings


def _name(meanings: list[str], places: Sequence[int], names: Sequence[str]) -> None:
    for place, name in zip(places, names, strict=False):
        meanings[place] = name


def _cells(rows: Sequence[Sequence[str]], place: int) -> list[str]:
    return [joined(row[place]) for row in rows if place < len(row) and row[place]]


def _is_contact(cell: str) -> bool:
    return bool(PHONE.fullmatch(cell) or EMAIL.fullmatch(cell) or POSTCODE.fullmatch(cell))


def _most(cells: Sequence[str], look: Callable[[str], bool]) -> bool:
    return bool(cells) and 2 * sum(map(bool, map(look, cells))) > len(cells)
