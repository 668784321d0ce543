"""A cup on paper."""

from django.http import Http404, HttpRequest, HttpResponse

from league.access import for_public
from league.models import Cup, League
from league.printing.cups import brackets_on_paper
from league.selectors.cups import cup_at, cup_on_page
from league.selectors.seasons import league_today
from league.views.prints.answers import printed


@for_public
def cup_bracket(request: HttpRequest, league: League, cup_slug: str) -> HttpResponse:
    """The bracket on one sheet; `?paper=a3` on a large one."""
    cup = cup_at(league, cup_slug)
    paper = "a3" if request.GET.get("paper") == "a3" else "a4"
    pages = [cup_on_page(cup)] if cup and cup.kind == Cup.Kind.KNOCK_OUT else []
    document = brackets_on_paper(pages, printed_on=league_today(league), paper=paper)
    if document is None:
        raise Http404(f"{league} has no draw of a cup {cup_slug} to print.")
    return printed(request, document)
