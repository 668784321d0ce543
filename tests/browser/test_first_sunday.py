"""A real league in ten minutes: from the first command to the fixture list for the wall, in a browser."""

import datetime
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.installation.test_first_command import free_port, line_beginning, running

pytestmark = pytest.mark.browser

PUBS = """Premier Division
The Fleece, Rawfold; A; B
The Shears
The Tup and Bell, Mirfield

First Division
The Drystone
The Whistling Ginnel
Station Tap
"""
A_SEARCH = 60_000


@pytest.mark.slow
def test_a_league_is_opened_from_a_pasted_list_and_its_fixtures_hang_on_the_wall(
    page: Page, tmp_path: Path
) -> None:
    port = free_port()
    with running(tmp_path, port) as (said, _):
        _sign_in(page, f"http://127.0.0.1:{port}", line_beginning("Sign in: ", said))
        _open_league(page)
        _publish_fixtures(page)
        _read_what_hangs_on_the_wall(page)


def _sign_in(page: Page, url: str, printed: str) -> None:
    name, password = printed.removeprefix("Sign in: ").split(" / ")
    page.goto(f"{url}/sign-in/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(password)
    page.locator("main").get_by_role("button", name="Sign in", exact=True).click()


def _open_league(page: Page) -> None:
    page.get_by_role("contentinfo").get_by_role("link", name="Help").click()
    page.get_by_role("link", name="Open your own league").click()
    page.get_by_role("link", name="Create league").click()
    today = timezone.localdate()
    page.get_by_label("Name of the league").fill("Colne Valley League")
    page.get_by_label("Rules to begin from").select_option("heckmondwike")
    # It has begun already: nothing may be owed all the same.
    page.get_by_label("First day").fill((today - datetime.timedelta(weeks=6)).isoformat())
    page.get_by_label("Last day").fill((today + datetime.timedelta(weeks=20)).isoformat())
    page.get_by_label("Divisions, pubs and teams").fill(PUBS)
    page.get_by_role("button", name="Preview").click()
    expect(page.locator("main")).to_contain_text("6 pubs, 7 teams")
    page.locator("[name=username]").fill("edna")
    page.locator("[name=password]").fill("canal-barge-77")
    page.get_by_label("Delete the demo league").check()
    page.get_by_role("button", name="Create league").click()
    expect(page.get_by_role("status").first).to_contain_text("The demo league is deleted.")
    expect(page.locator("main")).to_contain_text("has no matches yet")


def _publish_fixtures(page: Page) -> None:
    page.get_by_role("link", name="Plan fixtures").first.click()
    page.get_by_label("Seconds for the search").fill("2")
    page.get_by_role("button", name="Create plan").click()
    page.locator("button[name=search]").click()
    preview = page.get_by_role("button", name="Preview changes")
    expect(preview).to_be_visible(timeout=A_SEARCH)
    preview.click()
    page.get_by_role("button", name="Publish fixtures").click()
    expect(page.get_by_role("status").first).to_contain_text("Fixtures published: 18 new")


def _read_what_hangs_on_the_wall(page: Page) -> None:
    papers = page.locator("main a[href$='.pdf']", has_text="Division").or_(
        page.get_by_role("link", name="score sheets")
    )
    addresses = [paper.get_attribute("href") for paper in papers.all()]
    assert len(addresses) == 3
    for address in addresses:
        answer = page.request.get(page.url.partition("/colne-valley-league")[0] + str(address))
        assert (answer.status, answer.body()[:5]) == (200, b"%PDF-")
    page.get_by_role("link", name="Inbox").first.click()
    expect(page.locator("main")).to_contain_text("Nothing to decide")
    page.get_by_role("link", name="Results").first.click()
    expect(page.get_by_role("link", name="Print sheets").first).to_be_visible()
