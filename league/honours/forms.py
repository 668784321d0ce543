"""Forms for the roll of honour: pasted lines such as "1974/75, Division One, The Fleece", and old tables."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django import forms

from league.competition.models.leagues import FIRST_YEAR, LAST_YEAR
from league.exchange.spreadsheets import UnreadableFile, read_text
from league.honours.selectors import honours_of_year
from league.honours.services import HonourInput, honour_input
from league.models import Honour, League, OldTable

LONGEST_TEXT = 200_000
MOST_ROWS, MOST_COLUMNS, LONGEST_CELL = 60, 20, 80
MOST_FAULTS = 10


class HonoursForm(forms.Form):
    """Lines to add to the roll, of any years."""

    lines = forms.CharField(
        label="One a line",
        help_text="Season, what was won, who won it; then runners-up, or a remark. As in “1974/75, "
        "Division One, The Fleece”.",
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        error_messages={"required": "There is nothing in it: type or paste a line for each honour."},
    )
    of_year: int | None = None

    honours: tuple[HonourInput, ...] = ()

    def clean_lines(self) -> str:
        text: str = self.cleaned_data["lines"]
        self.honours, faults = read_honours(text, of_year=self.of_year)
        if faults:
            raise forms.ValidationError([*faults[:MOST_FAULTS]])
        return text


class HonoursOfYearForm(HonoursForm):
    """All lines of one year; a line that is deleted here is deleted from the roll."""

    began_from = forms.CharField(required=False, max_length=LONGEST_TEXT, widget=forms.HiddenInput)

    def __init__(self, *arguments: Any, league: League, year: int, **options: Any) -> None:
        self.of_year = year
        now = write_honours(map(honour_input, honours_of_year(league, year)))
        options["initial"] = {"lines": now, "began_from": now}
        super().__init__(*arguments, **options)
        self.fields["lines"].required = False
        self.fields["lines"].label = "All lines of the year"

    @property
    def began(self) -> tuple[HonourInput, ...]:
        """Return the lines as they were when the form was opened."""
        return read_honours(self.cleaned_data["began_from"])[0]


class OldTableForm(forms.Form):
    """A final table of a year before the league was on this site, pasted."""

    season_name = forms.CharField(
        label="Season",
        max_length=40,
        help_text="For example 1974/75.",
        error_messages={"required": "Say of which season."},
    )
    division = forms.CharField(
        max_length=40, help_text="As it was called then.", error_messages={"required": "Say which division."}
    )
    pasted = forms.CharField(
        label="The table",
        help_text="Copied out of a spreadsheet, or with a comma or semicolon between the cells. The first "
        "line names the columns.",
        max_length=LONGEST_TEXT,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        error_messages={"required": "There is nothing in it: paste the table."},
    )
    remarks = forms.CharField(max_length=200, required=False, help_text="Shown under the table.")

    def __init__(self, *arguments: Any, table: OldTable | None = None, **options: Any) -> None:
        options["initial"] = _typed(table) if table else {}
        super().__init__(*arguments, **options)

    def clean_season_name(self) -> str:
        text: str = self.cleaned_data["season_name"]
        digits = "".join(sign if sign in "0123456789" else " " for sign in text).split()
        self.year = next((int(digit) for digit in digits if len(digit) == len("1974")), 0)
        if not FIRST_YEAR <= self.year <= LAST_YEAR:
            raise forms.ValidationError(f"“{text}” is not a year. Type one such as 1974/75.")
        return text

    def clean_pasted(self) -> str:
        text: str = self.cleaned_data["pasted"]
        try:
            rows = [tuple(" ".join(cell.split()) for cell in row) for row in read_text(text) if any(row)]
        except UnreadableFile as refusal:
            raise forms.ValidationError(str(refusal)) from refusal
        if len(rows) < len(("heads", "a team")):
            raise forms.ValidationError("The table needs a line that names its columns, and a line a team.")
        if len(rows) > MOST_ROWS or any(len(row) > MOST_COLUMNS for row in rows):
            raise forms.ValidationError(
                f"A final table has at most {MOST_ROWS} lines and {MOST_COLUMNS} columns; this has more."
            )
        if any(len(cell) > LONGEST_CELL for row in rows for cell in row):
            raise forms.ValidationError(f"A cell has more than {LONGEST_CELL} letters.")
        width = max(map(len, rows))
        self.columns, *self.rows = [[*row, *[""] * (width - len(row))] for row in rows]
        return text

    def put_on(self, table: OldTable) -> OldTable:
        """Set the table's fields to what was typed, and return it unsaved."""
        table.year, table.columns, table.rows = self.year, self.columns, self.rows
        for name in ("season_name", "division", "remarks"):
            setattr(table, name, self.cleaned_data[name])
        return table


