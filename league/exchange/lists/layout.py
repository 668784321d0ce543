"""How a list is laid out: where its headings stand, and what each of its columns means."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from league.exchange.lists.checked_list import ListColumn, WrongList
from league.exchange.lists.headings import (
    BANK,
    COLUMNS,
    FIXTURES,
    LEAVE_OUT,
    NAMES,
    PLAYERS,
    PUBS,
    RESULTS,
    TABLE,
    TABLE_COLUMN,
    TEAMS,
    is_meaning,
    known_column,
    label_of,
    side_of,
)
from league.exchange.lists.text import (
    DIVISION,
    EMAIL,
    PHONE,
    POSTCODE,
    SeasonDates,
    is_date,
    is_ditto,
    is_time,
    joined,
    match_in_cell,
    shares_a_word,
    without_bullet,
)
from league.exchange.result_lines import NO_FIGURES, WHERE, ResultColumns, is_score
from league.shared.text import bare

Grid = Sequence[Sequence[str]]
OF_TEAMS = (PUBS, TEAMS)
MATCHES, GRID = "matches", "a grid of results"
# A title, the year, whose list it is: headings stand below them.
HEADS_WITHIN = 20
_FEWEST_KNOWN, _FEWEST_OF_GRID = 2, 3
# A week before a date, in a row that heads others.
WEEK = re.compile(r"(?:week|round|wk)\.?\s*(\d{1,3})\b[\s:,.–-]*", re.IGNORECASE)
_SIGN = re.compile(r"v(?:s|ersus)?\.?|at|[-–—:/]", re.IGNORECASE)
_LETTER = re.compile(r"['‘“(]?[A-Fa-f][)'’”]?(?:\s+team)?|team\s+[A-Fa-f]", re.IGNORECASE)
_NIGHT = re.compile(
    r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b.*|\d{1,2}(?:[.:-]\d\d)?\s*[ap]\.?m\.?", re.IGNORECASE
)
_TABLES = re.compile(r"[1-9]|1\d")
# A list has one column of each, but for these.
_OFTEN = {BANK: {LEAVE_OUT, "text"}, PUBS: {LEAVE_OUT, "team", "pub"}, TEAMS: {LEAVE_OUT, "team"}}


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The columns of a list, and the place of the row with its headings, if any.

    Of a list of pubs and teams `kind` says that it is one of matches, or a grid: only its names are taken.
    `refusal` says which column is missing.
    """

    columns: tuple[ListColumn, ...]
    head: int | None
    kind: str = ""
    refusal: str = ""

    @property
    def places(self) -> dict[int, str]:
        """Return what is read from which place of a row."""
        return {column.number - 1: column.meaning for column in self.columns if column.meaning != LEAVE_OUT}


def read_layout(
    what: str,
    rows: Grid,
    *,
    span: SeasonDates | None = None,
    answers: Mapping[str, str],
    remembered: Mapping[str, str],
    teams: Collection[str] = (),
) -> Layout:
    """Return the columns of a list: as chosen, else as remembered, else by their headings or by content.

    `teams` are the names that the league knows.
    """

    def known(heading: str) -> str:
        return remembered.get(bare_heading(heading), "") or known_column(what, heading)

    is_of_teams = what in OF_TEAMS
    has_nights = what in (FIXTURES, RESULTS)
    dated = {place for place, row in enumerate(rows) if has_nights and _is_dated(row, span)}
    has_dates = bool(dated)
    kind, head = (
        _kind_and_head(rows) if is_of_teams else ("", _head(what, rows, known, span, has_dates=has_dates))
    )
    width = max(map(len, rows), default=0)
    headings = [joined(cell) for cell in rows[head]] if head is not None else []
    headings += [""] * (width - len(headings))
    stated = list(map(known, headings))
    if is_of_teams and head is not None:
        stated = [
            remembered.get(bare_heading(heading), "") or meaning
            for heading, meaning in zip(headings, _stated_of_teams(what, kind, headings), strict=True)
        ]
    chosen = [answers.get(f"column-{number}", "") for number in range(1, width + 1)]
    guesses = [""] * width
    if head is None if is_of_teams else not _is_complete(what, {*stated, *chosen}, has_dates=has_dates):
        first = 0 if head is None else head + 1
        body = [row for place, row in enumerate(rows) if place >= first and any(row) and place not in dated]
        guesses = _by_content(what, body, width, span, {bare(team) for team in teams})
    often = _OFTEN.get(what, set())
    taken = {meaning for meaning in chosen if meaning} - often
    # What a heading says comes before what most cells look like.
    taken_by_heading = {meaning for place, meaning in enumerate(stated) if not chosen[place]} - often
    columns: list[ListColumn] = []
    for place, heading in enumerate(headings):
        is_guess = False
        meaning = chosen[place]
        if not is_meaning(what, meaning):
            meaning = stated[place] if stated[place] not in taken else ""
            if not meaning and guesses[place] not in taken | taken_by_heading:
                meaning, is_guess = guesses[place], bool(guesses[place])
            if meaning in {column.meaning for column in columns} - often or not is_meaning(what, meaning):
                meaning, is_guess = LEAVE_OUT, False
        columns.append(ListColumn(number=place + 1, heading=heading, meaning=meaning, is_guess=is_guess))
    refusal = "" if is_of_teams else _refusal(what, rows, head, columns, has_dates=has_dates)
    return Layout(columns=tuple(columns), head=head, kind=kind, refusal=refusal)


