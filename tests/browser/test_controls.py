"""What a section of the workspace opens with: the table of docs/tasks.md is counted on the demo's pages."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page

from league.demo.services import load_demo
from league.models import Cup, Division, Player, Pub, Season, Team, User
from tests.browser.worlds import FRIDAY

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TABLE = Path(__file__).resolve().parents[2] / "docs/tasks.md"
ROW = re.compile(r"^\| (?P<section>[^|*]+?) \| (?P<before>\d+) \| (?P<after>\d+) \|$", re.M)
TOGETHER = re.compile(r"\| \*\*Together\*\* \| \*\*(\d+)\*\* \| \*\*(\d+)\*\* \|")
NIGHT = re.compile(r"[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}")
SHARE = 0.4
SCREEN = {"width": 1366, "height": 768}
WORDS_OF_CONTROLS = """() => [...document.querySelectorAll(
    "main :is(a[href], button, input:not([type=hidden]), select, textarea, summary)")]
  .filter((control) => !control.closest(".tabs") && control.checkVisibility())
  .filter((control) => control.getClientRects().length)
  .map((control) => control.innerText.replace(/\\s+/g, " ").trim())"""


def test_each_section_opens_with_as_few_controls_as_the_table_says(
    page: Page, client: Client, live_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    load_demo(today=FRIDAY.date(), password="password")
    # What rows are called, and links to what they name: pubs, players, matches by their teams, nights.
    kinds = (Cup, Division, Player, Pub, Season, Team)
    names = tuple(str(row) for kind in kinds for row in kind._base_manager.all())
    client.force_login(User.objects.get(username="secretary"))
    session = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}
    page.context.add_cookies([session])
    page.set_viewport_size(SCREEN)
    page.goto(f"{live_server.url}/hadderley/secretary/")
    sections = {
        link.inner_text(): link.get_attribute("href") for link in page.locator("a.rail-section").all()
    }
    counted = {}
    for section, address in sections.items():
        page.goto(f"{live_server.url}{address}")
        controls = page.evaluate(WORDS_OF_CONTROLS)
        counted[section.strip()] = sum(
            not (words.startswith(names) or NIGHT.fullmatch(words)) for words in controls
        )
    text = TABLE.read_text(encoding="utf-8")
    assert counted == {row["section"]: int(row["after"]) for row in ROW.finditer(text)}
    before = sum(int(row["before"]) for row in ROW.finditer(text))
    together = TOGETHER.search(text)
    assert together is not None
    assert [int(figure) for figure in together.groups()] == [before, sum(counted.values())]
    assert sum(counted.values()) <= SHARE * before
