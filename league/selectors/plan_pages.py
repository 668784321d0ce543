"""The plans of a season as their pages show them: how far the search is, and how fair the list."""

import datetime
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from league.fixturing import (
    Fairness,
    FixturingError,
    Meeting,
    Plan,
    Task,
    TeamWish,
    Wish,
    fairness_of,
    format_plan,
    parse_plan,
)
from league.fixturing.fairness import WishOutcome
from league.models import FixturePlan, Season
from league.selectors.plan_figures import Figure, figures_of
from league.selectors.plans import standing_list, task_of_season

NO_LIST = Plan(meetings=())
STANDING = "standing"
"""What stands instead of a plan's id for the list that is published now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedMeeting:
    """A match of the list by the names of its teams."""

    meeting: Meeting
    home: str
    away: str

    @property
    def key(self) -> str:
        """How an address names it: its week and its sides."""
        return f"{self.meeting.round}.{self.meeting.home}.{self.meeting.away}"

    def __str__(self) -> str:
        return f"{self.home} v {self.away}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListNight:
    """A night of the list and the matches on it."""

    date: datetime.date
    meetings: tuple[NamedMeeting, ...]

    @property
    def weeks(self) -> list[int]:
        """The weeks of the list that it belongs to, mostly one."""
        return sorted({one.meeting.round for one in self.meetings})


@dataclass(frozen=True, kw_only=True)
class PlanPage:
    """One plan. `reasons` say why its wishes cannot be read; then there is no task and no report.

    `fairness` is None while the plan has no list.
    """

    plan: FixturePlan
    reasons: tuple[str, ...] = ()
    task: Task | None = None
    fixtures: Plan = NO_LIST
    fairness: Fairness | None = None

    @property
    def is_at_work(self) -> bool:
        """Whether the search works on it, or will."""
        return self.plan.state in (FixturePlan.State.WAITING, FixturePlan.State.SEARCHING)

    @property
    def can_change(self) -> bool:
        """Whether it may become another list by hand: nobody searches it, and it was not published."""
        return not self.is_at_work and self.plan.state != FixturePlan.State.PUBLISHED

    @property
    def gap(self) -> int:
        """By how many in a hundred a list could be better at most."""
        return round(100 * float(self.plan.progress.get("gap", 0)))

    @property
    def wishes_met(self) -> int:
        """How many wishes have nothing against them."""
        return sum(one.is_met for one in self.fairness.wishes) if self.fairness else 0

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """The list in some figures; none without a list."""
        return figures_of(self.fairness) if self.fairness else ()

    @property
    def by_hand(self) -> list[str]:
        """What was changed by hand since the search, the latest first."""
        return [one["said"] for one in reversed(self.plan.progress.get("by_hand", []))]

    @cached_property
    def names(self) -> dict[str, str]:
        """The name of each team by its key."""
        return {key: team.name for key, team in self.task.teams_by_key().items()} if self.task else {}

    def named(self, meeting: Meeting) -> NamedMeeting:
        """A match of the list by the names of its teams."""
        return NamedMeeting(
            meeting=meeting,
            home=self.names.get(meeting.home, meeting.home),
            away=self.names.get(meeting.away, meeting.away),
        )

    def nights(self, division: str = "", team: str = "") -> list[ListNight]:
        """The list night by night: of all, of a division, of a team."""
        wanted = (
            self.named(one)
            for one in self.fixtures.meetings
            if division in ("", one.division) and (not team or team in (one.home, one.away))
        )
        return [
            ListNight(date=date, meetings=tuple(found))
            for date, found in groupby(wanted, key=lambda one: one.meeting.date)
        ]

    def wishes_of(self, team: str) -> list[WishOutcome]:
        """What became of the wishes of a team, and of those it shares."""
        outcomes = self.fairness.wishes if self.fairness else ()
        return [one for one in outcomes if team in teams_of(one.wish)]


def plans_of_season(season: Season) -> list[FixturePlan]:
    """The plans of a season, the latest first, without their lists. One query."""
    return list(FixturePlan.objects.filter(season=season).defer("best", "resume", "wishes"))


def plan_page(plan: FixturePlan) -> PlanPage:
    """The page of a plan, which comes with its season, league and rule book. Six queries or seven."""
    try:
        task = task_of_season(plan.season, plan.wishes)
    except FixturingError as refused:
        return PlanPage(plan=plan, reasons=refused.reasons)
    found = parse_plan(plan.best)
    strangers = _strangers(task, found)
    if strangers:
        return PlanPage(plan=plan, reasons=strangers)
    fairness = fairness_of(task, found) if plan.best else None
    return PlanPage(plan=plan, task=task, fixtures=found, fairness=fairness)


def standing_page(season: Season, beside: PlanPage | None) -> PlanPage | None:
    """The list as it stands, judged by the wishes of the plan it is put beside; None if there is none."""
    wishes = beside.plan.wishes if beside and beside.task else ""
    fixtures = standing_list(season)
    if fixtures is None:
        return None
    plan = FixturePlan(season=season, name="The list as it stands", public_id=STANDING, wishes=wishes)
    plan.best = format_plan(fixtures)
    return plan_page(plan)


def teams_of(wish: Wish) -> tuple[str, ...]:
    """Whose wish it is."""
    return (wish.team,) if isinstance(wish, TeamWish) else wish.teams


def _strangers(task: Task, plan: Plan) -> tuple[str, ...]:
    """Teams of the list that the season has no more."""
    known = task.teams_by_key()
    missing = {team for one in plan.meetings for team in (one.home, one.away) if team not in known}
    return tuple(f"{team} stands in the list, but plays in the season no more." for team in sorted(missing))
