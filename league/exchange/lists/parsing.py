"""Parse a list line by line: find its heads, carry on nights and divisions that are written once, skip totals
and headings.

A list may be a grid, and is read as the matches it means: teams by nights with their opponents, or home teams
by away teams with dates or scores between. Knows nothing of the league it is for.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from league.exchange.lists.checked_list import (
    NAMES_TEAMS,
    NOBODY,
    Asking,
    ListColumn,
    ListLine,
    ListQuestion,
    Passed,
    WrongList,
)
from league.exchange.lists.headings import BANK, COLUMNS, LEAVE_OUT, Column, What
from league.exchange.lists.layout import OF_TEAMS, WEEK, Grid, Layout, read_layout
from league.exchange.lists.text import (
    BY_NUMBERS,
    CUP,
    DAY_ALONE,
    MONTH,
    NOT_READ,
    NUMBERED,
    SeasonDates,
    cup_and_round,
    hour_of,
    is_date,
    is_ditto,
    is_nobody,
    is_of_a_cup,
    is_repeated,
    is_to_come,
    is_total,
    joined,
    match_in_cell,
    repaired,
    round_name,
    slugify,
    without_bullet,
    without_continued,
)
from league.exchange.result_lines import is_score
from league.exchange.spreadsheets import Rows
from league.shared.grouping import grouped
from league.shared.text import bare, plural

LONGEST_FIGURE = 200
# A row of a week and its date.
WEEK_AND_DATE = 2
NOTHING_BELOW = "The list names its columns, and nothing stands below them."
NOTHING: Mapping[str, str] = {}
NO_ROWS: Passed = {}

_HEADING = re.compile(
    r"(?:division|div\.?|section|group|league)\b.*|.*\b(?:division|section|league)|.*:", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedList:
    """A list as it was understood.

    `columns` has the column that each head was taken for, `unknown` the heads that nobody knows. A line that
    lacks what it needs is among `lines`, with its problems. `layout` are the columns as they stand, `rows`
    the cells, `head` the place of the row with the headings. `named` asks of each name of a team as it is
    written which one it means. `refusal` says why there are no lines.
    """

    columns: Mapping[str, str]
    unknown: tuple[str, ...]
    lines: tuple[ListLine, ...]
    passed: Passed
    layout: tuple[ListColumn, ...] = ()
    rows: Rows = ()
    head: int | None = None
    asked: Asking = field(default_factory=Asking)
    named: Mapping[str, ListQuestion] = field(default_factory=dict)
    refusal: str = ""

    @property
    def meanings(self) -> tuple[str, ...]:
        """Return what is read from its columns."""
        chosen = [column.meaning for column in self.layout if column.meaning not in ("", LEAVE_OUT)]
        return tuple(chosen or self.columns.values())

    def verify(self) -> None:
        """Raise WrongList if the columns cannot be understood."""
        if self.refusal:
            raise WrongList(self.refusal)


def read_list(
    what: str,
    rows: Rows,
    *,
    span: SeasonDates | None = None,
    answers: Mapping[str, str] = NOTHING,
    remembered: Mapping[str, str] = NOTHING,
    teams: Collection[str] = (),
    left_out: Passed = NO_ROWS,
) -> ParsedList:
    """Return the lines of a list with the answers so far, or why it cannot be understood.

    `answers` are column choices ("column-2": "home"), guesses ("yes", "no") and answers to questions, by key;
    `remembered` has earlier choices of columns by their bare heading, `teams` the names that the league has.
    """
    if not any(map(any, rows)):
        return ParsedList(columns={}, unknown=(), lines=(), passed={}, refusal="The list is empty.")
    originals, rows = rows, tuple(tuple(map(repaired, row)) for row in rows)
    asked = Asking(answers)
    grid = as_list(what, rows, span, teams)
    if grid is not None and asked.guess("grid", grid.sentence):
        cells = plural(len(grid.to_come), "cell")
        are_to_come = not grid.to_come or asked.guess(
            "to-come", f"{cells} with a date or “postponed”: matches to come, left out"
        )
        parsed_list = _of_grid(grid, rows, are_to_come=are_to_come, left_out=left_out)
    else:
        left_out, teams_listed = dict(left_out), dict[int, str]()
        if what in (What.FIXTURES, What.RESULTS):
            rows = tuple(_with_months(rows, left_out))
        by_name = tuple(_with_names(rows, span, teams_listed)) if what == What.FIXTURES else ()
        words = f"Numbers stand for teams: {', '.join(teams_listed.values())}"
        if teams_listed and asked.guess("numbers", words):
            rows, left_out = by_name, left_out | dict.fromkeys(teams_listed, "numbers a team")
        layout = read_layout(what, rows, span=span, answers=answers, remembered=remembered, teams=teams)
        reader = RowReader(what, rows, layout, span=span, left_out=left_out)
        lines = () if layout.refusal else tuple(reader.lines())
        headed = {column.heading: column.meaning for column in layout.columns if column.heading}
        parsed_list = ParsedList(
            columns={heading: meaning for heading, meaning in headed.items() if meaning != LEAVE_OUT},
            unknown=tuple(heading for heading, meaning in headed.items() if meaning == LEAVE_OUT),
            lines=lines,
            passed=reader.passed,
            layout=layout.columns,
            head=layout.head,
            refusal=layout.refusal or ("" if lines else NOTHING_BELOW),
        )
    named = _named(parsed_list.lines, answers, teams)
    names = {name: question.answer for name, question in named.items() if question.answer}
    lines = tuple(_judged(what, _meant(line, names)) for line in parsed_list.lines)
    return replace(parsed_list, lines=lines, rows=originals, asked=asked, named=named)


def _with_months(rows: Rows, said: dict[int, str]) -> Iterator[tuple[str, ...]]:
    """Yield rows, those that are a month empty and noted in `said`, the days below it with that month."""
    month, column = "", -1
    for number, row in enumerate(rows, 1):
        text = " ".join(dict.fromkeys(filter(None, map(joined, row))))
        days = [
            place
            for place, cell in enumerate(row)
            if month and column in (-1, place) and DAY_ALONE.fullmatch(WEEK.sub("", joined(cell)))
        ]
        if MONTH.fullmatch(text):
            month = re.sub(r"['’:]", "", text)
            said[number], row = f"heads the lines below: {month}", ()
        elif days:
            # 1st in the column before Thu 17 is a division.
            column = min(days, key=lambda place: joined(row[place])[0].isdigit())
            row = (*row[:column], f"{row[column]} {month}", *row[column + 1 :])
        yield row


def _with_names(rows: Rows, span: SeasonDates | None, listed: dict[int, str]) -> Iterator[tuple[str, ...]]:
    """Yield rows, those that number a team empty and noted in `listed`, the teams for the numbers of matches.

    Nothing is noted where no match has numbers, or a number has two names.
    """
    teams: dict[str, str] = {}
    is_used = True

    def name_of(match: re.Match[str]) -> str:
        return f"{teams[match[1]]} v {teams[match[2]]}" if teams.keys() >= {*match.groups()} else match[0]

    for number, row in enumerate(rows, 1):
        team = NUMBERED.fullmatch(" ".join(filter(None, map(joined, row))))
        if team and team[1] in ("1", str(len(teams) + 1)) and not is_date(team[2], span):
            if team[1] == "1" and not is_used:
                break
            teams, is_used = {**(teams if team[1] != "1" else {}), team[1]: team[2]}, False
            listed[number], row = team[0], ()
        by_name = tuple(BY_NUMBERS.sub(name_of, cell) for cell in row)
        is_used = is_used or by_name != row
        yield by_name
    if not is_used:
        listed.clear()


def _of_grid(grid: "MatchGrid", rows: Rows, *, are_to_come: bool, left_out: Passed) -> ParsedList:
    heads = rows[grid.head]
    width = max(map(len, rows))
    lines = sorted(
        (
            line
            for line in (*grid.lines, *(() if are_to_come else grid.to_come))
            if line.number not in left_out and not is_nobody(line["home"]) and not is_nobody(line["away"])
        ),
        key=lambda line: line.key,
    )
    said = {grid.head + 1, *(line.number for line in lines), *grid.passed}
    return ParsedList(
        columns=grid.columns,
        unknown=grid.unknown,
        lines=tuple(lines),
        passed={
            **grid.passed,
            **{
                number: left_out.get(number) or _why_silent(grid, row)
                for number, row in enumerate(rows, 1)
                if any(row) and number not in said
            },
        },
        layout=tuple(
            ListColumn(number=place + 1, heading=joined(head), meaning="")
            for place, head in enumerate([*heads, *[""] * (width - len(heads))])
        ),
        head=grid.head,
        refusal="" if lines else NOTHING_BELOW,
    )


def _why_silent(grid: "MatchGrid", row: Sequence[str]) -> str:
    """Return why a row of a grid adds no match: those of nights stand in the rows of both teams."""
    is_full = any(cell and not _NOTHING.fullmatch(joined(cell)) for cell in row[1:]) and not is_nobody(row[0])
    return "its matches stand above" if is_full and grid.columns["first line"] == "date" else "no match in it"


def _named(
    lines: Iterable[ListLine], answers: Mapping[str, str], teams: Collection[str]
) -> dict[str, ListQuestion]:
    """Return for each name of a team which team is meant, as it would be asked."""
    rows = grouped((line[column], line.number) for line in lines for column in NAMES_TEAMS if line[column])
    named: dict[str, ListQuestion] = {}
    keys: set[str] = set()
    for name, numbers in rows.items():
        key = f"team-{slugify(name)[:80]}"
        key = key if key not in keys else f"{key}-{len(keys)}"
        keys.add(key)
        named[name] = ListQuestion(
            key=key,
            heading="Which team is this?",
            sentence=f"Row {numbers[0]}, “{name}”, is not a team of the league.",
            choices=(),
            rows=tuple(dict.fromkeys(numbers)),
            about=name,
            answer=answers[key] if answers.get(key) in teams else "",
        )
    return named


def _judged(what: str, line: ListLine) -> ListLine:
    """Return the line with what it lacks among its problems, and without the cells that are too long."""
    rooms = {column.name: column.longest for column in COLUMNS[what]}
    too_long = {
        name: f"“{cell[:20]}…”: {name} has {len(cell)} letters; there is room for {room}."
        for name, cell in line.cells.items()
        if len(cell) > (room := rooms.get(name, LONGEST_FIGURE))
    }
    lacking = (
        f"There is no {column.name} in it."
        for column in COLUMNS[what]
        if column.is_needed and not line[column.name] and not line.problems
        # The date of a result in a grid is that of the fixture.
        if not (line.place and what == What.RESULTS)
    )
    problems = tuple(dict.fromkeys((*line.problems, *lacking, *too_long.values())))
    if not problems:
        return line
    cells = {name: cell for name, cell in line.cells.items() if name not in too_long}
    return replace(line, cells=cells, problems=problems)


def _meant(line: ListLine, names: Mapping[str, str]) -> ListLine:
    """Return the line with the teams that its names mean."""
    if not any(line[name] in names for name in NAMES_TEAMS):
        return line
    meant = {name: names.get(line[name], line[name]) for name in NAMES_TEAMS if name in line.cells}
    return replace(line, cells={**line.cells, **meant})


class RowReader:
    """The rows of a list from its headings down: what heads others, what goes on, what says nothing."""

    above_headings, headings_again = "above the names of the columns", "the names of the columns again"
    # Where nobody stands, the cell is empty.
    may_be_nobody: Collection[str] = ()

    def __init__(
        self,
        what: str,
        rows: Grid,
        layout: Layout,
        *,
        span: SeasonDates | None = None,
        left_out: Passed = NO_ROWS,
    ) -> None:
        self.what, self.rows, self.layout, self.span = what, rows, layout, span
        self.passed = dict(left_out)
        self.understood: dict[tuple[int, int], str] = {}
        self.above: dict[str, str] = {}
        self._known: Mapping[str, Column] = {column.name: column for column in COLUMNS[what]}
        self._last: dict[int, str] = {}
        weeks = (each.heading for each in layout.columns if each.meaning == "week")
        self._rounds = not next(weeks, "").casefold().startswith("w")
        if what == What.FIXTURES:
            self.may_be_nobody = ("pub",)

    def lines(self) -> Iterator[ListLine]:
        """Yield each line that says something, with what it has from further up."""
        head = -1 if self.layout.head is None else self.layout.head
        for number, row in enumerate(self.rows, 1):
            texts = [joined(cell) for cell in row if cell]
            if not texts or number == head + 1:
                continue
            if number <= head:
                self.heads(number, texts, is_above=True)
                self.passed.setdefault(number, self.above_headings)
            elif number not in self.passed:
                why = self.why_passed(number, row, texts)
                line = None if why else self.line(number, row)
                if line and not (why := self.nobody(line)):
                    yield line
                else:
                    self.passed[number] = why

    def why_passed(self, number: int, row: Sequence[str], texts: Sequence[str]) -> str:
        """Return why a row is skipped; empty if it is not. A heading holds for the rows below it."""
        if self.is_sum(number, texts):
            return "a total"
        if texts[0].startswith(NOT_READ):
            return "not in this list"
        if is_repeated(row, [column.heading for column in self.layout.columns]):
            return self.headings_again
        return self.heads(number, texts)

    def is_sum(self, number: int, texts: Sequence[str]) -> bool:
        """Return whether a row adds up others."""
        return is_total(without_bullet(texts[0])) and self.what != BANK

    def heads(self, number: int, texts: Sequence[str], *, is_above: bool = False) -> str:
        """Return what a row says of those below, a night or a division; empty if it is a line itself."""
        if self.what in (What.PLAYERS, BANK):
            return ""
        text = without_continued(" ".join(dict.fromkeys(texts)))
        week = WEEK.match(text)
        has_match = "match" in self.layout.places.values()
        is_match = has_match and match_in_cell(text) and not is_date(text, self.span)
        is_single = len({*texts}) == 1 or (len(texts) == WEEK_AND_DATE and week)
        if not is_above and (is_match or not is_single or not (has_match or len(self.layout.places) > 1)):
            return ""
        rest = text[week.end() :].strip(" ()") if week else text
        if week and not text.casefold().startswith("round"):
            self.above.pop("cup", None)
        if week and "week" in self._known:
            self.above["week"] = week[1]
        if CUP.search(rest):
            cup, cup_round = cup_and_round(rest)
            self.above |= {"cup": cup, "week": cup_round}
        elif "cup" in self.above and round_name(rest):
            self.above["week"] = rest
        elif is_date(rest, self.span):
            self.above["date"] = rest
            if not week:
                self.above.pop("week", None)
        elif (
            not week and _HEADING.fullmatch(rest) and not (number == 1 and rest.casefold().endswith("league"))
        ):
            self.above["division"] = rest.strip(" :")
            self.above = {name: text for name, text in self.above.items() if name not in ("week", "cup")}
        elif not week:
            return f"says nothing of a match: {text[:60]}"
        return f"heads the lines below: {text[:60]}"

    def line(self, number: int, row: Sequence[str]) -> ListLine:
        """Return what the cells of a row say, and what goes on from further up."""
        cells: dict[str, str] = {}
        said: set[str] = set()
        for place, name in self.layout.places.items():
            text = joined(row[place]) if place < len(row) else ""
            if name == "player" or (not place and self.what in OF_TEAMS):
                text = without_bullet(text)
            if name in self._known and name != "score":
                if is_ditto(text) and (text := self._last.get(place, "")):
                    self.understood[number, place] = text
                self._last[place] = text or self._last.get(place, "")
            if not text:
                continue
            said.add(name)
            if name in self.may_be_nobody and is_nobody(text):
                self.understood[number, place] = NOBODY
            else:
                cells[name if name not in cells else f"{name} {place}"] = text
        if self.what == What.FIXTURES and (hour := hour_of(cells.get("date", ""))):
            cells = {"time": hour, **cells}
        if "match" in cells:
            cells = {**match_in_cell(cells["match"]), **cells}
        above = {name: text for name, text in self.above.items() if text and name not in said | cells.keys()}
        above = {name: text for name, text in above.items() if self.goes_on(number, name, cells)}
        for name, cell in cells.items():
            self._carry(name, cell)
        cells = {**above, **cells}
        if competition := cells.pop("cup", ""):
            cup, cup_round = cup_and_round(competition)
            if is_of_a_cup(cup):
                # The number of a week is no round.
                cells |= {"cup": cup, "round": cup_round or (cells.get("week", "") if self._rounds else "")}
        return ListLine(number=number, cells=cells, above=tuple(above))

    def goes_on(self, number: int, name: str, cells: Mapping[str, str]) -> bool:
        """Return whether an empty cell is meant as the one above."""
        return True

    def nobody(self, line: ListLine) -> str:
        """Return why a line is skipped that names nobody; empty if it names somebody."""
        if line["cup"] and is_nobody(line["home"]) is not is_nobody(line["away"]):
            return ""
        if any(is_nobody(line[name]) for name in ("home", "away", "player")):
            return "nobody" if self.what == What.PLAYERS else "a free week"
        return ""

    def _carry(self, name: str, cell: str) -> None:
        column = self._known.get(name)
        if column is not None and column.goes_on and not is_to_come(cell):
            if name == "date" and "cup" not in self.above and self.above.get(name) not in (None, cell):
                self.above.pop("week", None)
            self.above[name] = cell


FEWEST = 2

# A grid has a line a team, and a title above it at most.
HEADS_WITHIN = 6

# A letter behind a name is small or in brackets: “The Fleece A” is a team, at home or not.
_H, _A = r"(?:[Hh]|[Hh]ome|HOME)", r"(?:[Aa]|[Aa]way|AWAY)"
_SMALL_H, _SMALL_A = r"(?:h|[Hh]ome|HOME)", r"(?:a|[Aa]way|AWAY)"
_AT_HOME = re.compile(rf"^{_H}[\s:.)-]+(?:v\.?\s+)?|^v\.?\s+|[\s,]*\({_H}\)$|[\s,]+{_SMALL_H}$")
_AWAY = re.compile(rf"^{_A}[\s:.)-]+(?:[v@]\.?\s*|at\s+)?|^(?:@\s*|at\s+)|[\s,]*\({_A}\)$|[\s,]+{_SMALL_A}$")
_NOTHING = re.compile(r"bye|free(?: week)?|rest|no match|x+|[-–—*\\/]+", re.IGNORECASE)

_PLURALS = {
    "team": "teams",
    "home": "home teams",
    "away": "away teams",
    "date": "dates",
    "score": "scores",
    "opponent, h or a": "opponents",
}

Below = Sequence[tuple[int, Sequence[str]]]
"""The lines under the heads of a grid, with their numbers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchGrid:
    """The matches of a grid, each with the line it stands in, and what its heads were taken for.

    `head` is the place of its first line, `unknown` are heads of columns that name no team, and `to_come` the
    dates that stand between scores.
    """

    head: int
    columns: Mapping[str, str]
    lines: tuple[ListLine, ...]
    passed: Passed
    unknown: tuple[str, ...] = ()
    to_come: tuple[ListLine, ...] = ()

    @property
    def sentence(self) -> str:
        """Return what the grid was taken for."""
        if "player" in self.columns.values():
            return "This is a grid: teams along the top, their players below"
        side, above, between = (_PLURALS[name] for name in self.columns.values())
        return f"This is a grid: {side} down the side, {above} along the top, {between} between"


