"""The pages on which a season's list is planned: by a fixtures assistant, without a script."""

import datetime

import pytest
from django.contrib.auth import get_user

from league.models import FixturePlan, Match, Notice, Team
from tests.builders import a_captain, a_division, an_account
from tests.reading import markup, words
from tests.scheduling.pages.august import PLANS, made, searched

pytestmark = pytest.mark.django_db


def test_a_plan_is_made_searched_and_published(assistant, season):
    page = searched(assistant)
    said = markup(assistant.get(page))
    assert "No list can be better" in said
    assert "Every condition holds" in said
    revision = FixturePlan.objects.get().revision
    answer = assistant.post(page, {"publish": "sure", "revision": revision}, follow=True)
    assert "12 new" in markup(answer)
    assert Match.objects.filter(division__season=season).count() == 12


def test_publishing_says_first_what_moves_and_writes_nothing(assistant, season):
    a_captain(season.divisions.get(), "The Fleece", email="fleece@example.org", name="Ann")
    page = searched(assistant)
    sent = {"publish": "yes", "revision": FixturePlan.objects.get().revision}
    preview = words(assistant.post(page, sent))
    assert "Nothing is published yet. If you publish: 12 new matches." in preview
    assert "1 e-mail to captains" in preview
    assert not Match.objects.exists()
    assert not Notice.objects.exists()
    done = words(assistant.post(page, sent | {"publish": "sure"}, follow=True))
    assert "Fixtures published: 12 new, 0 moved, 0 unchanged. 1 e-mail to captains." in done


def test_the_papers_offered_are_those_of_the_next_night(assistant, monkeypatch):
    page = searched(assistant)
    revision = FixturePlan.objects.get().revision
    assistant.post(page, {"publish": "sure", "revision": revision})
    first, second = Match.objects.order_by("date").values_list("date", flat=True).distinct()[:2]
    person = get_user(assistant)
    morning = datetime.datetime.combine(first + datetime.timedelta(days=1), datetime.time(9), datetime.UTC)
    monkeypatch.setattr("django.utils.timezone.now", lambda: morning)
    assistant.force_login(person)
    offered = words(assistant.get(page))
    assert f"Next night, {second:%a} {second.day} {second:%b %Y}" in offered


def test_publishing_says_first_when_the_season_will_end_if_that_changes(assistant):
    page = searched(assistant)
    sent = {"publish": "yes", "revision": FixturePlan.objects.get().revision}
    assert "The last night" not in words(assistant.post(page, sent)), "there were no fixtures"
    assistant.post(page, sent | {"publish": "sure"})
    nights = Match.objects.order_by("date").values_list("date", flat=True)
    Match.objects.filter(date=nights.last()).update(date=nights.last() - datetime.timedelta(days=1))
    FixturePlan.objects.update(state=FixturePlan.State.DONE)
    preview = words(assistant.post(page, sent | {"revision": FixturePlan.objects.get().revision}))
    assert "The last night is Thu 8 Oct 2026 ; now it is Wed 7 Oct 2026." in preview


def test_what_means_nothing_is_said_and_nothing_typed_is_lost(assistant, season):
    wishes = '[season]\nlast = "September" # a short one\n'
    answer = assistant.post(PLANS, {"name": "Short", "seconds": 5, "wishes": wishes})
    assert answer.status_code == 422
    said = answer.content.decode()
    assert "line 2: last is “September”; it is a date" in said
    assert "a short one" in said


def test_conflicting_requests_stand_one_by_one_with_what_dropping_them_costs(assistant):
    wish = '[[wish]]\nteam = "{}"\nwhere = "home"\non = [2026-09-03]\n'
    teams = Team.objects.values_list("name", flat=True)
    page = searched(assistant, "".join(map(wish.format, teams)))
    said = words(assistant.get(page))
    assert "No list can meet these together:" in said
    assert said.count("ask to be at home on 3 September. Without it the best list costs") == 6
    assert "1 more conflict" in said
    assert "Drop request : " in said


@pytest.mark.slow
def test_a_request_not_met_is_named(assistant):
    wish = '[[wish]]\nteam = "The Fleece"\nwhere = "{}"\non = [2026-09-03]\n'
    page = searched(assistant, wish.format("home") + wish.format("not home"))
    said = assistant.get(page).content.decode()
    assert "Requests: 1 of 2 met" in said
    assert "Requests that conflict" in said


def test_a_page_that_is_out_of_date_publishes_nothing(assistant):
    page = searched(assistant)
    answer = assistant.post(page, {"publish": "sure", "revision": 0})
    assert answer.status_code == 422
    assert "changed this plan" in markup(answer)
    assert not Match.objects.exists()


def test_stopped_and_thrown_away(assistant):
    page = made(assistant)
    assistant.post(page, {"search": ""})
    assistant.post(page, {"stop": ""})
    assert FixturePlan.objects.get().state == "stopped"
    assert assistant.post(page, {"delete": ""}).headers["Location"] == PLANS
    assert not FixturePlan.objects.exists()
    assert assistant.get(page).status_code == 404


def test_a_plan_of_a_team_that_has_gone_says_so(assistant, season):
    page = searched(assistant)
    season.enrolments.filter(team__slug="the-fleece").delete()
    assert "plays in the season no more" in markup(assistant.get(page))


@pytest.mark.parametrize("teams", [4, 10])
def test_the_page_asks_no_more_for_more_teams(client, teams, django_assert_max_num_queries):
    season = a_division(teams=teams).season
    client.force_login(an_account(season.league, "fixtures"))
    page = searched(client)
    with django_assert_max_num_queries(16):
        client.get(page)
