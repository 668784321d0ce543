"""A match scored through the page while the network comes and goes: nothing is lost, nothing counts twice.

The outages are real: the server is a process of its own, stopped and killed; in the gate nobody listens.
"""

import datetime
import itertools
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import BrowserContext, Route, expect

from league.models import Match
from league.results.logged_match import LoggedMatch
from league.results.selectors.log import log_of
from tests.browser.servers import Server, Site
from tests.browser.thumbs import TWO_FRAMES, all_sent, opens_without_signal, scan

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AWARDS = ("high", "low", "jack", "game")
# As the paper has them: High, Low, Jack, Game of each hand.
TABLES = (
    "hhna ahna hhnh hana hhnh aanh hhna ahaa h",
    "hhah ahna hhhh aana hhnn ahna hana aana aa",
    "hhhh hhhh hhhh hhh",
    "aaaa aaaa aaaa hhhh aaa",
)
SCORES = [(15, 11), (12, 15), (15, 0), (4, 15)]


def as_body(marks: str) -> dict[str, str]:
    return dict(zip(AWARDS, marks.replace("n", "-"), strict=False))


def hands_in_the_log(match: Match) -> dict[tuple[int, str], Any]:
    stands = LoggedMatch(match, log_of(match)).stands
    assert not [place for place, one in stands.items() if one.differs]
    return {(place.table, place.name): dict(one.body) for place, one in stands.items()}


def test_opened_once_it_opens_scores_and_survives_without_a_server(
    pocket: Callable[[], BrowserContext], site: Site, code: str, match: Match
) -> None:
    phone = pocket()
    thumb = scan(phone, site, code)
    opens_without_signal(thumb)
    site.kill()
    thumb.tap('[data-table="1"] a')
    expect(thumb.page.locator("body[data-ready]")).to_be_attached()
    thumb.peg("hhnh")
    thumb.peg("aana")
    thumb.page.reload()
    expect(thumb.page.locator("body[data-ready]")).to_be_attached()
    thumb.shows(3, 3)
    thumb.page.close()
    thumb = scan(phone, site, code, "tables/2/")
    thumb.peg("hhhh")
    expect(thumb.page.locator("[data-sending]")).to_contain_text("3 ")
    site.start()
    thumb.look()
    all_sent(thumb)
    assert hands_in_the_log(match) == {
        (1, "h1"): as_body("hhnh"),
        (1, "h2"): as_body("aana"),
        (2, "h1"): as_body("hhhh"),
    }
    assert match.entries.count() == 3


class CutMatch:
    """Somebody scores a match while everything goes wrong, once at each kind of step."""

    def __init__(self, phone: BrowserContext, server: Server, code: str, match: Match) -> None:
        self.phone, self.server, self.code, self.match = phone, server, code, match
        self.thumb = scan(phone, server, code)
        self.where = ""
        opens_without_signal(self.thumb)

    def go(self, where: str) -> None:
        self.where = where
        self.thumb.open(where)

    def undisturbed(self, peg: Callable[[], None]) -> None:
        peg()

    def server_down_before_the_hand(self, peg: Callable[[], None]) -> None:
        self.server.kill()
        peg()

    def server_back_after_the_hand(self, peg: Callable[[], None]) -> None:
        peg()
        self.server.start()
        all_sent(self.thumb)

    def answer_lost(self, peg: Callable[[], None]) -> None:
        """The league has it, and the phone does not know."""

        def lose(route: Route) -> None:
            if route.request.method == "POST":
                route.fetch()
            route.abort()

        self.phone.route("**/log/*", lose)
        with self.thumb.page.expect_event("requestfailed", lambda request: request.method == "POST"):
            peg()
        self.phone.unroute_all(behavior="wait")

    def reloaded_at_once(self, peg: Callable[[], None]) -> None:
        peg()
        self.thumb.page.reload()
        expect(self.thumb.page.locator("body[data-ready]")).to_be_attached()

    def page_killed(self, peg: Callable[[], None]) -> None:
        peg()
        self.thumb.page.close()
        self.thumb = scan(self.phone, self.server, self.code, self.where)

    def server_killed_with_the_hand_in_its_hands(self, peg: Callable[[], None]) -> None:
        all_sent(self.thumb)
        with transaction.atomic():
            # The server waits for this transaction to end, and does not live to see it.
            Match.objects.filter(pk=self.match.pk).update(week=1)
            with self.thumb.page.expect_request(lambda request: request.method == "POST"):
                peg()
            self.server.kill()
        self.server.start()

    def hour_put_back(self, peg: Callable[[], None]) -> None:
        self.thumb.page.clock.set_fixed_time(timezone.now() - datetime.timedelta(hours=1))
        peg()


