"""Documents as PDF: brackets, score sheets and table slips, fixture lists, pairs nights.

The code by which a match is scored on a phone stands on the paper of those who bring it to the pub: the
secretary's and the two captains'. The sheet that anybody can fetch has none, or anybody could score.
"""

import datetime
from collections.abc import Callable, Sequence
from dataclasses import replace

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.dateparse import parse_date
from django.utils.http import content_disposition_header, quote_etag

from league.accounts.access import for_fixtures, for_public
from league.accounts.links import CaptainVisitor, PubVisitor, for_captain, for_pub
from league.accounts.powers import Power, powers_of
from league.competition.selectors import division_place, league_today
from league.cups.selectors.cup_pages import cup_on_page
from league.cups.selectors.cups import cup_at
from league.cups.selectors.pairs_nights import NightOnPage, TablesOfRound, night_on_page
from league.models import Cup, Division, League, Match
from league.overview.pub_nights import next_night
from league.printing import documents, fixture_documents, pdf
from league.printing.brackets import brackets_on_paper
from league.printing.documents import Document, score_sheets
from league.printing.fixture_documents import PosterOptions, pub_copies
from league.printing.forms_on_paper import MatchOnPaper
from league.printing.pairs_nights import slips_on_paper, standings_on_paper, tables_on_paper
from league.printing.pdf import PANGO_LINE, NoPango
from league.printing.poster_layout import PAPERS
from league.printing.registry.fixtures import poster_options
from league.printing.selectors import (
    blank_on_paper,
    match_on_paper,
    matches_on_paper,
    night_on_paper,
    with_codes,
)
from league.printing.sites import site_on_paper
from league.printing.team_lists import team_fixture_lists
from league.scheduling.selectors.fixtures import fixtures_of_division, fixtures_of_pub, fixtures_of_team
from league.shared.decisions import or_404

# A sheet asked for again within a day is not set again.
KEPT_SECONDS = 24 * 60 * 60


def printed(request: HttpRequest, document: Document) -> HttpResponse:
    """Show the document as PDF, shown in the browser; 304 if the reader has it, 503 where none can be
    made.
    """
    return made_once(
        request,
        document,
        _set_once,
        lambda content, etag: pdf_response(content, document.filename, etag),
    )


def made_once(
    request: HttpRequest,
    document: Document,
    made: Callable[[str, Document], bytes],
    shown: Callable[[bytes, str], HttpResponse],
) -> HttpResponse:
    """Show what is made of a document, by its stamp, as a file with its etag."""
    stamp = pdf.stamp(document)
    etag = quote_etag(stamp)
    if known := get_conditional_response(request, etag=etag):
        return known
    try:
        content = made(stamp, document)
    except NoPango:
        return render(request, "printing/cannot_print.html", {"line": PANGO_LINE}, status=503)
    return shown(content, etag)


def pdf_response(content: bytes, filename: str, etag: str) -> HttpResponse:
    """Return a PDF to be shown in the browser."""
    return HttpResponse(
        content,
        content_type="application/pdf",
        headers={
            "Content-Disposition": content_disposition_header(False, filename),
            "ETag": etag,
            # The secretary is shown names that others are not: nobody between may keep a copy.
            "Cache-Control": "private, no-cache",
        },
    )


def _set_once(stamp: str, document: Document) -> bytes:
    content: bytes | None = cache.get(f"pdf-{stamp}")
    if content is None:
        content = pdf.pdf(document)
        cache.set(f"pdf-{stamp}", content, KEPT_SECONDS)
    return content


@for_public
def cup_bracket(request: HttpRequest, league: League, cup_slug: str) -> HttpResponse:
    """Show the bracket on one sheet; `?paper=a3` on a large one."""
    cup = cup_at(league, cup_slug)
    paper = "a3" if request.GET.get("paper") == "a3" else "a4"
    pages = [cup_on_page(cup)] if cup and cup.kind == Cup.Kind.KNOCK_OUT else []
    return printed(
        request,
        or_404(
            brackets_on_paper(pages, printed_on=league_today(league), paper=paper),
            f"{league} has no draw of a cup {cup_slug} to print.",
        ),
    )


