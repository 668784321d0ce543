"""The plans of a season as their pages show them: how far the search is, and how fair the list."""

from dataclasses import dataclass

from league.fixturing import Fairness, FixturingError, Meeting, Plan, Task, fairness_of, parse_plan
from league.models import FixturePlan, Season
from league.selectors.plans import task_of_season


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedMeeting:
    """A match of the list by the names of its teams."""

    meeting: Meeting
    home: str
    away: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanPage:
    """One plan. `reasons` say why its wishes cannot be read; then there is no report.

    `fairness` is None while the plan has no list.
    """

    plan: FixturePlan
    reasons: tuple[str, ...]
    fairness: Fairness | None
    meetings: tuple[NamedMeeting, ...]

    @property
    def is_at_work(self) -> bool:
        """Whether the search works on it, or will."""
        return self.plan.state in (FixturePlan.State.WAITING, FixturePlan.State.SEARCHING)

    @property
    def gap(self) -> int:
        """By how many in a hundred a list could be better at most."""
        return round(100 * float(self.plan.progress.get("gap", 0)))

    @property
    def wishes_met(self) -> int:
        """How many wishes have nothing against them."""
        return sum(one.is_met for one in self.fairness.wishes) if self.fairness else 0

    @property
    def rounds(self) -> range:
        """The numbers over the picture's columns."""
        teams = [team for one in self.fairness.divisions for team in one.teams] if self.fairness else []
        return range(1, max((len(team.nights) for team in teams), default=0) + 1)


def plans_of_season(season: Season) -> list[FixturePlan]:
    """The plans of a season, the latest first, without their lists. One query."""
    return list(FixturePlan.objects.filter(season=season).defer("best", "resume", "wishes"))


def plan_page(season: Season, public_id: str) -> PlanPage | None:
    """The page of a plan; None if the season has no such plan. Seven queries or eight."""
    plan = FixturePlan.objects.filter(season=season, public_id=public_id).first()
    if plan is None:
        return None
    plan.season = season
    try:
        task = task_of_season(season, plan.wishes)
    except FixturingError as refused:
        return PlanPage(plan=plan, reasons=refused.reasons, fairness=None, meetings=())
    found = parse_plan(plan.best)
    strangers = _strangers(task, found)
    if strangers:
        return PlanPage(plan=plan, reasons=strangers, fairness=None, meetings=())
    names = {key: team.name for key, team in task.teams_by_key().items()}
    return PlanPage(
        plan=plan,
        reasons=(),
        fairness=fairness_of(task, found) if plan.best else None,
        meetings=tuple(
            NamedMeeting(meeting=one, home=names[one.home], away=names[one.away]) for one in found.meetings
        ),
    )


def _strangers(task: Task, plan: Plan) -> tuple[str, ...]:
    """Teams of the list that the season has no more."""
    known = task.teams_by_key()
    missing = {team for one in plan.meetings for team in (one.home, one.away) if team not in known}
    return tuple(f"{team} stands in the list, but plays in the season no more." for team in sorted(missing))
