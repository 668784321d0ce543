"""One condition taken out of a wishes file, the rest of the text left as it was typed."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from league.fixturing.calendar import short_day
from league.fixturing.errors import UnreadableWishes
from league.fixturing.wish_words import fixed_said, wish_said
from league.fixturing.wishes_file.reading import parse_wishes
from league.fixturing.wishes_file.resolving import LeagueAsItIs, task_of
from league.fixturing.wishes_file.values import PubWishes, WishesFile
from league.fixturing.wishes_file.writing import format_wishes

HEADER = re.compile(r"\s*\[")
Said = TypeVar("Said")


def without_condition(text: str, league: LeagueAsItIs, sentence: str) -> str | None:
    """The text without the wish, the fixed match or the closed night that is said so; None if it has none.

    Raises UnreadableWishes if the text cannot be read for this league.
    """
    file = parse_wishes(text)
    task = task_of(file, league)
    wishes = _said(task.wishes, lambda wish: wish_said(wish, task), sentence)
    fixed = _said(task.fixed, lambda one: fixed_said(one, task), sentence)
    pubs = tuple(_opened(league, pub, sentence) for pub in file.pubs)
    left = replace(
        file,
        wishes=tuple(wish for number, wish in enumerate(file.wishes) if number not in wishes),
        fixed=tuple(one for number, one in enumerate(file.fixed) if number not in fixed),
        pubs=pubs,
    )
    if left == file:
        return None
    cut = _cut(_cut(text, "wish", wishes), "fixed", fixed)
    return cut if _means(cut, left) else format_wishes(left)


def _said(given: Sequence[Said], say: Callable[[Said], str], sentence: str) -> list[int]:
    return [number for number, one in enumerate(given) if say(one) == sentence]


def _opened(league: LeagueAsItIs, pub: PubWishes, sentence: str) -> PubWishes:
    """A pub's own closed nights, without the one the sentence is about."""
    names = {venue.name for venue in league.venues}
    closed = tuple(
        night
        for night in pub.closed
        if not any(
            sentence == f"{name} is shut on {short_day(night)}" and _same(name, pub.name) for name in names
        )
    )
    return replace(pub, closed=closed)


def _same(one: str, other: str) -> bool:
    return one.casefold().removeprefix("the ") == other.casefold().removeprefix("the ")


def _means(text: str, wanted: WishesFile) -> bool:
    try:
        return parse_wishes(text) == wanted
    except UnreadableWishes:
        return False


def _cut(text: str, section: str, numbers: Sequence[int]) -> str:
    """The text without some of the entries of a section; comments before the next entry belong to that."""
    return "".join(_lines_left(text, section, numbers))


def _lines_left(text: str, section: str, numbers: Sequence[int]) -> Iterator[str]:
    own = re.compile(rf"\s*\[\[\s*{section}\s*\]\]")
    number, is_out = -1, False
    held: list[str] = []
    for line in text.splitlines(keepends=True):
        if HEADER.match(line):
            number += bool(own.match(line))
            was_out, is_out = is_out, bool(own.match(line)) and number in numbers
            yield from _comments(held) if was_out else ()
            held = []
        if is_out:
            held.append(line)
        else:
            yield line
    yield from _comments(held)


def _comments(held: Sequence[str]) -> list[str]:
    """The comments and empty lines at the end of what was cut out."""
    kept: list[str] = []
    for line in reversed(held):
        if line.strip() and not line.lstrip().startswith("#"):
            break
        kept.insert(0, line)
    return kept if any(line.strip() for line in kept) else []
