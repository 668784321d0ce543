"""A list on paper: the rows of a spreadsheet as a table on A4, the first of them its headings."""

import datetime
from collections.abc import Iterable, Sequence

from league.printing.documents import Document
from league.templatetags.dates import pub_date_year

# Above so many columns the sheet lies on its side, and above these the letters are small.
MOST_UPRIGHT, MOST_LARGE = 8, 12


def list_on_paper(
    rows: Iterable[Sequence[object]], *, title: str, league: str, filename: str, printed_on: datetime.date
) -> Document:
    """Return the list as a document; columns without a single entry are left out."""
    heads, *lines = [tuple(map(_text, row)) for row in rows]
    width = max(len(heads), *map(len, lines)) if lines else len(heads)
    used = [column for column in range(width) if any(_cell(line, column) for line in lines)]
    filled = used or list(range(width))
    table = tuple(tuple(_cell(line, column) for column in filled) for line in lines)
    names = tuple(_cell(heads, column).capitalize() for column in filled)
    page = "list-upright" if len(filled) <= MOST_UPRIGHT else "list-lying"
    return Document(
        title=f"{title}, {league}",
        filename=filename,
        template="printing/list.html",
        context={
            "title": title,
            "league": league,
            "heads": names,
            "lines": table,
            "printed_on": printed_on,
            "page": page if len(filled) <= MOST_LARGE else f"{page} small",
        },
    )


def _cell(line: Sequence[str], column: int) -> str:
    return line[column] if column < len(line) else ""


def _text(value: object) -> str:
    if isinstance(value, datetime.date):
        return pub_date_year(value)
    if isinstance(value, datetime.time):
        return f"{value:%H:%M}"
    return "" if value is None else str(value)
