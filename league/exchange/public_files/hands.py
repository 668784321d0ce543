"""A season's hands as rows of a spreadsheet, and as JSON.

A value of several parts is one text in a row, semicolons between.
"""

from collections.abc import Iterable, Iterator, Sequence

from league.results.selectors.season_hands import (
    MEANINGS,
    PeggedBefore,
    PenaltyGiven,
    PublicPlayer,
    SeasonHand,
)

IDS = {"home_players": "home_player_ids", "away_players": "away_player_ids"}
"""Names and ids of players are two columns, which name them in the same order."""


def hand_columns() -> dict[str, str]:
    """Return what each column of the file holds, in order."""
    return {
        column: text
        for name, meaning in MEANINGS.items()
        for column, text in ((name, meaning), (IDS.get(name), "Their public ids, in the same order."))
        if column
    }


def hand_rows(hands: Iterable[SeasonHand]) -> Iterator[Sequence[object]]:
    """Yield the heads and lines of a season's hands."""
    yield list(hand_columns())
    for hand in hands:
        row: list[object] = []
        for name in MEANINGS:
            value = getattr(hand, name)
            row.append("; ".join(map(_part, value)) if isinstance(value, tuple) else value)
            if name in IDS:
                row.append("; ".join(player.id or "" for player in value))
        yield row


def _part(value: PublicPlayer | PeggedBefore | PenaltyGiven) -> str:
    match value:
        case PublicPlayer():
            return value.name or ""
        case PeggedBefore():
            return f"{value.what} {value.side}+{value.points}"
        case PenaltyGiven():
            return f"{value.side}+{value.points} {value.reason}".rstrip()


def hands_as_json(hands: Iterable[SeasonHand]) -> Iterator[bytes]:
    """Yield a JSON list of hands, each as the API gives it, so that a large season needs no large memory."""
    from pydantic import TypeAdapter  # here: it is slow to load, and few commands need it

    as_json = TypeAdapter(SeasonHand).dump_json
    before = b"["
    for hand in hands:
        yield before + as_json(hand)
        before = b",\n"
    yield b"]" if before == b",\n" else b"[]"
