"""Why the rest of a season cannot be planned: a smallest set of conditions that are too many together.

In mid-season single matches move to nights of their own, which no skeleton shows. What cannot be though every
match is left free is proved (`proofs`). For the rest the search itself is asked: a set is too much where it
finds no list that keeps it. That is no proof, and the sentence says so.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from league.scheduling.planner.calendar import short_day
from league.scheduling.planner.checker import faults_of
from league.scheduling.planner.conditions import Closed, Condition
from league.scheduling.planner.conflicts import WayOut, ways_out, without
from league.scheduling.planner.proofs import FreeSeason, smallest_set
from league.scheduling.planner.searching import Progress, best_plan
from league.scheduling.planner.task import Fixed, Task, TeamRequest
from league.scheduling.planner.words import fixed_sentence, request_sentence

STEPS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Hindrance:
    """Conditions that no list keeps together, as is proved, or that none was found for; if they are smallest
    one was found without each of them, or without any of them nothing is proved.
    """

    conditions: tuple[Condition, ...]
    is_smallest: bool
    is_proved: bool = False

    @property
    def claim(self) -> str:
        """What is proved or was found of the conditions, without the full stop."""
        is_one = len(self.conditions) == 1
        if self.is_proved:
            return f"no list of fixtures can meet {'this' if is_one else 'all of these'}; this is proved"
        if not self.is_smallest:
            return "no list was found that keeps all of these. A few of them may be the reason"
        if is_one:
            return "no list was found that keeps it"
        return "no list was found that keeps these together. Without any one of them there is one"

    @property
    def sentence(self) -> str:
        """The hindrance in one sentence."""
        return f"{'; '.join(condition.sentence for condition in self.conditions)}: {self.claim}."


def hindrance_of(
    task: Task, progress: Progress, *, is_over: Callable[[], bool] = lambda: False
) -> Hindrance | None:
    """Return a smallest set of conditions that the search finds no list for; None if it needs none of them.

    A set that is proved comes first, then conditions named in the faults of the list found.
    Once `is_over()` the set is as small as it had become by then.
    """
    faults = " ".join(fault.sentence for fault in faults_of(task, progress.plan))
    if not faults:
        return None
    everything = list(conditions_to_drop(task))
    if proved := smallest_set(everything, FreeSeason(task).is_impossible, is_over):
        return Hindrance(conditions=tuple(proved), is_smallest=not is_over(), is_proved=not is_over())
    named = [condition for condition in everything if _is_named(condition, task, faults)]
    asking = _Asking(task, everything)
    conditions = named if asking.is_too_much(named) else everything
    if asking.is_too_much([]):
        return None
    for condition in reversed(conditions):
        fewer = [other for other in conditions if other != condition]
        if is_over():
            return Hindrance(conditions=tuple(conditions), is_smallest=False)
        if asking.is_too_much(fewer):
            conditions = fewer
    return Hindrance(conditions=tuple(conditions), is_smallest=True)


def nearest_plans(
    task: Task, hindrance: Hindrance, *, is_over: Callable[[], bool] = lambda: False
) -> tuple[WayOut, ...]:
    """Return the list found when one of the conditions is not kept, for each of them, the cheapest first."""
    return ways_out(task, hindrance.conditions, steps=STEPS, is_over=is_over)


class _Asking:
    """Asks the search for a list that keeps some of a task's conditions and none of the others."""

    def __init__(self, task: Task, everything: Sequence[Condition]) -> None:
        self.task, self.everything = task, everything
        self.answers: dict[frozenset[str], bool] = {}

    def is_too_much(self, conditions: Sequence[Condition]) -> bool:
        """Return whether no list is found that keeps these."""
        key = frozenset(condition.sentence for condition in conditions)
        if key not in self.answers:
            task: Task | None = self.task
            for condition in self.everything:
                if condition.sentence not in key and task is not None:
                    task = without(task, condition.source)
            self.answers[key] = task is None or not best_plan(task, steps=STEPS).keeps_conditions
        return self.answers[key]


def conditions_to_drop(task: Task) -> Iterator[Condition]:
    """Yield the conditions of a task that can be dropped, closed nights first."""
    nights = {night for division in task.divisions for night in division.nights}
    for venue in task.venues:
        for night in sorted(venue.closed & nights):
            if task.keep_before is None or night >= task.keep_before:
                source = Closed(venue=venue.key, night=night)
                yield Condition(source=source, sentence=f"{venue.name} is shut on {short_day(night)}")
    for fixed in task.fixed:
        yield Condition(source=fixed, sentence=fixed_sentence(fixed, task))
    for request in task.requests:
        if request.must:
            yield Condition(source=request, sentence=request_sentence(request, task))


def _is_named(condition: Condition, task: Task, faults: str) -> bool:
    """Return whether a team or pub of a condition stands in these sentences."""
    teams, venues = task.teams_by_key(), task.venues_by_key()
    source = condition.source
    if isinstance(source, Closed):
        names = [venues[source.venue].name, *(team.name for team in task.teams if team.venue == source.venue)]
    elif isinstance(source, Fixed):
        names = [teams[source.home].name, teams[source.away].name]
    elif isinstance(source, TeamRequest):
        names = [teams[source.team].name]
    else:
        names = [teams[team].name for team in getattr(source, "teams", ())]
    return any(name in faults for name in names)
