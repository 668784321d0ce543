"""A cup's papers beside its bracket: the list of a round's ties, and score sheets for them."""

from django.http import Http404, HttpRequest, HttpResponse

from league.accounts.access import for_public
from league.accounts.powers import Power, powers_of
from league.competition.selectors import league_today
from league.cups.selectors.cup_pages import CupOnPage, cup_on_page
from league.models import Cup, League
from league.printing.cup_draws import draws_on_paper
from league.printing.tie_sheets import open_ties, tie_sheets
from league.printing.views import cup_of_kind, is_large, printed


@for_public
def cup_draw(request: HttpRequest, league: League, cup_slug: str, round_number: int) -> HttpResponse:
    """Show the ties of a round as a list to hang up."""
    page = _knock_out(request, league, cup_slug)
    drawn = [(page, each) for each in page.rounds if each.round.number == round_number and each.is_known]
    document = draws_on_paper(drawn, printed_on=league_today(league))
    if document is None:
        raise Http404(f"Round {round_number} of {page.cup} is not drawn.")
    return printed(request, document)


@for_public
def cup_score_sheets(
    request: HttpRequest, league: League, cup_slug: str, round_number: int, number: int | None = None
) -> HttpResponse:
    """Show a score sheet for each tie of a round that is still to be played, or for one of them."""
    page = _knock_out(request, league, cup_slug)
    ties = [(each, tie) for each, tie in open_ties(page, round_number) if number in (None, tie.tie.number)]
    to_secretary = Power.SECRETARY in powers_of(request.user, league)
    document = tie_sheets([(page, ties)], to_secretary=to_secretary, is_large=is_large(request))
    if document is None:
        raise Http404(f"No tie of round {round_number} of {page.cup} is to be played.")
    return printed(request, document)


def _knock_out(request: HttpRequest, league: League, slug: str) -> CupOnPage:
    cup = cup_of_kind(league, slug, Cup.Kind.KNOCK_OUT)
    return cup_on_page(cup, to_secretary=Power.SECRETARY in powers_of(request.user, league))
