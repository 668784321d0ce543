"""The standings of every division as a document: on as few pages as can be read, or of one division alone."""

import datetime
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from django.urls import reverse

from league.models import Division, League
from league.people.names import KeptBack
from league.printing.codes import codes_alone
from league.printing.documents import Document, Shown
from league.printing.drawing import on_one_line
from league.printing.standings_on_paper import form_drawings, printed_table
from league.standings.selectors.standings import tables_of

# The code to scan and the room for a name (mm), and sizes of type (points).
CODE, NAME_ROOM = 20.0, 73.0
SIZES = (14, 12.6, 11.4, 10.2, 9)


def tables_facts(league: League, divisions: Sequence[Division]) -> Shown | None:
    """Return the standings of these divisions of a season, as everybody may read them; None without any.

    Two queries; one more where points were taken or given. The divisions come with season and rule book.
    """
    tables = tables_of(divisions)
    if not any(table.rows for table in tables):
        return None
    hide: Callable[[str], str] = KeptBack.of(league).hide
    season, first = divisions[0].season, divisions[0]
    return {
        "league": league.name,
        "season": season.name,
        "season_slug": season.slug,
        "tables": tuple(printed_table(table, hide) for table in tables if table.rows),
        "path": reverse("division-standings", args=[league.slug, season.slug, first.slug]),
    }


def league_tables(facts: Shown, *, printed_on: datetime.date, site: str = "") -> Document:
    """Return the tables on as few pages as can be read, each in the largest type that leaves them so few.

    No name takes two lines where a smaller size takes one.
    """
    address, tables = site + facts["path"] if site else "", facts["tables"]
    title = tables[0]["division"] if len(tables) == 1 else "League tables"
    names = [row["team"] for table in tables for row in table["rows"]]
    return Document(
        title=f"{title}, {facts['season']}, {facts['league']}",
        filename=f"league-tables-{facts['season_slug']}-{printed_on}.pdf",
        template="printing/league_tables.html",
        context={
            "facts": facts,
            "title": title,
            "printed_on": printed_on,
            "code": address,
            "site": urlsplit(site).netloc,
        },
        follows_from=(facts, printed_on, site),
        drawings=form_drawings(tables) | codes_alone([address], CODE),
        sizes=(on_one_line(names, NAME_ROOM, SIZES),),
    )