# Whoever prints a night's paper, or enters and scores its matches.
MAY_HAVE_CODES = {Power.DESK, Power.SCORING}


@for_public
def score_sheet(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Show the captain's sheet of a match: to fill in, or as it was filled in."""
    return printed(request, score_sheets([_match(request, league, match_id)], is_large=is_large(request)))


@for_public
def table_slips(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Show a slip for each table of a match."""
    return printed(request, documents.table_slips([_match(request, league, match_id)]))


@for_captain
def captain_score_sheet(request: HttpRequest, captain: CaptainVisitor, match_id: str) -> HttpResponse:
    """Show the sheet of one of a captain's own matches, with the code for its tables' phones."""
    return printed(request, score_sheets(_of_captain(request, captain, match_id), is_large=is_large(request)))


@for_captain
def captain_table_slips(request: HttpRequest, captain: CaptainVisitor, match_id: str) -> HttpResponse:
    """Show the same for slips."""
    return printed(request, documents.table_slips(_of_captain(request, captain, match_id)))


@for_pub
def pub_sheets(request: HttpRequest, visitor: PubVisitor) -> HttpResponse:
    """Show the sheets of the next night at a pub, or of `?date=`, with the codes for the tables' phones."""
    try:
        date = parse_date(request.GET.get("date", "")) or next_night(visitor.pub, now=timezone.now())
    except ValueError:
        date = None
    here = Match.with_ties.filter(venue=visitor.pub, date=date) if date else Match.with_ties.none()
    matches = matches_on_paper(here, to_secretary=False)
    if date is None or not matches:
        raise Http404(f"No match is planned at {visitor.pub} then.")
    return printed(request, documents.all_sheets(with_codes(matches, site_on_paper(request)), date))


@for_fixtures
def night_sheets(request: HttpRequest, league: League, date: datetime.date) -> HttpResponse:
    """The sheets of every match of a night."""
    matches = _night(request, league, date)
    return printed(request, documents.all_sheets(matches, date, is_large=is_large(request)))


@for_fixtures
def night_slips(request: HttpRequest, league: League, date: datetime.date) -> HttpResponse:
    """The slips of every match of a night."""
    return printed(request, documents.all_slips(_night(request, league, date), date))


@for_fixtures
def blank_sheet(request: HttpRequest, league: League) -> HttpResponse:
    """A sheet for a match nobody knows yet."""
    return printed(request, score_sheets([_blank(league)], is_large=is_large(request)))


@for_fixtures
def blank_slips(request: HttpRequest, league: League) -> HttpResponse:
    """Slips for a match nobody knows yet."""
    return printed(request, documents.table_slips([_blank(league)]))


def is_large(request: HttpRequest) -> bool:
    """Return whether the sheet is wanted in large print."""
    return request.GET.get("print") == "large"


def _match(request: HttpRequest, league: League, match_id: str) -> MatchOnPaper:
    powers = powers_of(request.user, league)
    match = or_404(
        match_on_paper(league, match_id, to_secretary=Power.SECRETARY in powers),
        f"{league} has no match {match_id}.",
    )
    return with_codes([match], site_on_paper(request))[0] if powers & MAY_HAVE_CODES else match


def _of_captain(request: HttpRequest, captain: CaptainVisitor, match_id: str) -> list[MatchOnPaper]:
    league, own = captain.league, captain.enrolment.team.slug
    match = match_on_paper(league, match_id)
    sides = {match.meeting.home_slug, match.meeting.away_slug} if match and match.meeting else set()
    if match is None or own not in sides:
        raise Http404("Not a match of this team.")
    return with_codes([match], site_on_paper(request))


def _night(request: HttpRequest, league: League, date: datetime.date) -> list[MatchOnPaper]:
    to_secretary = Power.SECRETARY in powers_of(request.user, league)
    matches = night_on_paper(league, date, to_secretary=to_secretary)
    if not matches:
        raise Http404(f"{league} plays no match on {date}.")
    return with_codes(matches, site_on_paper(request))


def _blank(league: League) -> MatchOnPaper:
    return or_404(
        blank_on_paper(league, league_today(league)),
        f"{league} has no season yet, so the number of tables is unknown.",
    )


@for_public
def fixture_list(request: HttpRequest, league: League, season_slug: str, division_slug: str) -> HttpResponse:
    """Show the division's list on one sheet.

    `?team=` sets the matches of one team in bold, for its own noticeboard; `?paper=a3` is the larger sheet,
    `?results=1` shows the results so far and, on the larger sheet, the standings.
    """
    place = or_404(
        division_place(league, season_slug, division_slug),
        f"{league} has no division {division_slug} in {season_slug}.",
    )
    fixtures = fixtures_of_division(place.division)
    slug = request.GET.get("team", "")
    # Only a team of the list: anybody could have as many lists set, each another, as they can think of names.
    team = next((team for team in fixtures.teams if team.slug == slug), None)
    options = _poster_options(request, [place.division])
    if team:
        options = replace(options, ours=(team.slug,), ours_name=team.name, filed_under=team.slug)
    document = fixture_documents.fixture_list([fixtures], printed_on=league_today(league), options=options)
    return printed(request, document)


def _poster_options(request: HttpRequest, divisions: Sequence[Division]) -> PosterOptions:
    """Return what the reader wants beside the fixtures; anything unknown is the plain list on A4."""
    paper = request.GET.get("paper", "")
    return poster_options(
        divisions,
        paper if paper in PAPERS else "a4",
        site_on_paper(request),
        with_results=request.GET.get("results") == "1",
    )


@for_public
def team_fixture_list(request: HttpRequest, league: League, team_slug: str) -> HttpResponse:
    """Show the matches of a team in the season it is playing."""
    today = league_today(league)
    fixtures = or_404(
        fixtures_of_team(league, team_slug, today), f"{league} has no team {team_slug} in any season."
    )
    return printed(request, team_fixture_lists([fixtures], printed_on=today))


@for_public
def pub_fixture_list(request: HttpRequest, league: League, pub_slug: str) -> HttpResponse:
    """Show a pub's copy of the poster of each division it plays in, its own matches in bold."""
    today = league_today(league)
    pub = or_404(
        fixtures_of_pub(league, pub_slug, today), f"{league} has no pub {pub_slug} with a team in any season."
    )
    copies = pub_copies(pub, _poster_options(request, pub.divisions))
    return printed(request, fixture_documents.pub_fixture_lists(copies, printed_on=today))


@for_public
def pairs_tables(request: HttpRequest, league: League, night_slug: str, round_number: int) -> HttpResponse:
    """Show who sits at which table, to hang up."""
    return printed(request, _of_round(tables_on_paper, league, night_slug, round_number))


@for_public
def pairs_slips(request: HttpRequest, league: League, night_slug: str, round_number: int) -> HttpResponse:
    """Show a slip for each table of a round, to be cut apart."""
    return printed(request, _of_round(slips_on_paper, league, night_slug, round_number))


@for_public
def pairs_standings(request: HttpRequest, league: League, night_slug: str) -> HttpResponse:
    """Show where every pair stands, and at the end who has won."""
    return printed(
        request,
        standings_on_paper([_pairs_nights_night(league, night_slug)], printed_on=league_today(league)),
    )


def _of_round(
    paper: Callable[[Sequence[tuple[NightOnPage, TablesOfRound]]], Document],
    league: League,
    slug: str,
    number: int,
) -> Document:
    page = _pairs_nights_night(league, slug)
    drawn = or_404(page.round(number), f"Round {number} of {page.cup} is not drawn.")
    return paper([(page, drawn)])


def _pairs_nights_night(league: League, slug: str) -> NightOnPage:
    return night_on_page(cup_of_kind(league, slug, Cup.Kind.PAIRS_NIGHT))


def cup_of_kind(league: League, slug: str, kind: Cup.Kind) -> Cup:
    """Return the cup of that address. Raises Http404 where the league has none, or one of another kind."""
    cup = cup_at(league, slug)
    if cup is None or cup.kind != kind:
        raise Http404(f"{league} has no {kind.label} {slug}.")
    return cup
