"""The annual meeting: season closed, report, next season, statements, handover. By keyboard and by thumb."""

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, expect

from league.models import LeagueRole, Season, User
from tests.browser.hands import Hands, at_work, button, link, open_page
from tests.builders import CAST, a_division, a_league, a_season, an_account, an_enrolment
from tests.builders_seasons import a_round_robin

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PROPOSAL = "Five players a match next season instead of four."


@pytest.fixture
def season(db: None) -> Season:
    """A season of two divisions with every result in."""
    season = a_season(a_league())
    for number, (name, teams) in enumerate({"Division One": CAST[:4], "Division Two": CAST[4:8]}.items(), 1):
        division = a_division(season, name, teams=0, position=number, promoted=1, relegated=1)
        for team in teams:
            an_enrolment(division, team)
        a_round_robin(division)
    return season


@pytest.fixture
def successor(season: Season) -> User:
    deputy = an_account(season.league, "deputy", "joan")
    deputy.last_login = timezone.now()
    deputy.save()
    return deputy


@pytest.mark.slow
@pytest.mark.parametrize("how", ["keyboard", "phone"])
def test_the_meeting_is_prepared_and_the_league_handed_over(
    how: str, browser: Browser, live_server, season: Season, successor: User
) -> None:
    league = season.league
    owner = an_account(league, "owner", "edna")
    with at_work(how, browser, live_server.url, owner) as hands:
        hands.page.goto(f"{live_server.url}/{league.slug}/secretary/")
        _close_season(hands, season)
        _write_report(hands)
        _begin_next_season(hands)
        _take_fees_and_print_statements(hands)
        _hand_over(hands, successor)
    season.refresh_from_db()
    assert season.is_finished
    assert season.proposals == PROPOSAL
    following = league.seasons.exclude(pk=season.pk).get()
    assert [division.enrolments.count() for division in following.divisions.order_by("position")] == [4, 4]
    assert [(role.user.username, role.role) for role in LeagueRole.objects.all()] == [("joan", "owner")]


def _close_season(hands: Hands, season: Season) -> None:
    page = hands.page
    open_page(hands, "Season")
    hands.choose(link(page, str(season)))
    expect(page.get_by_label("Write first and second")).to_be_checked()
    hands.choose(page.locator("button[name=close]"))
    expect(link(page, "Annual report")).to_be_visible()


def _write_report(hands: Hands) -> None:
    page = hands.page
    hands.choose(link(page, "Annual report"))
    hands.write(page.get_by_label("Proposals to the general meeting"), PROPOSAL)
    hands.choose(button(page, "Save proposals"))
    expect(page.locator("main")).to_contain_text(PROPOSAL)
    _is_paper(page, link(page, "Annual report as PDF"))


def _begin_next_season(hands: Hands) -> None:
    page = hands.page
    hands.choose(page.locator(".kicker a"))
    hands.choose(page.locator("main a[href$='/next/']"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Next season")
    hands.choose(page.locator("button[name=make]"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Season")
    expect(page.locator("main")).to_contain_text("Plan")


def _take_fees_and_print_statements(hands: Hands) -> None:
    page = hands.page
    open_page(hands, "Money", "Balances")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Money")
    _is_paper(page, page.locator("form", has_text="Print statements"))


def _hand_over(hands: Hands, successor: User) -> None:
    page = hands.page
    open_page(hands, "Settings", "People", "Handover")
    hands.pick(page.get_by_label("Successor"), successor.username)
    hands.choose(button(page, "Start handover"))
    _is_paper(page, link(page, "Statements of account"))
    hands.choose(button(page, "Mark copies as printed"))
    expect(page.locator("[aria-current=step]")).to_contain_text("Export of the league")
    hands.choose(link(page, "Hand the league over"))
    hands.tick(page.get_by_label("I leave the league"))
    hands.choose(button(page, "Hand over league"))
    expect(page.locator("main")).not_to_contain_text("Hand over league")


def _is_paper(page: Page, where: Locator) -> None:
    """Assert that a link, or a form sent by GET, answers with a PDF."""
    address = where.evaluate("place => new URL(place.href || place.action, location).href")
    assert page.request.get(address).body()[:5] == b"%PDF-"
