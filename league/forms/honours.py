"""The roll of honour as the secretary types it: lines, a year put right, an old final table."""

from typing import Any

from django import forms

from league.exchange.spreadsheets import Unreadable, read_text
from league.forms.honour_lines import read_honours, write_honours
from league.models import League, OldTable
from league.models.seasons import FIRST_YEAR, LAST_YEAR
from league.selectors.honours import honours_of_year
from league.services.honours import HonourSaid, said_of

LONGEST_TEXT = 200_000
MOST_ROWS, MOST_COLUMNS, LONGEST_CELL = 60, 20, 80
MOST_FAULTS = 10


class HonoursForm(forms.Form):
    """Lines for the roll, of any years."""

    lines = forms.CharField(
        label="One a line",
        help_text="Season, what was won, who won it; then runners-up, or a remark. As in “1974/75, "
        "Division One, The Fleece”.",
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        error_messages={"required": "There is nothing in it: type or paste a line for each honour."},
    )
    of_year: int | None = None

    honours: tuple[HonourSaid, ...] = ()

    def clean_lines(self) -> str:
        text: str = self.cleaned_data["lines"]
        self.honours, faults = read_honours(text, of_year=self.of_year)
        if faults:
            raise forms.ValidationError([str(fault) for fault in faults[:MOST_FAULTS]])
        return text


class HonoursOfYearForm(HonoursForm):
    """All lines of one year; whatever line is taken out is taken off the roll."""

    began_from = forms.CharField(required=False, max_length=LONGEST_TEXT, widget=forms.HiddenInput)

    def __init__(self, *arguments: Any, league: League, year: int, **options: Any) -> None:
        self.of_year = year
        now = write_honours(map(said_of, honours_of_year(league, year)))
        options["initial"] = {"lines": now, "began_from": now}
        super().__init__(*arguments, **options)
        self.fields["lines"].required = False
        self.fields["lines"].label = "All lines of the year"

    @property
    def began(self) -> tuple[HonourSaid, ...]:
        """The lines when typing began; what cannot be read is none that there were."""
        return read_honours(self.cleaned_data["began_from"])[0]


class OldTableForm(forms.Form):
    """A final table of a year before there was a season here, pasted as the paper had it."""

    season_name = forms.CharField(
        label="Season",
        max_length=40,
        help_text="As people say it: 1974/75.",
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
    remarks = forms.CharField(max_length=200, required=False, help_text="It stands under the table.")

    def __init__(self, *arguments: Any, table: OldTable | None = None, **options: Any) -> None:
        options["initial"] = _typed(table) if table else {}
        super().__init__(*arguments, **options)

    def clean_season_name(self) -> str:
        said: str = self.cleaned_data["season_name"]
        digits = "".join(sign if sign in "0123456789" else " " for sign in said).split()
        self.year = next((int(one) for one in digits if len(one) == len("1974")), 0)
        if not FIRST_YEAR <= self.year <= LAST_YEAR:
            raise forms.ValidationError(f"“{said}” names no year; one would be 1974/75.")
        return said

    def clean_pasted(self) -> str:
        text: str = self.cleaned_data["pasted"]
        try:
            rows = [tuple(" ".join(cell.split()) for cell in row) for row in read_text(text) if any(row)]
        except Unreadable as refusal:
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
        """The table with what was typed."""
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
