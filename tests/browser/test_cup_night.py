"""A captain's night in the cup: the tie ends level, its deciding game is scored and signed on one phone."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, expect

from league.accounts.services.pins import set_pin
from league.cups.entries import TieResult
from league.cups.rules import CupRules, DrawnBy
from league.cups.services.cups import draw_round, enter_teams, make_cup
from league.cups.services.nights import set_round
from league.cups.services.ties import enter_result
from league.models import Cup, Division, Match
from tests.browser.thumbs import PHONE, Thumb
from tests.builders import FRIDAY, WEEK, a_captain, a_captains_link, a_division
from tests.builders_tables import an_entry, some_hands

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FINALS = ((15, 9), (9, 15), (15, 9))


@pytest.fixture
def division(db: None) -> Division:
    return a_division(teams=4)


@pytest.fixture
def cup(division: Division) -> Cup:
    """A bracket of four: the first round on a night, the final a week later."""
    cup = make_cup(season=division.season, name="Knock-out Cup", rules=CupRules(drawn_by=DrawnBy.BRACKET))
    enter_teams(cup=cup, teams=[enrolment.team for enrolment in division.enrolments.all()])
    draw_round(cup=cup, round_number=1, lot="3 rainy nights", now=FRIDAY)
    today = timezone.localdate()
    for number, date in ((1, today), (2, today + WEEK)):
        set_round(cup=cup, round_number=number, date=date, starts_at=None)
    other = TieResult(round=1, number=2, legs=((50, 40),))
    enter_result(cup=cup, result=other, began_from=None, now=FRIDAY)
    return cup


@pytest.fixture
def match(cup: Cup, division: Division) -> Match:
    """A tie that ends level with one more hand at its last table."""
    ties = Match.with_ties.select_related("home", "away", "tie__cup")
    match = ties.get(tie__cup=cup, tie__round=1, tie__number=1)
    a_captain(division, match.home.name, name="Brenda Ollerenshaw")
    set_pin(enrolment=a_captain(division, match.away.name, name="Łukasz Wrzoskowiak"), pin="6038", now=FRIDAY)
    for table, (home, away) in enumerate(FINALS, start=1):
        an_entry(match, "final", {"home-final": str(home), "away-final": str(away)}, table=table)
    some_hands(match, 4, "hhah", "hhah", "hhah", "aaaa", "aaaa")
    return match


@pytest.fixture
def phone(browser: Browser, live_server: Any, division: Division, match: Match) -> Iterator[Thumb]:
    """The home captain's own."""
    context = browser.new_context(viewport=PHONE, has_touch=True)
    context.clock.install()
    yield Thumb(context.new_page(), f"{live_server.url}{a_captains_link(division, match.home)}")
    context.close()


def test_a_level_tie_is_decided_on_the_phone_and_the_final_knows(phone: Thumb, match: Match) -> None:
    phone.open(f"matches/{match.public_id}/score/tables/4/")
    phone.take_over()
    phone.peg("aaaa")
    phone.page.get_by_role("button", name="Next hand").click()
    sign_both(phone, "5–5")
    agreed = phone.page.locator(".end-agreed")
    expect(agreed).to_contain_text("Knock-out Cup: Level at 48-48: one deciding game is to be played.")
    phone.tap(".end-agreed .primary")
    expect(phone.page.locator("[data-tables] > li")).to_have_count(1)
    phone.tap("[data-table='1'] a")
    for hand in ("aaaa", "aaaa", "aaaa", "aaa"):
        phone.peg(hand)
    sign_both(phone, "0–4")
    expect(agreed).to_contain_text(f"{match.away} go through.")
    final = Match.with_ties.get(tie__cup=match.tie.cup, tie__round=2)
    assert match.away in (final.home, final.away)


def sign_both(phone: Thumb, figures: str) -> None:
    """From the last hand: home signs, then away with a PIN."""
    phone.tap("[data-next]")
    phone.tap("[data-end-signing] button.primary")
    expect(phone.page.locator("[data-pin]")).to_be_visible()
    phone.type_pin("6038")
    expect(phone.page.locator(".end-head")).to_have_text(f"Result agreed: {figures}")
