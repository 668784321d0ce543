"""A night on one page: what is in, what is missing, and the way to everything there is to do about it."""

import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.access import for_secretary
from league.models import League
from league.selectors import nights
from league.selectors.seasons import league_today


@for_secretary
def night(request: HttpRequest, league: League, date: datetime.date) -> HttpResponse:
    """All matches of a date."""
    page = {
        "night": nights.night(league, date),
        "today": league_today(league),
        "section": "desk",
    }
    return render(request, "secretary/night.html", page)
