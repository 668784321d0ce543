"""Live pages: a match while it is played, and the night board for a pub's television."""

import datetime

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.accounts.access import for_public
from league.competition.selectors import league_today
from league.installation.page_cache import same_for_everybody
from league.live.nights import night_board
from league.live.tables import match_board
from league.models import League, Match, TableEntry
from league.results.selectors.entry import match_in
from league.results.selectors.log import log_of
from league.results.selectors.names import roster_of
from league.standings.selectors.match_lists import match_lines


def _entries_of_match(league: League, match_id: str) -> QuerySet[TableEntry]:
    return TableEntry.objects.filter(match__division__season__league=league, match__public_id=match_id)


def _entries_of_night(league: League, date: datetime.date) -> QuerySet[TableEntry]:
    return TableEntry.objects.filter(match__division__season__league=league, match__date=date)


@for_public
@same_for_everybody(_entries_of_match)
def live_match(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Show a match while it is played: its tables, who sits at them, what it stands at."""
    try:
        match = match_in(league, match_id)
    except Match.DoesNotExist:
        raise Http404(f"{league} has no match {match_id}.") from None
    line = match_lines(Match.objects.filter(pk=match.pk))[0]
    board = match_board(match, line, log_of(match), roster_of(match))
    return _shown(request, league, "live/match.html", {"match": board, "date": match.date})


@for_public
@same_for_everybody(_entries_of_night)
def live_night(request: HttpRequest, league: League, date: datetime.date) -> HttpResponse:
    """Show the board of a night.

    Query: `division` and `pub` are slugs; `page` is a number, where there are many matches.
    """
    division, pub = request.GET.get("division", ""), request.GET.get("pub", "")
    page = request.GET.get("page", "")
    board = night_board(
        league,
        date,
        division=division,
        pub=pub,
        page=int(page) if page.isascii() and page.isdigit() and len(page) < PAGE_FIGURES else 1,
    )
    text = "".join(
        f"&{name}={value}" for name, value in (("division", division), ("pub", pub)) if _is_address(value)
    )
    return _shown(request, league, "live/night.html", {"board": board, "query": text, "date": date})


# No night has a thousand pages.
PAGE_FIGURES = 4


def _is_address(value: str) -> bool:
    return bool(value) and value.replace("-", "").replace("_", "").isalnum() and value.isascii()


def _shown(request: HttpRequest, league: League, template: str, shown: dict[str, object]) -> HttpResponse:
    return render(request, template, {**shown, "today": league_today(league)})
