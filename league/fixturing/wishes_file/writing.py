"""Writing a wishes file, as a page exports it. What is as usual is left out."""

import datetime
import json
from collections.abc import Iterator, Mapping
from typing import Any

from league.fixturing.calendar import DAYS, Off, WeekOff
from league.fixturing.task import Fixed, SecondHalf, Weights
from league.fixturing.wishes import DEFAULT_WEIGHT, CompanyWish, TeamWish, Wish
from league.fixturing.wishes_file.values import DivisionWishes, PubWishes, WishesFile


def format_wishes(file: WishesFile) -> str:
    """The text of a file; `parse_wishes` reads the same out of it again."""
    sections = [
        _section("[season]", _season(file)),
        _section("[weights]", _weights(file.weights)),
        *(_section("[[week_off]]", _off(one)) for one in file.off),
        *(_section("[[division]]", _division(one)) for one in file.divisions),
        *(_section("[[pub]]", _pub(one)) for one in file.pubs),
        *(_section("[[fixed]]", _fixed(one)) for one in file.fixed),
        *(_section("[[wish]]", _wish(one)) for one in file.wishes),
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


def _off(one: Off) -> Mapping[str, Any]:
    return {"day": one.day, "kind": one.kind if one.kind is not WeekOff.BLANK else "", "because": one.because}


def _division(one: DivisionWishes) -> Mapping[str, Any]:
    return {
        "name": one.name,
        "night": DAYS[one.night - 1] if one.night else "",
        "nights": one.nights,
        "meetings": one.meetings if one.meetings != 2 else None,
        "second_half": one.second_half if one.second_half is not SecondHalf.MIRRORED else "",
    }


def _pub(one: PubWishes) -> Mapping[str, Any]:
    return {"name": one.name, "matches": one.matches, "closed": one.closed, "place": one.place}


def _fixed(one: Fixed) -> Mapping[str, Any]:
    return {"home": one.home, "away": one.away, "date": one.date}


def _wish(wish: Wish) -> Mapping[str, Any]:
    weighed = {
        "weight": wish.weight if wish.weight != DEFAULT_WEIGHT else None,
        "must": wish.must,
        "because": wish.because,
    }
    if isinstance(wish, TeamWish):
        return {"team": wish.team, "where": wish.where, "on": wish.days, "at": wish.ends} | weighed
    if isinstance(wish, CompanyWish):
        return {"teams": wish.teams, "together": wish.company} | weighed
    return {"teams": wish.teams, "meet_from": wish.since, "meet_by": wish.until} | weighed
