"""Every page, as everybody meets it: accessible at WCAG 2.2 AA, whole on each screen, quiet underneath."""

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Response

from league.models import User
from tests.accounts.address_world import addresses
from tests.browser.stops import NOBODY_SIGNED_IN, Stop
from tests.browser.tour import all_stops, wordy_stops
from tests.browser.worlds import FRIDAY, WORDY, all_leagues, the_wordy_league_alone
from tests.examples import is_whole, part_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE, LAPTOP = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
Look = tuple[Any, Any]
"""A way to look: a screen and a scheme of colours."""
DIAGONAL: tuple[Look, ...] = ((PHONE, "light"), (LAPTOP, "dark"))
CROSS: tuple[Look, ...] = (*DIAGONAL, (PHONE, "dark"), (LAPTOP, "light"))

# What axe calls the success criteria A and AA of WCAG 2.0 to 2.2, and its own good customs.
AXE = {
    "resultTypes": ["violations"],
    # It would put the text of imported sheets into the page, where their addresses lead nowhere.
    "preload": False,
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
}
# Addresses that only answer or lead on; what is printed is looked at as paper.
NO_PAGES = {
    "api",
    "health",
    "metrics",
    "passkey-options",
    "audit-log-file",
    "site-copy-file",
    "ready",
    "robots",
    "apple-icon",
    "sitemap",
    "sitemap-section",
    "league-manifest",
    "embedded-standings",
    "embedded-matches",
    "embedded-live",
    "cup-text",
    "division-fixtures-text",
    "division-results-text",
    "division-standings-text",
    "home-and-away-text",
    "match-text",
    "player-list-text",
    "player-text",
    "pair-text",
    "all-time-tables-text",
    "league-records-text",
    "old-table-text",
    "roll-of-honour-text",
    "season-awards-text",
    "season-standings-text",
    "service-worker",
    "sign-out",
    "match-draft",
    "match-accept-player",
    "personal-data-file",
    "match-note",
    "night-chase",
    "night-received",
    "ruling-revoke",
    "inbox-decide",
    "allow-letters",
    "inbox-undo",
    "change-undo",
    "division",
    "home-and-away",
    "season-standings",
    "division-calendar",
    "match-calendar",
    "pub-calendar",
    "team-calendar",
    "season-dates-calendar",
    "blank-sheet",
    "blank-slips",
    "division-fixture-list",
    "division-picture",
    "league-picture",
    "season-picture",
    "cup-picture",
    "player-picture",
    "pub-picture",
    "match-notation",
    "match-picture",
    "match-score-sheet",
    "match-table-slips",
    "night-sheets",
    "night-slips",
    "team-fixture-list",
    "pub-fixture-list",
    "pub-photograph",
    "pub-sheets",
    "short-pub-television",
    "short-television",
    "captain-score-sheet",
    "captain-table-slips",
    "cup-bracket",
    "cup-draw",
    "cup-score-sheets",
    "tie-score-sheet",
    "desk-document",
    "document",
    "pairs-slips",
    "pairs-standings",
    "pairs-tables",
    "captain-log",
    "scoring-log",
    "captain-photograph",
    "captain-photograph-sheet",
    "captain-photographs",
    "match-photograph",
    "match-photograph-sheet",
    "unfiled-photograph",
    "bank-undo",
    "import-back",
    "ledger-file",
    "season-report-pdf",
    "ledger-statement",
    "ledger-statements",
    "list-file",
    "news-feed",
    "season-file",
    "season-hands-file",
    "cup-hands-file",
    "league-file",
    "cup-file",
    "cup-groups-file",
    "your-pub-summary",
    "fixture-plan-back",
    "fixture-plan-fairness-file",
    "fixture-plan-file",
    "fixture-plan-search",
    "fixture-plan-requests-file",
}
# The pages of a captain's link once more, by his account: the same views and templates.
TWICE = "captain-account"

