"""Teams that join in mid-season, and divisions that split: how often they meet, and what that needs."""

import datetime
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from django.db.models import Exists, OuterRef, Q

from league.competition.selectors import divisions_of
from league.models import Enrolment, Match, Season
from league.scheduling.planner.calendar import FixturingError
from league.scheduling.planner.completing import complete
from league.scheduling.planner.home_nights import by_weeks
from league.scheduling.planner.owed import new_teams
from league.scheduling.planner.round_nights import round_nights
from league.scheduling.planner.task import MOST_MEETINGS, MeetingCount, Plan, PlannedDivision, Task
from league.scheduling.selectors.initial_requests import ReplanStart, requests_for_replan
from league.scheduling.selectors.plans import LISTS, played_among, slugs_by_place, task_of_season
from league.shared.grouping import grouped
from league.shared.text import plural
from league.standings.selectors.standings import tables_of

TIMES = {1: "once", 2: "twice", 3: "three times", 4: "four times"}
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


def _rest_of(season: Season, beginning: ReplanStart) -> Task | None:
    """Return the rest of a season as a task, within its last night; None if its requests cannot be read."""
    try:
        in_season = replace(beginning, last=beginning.last or season.ends_on)
        return task_of_season(season, requests_for_replan(season, in_season).text)
    except FixturingError:
        return None


def _named(task: Task, counts: Iterable[MeetingCount]) -> tuple[MeetingCount, ...]:
    """Return counts with the names of their teams."""
    names = {team.key: team.name for team in task.teams}
    return tuple(
        replace(
            count,
            teams=tuple(names[team] for team in count.teams),
            others=tuple(names[team] for team in count.others),
        )
        for count in counts
    )


def joining_teams(season: Season, beginning: ReplanStart) -> tuple[JoiningTeam, ...]:
    """Return the teams that have joined since the fixtures were published; none if nobody has.

    Each is looked at as if it were the only one. One query if nobody has.
    """
    played = Match.objects.filter(
        Q(home=OuterRef("team")) | Q(away=OuterRef("team")), division__season=season
    )
    if not Enrolment.objects.filter(~Exists(played), season=season).exists():
        return ()
    task = _rest_of(season, beginning)
    if task is None:
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
        yield _choice(task, division, team, str(times), f"Everybody {TIMES[times]}", counts)
    byes = {other: min(_free_weeks(task, division, other), division.meetings) for other in others}
    if len(set(byes.values())) > 1:
        of_times = {
            times: tuple(other for other in others if byes[other] == times) for times in byes.values()
        }
        counts = tuple(
            MeetingCount(teams=(team,), others=own, times=times) for times, own in sorted(of_times.items())
        )
        most = max(byes.values())
        words = f"Everybody in their free weeks, {TIMES[most]} at most"
        yield _choice(task, division, team, BYES, words, counts)


