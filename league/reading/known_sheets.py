"""Which sheet a code on paper is of, from the database."""

from league.accounts.links import spelling
from league.models import League, Match, RuleBook, ScoringCode
from league.printing.forms_on_paper import sheet_form
from league.printing.geometry import VERSION, sheet_geometry
from league.reading.photographs import KnownSheet
from league.reading.readings import ReadingError


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


def sheet_of(match: Match, *, is_large: bool = False, version: int = VERSION) -> KnownSheet:
    """Return the sheet that is printed for a match, or was in a version, with the rules of its season."""
    return sheet_of_book(match.division.season.rule_book, is_large=is_large, version=version)


def sheet_of_book(book: RuleBook, *, is_large: bool = False, version: int = VERSION) -> KnownSheet:
    """Return the sheet that is printed for matches under these rules, or was in a version."""
    form = sheet_form(book)
    return KnownSheet(
        geometry=sheet_geometry(form, is_large=is_large, version=version),
        rules=book.rules(),
        overshoot=book.match_format().overshoot,
        players=form.players,
    )