# Everything a page may do wrong that a script can see, in sentences.
LOOK_FOR_FAULTS = """() => {
  const faults = [];
  const say = (wrong, sentence) => { if (wrong) faults.push(sentence); };
  const sayOf = (wrong, sentence, element) => { if (wrong) faults.push(`${sentence}: ${name(element)}`); };
  const name = ({tagName, className, textContent}) =>
    `<${tagName.toLowerCase()} class="${className}"> “${textContent.trim().slice(0, 40)}”`;
  const root = document.documentElement;
  say(root.scrollWidth > innerWidth, `sticks out sideways: ${root.scrollWidth} in ${innerWidth}`);
  const headings = document.querySelectorAll("h1");
  say(headings.length !== 1, `has ${headings.length} first headings`);
  say(headings[0] && !headings[0].textContent.trim(), "its first heading is empty");
  say(!document.title.trim(), "has no title");
  const ids = [...document.querySelectorAll("[id]")].map(element => element.id);
  const twice = new Set(ids.filter((id, at) => ids.indexOf(id) !== at));
  for (const id of twice) say(true, `the id ${id} stands twice`);
  for (const table of document.querySelectorAll("table"))
    sayOf(!table.caption && !table.ariaLabel, "a table has no name", table);
  for (const element of document.querySelectorAll("body *:not(svg *, input, textarea)")) {
    const style = getComputedStyle(element);
    sayOf(style.textOverflow !== "clip", "cuts text short", element);
    const hides = ["hidden", "clip"].includes(style.overflowX) && style.clipPath === "none";
    // A board moves by a few points every minute, so that nothing stands on one spot of the glass.
    const moved = parseInt(style.getPropertyValue("--shift").split("(")[1]) || 0;
    const room = element.clientWidth + Math.max(moved, 0) + 1;
    sayOf(hides && element.scrollWidth > room, "hides what does not fit", element);
  }
  return faults;
}"""

# What a thumb would miss.
LOW_FIELDS = """() =>
  [...document.querySelectorAll("main input:not([type=hidden]), .action-bar button")]
    .filter(field => field.checkVisibility())
    .filter(field => (field.closest("label") ?? field).getBoundingClientRect().height < 48)
    .map(field => [field.id || field.name, field.getBoundingClientRect().height])"""

