"""A way past the pages at the table: by the code of a match, by a captain's link, by his account."""

from collections.abc import Iterator

from playwright.sync_api import Page
from playwright.sync_api import expect as expect_of

from league.accounts.services.links import codes_for
from league.models import League, LeagueRole, Match, User
from tests.browser.stops import Stop
from tests.browser.worlds import CARIBBEAN, FRIDAY, STRANGER, WORDY
from tests.builders import NIGHT, a_captains_link


def scoring_stops() -> Iterator[Stop]:
    """A match of the wordy league and one of the Caribbean, all tables and one of them."""
    for slug in (WORDY, CARIBBEAN):
        league = League.objects.get(slug=slug)
        match = Match.objects.filter(division__season__league=league, date=NIGHT, rulings=None)[0]
        base = f"/s/{codes_for(matches=[match.pk], now=FRIDAY)[match.pk]}/"
        yield Stop(name=f"{slug} scoring", address=base)
        yield Stop(name=f"{slug} scoring a table", address=f"{base}tables/1/")
        yield Stop(name=f"{slug} scoring tapped", address=f"{base}tables/2/", act=_tap_two_hands)
        if slug == WORDY:
            yield from _of_a_captain(match)
    yield Stop(name="own tables", address="/table/")
    yield Stop(name="own tables refused", address="/table/?game=bridge", status=422)
    yield Stop(name="own table of three", address="/table/west_yorkshire/6/3/0/", act=_tap_two_hands)
    yield Stop(name="own table of four", address="/table/classic_many/4/4/0/")


def _of_a_captain(match: Match) -> Iterator[Stop]:
    league = match.division.season.league
    captain = User.objects.get(username=STRANGER)
    LeagueRole.objects.create(league=league, user=captain, role=LeagueRole.Role.CAPTAIN, team=match.away)
    by_link = a_captains_link(match.division, match.away)
    bases = {by_link: "", f"/{league.slug}/captain/{match.away.slug}/": STRANGER}
    for base, who in bases.items():
        for page in ("", "tables/1/"):
            name = f"captain scoring {page or 'match'} {who}"
            yield Stop(name=name, address=f"{base}matches/{match.public_id}/score/{page}", who=who)


def _tap_two_hands(page: Page) -> None:
    """A hand pegged, a second half tapped, everything unfolded."""
    expect_of(page.locator("body[data-ready]")).to_be_attached()
    for marks in ("hh-h", "ah"):
        for award, mark in zip(("high", "low", "jack", "game"), marks, strict=False):
            page.locator(f'#hand label:has([name="{award}"][value="{mark}"])').click()
        page.locator("[data-peg-it]").click()
    page.locator("[data-more]").click()
    for details in page.locator("details").all():
        if details.is_visible():
            details.locator("summary").click()
