"""How fair a plan is to each team, and why a request is not met."""

import datetime
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from league.scheduling.planner.by_hand import Act, ChangeByHand, Consequences, apply_change, consequences
from league.scheduling.planner.fairness import DivisionFairness, RequestOutcome, TeamFairness
from league.scheduling.planner.task import Meeting, TeamRequest, Where
from league.scheduling.selectors.fairness_kinds import KindsOfFairness, TeamKinds, kinds_of_fairness
from league.scheduling.selectors.plan_page import (
    ListNight,
    NamedMeeting,
    PlanPage,
    ranges_of,
)
from league.shared.text import listed, plural

# Each price takes a whole report on a list: a page works out so many, and links to the others.
MOST_PRICED = 12
MOST_NAMED = 2
ALONE = "No list can meet it, whatever the others ask."


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureNight:
    """A team's night in the picture: at home, away or free, and whether that repeats the match before."""

    is_home: bool | None
    is_break: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestReport:
    """A request and its outcome. `because` is why it is not met, as far as that is known; `meeting` is the
    match that prevents it, if there is one."""

    outcome: RequestOutcome
    because: str = ""
    meeting: NamedMeeting | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamReport:
    """A team's season: its figures, its requests, and its figures beside the mean of the league."""

    team: TeamFairness
    requests: tuple[RequestReport, ...]
    kinds: TeamKinds

    @property
    def met(self) -> int:
        """How many of its requests are met."""
        return sum(request.outcome.is_met for request in self.requests)

    @property
    def missed(self) -> list[RequestReport]:
        """The requests that are not met."""
        return [request for request in self.requests if not request.outcome.is_met]

    @property
    def picture(self) -> list[PictureNight]:
        """Its season week by week."""
        nights: list[PictureNight] = []
        last: bool | None = None
        for night in self.team.nights:
            plays = night.is_home is not None
            nights.append(PictureNight(is_home=night.is_home, is_break=plays and night.is_home is last))
            last = night.is_home if plays else last
        return nights

    @property
    def text(self) -> str:
        """The season in words: 11 at home, 11 away, never more than 2 in a row, 1 break; 3 of 4 met."""
        team = self.team
        parts = [f"{team.home} at home", f"{team.away} away", f"never more than {team.longest_run} running"]
        parts.append("1 break" if team.breaks == 1 else f"{team.breaks or 'no'} breaks")
        if team.miles is not None:
            parts.append(f"{team.miles:g} miles")
        requests = f"{self.met} of {len(self.requests)} request{'s' if len(self.requests) > 1 else ''} met"
        return f"{', '.join(parts)}; {requests if self.requests else 'no requests'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionReport:
    """A division of the report: its figures, its teams, and their ranges."""

    division: DivisionFairness
    teams: tuple[TeamReport, ...]
    ranges: dict[str, str]
    kinds: KindsOfFairness

    @property
    def weeks(self) -> range:
        """The numbers over the picture's columns."""
        return range(1, max((len(team.nights) for team in self.division.teams), default=0) + 1)

    @property
    def is_fewest(self) -> bool:
        """Whether it has the fewest breaks there can be."""
        return self.division.breaks == self.division.least_breaks


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSeason:
    """The report on a single team, with its season night by night."""

    report: TeamReport
    division: DivisionReport
    nights: list[ListNight]

    @property
    def break_nights(self) -> frozenset[datetime.date]:
        """The nights of its breaks."""
        played = [night for night in self.report.team.nights if night.is_home is not None]
        return frozenset(
            now.date for before, now in pairwise(played) if now.date and now.is_home is before.is_home
        )


