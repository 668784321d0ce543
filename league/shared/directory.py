"""The directory: which cell an address leads to. Nothing is asked or written where there is one cell.

An address is a league's slug (`l/`), the code of a match (`s/`), the square of a pub (`t/`), the link of a
captain or a pub (`c/`, `pub/`). Whoever creates one claims it in the same transaction, so that no two cells
have the same. What the directory does not know is the first cell's. What a process has read counts for some
seconds; whoever is refused by a cell looks again (`league.installation.cells.middleware`): a move is a
moment's wait, no more.
"""

import math
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.db.models import Model

from league.shared.cells import FIRST, current_cell, further_cells

# Seconds for which a process believes what it has read; and of how many addresses it remembers that.
BELIEVED = 5.0
REMEMBERED = 50_000

LEAGUE, CODE, SQUARE, CAPTAIN, PUB = "l/", "s/", "t/", "c/", "pub/"


class CellPlace(NamedTuple):
    """Where an address leads: to a cell, unless its league is just being moved to another one."""

    cell: str
    is_moving: bool = False


_lock = threading.Lock()
_places: dict[str, tuple[float, CellPlace]] = {}


def place_of(address: str, *, again: bool = False) -> CellPlace:
    """Return where an address leads, as of now or of a few seconds ago; `again` asks in any case."""
    now = time.monotonic()
    read_at, place = _places.get(address, (-math.inf, CellPlace(FIRST)))
    if read_at + BELIEVED > now and not again:
        return place
    with connection.cursor() as cursor:
        cursor.execute("SELECT cell, is_moving FROM shared.place WHERE address = %s", (address,))
        row = cursor.fetchone()
    place = CellPlace(*row) if row else CellPlace(FIRST)
    with _lock:
        if len(_places) >= REMEMBERED:
            _places.clear()
        _places[address] = now, place
    return place


def forget_places() -> None:
    """Ask again for every address: it was changed here."""
    with _lock:
        _places.clear()


def claim(kind: str, names: Sequence[str], *, league: int | None = None) -> frozenset[str]:
    """Enter new names as this cell's, within the transaction that creates them; return those others have.

    `league` is the key of the league whose slug it is: all slugs it ever had move with it.
    """
    if not settings.CELLS or not names:
        return frozenset()
    addresses = [f"{kind}{name}" for name in names]
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO shared.place (address, cell, league) SELECT unnest(%s::text[]), %s, %s"
            " ON CONFLICT (address) DO NOTHING",
            (addresses, current_cell(), league),
        )
        cursor.execute(
            "SELECT address FROM shared.place WHERE address = ANY(%s) AND cell <> %s",
            (addresses, current_cell()),
        )
        taken = [address for (address,) in cursor.fetchall()]
    # This process may just have looked for them in vain.
    with _lock:
        for address in addresses:
            _places.pop(address, None)
    return frozenset(address.removeprefix(kind) for address in taken)


def claim_names(kind: str, rows: Sequence[Model], field: str, new_name: Callable[[], str]) -> None:
    """Claim the random names of new rows; one that another cell has is drawn again."""
    fresh: Sequence[Any] = rows
    while taken := claim(kind, [getattr(row, field) for row in fresh]):
        fresh = [row for row in fresh if getattr(row, field) in taken]
        for row in fresh:
            setattr(row, field, new_name())


def release(*, league: int) -> None:
    """Let the slugs of a league that is deleted go, within the transaction that deletes it."""
    if not settings.CELLS:
        return
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM shared.place WHERE league = %s", (league,))
    forget_places()


def cell_for_new_league() -> str:
    """Return the cell with the fewest leagues; the first one only where there is no other."""
    names = further_cells()
    if not names:
        return FIRST
    counts = dict(leagues_by_cell())
    return min(names, key=lambda name: counts.get(name, 0))


def leagues_by_cell() -> list[tuple[str, int]]:
    """Return how many addresses of leagues the directory has in each cell."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT cell, count(*) FROM shared.place WHERE address LIKE 'l/%' GROUP BY cell")
        return list(cursor.fetchall())
