"""How the captains of the season are reached."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from league.accounts.access import for_secretary
from league.competition.selectors import enrolments_of, league_today, season_at_hand, seasons_of
from league.models import League
from league.people.captains.forms import CaptainsForm
from league.people.captains.services import write_captains
from league.shared.errors import Refused

UNPROCESSABLE = 422


@for_secretary
def captains(request: HttpRequest, league: League) -> HttpResponse:
    """All teams of the season that is played, in one form."""
    season = season_at_hand(seasons_of(league), league_today(league))
    form = CaptainsForm(request.POST if request.method == "POST" else None, enrolments=enrolments_of(season))
    if season is not None and form.is_valid():
        try:
            changed = write_captains(season=season, contacts=form.contacts)
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            teams = "One team" if changed == 1 else f"{changed or 'No'} teams"
            messages.success(request, f"Kept: {teams} changed.")
            return redirect("captains", league.slug)
    page = {"form": form, "season": season, "section": "desk"}
    return render(request, "people/captains.html", page, status=UNPROCESSABLE if form.errors else 200)
