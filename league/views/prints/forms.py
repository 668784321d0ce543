"""Score sheets and table slips: of a match, of a night, blank.

The code by which a match is scored on a phone stands on the paper of those who bring it to the pub: the
secretary's and the two captains'. The sheet that anybody can fetch has none, or anybody could score.
"""

import datetime

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from league.access import Captain, Power, for_captain, for_fixtures, for_public, powers_of
from league.models import League
from league.printing import documents
from league.selectors import prints
from league.selectors.on_paper import MatchOnPaper
from league.selectors.seasons import league_today
from league.services.links import codes_for
from league.views.prints.answers import printed

# Whoever prints a night's paper, or enters and scores its matches.
MAY_HAVE_CODES = {Power.DESK, Power.SCORING}


@for_public
def score_sheet(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """The captain's sheet of a match: to fill in, or as it was filled in."""
    return printed(request, documents.score_sheets([_match(request, league, match_id)]))


@for_public
def table_slips(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """A slip for each table of a match."""
    return printed(request, documents.table_slips([_match(request, league, match_id)]))


@for_captain
def captain_score_sheet(request: HttpRequest, captain: Captain, match_id: str) -> HttpResponse:
    """The sheet of one of a captain's own matches, with the code for its tables' phones."""
    return printed(request, documents.score_sheets(_of_captain(request, captain, match_id)))


@for_captain
def captain_table_slips(request: HttpRequest, captain: Captain, match_id: str) -> HttpResponse:
    """The same for slips."""
    return printed(request, documents.table_slips(_of_captain(request, captain, match_id)))


@for_fixtures
def night_sheets(request: HttpRequest, league: League, date: datetime.date) -> HttpResponse:
    """The sheets of every match of a night."""
    matches = _with_codes(request, _night(league, date))
    return printed(request, documents.night_sheets(matches, date))


@for_fixtures
def night_slips(request: HttpRequest, league: League, date: datetime.date) -> HttpResponse:
    """The slips of every match of a night."""
    matches = _with_codes(request, _night(league, date))
    return printed(request, documents.night_slips(matches, date))


@for_fixtures
def blank_sheet(request: HttpRequest, league: League) -> HttpResponse:
    """A sheet for a match nobody knows yet."""
    return printed(request, documents.score_sheets([_blank(league)]))


@for_fixtures
def blank_slips(request: HttpRequest, league: League) -> HttpResponse:
    """Slips for a match nobody knows yet."""
    return printed(request, documents.table_slips([_blank(league)]))


def _match(request: HttpRequest, league: League, match_id: str) -> MatchOnPaper:
    powers = powers_of(request.user, league)
    match = prints.match_on_paper(league, match_id, to_secretary=Power.SECRETARY in powers)
    if match is None:
        raise Http404(f"{league} has no match {match_id}.")
    return _with_codes(request, [match])[0] if powers & MAY_HAVE_CODES else match


def _of_captain(request: HttpRequest, captain: Captain, match_id: str) -> list[MatchOnPaper]:
    league, own = captain.league, captain.enrolment.team.slug
    match = prints.match_on_paper(league, match_id)
    sides = {match.meeting.home_slug, match.meeting.away_slug} if match and match.meeting else set()
    if match is None or own not in sides:
        raise Http404("Not a match of this team.")
    return _with_codes(request, [match])


def _with_codes(request: HttpRequest, matches: list[MatchOnPaper]) -> list[MatchOnPaper]:
    """With the code of every match still to be scored, and the address under which this very site is seen."""
    to_score = [match.to_score for match in matches if match.to_score is not None]
    codes = codes_for(matches=to_score, now=timezone.now()) if to_score else {}
    return prints.with_codes(matches, codes, site=request.build_absolute_uri("/").rstrip("/"))


def _night(league: League, date: datetime.date) -> list[MatchOnPaper]:
    matches = prints.night_on_paper(league, date)
    if not matches:
        raise Http404(f"{league} plays no match on {date}.")
    return matches


def _blank(league: League) -> MatchOnPaper:
    blank = prints.blank_on_paper(league, league_today(league))
    if blank is None:
        raise Http404(f"{league} has no season yet, so nobody knows how many tables a sheet needs.")
    return blank
