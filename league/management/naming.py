"""What a command's options name: a league, a season, a division by name or slug, and a date."""

import datetime
from typing import TypeVar

from django.core.management.base import CommandError
from django.db.models import Model, Q, QuerySet

from league.models import League, Season

Thing = TypeVar("Thing", bound=Model)


def season_named(league: str, season: str) -> Season:
    """Return the season with its league and rule book. CommandError says which there are."""
    league_row = by_name(League.objects.all(), league, "league")
    return by_name(
        Season.objects.filter(league=league_row).select_related("league", "rule_book"), season, "season"
    )


def by_name(things: QuerySet[Thing], name: str, what: str) -> Thing:
    """Return the one of that slug, or of that name. CommandError says which there are."""
    found = things.filter(slug=name).first() or things.filter(Q(name__iexact=name)).first()
    if found is None:
        known = ", ".join(str(thing) for thing in things) or "none yet"
        raise CommandError(f"There is no {what} “{name}”; there are: {known}.")
    return found


def date_named(option: str, text: str | None) -> datetime.date | None:
    """Return the date of an option, None if it was not given."""
    try:
        return datetime.date.fromisoformat(text) if text else None
    except ValueError:
        raise CommandError(f"{option} {text} is no date; one would be 2027-01-14.") from None
