"""A season week by week: the secretary's page, which changes it, and the public one."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from league.accounts.access import for_fixtures, for_public
from league.accounts.powers import Power
from league.competition.selectors import league_today, season_at_hand, seasons_of
from league.installation.page_cache import same_until_changed
from league.models import League, Season
from league.scheduling.forms.season_calendar import SeasonCalendarForm
from league.scheduling.selectors.published_season import verdict_on
from league.scheduling.selectors.season_calendar import CalendarWeek, season_weeks
from league.scheduling.selectors.versions import versions_of
from league.scheduling.services.season_calendar import ChangedCalendar, change_calendar, weeks_in_the_way
from league.scheduling.views.judging import judged
from league.shared.decisions import SURE, decided, secretary, sent, status
from league.shared.text import plural


@for_fixtures
def season_calendar(request: HttpRequest, league: League) -> HttpResponse:
    """Show a season week by week; with `?change=yes` its weeks to come and its finals can be changed.

    Changes that published matches are in the way of are saved only once the page has said so.
    """
    today, seasons = league_today(league), seasons_of(league)
    slug = request.GET.get("season", "")
    season = season_or_404(league, seasons, slug) if slug else season_at_hand(seasons, today)
    if season is None:
        return render(request, "scheduling/season_calendar.html", {"page": None, "section": "desk"})
    page = season_weeks(season, today=today, to_secretary=True)
    sets_cups = Power.SECRETARY in getattr(request, "powers", ())
    form = SeasonCalendarForm(sent(request), page=page, sets_cups=sets_cups)
    in_the_way: Sequence[tuple[CalendarWeek, int]] = ()
    if page.is_published and form.is_valid() and request.POST.get("save") != SURE:
        in_the_way = weeks_in_the_way(page.weeks, form.changes)

    def change(data: Mapping[str, Any]) -> ChangedCalendar:
        with judged(request, [season]):
            return change_calendar(
                season=season,
                changes=form.changes,
                finals=form.finals,
                by=secretary(request),
                now=timezone.now(),
                today=today,
                began_from=(data["plan"], data["revision"]),
                plans_again=request.POST.get("save") == SURE,
            )

    done = None if in_the_way else decided(form, change)
    if done:
        return _after(request, league, season, done)
    is_changed = request.method == "POST" or "change" in request.GET
    context = {
        "page": page,
        "verdict": verdict_on(season) if page.is_published and request.method == "GET" else None,
        "form": form,
        "is_changed": is_changed and not season.is_finished,
        "in_the_way": in_the_way,
        "months": [
            (month, [(week, form.boxes_of(week) if is_changed else None) for week in weeks])
            for month, weeks in page.months
        ],
        "versions": versions_of(season),
        "seasons": [other for other in seasons if not other.is_finished or other == season],
        "today": today,
        "section": "desk",
    }
    return render(request, "scheduling/season_calendar.html", context, status=status(form))


def season_or_404(league: League, seasons: Sequence[Season], slug: str) -> Season:
    """Return the season of that address. Raises Http404 if there is none."""
    season = next((season for season in seasons if season.slug == slug), None)
    if season is None:
        raise Http404(f"{league} has no season “{slug[:60]}”.")
    return season


def _after(request: HttpRequest, league: League, season: Season, done: ChangedCalendar) -> HttpResponse:
    if done.new_plan:
        messages.success(
            request,
            f"{done.new_plan.name} is made; its search begins within seconds. "
            "The calendar follows once you publish it.",
        )
        for sentence in done.dropped:
            messages.warning(request, f"Left out of the old requests: {sentence}")
        return redirect("fixture-plan", league.slug, done.new_plan.public_id)
    weeks = f" {plural(done.weeks, 'week')} changed." if done.weeks else ""
    messages.success(request, f"Calendar saved.{weeks}")
    return redirect(f"{reverse('season-calendar', args=[league.slug])}?season={season.slug}")


@for_public
@same_until_changed
def public_calendar(request: HttpRequest, league: League, season_slug: str) -> HttpResponse:
    """Show a season week by week, as far as it is published."""
    season = season_or_404(league, seasons_of(league), season_slug)
    page = season_weeks(season, today=league_today(league))
    context = {
        "page": page,
        "months": [(month, [(week, None) for week in weeks]) for month, weeks in page.months],
        "today": league_today(league),
        "section": "fixtures",
    }
    return render(request, "scheduling/public_calendar.html", context)
