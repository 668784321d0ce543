"""Propose the dates of a season: last season's, on the same weekday; without these, what is usual."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass

WEEK = datetime.timedelta(weeks=1)
NEW_YEARS_EVE = (12, 31)
REMINDED = 14

# Weeks from the season's first day, or from its last. Leagues meet in summer, draw cups once they play, and
# present their prizes a fortnight after the end.
FROM_FIRST = {"meeting": -10, "teams": -8, "fixtures": -3, "players": -1, "first_night": 0, "cups": 4}
FROM_LAST = {"finals": 0, "presentation": 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonDays:
    """The first and the last day of a season, and what is known of it: days by kind."""

    first: datetime.date
    last: datetime.date
    known: Mapping[str, datetime.date]


def proposed_day(kind: str, season: SeasonDays, before: SeasonDays | None) -> datetime.date | None:
    """Return the day proposed for a kind of date; None for a kind that has no usual day.

    What the season itself knows comes first (its first night), then last season's day shifted by whole weeks.
    """
    if kind in season.known:
        return season.known[kind]
    if before and kind in before.known:
        return before.known[kind] + shift_between(before.first, season.first)
    if kind in FROM_FIRST:
        return season.first + FROM_FIRST[kind] * WEEK
    if kind in FROM_LAST:
        return season.last + FROM_LAST[kind] * WEEK
    return transfer_deadline(season) if kind == "transfers" else None


def shift_between(before: datetime.date, first: datetime.date) -> datetime.timedelta:
    """Return the whole weeks between the first days of two seasons, so that weekdays stay."""
    return round((first - before).days / WEEK.days) * WEEK


def transfer_deadline(season: SeasonDays) -> datetime.date:
    """Return 31 December, as in many leagues, if the season plays over it; else the middle of the season."""
    new_years_eve = datetime.date(season.first.year, *NEW_YEARS_EVE)
    if season.first < new_years_eve < season.last:
        return new_years_eve
    return season.first + (season.last - season.first) / 2