def as_list(what: str, rows: Rows, span: SeasonDates | None, teams: Collection[str] = ()) -> MatchGrid | None:
    """Return the lines of a grid; None if the rows are none."""
    if what == What.PLAYERS:
        return _players(rows, set(map(bare, teams)))
    if what not in (What.FIXTURES, What.RESULTS):
        return None
    filled = [number for number, row in enumerate(rows) if any(row)][:HEADS_WITHIN]
    for first in filled:
        heads = {place: joined(cell) for place, cell in enumerate(rows[first]) if place and cell}
        below = [(number, row) for number, row in enumerate(rows[first + 1 :], first + 2) if any(row)]
        if len(heads) < FEWEST or len(below) < FEWEST:
            continue
        before = {at + 1: "above the grid" for at in filled if at < first}
        if what == What.RESULTS:
            if not any(is_score(joined(cell)) for _, row in below for cell in row[1:]):
                continue
            if _is_home_by_away(heads, below, lambda cell: is_score(cell) or is_date(cell, span)):
                return _home_by_away(first, heads, below, before, span, "score")
        elif all(is_date(head, span) for head in heads.values()):
            return _by_nights(first, heads, below, before)
        elif _is_home_by_away(heads, below, lambda cell: is_date(cell, span)):
            return _home_by_away(first, heads, below, before, span, "date")
    return None