@pytest.mark.slow
def test_a_whole_match_cut_at_each_kind_of_step(
    pocket: Callable[[], BrowserContext], server: Server, code: str, match: Match
) -> None:
    cut = CutMatch(pocket(), server, code, match)
    ways = itertools.cycle(
        (
            cut.undisturbed,
            cut.server_down_before_the_hand,
            cut.reloaded_at_once,
            cut.page_killed,
            cut.server_back_after_the_hand,
            cut.answer_lost,
            cut.reloaded_at_once,
            cut.server_killed_with_the_hand_in_its_hands,
            cut.hour_put_back,
        )
    )
    for table, hands in enumerate(TABLES, 1):
        cut.go(f"tables/{table}/")
        for marks in hands.split():
            next(ways)(lambda marks=marks: cut.thumb.peg(marks))
    if server.process is None:
        server.start()
    # The score is drawn first: until the frame after it the line may still tell of the hand before.
    cut.thumb.shows(4, 15)
    cut.thumb.page.evaluate(TWO_FRAMES)
    all_sent(cut.thumb)
    assert hands_in_the_log(match) == {
        (table, f"h{hand}"): as_body(marks)
        for table, hands in enumerate(TABLES, 1)
        for hand, marks in enumerate(hands.split(), 1)
    }
    assert match.entries.count() == sum(len(hands.split()) for hands in TABLES)
    assert [game.score for game in LoggedMatch(match, log_of(match)).games()] == SCORES


@pytest.mark.slow
def test_two_phones_against_each_other_without_signal(
    pocket: Callable[[], BrowserContext], server: Server, code: str, match: Match
) -> None:
    """Both score the same table with no server between them; what they see otherwise is settled by a tap."""
    one, other = (scan(pocket(), server, code, "tables/1/") for _ in range(2))
    for thumb in (one, other):
        opens_without_signal(thumb)
    server.kill()
    for marks in ("hhnh", "hhna", "ahnh"):
        one.peg(marks)
    for marks in ("hhnh", "aana", "ahnh"):
        other.peg(marks)
    server.start()
    for thumb in (one, other):
        all_sent(thumb)
        expect(thumb.page.locator("[data-differs=h2]")).to_be_visible()
        expect(thumb.page.locator("[data-differs]")).to_have_count(1)
    other.page.locator("[data-differs=h2] button", has_text="this phone").click()
    expect(one.page.locator("[data-differs]")).to_have_count(0)
    all_sent(other)
    assert hands_in_the_log(match) == {
        (1, "h1"): as_body("hhnh"),
        (1, "h2"): as_body("aana"),
        (1, "h3"): as_body("ahnh"),
    }
    assert match.entries.count() == 7


@pytest.mark.slow
def test_an_old_page_meets_a_new_server(
    pocket: Callable[[], BrowserContext], server: Server, code: str, match: Match
) -> None:
    """The page was kept before an update: what is pegged on it waits, and goes when it is loaded again."""
    thumb = scan(pocket(), server, code, "tables/1/")
    opens_without_signal(thumb)
    server.become("tests.browser.newer:site(2)")
    thumb.peg("hhnh")
    expect(thumb.page.locator("#trouble")).to_contain_text("out of date")
    assert not match.entries.exists()
    thumb.page.reload()
    expect(thumb.page.locator("body[data-ready]")).to_be_attached()
    all_sent(thumb)
    assert hands_in_the_log(match) == {(1, "h1"): as_body("hhnh")}
