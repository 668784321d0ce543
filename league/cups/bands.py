"""The bands of a handicap as text: “up to 5: 2, up to 10: 4”."""

import re
from itertools import pairwise

from league.cups.entries import CupRefused
from league.cups.rules import Band

EXAMPLE = "up to 5: 2, up to 10: 4"
MOST_BANDS, MOST_POINTS = 30, 500
_BAND = re.compile(r"up to\s+([0-9]{1,4})\s*:\s*([0-9]{1,4})", re.IGNORECASE)
_LONGEST_SAID = 30


def parse_bands(text: str) -> tuple[Band, ...]:
    """The bands of a text; none of an empty one. Raises CupRefused, which says what stands there instead."""
    parts = [part.strip() for part in text.split(",")] if text.strip() else []
    if len(parts) > MOST_BANDS:
        raise CupRefused(f"{len(parts)} bands are too many; a cup has room for {MOST_BANDS}.")
    bands = tuple(map(_band, parts))
    for before, after in pairwise(bands):
        if after.up_to <= before.up_to:
            raise CupRefused(
                f"“up to {after.up_to}” stands after “up to {before.up_to}”: each band reaches further than "
                "the one before."
            )
    return bands


def format_bands(bands: tuple[Band, ...]) -> str:
    """The text that `parse_bands` reads back."""
    return ", ".join(f"up to {band.up_to}: {band.start}" for band in bands)


def _band(part: str) -> Band:
    found = _BAND.fullmatch(part)
    if found is None:
        said = part if len(part) <= _LONGEST_SAID else f"{part[:_LONGEST_SAID]}…"
        raise CupRefused(f"“{said}” is no band: write a difference and its start, as in “{EXAMPLE}”.")
    up_to, start = int(found[1]), int(found[2])
    if not 1 <= up_to <= MOST_POINTS or start > MOST_POINTS:
        raise CupRefused(
            f"“up to {up_to}: {start}” is out of reach: a difference goes from 1 to {MOST_POINTS}, a start "
            f"from 0 to {MOST_POINTS}."
        )
    return Band(up_to=up_to, start=start)
