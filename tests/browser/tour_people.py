"""A way past the pages of whoever helps to run a league."""

from collections.abc import Iterator

from playwright.sync_api import Page

from league.models import League
from tests.browser.acts import press, send_it_empty
from tests.browser.people import HELPING, visits_to_links, visits_to_people
from tests.browser.stops import Stop
from tests.browser.worlds import SECRETARY, STRANGER


def of_people(demo: League) -> Iterator[Stop]:
    """Who helps to run a league, and how somebody comes in who has a link or an account."""
    desk = f"/{demo.slug}/secretary/"
    for name, address, status in visits_to_people():
        yield Stop(name=name, address=desk + address, who=SECRETARY, status=status)
    yield Stop(
        name="invitation refused", address=f"{desk}people/", who=SECRETARY, act=send_it_empty, status=422
    )
    yield Stop(
        name="new password by hand",
        address=f"{desk}people/{HELPING}/",
        who=SECRETARY,
        act=lambda page: press(page, "Create link"),
    )
    yield Stop(name="handover", address=f"{desk}handover/", who=SECRETARY)
    yield Stop(
        name="handover refused", address=f"{desk}handover/", who=SECRETARY, act=send_it_empty, status=422
    )
    yield Stop(name="handover under way", address=f"{desk}handover/", who=SECRETARY, act=_start_handover)
    for name, address, status in visits_to_links():
        yield Stop(name=name, address=address, status=status)
        if name == "invitation":
            yield Stop(name=f"{name} for somebody signed in", address=address, who=STRANGER)
            yield Stop(name=f"{name} refused", address=address, act=send_it_empty, status=422)
    yield Stop(name="scoring", address=f"/{demo.slug}/scoring/", who=SECRETARY)
    yield Stop(name="account", address="/account/", who=SECRETARY)
    two_step = "/account/two-step/"
    yield Stop(name="two steps", address=two_step, who=SECRETARY)
    yield Stop(name="two steps refused", address=two_step, who=SECRETARY, act=send_it_empty, status=422)
    yield Stop(name="passkeys", address="/account/passkeys/", who=SECRETARY)
    yield Stop(name="account of a stranger", address="/account/", who=STRANGER)
    yield Stop(name="account refused", address="/account/", who=SECRETARY, act=_change_nothing, status=422)


def _start_handover(page: Page) -> None:
    if page.locator("[name=successor]").count():
        page.locator("[name=successor]").select_option(HELPING)
        press(page, "Start handover")


def _change_nothing(page: Page) -> None:
    page.evaluate("for (const form of document.querySelectorAll('main form')) form.noValidate = true")
    press(page, "Change password")
