"""The process that searches for a list: killed, taken up by another, bounded, one at a time."""

import datetime
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise

import pytest
from django.conf import settings
from django.utils import timezone

from league.models import FixturePlan, Season
from league.scheduling import jobs
from league.scheduling.jobs import start_searches
from league.scheduling.planner.searching import search
from league.scheduling.planner.task import format_plan
from league.scheduling.selectors.plans import SILENCE, searches_due, task_of_season
from league.scheduling.services.plans import make_plan, queue_search
from league.scheduling.services.searches import MOST_DEATHS, claim_search
from tests.builders import FRIDAY, a_division
from tests.results.test_killed import address_of_the_test_database

pytestmark = pytest.mark.django_db(transaction=True)

State = FixturePlan.State
PATIENCE, A_LOOK = 60, 0.05
# Each pair of a ring never at home on one night: no bound is met, so the search goes on as long as it may.
RING = ("The Fleece", "The Shears", "Packhorse & Drover", "Station Tap", "The Fleece")
REQUESTS = "".join(
    f'[[wish]]\nteams = ["{one}", "{other}"]\ntogether = "never home together"\n'
    for one, other in pairwise(RING)
)
# The command itself, with another search in it and one second beyond the plan's and what it took to start.
WITH_ANOTHER_SEARCH = """
import sys, time
import django
django.setup()
from django.core.management import call_command
from league.management.commands import search_fixtures
from league.scheduling.services import searches

def hungry(*_, **__):
    yield bytearray(search_fixtures.MEMORY)

def endless(*_, **__):
    while True:
        pass

search_fixtures.GRACE = 2 + int(time.process_time())
searches.search = {search}
call_command("search_fixtures", sys.argv[1])
"""


@pytest.fixture
def season() -> Season:
    return a_division(teams=8).season


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a process that is started finds; and none is left behind."""
    monkeypatch.setenv("DATABASE_URL", address_of_the_test_database())
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "league.settings")
    yield
    for process in jobs._processes.running.values():
        process.kill()
        process.wait()
    jobs._processes.running.clear()


def a_waiting_plan(season: Season, *, seconds: int = 60) -> FixturePlan:
    plan = make_plan(
        season=season, name="First", requests_text=REQUESTS, by=None, now=FRIDAY, seconds=seconds, seed=7
    )
    return queue_search(plan=plan)


def started(plan: FixturePlan) -> subprocess.Popen[bytes]:
    """The process that the clock has started for a plan."""
    assert start_searches(timezone.now()) == 1
    return jobs._processes.running[plan.pk]


def until_step(plan: FixturePlan, step: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until the search has written down so many steps; no longer than the process lives."""
    for _ in range(int(PATIENCE / A_LOOK)):
        plan.refresh_from_db()
        if plan.progress.get("step", 0) >= step:
            return
        try:
            process.wait(A_LOOK)
        except subprocess.TimeoutExpired:
            continue
        break
    raise AssertionError(f"the search came to {plan.progress}")


def gone_silent(plan: FixturePlan) -> None:
    FixturePlan.objects.filter(pk=plan.pk).update(
        alive_at=timezone.now() - SILENCE - datetime.timedelta(seconds=1)
    )


@pytest.mark.slow
def test_another_goes_on_where_a_killed_one_was_and_comes_to_the_same(season: Season) -> None:
    plan = a_waiting_plan(season)
    first = started(plan)
    until_step(plan, 6, first)
    # Behind everybody else, and bounded in memory and time.
    assert os.getpriority(os.PRIO_PROCESS, first.pid) >= 10
    assert resource.prlimit(first.pid, resource.RLIMIT_AS)[1] <= 2 * 1024**3
    assert resource.prlimit(first.pid, resource.RLIMIT_CPU)[1] <= plan.seconds + 300
    assert start_searches(timezone.now()) == 0
    first.send_signal(signal.SIGKILL)
    first.wait()
    plan.refresh_from_db()
    assert (plan.state, searches_due(timezone.now(), 2)) == (State.SEARCHING, [])
    began_again = plan.progress["step"]
    gone_silent(plan)
    FixturePlan.objects.filter(pk=plan.pk).update(progress={})
    second = started(plan)
    until_step(plan, 1, second)
    assert plan.progress["step"] > began_again
    FixturePlan.objects.filter(pk=plan.pk).update(stop_asked=True)
    assert second.wait(PATIENCE) == 0
    plan.refresh_from_db()
    assert (plan.state, plan.progress["died"]) == (State.STOPPED, 1)
    *_, undisturbed = search(task_of_season(season, plan.wishes), seed=7, steps=plan.progress["step"])
    assert plan.best == format_plan(undisturbed.plan)
    assert plan.resume == undisturbed.state


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hog", "end"), [("hungry", "MemoryError"), pytest.param("endless", "", marks=pytest.mark.slow)]
)
def test_a_search_gets_no_more_memory_and_time_than_it_may_have(season: Season, hog: str, end: str) -> None:
    plan = a_waiting_plan(season, seconds=1)
    command = [sys.executable, "-c", WITH_ANOTHER_SEARCH.format(search=hog), str(plan.pk)]
    ended = subprocess.run(
        command, cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert ended.returncode != 0
    assert end in ended.stderr
    plan.refresh_from_db()
    assert plan.state == State.SEARCHING
    gone_silent(plan)
    assert searches_due(timezone.now(), 2) == [plan.pk]


def test_one_that_dies_again_and_again_is_given_up_and_says_so(season: Season) -> None:
    plan = a_waiting_plan(season)
    for _ in range(MOST_DEATHS):
        assert claim_search(plan_id=plan.pk, now=timezone.now())
        gone_silent(plan)
    assert claim_search(plan_id=plan.pk, now=timezone.now()) is None
    plan.refresh_from_db()
    assert plan.state == State.STOPPED
    assert "failed three times" in plan.progress["refused"][0]
    assert queue_search(plan=plan).progress["refused"] == []
    assert claim_search(plan_id=plan.pk, now=timezone.now())
