"""Plans: what is refused before the search, one search at a time, what a dead one leaves, and publishing."""

import datetime
import itertools

import pytest
from django.db.models import Count

from league.competition.services import close_season
from league.models import FixturePlan, Match, Notice, Season
from league.scheduling.planner.task import parse_plan
from league.scheduling.selectors.initial_requests import ReplanStart
from league.scheduling.selectors.plans import SILENCE, searches_due
from league.scheduling.services.changes import plan_again
from league.scheduling.services.plans import (
    change_requests,
    delete_plan,
    make_plan,
    queue_search,
    stop_search,
)
from league.scheduling.services.publishing import publish_plan
from league.scheduling.services.searches import claim_search, run_search
from league.shared.errors import Refused
from tests.builders import a_captain, a_card, a_division, a_season
from tests.moments import assert_done_or_refused, at_once
from tests.scheduling.search_once import NOW, clock, search_once

pytestmark = pytest.mark.django_db
AUGUST = NOW.date()
SECOND = datetime.timedelta(seconds=1)
State = FixturePlan.State


@pytest.fixture
def season() -> Season:
    return a_division(teams=4).season


def a_plan(season: Season, **said: object) -> FixturePlan:
    usual = {"name": "First", "requests_text": "", "seconds": 6, "by": None, "now": NOW}
    return make_plan(season=season, **(usual | said))


def searched(season: Season, **said: object) -> FixturePlan:
    plan = queue_search(plan=a_plan(season, **said))
    search_once(plan)
    plan.refresh_from_db()
    return plan


def published(plan: FixturePlan, today: datetime.date = AUGUST, **said: object):
    plan.refresh_from_db()
    return publish_plan(plan=plan, by=None, now=NOW, today=today, began_from=plan.revision, **said)


def test_a_season_that_has_begun_is_planned_from_today_and_owes_nothing(season):
    plan = a_plan(season, now=NOW + datetime.timedelta(weeks=10))
    queue_search(plan=plan)
    assert run_search(plan_id=plan.pk, clock=clock())
    plan.refresh_from_db()
    assert min(meeting.date for meeting in parse_plan(plan.best).meetings) == datetime.date(2026, 10, 15)


def test_what_means_nothing_is_refused_before_the_search(season):
    with pytest.raises(Refused, match="line 2: where is “nowhere”"):
        a_plan(season, requests_text='[[wish]]\nwhere = "nowhere"\nteam = "The Fleece"\non = [2027-01-14]\n')
    with pytest.raises(Refused, match="from 1 to 600"):
        a_plan(season, seconds=601)
    close_season(season=season)
    with pytest.raises(Refused, match="finished"):
        a_plan(season)


def test_the_search_finds_the_best_there_is(season):
    plan = searched(season)
    assert plan.state == State.DONE
    assert plan.progress["is_optimal"] is True
    assert plan.progress["found"] == plan.progress["bound"] == 60
    assert len(plan.best) == 12


def test_one_search_at_a_time_in_a_league(season):
    other = a_division(a_season(season.league, "2027-28"), teams=4).season
    plans = [queue_search(plan=a_plan(one)) for one in (season, season, other)]
    assert searches_due(NOW, 2) == [plans[0].pk]
    assert claim_search(plan_id=plans[0].pk, now=NOW)
    assert searches_due(NOW, 2) == []
    assert [claim_search(plan_id=plan.pk, now=NOW) for plan in plans] == [None, None, None]


def test_a_search_that_died_is_taken_up_where_it_was(season):
    plan = queue_search(plan=a_plan(season))
    claim_search(plan_id=plan.pk, now=NOW)
    FixturePlan.objects.filter(pk=plan.pk).update(progress={"spent": 29.5}, resume={})
    later = NOW + SILENCE + SECOND
    assert searches_due(later, 2) == [plan.pk]
    assert run_search(plan_id=plan.pk, clock=lambda: later)
    plan.refresh_from_db()
    assert plan.state == State.DONE
    assert plan.progress["spent"] == 29.5


def test_the_one_that_was_thought_dead_writes_no_more(season):
    plan = queue_search(plan=a_plan(season))
    moments = iter([NOW, NOW, NOW + 2 * SILENCE])

    def late() -> datetime.datetime:
        moment = next(moments)
        if moment > NOW:
            claim_search(plan_id=plan.pk, now=NOW + SILENCE + SECOND)
        return moment

    run_search(plan_id=plan.pk, clock=late)
    plan.refresh_from_db()
    assert (plan.state, plan.best) == (State.SEARCHING, [])
    assert plan.alive_at == NOW + SILENCE + SECOND