def bare_heading(heading: str) -> str:
    """Return a heading as choices are remembered by it."""
    return " ".join(bare(heading).split())[:80]


def _kind_and_head(rows: Grid) -> tuple[str, int | None]:
    """Return how a list of pubs and teams is laid out, and the place of its headings, if there are any."""
    filled = _filled(rows)[:HEADS_WITHIN]
    for place, below in pairwise([*filled, *filled[-1:]]):
        cells = [cell for cell in rows[place] if cell]
        for at in (place, below):  # Home and Away may stand below Teams.
            if {"home", "away"} <= set(map(side_of, rows[at])):
                return MATCHES, at
        if any(known_column(TEAMS, cell) in NAMES for cell in cells):
            return "", _lower_head(rows, place, partial(known_column, TEAMS), lambda own: own & {*NAMES})
        across = {bare(cell) for cell in rows[place][1:] if cell}
        down = {bare(row[0]) for row in rows[place + 1 :] if row and row[0]}
        # A grid: a row holds the names that stand at the beginning of the rows below it.
        if len(across) >= _FEWEST_OF_GRID and len(across & down) * 5 >= max(len(across), len(down)) * 4:
            return GRID, place
    return "", None


def _filled(rows: Grid) -> list[int]:
    return [place for place, row in enumerate(rows) if any(row)]


def _lower_head(
    rows: Grid, place: int, known: Callable[[str], str], is_enough: Callable[[set[str]], object]
) -> int:
    """Return the place of the lower of two rows of headings: cells over both stand in each."""
    below = next((at for at in range(place + 1, len(rows)) if any(rows[at])), place)
    own = {known(cell) for cell in rows[below] if cell}
    return below if len(own) > 1 and "" not in own and is_enough(own) else place


def _stated_of_teams(what: str, kind: str, headings: Sequence[str]) -> list[str]:
    """Return what the columns of pubs and teams mean: the only one of names holds pubs and their teams."""
    meanings = [known_column(TEAMS, heading) for heading in headings]
    if kind == GRID:
        meanings = ["pub-and-teams", *[LEAVE_OUT] * (len(headings) - 1)]
    elif kind == MATCHES:
        sides = (
            ("team" if side_of(heading) else meaning)
            for heading, meaning in zip(headings, meanings, strict=True)
        )
        meanings = [meaning if meaning in ("team", "division") else LEAVE_OUT for meaning in sides]
    else:
        meanings = _each_once(meanings)
        if "pub-and-teams" in meanings and {"pub", "team"} & {*meanings}:
            meanings[meanings.index("pub-and-teams")] = LEAVE_OUT if "team" in meanings else "team"
        named = [place for place, meaning in enumerate(meanings) if meaning in NAMES]
        if len(named) == 1:
            meanings[named[0]] = "pub-and-teams"
    return ["pub" if what == PUBS and meaning in NAMES else meaning for meaning in meanings]


