"""Lists beside the best one: each keeps every condition, is better in something, and says in what."""

import datetime
from itertools import permutations

from league.scheduling.judge import nights_against
from league.scheduling.planner.alternatives import Alternatives, list_figures
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.searching import best_plan
from league.scheduling.planner.task import TeamRequest, Where
from tests.scheduling.cast import breaks, league_of, names, night

# Two home nights running are a break, which weighs more than these ask for.
CHEAP = [
    TeamRequest(team=team, where=Where.HOME, days=(night(week), night(week + 1)), weight=4)
    for team, week in zip(names(8)[:3], (3, 5, 9), strict=True)
]
TASK = league_of(8, requests=CHEAP, spare=3)


def never() -> bool:
    return False


def test_each_alternative_keeps_every_condition_and_is_better_in_something():
    found = best_plan(TASK, steps=4)
    best = list_figures(TASK, found.plan, rearranged=len(found.rearranged))
    assert best.traded.unmet
    alternatives = Alternatives(TASK)
    alternatives.add(found.plan, found.rearranged)
    alternatives.search(best, seed=0, is_over=never)
    others = alternatives.beside(best)
    assert others
    assert any(other.figures.traded.unmet < best.traded.unmet for other in others)
    for other in others:
        assert faults_of(TASK, other.plan) == ()
        assert other.figures.traded.breaks == breaks(other.plan)
        missed = [request for request in TASK.requests if nights_against(request, other.plan.meetings)]
        assert other.figures.traded.unmet == len(missed)
        assert any(own < there for own, there in zip(other.figures.values, best.values, strict=True))
    figures = [other.figures for other in alternatives.kept]
    assert not any(first.is_as_good_as(second) for first, second in permutations(figures, 2))


def test_a_list_that_breaks_a_condition_or_is_no_better_is_not_kept():
    found = best_plan(TASK, steps=1)
    alternatives = Alternatives(league_of(8, requests=CHEAP, spare=0))
    late = max(meeting.date for meeting in found.plan.meetings)
    on_a_wrong_night = type(found.plan)(
        meetings=tuple(
            type(meeting)(
                date=late + datetime.timedelta(days=1), division=meeting.division, round=meeting.round,
                home=meeting.home, away=meeting.away,
            )
            if meeting.date == late
            else meeting
            for meeting in found.plan.meetings
        )
    )  # fmt: skip
    alternatives.add(on_a_wrong_night, ())
    assert alternatives.kept == []
    alternatives.add(found.plan, ())
    alternatives.add(found.plan, ())
    assert len(alternatives.kept) == 1


def test_nothing_is_searched_when_time_is_over():
    alternatives = Alternatives(TASK)
    alternatives.search(list_figures(TASK, best_plan(TASK).plan, rearranged=0), seed=0, is_over=lambda: True)
    assert alternatives.kept == []
