"""Rows of seed data: each with its key, in an order they can be loaded in."""

import itertools
from collections.abc import Iterator
from datetime import date, time

from league.shared.identifiers import ALPHABET, LENGTH
from tests.tools.demo.chance import same_every_time

Value = (
    str
    | int
    | bool
    | date
    | time
    | list[str]
    | list[int]
    | list[list[int]]
    | list[list[str]]
    | dict[str, object]
    | None
)


class SeedRows:
    """The rows of the demo, model by model, in an order they can be loaded in.

    A row that points at another needs its key, so the other's model is always further up.
    """

    def __init__(self) -> None:
        self._rows: dict[str, list[dict[str, object]]] = {}
        self._public_ids = _public_ids()

    def add(self, model: str, **fields: Value) -> int:
        """Add a row and give back its key. What is empty is left to the model."""
        rows = self._rows.setdefault(model, [])
        written = {
            name: value.isoformat() if isinstance(value, date | time) else value
            for name, value in fields.items()
            if value is not None and value != ""
        }
        rows.append({"model": f"league.{model}", "pk": len(rows) + 1, "fields": written})
        return len(rows)

    def add_named(self, model: str, **fields: Value) -> int:
        """Add a row with a public id."""
        return self.add(model, public_id=next(self._public_ids), **fields)

    def come_next(self, *models: str) -> None:
        """Let models come before those of which nothing has been added yet, whenever their rows are."""
        for model in models:
            self._rows.setdefault(model, [])

    def __iter__(self) -> Iterator[dict[str, object]]:
        return itertools.chain.from_iterable(self._rows.values())


def _public_ids() -> Iterator[str]:
    """Public ids that are the same every time, so that addresses of the demo can be saved."""
    rng = same_every_time("public ids")
    seen = set()
    while True:
        found = "".join(rng.choices(ALPHABET, k=LENGTH))
        if found not in seen:
            seen.add(found)
            yield found
