"""Score sheets and table slips: of a match, of a night, blank."""

import datetime

from django.http import Http404, HttpRequest, HttpResponse

from league.access import for_fixtures, for_public, may_keep
from league.models import League
from league.printing import documents
from league.selectors import prints
from league.selectors.seasons import league_today
from league.views.prints.answers import printed


@for_public
def score_sheet(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """The captain's sheet of a match: to fill in, or as it was filled in."""
    return printed(request, documents.score_sheets([_match(request, league, match_id)]))


@for_public
def table_slips(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """A slip for each table of a match."""
    return printed(request, documents.table_slips([_match(request, league, match_id)]))


@for_fixtures
def night_sheets(request: HttpRequest, league: League, date: datetime.date) -> HttpResponse:
    """The sheets of every match of a night."""
    return printed(request, documents.night_sheets(_night(league, date), date))


@for_fixtures
def night_slips(request: HttpRequest, league: League, date: datetime.date) -> HttpResponse:
    """The slips of every match of a night."""
    return printed(request, documents.night_slips(_night(league, date), date))


@for_fixtures
def blank_sheet(request: HttpRequest, league: League) -> HttpResponse:
    """A sheet for a match nobody knows yet."""
    return printed(request, documents.score_sheets([_blank(league)]))


@for_fixtures
def blank_slips(request: HttpRequest, league: League) -> HttpResponse:
    """Slips for a match nobody knows yet."""
    return printed(request, documents.table_slips([_blank(league)]))


def _match(request: HttpRequest, league: League, match_id: str) -> prints.MatchOnPaper:
    match = prints.match_on_paper(league, match_id, to_secretary=may_keep(request.user, league))
    if match is None:
        raise Http404(f"{league} has no match {match_id}.")
    return match


def _night(league: League, date: datetime.date) -> list[prints.MatchOnPaper]:
    matches = prints.night_on_paper(league, date)
    if not matches:
        raise Http404(f"{league} plays no match on {date}.")
    return matches


def _blank(league: League) -> prints.MatchOnPaper:
    blank = prints.blank_on_paper(league, league_today(league))
    if blank is None:
        raise Http404(f"{league} has no season yet, so nobody knows how many tables a sheet needs.")
    return blank
