"""The paper of a pairs night: who sits where, in type to be read across the room; slips; standings."""

import datetime
from collections.abc import Sequence

from django.utils.text import slugify

from league.cups.pairs_nights import NightRow
from league.cups.selectors.cups import AND
from league.cups.selectors.pairs_nights import NightOnPage, TablesOfRound
from league.models import Cup
from league.printing.documents import Document
from league.printing.drawing import fitted, on_one_line, with_whole_words
from league.templatetags.dates import pub_date_year
from league.templatetags.formatting import points, signed, unbroken

# The room for a name (mm), and the sizes of names (points): of tables, of slips, of standings.
NAME_ROOM, NAME_SIZES = 74.0, (30, 27, 24, 22, 20, 18, 16.5, 15, 13.5, 12, 11, 10, 9, 8)
SLIPS_A_PAGE, SLIP_ROOM, SLIP_SIZES = 8, 66.0, (15, 14, 13, 12, 11, 10, 9, 8)
ROW_ROOM, ROW_SIZES = 88.0, (15, 14, 13, 12.5, 12, 11.5, 11, 10.5, 10, 9.5, 9, 8.5, 8)

Drawn = Sequence[tuple[NightOnPage, TablesOfRound]]
Papers = tuple[dict[str, object], ...]


def tables_on_paper(drawn: Drawn) -> Document:
    """Return who sits at which table in these rounds, to hang up."""
    papers = tuple(
        _paper(page.cup, number=each.number, of=page.night.rounds, tables=_tables(each), free=each.free)
        for page, each in drawn
    )
    names = (
        [name for table in each.tables for pair in table.names for name in pair.split(AND)]
        for _, each in drawn
    )
    sizes = [with_whole_words(of_round, NAME_ROOM, NAME_SIZES) for of_round in names]
    return _document([page for page, _ in drawn], _of_rounds(drawn, "tables"), "pairs_tables", papers, sizes)


def slips_on_paper(drawn: Drawn) -> Document:
    """Return a slip for each table of these rounds, eight to a sheet, with boxes for the scores."""
    papers = tuple(_paper(page.cup, number=each.number, sheets=_sheets(each)) for page, each in drawn)
    return _document([page for page, _ in drawn], _of_rounds(drawn, "slips"), "pairs_slips", papers)


def standings_on_paper(nights: Sequence[NightOnPage], *, printed_on: datetime.date) -> Document:
    """Return where every pair stands; at the end of a night, who has won."""
    papers = tuple(_standings(page, printed_on) for page in nights)
    # Each of a pair stands on one line.
    names = ([name for row in page.standings for name in row.entrant.name.split(AND)] for page in nights)
    sizes = [on_one_line(of_night, ROW_ROOM, ROW_SIZES) for of_night in names]
    return _document(nights, "standings", "pairs_standings", papers, sizes)


def night_in_words(cup: Cup) -> str:
    """Return where and when a night is: "The Fleece, Thu 14 Jan 2027"."""
    return ", ".join(
        filter(None, ((cup.finals_at.name if cup.finals_at else ""), pub_date_year(cup.finals_on)))
    )


def _of_rounds(drawn: Drawn, what: str) -> str:
    return f"round {drawn[0][1].number} {what}" if len(drawn) == 1 else what


def _paper(cup: Cup, **parts: object) -> dict[str, object]:
    return {"name": cup.name, "when": night_in_words(cup), "league": cup.season.league.name, **parts}


def _document(
    nights: Sequence[NightOnPage],
    what: str,
    template: str,
    papers: Papers,
    sizes: Sequence[Sequence[float]] = (),
) -> Document:
    cup = nights[0].cup
    name = cup.name if len(nights) == 1 else "Pairs nights"
    return Document(
        title=f"{name}: {what}, {cup.season.league.name}",
        filename=slugify(f"{name} {what}") + ".pdf",
        template=f"printing/{template}.html",
        context={"papers": papers},
        sizes=tuple(sizes),
    )


def _tables(drawn: TablesOfRound) -> tuple[tuple[int, list[list[str]], str], ...]:
    """Return the number of each table, the players of both pairs, and the score if it is known already."""
    return tuple(
        (
            table.number,
            [pair.split(AND) for pair in table.names],
            f"{table.score[0]}–{table.score[1]}" if table.score else "",
        )
        for table in drawn.tables
    )


def _sheets(drawn: TablesOfRound) -> list[list[tuple[int, list[list[tuple[str, float]]]]]]:
    """Return sheet by sheet the number of each table, and its pairs, each name with its size (points)."""
    slips = [
        (number, [[(name, fitted([name], SLIP_ROOM, SLIP_SIZES).size) for name in pair] for pair in pairs])
        for number, pairs, _ in _tables(drawn)
    ]
    return [slips[first : first + SLIPS_A_PAGE] for first in range(0, len(slips), SLIPS_A_PAGE)]


def _standings(page: NightOnPage, printed_on: datetime.date) -> dict[str, object]:
    played = len(page.rounds) - bool(page.running and page.running.open)
    how_far = "Nothing is played yet."
    if page.won_by:
        how_far = f"After {played} round{'' if played == 1 else 's'}."
    elif played:
        how_far = f"As it stood after round {played} of {page.night.rounds}."
    return _paper(
        page.cup,
        how_far=f"{how_far} Printed on {pub_date_year(printed_on)}.",
        won_by=page.won_by,
        rows=tuple(map(_row, page.standings)),
    )


def _row(row: NightRow) -> tuple[str, list[str], tuple[str, ...]]:
    """Return the place of a pair, its players, and its figures."""
    figures = (
        str(row.won),
        str(row.drawn),
        str(row.lost),
        str(row.free),
        f"{row.points_for}–{row.points_against}",
        signed(row.difference),
        points(row.half_points),
    )
    return (
        f"{row.place}{'=' if row.is_shared else ''}",
        unbroken(row.entrant.name).split(unbroken(AND)),
        figures,
    )
