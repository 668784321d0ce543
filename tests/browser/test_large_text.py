"""Letters twice as large on a phone: the pages on which fixtures are planned are as wide as its window."""

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import BrowserType

from tests.browser.test_long_names import WIDEST
from tests.builders import a_division, a_secretary
from tests.scheduling.test_plan_services import published, searched

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.slow
def test_planning_fits_a_phone_with_large_letters(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], live_server: Any, client: Client
) -> None:
    division = a_division(teams=4)
    plan = searched(division.season)
    published(plan)
    client.force_login(a_secretary(division.season.league))
    session = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    arguments = [*browser_type_launch_args["args"], "--blink-settings=defaultFontSize=32"]
    browser = browser_type.launch(**{**browser_type_launch_args, "args": arguments})
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.context.add_cookies([session])
    fixtures = f"{live_server.url}/{division.season.league.slug}/secretary/fixtures/"
    team = division.enrolments.first().team.slug
    of_plan = (f"{plan.public_id}/{part}" for part in ("", "wishes/", f"fairness/?team={team}"))
    wide = {}
    for part in ("again/", "versions/", "calendar/", *of_plan):
        page.goto(fixtures + part)
        if widest := page.evaluate(WIDEST):
            wide[part] = widest
    browser.close()
    assert wide == {}
