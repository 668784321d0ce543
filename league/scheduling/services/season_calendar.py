"""Change what the weeks of a season are for, and when its cups end."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from league.competition.services import FINISHED, bump_revision, hold_cups, hold_season
from league.cups.services.cups import set_date
from league.models import Cup, FixturePlan, Season, User
from league.scheduling.planner.calendar import FixturingError, Off, monday_of
from league.scheduling.planner.task import format_plan
from league.scheduling.requests.file import format_requests, parse_requests
from league.scheduling.selectors.initial_requests import ReplanStart, beginnings_of
from league.scheduling.selectors.plans import plan_in_force, standing_list
from league.scheduling.selectors.season_calendar import CalendarWeek, season_weeks
from league.scheduling.services.changes import plan_again
from league.scheduling.services.plans import State, change_requests, hold_plan, make_plan, write_plan
from league.shared.errors import Refused, verify, written_whole

CHANGED = "Somebody else has changed the calendar. Open it again and check it."
SEARCH_SECONDS = 20

WeekChanges = Mapping[datetime.date, Off | None]
"""What weeks become, by their Mondays; None for a league week."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedCalendar:
    """What came of a change. `new_plan` plans the rest of the season again; nothing else is written then."""

    weeks: int
    new_plan: FixturePlan | None = None
    dropped: tuple[str, ...] = ()


def weeks_in_the_way(weeks: Iterable[CalendarWeek], changes: WeekChanges) -> list[tuple[CalendarWeek, int]]:
    """Return the weeks whose published matches would have to move, and how many do."""
    changed = ((week, changes.get(week.monday)) for week in weeks)
    numbers = [(week, week.in_the_way_of(off.kind)) for week, off in changed if off]
    return [(week, number) for week, number in numbers if number]


def change_calendar(
    *,
    season: Season,
    changes: WeekChanges,
    finals: Mapping[Cup, datetime.date | None],
    by: User | None,
    now: datetime.datetime,
    today: datetime.date,
    began_from: tuple[str, int],
    plans_again: bool = False,
) -> ChangedCalendar:
    """Set weeks of a season and nights of its cups.

    Where published matches are in the way, a new plan of the rest of the season is made and searched instead,
    and the weeks change when that is published. `began_from` are the id and the revision of the plan shown.

    Raises Refused if matches are in the way without `plans_again`, if the plan has changed since, or if the
    season is finished.
    """
    with written_whole():
        season = hold_season(season)
        if season.is_finished:
            raise Refused(FINISHED)
        hold_cups(Cup.objects.filter(pk__in=[cup.pk for cup in finals]))
        for cup, date in finals.items():
            set_date(cup=cup, on=date)
        done = _change_weeks(season, changes, by, now, today, began_from, plans_again)
        bump_revision(league_id=season.league_id)
    return done


def _change_weeks(
    season: Season,
    changes: WeekChanges,
    by: User | None,
    now: datetime.datetime,
    today: datetime.date,
    began_from: tuple[str, int],
    plans_again: bool,
) -> ChangedCalendar:
    plan = plan_in_force(season)
    if (plan.public_id if plan else "") != began_from[0]:
        raise Refused(CHANGED)
    if not changes:
        return ChangedCalendar(weeks=0)
    try:
        file = parse_requests(plan.wishes if plan else _beginning(season))
    except FixturingError as refused:
        raise Refused("\n".join(refused.reasons)) from refused
    kept = [off for off in file.off if monday_of(off.day) not in changes]
    weeks_off = sorted([*kept, *filter(None, changes.values())], key=lambda off: off.day)
    page = season_weeks(season, today=today, to_secretary=True)
    in_the_way = weeks_in_the_way(page.weeks, changes) if page.is_published else []
    if in_the_way and not plans_again:
        matches = sum(number for _, number in in_the_way)
        raise Refused(f"Published matches would have to move: {matches}. Plan them again.")
    if in_the_way:
        start = max(today, in_the_way[0][0].monday)
        beginning = ReplanStart(start=start, until=start, off=tuple(weeks_off))
        replan = plan_again(season=season, beginning=beginning, seconds=SEARCH_SECONDS, by=by, now=now)
        return ChangedCalendar(weeks=len(changes), new_plan=replan.plan, dropped=replan.dropped)
    text = format_requests(replace(file, off=tuple(weeks_off)))
    if plan is None:
        _make_first_plan(season, text, by, now)
    elif plan.state == State.PUBLISHED:
        plan = hold_plan(plan, began_from[1])
        plan.wishes = text
        write_plan(plan, "wishes")
    else:
        change_requests(plan=plan, requests_text=text, seconds=plan.seconds, began_from=began_from[1])
    return ChangedCalendar(weeks=len(changes))


def _beginning(season: Season) -> str:
    """Return the requests of the first plan: last season's rules, while the season is empty."""
    if standing_list(season):
        return ""
    return next((requests.requests_text for requests in beginnings_of(season).values()), "")


def _make_first_plan(season: Season, text: str, by: User | None, now: datetime.datetime) -> None:
    """Create the plan that holds the weeks: a draft, or the present list as a plan that is published."""
    fixtures = standing_list(season)
    if fixtures is None:
        make_plan(season=season, name="Fixtures", requests_text=text, by=by, now=now, requests_follow=True)
        return
    plan = FixturePlan(
        season=season,
        name="Present fixtures",
        wishes=text,
        best=format_plan(fixtures),
        state=State.PUBLISHED,
        made_at=now,
        made_by=by,
        published_at=now,
    )
    verify(plan)
    plan.save()
