"""A rule book as a file that people can read and other leagues can take over."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from league.competition.season_rules.fields import NONE
from league.competition.tie_breaks import HECKMONDWIKE_TIE_BREAKS
from league.models import RuleBook
from league.regulations.presets.book import BOOK, FIELDS, OPTIONS_IN_FIELDS

SECTIONS: Mapping[str, tuple[str, ...]] = {section: tuple(keys) for section, keys in BOOK.items()}
"""How a file is laid out: its sections, and the fields of a rule book that stand in each."""

SELDOM: Mapping[str, Any] = {
    "games_at_each_table": [],
    "match_won_away": None,
    "entered": RuleBook.Entered.HANDS,
}
"""Not written where they say nothing: other leagues' older programs do not know them all."""


def write_book(book: RuleBook, title: str, about: str = "") -> str:
    """Return the file of a rule book; `read_book` gives the same book back."""
    lines = [f"title = {_written(title)}", f"about = {_written(about)}"]
    for section, keys in SECTIONS.items():
        lines += ["", f"[{section}]", *_keys(book, keys)]
        if section == "game" and book.options:
            lines += ["", "[game.options]", *(f"{name} = {_written(value)}" for name, value in _own(book))]
    return "\n".join(lines) + "\n"


def _keys(book: RuleBook, keys: tuple[str, ...]) -> Iterator[str]:
    for key in keys:
        value = getattr(book, key)
        if key == "tie_breaks":
            value = value or HECKMONDWIKE_TIE_BREAKS
        if key not in SELDOM or value != SELDOM[key]:
            yield f"{key} = {_written(FIELDS[key].kind.write(value))}"


def _own(book: RuleBook) -> Iterator[tuple[str, Any]]:
    yield from ((name, value) for name, value in book.options.items() if name not in OPTIONS_IN_FIELDS)


def _written(value: Any) -> str:
    """Return a value as TOML has it; text as in JSON, which is the same but for one letter that must be
    escaped.
    """
    if value is None:
        return f'"{NONE}"'
    if isinstance(value, Mapping):
        return (
            "{" + ", ".join(f"{_written(str(key))} = {_written(item)}" for key, item in value.items()) + "}"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_written, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
