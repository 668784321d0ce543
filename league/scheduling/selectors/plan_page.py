"""A plan as its pages show it: its matches by name, how fair it is, and the list in some figures."""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from league.models import FixturePlan, Season
from league.scheduling.judge import Traded, Verdict, judge, traded
from league.scheduling.planner.calendar import FixturingError
from league.scheduling.planner.fairness import (
    DivisionFairness,
    Fairness,
    RequestOutcome,
    TeamFairness,
    fairness_of,
)
from league.scheduling.planner.judging import season_of
from league.scheduling.planner.season_shapes import optional_costs
from league.scheduling.planner.shortages import shortages_of
from league.scheduling.planner.task import (
    Meeting,
    Plan,
    Task,
    format_plan,
    parse_plan,
)
from league.scheduling.selectors.plan_conflicts import PlanConflict, conflicts_shown
from league.scheduling.selectors.plans import standing_list, task_of_season, with_last_places
from league.shared.text import plural

NO_LIST = Plan(meetings=())
STANDING = "standing"
"""The id, in addresses, of the list that is published now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedMeeting:
    """A match of the list by the names of its teams, and of the pub if another lends its room."""

    meeting: Meeting
    home: str
    away: str
    elsewhere: str = ""

    @property
    def key(self) -> str:
        """How an address names it: its week and its sides."""
        return f"{self.meeting.round}.{self.meeting.home}.{self.meeting.away}"

    def __str__(self) -> str:
        return f"{self.home} v {self.away}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RearrangedMatch:
    """A match that could not stay in its week: before and after, why, and what that weighs; a break weighs
    ten."""

    before: NamedMeeting
    after: NamedMeeting
    way: str
    because: str
    price: int

    @property
    def is_moved(self) -> bool:
        """Whether it is on another night."""
        return self.before.meeting.date != self.after.meeting.date


@dataclass(frozen=True, slots=True, kw_only=True)
class ListNight:
    """A night of the list and the matches on it."""

    date: datetime.date
    meetings: tuple[NamedMeeting, ...]

    @property
    def weeks(self) -> list[int]:
        """The weeks of the list that it belongs to, mostly one."""
        return sorted({meeting.meeting.round for meeting in self.meetings})


def plans_of_season(season: Season) -> list[FixturePlan]:
    """Return the plans of a season, the latest first, without their lists. One query."""
    return list(FixturePlan.objects.filter(season=season).defer("best", "resume", "wishes"))


def _strangers(task: Task, plan: Plan) -> tuple[str, ...]:
    """Return a sentence for each team of the list that has left the season."""
    known = task.teams_by_key()
    missing = {
        team for meeting in plan.meetings for team in (meeting.home, meeting.away) if team not in known
    }
    return tuple(f"{team} stands in the list, but plays in the season no more." for team in sorted(missing))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanFigure:
    """One figure of a list. `value` is None if it is not known; `note` is what to compare it with."""

    title: str
    value: float | None
    note: str = ""
    more_is_better: bool = False
    is_good: bool | None = None
    shown: str = ""

    @property
    def text(self) -> str:
        """The figure as text."""
        if self.shown:
            return self.shown
        return "not known" if self.value is None else f"{self.value:g}"

    def better_than(self, other: "PlanFigure") -> bool:
        """Return whether this is the better of two figures of one kind."""
        if self.value is None or other.value is None:
            return False
        return self.value > other.value if self.more_is_better else self.value < other.value


@dataclass(frozen=True, kw_only=True)
class PlanPage:
    """One plan. `reasons` tell why its requests cannot be read; then there is no task and no report.

    `fairness` is None while the plan has no list.
    """

    plan: FixturePlan
    reasons: tuple[str, ...] = ()
    task: Task | None = None
    fixtures: Plan = NO_LIST
    fairness: Fairness | None = None

    @property
    def can_change(self) -> bool:
        """Whether it may be changed: it is not searched, was not published, and its requests are possible."""
        is_over = self.plan.is_at_work or self.plan.state == FixturePlan.State.PUBLISHED
        return not is_over and "nearest" not in self.plan.progress

    @property
    def requests_met(self) -> int:
        """How many requests are met."""
        return sum(outcome.is_met for outcome in self.fairness.requests) if self.fairness else 0

    @cached_property
    def figures(self) -> tuple[PlanFigure, ...]:
        """The figures of the list; none without a list."""
        if self.fairness is None or self.task is None:
            return ()
        return (*figures_of(self.fairness), *figures_weighed(self.task, self.fixtures))

    @cached_property
    def rearranged(self) -> tuple[RearrangedMatch, ...]:
        """The matches that could not stay in their week, as the search left them."""
        return tuple(
            RearrangedMatch(
                before=self.named(parse_plan(row["before"]).meetings[0]),
                after=self.named(after),
                way=row["way"],
                because="; ".join(row["because"]),
                price=row["price"],
            )
            for row in self.plan.progress.get("rearranged", [])
            for after in parse_plan(row["after"]).meetings
        )

    @cached_property
    def alternatives(self) -> tuple[Verdict, ...]:
        """The verdict on each alternative of the search; none once the list was changed."""
        if self.task is None or self.by_hand:
            return ()
        lists = (parse_plan(other["best"]) for other in self.plan.progress.get("alternatives", []))
        return tuple(judge(season_of(self.task, other)) for other in lists)

    @cached_property
    def traded(self) -> list[tuple[PlanFigure, ...]]:
        """What was traded, row by row: the figure of this list and that of each alternative."""
        verdicts = (self.fairness.verdict, *self.alternatives) if self.fairness else ()
        return list(zip(*(figures_traded(verdict.traded) for verdict in verdicts), strict=True))

    @cached_property
    def traded_by_team(self) -> list[tuple[str, tuple[PlanFigure, ...]]]:
        """What was traded by each team, by name."""
        if self.task is None:
            return []
        season = season_of(self.task, self.fixtures)
        figures = ((team.name, figures_traded(traded(season, team.key))) for team in self.task.teams)
        return sorted(figures, key=lambda row: row[0])

    @cached_property
    def shortages(self) -> tuple[str, ...]:
        """Why some matches cannot be played at home, as counted; none in mid-season."""
        return shortages_of(self.task) if self.task else ()

    @cached_property
    def conflicts(self) -> list[PlanConflict]:
        """The requests that conflict, as the search found them."""
        return conflicts_shown(self.plan)

    @property
    def pubs_without_place(self) -> list[str]:
        """The pubs of teams whose place is missing, so that no miles are known."""
        if self.task is None:
            return []
        own = {team.venue for team in self.task.teams}
        return [venue.name for venue in self.task.venues if venue.key in own and venue.place is None]

    @property
    def by_hand(self) -> list[str]:
        """The changes by hand since the search, in words, the latest first."""
        return [change["said"] for change in reversed(self.plan.progress.get("by_hand", []))]

    @cached_property
    def names(self) -> dict[str, str]:
        """The name of each team by its key."""
        return {key: team.name for key, team in self.task.teams_by_key().items()} if self.task else {}

    @cached_property
    def _pubs(self) -> dict[str, str]:
        """The name of each pub by its key."""
        return {venue.key: venue.name for venue in self.task.venues} if self.task else {}

    def named(self, meeting: Meeting) -> NamedMeeting:
        """Return a match of the list by the names of its teams."""
        return NamedMeeting(
            meeting=meeting,
            home=self.names.get(meeting.home, meeting.home),
            away=self.names.get(meeting.away, meeting.away),
            elsewhere=self._pubs.get(meeting.venue, ""),
        )

    def nights(self, division: str = "", team: str = "") -> list[ListNight]:
        """Return the list night by night: of all, of a division, of a team."""
        meetings = (
            self.named(meeting)
            for meeting in self.fixtures.meetings
            if division in ("", meeting.division) and (not team or team in (meeting.home, meeting.away))
        )
        return [
            ListNight(date=date, meetings=tuple(named_meetings))
            for date, named_meetings in groupby(
                meetings, key=lambda named_meeting: named_meeting.meeting.date
            )
        ]

    def night_to_print(self, today: datetime.date) -> ListNight | None:
        """Return the night whose papers are wanted next: the first from today on, or None after the last."""
        return next((night for night in self.nights() if night.date >= today), None)

    def requests_of_team(self, team: str) -> list[RequestOutcome]:
        """Return the outcomes of a team's requests, and of those it shares."""
        return [
            outcome
            for outcome in (self.fairness.requests if self.fairness else ())
            if team in outcome.request.teams
        ]


