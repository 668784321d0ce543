"""Places that only a match can decide: which they are, and the match."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from league.access import for_fixtures
from league.forms.play_offs import PlayOffForm
from league.models import League
from league.selectors.play_offs import decides, play_offs_of, wanted_play_offs
from league.selectors.rulings import enrolments_of
from league.selectors.seasons import league_today, season_at_hand, seasons_of
from league.services.play_offs import make_play_off
from league.views.secretary.deciding import decided, sent, status


@for_fixtures
def play_offs(request: HttpRequest, league: League) -> HttpResponse:
    """The places of the season that want a play-off, those made already, and a new one."""
    season = season_at_hand(seasons_of(league), league_today(league))
    enrolments = enrolments_of(season)
    form = PlayOffForm(sent(request), enrolments=enrolments, pubs=league.pubs.filter(closed_on=None))
    match = decided(form, lambda _: make_play_off(**form.play_off))
    if match:
        met = f"{match.home} and {match.away} meet in a play-off"
        messages.success(request, f"{met}. It stands among the fixtures.")
        return redirect("play-offs", league.slug)
    page = {
        "season": season,
        "enrolments": enrolments,
        "decides": decides(season) if season else False,
        "wanted": wanted_play_offs(season),
        "matches": play_offs_of(season),
        "form": form,
        "section": "desk",
    }
    return render(request, "secretary/play_offs.html", page, status=status(form))