def _free_weeks(task: Task, division: PlannedDivision, team: str) -> int:
    """Return in how many weeks to come a team has no match."""
    standing = task.standing or Plan(meetings=())
    busy = {meeting.round for meeting in standing.of_team(team)}
    start = task.keep_before
    return sum(
        start is not None and night >= start and number not in busy
        for number, night in round_nights(division, by_weeks(task)).items()
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
    return JoiningChoice(
        key=key,
        words=words,
        counts=_named(task, counts),
        matches=len(own) + missing,
        new_nights=len({meeting.date for meeting in own} - there),
        missing=missing,
    )


def _without_new(division: PlannedDivision, task: Task) -> PlannedDivision:
    alone = (MeetingCount(teams=(team,), times=0) for team in new_teams(division, task))
    return replace(division, differing=(*division.differing, *alone))


FEWEST_IN_A_HALF = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitChoice:
    """The halves meet among themselves so many times in the whole season: matches to come, and those of them
    that find no night. `counts` name the teams."""

    times: int
    counts: tuple[MeetingCount, ...]
    matches: int
    missing: int

    @property
    def text(self) -> str:
        """The choice in words: Each half meets twice in all: 20 matches to come, all fit."""
        fit = f"{self.missing} do not fit before the season ends" if self.missing else "all fit"
        words = f"In each half everybody meets {TIMES[self.times]} in all"
        return f"{words}: {self.matches} matches to come, {fit}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitDivision:
    """A division in which everybody has met everybody, its halves by the table, the top one first."""

    key: str
    name: str
    halves: tuple[tuple[str, ...], tuple[str, ...]]
    choices: tuple[SplitChoice, ...]

    def counts(self, key: str) -> tuple[MeetingCount, ...]:
        """Return what a choice means; nothing for a division that does not split."""
        return next((choice.counts for choice in self.choices if str(choice.times) == key), ())


def divisions_to_split(season: Season, beginning: ReplanStart) -> tuple[SplitDivision, ...]:
    """Return the divisions in which everybody has met everybody, as results say, and that are whole.

    A division that has split already, that a team has joined or that one has left is left out.
    """
    task = _rest_of(season, beginning)
    if task is None:
        return ()
    met = _met(season)
    divisions = [
        division
        for division in task.divisions
        if set(map(frozenset, combinations(division.teams, 2))) <= met
        and _is_whole(division, beginning.start)
    ]
    if not divisions:
        return ()
    orders = {table.division.slug: slugs_by_place(table) for table in tables_of(divisions_of(season))}
    return tuple(_split(task, division, orders[division.key]) for division in divisions)


def _met(season: Season) -> set[frozenset[str]]:
    """Return the couples that have a result: a night that has gone by is no meeting. Three queries."""
    matches = list(Match.objects.filter(division__season=season, **LISTS).select_related("home", "away"))
    played = played_among(match.pk for match in matches)
    return {frozenset((match.home.slug, match.away.slug)) for match in matches if match.pk in played}


def _is_whole(division: PlannedDivision, start: datetime.date) -> bool:
    is_large = len(division.teams) >= 2 * FEWEST_IN_A_HALF and not division.differing
    return is_large and any(night >= start for night in division.nights)


def _met_before(task: Task, division: PlannedDivision, start: datetime.date) -> Counter[frozenset[str]]:
    standing = task.standing.of_division(division.key) if task.standing else ()
    return Counter(meeting.pair for meeting in standing if meeting.date < start)


def _split(task: Task, division: PlannedDivision, order: Sequence[str]) -> SplitDivision:
    names = {team.key: team.name for team in task.teams}
    half = (len(order) + 1) // 2
    top, bottom = tuple(order[:half]), tuple(order[half:])
    return SplitDivision(
        key=division.key,
        name=division.name,
        halves=(tuple(names[team] for team in top), tuple(names[team] for team in bottom)),
        choices=tuple(_halves(task, division, top, bottom)),
    )


def _halves(
    task: Task, division: PlannedDivision, top: tuple[str, ...], bottom: tuple[str, ...]
) -> Iterator[SplitChoice]:
    """Yield the choices: the halves never meet again, in each of them everybody meets once or twice more."""
    start = task.keep_before or datetime.date.min
    met = _met_before(task, division, start)
    apart = tuple(_no_more(met, top, bottom))
    most = max(met[frozenset(couple)] for half in (top, bottom) for couple in combinations(half, 2))
    for times in range(max(most, 2), min(most + 2, MOST_MEETINGS) + 1):
        halves = (MeetingCount(teams=top, times=times), MeetingCount(teams=bottom, times=times))
        counts = (*apart, *halves)
        split = replace(division, differing=counts)
        divisions = tuple(split if other == division else other for other in task.divisions)
        completion = complete(replace(task, divisions=divisions), only_counts=True)
        to_come = sum(meeting.date >= start for meeting in completion.plan.of_division(division.key))
        missing = sum(number for (team, _), number in completion.missing.items() if team in division.teams)
        yield SplitChoice(
            times=times,
            counts=_named(task, counts),
            matches=to_come + missing,
            missing=missing,
        )


def _no_more(
    met: Counter[frozenset[str]], top: tuple[str, ...], bottom: tuple[str, ...]
) -> Iterator[MeetingCount]:
    """Yield how often teams of different halves have met, which is as often as they ever do."""
    for team in top:
        others = grouped((met[frozenset((team, other))], other) for other in bottom)
        for times, own in sorted(others.items()):
            yield MeetingCount(teams=(team,), others=tuple(own), times=times)
