"""A rule book as a file that people can read and other leagues can take over."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from league.models import RuleBook
from league.presets.sections import IN_HALVES, NONE, SAID_BY_THE_BOOK, SECTIONS
from league.standings import HECKMONDWIKE_TIE_BREAKS


def write_book(book: RuleBook, title: str, about: str = "") -> str:
    """The file of a rule book; `read_book` gives the same book back."""
    lines = [f"title = {_written(title)}", f"about = {_written(about)}"]
    for section, keys in SECTIONS.items():
        lines += ["", f"[{section}]", *_keys(book, keys)]
        if section == "game" and book.options:
            lines += ["", "[game.options]", *(f"{name} = {_written(value)}" for name, value in _own(book))]
    return "\n".join(lines) + "\n"


def _keys(book: RuleBook, keys: tuple[str, ...]) -> Iterator[str]:
    for key in keys:
        value = getattr(book, key)
        if key in IN_HALVES and value is not None:
            whole, half = divmod(value, 2)
            value = whole + 0.5 if half else whole
        if key == "tie_breaks":
            value = value or list(HECKMONDWIKE_TIE_BREAKS)
        if key != "games_at_each_table" or value:
            yield f"{key} = {_written(value)}"


def _own(book: RuleBook) -> Iterator[tuple[str, Any]]:
    yield from ((name, value) for name, value in book.options.items() if name not in SAID_BY_THE_BOOK)


def _written(value: Any) -> str:
    """A value as TOML has it; text as in JSON, which is the same but for one letter that must be escaped."""
    if value is None:
        return f'"{NONE}"'
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_written(str(key))} = {_written(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_written, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
