"""A division that splits in mid-season: its halves by the table, and what is left for each among itself."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from league.competition.selectors import divisions_of
from league.models import Match, Season
from league.scheduling.planner.calendar import FixturingError
from league.scheduling.planner.completing import complete
from league.scheduling.planner.task import MOST_MEETINGS, MeetingCount, PlannedDivision, Task
from league.scheduling.selectors.initial_requests import ReplanStart, requests_for_replan
from league.scheduling.selectors.plans import LISTS, played_among, task_of_season
from league.standings.selectors.standings import DivisionTable, tables_of

FEWEST_IN_A_HALF = 3
TIMES = {2: "twice", 3: "three times", 4: "four times"}


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
    try:
        in_season = replace(beginning, last=beginning.last or season.ends_on)
        task = task_of_season(season, requests_for_replan(season, in_season).text)
    except FixturingError:
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
    tables = {table.division.slug: table for table in tables_of(divisions_of(season))}
    return tuple(_split(task, division, _order(tables[division.key])) for division in divisions)


def _order(table: DivisionTable) -> list[str]:
    return [table.entrants[row.record.team].slug for row in table.rows]


def _met(season: Season) -> set[frozenset[str]]:
    """Return the couples that have a result: a night that has gone by is no meeting. Three queries."""
    matches = list(Match.objects.filter(division__season=season, **LISTS).select_related("home", "away"))
    played = played_among(matches)
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
        choices=tuple(_choices(task, division, top, bottom)),
    )


def _choices(
    task: Task, division: PlannedDivision, top: tuple[str, ...], bottom: tuple[str, ...]
) -> Iterator[SplitChoice]:
    """Yield the choices: the halves never meet again, in each of them everybody meets once or twice more."""
    names = {team.key: team.name for team in task.teams}
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
            counts=tuple(
                replace(
                    count,
                    teams=tuple(names[team] for team in count.teams),
                    others=tuple(names[team] for team in count.others),
                )
                for count in counts
            ),
            matches=to_come + missing,
            missing=missing,
        )


def _no_more(
    met: Counter[frozenset[str]], top: tuple[str, ...], bottom: tuple[str, ...]
) -> Iterator[MeetingCount]:
    """Yield how often teams of different halves have met, which is as often as they ever do."""
    for team in top:
        others: dict[int, list[str]] = defaultdict(list)
        for other in bottom:
            others[met[frozenset((team, other))]].append(other)
        for times, own in sorted(others.items()):
            yield MeetingCount(teams=(team,), others=tuple(own), times=times)