# Where the focus is: whether it is in sight, and whether the place or the cell around it says so.
FOCUS = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const style = getComputedStyle(element), box = element.getBoundingClientRect();
  const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const edge = element.closest("td, label")?.matches(":focus-within, :has(:focus-visible)");
  return {
    place: element.id || element.name || element.textContent.trim().slice(0, 40),
    isSeen: box.width > 0 && box.bottom > 0 && box.top < innerHeight,
    isMarked: ring || Boolean(edge),
  };
}"""


# The walk past every page is cut into so many tests, so that workers share it.
PARTS = 2
# In the gate each so-many-eth page is looked at, and what was once at fault; each so-many-eth stop by axe.
EACH, EACH_BY_AXE = 60, 6
ONCE_AT_FAULT = {"league-records", "night-board"}
LEFT_BEHIND = "net::ERR_ABORTED"


class Looker:
    """A page of a browser that keeps whatever it or its network complains of."""

    def __init__(self, page: Page, server: str) -> None:
        self.page, self.server = page, server
        self.complaints: list[str] = []
        self.answered = 0
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.complaints.append(f"its script failed: {error}"))
        page.on("requestfailed", self._failed)
        page.on("request", self._asked)
        page.on("response", self._answered)

    def _said(self, message: ConsoleMessage) -> None:
        """The console repeats the status of a page that was refused, which is meant."""
        is_the_page = message.location.get("url", "").split("#")[0] == self.page.url.split("#")[0]
        if message.type in {"error", "warning"} and not (is_the_page and "status of" in message.text):
            self.complaints.append(f"console: {message.text}")

    def _failed(self, request: Request) -> None:
        """A draft still on its way when its page is left is broken off by the browser, which is no fault."""
        if request.failure != LEFT_BEHIND:
            self.complaints.append(f"could not get {request.url}: {request.failure}")

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.server, "data:")):
            self.complaints.append(f"asked another host: {request.url}")

    def _answered(self, response: Response) -> None:
        if response.request.is_navigation_request():
            self.answered = response.status
        elif response.status >= 400:
            self.complaints.append(f"{response.url} answered {response.status}")

    def go_to(self, stop: Stop) -> None:
        self.complaints.clear()
        self.page.goto(self.server + stop.address)
        if stop.act:
            stop.act(self.page)
        if self.answered not in {stop.status, 304}:
            self.complaints.append(f"answered {self.answered}, not {stop.status}")

    def faults(self) -> Iterator[str]:
        """What went wrong on the way here, and what a glance shows."""
        yield from self.complaints
        self.complaints.clear()
        yield from self.page.evaluate(LOOK_FOR_FAULTS)

    def violations(self) -> Iterator[str]:
        """What axe finds, with the first places of each."""
        for found in Axe().run(self.page, options=AXE).response["violations"]:
            where = [node["target"] for node in found["nodes"][:3]]
            yield f"axe: {found['help']} ({found['id']}) at {where}: {found['nodes'][0]['failureSummary']}"


@pytest.fixture
def stops(db: None, monkeypatch: pytest.MonkeyPatch) -> list[Stop]:
    """All of them; in the gate those of one league."""
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    if is_whole():
        all_leagues()
        return all_stops()
    the_wordy_league_alone()
    return wordy_stops()


@pytest.fixture
def lookers(browser: Browser, live_server: Any, stops: list[Stop]) -> Iterator[dict[str, Looker]]:
    """A page of its own for everybody who looks."""
    contexts = {who: browser.new_context() for who in {stop.who for stop in stops} | {NOBODY_SIGNED_IN}}
    for who, context in contexts.items():
        if who != NOBODY_SIGNED_IN:
            client = Client()
            client.force_login(User.objects.get(username=who))
            session = client.cookies["sessionid"].value
            context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    yield {who: Looker(context.new_page(), live_server.url) for who, context in contexts.items()}
    for context in contexts.values():
        context.close()


def sample_of(stops: list[Stop]) -> list[Stop]:
    """Return the last stop of each kind at some of the pages: there words are longest."""
    pages = sorted({str(stop.kind[0]) for stop in stops})
    sample = {*pages[::EACH], *ONCE_AT_FAULT}
    last = {(stop.kind, stop.act and stop.name.partition(" ")[2]): stop for stop in stops}
    return [stop for stop in stops if str(stop.kind[0]) in sample and stop in last.values()]


def stops_of_part(stops: list[Stop], part: int) -> list[Stop]:
    """Return the stops at every page whose turn it is; at one page they follow from each other."""
    pages = list(dict.fromkeys(stop.kind[0] for stop in stops))
    pages_of_part = set(pages[part::PARTS])
    return [stop for stop in stops if stop.kind[0] in pages_of_part]


def look_at(looker: Looker, stop: Stop, look: Look) -> str:
    screen, scheme = look
    looker.page.set_viewport_size(screen)
    looker.page.emulate_media(color_scheme=scheme)
    return f"{stop.name} ({stop.address}) at {screen['width']} in {scheme}"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_is_accessible_on_every_screen_in_every_scheme(
    lookers: dict[str, Looker], stops: list[Stop], part: int
) -> None:
    found: dict[str, list[str]] = {}
    for stop in stops_of_part(stops, part):
        looker = lookers[stop.who]
        looker.go_to(stop)
        for look in CROSS:
            where = look_at(looker, stop, look)
            # By axe on either screen and in either scheme: a page costs it a second.
            if faults := [*looker.faults(), *(looker.violations() if look in DIAGONAL else ())]:
                found[where] = faults
    assert not found


@pytest.mark.slow
def test_every_page_has_a_stop(stops: list[Stop]) -> None:
    pages = {stop.kind[0] for stop in stops}
    wanted = {pattern.name for pattern in addresses()} - NO_PAGES
    assert {name for name in wanted - pages if not name.startswith(TWICE)} == set()


@pytest.mark.slow
def test_leagues_before_there_is_one(page: Page, live_server: Any) -> None:
    looker = Looker(page, live_server.url)
    looker.go_to(Stop(name="no league", address="/"))
    assert [*looker.faults(), *looker.violations()] == []


def test_some_pages_are_whole_quiet_and_used_by_keys_and_thumbs(
    lookers: dict[str, Looker], stops: list[Stop]
) -> None:
    """One test: the league takes longer to make than these pages to try."""
    found: dict[str, list[str]] = {}
    for number, stop in enumerate(sample_of(stops)):
        looker = lookers[stop.who]
        looker.go_to(stop)
        where = look_at(looker, stop, DIAGONAL[number % 2])
        to_axe = number % EACH_BY_AXE == 0
        if faults := [*looker.faults(), *(looker.violations() if to_axe else ())]:
            found[where] = faults
    assert not found

    foot = "Help"
    ends = {"entry": "confirm", "rulings": foot}
    for name, end in part_of(ends.items(), each=2, place=1):
        stop = next(stop for stop in stops if stop.name == f"{WORDY} {name}")
        page = lookers[stop.who].page
        page.set_viewport_size(LAPTOP)
        lookers[stop.who].go_to(stop)
        page.locator(".skip").focus()
        place = ""
        for _ in range(1000):
            page.keyboard.press("Tab")
            at = page.evaluate(FOCUS)
            if at is None:
                break
            place = at["place"]
            assert at["isSeen"], f"{name}: {place} has the focus out of sight"
            assert at["isMarked"], f"{name}: nothing shows that {place} has the focus"
        assert place == end, f"{name}: Tab ends at {place}"

    for name in ("entry", "finals"):
        stop = next(stop for stop in stops if stop.name == f"{WORDY} {name}")
        looker = lookers[stop.who]
        looker.page.set_viewport_size(PHONE)
        looker.go_to(stop)
        assert looker.page.evaluate(LOW_FIELDS) == []
