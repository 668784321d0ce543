"""The published versions of a season's fixtures: listed, looked at, restored."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.accounts.access import for_fixtures
from league.competition.selectors import league_today, season_at_hand, seasons_of
from league.models import League, RecordChange, Season
from league.scheduling.selectors.versions import version_page, versions_of
from league.scheduling.services.versions import (
    plan_of_version,
    preview_restoring,
    restore_version,
    standing_version,
)
from league.scheduling.views.plans import captains_addresses, published_message
from league.scheduling.views.season_calendar import season_or_404
from league.shared.decisions import NO_ACT, SURE, UNPROCESSABLE, secretary
from league.shared.errors import Refused


@for_fixtures
def fixture_versions(request: HttpRequest, league: League) -> HttpResponse:
    """Show every published version of a season's fixtures, the latest first."""
    seasons = seasons_of(league)
    slug = request.GET.get("season", "")
    season = season_or_404(league, seasons, slug) if slug else season_at_hand(seasons, league_today(league))
    context = {
        "season": season,
        "seasons": [other for other in seasons if not other.is_finished or other == season],
        "versions": versions_of(season) if season else [],
        "section": "desk",
    }
    return render(request, "scheduling/versions.html", context)


@for_fixtures
def fixture_version(request: HttpRequest, league: League, version_id: str) -> HttpResponse:
    """Show a version beside the present fixtures; restore it once what follows has been shown."""
    season = _season_of(league, version_id)
    versions = versions_of(season)
    version = next(version for version in versions if version.key == version_id)
    latest = standing_version(versions)
    act, despite_faults = request.POST.get("restore", ""), "despite_faults" in request.POST
    preview, refused = None, ""
    if request.method == "POST":
        arguments = _arguments(request, league, season, version_id)
        try:
            if act == SURE:
                addresses = captains_addresses(request, league)
                done = restore_version(**arguments, despite_faults=despite_faults, addresses=addresses)
                messages.success(request, published_message(done.published))
                return redirect("fixture-plan", league.slug, done.plan.public_id)
            if act == "plan":
                plan = plan_of_version(**arguments)
                messages.success(request, f"{plan.name} is made. Correct it, then publish it.")
                return redirect("fixture-plan", league.slug, plan.public_id)
            if act == "yes":
                preview = preview_restoring(**arguments, despite_faults=despite_faults)
            else:
                refused = NO_ACT
        except Refused as refusal:
            refused = refusal.sentence
    context = {
        "season": season,
        "page": version_page(season, version, league_today(league)),
        "latest": latest,
        "preview": preview,
        "despite_faults": despite_faults,
        "refused": refused.splitlines(),
        "section": "desk",
    }
    return render(request, "scheduling/version.html", context, status=UNPROCESSABLE if refused else 200)


def _arguments(request: HttpRequest, league: League, season: Season, version_id: str) -> dict[str, Any]:
    return {
        "season": season,
        "key": version_id,
        "latest": request.POST.get("latest", ""),
        "by": secretary(request),
        "now": timezone.now(),
        "today": league_today(league),
    }


def _season_of(league: League, version_id: str) -> Season:
    """Return the season of a version. Raises Http404 if the league has no such version. Two queries."""
    change = RecordChange.objects.filter(
        league=league,
        public_id=version_id,
        kind=RecordChange.Kind.SEASON,
        action=RecordChange.Action.PUBLISHED,
    )
    seasons = Season.objects.filter(league=league, pk__in=change.values("object_id"))
    season = seasons.select_related("league", "rule_book", "copied_from").first()
    if season is None:
        raise Http404(f"{league} has no such version.")
    return season
