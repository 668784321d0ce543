"""A stop on the way past every page."""

from collections.abc import Callable
from dataclasses import dataclass

from django.urls import Resolver404, resolve
from playwright.sync_api import Page

Act = Callable[[Page], object]
NOBODY_SIGNED_IN = ""
# Leagues in which the same address is another page: one with nothing in it yet, and one of many games.
NEW, CARIBBEAN = "new", "caribbean"


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A page: who looks (an account), what he does there before he looks, the answer he gets in the end."""

    name: str
    address: str
    who: str = NOBODY_SIGNED_IN
    act: Act | None = None
    status: int = 200

    @property
    def kind(self) -> tuple[object, ...]:
        """Stops of one kind are the same page with other words on it."""
        path = self.address.partition("?")[0]
        try:
            page = resolve(path).url_name
        except Resolver404:
            page = None
        league = path.split("/")[1]
        return page, self.act, self.status, league if league in (NEW, CARIBBEAN) else ""
