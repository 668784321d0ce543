"""Which sheet a code on paper is of, from the database."""

from dataclasses import replace

from league.accounts.links import spelling
from league.models import League, Match, RuleBook, ScoringCode
from league.printing.forms_on_paper import sheet_form
from league.printing.geometry import VERSION, sheet_geometry
from league.printing.slip_geometry import (
    SLIP_CODE_SIZE,
    SLIP_CODE_X,
    SLIP_CODE_Y,
    SLIP_CORNER,
    SLIP_WIDTH,
    slip_geometry,
)
from league.reading.photographs import KnownSheet
from league.reading.readings import Paper, ReadingError, SheetCode


def match_of_code(code: str, league: League | None = None) -> Match:
    """Return the match of a code on paper, revoked or not: the paper is still of that match.

    One query. Raises ReadingError where it is of no match here, or of another league's.
    """
    codes = ScoringCode.objects.select_related(
        "match__home", "match__away", "match__division__season__league", "match__division__season__rule_book"
    )
    scoring_code = codes.filter(code=spelling(code)).first()
    if scoring_code is None:
        raise ReadingError("unknown_code", f"The code {code} on this sheet belongs to no match of this site.")
    match: Match = scoring_code.match
    if league is not None and match.division.season.league_id != league.pk:
        raise ReadingError("other_league", f"The code {code} on this sheet belongs to another league.")
    return match


def sheet_of(match: Match, code: SheetCode) -> KnownSheet:
    """Return the sheet that is printed for a match, or was in a version, with the rules of its season."""
    return sheet_of_book(
        match.division.season.rule_book,
        is_large=code.is_large,
        is_slip=code.is_slip,
        version=code.version,
    )


def sheet_of_book(
    book: RuleBook, *, is_large: bool = False, is_slip: bool = False, version: int = VERSION
) -> KnownSheet:
    """Return the sheet, or the slips as its pages, that is printed for matches under these rules."""
    form = sheet_form(book)
    sheet = KnownSheet(
        geometry=sheet_geometry(form, is_large=is_large, version=version),
        rules=book.rules(),
        overshoot=book.match_format().overshoot,
        players=form.players,
    )
    if not is_slip:
        return sheet
    slips = slip_geometry(form, version=version)
    pages = replace(sheet.geometry, table_pages=len(slips.blocks), blocks=slips.blocks, boxes=slips.boxes)
    paper = Paper(
        marks=slips.corner_marks(),
        corner=SLIP_CORNER,
        code=(SLIP_CODE_X, SLIP_CODE_Y, SLIP_CODE_SIZE),
        width=SLIP_WIDTH,
        height=slips.height,
    )
    return replace(sheet, geometry=pages, paper=paper)