def _players(rows: Rows, teams: Collection[str]) -> MatchGrid | None:
    """Return the players who stand below their teams, which stand side by side."""
    first = next((place for place, row in enumerate(rows) if any(row)), 0)
    heads = {place: joined(cell) for place, cell in enumerate(rows[first]) if cell}
    if len(heads) < FEWEST or not all(bare(head) in teams for head in heads.values()):
        return None
    lines = tuple(
        ListLine(
            number=number,
            place=place + 1,
            cells={"player": without_bullet(joined(row[place])), "team": head},
        )
        for number, row in enumerate(rows[first + 1 :], first + 2)
        for place, head in heads.items()
        if place < len(row) and (name := without_bullet(joined(row[place]))) and not is_nobody(name)
    )
    return MatchGrid(
        head=first, columns={"first line": "team", "cells below": "player"}, lines=lines, passed={}
    )


def _is_home_by_away(heads: Mapping[int, str], below: Below, look: Callable[[str], bool]) -> bool:
    """Return whether most of the filled cells under the heads look as they should, in the lines of those the
    heads name.
    """
    names = {bare(name) for name in heads.values()}
    if sum(bare(joined(row[0])) in names for _, row in below) < FEWEST:
        return False
    texts = [joined(cell) for _, row in below for place, cell in enumerate(row) if place in heads and cell]
    cells = [cell for cell in texts if not _NOTHING.fullmatch(cell)]
    return bool(cells) and 2 * sum(map(look, cells)) > len(cells)


