"""A team that leaves: planned again, its open matches are off, and nothing else moves."""

import datetime

import pytest

from league.matches.outcomes import WithdrawalEffect
from league.models import FixturePlan, Match, Season, Team
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.task import MeetingCount, parse_plan
from league.scheduling.selectors.initial_requests import ReplanStart
from league.scheduling.selectors.movable import movable_matches
from league.scheduling.selectors.plan_page import plan_page
from league.scheduling.selectors.plans import task_of_season
from league.scheduling.services.changes import plan_again
from league.scheduling.services.publishing import Published
from league.scheduling.services.publishing_undo import undo_publishing
from league.scheduling.services.searches import run_search
from tests.builders import a_card, a_division, a_withdrawal, an_account, an_enrolment
from tests.examples import part_of, sampled
from tests.scheduling.search_once import NOW, clock
from tests.scheduling.test_plan_services import published, searched

pytestmark = pytest.mark.django_db
LEAVING = "The Shears"


@pytest.fixture(scope="module")
def season(module_rows):
    """Four teams, of whom each has played once."""
    with module_rows():
        return season_with_a_list()


def season_with_a_list() -> Season:
    season = a_division(teams=4).season
    published(searched(season))
    first = Match.objects.earliest("date").date
    for match in Match.objects.filter(date=first):
        a_card(match, (15, 9), (12, 15), (15, 2), (15, 8))
    return season


def planned_again(season, *counts: MeetingCount) -> tuple[FixturePlan, datetime.date]:
    start = sorted(set(Match.objects.values_list("date", flat=True)))[1]
    beginning = ReplanStart(start=start, until=start, differing=counts)
    plan = plan_again(season=season, beginning=beginning, seconds=2, by=None, now=NOW).plan
    assert run_search(plan_id=plan.pk, clock=clock())
    plan.refresh_from_db()
    task = task_of_season(season, plan.wishes)
    assert not faults_of(task, parse_plan(plan.best))
    return plan, start


def publish(plan: FixturePlan, today: datetime.date) -> Published:
    return published(plan, today=today)


def dates() -> dict[int, datetime.date]:
    return dict(Match.objects.values_list("pk", "date"))


@pytest.mark.parametrize("effect", sampled(WithdrawalEffect, each=3))
def test_its_open_matches_are_off_and_nothing_else_moves(season, effect):
    a_withdrawal(season.divisions.get(), LEAVING, effect=effect)
    plan, start = planned_again(season)
    before = dates()
    done = publish(plan, start)
    assert (len(done.made), len(done.moved)) == (0, 0)
    gone = before.keys() - dates().keys()
    assert len(gone) == (0 if effect == WithdrawalEffect.REST_AWARDED else 5)
    assert dates().items() <= before.items()
    assert {change.team: change.deleted for change in done.by_team}.get(LEAVING, 0) == len(gone)


def test_a_team_may_take_its_place_though_its_matches_are_given(season):
    division = season.divisions.get()
    a_withdrawal(division, LEAVING, effect=WithdrawalEffect.REST_AWARDED)
    new = an_enrolment(division, "The New Inn").team
    others = tuple(Team.objects.exclude(name__in=(LEAVING, new.name)).values_list("name", flat=True))
    counts = (
        MeetingCount(teams=(new.name,), times=0),
        MeetingCount(teams=(new.name,), others=others, times=1),
    )
    plan, start = planned_again(season, *counts)
    before, weeks = dates(), dict(Match.objects.values_list("pk", "week"))
    done = publish(plan, start)
    assert len(done.made) == 3
    assert before.items() <= dates().items()
    plan.refresh_from_db()
    by = an_account(season.league, "fixtures")
    undo_publishing(plan=plan, by=by, now=NOW, began_from=plan.revision)
    assert dict(Match.objects.values_list("pk", "week")) == weeks


@pytest.mark.parametrize("effect", part_of(WithdrawalEffect, each=5))
def test_a_plan_published_before_a_team_left_is_judged_by_its_own_list(season, effect):
    plan, start = planned_again(season)
    publish(plan, start)
    a_withdrawal(season.divisions.get(), LEAVING, effect=effect)
    plan.refresh_from_db()
    fairness = plan_page(plan).fairness
    assert fairness
    assert fairness.verdict.breaches == ()


def test_the_page_counts_what_stays_and_what_may_move(season, django_assert_num_queries):
    own = Match.objects.latest("date")
    Match.objects.filter(pk=own.pk).update(date=own.date + datetime.timedelta(days=5))
    start = sorted(set(Match.objects.values_list("date", flat=True)))[1]
    with django_assert_num_queries(4):
        (counts,) = movable_matches(season, start)
    assert (counts.before, counts.may_move, len(counts.dated), counts.off) == (2, 9, 1, {})
    a_withdrawal(season.divisions.get(), LEAVING)
    (counts,) = movable_matches(season, start)
    assert counts.off[LEAVING] == 5
    assert counts.before + counts.may_move + len(counts.dated) == 7