def test_a_search_that_is_stopped_has_the_alternatives_it_went_through(season):
    """Its first list has the fewest breaks; the second more, and the requests met."""
    season = a_division(a_season(season.league, "2027-28"), teams=8).season
    first = season.starts_on
    home = '[[wish]]\nteam = "{}"\nwhere = "home"\non = [{}, {}]\nweight = 25\n'
    nights = [
        [first + number * datetime.timedelta(weeks=1) for number in (week, week + 1)] for week in (2, 4, 8)
    ]
    teams = [enrolment.team.slug for enrolment in season.enrolments.order_by("team__name")[:3]]
    requests = "".join(home.format(team, *own) for team, own in zip(teams, nights, strict=True))
    plan = queue_search(plan=a_plan(season, requests_text=requests, seconds=300))
    moments = itertools.count()

    def asked() -> datetime.datetime:
        if next(moments) == 8:
            stop_search(plan=plan)
        return NOW

    run_search(plan_id=plan.pk, clock=asked)
    plan.refresh_from_db()
    assert plan.state == State.STOPPED
    assert [other["best"] != plan.best for other in plan.progress["alternatives"]] == [True]


def test_a_search_stops_when_asked_and_goes_on(season):
    plan = queue_search(plan=a_plan(season))
    assert stop_search(plan=plan).state == State.STOPPED
    plan = queue_search(plan=plan)
    moments = itertools.count()

    def asked() -> datetime.datetime:
        if next(moments) == 1:
            stop_search(plan=plan)
        return NOW

    run_search(plan_id=plan.pk, clock=asked)
    plan.refresh_from_db()
    assert plan.state == State.STOPPED
    assert plan.best
    assert plan.resume["step"] == 1
    queue_search(plan=plan)
    run_search(plan_id=plan.pk, clock=clock())
    plan.refresh_from_db()
    assert plan.state == State.DONE


def test_what_cannot_be_had_together_is_said_with_the_ways_out(season):
    wish = '[[wish]]\nteam = "The Fleece"\nwhere = "{}"\non = [2026-09-03]\nmust = true\n'
    plan = searched(season, requests_text=wish.format("home") + wish.format("not home"), seconds=1)
    (conflict,) = plan.progress["conflicts"]
    assert "no list of fixtures can meet all of these; this is proved" in conflict["sentence"]
    assert len(conflict["ways"]) == 2
    assert all(len(way["best"]) == 12 for way in conflict["ways"])


def test_publishing_makes_the_matches_and_tells_the_captains(season):
    a_captain(season.divisions.get(), "The Fleece", email="fleece@example.org", name="Ann")
    before = season.league.revision
    done = published(searched(season))
    assert (len(done.made), len(done.moved), done.unchanged) == (12, 0, 0)
    assert Match.objects.filter(division__season=season).count() == 12
    (notice,) = Notice.objects.filter(kind=Notice.Kind.FIXTURES)
    assert notice.to == "fleece@example.org"
    assert notice.body.count("at home") == notice.body.count("away at") == 3
    season.league.refresh_from_db()
    assert season.league.revision == before + 1


def test_published_twice_is_published_once(season):
    plan = searched(season)
    published(plan)
    with pytest.raises(Refused, match="already published"):
        published(plan)
    with pytest.raises(Refused, match="is published and cannot change"):
        queue_search(plan=plan)
    assert Match.objects.count() == 12


def test_another_list_moves_the_matches_there_are(season):
    published(searched(season))
    ids = set(Match.objects.values_list("public_id", flat=True))
    done = published(searched(season, seed=5, requests_text="[[week_off]]\nday = 2026-09-03\n"))
    assert not done.made
    assert done.moved
    assert set(Match.objects.values_list("public_id", flat=True)) == ids
    assert not Match.objects.filter(date=datetime.date(2026, 9, 3)).exists()
    weeks = Match.objects.values("week").annotate(matches=Count("pk"))
    assert all(week["matches"] == 2 for week in weeks)
    assert all(match.sequence for match in done.moved if match.date)


def test_what_was_played_stays_and_the_rest_is_planned_again(season):
    published(searched(season))
    nights = sorted(set(Match.objects.values_list("date", flat=True)))
    for match in Match.objects.filter(date__in=nights[:2]):
        a_card(match, (15, 9), (12, 15), (15, 2), (15, 8))
    kept = dict(Match.objects.filter(date__in=nights[:2]).values_list("public_id", "date"))
    again = f'[season]\nkeep_before = {nights[2]}\n[[pub]]\nname = "The Fleece"\nclosed = [{nights[2]}]\n'
    done = published(searched(season, requests_text=again, seconds=2), today=nights[2])
    assert done.unchanged >= 4
    assert dict(Match.objects.filter(date__in=nights[:2]).values_list("public_id", "date")) == kept
    assert not Match.objects.filter(date=nights[2], venue__slug="the-fleece").exists()


