"""A team that joins: the page shows how often it can meet the others; the choice is planned and published."""

import itertools

import pytest

from league.models import FixturePlan, Match
from league.scheduling.services.searches import run_search
from tests.builders import an_enrolment
from tests.reading import markup
from tests.scheduling.pages.august import PLANS, searched
from tests.scheduling.search_once import NOW

pytestmark = pytest.mark.django_db
AGAIN = f"{PLANS}again/"


@pytest.fixture
def grown(assistant, season):
    """Three teams have their fixtures; a fourth joins after the second night."""
    division = season.divisions.get()
    last = division.enrolments.order_by("pk").last()
    name = last.team.name
    last.delete()
    page = searched(assistant)
    assistant.post(page, {"publish": "sure", "revision": FixturePlan.objects.get().revision})
    an_enrolment(division, name)
    return name


def test_the_page_says_how_often_a_new_team_can_meet_the_others(assistant, grown):
    page = markup(assistant.get(AGAIN))
    assert f"{grown} have joined Division One" in page
    assert "Everybody once: 3 matches, all in free weeks" in page
    assert "Everybody twice: 6 matches, all in free weeks" in page


@pytest.mark.slow
def test_the_choice_is_planned_shown_by_team_and_published(assistant, season, grown):
    team = season.enrolments.order_by("pk").last().team
    before = dict(Match.objects.values_list("pk", "date"))
    form = {"start": "2026-09-17", "until": "", "last": "", "seconds": 5, f"meet-{team.slug}": "1"}
    seen = assistant.post(AGAIN, form | {"look": "yes"})
    assert seen.status_code == 200
    assert "Everybody twice: 6 matches" in markup(seen)
    plan_page = assistant.post(AGAIN, form).headers["Location"]
    plan = FixturePlan.objects.get(name__startswith="Again")
    moments = (NOW.replace(second=second) for second in itertools.count())
    run_search(plan_id=plan.pk, clock=lambda: next(moments))
    plan.refresh_from_db()
    preview = markup(assistant.post(plan_page, {"publish": "yes", "revision": plan.revision}))
    assert "<b>0 of 6 matches move</b>" in preview
    assert f'<th scope="row">{grown}</th><td class="num">–</td><td class="num">3</td>' in preview
    assistant.post(plan_page, {"publish": "sure", "revision": plan.revision})
    assert before.items() <= dict(Match.objects.values_list("pk", "date")).items()
    assert Match.objects.count() == len(before) + 3
