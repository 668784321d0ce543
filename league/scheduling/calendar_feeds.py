"""Calendars as phones read them: iCalendar, RFC 5545. The only place that knows how they are written."""

import datetime
from collections.abc import Callable

from icalendar import Calendar as Written
from icalendar import Event

from league.scheduling.selectors.calendars import CalendarEntry, CalendarFeed

MAKER = "-//Pegboard//Fixtures//EN"
ASK_AGAIN = "PT6H"

Address = Callable[[CalendarEntry], str]
"""The address of the page about an entry."""


def write_calendar(calendar: CalendarFeed, *, address: Address, on: datetime.date) -> bytes:
    """The feed. `on` is the day it is written: the same all day, so that what has not changed is the same.

    An entry keeps its id for good, so a phone changes it rather than adding a second one; a match that is
    off stays in the feed as cancelled, because an entry that is only missing stays in some calendars.
    Every entry carries the league's revision: a number of its own would have to be counted on by whoever
    renames a pub, takes a ruling back or undoes an import, and a phone that is not told keeps what it has.
    """
    # When this was written, as the rules of calendars ask: never later than now, wherever the league plays.
    stamp = datetime.datetime.combine(on, datetime.time(), calendar.zone).astimezone(datetime.UTC)
    written = Written()
    written.add("prodid", MAKER)
    written.add("version", "2.0")
    written.add("method", "PUBLISH")
    written.add("x-wr-calname", calendar.name)
    written.add("x-published-ttl", ASK_AGAIN)
    for entry in calendar.entries:
        written.add_component(_event(entry, calendar.revision, stamp, address(entry)))
    return bytes(written.to_ical())


def _event(entry: CalendarEntry, revision: int, stamp: datetime.datetime, address: str) -> Event:
    event = Event()
    event.add("uid", f"{entry.uid}@pegboard")
    event.add("dtstamp", stamp)
    event.add("sequence", revision)
    event.add("dtstart", _moment(entry.starts))
    event.add("dtend", _moment(entry.ends))
    event.add("summary", entry.title)
    event.add("description", entry.remarks)
    event.add("location", entry.place)
    event.add("url", address)
    event.add("status", "CANCELLED" if entry.is_off else "CONFIRMED")
    event.add("transp", "TRANSPARENT" if entry.is_off else "OPAQUE")
    return event


def _moment(when: datetime.datetime | datetime.date) -> datetime.datetime | datetime.date:
    """In universal time, which every calendar understands without being told of time zones."""
    return when.astimezone(datetime.UTC) if isinstance(when, datetime.datetime) else when