def _typed(table: OldTable) -> dict[str, str]:
    return {
        "season_name": table.season_name,
        "division": table.division,
        "remarks": table.remarks,
        "pasted": "\n".join("\t".join(map(str, row)) for row in (table.columns, *table.rows)),
    }


MOST_LINES = 2000
PLACES = {
    "winner": 1,
    "winners": 1,
    "champion": 1,
    "champions": 1,
    "first": 1,
    "runner up": 2,
    "runners up": 2,
    "second": 2,
    "third": 3,
}
_PLACE = re.compile(r"([1-9])(st|nd|rd|th)?\.?")
_YEAR = re.compile(r"\d{4}")
A_LINE = "one would be: 1974/75, Division One, The Fleece"


def read_honours(text: str, *, of_year: int | None = None) -> tuple[tuple[HonourInput, ...], tuple[str, ...]]:
    """Return the honours in a text, and a sentence for each line that cannot be parsed.

    The cells of a line are season, what was won, who won it, and optionally the place and a remark, separated
    by tabs, semicolons or commas. An empty season or competition repeats the one above. With `of_year` a line
    of another year is a fault.
    """
    honours: list[HonourInput] = []
    faults: list[str] = []
    above = ["", ""]
    for number, line in enumerate(text.splitlines()[: MOST_LINES + 1], start=1):
        if not line.strip():
            continue
        cells = _cells(line)
        above = [cell or before for cell, before in zip([*cells, "", ""][:2], above, strict=True)]
        try:
            if number > MOST_LINES:
                raise ValueError(f"{MOST_LINES} lines at once are the most.")
            honour = _honour([*above, *cells[2:]])
            if of_year is not None and honour.year != of_year:
                raise ValueError(f"this is {honour.year}, and the page is about {of_year}.")
        except ValueError as wrong:
            faults.append(f"Line {number}: {wrong}")
        else:
            honours.append(honour)
    return tuple(honours), tuple(faults)


def write_honours(honours: Iterable[HonourInput]) -> str:
    """Return honours as a text that `read_honours` reads."""
    return "\n".join(
        "; ".join(
            filter(
                None, (honour.season_name, honour.competition, honour.holder, _place(honour), honour.remarks)
            )
        )
        for honour in honours
    )


def _place(honour: HonourInput) -> str:
    return str(honour.place) if honour.place > 1 or honour.remarks else ""


def _cells(line: str) -> list[str]:
    sign = next((sign for sign in "\t;" if sign in line), ",")
    most = -1 if sign != "," else 4
    return [" ".join(cell.split()) for cell in line.strip("\n").split(sign, most)]


def _honour(cells: list[str]) -> HonourInput:
    season, competition, *rest = cells
    year = _YEAR.search(season)
    if year is None or not FIRST_YEAR <= int(year[0]) <= LAST_YEAR:
        raise ValueError(f"“{season[:40]}” names no season; {A_LINE}.")
    holder, *more = rest or [""]
    if not competition or not holder:
        raise ValueError(f"it does not say {'who won it' if competition else 'what was won'}; {A_LINE}.")
    place, competition = _placed(competition)
    if typed := next(filter(_place_in, more), ""):
        place = _place_in(typed)
        more.remove(typed)
    texts = {
        "season_name": season,
        "competition": competition,
        "holder": holder,
        "remarks": ", ".join(filter(None, more)),
    }
    for name, words in texts.items():
        column: Any = Honour._meta.get_field(name)
        if len(words) > column.max_length:
            raise ValueError(
                f"there is room for {column.max_length} letters in “{words[:20]}…”; this has {len(words)}."
            )
    return HonourInput(year=int(year[0]), place=place, **texts)


def _placed(competition: str) -> tuple[int, str]:
    """“Division One runners-up” is second in Division One."""
    words = competition.split()
    for last in (2, 1):
        text = " ".join(words[-last:]).strip("()")
        if len(words) > last and (place := PLACES.get(text.lower().replace("-", " "))):
            return place, " ".join(words[:-last]).rstrip(" ,:-")
    return 1, competition


def _place_in(cell: str) -> int:
    """Return the place a cell says: “2nd”, “runners-up”; 0 if it says none."""
    match = _PLACE.fullmatch(cell)
    return int(match[1]) if match else PLACES.get(cell.lower().replace("-", " "), 0)


def lines_of(honours: Iterable[HonourInput]) -> Iterator[str]:
    """Yield each honour in words."""
    for honour in honours:
        place = "" if honour.place == 1 else f", place {honour.place}"
        yield f"{honour.season_name}: {honour.competition}, {honour.holder}{place}"
