"""The requests nearest to impossible ones: as few changes as it takes until the arithmetic allows a list.

A season that is too short goes on for some weeks, a rule is loosened as far as it must be, and a fixed match
that cannot be is dropped. Rooms need no change: another pub can lend its own.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from league.scheduling.planner.calendar import WEEK, ImpossibleTask, short_day
from league.scheduling.planner.completing import completed
from league.scheduling.planner.impossible import verify_names, verify_task
from league.scheduling.planner.phrases import fixed_sentence
from league.scheduling.planner.task import Task
from league.scheduling.requests.fields import DivisionRequests, RequestsFile
from league.scheduling.requests.resolving import LeagueFacts, folded, task_of
from league.shared.grouping import grouped
from league.shared.text import count, listed

# How far a season may run on to make up for what was lost.
MOST_WEEKS_MORE = 12
MOST_CHANGES = 30
# A match of a team that joined may find no night though there are enough of them: then a few more are tried.
MOST_TRIES = 3
SHORTEST_RUN = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class NearestRequests:
    """Requests that are possible, and their task, in which matches that are owed have their night.

    `because` says why others were asked, if they were, and `changes` what is different, in sentences without
    their full stop. Both are empty where the requests are possible as they are.
    """

    file: RequestsFile
    task: Task
    because: tuple[str, ...]
    changes: tuple[str, ...]


def nearest_requests(file: RequestsFile, league: LeagueFacts) -> NearestRequests:
    """Return the nearest possible requests, those asked if they are possible.

    Raises:
        ImpossibleTask: names mean nothing, or none of the changes tried makes the requests possible.
        UnreadableRequests: the league does not have a name.
    """
    verify_names(task_of(file, league))
    asked, because = file, _reasons(file, league)
    for _ in range(MOST_CHANGES):
        reasons = _reasons(file, league)
        if not reasons:
            break
        others = _other_files(file, league)
        better = (other for other in others if len(_reasons(other, league)) < len(reasons))
        file = next(better, file)
    verify_task(task_of(file, league))
    for _ in range(MOST_TRIES):
        try:
            task = completed(task_of(file, league))
        except ImpossibleTask as refused:
            because = because or refused.reasons
            file = _longer(file, league, 1)
        else:
            changes = tuple(_changes(asked, file, league))
            return NearestRequests(file=file, task=task, because=because, changes=changes)
    raise ImpossibleTask(because)


def _reasons(file: RequestsFile, league: LeagueFacts) -> tuple[str, ...]:
    try:
        verify_task(task_of(file, league))
    except ImpossibleTask as refused:
        return refused.reasons
    return ()


def _other_files(file: RequestsFile, league: LeagueFacts) -> Iterator[RequestsFile]:
    """Yield the file with one change each, those that harm least first."""
    for rounds in reversed(range(file.rules.return_after)):
        yield replace(file, rules=replace(file.rules, return_after=rounds))
    if file.rules.longest_run is not None and file.rules.longest_run < SHORTEST_RUN:
        yield replace(file, rules=replace(file.rules, longest_run=SHORTEST_RUN))
    for fixed in file.fixed:
        yield replace(file, fixed=tuple(other for other in file.fixed if other != fixed))
    for weeks in range(1, MOST_WEEKS_MORE + 1):
        yield _longer(file, league, weeks)


def _longer(file: RequestsFile, league: LeagueFacts, weeks: int) -> RequestsFile:
    """Return the requests with a season that goes on so many weeks longer."""
    with_own_nights = {folded(division.name) for division in file.divisions if division.nights}
    follows_season = any(folded(division.name) not in with_own_nights for division in league.divisions)
    return replace(
        file,
        last=(file.last or league.last) + weeks * WEEK if follows_season else file.last,
        divisions=tuple(_with_nights(division, weeks) for division in file.divisions),
    )


def _with_nights(division: DivisionRequests, weeks: int) -> DivisionRequests:
    """Return a division that names its nights one by one with so many more; others follow the season."""
    if not division.nights:
        return division
    more = tuple(max(division.nights) + number * WEEK for number in range(1, weeks + 1))
    return replace(division, nights=(*division.nights, *more))


def _changes(asked: RequestsFile, file: RequestsFile, league: LeagueFacts) -> Iterator[str]:
    """Yield what was changed, in sentences without their full stop."""
    before, after = task_of(asked, league), task_of(file, league)
    by_nights = grouped(
        (tuple(short_day(night) for night in new.nights if night not in old.nights), new.name)
        for old, new in zip(before.divisions, after.divisions, strict=True)
    )
    for nights, names in by_nights.items():
        if nights:
            yield f"{listed(names)} can also play on {listed(nights)}"
    if file.rules.return_after != asked.rules.return_after:
        least = file.rules.return_after
        yield f"a return match can come {f'{least} rounds after the first' if least else 'at any time'}"
    if file.rules.longest_run != asked.rules.longest_run:
        yield f"{count(SHORTEST_RUN)} matches running can be at home, or away"
    for fixed in before.fixed:
        if fixed not in after.fixed:
            yield f"not as requested: {fixed_sentence(fixed, before)}"
