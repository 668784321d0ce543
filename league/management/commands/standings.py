"""`standings`: the tables of a season, for people and for other programs."""

import argparse
import json
from collections.abc import Iterator
from typing import Any

from league.competition.selectors import divisions_of
from league.management.naming import by_name, date_named, season_named
from league.management.plain import PlainCommand
from league.models import Division
from league.standings.rows import Separation, StandingsRow
from league.standings.selectors.standings import DivisionTable, tables_of
from league.templatetags.formatting import points
from league.templatetags.standings import figure

COLUMNS = ("", "Team", "P", "W", "D", "L", "T", "", "For", "Ag.", "Adj.", "Pts")
UNKNOWN = "?"


class Command(PlainCommand):
    help = "Prints the standings of a season, division by division."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--league", required=True, help="its name or slug")
        parser.add_argument("--season", required=True, help="its name or slug")
        parser.add_argument("--division", help="one division, by name or slug")
        parser.add_argument(
            "--as-of", metavar="DATE", help="the standings at the end of a day, such as 2027-01-14"
        )
        parser.add_argument("--why", action="store_true", help="the reason for each place")
        parser.add_argument("--json", action="store_true", help="for other programs")

    def handle(self, **options: Any) -> None:
        season = season_named(options["league"], options["season"])
        divisions = divisions_of(season)
        if options["division"]:
            wanted = by_name(Division.objects.filter(season=season), options["division"], "division")
            divisions = [division for division in divisions if division.pk == wanted.pk]
        tables = tables_of(divisions, date_named("--as-of", options["as_of"]))
        if options["json"]:
            textseses_by_keys = [
                {"division": str(table.division), "rows": [_as_data(row) for row in table.rows]}
                for table in tables
            ]
            self.stdout.write(json.dumps(textseses_by_keys, ensure_ascii=False, indent=1))
            return
        for table in tables:
            for line in _as_text(table, with_why=options["why"]):
                self.stdout.write(line)


def _as_data(row: StandingsRow) -> dict[str, Any]:
    """Return a row for other programs; a figure nobody knows is null."""
    record = row.record
    return {
        "place": row.place,
        "tied": row.is_shared,
        "team": record.name,
        "played": record.played,
        "won": record.won,
        "drawn": record.drawn,
        "lost": record.lost,
        "tables_for": record.tables_won,
        "tables_against": record.tables_lost,
        "score_for": record.score_for,
        "score_against": record.score_against,
        "points": _halved(record.match_points),
        "adjustment": _halved(record.adjusted),
    }


def _halved(halves: int) -> int | float:
    return halves / 2 if halves % 2 else halves // 2


def _as_text(table: DivisionTable, *, with_why: bool) -> Iterator[str]:
    yield str(table.division)
    lines = [COLUMNS, *(_cells(row) for row in table.rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(COLUMNS))]
    for line, row in zip(lines, [None, *table.rows], strict=True):
        yield "  ".join(
            cell.ljust(width) if column == 1 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        if with_why and row and row.above:
            yield f"{'':{widths[0]}}    {_why(row.above)}"
    yield ""


def _cells(row: StandingsRow) -> tuple[str, ...]:
    record = row.record
    known = (record.tables_won, record.tables_lost, record.score_for, record.score_against)
    return (
        f"{row.place}{'=' if row.is_shared else ''}",
        record.name,
        *map(str, (record.played, record.won, record.drawn, record.lost)),
        *(UNKNOWN if value is None else str(value) for value in known),
        points(record.adjusted) if record.adjusted else "",
        points(record.match_points),
    )


def _why(separation: Separation) -> str:
    """Return the steps that put a team below the one above it, with both figures of each."""
    steps = []
    for step in separation.steps:
        own, other = (figure(value, step.criterion) for value in (step.behind, step.ahead))
        steps.append(f"{step.criterion.name.lower()} {own} to {other}")
    text = ", then ".join(steps)
    if separation.decided_by:
        return f"behind {separation.ahead.name}: {text}"
    return f"level with {separation.ahead.name}: {text}; the place is shared"
