"""A pairs night on paper, printed as it goes: the tables of a round, their slips, the standings."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse

from league.access import for_public
from league.models import Cup, League
from league.printing.documents import Document
from league.printing.pairs_nights import slips_on_paper, standings_on_paper, tables_on_paper
from league.selectors.cups import cup_at
from league.selectors.pairs_nights import NightOnPage, TablesOfRound, night_on_page
from league.selectors.seasons import league_today
from league.views.prints.answers import printed


@for_public
def pairs_tables(request: HttpRequest, league: League, night_slug: str, round_number: int) -> HttpResponse:
    """Who sits at which table, to hang up."""
    return printed(request, _of_round(tables_on_paper, league, night_slug, round_number))


@for_public
def pairs_slips(request: HttpRequest, league: League, night_slug: str, round_number: int) -> HttpResponse:
    """A slip for each table of a round, to be cut apart."""
    return printed(request, _of_round(slips_on_paper, league, night_slug, round_number))


@for_public
def pairs_standings(request: HttpRequest, league: League, night_slug: str) -> HttpResponse:
    """Where every pair stands, and at the end who has won."""
    return printed(request, standings_on_paper(_night(league, night_slug), printed_on=league_today(league)))


def _of_round(
    paper: Callable[[NightOnPage, TablesOfRound], Document], league: League, slug: str, number: int
) -> Document:
    page = _night(league, slug)
    drawn = page.round(number)
    if drawn is None:
        raise Http404(f"Round {number} of {page.cup} is not drawn.")
    return paper(page, drawn)


def _night(league: League, slug: str) -> NightOnPage:
    cup = cup_at(league, slug)
    if cup is None or cup.kind != Cup.Kind.PAIRS_NIGHT:
        raise Http404(f"{league} has no pairs night {slug}.")
    return night_on_page(cup)
