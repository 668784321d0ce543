"""The two ways a secretary works, for tests of whole tasks: keys alone on a computer, a thumb on a phone."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from django.test import Client
from playwright.sync_api import Browser, Locator, Page, expect

from league.models import User

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 800}
MOST_STEPS = 400
HAS_FOCUS = "element => element === document.activeElement"
IN_ITS_GROUP = "element => element.name === document.activeElement.name"


class Hands(Protocol):
    """What a person does to a page, whatever with."""

    page: Page

    def choose(self, target: Locator) -> None: ...
    def write(self, field: Locator, text: str) -> None: ...
    def tick(self, box: Locator) -> None: ...
    def pick(self, field: Locator, choice: str) -> None: ...


class Keyboard:
    """Tab, Enter, the space bar and letters: the mouse lies in a drawer."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def choose(self, target: Locator) -> None:
        """Press a link, a button or the summary of what is folded."""
        self._reach(target)
        self.page.keyboard.press("Enter")

    def write(self, field: Locator, text: str) -> None:
        """Write over what stands in a field."""
        self._reach(field)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def tick(self, box: Locator) -> None:
        """Tick or untick a box, or choose one of several."""
        if box.get_attribute("type") != "radio":
            self._reach(box)
            self.page.keyboard.press("Space")
            return
        # Tab stops once at a group of radio buttons; arrows choose among them.
        self._reach(box, reached=IN_ITS_GROUP)
        for _ in range(MOST_STEPS):
            if box.is_checked():
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"No arrow key chooses {box}.")

    def pick(self, field: Locator, choice: str) -> None:
        """Pick one of a list by the letters it begins with."""
        self._reach(field)
        self.page.keyboard.type(choice)

    def _reach(self, target: Locator, reached: str = HAS_FOCUS) -> None:
        """Press Tab until the target has the focus: what no key reaches fails here."""
        expect(target).to_be_visible()
        for _ in range(MOST_STEPS):
            if target.evaluate(reached):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{MOST_STEPS} times Tab did not lead to {target}.")


class Taps:
    """Taps on a phone. Whatever is tapped must be in sight and large enough for a thumb."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def choose(self, target: Locator) -> None:
        target.tap()

    def write(self, field: Locator, text: str) -> None:
        field.tap()
        field.press("Control+a")
        self.page.keyboard.type(text)

    def tick(self, box: Locator) -> None:
        box.tap()

    def pick(self, field: Locator, choice: str) -> None:
        field.select_option(label=choice)


@contextmanager
def at_work(how: str, browser: Browser, home: str, user: User) -> Iterator[Hands]:
    """Yield the hands of somebody signed in on their own page: "keyboard" or "phone"."""
    is_phone = how == "phone"
    context = browser.new_context(viewport=PHONE if is_phone else LAPTOP, has_touch=is_phone)
    client = Client()
    client.force_login(user)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": home}])
    page = context.new_page()
    page.on("pageerror", lambda error: _fail(f"The page's script failed: {error}"))
    yield Taps(page) if is_phone else Keyboard(page)
    context.close()


def main(page: Page) -> Locator:
    """Return the content of a page, with the bar at its foot."""
    return page.locator("main, .action-bar").first


def button(page: Page, name: str | re.Pattern[str]) -> Locator:
    return page.locator("main, .action-bar").get_by_role("button", name=name).first


def link(page: Page, name: str | re.Pattern[str]) -> Locator:
    return page.locator("main").get_by_role("link", name=name).first


def open_page(hands: Hands, section: str, *names: str) -> None:
    """Open a section of the workspace from the rail, or on a phone from all sections; then its tab, then what
    is linked at that tab's foot.
    """
    page, sections = hands.page, hands.page.locator(".rail")
    page.wait_for_load_state()  # before its styles a page shows what they hide
    if (everything := page.get_by_role("button", name="All sections")).is_visible():
        hands.choose(everything)
        sections = page.locator("#all-sections")
    with page.expect_navigation():
        hands.choose(sections.get_by_role("link", name=section, exact=True))
    for name in names:
        place = page.locator("main .tabs, main .also-here").get_by_role("link", name=name, exact=True)
        if place.get_attribute("aria-current") != "page":
            with page.expect_navigation():
                hands.choose(place)


def says(page: Page, words: str | re.Pattern[str]) -> None:
    """Wait for the sentence that tells what was done, and for the whole page that it stands on."""
    expect(page.get_by_role("status").first).to_contain_text(words)
    page.wait_for_load_state()  # before its styles a page shows what they hide


def _fail(words: str) -> None:
    raise AssertionError(words)
