"""Help: by reader, with a league's navigation and its own values or without, and a search in its text."""

from collections.abc import Callable
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.accounts.access import for_anybody, for_public
from league.competition.selectors import league_today
from league.installation.page_cache import same_until_changed
from league.models import League
from league.overview.help_pages import HELP_PAGES, READER_OF, READERS
from league.overview.help_sections import headings_of, help_text, help_values, search_help
from league.overview.search import typed_text
from league.regulations.rule_books import LeagueRules, league_rules


@for_anybody
def help_page(request: HttpRequest, page: str = "") -> HttpResponse:
    """Show a page of help, or help's front page, on which `?q=` searches the text of all pages."""
    return _help(request, page, lambda: None)


@for_public
@same_until_changed
def help_in_league(request: HttpRequest, league: League, page: str = "") -> HttpResponse:
    """Show the same with the navigation of a league and, where a page speaks of them, its own rules."""
    return _help(request, page, partial(league_rules, league, league_today(league)))


def _help(request: HttpRequest, page: str, rules: Callable[[], LeagueRules | None]) -> HttpResponse:
    """Render a page; the rules of the season are read only if its text asks for them."""
    if not page:
        text = typed_text(request.GET.get("q", ""))
        front = {"readers": READERS, "titles": HELP_PAGES, "text": text, "found": search_help(text)}
        return render(request, "help/index.html", front | {"section": "help"})
    if page not in HELP_PAGES:
        raise Http404(f"There is no page of help called “{page}”.")
    shown = {
        "section": "help",
        "current": page,
        "title": HELP_PAGES[page],
        "reader": READER_OF[page],
        "following": READER_OF[page].after(page),
        "text": help_text(page),
        "headings": headings_of(page),
    }
    return render(request, "help/page.html", shown | dict(help_values(rules)))
