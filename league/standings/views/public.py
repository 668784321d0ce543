"""A division in public: its standings, its fixtures, its results."""

import datetime
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from league.accounts.access import for_public
from league.competition.selectors import league_today, seasons_of, top_division
from league.installation.page_cache import same_until_changed, same_until_division_changed
from league.models import League
from league.shared.decisions import or_404
from league.standings.pages import (
    fixture_list,
    result_list,
    standings_page,
)
from league.standings.selectors.match_lists import first_matches
from league.standings.selectors.what_if import what_if_page
from league.standings.tables import PlainListing, SeasonListing, SupposedListing

DAY_FIELD = forms.DateField(
    required=False,
    input_formats=["%Y-%m-%d", "%d/%m/%Y"],
    error_messages={"invalid": "This date cannot be read. Write it as 2027-01-14."},
)


@for_public
@same_until_division_changed
def standings(request: HttpRequest, league: League, season_slug: str, division_slug: str) -> HttpResponse:
    """Show the standings, or with `?as-of=2027-01-14` as they stood that night.

    For a day that does not exist the answer is 400: the sentence beside the field, and the table of today.
    """
    typed = request.GET.get("as-of", "")
    as_of, refusal = _requested_day(typed)
    page = or_404(
        standings_page(league, season_slug, division_slug, as_of, today=league_today(league)),
        f"{league} has no division at this address.",
    )
    own = request.GET.get("team", "")
    listing = SeasonListing(
        page.lines,
        league=league,
        division=page.place.division,
        scheme=page.table.scheme,
        own=own,
        since=page.table.night_before,
        same_played=bool(page.all_played),
    )
    is_begun = listing.is_begun or page.table.as_of
    firsts = () if is_begun else first_matches(page.place.division)
    grid = page.grid
    team = next((row for row in grid.teams if row.team.slug == own), next(iter(grid.teams), None))
    context = {
        "section": "standings",
        "page": page,
        "standings": listing,
        "first_matches": firsts,
        "first_night": min((line.date for _, line in firsts if line and line.date), default=None),
        "second_half": PlainListing(page.second_half, league=league, division=page.place.division),
        "sides": {
            "At home": PlainListing(page.home, league=league, division=page.place.division),
            "Away": PlainListing(page.away, league=league, division=page.place.division),
        },
        "team": team,
        "team_matches": grid.of(team.team.slug) if team else (),
        "typed": typed,
        "refusal": refusal,
        "own": own,
        "today": league_today(league),
    }
    return render(request, "standings/standings.html", context, status=400 if refusal else 200)


def _requested_day(typed: str) -> tuple[datetime.date | None, str]:
    """Return the day, or what is wrong with what was typed."""
    try:
        return DAY_FIELD.clean(typed), ""
    except ValidationError as fault:
        return None, f"“{typed}” was typed. {' '.join(fault.messages)}"


@for_public
@same_until_changed
def what_if(request: HttpRequest, league: League, season_slug: str, division_slug: str) -> HttpResponse:
    """Show the table with results supposed: `?k3m9x2vb=16-4`, in halves of match points, or a figure a side.

    What was left empty is taken out of the address, so that it can be passed on. Where something typed
    cannot be, the answer is 400: the sentence at its match, and the table without it.
    """
    typed = dict(request.GET.lists())
    filled = {key: texts for key, texts in typed.items() if any(text.strip() for text in texts)}
    if len(filled) < len(typed):
        return redirect(f"{request.path}?{urlencode(filled, doseq=True)}" if filled else request.path)
    page = or_404(
        what_if_page(league, season_slug, division_slug, filled), f"{league} has no division at this address."
    )
    listing = SupposedListing(
        page.lines, league=league, division=page.place.division, scheme=page.table.scheme, moved=page.moved
    )
    context = {"section": "standings", "page": page, "standings": listing}
    return render(request, "standings/what_if.html", context, status=400 if page.refused else 200)


@for_public
@same_until_division_changed
def fixtures(request: HttpRequest, league: League, season_slug: str, division_slug: str) -> HttpResponse:
    """Show the season's list: what is to come, then what is played."""
    page = or_404(
        fixture_list(league, season_slug, division_slug), f"{league} has no division at this address."
    )
    today = league_today(league)
    late, coming = page.parted(today)
    context = {"section": "fixtures", "page": page, "today": today, "late": late, "coming": coming}
    return render(request, "standings/fixtures.html", context)


@for_public
@same_until_division_changed
def results(request: HttpRequest, league: League, season_slug: str, division_slug: str) -> HttpResponse:
    """Show every result of the season, the latest night first."""
    today = league_today(league)
    page = or_404(
        result_list(league, season_slug, division_slug, today=today),
        f"{league} has no division at this address.",
    )
    return render(request, "standings/results.html", {"section": "results", "page": page, "today": today})


@for_public
def latest_standings(request: HttpRequest, league: League) -> HttpResponse:
    """Show the standings of the season being played, or of the one asked for."""
    return _lead_to("division-standings", "standings", request, league)


@for_public
def latest_fixtures(request: HttpRequest, league: League) -> HttpResponse:
    """Show the fixtures of the season being played, of the next if it is over, or of the one asked for."""
    return _lead_to("division-fixtures", "fixtures", request, league)


@for_public
def latest_results(request: HttpRequest, league: League) -> HttpResponse:
    """Show the results of the season being played, or of the one asked for."""
    return _lead_to("division-results", "results", request, league)


def _lead_to(address: str, section: str, request: HttpRequest, league: League) -> HttpResponse:
    text, is_fixtures = request.GET.get("season", ""), section == "fixtures"
    division = top_division(league, league_today(league), text, for_fixtures=is_fixtures)
    if division is None:
        season = next(iter(seasons_of(league)), None)
        return render(request, "overview/no_season.html", {"section": section, "season": season})
    return redirect(address, league.slug, division.season.slug, division.slug)
