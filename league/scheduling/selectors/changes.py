"""What a match of a plan can be changed to by hand, and a preview of what would follow."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from league.scheduling.planner.by_hand import (
    Act,
    ChangeByHand,
    Consequences,
    apply_change,
    consequences,
    difference,
)
from league.scheduling.planner.task import Meeting, Plan, meetings_by_round
from league.scheduling.selectors.plan_page import NamedMeeting, PlanPage

MOST_NIGHTS = 12
MOST_MOVED = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeChoice:
    """A choice of a form: its value and its words."""

    value: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeOptions:
    """A match of the list and what it could be changed to. `free` are nights on which neither side plays."""

    match: NamedMeeting
    returns: tuple[NamedMeeting, ...]
    weeks: tuple[ChangeChoice, ...]
    others: tuple[tuple[str, tuple[ChangeChoice, ...]], ...]
    sides: tuple[ChangeChoice, ...]
    teams: tuple[ChangeChoice, ...]
    free: tuple[datetime.date, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedMeeting:
    """A match before and after; None where it is there only before, or only after."""

    before: NamedMeeting | None
    after: NamedMeeting | None

    @property
    def is_turned(self) -> bool:
        """Whether home and away are changed."""
        return bool(self.before and self.after and self.before.home != self.after.home)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangePreview:
    """What a change does, before it is saved."""

    sentence: str
    done: Consequences
    moving: tuple[MovedMeeting, ...]
    more: int

    @property
    def changes_nothing(self) -> bool:
        """Whether the change leaves the list the same."""
        return not self.moving


def meeting_of(fixtures: Plan, key: str) -> Meeting | None:
    """Return the match of a key, as in 3.fleece.shears; None if the list has none."""
    week, _, sides = key.partition(".")
    home, _, away = sides.partition(".")
    names = (week, home, away)
    return next(
        (
            meeting
            for meeting in fixtures.meetings
            if (str(meeting.round), meeting.home, meeting.away) == names
        ),
        None,
    )


def change_options(page: PlanPage, meeting: Meeting) -> ChangeOptions:
    """Return a match and what it could be changed to."""
    own = page.fixtures.of_division(meeting.division)
    teams = page.task.division_of()[meeting.home].teams if page.task else ()
    return ChangeOptions(
        match=page.named(meeting),
        returns=tuple(page.named(match) for match in own if match.pair == meeting.pair and match != meeting),
        weeks=tuple(_weeks(page, meeting)),
        others=tuple(_others(page, meeting)),
        sides=tuple(
            ChangeChoice(value=team, words=page.names[team]) for team in (meeting.home, meeting.away)
        ),
        teams=tuple(ChangeChoice(value=team, words=page.names[team]) for team in teams),
        free=tuple(_free(page, meeting))[:MOST_NIGHTS],
    )


def preview(page: PlanPage, change: ChangeByHand) -> ChangePreview | None:
    """Return what a change would do; None where the plan cannot be judged."""
    if page.task is None:
        return None
    after = apply_change(page.fixtures, change, page.task)
    moving = tuple(_moving(page, *difference(page.fixtures, after)))
    return ChangePreview(
        sentence=change_sentence(page, change),
        done=consequences(page.task, page.fixtures, after),
        moving=moving[:MOST_MOVED],
        more=len(moving[MOST_MOVED:]),
    )


def change_sentence(page: PlanPage, change: ChangeByHand) -> str:
    """Return a change in words, without its full stop."""
    match = f"{page.named(change.meeting)}, {short_night(change.meeting.date)}"
    returns = " and of the return" if change.returns else ""
    if change.act is Act.NIGHT:
        return f"{match}: moved to {short_night(change.night)}"
    if change.act is Act.WEEK:
        alike = ", and its return alike" if change.returns else ""
        return f"{match}: moved to week {change.week} with all that has to make room{alike}"
    if change.act is Act.MATCH and change.other:
        other = f"{page.named(change.other)}, {short_night(change.other.date)}"
        return f"{match}: nights exchanged with {other}"
    if change.act is Act.TEAMS and change.teams:
        text, other = (page.names[team] for team in change.teams)
        return f"{text} and {other} in each other’s places all season"
    return f"{match}: home and away of the match{returns} changed"


def _weeks(page: PlanPage, meeting: Meeting) -> Iterator[ChangeChoice]:
    """Yield each other week of the division, with whom the two teams meet there."""
    weeks = meetings_by_round(page.fixtures, meeting.division)
    for number, matches in sorted(weeks.items()):
        if number == meeting.round:
            continue
        own = [str(page.named(match)) for match in matches if match.pair & meeting.pair]
        there = ", ".join(own) or "both are free"
        yield ChangeChoice(
            value=str(number), words=f"Week {number}, {short_night(min(matches).date)}: {there}"
        )


def _others(page: PlanPage, meeting: Meeting) -> Iterator[tuple[str, tuple[ChangeChoice, ...]]]:
    for night in page.nights(division=meeting.division):
        choices = tuple(
            ChangeChoice(value=named_meeting.key, words=str(named_meeting))
            for named_meeting in night.meetings
            if named_meeting.meeting != meeting
        )
        if choices:
            yield short_night(night.date), choices


def _free(page: PlanPage, meeting: Meeting) -> Iterator[datetime.date]:
    """Yield nights of the season on which neither team plays and the pub has room, the nearest first."""
    task = page.task
    if task is None:
        return
    home = task.teams_by_key()[meeting.home]
    venue = task.venues_by_key()[home.venue]
    here = {team.key for team in task.teams if team.venue == venue.key}
    busy: set[datetime.date] = set()
    hosted: Counter[datetime.date] = Counter()
    for match in page.fixtures.meetings:
        if match.pair & meeting.pair:
            busy.add(match.date)
        hosted[match.date] += match.home in here
    nights = {
        task.home_night(meeting.home, night) for division in task.divisions for night in division.nights
    }
    if task.calendar:
        nights |= {
            day
            for weekday in {night.isoweekday() for night in nights}
            for day in task.calendar.reserve_nights(weekday)
        }
    for night in sorted(nights, key=lambda date: (abs((date - meeting.date).days), date)):
        if night not in busy and night not in venue.closed and hosted[night] < venue.capacity:
            yield night


def _moving(page: PlanPage, out: tuple[Meeting, ...], in_: tuple[Meeting, ...]) -> Iterator[MovedMeeting]:
    """Yield the matches that move, before and after paired by their teams, in the order of the nights."""
    pairs: dict[frozenset[str], tuple[list[Meeting], list[Meeting]]] = defaultdict(lambda: ([], []))
    for place, meetings in enumerate((out, in_)):
        for meeting in meetings:
            pairs[meeting.pair][place].append(meeting)
    changed_pairs = [pair for before, after in pairs.values() for pair in zip_longest(before, after)]
    for old, new in sorted(changed_pairs, key=lambda pair: min(meeting for meeting in pair if meeting)):
        yield MovedMeeting(before=page.named(old) if old else None, after=page.named(new) if new else None)


def short_night(night: datetime.date | None) -> str:
    """Return a night as Thu 14 Jan; empty for None."""
    return f"{night:%a} {night.day} {night:%b}" if night else ""
