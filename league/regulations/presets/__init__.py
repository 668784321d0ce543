"""Rule books ready made: one readable file each, in the same form in which leagues hand on their own.

names       the presets there are
get         one of them; offered: all of them
read_book   any such file, with every fault named by its line
write_book  a league's own book as such a file
"""

from functools import cache
from pathlib import Path

from league.regulations.presets.reading import Preset, read_book

# In the order in which they are offered: All Fours first, then the shapes of other games' leagues.
_OFFERED = (
    "heckmondwike",
    "lancashire",
    "caribbean-17",
    "caribbean-18",
    "caribbean-22",
    "crown-green",
    "rinks",
    "don-five-games",
    "don",
    "crib-legs",
    "plain-3-1-0",
    "plain-2-1-0",
)
_SHELF = Path(__file__).parent


class UnknownPreset(LookupError):
    """There is no preset of that name; the message lists the names."""


def names() -> tuple[str, ...]:
    """Return the ids of all presets, in the order in which they are offered."""
    return _OFFERED


def offered() -> tuple[Preset, ...]:
    """Return all presets, in that order."""
    return tuple(map(get, _OFFERED))


@cache
def get(name: str) -> Preset:
    """Return the preset of that id. Raises UnknownPreset."""
    if name not in _OFFERED:
        raise UnknownPreset(f"“{name}” is no preset; there are: {', '.join(_OFFERED)}.")
    return read_book((_SHELF / f"{name}.toml").read_text(encoding="utf-8"), name)
