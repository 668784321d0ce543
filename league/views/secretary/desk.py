"""The secretary's desk: where a Friday morning begins."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.access import for_desk
from league.models import League
from league.selectors import desk as desks
from league.selectors.postponements import waiting_requests
from league.selectors.seasons import league_today
from league.selectors.unknown_names import unknown_names


@for_desk
def desk(request: HttpRequest, league: League) -> HttpResponse:
    """What is owed first, then the nights around today, what was done last and how the season stands."""
    today = league_today(league)
    page = {
        "desk": desks.desk(league, by=request.user, today=today),  # type: ignore[arg-type]  # signed in
        "waiting": waiting_requests(league, today=today),
        "unknown": unknown_names(league),
        "today": today,
        "section": "desk",
    }
    return render(request, "secretary/desk.html", page)
