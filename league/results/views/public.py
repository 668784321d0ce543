"""A match in public: its page, and the versions of its card that were set aside."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from league.accounts.access import for_public, may_keep
from league.competition.selectors import league_today
from league.installation.page_cache import next_due, played_now, same_until_changed, same_until_due
from league.models import League, Scorecard
from league.regulations.selectors.deadlines import clocks_of
from league.regulations.selectors.ineligible import ineligible_players
from league.results.pages.match import coming_match
from league.results.pages.match import match_page as match_page_of
from league.scheduling.selectors.postponements import requests_of


@for_public
@same_until_due
def match_page(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Show a match: to come, postponed, given or played.

    `?table=2&hand=6` replays that table up to that hand, with `&card=9` that hand up to that card.
    """
    return _page(request, league, match_id)


@for_public
@same_until_changed
def match_version(request: HttpRequest, league: League, match_id: str, version: int) -> HttpResponse:
    """Show a version of the card as it was, with the reason why the next one replaced it."""
    return _page(request, league, match_id, version)


def _page(request: HttpRequest, league: League, match_id: str, version: int | None = None) -> HttpResponse:
    is_secretary = may_keep(request.user, league)
    page = match_page_of(
        league,
        match_id,
        table=request.GET.get("table", ""),
        game=request.GET.get("game", ""),
        hand=request.GET.get("hand", ""),
        cards=request.GET.get("card", ""),
        version=version,
        to_secretary=is_secretary,
    )
    if page is None:
        raise Http404(f"{league} has no such match.")
    match, line, card = page["match"], page["line"], page["card"]
    cards, book = Scorecard.objects.filter(match=match), match.division.season.rule_book
    today = league_today(league)
    requests = requests_of(match, today=today)
    clocks = {} if version else clocks_of([line], timezone.now(), in_public=True)
    running = clocks.get(match.pk, ())
    next_due(request, (clock.falls_at for clock in running if not clock.has_fallen))
    is_coming = card is None and not line.is_over
    return render(
        request,
        "results/coming_match.html" if is_coming else "results/match.html",
        {
            "section": "results" if page["shares"] else "fixtures",
            "page": page,
            "coming": coming_match(line, match.division, league=league) if is_coming else None,
            "version": version,
            "table_word": book.table_word,
            "game_word": book.game_word,
            "today": today,
            "is_past": line.date is not None and line.date < today,
            "is_being_played": card is None and match.public_id in played_now(request, league),
            "clocks": running,
            "to_check": ineligible_players(cards) if card and is_secretary and not version else (),
            "waiting": next((move for move in requests if move.is_open), None),
            "answered": [move for move in requests if not move.is_open],
        },
    )
