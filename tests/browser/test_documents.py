"""A document printed in the background: its page waits, and opens the PDF by itself."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from league.printing.services.background import jobs_due, run_print_job
from tests.builders import a_division, a_match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Milliseconds, a page of a document in the making.
UNTIL_IT_ASKS = 5000


def print_all() -> None:
    """Do what the processes started by the clock do."""
    for job in jobs_due(timezone.now()):
        run_print_job(job_id=job, clock=timezone.now)


def test_a_document_opens_when_it_is_ready(
    page: Page, live_server: Any, settings: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No paper is set: what is looked at is how it comes."""
    monkeypatch.setattr("league.printing.pdf.pdf", lambda document: b"%PDF")
    settings.VAR_DIR = tmp_path
    division = a_division(teams=2)
    a_match(division)
    page.clock.install()
    page.goto(live_server.url + reverse("documents", args=[division.season.league.slug]))
    page.get_by_role("searchbox", name="Find a document").fill("lists for teams")
    expect(page.locator("#fixture-lists")).to_be_hidden()
    row = page.locator("#team-fixture-lists")
    row.locator("summary").click()
    row.get_by_role("button", name="Open PDF").click()
    expect(page.get_by_text("Waiting for its turn.")).to_be_visible()
    with page.expect_response(lambda answer: ".pdf" in answer.url and answer.status == 200) as printed:
        print_all()
        page.clock.fast_forward(UNTIL_IT_ASKS)
    assert printed.value.headers["content-type"] == "application/pdf"
