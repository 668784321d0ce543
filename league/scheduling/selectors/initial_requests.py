"""The requests with which a plan begins: the latest plan's, last season's rules, or those that still hold.

Also from which day the rest of a season is planned again, and which nights were lost.
"""

import datetime
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from league.models import FixturePlan, Match, Season
from league.scheduling.planner.calendar import WEEK, FixturingError, Off, UnreadableRequests, short_day
from league.scheduling.planner.home_nights import by_weeks
from league.scheduling.planner.impossible import verify_task
from league.scheduling.planner.round_nights import reserve_nights, usual_nights
from league.scheduling.planner.task import (
    Fixed,
    MeetingCount,
    PlannedDivision,
    PlanRequest,
    Task,
)
from league.scheduling.requests.days import SeasonSpan
from league.scheduling.requests.fields import RequestsFile
from league.scheduling.requests.file import format_requests, parse_requests
from league.scheduling.requests.nearest import MOST_WEEKS_MORE
from league.scheduling.requests.resolving import KnownNames, LeagueFacts, carried, task_of
from league.scheduling.selectors.plans import (
    LISTS,
    league_facts,
    plan_in_force,
    played_among,
    requests_of_plan,
    standing_list,
)

LATEST, BEFORE = "latest", "before"
# So many matches of a division on a night of their own leave no room for a whole week.
MANY_MATCHES = 2
_SEASON = re.compile(r"^\s*\[\s*season\s*\][^\n]*", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class InitialRequests:
    """Requests to begin with, as a file, and what was left behind, each in a few words."""

    words: str
    requests_text: str
    left: tuple[str, ...] = ()


def beginnings_of(season: Season) -> Mapping[str, InitialRequests]:
    """Return the requests a new plan of the season can begin with, the likeliest first.

    One query; if only the season before has a plan, two and those of `league_facts`.
    """
    own = plan_in_force(season)
    if own:
        return {LATEST: InitialRequests(words=f"Those of {own.name}", requests_text=own.wishes)}
    before = plan_in_force(season.copied_from_id) if season.copied_from_id else None
    beginning = before and _carried(before, season)
    return {BEFORE: beginning} if beginning else {}


def from_today(season: Season, requests_text: str, today: datetime.date) -> str:
    """Return the requests with today as first day, if the season has begun without a match.

    A list from an earlier day would owe results at once. Requests that set a first day, or cannot be read,
    stay as they are. One query, none outside the season.
    """
    if not season.starts_on < today <= season.ends_on or standing_list(season):
        return requests_text
    try:
        file = parse_requests(requests_text)
    except FixturingError:
        return requests_text
    if file.first or file.keep_before:
        return requests_text
    # Inserted into the text, so that its comments stay.
    text = f"first = {today.isoformat()}"
    begun, has_season = _SEASON.subn(lambda section: f"{section[0]}\n{text}", requests_text, count=1)
    return begun if has_season else f"[season]\n{text}\n\n{requests_text}"


def _carried(before: FixturePlan, season: Season) -> InitialRequests | None:
    then = SeasonSpan(first=before.season.starts_on, last=before.season.ends_on)
    try:
        requests = carried(parse_requests(before.wishes), then, league_facts(season))
    except FixturingError:
        return None
    return InitialRequests(
        words=f"The rules of season {before.season}",
        requests_text=format_requests(requests.file),
        left=requests.left,
    )


LOST = "no play"


@dataclass(frozen=True, slots=True, kw_only=True)
class LostNights:
    """The latest nights without a known result, and how many matches were planned on them. Empty if the last
    night was played."""

    nights: tuple[datetime.date, ...]
    matches: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplanStart:
    """The rest of a season: matches before `start` stay; none is before `until`; `last` is the last night.

    `last` is None for the season's own, or that of the old requests; `off` for the weeks of the old requests.
    `differing` is how often teams meet that have joined since.
    """

    start: datetime.date
    until: datetime.date
    last: datetime.date | None = None
    off: tuple[Off, ...] | None = None
    differing: tuple[MeetingCount, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplanRequests:
    """The requests of the present plan, changed to begin in mid-season. `dropped` are the reasons for those
    left out, about teams or pubs that are gone; `last` is the last night."""

    text: str
    dropped: tuple[str, ...]
    last: datetime.date


def lost_nights(season: Season, today: datetime.date) -> LostNights:
    """Return the nights gone by since anything was last played. Three queries."""
    gone = list(Match.objects.filter(division__season=season, **LISTS))
    by_night: dict[datetime.date, list[Match]] = {}
    for match in gone:
        night = match.postponed_from or match.date
        if night and night < today:
            by_night.setdefault(night, []).append(match)
    played = played_among(match.pk for match in gone)
    last_played = max(
        (night for night, matches in by_night.items() if any(match.pk in played for match in matches)),
        default=datetime.date.min,
    )
    lost = sorted(night for night in by_night if night > last_played)
    return LostNights(nights=tuple(lost), matches=sum(len(by_night[night]) for night in lost))


def requests_for_replan(season: Season, beginning: ReplanStart) -> ReplanRequests:
    """Return the requests of the published plan, or of the latest, for planning the rest of the season.

    If too few nights are left the season is extended by as many weeks as needed, unless `beginning.last`
    sets its end. Planning may still refuse the text.
    """
    league = league_facts(season)
    old = requests_of_plan(plan_in_force(season))
    if beginning.off is not None:
        old = replace(old, off=beginning.off)
    file, dropped = _still_true(old, league, beginning)
    requests_file = replace(
        file,
        keep_before=beginning.start,
        off=(*file.off, *_weeks_lost(file, beginning, league)),
        differing=(
            *(count for count in file.differing if count not in beginning.differing),
            *beginning.differing,
        ),
    )
    ends = beginning.last or _last_night(requests_file, league)
    if ends != (file.last or league.last):
        requests_file = replace(requests_file, last=ends)
    return ReplanRequests(text=format_requests(requests_file), dropped=dropped, last=ends)


def _still_true(
    file: RequestsFile, league: LeagueFacts, beginning: ReplanStart
) -> tuple[RequestsFile, tuple[str, ...]]:
    """Return the requests without unknown names and without matches fixed for a day gone by, and the reasons.

    A match fixed for a night that is lost is named; the fixed matches that were played are not.
    """
    dropped: list[str] = []

    def is_known(**section: object) -> bool:
        try:
            task_of(RequestsFile(**section), league)  # type: ignore[arg-type]  # a file of one kind of entry
        except UnreadableRequests as refused:
            dropped.extend(refused.reasons)
            return False
        return True

    known = KnownNames(league)
    gone = {team.name for team in league.teams if team.key in league.left}

    def is_playing(request: PlanRequest) -> bool:
        own = sorted(gone & {known.team(name) for name in request.teams})
        dropped.extend(f"{team} have left, so their request is dropped." for team in own)
        return not own

    def is_to_come(fixed: Fixed) -> bool:
        if beginning.start <= fixed.date < beginning.until:
            dropped.append(
                f"{fixed.home} v {fixed.away} was fixed on {short_day(fixed.date)}, a night without play: "
                "it is planned as any other match."
            )
        return fixed.date >= beginning.until

    left = replace(
        file,
        divisions=tuple(division for division in file.divisions if is_known(divisions=(division,))),
        differing=tuple(count for count in file.differing if is_known(differing=(count,))),
        pubs=tuple(pub for pub in file.pubs if is_known(pubs=(pub,))),
        fixed=tuple(fixed for fixed in file.fixed if is_to_come(fixed) and is_known(fixed=(fixed,))),
        requests=tuple(
            request for request in file.requests if is_known(requests=(request,)) and is_playing(request)
        ),
    )
    return left, tuple(dict.fromkeys(dropped))


def _weeks_lost(file: RequestsFile, beginning: ReplanStart, league: LeagueFacts) -> Iterator[Off]:
    """Yield every week with a night without play that is not off already."""
    weeks_off = {_week(off.day) for off in file.off}
    whole = (beginning.until - beginning.start).days // WEEK.days
    days = {beginning.start + number * WEEK for number in range(whole)}
    days |= {meeting.date for meeting in (league.plan.meetings if league.plan else ())}
    for day in sorted(days):
        if beginning.start <= day < beginning.until and _week(day) not in weeks_off:
            weeks_off.add(_week(day))
            yield Off(day=day, because=LOST)


def _week(day: datetime.date) -> tuple[int, int]:
    year, week, _ = day.isocalendar()
    return year, week


def _last_night(file: RequestsFile, league: LeagueFacts) -> datetime.date:
    """Return the earliest end that leaves enough nights; the season's own if that does, or if none does.

    A night on which several matches stand already has no room for a whole week, unless none else can be had.
    """
    own = file.last or league.last
    enough: list[datetime.date] = []
    for weeks in range(MOST_WEEKS_MORE + 1):
        last = own + weeks * WEEK
        try:
            task = task_of(replace(file, last=last), league)
            verify_task(task)
        except FixturingError as refused:
            if not any("without a night" in reason for reason in refused.reasons):
                break
            continue
        if all(_has_room(division, task) for division in task.divisions):
            return last
        enough.append(last)
    return enough[0] if enough else own


def _has_room(division: PlannedDivision, task: Task) -> bool:
    """Return whether the weeks to come have a night each that few matches of a division have already."""
    start, standing = task.keep_before, by_weeks(task).standing
    if start is None or standing is None:
        return True
    usual = usual_nights(standing, division.key)
    own = [match.date for match in standing.of_division(division.key) if match.date != usual[match.round]]
    nights = [
        night
        for night in (*division.nights, *reserve_nights(division, task))
        if night >= start and (night in usual.values() or own.count(night) < MANY_MATCHES)
    ]
    return len(nights) >= sum(night >= start for night in usual.values())
