"""What the inbox is made of: questions, the things under them, the ways to decide each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.urls import reverse

from league.models import League, Match, Team
from league.results.selectors.agreement import SignedSheets


class Choice(NamedTuple):
    """One way to decide: its button, and what it changes. With an `address` it leads to a page instead.

    With `asks_who` it also asks whose decision it is. With `is_link` it is a link among the facts, and with
    `is_sent` a button that is sent to the address.
    """

    label: str
    consequence: str
    value: str = ""
    address: str = ""
    needs_reason: bool = False
    asks_who: bool = False
    is_link: bool = False
    is_sent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxItem:
    """A question of the inbox. `key` names it in the address; `kind` says which decision it is.

    With `lines` its `choices` decide all of them at once, and each has `about`, `seen`, `heading`, `facts`
    and `choices` of its own. `about` names what is decided; `seen` is sent with it: what a decision goes by,
    so that it is refused if that has changed meanwhile. `sheets` are shown side by side.
    """

    key: str
    kind: str
    question: str
    facts: str
    match: Match | None = None
    heading: str = ""
    about: str = ""
    seen: str = ""
    choices: Sequence[Choice] = ()
    lines: Sequence[Mapping[str, Any]] = ()
    sheets: SignedSheets | None = None
    is_trouble: bool = False


def to_page(
    league: League,
    label: str,
    consequence: str,
    page: str,
    *parts: object,
    query: str = "",
    is_link: bool = False,
    is_sent: bool = False,
) -> Choice:
    """Return a choice that leads to a page of the league, or with `is_sent` is sent there."""
    address = f"{reverse(page, args=[league.slug, *parts])}{query}"
    return Choice(label, consequence, address=address, is_link=is_link, is_sent=is_sent)


def short_name(team: Team) -> str:
    """Return what a crowded list calls a team."""
    return team.short_name or team.name