def plan_page(plan: FixturePlan) -> PlanPage:
    """Return the page of a plan, which comes with its season, league, rule book. Eleven queries at most."""
    fixtures = parse_plan(plan.best)
    published = fixtures if plan.state == FixturePlan.State.PUBLISHED else None
    requests_text = plan.progress.get("nearest", {}).get("requests_text", plan.wishes)
    try:
        task = task_of_season(plan.season, requests_text, published)
    except FixturingError as refused:
        return PlanPage(plan=plan, reasons=refused.reasons)
    strangers = _strangers(task, fixtures)
    if strangers:
        return PlanPage(plan=plan, reasons=strangers)
    task = with_last_places(task, plan.season) if plan.best else task
    fairness = fairness_of(task, fixtures) if plan.best else None
    return PlanPage(plan=plan, task=task, fixtures=fixtures, fairness=fairness)


def standing_page(season: Season, beside: PlanPage | None) -> PlanPage | None:
    """Return the page of the present list, judged by the requests of another plan; None without a list."""
    requests_text = beside.plan.wishes if beside and beside.task else ""
    fixtures = standing_list(season)
    if fixtures is None:
        return None
    plan = FixturePlan(season=season, name="Present fixtures", public_id=STANDING, wishes=requests_text)
    plan.best = format_plan(fixtures)
    return plan_page(plan)


