"""What posters show beside the fixtures, read from the database as plain values."""

from collections.abc import Iterable, Iterator

from league.models import Division
from league.printing.fixture_documents import PosterTable, TableRow
from league.standings.selectors.lines import standings_lines
from league.standings.selectors.standings import DivisionTable, tables_of


def poster_tables(divisions: Iterable[Division]) -> tuple[tuple[str, PosterTable], ...]:
    """Return the standings of each division with a result, by its slug. Two queries, however many.

    The divisions must come with their season and rule book.
    """
    return tuple(
        (table.division.slug, PosterTable(week=table.week, rows=tuple(_rows(table))))
        for table in tables_of(divisions)
        if table.week
    )


def _rows(table: DivisionTable) -> Iterator[TableRow]:
    for line in standings_lines(table):
        yield TableRow(
            place=line.row.place,
            team=line.team.short_name or line.team.name,
            slug=line.team.slug,
            played=line.record.played,
            won=line.record.won,
            half_points=line.record.match_points,
            is_last_up=line.is_last_up,
            is_last_safe=line.is_last_safe,
        )
