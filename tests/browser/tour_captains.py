"""A way past the pages of captains: those between the two of a match, and a captain's own."""

from collections.abc import Iterator

from django.db.models import Q
from playwright.sync_api import Page

from league.accounts.letter_links import letter_token
from league.accounts.services.links import codes_for
from league.models import Enrolment, League, Match, Side
from tests.browser.acts import send_it_empty
from tests.browser.signing import captains_page, signing_of
from tests.browser.stops import NOBODY_SIGNED_IN, Stop
from tests.browser.worlds import SECRETARY
from tests.builders import FRIDAY, NIGHT, a_captains_link, a_pub_link, a_square


def between_captains(league: League) -> Iterator[Stop]:
    """Every stage of being agreed, from both sides and from the desk."""
    for stage, match in signing_of(league).items():
        for side in Side:
            yield Stop(name=f"{league.slug} {stage} {side.label}", address=captains_page(match, side))
        yield Stop(
            name=f"{league.slug} {stage} in public", address=f"/{league.slug}/matches/{match.public_id}/"
        )
        desk = f"/{league.slug}/secretary/matches/{match.public_id}/"
        yield Stop(name=f"{league.slug} {stage} reports", address=f"{desk}reports/", who=SECRETARY)
        yield Stop(name=f"{league.slug} {stage} log", address=f"{desk}log/", who=SECRETARY)
    signed, proposed = signing_of(league)["signed"], signing_of(league)["proposed"]
    yield Stop(name=f"{league.slug} objecting", address=f"{captains_page(signed, Side.AWAY)}objection/2/")
    for side in Side:
        yield Stop(
            name=f"{league.slug} objection, {side.label}",
            address=f"{captains_page(proposed, side)}objection/",
        )
    contested = signing_of(league)["contested"]
    yield Stop(
        name=f"{league.slug} contested dispute",
        address=f"/{league.slug}/secretary/matches/{contested.public_id}/dispute/",
        who=SECRETARY,
    )
    photograph = match.photographs.first()
    reading = f"photographs/{photograph.public_id}/reading/"
    yield Stop(name=f"{league.slug} photographs", address=f"{desk}photographs/", who=SECRETARY)
    yield Stop(name=f"{league.slug} photograph read", address=f"{desk}{reading}", who=SECRETARY)
    yield Stop(
        name=f"{league.slug} pile read", address=f"/{league.slug}/secretary/photographs/", who=SECRETARY
    )
    captains = f"{captains_page(match, Side.HOME)}{reading}"
    yield Stop(name=f"{league.slug} photograph read by a captain", address=captains)
    code = codes_for(matches=[match.pk], now=FRIDAY)[match.pk]
    yield Stop(name=f"{league.slug} photograph by code", address=f"/s/{code}/photographs/")
    for name, address, act in (
        ("objection refused", captains_page(signing_of(league)["signed"], Side.AWAY), _object_to_nothing),
        ("decision refused", f"{desk}reports/", send_it_empty),
    ):
        who = SECRETARY if "secretary" in address else NOBODY_SIGNED_IN
        yield Stop(name=f"{league.slug} {name}", address=address, who=who, act=act, status=422)


def _object_to_nothing(page: Page) -> None:
    page.get_by_text("Objection", exact=True).click()
    with page.expect_navigation():
        page.evaluate("for (const form of document.querySelectorAll('main form')) form.noValidate = true")
        page.get_by_role("button", name="Tell ").click()


def of_a_captain(league: League) -> Iterator[Stop]:
    """A captain's pages by his link, and his players'; a request waits for him, line-ups are given."""
    asked = Match.objects.get(division__season__league=league, postponements__state="open")
    by_link = a_captains_link(asked.division, asked.home)
    own = Match.objects.filter(division=asked.division, date__gt=NIGHT).filter(
        Q(home=asked.home) | Q(away=asked.home)
    )
    match = own.order_by("date").first() or asked
    under = f"{by_link}matches/{match.public_id}/"
    for name, address, act, status in (
        ("season", by_link, None, 200),
        ("squad", f"{under}squad/", None, 200),
        ("line-up", f"{under}line-up/", None, 200),
        ("line-up refused", f"{under}line-up/", _name_a_pair_twice, 422),
        ("another night", f"{under}postpone/", None, 200),
        ("another night answered", f"{by_link}matches/{asked.public_id}/postpone/", None, 200),
        ("another night refused", f"{by_link}matches/{asked.public_id}/postpone/", send_it_empty, 422),
        ("PIN", f"{by_link}pin/", None, 200),
        ("PIN refused", f"{by_link}pin/", _choose_an_easy_pin, 422),
        ("players", a_captains_link(asked.division, asked.home, kind="players"), None, 200),
        ("pub nights", a_pub_link(asked.home.pub), None, 200),
        ("pub square", a_square(asked.home.pub), None, 200),
        ("pub room", f"{a_pub_link(asked.home.pub)}room/", None, 200),
        ("pub photograph", f"{a_pub_link(asked.home.pub)}photograph/", None, 200),
        ("pub room refused", f"{a_pub_link(asked.home.pub)}room/", send_it_empty, 422),
    ):
        yield Stop(name=f"{league.slug} captain {name}", address=address, act=act, status=status)
    enrolment = asked.home.enrolments.get(division=asked.division)
    stop = f"/u/{letter_token([enrolment], Enrolment.LetterKind.SIGN)}/"
    yield Stop(name=f"{league.slug} captain stops letters", address=stop)
    yield Stop(name="nobody's link", address=f"/c/{'a' * 40}/", status=404)


def _choose_an_easy_pin(page: Page) -> None:
    page.get_by_label("PIN").fill("1234")
    with page.expect_navigation():
        page.get_by_role("button", name="Save PIN").click()


def _name_a_pair_twice(page: Page) -> None:
    """One player may sit twice where a short team can do so; two may not."""
    for table in (1, 2):
        seats = page.locator(f"main select[name^=t{table}-]")
        others = page.locator(f"main input[name^=t{table}-]")
        for seat, name in enumerate(("Bartholomew Fotheringthwaite-Sugdenhirst", "Ermintrude Shaw")):
            seats.nth(seat).select_option("-")
            others.nth(seat).fill(name)
    with page.expect_navigation():
        page.locator("main form button.primary").click()