def _each_once(meanings: Sequence[str]) -> list[str]:
    """Return the meanings of columns of pubs and teams, repeated ones left out. Phones alone are of pubs."""
    often = _OFTEN[TEAMS]
    once = [
        meaning if meaning and (meaning in often or meaning not in meanings[:place]) else LEAVE_OUT
        for place, meaning in enumerate(meanings)
    ]
    if "phone" in once and not {"captain", "e-mail"} & {*once}:
        once[once.index("phone")] = "pub-phone"
    return once


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
    figures = figures_of([name for name in names if name not in ("", LEAVE_OUT)])
    return not _missing(what, names, has_dates=has_dates) and (what != RESULTS or bool(figures))


def _head(
    what: str, rows: Grid, known: Callable[[str], str], span: SeasonDates | None, *, has_dates: bool
) -> int | None:
    """Return the place of the headings: the first row with all that are needed, else with the most known,
    else the first, if it has no date and no score where the rows below it have them.
    """
    needed = {column.name for column in COLUMNS[what] if column.is_needed}
    filled = _filled(rows)
    names = {
        place: {known(cell) for cell in rows[place] if cell} - {"", LEAVE_OUT}
        for place in filled[:HEADS_WITHIN]
    }
    for place, own in names.items():
        if not _missing(what, own, has_dates=has_dates):
            return _lower_head(rows, place, known, lambda own: not _missing(what, own, has_dates=has_dates))
    nearest = max(names, key=lambda place: (len(names[place] & needed), len(names[place]), -place))
    if names[nearest] & needed or len(names[nearest]) >= _FEWEST_KNOWN:
        return nearest
    first, *below = (rows[place] for place in filled)
    looks: tuple[Callable[[str], bool], ...] = (lambda cell: is_date(cell, span), is_score)
    kinds = [
        look(joined(cell))
        for place, cell in enumerate(first)
        for look in looks
        if _most(_cells(below, place), look)
    ]
    return filled[0] if kinds and not any(kinds) else None


def _refusal(
    what: str, rows: Grid, head: int | None, columns: Sequence[ListColumn], *, has_dates: bool
) -> str:
    """Return which column is missing, in a sentence; empty if none is."""
    chosen = [column.meaning for column in columns if column.meaning != LEAVE_OUT]
    often = _OFTEN.get(what, ())
    if twice := next((each for each in chosen if chosen.count(each) > 1 and each not in often), None):
        return f"Two columns are “{label_of(twice)}”. Leave one of them out."
    named = [known_column(what, column.heading) for column in columns if column.heading]
    if twice := next((name for name in ("home", "away", "player") if named.count(name) > 1), None):
        return f"Two columns are called “{label_of(twice)}”. Put the second table below the first."
    missing = _missing(what, chosen, has_dates=has_dates)
    if not missing:
        return _refusal_of_figures(chosen) if what == RESULTS else ""
    text = ", ".join(filter(None, map(joined, rows[_filled(rows)[0] if head is None else head])))[:120]
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
    if not figures_of(names):
        return "No column holds the scores. Choose “Score” above it, or the total or table it belongs to."
    try:
        columns_of(names)
    except WrongList as wrong:
        return str(wrong)
    return ""


def figures_of(names: Sequence[str]) -> list[str]:
    """Return the columns that hold figures; a match in one cell may have its score there."""
    return [name for name in names if name not in NO_FIGURES] or ["score"] * ("match" in names)


def columns_of(names: Sequence[str]) -> ResultColumns:
    """Return the columns of results by what is read from them, the sides in their order."""
    where = sorted(WHERE, key=lambda name: names.index(name) if name in names else -1)
    return ResultColumns([*where, *figures_of(names)])


def meanings_of(what: str, columns: Sequence[ListColumn], tables: int) -> list[tuple[str, str]]:
    """Return what a column of a list can mean, each with its label. Results have so many `tables`."""
    names = [column.name for column in COLUMNS[what]]
    if what == RESULTS:
        numbers = [int(table[2]) for column in columns if (table := TABLE_COLUMN.fullmatch(column.meaning))]
        figures = [*map(str, range(1, max([tables, *numbers]) + 1)), "points", "total", "hang_jacks"]
        names += [f"{side}_{figure}" for figure in figures for side in ("home", "away")]
        names += [column.meaning for column in columns if column.meaning.startswith("games_")]
    return [(name, label_of(name)) for name in [*names, LEAVE_OUT]]


