"""A search for a season's list, watched: figures move by themselves, it can be stopped, an outage is said."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from league.models import FixturePlan
from league.scheduling.planner.searching import best_plan
from league.scheduling.planner.task import format_plan
from league.scheduling.selectors.plans import task_of_season
from league.scheduling.services.plans import make_plan, queue_search
from league.scheduling.services.searches import claim_search
from tests.builders import a_division, an_account

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLANS = "/three-valleys-all-fours-league/secretary/fixtures/"
# Milliseconds.
UNTIL_IT_ASKS = 2000
SAID = {"step": 3, "found": 44, "bound": 40, "gap": 0.1, "keeps_conditions": True, "spent": 1}


@pytest.fixture
def plan() -> FixturePlan:
    """A plan whose search was begun this minute, with its first list."""
    season = a_division(teams=4).season
    plan = make_plan(season=season, name="First", requests_text="", by=None, now=timezone.now(), seconds=600)
    queue_search(plan=plan)
    claim_search(plan_id=plan.pk, now=timezone.now())
    FixturePlan.objects.update(progress=SAID)
    return plan


def signed_in(browser: Browser, server: str, plan: FixturePlan, *, script: bool = True) -> Page:
    client = Client()
    client.force_login(an_account(plan.season.league, "fixtures"))
    context = browser.new_context(java_script_enabled=script)
    session = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": server}])
    page = context.new_page()
    if script:
        page.clock.install()
    page.goto(f"{server}{PLANS}{plan.public_id}/")
    return page


def test_figures_move_by_themselves_until_the_list_is_there(
    browser: Browser, live_server: Any, plan: FixturePlan
) -> None:
    page = signed_in(browser, live_server.url, plan)
    said = page.locator("#search-progress")
    expect(said).to_contain_text("costs 44. Every list costs at least 40")
    expect(page.get_by_role("link", name="Refresh")).to_be_hidden()
    page.get_by_role("button", name="Stop search").focus()
    page.evaluate("window.stayed = true")
    FixturePlan.objects.update(
        progress=SAID | {"found": 41, "step": 9, "spent": 300}, alive_at=timezone.now()
    )
    page.clock.fast_forward(UNTIL_IT_ASKS)
    expect(said).to_contain_text("costs 41")
    assert float(page.locator("progress").get_attribute("value") or 0) >= 300
    assert page.evaluate("window.stayed"), "the page that stood there, not another in its place"
    expect(page.get_by_role("button", name="Stop search")).to_be_focused()

    page.route("**/search/", lambda route: route.abort())
    page.clock.fast_forward(UNTIL_IT_ASKS)
    expect(page.locator("[data-news]")).to_contain_text("This is the last known state")
    page.unroute("**/search/")
    found = best_plan(task_of_season(plan.season, ""), steps=1)
    FixturePlan.objects.update(state=FixturePlan.State.STOPPED, best=format_plan(found.plan))
    page.clock.fast_forward(2 * UNTIL_IT_ASKS)
    expect(page.get_by_role("heading", name="Fairness")).to_be_visible()
    expect(page.get_by_role("button", name="Continue search")).to_be_visible()


@pytest.mark.slow
def test_it_is_stopped_while_it_is_watched_and_looked_at_again_without_a_script(
    browser: Browser, live_server: Any, plan: FixturePlan
) -> None:
    page = signed_in(browser, live_server.url, plan, script=False)
    expect(page.locator("#search-progress")).to_contain_text("costs 44")
    FixturePlan.objects.update(progress=SAID | {"found": 41})
    page.get_by_role("link", name="Refresh").click()
    expect(page.locator("#search-progress")).to_contain_text("costs 41")
    page.get_by_role("button", name="Stop search").click()
    expect(page.get_by_role("status").first).to_contain_text("stops after its present step")
    plan.refresh_from_db()
    assert plan.stop_asked