def _home_by_away(
    first: int,
    heads: Mapping[int, str],
    below: Below,
    before: Passed,
    span: SeasonDates | None,
    name: str,
) -> MatchGrid:
    """Return the matches of a grid of dates, or of scores; dates between scores are matches to come."""
    is_of_scores = name == "score"
    rows = {bare(joined(row[0])) for _, row in below if row[0]}
    lines: list[ListLine] = []
    unknown: list[str] = []
    to_come: list[ListLine] = []
    seen: dict[tuple[str, str], ListLine] = {}
    for place, head in heads.items():
        cells = [
            (number, joined(row[0]), joined(row[place]))
            for number, row in below
            if row[0] and place < len(row) and row[place] and not _NOTHING.fullmatch(joined(row[place]))
        ]
        if (
            is_of_scores
            and bare(head) not in rows
            and not any(is_score(cell) or is_date(cell, span) for _, _, cell in cells)
        ):
            unknown.append(head)
            continue
        for number, home, cell in cells:
            line = ListLine(number=number, place=place + 1, cells={"home": home, "away": head, name: cell})
            if is_of_scores and not is_score(cell) and (is_date(cell, span) or is_to_come(cell)):
                to_come.append(line)
            elif bare(home) != bare(head) or is_score(cell):
                earlier = seen.setdefault((bare(home), bare(head)), line)
                if earlier is not line:
                    problem = f"{home} v {head} stands in line {earlier.number} already."
                    line = replace(line, cells={}, problems=(problem,))
                lines.append(line)
    lines.sort(key=lambda line: line.key)
    return MatchGrid(
        head=first,
        columns={"first column": "home", "first line": "away", "cells between": name},
        lines=tuple(lines),
        passed=before,
        unknown=tuple(unknown),
        to_come=tuple(to_come),
    )


