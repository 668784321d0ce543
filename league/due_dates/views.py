"""What is due when in a season: the secretary's page, and a calendar to follow."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from league.accounts.access import for_public, for_secretary
from league.competition.selectors import league_today, season_at_hand, seasons_of
from league.due_dates.forms import SeasonDatesForm
from league.due_dates.selectors import calendar_of_dates, dates_of
from league.due_dates.services import save_dates
from league.installation.page_cache import same_until_changed
from league.models import League, Season
from league.scheduling.views.calendars import calendar_response
from league.shared.decisions import decided, secretary, sent, status
from league.shared.text import plural


@for_secretary
def season_dates(request: HttpRequest, league: League) -> HttpResponse:
    """Show what is due when in a season, stored or proposed; save the dates when posted."""
    seasons, today = seasons_of(league), league_today(league)
    slug = request.GET.get("season", "")
    season = _season(league, slug) if slug else season_at_hand(seasons, today)
    if season is None:
        return render(request, "due_dates/season_dates.html", {"season": None, "section": "desk"})
    season.league = league
    dates = dates_of(season, today)
    form = SeasonDatesForm(sent(request), dates=dates, today=today)
    saved = decided(
        form,
        lambda _: save_dates(season=season, dates=form.typed, by=secretary(request), now=timezone.now()),
    )
    address = f"{reverse('season-dates', args=[league.slug])}?season={season.slug}"
    if saved is not None:
        messages.success(request, f"Dates saved. Season {season} has {plural(saved, 'date')}.")
        return redirect(address)
    feed = request.build_absolute_uri(reverse("season-dates-calendar", args=[league.slug, season.slug]))
    context = {
        "season": season,
        "seasons": [other for other in seasons if not other.is_finished or other == season],
        "form": form,
        "rows": [(row, row.date.words(today) if row.date else "") for row in form.rows],
        "is_proposed": not any(date.row for date in dates),
        "address": feed,
        "webcal": f"webcal:{feed.partition(':')[2]}",
        "section": "desk",
    }
    return render(request, "due_dates/season_dates.html", context, status=status(form))


@for_public
@same_until_changed
def season_dates_calendar(request: HttpRequest, league: League, season_slug: str) -> HttpResponse:
    """Show the dates of a season for a phone."""
    season = _season(league, season_slug)
    season.league = league
    return calendar_response(request, league, calendar_of_dates(season, league_today(league)))


def _season(league: League, slug: str) -> Season:
    season = Season.objects.filter(league=league, slug=slug).first()
    if season is None:
        raise Http404(f"{league} has no season “{slug[:60]}”.")
    return season
