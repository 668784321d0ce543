"""What the inbox is made of: questions, the things under them, the ways to decide each."""

from dataclasses import dataclass

from league.models import Match, Team
from league.results.selectors.signed_sheets import SignedSheets


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One way to decide: its button, and what it changes. With an `address` it leads to a page instead.

    With `asks_who` it also asks whose decision it is. With `is_link` it is a link among the facts, and with
    `is_sent` a button that is sent to the address.
    """

    value: str
    label: str
    consequence: str
    needs_reason: bool = False
    asks_who: bool = False
    address: str = ""
    is_link: bool = False
    is_sent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxLine:
    """One thing of several under a question, decided by itself: its fields, its facts, its choices.

    `about` names the thing, `seen` what a decision about it goes by: its cost.
    """

    about: str
    seen: str
    heading: str
    facts: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxItem:
    """A question of the inbox. `key` names it in the address; `kind` says which decision it is.

    With `lines` its `choices` decide all of them at once, and each line has choices of its own. `seen` is
    sent with `about`: what a decision goes by, so that it is refused if that has changed meanwhile. `sheets`
    are shown side by side.
    """

    key: str
    kind: str
    question: str
    facts: str
    match: Match | None = None
    heading: str = ""
    about: str = ""
    seen: str = ""
    choices: tuple[Choice, ...] = ()
    lines: tuple[InboxLine, ...] = ()
    sheets: SignedSheets | None = None
    is_trouble: bool = False


def short_name(team: Team) -> str:
    """Return what a crowded list calls a team."""
    return team.short_name or team.name