def _by_nights(first: int, heads: Mapping[int, str], below: Below, before: Passed) -> MatchGrid:
    """Return the matches once each: a match stands in the lines of both its teams."""
    seen: dict[tuple[str, ...], int] = {}
    lines: list[ListLine] = []
    for number, row in below:
        for place, night in heads.items():
            cell = joined(row[place]) if place < len(row) else ""
            if not row[0] or not cell or _NOTHING.fullmatch(cell):
                continue
            sides = _sides(joined(row[0]), cell)
            if sides is None:
                problem = f"“{cell[:60]}” on {night} does not say who is at home; write h or a behind it."
                lines.append(
                    ListLine(number=number, place=place + 1, cells={"date": night}, problems=(problem,))
                )
                continue
            home, away = sides
            key = (night, home.casefold(), away.casefold())
            problems: tuple[str, ...] = ()
            if other := seen.get((night, key[2], key[1])):
                problems = (
                    f"{home} and {away} on {night}: lines {other} and {number} have different ones at home.",
                )
            if key not in seen:
                seen[key] = number
                lines.append(
                    ListLine(
                        number=number,
                        place=place + 1,
                        cells={"date": night, "home": home, "away": away},
                        problems=problems,
                    )
                )
    return MatchGrid(
        head=first,
        columns={"first column": "team", "first line": "date", "cells between": "opponent, h or a"},
        lines=tuple(lines),
        passed=before,
    )


def _sides(team: str, cell: str) -> tuple[str, str] | None:
    """Return who is at home: “The Shears h”, “H The Shears”, “v The Shears”; “The Shears (a)”, “at The
    Shears”.

    An opponent in capitals comes to the team's own pub. None if the cell does not say.
    """
    if _AWAY.search(cell):
        return _AWAY.sub("", cell).strip(), team
    if _AT_HOME.search(cell):
        return team, _AT_HOME.sub("", cell).strip()
    return (team, cell) if cell.isupper() else None
