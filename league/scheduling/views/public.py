"""Calendars that phones follow."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from league.accounts.access import for_public
from league.competition.selectors import league_today
from league.installation.page_cache import same_until_changed
from league.models import League
from league.scheduling.calendar_feeds import write_calendar
from league.scheduling.selectors.calendars import (
    CalendarEntry,
    CalendarFeed,
    calendar_of_division,
    calendar_of_pub,
    calendar_of_team,
)


@for_public
@same_until_changed
def team_calendar(request: HttpRequest, league: League, team_slug: str) -> HttpResponse:
    """A team's matches for a phone."""
    return _sent(request, league, calendar_of_team(league, team_slug, league_today(league)))


@for_public
@same_until_changed
def pub_calendar(request: HttpRequest, league: League, pub_slug: str) -> HttpResponse:
    """What is played at a pub, for a phone."""
    return _sent(request, league, calendar_of_pub(league, pub_slug, league_today(league)))


@for_public
@same_until_changed
def division_calendar(
    request: HttpRequest, league: League, season_slug: str, division_slug: str
) -> HttpResponse:
    """A division's matches for a phone."""
    return _sent(request, league, calendar_of_division(league, season_slug, division_slug))


def _sent(request: HttpRequest, league: League, calendar: CalendarFeed | None) -> HttpResponse:
    if calendar is None:
        raise Http404(f"{league} has nothing to follow at this address.")

    def address(entry: CalendarEntry) -> str:
        return request.build_absolute_uri(reverse(entry.page, args=[league.slug, entry.key]))

    written = write_calendar(calendar, address=address, on=league_today(league))
    return HttpResponse(written, content_type="text/calendar; charset=utf-8")
