"""Calendars that phones follow: the pages, and iCalendar (RFC 5545), which is written only here."""

import datetime
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from league.accounts.access import for_public
from league.competition.selectors import league_today
from league.installation.page_cache import same_until_changed
from league.models import League
from league.scheduling.selectors.calendars import (
    CalendarEntry,
    CalendarFeed,
    calendar_of_division,
    calendar_of_match,
    calendar_of_pub,
    calendar_of_team,
)

if TYPE_CHECKING:
    from icalendar import Event

MAKER = "-//Pegboard//Fixtures//EN"
REFRESH_INTERVAL = "PT6H"

Address = Callable[[CalendarEntry], str]
"""The address of the page about an entry."""


def write_calendar(calendar: CalendarFeed, *, address: Address, on: datetime.date) -> bytes:
    """Return the feed as iCalendar text.

    `on` is the day of writing, so that a feed without changes is the same all day.

    An entry never changes its id, so a phone updates it instead of adding a second one. A match that is off
    stays in the feed as cancelled, because some calendars keep entries that are only missing. Every entry
    carries the league's revision: a number of its own would have to rise with every renamed pub, undone
    ruling or undone import, or phones would show old values.
    """
    # The time of writing, required by RFC 5545: never later than now, whatever the time zone.
    stamp = datetime.datetime.combine(on, datetime.time(), calendar.zone).astimezone(datetime.UTC)
    from icalendar import Calendar, Timezone  # here: it is slow to load, and only a feed needs it

    written = Calendar()
    heads = {
        "prodid": MAKER,
        "version": "2.0",
        "method": "PUBLISH",
        "x-wr-calname": calendar.name,
        "x-published-ttl": REFRESH_INTERVAL,
    }
    for name, value in heads.items():
        written.add(name, value)
    for entry in calendar.entries:
        written.add_component(_calendar_event(entry, calendar.revision, stamp, address(entry)))
    if not calendar.entries:  # a calendar has a component at least (RFC 5545, 3.6)
        written.add_component(Timezone.from_tzid("UTC"))
    return bytes(written.to_ical())


def _calendar_event(entry: CalendarEntry, revision: int, stamp: datetime.datetime, address: str) -> "Event":
    from icalendar import Event

    event = Event()
    values = {
        "uid": f"{entry.uid}@pegboard",
        "dtstamp": stamp,
        "sequence": revision,
        "dtstart": _in_utc(entry.starts),
        "dtend": _in_utc(entry.ends),
        "summary": entry.title,
        "description": entry.remarks,
        "location": entry.place,
        "url": address,
        "status": "CANCELLED" if entry.is_off else "CONFIRMED",
        "transp": "TRANSPARENT" if entry.is_off else "OPAQUE",
    }
    for name, value in values.items():
        event.add(name, value)
    return event


def _in_utc(when: datetime.datetime | datetime.date) -> datetime.datetime | datetime.date:
    """Return a moment in UTC, which needs no definition of a time zone."""
    return when.astimezone(datetime.UTC) if isinstance(when, datetime.datetime) else when


@for_public
@same_until_changed
def team_calendar(request: HttpRequest, league: League, team_slug: str) -> HttpResponse:
    """Show a team's matches for a phone."""
    return calendar_response(request, league, calendar_of_team(league, team_slug, league_today(league)))


@for_public
@same_until_changed
def pub_calendar(request: HttpRequest, league: League, pub_slug: str) -> HttpResponse:
    """Show what is played at a pub, for a phone."""
    return calendar_response(request, league, calendar_of_pub(league, pub_slug, league_today(league)))


@for_public
@same_until_changed
def division_calendar(
    request: HttpRequest, league: League, season_slug: str, division_slug: str
) -> HttpResponse:
    """Show a division's matches for a phone."""
    return calendar_response(request, league, calendar_of_division(league, season_slug, division_slug))


@for_public
@same_until_changed
def match_calendar(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Show one match for a phone."""
    return calendar_response(request, league, calendar_of_match(league, match_id))


def calendar_response(request: HttpRequest, league: League, calendar: CalendarFeed | None) -> HttpResponse:
    """Return a feed as iCalendar. Raises Http404 without one."""
    if calendar is None:
        raise Http404(f"{league} has nothing to follow at this address.")

    def address(entry: CalendarEntry) -> str:
        return request.build_absolute_uri(reverse(entry.page, args=[league.slug, entry.key]))

    written = write_calendar(calendar, address=address, on=league_today(league))
    return HttpResponse(written, content_type="text/calendar; charset=utf-8")