def figures_of(fairness: Fairness) -> tuple[PlanFigure, ...]:
    """Return the figures of a list beside those that were traded, from breaks to miles."""
    teams = [team for division in fairness.divisions for team in division.teams]
    least = sum(division.least_breaks for division in fairness.divisions)
    breaks = fairness.verdict.traded.breaks
    best = sum(division.best_carry_over for division in fairness.divisions)
    return (
        PlanFigure(
            title="Breaks above the fewest",
            value=breaks - least if least else None,
            note="the fewest possible"
            if breaks == least
            else "no list of its kind has fewer"
            if least
            else "",
            is_good=breaks <= least or None,
        ),
        PlanFigure(
            title="Largest imbalance of home and away",
            value=max((team.most_ahead for team in teams), default=0),
            note="matches, at any point of the season",
        ),
        PlanFigure(
            title="Carry-over effect",
            value=sum(division.carry_over for division in fairness.divisions),
            note=f"best known {best}; less is a fairer mix of opponents",
        ),
        *_shapes(teams),
        _miles(teams),
    )


def figures_traded(figures: Traded) -> tuple[PlanFigure, ...]:
    """Return the figures that are traded against each other."""
    weeks, last = figures.soonest_return, figures.last
    return (
        PlanFigure(title="Breaks", value=figures.breaks),
        PlanFigure(title="Longest run at home or away", value=figures.longest_run),
        PlanFigure(
            title="Earliest return match",
            value=weeks,
            shown="none" if weeks is None else f"after {plural(weeks, 'week')}",
            more_is_better=True,
        ),
        PlanFigure(title="Home matches at other pubs", value=figures.elsewhere),
        PlanFigure(
            title="Last night",
            value=last.toordinal() if last else None,
            shown=f"{last.day} {last:%b %Y}" if last else "none",
        ),
        PlanFigure(title="Requests not met", value=figures.unmet),
    )


def _shapes(teams: Sequence[TeamFairness]) -> tuple[PlanFigure, ...]:
    """Return the figures of the run-in, of neighbours, and of the first and last match."""
    run_ins = {team.name: team.shape.run_in for team in teams if team.shape.run_in is not None}
    met = [team.shape.neighbours_met for team in teams if team.shape.neighbours_met is not None]
    ends = [team.shape.is_never_home_at_an_end for team in teams]
    by_run_in = sorted(run_ins, key=run_ins.__getitem__)
    return (
        PlanFigure(
            title="Run-ins apart",
            value=round(run_ins[by_run_in[-1]] - run_ins[by_run_in[0]], 1) if run_ins else None,
            note=f"places; hardest {by_run_in[0]}, easiest {by_run_in[-1]}"
            if run_ins
            else "there is no season before",
        ),
        PlanFigure(
            title="First matches of neighbours apart",
            value=round(max(met) - min(met), 1) if met else None,
            note="weeks, from the earliest to the latest" if met else "no team has a neighbour",
        ),
        PlanFigure(
            title="Neither first nor last match at home",
            value=sum(ends),
            note=f"of {len(ends)} teams",
            is_good=not any(ends) or None,
        ),
    )


def _miles(teams: Sequence[TeamFairness]) -> PlanFigure:
    miles = [team.miles for team in teams if team.miles is not None]
    by_miles = sorted(teams, key=lambda team: team.miles or 0)
    is_known = bool(miles) and len(miles) == len(teams)
    return PlanFigure(
        title="Miles to away matches",
        value=round(sum(miles), 1) if is_known else None,
        note=f"at most {by_miles[-1].miles:g}, {by_miles[-1].name}"
        if is_known
        else "places of pubs are missing: see Fairness by team",
    )


WEIGHED = {
    "run_in": "Cost of uneven run-ins",
    "travel": "Cost of uneven travel",
    "ends": "Cost of neither first nor last match at home",
}


def figures_weighed(task: Task, fixtures: Plan) -> Iterator[PlanFigure]:
    """Yield what a list costs by the kinds of fairness that the search weighs only if chosen."""
    for kind, weight, cost in optional_costs(task, fixtures):
        yield PlanFigure(title=WEIGHED[kind], value=cost, note=f"each unit weighs {weight}; a break costs 10")


def ranges_of(division: DivisionFairness) -> dict[str, str]:
    """Return the least and the most of a division's teams in words: breaks, longest run, furthest apart."""
    figures = {
        "breaks": [team.breaks for team in division.teams],
        "run": [team.longest_run for team in division.teams],
        "apart": [team.most_ahead for team in division.teams],
    }
    ranges = {kind: sorted({min(numbers), max(numbers)}) for kind, numbers in figures.items() if numbers}
    words = {kind: " to ".join(map(str, ends)) for kind, ends in ranges.items()}
    return {kind: f"from {text}" if " to " in text else f"all {text}" for kind, text in words.items()}