def _by_content(
    what: str, rows: Grid, width: int, span: SeasonDates | None, teams: Collection[str]
) -> list[str]:
    """Return what each column means by what most of its cells look like; of what is unclear nothing."""
    if what in OF_TEAMS:
        return _teams_by_content(what, rows, width)
    meanings = [""] * width
    texts: list[int] = []
    looks: dict[str, Callable[[str], bool]] = {
        "date": lambda cell: is_date(cell, span),
        "score": is_score,
        "time": is_time,
        "match": lambda cell: bool(match_in_cell(cell)),
        "": lambda cell: any(look.fullmatch(cell) for look in (_SIGN, PHONE, EMAIL, POSTCODE)),
    }
    for place in range(width):
        cells = _cells(rows, place)
        meaning = next((name for name, look in looks.items() if _most(cells, look)), None)
        if meaning is not None:
            meanings[place] = meaning
        elif _most(cells, lambda cell: any(letter.isalpha() for letter in cell)):
            texts.append(place)
    of_teams = [place for place in texts if _most(_cells(rows, place), lambda cell: bare(cell) in teams)]
    if what == PLAYERS:
        meanings = ["registered" if meaning == "date" else "" for meaning in meanings]
        people = [
            place
            for place in texts
            if place not in of_teams and _most(_cells(rows, place), lambda cell: len(cell.split()) > 1)
        ]
        named = [*zip(of_teams[:1], ["team"], strict=False), *zip(people[:1], ["player"], strict=False)]
    elif what == TABLE:
        meanings, named = [""] * width, [*zip(texts[:1], ["team"], strict=False)]
    else:
        sides = of_teams if len(of_teams) > 1 else texts
        named = list(zip(sides, ["home", "away"], strict=False)) if len(sides) > 1 else []
    for place, name in named:
        meanings[place] = name
    return meanings


def _teams_by_content(what: str, rows: Grid, width: int) -> list[str]:
    """Return what each column of pubs and teams means; the first holds both."""
    body = [[without_bullet(row[0]), *row[1:]] for row in rows if len({*filter(None, row)}) > 1]
    meanings = ["pub-and-teams"]
    for place in range(1, width):
        pairs = [(row[0], row[place]) for row in body if place < len(row) and row[place]]
        meanings.append(_of_cells([(name, cell) for name, cell in pairs if not is_ditto(cell)]))
    meanings = _each_once(meanings)
    if "pub" in meanings:
        meanings[0] = "team"
    return ["pub" if what == PUBS and meaning in NAMES else meaning for meaning in meanings]


def _of_cells(pairs: Sequence[tuple[str, str]]) -> str:
    """Return what a column of pubs and teams means by its cells, each beside the first of its row."""
    cells = [cell for _, cell in pairs]
    if not cells:
        return LEAVE_OUT
    looks = {
        "e-mail": EMAIL.search,
        "team": _LETTER.fullmatch,
        "phone": PHONE.search,
        "postcode": POSTCODE.fullmatch,
        "night": _NIGHT.fullmatch,
    }
    for meaning, look in looks.items():
        if _most(cells, look):
            return meaning
    is_number = all(map(_TABLES.fullmatch, cells))
    if _most(cells, DIVISION.fullmatch) and not (is_number and len({*cells}) == 1):
        return "division"
    if is_number:
        return "tables"
    if any(shares_a_word(name, cell) for name, cell in pairs):
        return "team"
    # A pub with its place, unless it is a surname before a name.
    places = [cell.partition(",")[0].split() for cell in cells if "," in cell]
    if 2 * len(places) > len(cells) and max(map(len, places)) > 1:
        return "pub"
    return "captain" if sum(len(cell.split()) > 1 for cell in cells) * 2 >= len(cells) else "address"


def _cells(rows: Grid, place: int) -> list[str]:
    return [joined(row[place]) for row in rows if place < len(row) and row[place]]


def _most(cells: Sequence[str], look: Callable[[str], object]) -> bool:
    return bool(cells) and 2 * sum(map(bool, map(look, cells))) > len(cells)
