"""Teams that join in mid-season: how often each can meet the others in what is left, and what that needs."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef, Q

from league.models import Enrolment, Match, Season
from league.scheduling.planner.calendar import FixturingError
from league.scheduling.planner.completing import complete
from league.scheduling.planner.owed import new_teams
from league.scheduling.planner.round_nights import round_nights
from league.scheduling.planner.task import MeetingCount, Plan, PlannedDivision, Task
from league.scheduling.selectors.initial_requests import ReplanStart, requests_for_replan
from league.scheduling.selectors.plans import task_of_season
from league.shared.text import plural

TIMES = {1: "Everybody once", 2: "Everybody twice", 3: "Everybody three times", 4: "Everybody four times"}
BYES = "byes"


@dataclass(frozen=True, slots=True, kw_only=True)
class JoiningChoice:
    """How often a team meets the others: so many matches, of which some find no night; `new_nights` are
    nights on which the division would not have played. `counts` name the teams."""

    key: str
    words: str
    counts: tuple[MeetingCount, ...]
    matches: int
    new_nights: int
    missing: int

    @property
    def text(self) -> str:
        """The choice in words: Everybody once: 9 matches, all in free weeks."""
        parts = [f"{self.matches} match{'' if self.matches == 1 else 'es'}"]
        if self.missing:
            parts.append(f"{self.missing} do not fit before the season ends")
        elif self.new_nights:
            parts.append(f"with {plural(self.new_nights, 'spare night')}")
        else:
            parts.append("all in free weeks")
        return f"{self.words}: {', '.join(parts)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class JoiningTeam:
    """A team of a division in which only the others have matches."""

    key: str
    name: str
    division: str
    choices: tuple[JoiningChoice, ...]

    @property
    def best(self) -> str:
        """The choice with the most matches that all fit; the first if none does."""
        fitting = [choice for choice in self.choices if not choice.missing]
        return max(fitting, key=lambda choice: choice.matches, default=self.choices[0]).key

    def counts(self, key: str) -> tuple[MeetingCount, ...]:
        """Return what a choice means."""
        return next(choice.counts for choice in self.choices if choice.key == key)


def joining_teams(season: Season, beginning: ReplanStart) -> tuple[JoiningTeam, ...]:
    """Return the teams that have joined since the fixtures were published; none if nobody has.

    Each is looked at as if it were the only one. One query if nobody has.
    """
    played = Match.objects.filter(
        Q(home=OuterRef("team")) | Q(away=OuterRef("team")), division__season=season
    )
    if not Enrolment.objects.filter(~Exists(played), season=season).exists():
        return ()
    try:
        in_season = replace(beginning, last=beginning.last or season.ends_on)
        task = task_of_season(season, requests_for_replan(season, in_season).text)
    except FixturingError:
        return ()
    return tuple(
        JoiningTeam(
            key=team,
            name=task.teams_by_key()[team].name,
            division=division.name,
            choices=tuple(_choices(task, division, team)),
        )
        for division in task.divisions
        for team in new_teams(division, task)
    )


def _choices(task: Task, division: PlannedDivision, team: str) -> Iterator[JoiningChoice]:
    others = [other for other in division.teams if other not in new_teams(division, task)]
    for times in range(1, division.meetings + 1):
        counts: tuple[MeetingCount, ...] = (MeetingCount(teams=(team,), times=times),)
        yield _choice(task, division, team, str(times), TIMES[times], counts)
    byes = {other: min(_free_weeks(task, division, other), division.meetings) for other in others}
    if len(set(byes.values())) > 1:
        of_times = {
            times: tuple(other for other in others if byes[other] == times) for times in byes.values()
        }
        counts = tuple(
            MeetingCount(teams=(team,), others=own, times=times) for times, own in sorted(of_times.items())
        )
        most = max(byes.values())
        words = f"Everybody in their free weeks, {TIMES[most].removeprefix('Everybody ')} at most"
        yield _choice(task, division, team, BYES, words, counts)


def _free_weeks(task: Task, division: PlannedDivision, team: str) -> int:
    """Return in how many weeks to come a team has no match."""
    standing = task.standing or Plan(meetings=())
    busy = {meeting.round for meeting in standing.of_team(team)}
    start = task.keep_before
    return sum(
        start is not None and night >= start and number not in busy
        for number, night in round_nights(division, task).items()
    )


def _choice(
    task: Task,
    division: PlannedDivision,
    team: str,
    key: str,
    words: str,
    counts: tuple[MeetingCount, ...],
) -> JoiningChoice:
    alone = [MeetingCount(teams=(other,), times=0) for other in new_teams(division, task) if other != team]
    differing = (*division.differing, *counts, *alone)
    divisions = (
        replace(other, differing=differing) if other == division else _without_new(other, task)
        for other in task.divisions
    )
    changed = replace(task, divisions=tuple(divisions))
    completion = complete(changed, only_counts=True)
    there = {meeting.date for meeting in (task.standing or completion.plan).of_division(division.key)}
    missing = sum(completion.missing.values())
    own = [meeting for meeting in completion.added if team in meeting.pair]
    names = {planned.key: planned.name for planned in task.teams}
    named = (
        replace(
            count,
            teams=tuple(names[team] for team in count.teams),
            others=tuple(names[team] for team in count.others),
        )
        for count in counts
    )
    return JoiningChoice(
        key=key,
        words=words,
        counts=tuple(named),
        matches=len(own) + missing,
        new_nights=len({meeting.date for meeting in own} - there),
        missing=missing,
    )


def _without_new(division: PlannedDivision, task: Task) -> PlannedDivision:
    alone = (MeetingCount(teams=(team,), times=0) for team in new_teams(division, task))
    return replace(division, differing=(*division.differing, *alone))
