"""A scorer of the league: with his account he opens the scoring page of every match."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.access import for_league_scorer
from league.models import League
from league.selectors.scoring import match_to_score, matches_to_score
from league.selectors.seasons import league_today
from league.services.links import codes_for

NO_SUCH_MATCH = "That is no match of this league which is still to be scored. Choose one of the list."


@for_league_scorer
def league_scoring(request: HttpRequest, league: League) -> HttpResponse:
    """The matches of these days; pressing one leads to the page its code opens."""
    if request.method == "POST":
        match = match_to_score(league, request.POST.get("match", ""))
        if match is not None:
            code = codes_for(matches=[match.pk], now=timezone.now())[match.pk]
            return redirect("scoring", code)
        messages.warning(request, NO_SUCH_MATCH)
        return redirect("league-scoring", league.slug)
    today = league_today(league)
    page = {"nights": matches_to_score(league, today=today), "today": today, "section": "scoring"}
    return render(request, "captains/league_scoring.html", page)
