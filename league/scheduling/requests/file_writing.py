"""Writing a wishes file, as a page exports it. What is as usual is left out.

One condition taken out of a wishes file, the rest of the text left as it was typed.
"""

import datetime
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from league.scheduling.planner.calendar import DAYS, Off, UnreadableWishes, WeekOff, short_day
from league.scheduling.planner.task import (
    DEFAULT_WEIGHT,
    Fixed,
    GroupConstraint,
    SecondHalf,
    TeamWish,
    Weights,
    Wish,
)
from league.scheduling.planner.words import fixed_said, wish_said
from league.scheduling.requests.file import DivisionWishes, PubWishes, WishesFile
from league.scheduling.requests.file_reading import parse_wishes
from league.scheduling.requests.resolving import LeagueAsItIs, task_of


def format_wishes(file: WishesFile) -> str:
    """The text of a file; `parse_wishes` reads the same out of it again."""
    sections = [
        _section("[season]", _season(file)),
        _section("[weights]", _weights(file.weights)),
        *(_section("[[week_off]]", _off(one)) for one in file.off),
        *(_section("[[division]]", _division(division)) for division in file.divisions),
        *(_section("[[pub]]", _pub(pub)) for pub in file.pubs),
        *(_section("[[fixed]]", _fixed(one)) for one in file.fixed),
        *(_section("[[wish]]", _wish(wish)) for wish in file.wishes),
    ]
    return "\n".join(section for section in sections if section)


def _section(header: str, said: Mapping[str, Any]) -> str:
    lines = list(_lines(said))
    return "".join(f"{line}\n" for line in (header, *lines)) if lines else ""


def _lines(said: Mapping[str, Any]) -> Iterator[str]:
    for key, value in said.items():
        if value is not None and value is not False and value not in ("", ()):
            yield f"{key} = {_written(value)}"


def _written(value: Any) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_written, value))}]"
    if isinstance(value, datetime.date):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False)


def _season(file: WishesFile) -> Mapping[str, Any]:
    return {
        "first": file.first,
        "last": file.last,
        "keep_before": file.keep_before,
        "no_return_within": file.rules.return_after or None,
        "longest_run": file.rules.longest_run,
        "fair_draw": file.fair_draw,
    }


def _weights(weights: Weights) -> Mapping[str, Any]:
    usual = Weights()
    return {
        key: getattr(weights, key)
        for key in ("breaks", "balance", "carry_over", "change")
        if getattr(weights, key) != getattr(usual, key)
    }


def _off(off: Off) -> Mapping[str, Any]:
    return {"day": off.day, "kind": off.kind if off.kind is not WeekOff.BLANK else "", "because": off.because}


def _division(wishes: DivisionWishes) -> Mapping[str, Any]:
    return {
        "name": wishes.name,
        "night": DAYS[wishes.night - 1] if wishes.night else "",
        "nights": wishes.nights,
        "meetings": wishes.meetings if wishes.meetings != 2 else None,
        "second_half": wishes.second_half if wishes.second_half is not SecondHalf.MIRRORED else "",
    }


def _pub(wishes: PubWishes) -> Mapping[str, Any]:
    return {"name": wishes.name, "matches": wishes.matches, "closed": wishes.closed, "place": wishes.place}


def _fixed(fixed: Fixed) -> Mapping[str, Any]:
    return {"home": fixed.home, "away": fixed.away, "date": fixed.date}


def _wish(wish: Wish) -> Mapping[str, Any]:
    weighed = {
        "weight": wish.weight if wish.weight != DEFAULT_WEIGHT else None,
        "must": wish.must,
        "because": wish.because,
    }
    if isinstance(wish, TeamWish):
        return {"team": wish.team, "where": wish.where, "on": wish.days, "at": wish.ends} | weighed
    if isinstance(wish, GroupConstraint):
        return {"teams": wish.teams, "together": wish.company} | weighed
    return {"teams": wish.teams, "meet_from": wish.since, "meet_by": wish.until} | weighed


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


def _means(text: str, file: WishesFile) -> bool:
    try:
        return parse_wishes(text) == file
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
