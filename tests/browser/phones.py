"""A phone at a table: a browser of its own with the log of a match, on a bare page or the real one."""

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Route

from league.models import Match
from league.results.log import SheetPlace, standing
from league.results.selectors.log import log_of

HAND = {"high": "h", "low": "a", "jack": "-", "game": "h"}
OTHER = {"high": "a", "low": "a", "jack": "-", "game": "a"}

# Milliseconds; a test that waits so long has failed.
PATIENCE = 30_000
OPEN = """async ([log, wire]) => {
  const { openStore } = await import("/static/js/phone/store.js");
  globalThis.store = await openStore({ log, wire });
}"""


class Phone:
    """A browser with storage of its own, and in it a bare page on which the log of a match is open."""

    def __init__(self, context: BrowserContext, server: str, log: str) -> None:
        self.context, self.server, self.log = context, server, log
        self.page = self.open()

    def open(self, wire: int = 1) -> Page:
        """Open the log in a new page, as somebody does who comes back to it."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: pytest.fail(f"the script failed: {error}"))
        page.goto(f"{self.server}/help/")
        page.evaluate(OPEN, [self.log, wire])
        self.page = page
        return page

    def open_again(self, wire: int = 1) -> None:
        self.page.close()
        self.open(wire)

    def say(self, place: str, body: Mapping[str, str] = HAND, table: int = 1) -> None:
        self.page.evaluate("([t, place, body]) => store.say(t, 1, place, body)", [table, place, dict(body)])

    def accept(self, key: str, number: int) -> None:
        self.page.evaluate(
            "([key, number]) => store.accept(key, store.stands().get(key).versions[number].id)", [key, number]
        )

    def stands(self) -> dict[str, Any]:
        return dict(self.page.evaluate("Object.fromEntries(store.stands())"))

    def state(self) -> dict[str, Any]:
        return dict(self.page.evaluate("store.state()"))

    def until(self, true: str) -> None:
        """Wait for what the store says. Playwright's own waiting makes code out of text, which our pages
        forbid."""
        self.page.evaluate(
            f"""() => new Promise((done, fail) => {{
              const look = () => ({true}) && done();
              store.onChange(look);
              look();
              const told = () => JSON.stringify([store.state(), [...store.stands()]]);
              setTimeout(() => fail(new Error(`never: ${{told()}}`)), {PATIENCE});
            }})"""
        )

    def until_all_sent(self) -> None:
        self.until("store.state().unsent === 0 && !store.state().trouble")

    # What happens to a phone between two walls.

    def cut(self) -> None:
        """Nothing gets through."""
        self.context.route("**/log/*", lambda route: route.abort())

    def lose_answers(self) -> None:
        """What is sent comes in; what is answered does not."""

        def lose(route: Route) -> None:
            if route.request.method == "POST":
                route.fetch()
            route.abort()

        self.context.route("**/log/*", lose)

    def mend(self) -> None:
        """The signal is back, and nobody tells the page: it finds out."""
        self.context.unroute_all(behavior="wait")

    def look(self) -> None:
        """Come back to the page: it asks the league at once, and not when its pause is over."""
        self.page.evaluate("dispatchEvent(new Event('focus'))")


def stands_at_the_league(match: Match) -> dict[str, dict[str, Any]]:
    """What stands in the league's log, by the keys that a phone has; places where phones differ left out."""
    stands = standing(log_of(match))
    return {_key(place): dict(one.body) for place, one in stands.items() if not one.differs}


def _key(place: SheetPlace) -> str:
    return f"{place.table}/{place.game}/{place.name}"
