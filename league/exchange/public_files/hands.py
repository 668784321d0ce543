"""A season's hands as rows of a spreadsheet, and as Parquet with their types, for the extra `parquet`.

A value of several parts is one text in a row, semicolons between.
"""

import datetime
import importlib.util
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import BinaryIO, get_type_hints

from league.results.selectors.season_hands import (
    CHUNK,
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
    columns = {}
    for name, meaning in MEANINGS.items():
        columns[name] = meaning
        if name in IDS:
            columns[IDS[name]] = "Their public ids, in the same order."
    return columns


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


MISSING = "This site writes no Parquet. Take the CSV, or ask for: pip install pegboard[parquet]."
BYTES_IN_MEMORY = 8 * 2**20
"""Above this the file is written on disk before it is sent."""
_DAY_0 = datetime.date(1970, 1, 1)


def writes_parquet() -> bool:
    """Return whether the extra is installed."""
    return importlib.util.find_spec("arro3") is not None


def hands_as_parquet(hands: Iterable[SeasonHand]) -> BinaryIO:
    """Return a file of the hands, open at its beginning; some thousands are in memory at once."""
    from arro3.core import Array, DataType, Field, RecordBatch, RecordBatchReader, Schema
    from arro3.io import write_parquet

    stored_as = {int: DataType.int32(), bool: DataType.bool(), datetime.date: DataType.date32()}
    hints = get_type_hints(SeasonHand)
    kinds = {name: _kind(hints.get(name)) for name in hand_columns()}
    schema = Schema([Field(name, stored_as.get(kind, DataType.utf8())) for name, kind in kinds.items()])

    def array(kind: type, values: tuple[object, ...]) -> Array:
        if kind is datetime.date:  # of which the library makes no array itself
            days = [value and (value - _DAY_0).days for value in values]  # type: ignore[operator]  # a column of dates
            return Array(days, DataType.int32()).cast(DataType.date32())
        return Array(list(values), stored_as.get(kind, DataType.utf8()))

    def batches() -> Iterator[RecordBatch]:
        rows = iter(hand_rows(hands))
        next(rows)  # the heads
        while chunk := list(islice(rows, CHUNK)):
            columns = zip(kinds.items(), zip(*chunk, strict=True), strict=True)
            yield RecordBatch.from_pydict({name: array(kind, values) for (name, kind), values in columns})

    file = tempfile.SpooledTemporaryFile(max_size=BYTES_IN_MEMORY)  # noqa: SIM115  the answer closes it
    write_parquet(RecordBatchReader.from_batches(schema, batches()), file)
    file.seek(0)
    return file  # type: ignore[return-value]  # as a file is read


def _kind(hint: object) -> type:
    """Return what a column holds: numbers, days and yes or no as such, anything else as text."""
    return next((kind for kind in (int, bool, datetime.date) if hint in (kind, kind | None)), str)
