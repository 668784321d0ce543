"""Dates, times and deadlines as people in a pub say them: "Thu 14 Jan", "8.30 pm", "noon on Sunday"."""

from datetime import date, datetime, time
from functools import lru_cache

from django import template
from django.utils import timezone
from django.utils.dateformat import format as format_date

from league.shared.moments import clock_in_words, moment_in_words
from league.templatetags.formatting import unbroken

register = template.Library()

NOON = time(12, 0)
NAMED = {NOON: "noon", time(0, 0): "midnight"}


def pub_date(when: date | datetime | None) -> str:
    """Return the day: "Thu 14 Jan". A moment is taken in the league's time zone; nothing gives nothing."""
    return _day(when, "D j M")


def pub_date_year(when: date | datetime | None) -> str:
    """Return the day with its year, where a page may be read long after: "Thu 14 Jan 2027"."""
    return _day(when, "D j M Y")


def pub_time(when: datetime | time | None) -> str:
    """Return the time of day: "8.30 pm", "noon", "midnight"."""
    if when is None:
        return ""
    clock = _local(when).time() if isinstance(when, datetime) else when
    half = "am" if clock.hour < NOON.hour else "pm"
    return NAMED.get(clock, f"{clock.hour % 12 or 12}.{clock.minute:02} {half}")


register.filter(clock_in_words)
register.filter("date_to_copy", pub_date_year)  # in text that is copied elsewhere


@register.filter("pub_date")
def date_on_page(when: date | datetime | None) -> str:
    """Return the day as it stands on a page: never parted at the end of a line."""
    return unbroken(pub_date(when))


@register.filter("pub_date_year")
def date_and_year_on_page(when: date | datetime | None) -> str:
    """Return the same with its year, which may stand on the next line."""
    return f"{date_on_page(when)} {when.year}" if when else ""


@register.filter("pub_time")
def time_on_page(when: datetime | time | None) -> str:
    """Return the time of day as it stands on a page: never parted at the end of a line."""
    return unbroken(pub_time(when))


@register.filter
def pub_when(when: datetime | None) -> str:
    """Day and time together: "Thu 14 Jan, 8.30 pm"."""
    return f"{date_on_page(when)}, {time_on_page(when)}" if when else ""


@register.simple_tag
def date_and_time(day: date | None, starts_at: time | None, usual: time | None = None) -> str:
    """Return "Thu 14 Jan 2027, 8.30 pm"; without the usual hour; "no date yet" where there is no day."""
    hour = f", {time_on_page(starts_at)}" if starts_at and starts_at != usual else ""
    return f"{date_and_year_on_page(day)}{hour}" if day else "no date yet"


def _day(when: date | datetime | None, pattern: str) -> str:
    return _formatted(_local(when).date() if isinstance(when, datetime) else when, pattern) if when else ""


# A page says few days many times: on that of registered players this was a tenth of its work.
_formatted = lru_cache(maxsize=1000)(format_date)


def _local(when: datetime) -> datetime:
    """Return a moment in the current time zone; a time written down without a zone is already local."""
    return timezone.localtime(when) if timezone.is_aware(when) else when


@register.filter
def deadline(moment: datetime | None) -> str:
    """ "noon on Sunday 17 January"; midnight is the end of the day before it. Nothing gives nothing."""
    return moment_in_words(timezone.localtime(moment)) if moment else ""
