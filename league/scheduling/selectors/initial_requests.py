"""With which wishes a new plan can begin: those of the season's latest, or the rules of last season's; and on
which day its list.
"""

import datetime
import re
from collections.abc import Mapping
from dataclasses import dataclass

from league.models import FixturePlan, Season
from league.scheduling.planner.calendar import FixturingError
from league.scheduling.requests.days import SeasonSpan
from league.scheduling.requests.file_reading import parse_requests
from league.scheduling.requests.file_writing import format_requests
from league.scheduling.requests.resolving import carried
from league.scheduling.selectors.plans import league_facts, standing_list

LATEST, BEFORE = "latest", "before"
_SEASON = re.compile(r"^\s*\[\s*season\s*\][^\n]*", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class InitialRequests:
    """Wishes to begin with, as a file, and what was left behind, each in a few words."""

    words: str
    wishes: str
    left: tuple[str, ...] = ()


def beginnings_of(season: Season) -> Mapping[str, InitialRequests]:
    """The wishes a new plan of the season can begin with, the likeliest first. One query; where the season
    has no plan but the one before has, two and those for the league as it is."""
    own = _latest(season.pk)
    if own:
        return {LATEST: InitialRequests(words=f"Those of {own.name}", wishes=own.wishes)}
    before = _latest(season.copied_from_id) if season.copied_from_id else None
    beginning = before and _carried(before, season)
    return {BEFORE: beginning} if beginning else {}


def from_today(season: Season, wishes: str, today: datetime.date) -> str:
    """The wishes for a season that has begun without a match: its list starts today, unless they say when.

    Nobody means to owe the results of nights that have gone. As they are where they cannot be read: planning
    says why. One query, none outside the season.
    """
    if not season.starts_on < today <= season.ends_on or standing_list(season):
        return wishes
    try:
        file = parse_requests(wishes)
    except FixturingError:
        return wishes
    if file.first or file.keep_before:
        return wishes
    # Written into the text as it is, so that its remarks stay.
    said = f"first = {today.isoformat()}"
    begun, has_season = _SEASON.subn(lambda found: f"{found[0]}\n{said}", wishes, count=1)
    return begun if has_season else f"[season]\n{said}\n\n{wishes}"


def _latest(season: int | None) -> FixturePlan | None:
    """The plan that was published last; else the one made last."""
    plans = FixturePlan.objects.filter(season=season).select_related("season").defer("best", "resume")
    found = sorted(plans, key=lambda plan: (plan.published_at is not None, plan.made_at), reverse=True)
    return next(iter(found), None)


def _carried(before: FixturePlan, season: Season) -> InitialRequests | None:
    then = SeasonSpan(first=before.season.starts_on, last=before.season.ends_on)
    try:
        found = carried(parse_requests(before.wishes), then, league_facts(season))
    except FixturingError:
        return None
    return InitialRequests(
        words=f"The rules of season {before.season}", wishes=format_requests(found.file), left=found.left
    )
