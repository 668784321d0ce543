"""The standings of a division as a picture for a message: the top six, who rose and fell, form and points."""

import datetime
from collections.abc import Mapping
from io import BytesIO

from league.matches.outcomes import TeamKey, outcomes_of
from league.matches.sheet.values import completed
from league.models import Division, Match
from league.printing.documents import Document, Shown
from league.printing.pdf import pdf
from league.results.logged_match import LoggedMatch
from league.results.selectors.log import log_of
from league.standings.records import Result
from league.standings.rows import StandingsRow, Supposed, what_if
from league.standings.selectors.standings import DivisionTable, division_table
from league.templatetags.dates import pub_date, pub_date_year

WIDTH, ROWS, COLOURS = 1200, 6, 128
STEP, LINE = 28, 22
RISES = {Result.WON: -12, Result.LOST: 12}


def standings_picture(division: Division, match: Match | None = None) -> Document:
    """Return the picture of a division's standings as a page of its size.

    With a match whose tables are over on the phones but whose result is not in, as if it were: then it is
    marked provisional. Two queries; two more for what it was a week before, and two for the match.
    """
    table = division_table(division)
    supposed = _supposed(table, match) if match else {}
    rows = table.rows
    if supposed:
        rows = what_if(table.outcomes, supposed, table.rulings, table.names, table.scheme)
    before = _week_before(table, match if supposed else None)
    places = {row.record.team: row.place for row in division_table(division, before).rows} if before else {}
    shown = tuple(_row(row, table, places) for row in rows[:ROWS])
    at = match.date if match and supposed else table.latest
    week = max(table.week, match.week) if match and supposed else table.week
    after = f"After week {week} of {table.weeks}" if week else "Before the first match"
    return Document(
        title=f"{division.name}, {division.season.league.name}",
        filename="standings.png",
        template="printing/standings_picture.html",
        context={
            "league": division.season.league.name,
            "division": division.name,
            "caption": ", ".join(filter(None, (after, pub_date_year(at)))),
            "is_provisional": bool(supposed),
            "rows": shown,
            "since": pub_date(before),
            "count": len(rows),
            "width": STEP * 5,
        },
    )


def png(document: Document) -> bytes:
    """Return the first page of a document as a picture 1200 px wide. Raises NoPango."""
    from pypdfium2 import PdfDocument

    with PdfDocument(pdf(document)) as pages:
        page = pages[0]
        picture = page.render(scale=WIDTH / page.get_width()).to_pil()
    picture.quantize(COLOURS).save(file := BytesIO(), "PNG", optimize=True)
    return file.getvalue()


def _supposed(table: DivisionTable, match: Match) -> Mapping[int, Supposed]:
    """Return the match as its log has it; nothing if it is not over, or has been counted already."""
    if all(outcome.match != match.pk for outcome in table.open_season.to_come):
        return {}
    logged = LoggedMatch(match, log_of(match))
    if not logged.entries or logged.checked.faults:
        return {}
    return {match.pk: Supposed(tables=outcomes_of(completed(logged.sheet, logged.checked.rules)))}


def _week_before(table: DivisionTable, match: Match | None) -> datetime.date | None:
    """Return the last night of the week before the one that is shown; None if there was none."""
    nights = table.nights
    latest = max([*nights, *([match.week] if match else [])], default=0)
    return next((nights[week] for week in sorted(nights, reverse=True) if week < latest), None)


def _row(row: StandingsRow, table: DivisionTable, before: Mapping[TeamKey, int]) -> Shown:
    """Return a team in the picture: by how many places it rose or fell, its form with places in px."""
    team = row.record.team
    moved = before.get(team, row.place) - row.place
    return {
        "place": row.place,
        "rose": max(moved, 0),
        "fell": max(-moved, 0),
        "team": table.entrants[team].name,
        "form": tuple(
            (result.value, STEP // 2 + STEP * at, LINE + RISES.get(result, 0))
            for at, result in enumerate(row.record.form[-5:])
        ),
        "half_points": row.record.match_points,
    }