def division_reports(page: PlanPage, only: str = "") -> tuple[DivisionReport, ...]:
    """Return the report, division by division, or of one alone.

    Only the first few missed requests get a price.
    """
    if page.fairness is None:
        return ()
    fairnesses = [fairness for fairness in page.fairness.divisions if only in ("", fairness.division)]
    reasons, kinds = _Reasons(page), kinds_of_fairness(page.fairness)
    return tuple(
        DivisionReport(
            division=division,
            teams=tuple(
                TeamReport(
                    team=team,
                    requests=tuple(map(reasons.report, page.requests_of_team(team.team))),
                    kinds=kinds.teams[team.team],
                )
                for team in division.teams
            ),
            ranges=ranges_of(division),
            kinds=kinds,
        )
        for division in fairnesses
    )


def team_report(page: PlanPage, team: str) -> TeamSeason | None:
    """Return the report on one team; None if the plan has no such team."""
    planned_division = page.task.division_of().get(team) if page.task and page.fairness else None
    if planned_division is None:
        return None
    (division,) = division_reports(page, planned_division.key)
    report = next(report for report in division.teams if report.team.team == team)
    return TeamSeason(report=report, division=division, nights=page.nights(team=team))


class _Reasons:
    """Why requests are not met: a contradiction that was proved, or the price of the nearest change."""

    def __init__(self, page: PlanPage) -> None:
        self.page = page
        self.conflicts = [conflict["sentence"] for conflict in page.plan.progress.get("conflicts", [])]
        self.known: dict[str, RequestReport] = {}
        self.left = MOST_PRICED

    def report(self, outcome: RequestOutcome) -> RequestReport:
        if outcome.is_met:
            return RequestReport(outcome=outcome)
        # A request of two teams comes twice and is worked out once.
        if outcome.sentence not in self.known:
            self.known[outcome.sentence] = self._worked_out(outcome)
        return self.known[outcome.sentence]

    def _worked_out(self, outcome: RequestOutcome) -> RequestReport:
        against = self._meeting(outcome)
        because = next((conflict for conflict in self.conflicts if outcome.sentence in conflict), "")
        if because.startswith(f"{outcome.sentence}:"):
            because = ALONE
        if not because and against is not None:
            because = self._price(outcome, against)
        return RequestReport(
            outcome=outcome, because=because, meeting=self.page.named(against) if against else None
        )

    def _meeting(self, outcome: RequestOutcome) -> Meeting | None:
        night = outcome.missed[0]
        teams = outcome.request.teams
        on_it = (meeting for meeting in self.page.fixtures.meetings if meeting.date == night)
        return next((meeting for meeting in on_it if meeting.home in teams or meeting.away in teams), None)

    def _price(self, outcome: RequestOutcome, against: Meeting) -> str:
        """Return the price of changing home and away with the opponent, the nearest way to meet a request."""
        request, task = outcome.request, self.page.task
        if (
            not isinstance(request, TeamRequest)
            or request.where is Where.NO_MATCH
            or task is None
            or not self.left
        ):
            return ""
        self.left -= 1
        change = ChangeByHand(act=Act.SIDES, meeting=against, returns=True)
        done = consequences(task, self.page.fixtures, apply_change(self.page.fixtures, change, task))
        other = self.page.names[against.away if against.home == request.team else against.home]
        return f"Home and away changed with {other}, here and in the return: {listed(price_of(done))}."


def price_of(done: Consequences) -> Iterator[str]:
    """Yield what a change costs, in a few words each."""
    breaks = done.after.verdict.traded.breaks - done.before.verdict.traded.breaks
    if breaks:
        few = abs(breaks)
        yield f"{plural(few, 'break')} {'more' if breaks > 0 else 'fewer'}"
    if done.broken:
        more = len(done.broken) - 1
        others = f" and {more} more condition{'s' if more > 1 else ''} broken" if more else ""
        yield f"a condition broken ({done.broken[0].rstrip('.')}){others}"
    if done.lost:
        yield f"not met any more: {listed(_few(done.lost))}"
    if not (breaks or done.broken or done.lost):
        yield "nothing gets worse"


def _few(sentences: Iterable[str]) -> list[str]:
    texts = list(sentences)
    more = len(texts) - MOST_NAMED
    return [*texts[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])]
