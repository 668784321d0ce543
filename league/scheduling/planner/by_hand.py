"""Changes of a list by hand, and what follows from each of them.

A pub that lent its room did so for that match on that night: whatever changes goes back to the home pub.

A change moves a match, exchanges two matches, two weeks of some teams, or two teams. Changing judges
nothing; `consequences` compares the lists before and after, so that a page can show it before it is saved.
"""

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from league.scheduling.planner.calendar import short_day
from league.scheduling.planner.fairness import Fairness, TeamFairness, fairness_of
from league.scheduling.planner.home_nights import as_played, on_division_nights
from league.scheduling.planner.round_nights import usual_nights
from league.scheduling.planner.task import Meeting, Plan, Task, meetings_by_round


class Act(StrEnum):
    """What is done to a match of the list.

    SIDES changes home and away, NIGHT puts it on another night, WEEK into another week together with every
    match that has to make room, MATCH exchanges its week with another match's, TEAMS lets one of its teams
    change places with another team all season.
    """

    SIDES = "sides"
    NIGHT = "night"
    WEEK = "week"
    MATCH = "match"
    TEAMS = "teams"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeByHand:
    """One change. Which of the later values are needed depends on the act; `returns` does the same to the
    return matches, for the acts that allow it."""

    act: Act
    meeting: Meeting
    returns: bool = False
    night: datetime.date | None = None
    week: int | None = None
    other: Meeting | None = None
    teams: tuple[str, str] | None = None


def apply_change(plan: Plan, change: ChangeByHand, task: Task | None = None) -> Plan:
    """Return the list after a change; but for a night that is chosen, home nights of teams hold."""
    if task is None or change.act is Act.NIGHT:
        return _changed(plan, change)
    in_week = on_division_nights(task)
    other = in_week(change.other) if change.other else None
    change = replace(change, meeting=in_week(change.meeting), other=other)
    return as_played(task, _changed(plan.moved(in_week), change))


def _changed(plan: Plan, change: ChangeByHand) -> Plan:
    meeting = change.meeting
    if change.act is Act.SIDES:
        return sides_changed(plan, meeting, returns=change.returns)
    if change.act is Act.NIGHT and change.night:
        return plan.changed({meeting: replace(meeting, date=change.night, venue="")})
    if change.act is Act.WEEK and change.week:
        return week_changed(plan, meeting, change.week, returns=change.returns)
    if change.act is Act.MATCH and change.other:
        return matches_exchanged(plan, meeting, change.other)
    if change.act is Act.TEAMS and change.teams:
        return teams_exchanged(plan, meeting.division, *change.teams)
    raise ValueError(f"{change.act} needs more to be said.")


def sides_changed(plan: Plan, meeting: Meeting, *, returns: bool) -> Plan:
    """Return the list with home and away changed in a match, or with `returns` in all of its two teams."""
    meant = [match for match in plan.of_division(meeting.division) if match.pair == meeting.pair]
    chosen = meant if returns else [meeting]
    return plan.changed(
        {match: replace(match, home=match.away, away=match.home, venue="") for match in chosen}
    )


def week_changed(plan: Plan, meeting: Meeting, week: int, *, returns: bool) -> Plan:
    """Return a match in another week of its division, and the matches that have to change weeks with it.

    The opponents of the two teams in that week have to move too, and their opponents, until the chain closes:
    so no team has two matches in a week, or one more free week. With `returns` the return match changes weeks
    in the same way.
    """
    weeks = meetings_by_round(plan, meeting.division)
    nights = usual_nights(plan, meeting.division)
    if week not in weeks or week == meeting.round:
        return plan
    pairs = [(meeting, week)]
    if returns:
        pairs += _return_of(plan, meeting, weeks, week)
    changes: dict[Meeting, Meeting] = {}
    for match, to in pairs:
        there = {match.round: to, to: match.round}
        for moving in _chain(match, [*weeks[match.round], *weeks[to]]):
            number = there[moving.round]
            changes[moving] = replace(moving, round=number, date=nights[number], venue="")
    return plan.changed(changes)


