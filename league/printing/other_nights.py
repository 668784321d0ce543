"""The nights of a season beside its matches: cup rounds, pairs nights, finals, weeks off, moved matches."""

import datetime
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from league.models import Cup, Season
from league.scheduling.planner.calendar import DAY, FixturingError, Off, WeekOff, monday_of
from league.scheduling.requests.file import parse_requests
from league.scheduling.selectors.fixtures import Fixture, FixtureList
from league.scheduling.selectors.plans import plan_in_force
from league.scheduling.selectors.season_calendar import cup_nights
from league.templatetags.dates import pub_date

SPARE = "Spare night for postponed matches"
NO_MATCHES = "No league matches"
CUP_NIGHT = "Cup night"


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherNight:
    """A night, or the week from a Monday, and what it is for; without a date: not known yet."""

    date: datetime.date | None
    words: str
    is_week: bool = False

    @property
    def when(self) -> str:
        """The night in words: "Thu 7 Jan"."""
        if self.date is None:
            return "No date yet"
        return f"Week of {pub_date(self.date)}" if self.is_week else pub_date(self.date)


def nights_of_season(season: Season) -> tuple[OtherNight, ...]:
    """Return cup rounds, pairs nights and weeks off, by date. Three queries, or up to seven with cups."""
    cups = Cup.objects.filter(season=season).select_related("finals_at")
    known = [OtherNight(date=night.date, words=night.words) for night in cup_nights(season, cups)]
    with_cups = {monday_of(night.date) for night in known if night.date}
    return in_order([*known, *_weeks_off(season, with_cups)])


def _weeks_off(season: Season, with_cups: set[datetime.date]) -> Iterator[OtherNight]:
    """Yield the weeks without league matches that the published plan sets aside. One query."""
    plan = plan_in_force(season, published_only=True)
    try:
        weeks = parse_requests(plan.wishes).off if plan else ()
    except FixturingError:
        return
    for off in weeks:
        monday = monday_of(off.day)
        if off.kind is WeekOff.CUP and monday in with_cups:
            continue
        night = monday + (season.night - 1) * DAY if season.night else monday
        yield OtherNight(date=night, words=_off_words(off), is_week=season.night is None)


def _off_words(off: Off) -> str:
    match off.kind:
        case WeekOff.RESERVE:
            return SPARE
        case WeekOff.CUP:
            return off.because or CUP_NIGHT
    return f"{NO_MATCHES}: {off.because}" if off.because else NO_MATCHES


def moved_matches(fixtures: FixtureList, names: Mapping[str, str] | None = None) -> Iterator[OtherNight]:
    """Yield the matches that were moved and are still to be played, with a star; their new date leads."""
    for match in fixtures.fixtures:
        if match.moved_from and not match.half_points and not match.is_void:
            yield OtherNight(date=match.date, words=f"* {_pair(match, names)}, moved from week {match.week}")


def matches_elsewhere(fixtures: FixtureList, names: Mapping[str, str] | None = None) -> Iterator[OtherNight]:
    """Yield the matches still to be played at another pub than the home team's."""
    for match in fixtures.fixtures:
        if match.elsewhere:
            yield OtherNight(date=match.date, words=f"{_pair(match, names)} at {match.elsewhere}")


def _pair(match: Fixture, names: Mapping[str, str] | None) -> str:
    names = names or {}
    home, away = (names.get(team.slug, team.short) for team in (match.home, match.away))
    return f"{home} v {away}"


def in_order(nights: Iterable[OtherNight]) -> tuple[OtherNight, ...]:
    """Return the nights by date, those without one last."""
    return tuple(sorted(nights, key=lambda night: (night.date is None, night.date or datetime.date.max)))
