"""How the captains of the season are reached."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from league.access import for_secretary
from league.forms.captains import CaptainsForm
from league.models import League
from league.selectors.rulings import enrolments_of
from league.selectors.seasons import league_today, season_at_hand, seasons_of
from league.services.captains import write_captains
from league.services.refusals import Refused

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
    return render(request, "secretary/captains.html", page, status=UNPROCESSABLE if form.errors else 200)
