"""Sunday: the last sheet, sanctions of the week, a reminder, the bulletin. By keyboard and by thumb."""

import datetime
import re

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import Browser, expect

from league.models import Bulletin, Charge, Division, Mailing, Notice, Offence, Scorecard, Season
from tests.browser.hands import Hands, at_work, button, link, main, open_page, says
from tests.builders import a_captain, a_card, a_division, a_match, a_secretary, an_offence

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DAY = datetime.timedelta(days=1)


@pytest.fixture
def division(db: None) -> Division:
    """Thursday's night on a Sunday: two results in, two not; two sanctions proposed for the week before."""
    today = timezone.localdate()
    division = a_division(teams=0)
    Season.objects.update(starts_on=today - 100 * DAY, ends_on=today + 100 * DAY)
    for number, name in enumerate(("Anvil", "Barge", "Canal", "Drover")):
        match = a_match(division, f"{name} Arms", f"{name} Club", date=today - 3 * DAY, week=7)
        a_captain(division, f"{name} Arms", name="Pat Invented", email=f"{name.lower()}@example.org")
        if number > 1:
            a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))
    late = a_match(division, "Drover Club", "Canal Club", date=today - 10 * DAY, week=6)
    a_card(late, (15, 9), (12, 15), (15, 11), (15, 8))
    an_offence(late, pence=500)
    an_offence(late, kind="late_result-2", pence=700)
    a_match(division, "Canal Arms", "Drover Arms", date=today + 4 * DAY, week=8)
    return division


@pytest.mark.slow
@pytest.mark.parametrize("how", ["keyboard", "phone"])
def test_sunday_from_the_inbox_to_the_bulletin(
    how: str, browser: Browser, live_server, division: Division
) -> None:
    league = division.season.league
    secretary = a_secretary(league)
    with at_work(how, browser, live_server.url, secretary) as hands:
        hands.page.goto(f"{live_server.url}/{league.slug}/secretary/")
        _enter_last_sheet(hands)
        _decide_sanctions(hands)
        _remind(hands)
        _send_bulletin(hands)
    assert Scorecard.objects.confirmed().filter(match__week=7).count() == 3
    assert [offence.state for offence in Offence.objects.order_by("pk")] == ["applied", "waived"]
    assert [charge.pence for charge in Charge.objects.all()] == [500]
    assert Notice.objects.filter(kind="chase").count() == 1
    assert Bulletin.objects.get().published_at
    assert Mailing.objects.get().undone_at
    assert not mail.outbox


def _enter_last_sheet(hands: Hands) -> None:
    page = hands.page
    hands.choose(link(page, "Enter results"))
    page.wait_for_url("**/finals/")
    page.locator("#received-on, [name=received-on]").first.fill(str(timezone.localdate() - 2 * DAY))
    page.locator("#received-at, [name=received-at]").first.fill("22:50")
    scores = page.locator(".final-field[data-game]")
    for table, (home, away) in enumerate(((15, 9), (12, 15), (15, 11), (15, 8))):
        hands.write(scores.nth(table).locator("[data-side=home]"), str(home))
        hands.write(scores.nth(table).locator("[data-side=away]"), str(away))
    hands.choose(button(page, re.compile("^Confirm")))
    says(page, "Confirmed: Anvil Arms v Anvil Club")


def _decide_sanctions(hands: Hands) -> None:
    page = hands.page
    open_page(hands, "Inbox")
    _open_item(hands, "sanctions proposed")
    hands.choose(page.locator("summary", has_text="One by one").filter(visible=True).first)
    hands.choose(button(page, re.compile("^Apply ?: Drover Club: £5.00")))
    says(page, "Applied: 1.")
    _open_item(hands, "sanction proposed")
    hands.choose(page.locator("summary", has_text=re.compile("^\\s*Waive")).first)
    hands.write(page.get_by_label("Reason").filter(visible=True).first, "The post was late.")
    hands.choose(page.locator("details[open]").get_by_role("button", name="Waive"))
    says(page, "Waived: 1.")


def _remind(hands: Hands) -> None:
    page = hands.page
    open_page(hands, "Inbox")
    _open_item(hands, "missing")
    hands.choose(button(page, re.compile("^Remind")))
    says(page, "asked by e-mail")


def _open_item(hands: Hands, question: str) -> None:
    """Open a question of the inbox: on a phone all but one are folded."""
    item = hands.page.locator("[data-item]", has_text=question).first
    if not item.locator("button, summary").filter(visible=True).count():
        hands.choose(item.get_by_role("link", name=question))


def _send_bulletin(hands: Hands) -> None:
    page = hands.page
    open_page(hands, "Messages", "Bulletin")
    expect(main(page)).to_contain_text("1 result is missing")
    hands.choose(page.locator("summary", has_text="Contents and notices"))
    hands.tick(page.get_by_label("As “not received”"))
    hands.write(page.locator("#id_notices"), "The draw for the cup is on Thursday at the Anvil.")
    hands.choose(button(page, "Update text"))
    expect(page.locator("textarea.as-sent").first).to_have_value(re.compile("The draw for the cup"))
    hands.choose(button(page, re.compile("^Send to")))
    hands.choose(button(page, "Undo e-mail"))
    expect(main(page)).to_contain_text("Undone")
    hands.choose(button(page, "Publish news"))
    expect(button(page, "Withdraw news")).to_be_visible()
