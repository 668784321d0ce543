"""Short names of teams: the usual abbreviations, the name at the head of a page, the name on a button."""

import re
from collections.abc import Iterator
from typing import Protocol

from league.models import Team

# What leagues themselves write, longest first.
ABBREVIATIONS = (
    (r"^The ", ""),
    (r"\bWorking Men[’']s (Social )?Club\b", "WMC"),
    (r"\bWorking Men[’']s\b", "WM"),
    (r"\bRoyal British Legion\b", "RBL"),
    (r"\bSports (and|&) Social Club\b", "Sports"),
    (r"\bSocial Club\b", "Soc"),
    (r"\bConservative( Club)?\b", "Con"),
    (r"\bLiberal( Club)?\b", "Lib"),
    (r"\bCricket Club\b", "CC"),
    (r"\bBowling Club\b", "BC"),
    (r"\bRecreation\b", "Rec"),
    (r" and ", " & "),
)
# What most pubs are called besides their name.
KIND_OF_PUB = r" (Arms|Inn|Hotel|Tavern|Public House|Pub|Bar)(?=( [A-Z])?$)"
TEAM_LETTER = r" ([A-Z])$"
EMPTY_WORDS = frozenset(("a", "and", "&", "of", "the", "at", "on", "in"))

# A head has two lines of about fourteen letters on the smallest phone.
LONGEST_HEAD = 22
TWO_LINES = 28
LONGEST_WORD_OF_HEAD = 14
# Nine are set smaller: more are no longer read across a table.
LONGEST_BUTTON = 9
# What a word has to be to tell a team by itself: "St", "Top", "Three" and "Arms" do not.
TELLING = r"(?!(three|four|five|seven|eight|nine|arms|hotel|tavern|house|club|team)$).{4}"


def abbreviated(name: str) -> str:
    """Return the name with the abbreviations every league uses: "Old Bank WMC B"."""
    for pattern, short in ABBREVIATIONS:
        name = re.sub(pattern, short, name)
    return " ".join(name.split()) or name


class NamedTeam(Protocol):
    """A team, or a link to one: its name and, if it has one, its short name."""

    @property
    def name(self) -> str: ...

    @property
    def short_name(self) -> str: ...


def head_name(team: NamedTeam | Team) -> str:
    """Return the team's short name, or one made of its name: "Dyers’ & Finishers’"."""
    name = team.short_name or abbreviated(team.name)
    if len(name) <= LONGEST_HEAD:
        return name
    name = re.sub(KIND_OF_PUB, "", name)
    letter = _letter(name)
    words = name.removesuffix(letter).split()
    while len(words) > 1 and (len(" ".join(words)) + len(letter) > LONGEST_HEAD or _is_empty(words[-1])):
        words.pop()
    return _cut(" ".join(words), LONGEST_HEAD - len(letter)) + letter


def name_on_two_lines(team: Team) -> str:
    """Return the team's whole name if two lines of a phone hold it, else its short one."""
    longest = max(map(len, team.name.split()), default=0)
    fits = len(team.name) <= TWO_LINES and longest <= LONGEST_WORD_OF_HEAD
    return team.name if fits else head_name(team)


def button_names(home: Team, away: Team) -> tuple[str, str]:
    """Return the names of two teams on buttons, which always differ: "Dyers’" and "Crowther".

    A team without a name for buttons has the first word that the other team's name does not have and that
    tells it, or the first two; nothing is cut.
    """
    names = [
        team.button_name or _distinctive(team, other) or place
        for team, other, place in ((home, away, "Home"), (away, home, "Away"))
    ]
    if not _are_alike(names):
        return names[0], names[1]
    letters = [_letter(team.name) for team in (home, away)]
    longest = LONGEST_BUTTON - max(map(len, letters))
    names = [
        f"{name}{letter}" if len(name) <= longest else f"{letter} team".strip()
        for name, letter in zip(names, letters, strict=True)
    ]
    return ("Home", "Away") if _are_alike(names) else (names[0], names[1])


def _distinctive(team: Team, other: Team) -> str:
    """Return what tells a team from the other one on a button; empty if it has no word that fits."""
    words = list(_words(team))
    others = {word.casefold() for word in _words(other)}
    own = [word for word in words if word.casefold() not in others] or words
    telling = [word for word in own if re.match(TELLING, word, re.IGNORECASE)]
    pair = [" ".join(own[:2])] if own[:1] != telling[:1] and len(own) > 1 else []
    ways = (*pair, *telling, " ".join(words))
    return next((way for way in ways if len(way) <= LONGEST_BUTTON), "")


def _words(team: Team) -> Iterator[str]:
    name = abbreviated(team.short_name or team.name)
    words = name.removesuffix(_letter(name)).split()
    yield from (word.strip(",.;:()") for word in words if not _is_empty(word))


def _is_empty(word: str) -> bool:
    return word.casefold() in EMPTY_WORDS or not any(letter.isalnum() for letter in word)


def _are_alike(names: list[str]) -> bool:
    return not all(names) or names[0].casefold() == names[1].casefold()


def _letter(name: str) -> str:
    """Return the A or B of a pub with two teams, with the space before it."""
    letter = re.search(TEAM_LETTER, name)
    return letter.group() if letter else ""


def _cut(word: str, most: int) -> str:
    """Return the word, or its start with a full stop: "Cricket."."""
    return word if len(word) <= most else word[: most - 1].rstrip(" .’'&-") + "."
