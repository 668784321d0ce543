"""A recorded sheet as fields, some of them changed as an objection proposes, and the fields of one place."""

from collections.abc import Iterator, Mapping
from typing import Any

from league.results.log import AWARDS, BESIDE, PENALTIES, PENALTY_PARTS, SIDE_PLACES, Body, SheetPlace
from league.results.parsing.fields import (
    HUNG,
    MOST_PENALTIES,
    YES,
    Layout,
    whole_number,
)
from scoring.games import GameScore

FINAL = "final"
FINAL_FIELDS = ("home-final", "away-final")
HAND_FIELDS = (*AWARDS, *BESIDE)


def with_changes(
    fields: Mapping[str, str], changes: Mapping[SheetPlace, Body], layout: Layout
) -> dict[str, str]:
    """Return the fields with some places changed. Penalties stay as they were recorded."""
    changed = dict(fields)
    for place, body in changes.items():
        changed |= {field: body.get(name, "") for name, field in _fields_of(place, layout).items()}
    return changed


def as_pegged(fields: Mapping[str, str], prefix: str, played: GameScore | None) -> dict[str, str]:
    """Return the fields without hands and penalties after a game was won."""
    if played is None or played.ending is None:
        return dict(fields)
    last = played.ending.hand + 1

    def hand_of(name: str) -> int:
        row = name.removeprefix(f"{prefix}-").split("-")[0] if name.startswith(f"{prefix}-") else ""
        hand = row[1:] if row[:1] == "h" else fields.get(f"{prefix}-{row}-hand", "") if row[:1] == "p" else ""
        return whole_number(hand) or 0

    return {name: text for name, text in fields.items() if hand_of(name) <= last}


def body_at(place: SheetPlace, fields: Mapping[str, str], layout: Layout) -> dict[str, Any]:
    """Return the fields of one place as the log has them, penalties of a hand included."""
    of_place = _fields_of(place, layout)
    body: dict[str, Any] = {name: text for name, field in of_place.items() if (text := fields.get(field, ""))}
    if HUNG in body:
        body[HUNG] = YES  # as phones and forms send it
    penalties = list(_penalties(place, fields, layout)) if place.hand else []
    return {**body, PENALTIES: penalties} if penalties else body


def _penalties(place: SheetPlace, fields: Mapping[str, str], layout: Layout) -> Iterator[dict[str, str]]:
    prefix = layout.prefix(place.table, place.game)
    yield from (
        {part: fields.get(f"{prefix}-p{row}-{part}", "") for part in PENALTY_PARTS}
        for row in range(1, MOST_PENALTIES + 1)
        if fields.get(f"{prefix}-p{row}-hand") == str(place.hand)
    )


def _fields_of(place: SheetPlace, layout: Layout) -> dict[str, str]:
    """Return the fields of a place as the log calls them, each with its name on the sheet."""
    prefix = layout.prefix(place.table, place.game)
    if place.name in SIDE_PLACES:
        return {str(seat): f"{prefix}-{place.name}-{seat}" for seat in range(1, layout.players + 1)}
    if place.hand:
        return {name: f"{prefix}-{place.name}-{name}" for name in HAND_FIELDS}
    names = FINAL_FIELDS if place.name == FINAL else ("first-pitch",)
    return {name: f"{prefix}-{name}" for name in names}