def test_a_plan_that_moves_what_was_played_is_refused_whole(season):
    published(searched(season))
    match = Match.objects.order_by("date").first()
    a_card(match, (15, 9), (12, 15), (15, 2), (15, 8))
    before = list(Match.objects.values_list("pk", "date").order_by("pk"))
    with pytest.raises(Refused, match="Plan again from today"):
        published(searched(season, requests_text="[[week_off]]\nday = 2026-09-03\n"))
    assert list(Match.objects.values_list("pk", "date").order_by("pk")) == before


def test_a_list_that_lacks_a_match_is_not_published(season):
    plan = searched(season)
    plan.best = plan.best[1:]
    plan.save(update_fields=["best"])
    with pytest.raises(Refused, match="meet"):
        published(plan)
    assert not Match.objects.exists()


def test_a_list_for_other_teams_is_refused_in_a_few_lines():
    plan = searched(a_division(teams=6).season)
    plan.best = plan.best[:1]
    plan.save(update_fields=["best"])
    with pytest.raises(Refused) as refused:
        published(plan)
    lines = refused.value.sentence.splitlines()
    assert lines[0].startswith("These fixtures do not fit the teams that play now")
    assert lines[-1] == "And 9 more."
    assert len(lines) == 8


def test_nothing_changes_while_it_is_searched(season):
    plan = queue_search(plan=a_plan(season))
    claim_search(plan_id=plan.pk, now=NOW)
    for act in (
        lambda: change_requests(plan=plan, requests_text="", seconds=3, began_from=plan.revision),
        lambda: published(plan),
        lambda: delete_plan(plan=plan),
    ):
        with pytest.raises(Refused, match="Stop it first"):
            act()


def test_other_requests_begin_anew(season):
    plan = searched(season)
    changed = change_requests(
        plan=plan, requests_text="[season]\nlongest_run = 2\n", seconds=9, began_from=plan.revision
    )
    assert (changed.state, changed.resume, changed.revision) == (State.DRAFT, {}, plan.revision + 1)
    assert len(changed.best) == 12


@pytest.mark.django_db(transaction=True)
def test_two_who_publish_at_once_publish_once(season):
    plan = searched(season)
    became = at_once(*[lambda: published(plan)] * 3)
    assert_done_or_refused(became, done=1)
    assert Match.objects.count() == 12


@pytest.mark.django_db(transaction=True)
def test_two_clocks_begin_one_search(season):
    plan = queue_search(plan=a_plan(season))
    claims: list[object] = []
    at_once(*[lambda: claims.append(claim_search(plan_id=plan.pk, now=NOW))] * 3)
    assert sum(claim is not None for claim in claims) == 1


@pytest.mark.slow
def test_what_single_matches_meet_by_moving_is_no_conflict(season):
    """No round of matches leaves a team out, so nobody can have that night off: but one match can move."""
    wish = '[[wish]]\nteam = "{}"\nwhere = "{}"\non = [2026-09-{}]\nmust = {}\n'
    plan = searched(
        season,
        requests_text=wish.format("The Fleece", "no match", "03", "true")
        + wish.format("The Shears", "home", "10", "false")
        + wish.format("The Shears", "not home", "10", "false"),
    )
    assert plan.progress["keeps_conditions"]
    (conflict,) = plan.progress["conflicts"]
    assert "The Fleece" not in conflict["sentence"]


def test_a_request_about_a_night_gone_by_is_no_conflict_any_more(season):
    missed = (
        '[[wish]]\nteam = "The Fleece"\nwhere = "home"\non = [2026-09-03]\n'
        '[[wish]]\nteam = "The Fleece"\nwhere = "not home"\non = [2026-09-03]\n'
    )
    plan = searched(season, requests_text=missed, seconds=1)
    assert plan.progress["conflicts"]
    published(plan)
    begin = datetime.date(2026, 9, 8)
    beginning = ReplanStart(start=begin, until=begin)
    again = plan_again(season=season, beginning=beginning, seconds=1, by=None, now=NOW).plan
    assert run_search(plan_id=again.pk, clock=clock())
    again.refresh_from_db()
    assert again.progress["conflicts"] == []