def matches_exchanged(plan: Plan, meeting: Meeting, other: Meeting) -> Plan:
    """Swap the nights of two matches, and nothing else."""
    return plan.changed(
        {
            meeting: replace(meeting, round=other.round, date=other.date, venue=""),
            other: replace(other, round=meeting.round, date=meeting.date, venue=""),
        },
    )


def teams_exchanged(plan: Plan, division: str, first: str, second: str) -> Plan:
    """Return two teams of a division in each other's places, all season long."""
    names = {first: second, second: first}
    return plan.changed(
        {
            meeting: replace(
                meeting,
                home=names.get(meeting.home, meeting.home),
                away=names.get(meeting.away, meeting.away),
                venue="",
            )
            for meeting in plan.of_division(division)
            if meeting.pair & names.keys()
        },
    )


def difference(before: Plan, after: Plan) -> tuple[tuple[Meeting, ...], tuple[Meeting, ...]]:
    """Return the matches of the first list that the second has not, and the other way round."""
    old, new = set(before.meetings), set(after.meetings)
    return tuple(sorted(old - new)), tuple(sorted(new - old))


def _chain(first: Meeting, two_weeks: list[Meeting]) -> set[Meeting]:
    """Return the matches of two weeks that are linked to the first by common teams."""
    meetings, teams = {first}, set(first.pair)
    while more := {week for week in two_weeks if week not in meetings and week.pair & teams}:
        meetings |= more
        teams.update(team for meeting in more for team in meeting.pair)
    return meetings


def _return_of(
    plan: Plan, meeting: Meeting, weeks: Mapping[int, list[Meeting]], week: int
) -> list[tuple[Meeting, int]]:
    """Return the return match and the week it has to move to; empty if those weeks are not mirrored."""
    returns = [
        match
        for match in plan.of_division(meeting.division)
        if match.pair == meeting.pair and match != meeting
    ]
    pairs = {match.pair for match in weeks[week]}
    there = [
        number
        for number, matches in weeks.items()
        if number != week and {match.pair for match in matches} == pairs
    ]
    if len(returns) != 1 or len(there) != 1 or returns[0].round in (week, there[0]):
        return []
    return [(returns[0], there[0])]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamChange:
    """A team whose season is fairer or less fair than before."""

    before: TeamFairness
    after: TeamFairness


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """What a change does: conditions newly broken and mended, requests lost and won, teams that change."""

    before: Fairness
    after: Fairness
    broken: tuple[str, ...]
    healed: tuple[str, ...]
    lost: tuple[str, ...]
    won: tuple[str, ...]
    teams: tuple[TeamChange, ...]

    @property
    def harms_nothing(self) -> bool:
        """Whether it breaks no condition and loses no request."""
        return not (self.broken or self.lost)


def consequences(task: Task, before: Plan, after: Plan) -> Consequences:
    """Return the difference between two lists of one task."""
    old, new = fairness_of(task, before), fairness_of(task, after)
    old_faults = list(map(str, old.verdict.breaches))
    new_faults = list(map(str, new.verdict.breaches))
    return Consequences(
        before=old,
        after=new,
        broken=tuple(fault for fault in new_faults if fault not in old_faults),
        healed=tuple(fault for fault in old_faults if fault not in new_faults),
        lost=tuple(_requests(old, new)),
        won=tuple(_requests(new, old)),
        teams=tuple(_teams(old, new)),
    )


def _requests(fairness: Fairness, other: Fairness) -> Iterator[str]:
    """Yield the requests that are missed on more nights in the other report, with those nights."""
    for first, second in zip(fairness.requests, other.requests, strict=True):
        nights = [night for night in second.missed if night not in first.missed]
        if nights:
            on = ", ".join(short_day(night) for night in nights if night)
            yield f"{second.sentence}{f': not on {on}' if on else ''}"


def _teams(old: Fairness, new: Fairness) -> Iterator[TeamChange]:
    for division, other in zip(old.divisions, new.divisions, strict=True):
        for before, after in zip(division.teams, other.teams, strict=True):
            if replace(before, nights=()) != replace(after, nights=()):
                yield TeamChange(before=before, after=after)
