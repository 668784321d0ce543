"""A rule book as a file that people can read and other leagues can take over.

How a rule book's file is laid out: its sections, and the fields of a rule book that stand in each.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from league.competition.tie_breaks import HECKMONDWIKE_TIE_BREAKS
from league.models import RuleBook


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
        if key in IN_HALVES and value is not None:
            whole, half = divmod(value, 2)
            value = whole + 0.5 if half else whole
        if key == "tie_breaks":
            value = value or list(HECKMONDWIKE_TIE_BREAKS)
        if key != "games_at_each_table" or value:
            yield f"{key} = {_written(value)}"


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


SECTIONS: Mapping[str, tuple[str, ...]] = {
    "game": ("variant", "target"),
    "match": (
        "tables",
        "players_a_side",
        "games_a_table",
        "games_at_each_table",
        "stops_when_decided",
        "race_to",
        "decided_by",
        "line_up_order",
    ),
    "points": (
        "table_won",
        "table_drawn",
        "game_won",
        "aggregate",
        "aggregate_tie",
        "match_won",
        "match_drawn",
        "match_lost",
        "close_loss",
        "close_loss_by",
    ),
    "walkovers": (
        "walkover_award",
        "walkover_for",
        "walkover_against",
        "walkover_in_aggregate",
        "walkover_points",
        "withdrawal",
    ),
    "level_teams": ("tie_breaks",),
}
"""Every field but the house options, which have a section of their own: [game.options]."""

POINTS = (
    "table_won",
    "table_drawn",
    "game_won",
    "aggregate",
    "match_won",
    "match_drawn",
    "match_lost",
    "close_loss",
)
"""What gives points. A file that leaves one out gives none for it."""

IN_HALVES = frozenset({*POINTS, "walkover_points"})
"""Numbers of points: written as points, stored in halves."""

OPTIONS_IN_FIELDS = frozenset({"players", "target", "target_with"})
"""Options of the game that a rule book has in fields of its own."""

NONE = "none"
"""How a file writes that there is none: no target, no penalty."""

MOST_TIE_BREAKS = 8
"""No league has more; teams level in eight tie-breaks share the place."""
