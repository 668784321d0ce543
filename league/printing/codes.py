"""The square on a sheet that a phone scans, and the words beside it."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from league.printing.drawing import Anchor, Drawing, Modules, Shape, Words
from league.printing.forms_on_paper import CodeOnPaper

# A square smaller than this is not read at arm's length by a phone of five years ago (mm).
SQUARE = 18.0

# A smaller version has larger modules than the quiet zone of these forms allows for.
LEAST_VERSION = 3
PHONE = "On a phone:"

# White around the square that a phone needs to find it, in modules.
QUIET = 4


@lru_cache(maxsize=512)
def modules(address: str) -> tuple[tuple[bool, ...], ...]:
    """Return the square of an address: which modules are black, row by row.

    Level M, as paper gets beer on it.
    """
    import segno  # here: only paper needs it

    code = segno.make(address, error="m", micro=False, boost_error=False)
    if int(code.version) < LEAST_VERSION:
        code = segno.make(address, version=LEAST_VERSION, error="m", boost_error=False)
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)


def square(address: str, x: float, y: float, side: float = SQUARE) -> Modules:
    """Return the square with its top left corner there."""
    return Modules(x=x, y=y, side=side, rows=modules(address))


def codes_alone(addresses: Iterable[str], side: float) -> dict[str, Drawing]:
    """Return the squares as drawings of their own, as pages of text show them, named by their addresses."""
    return {
        f"drawing:{address}": Drawing(shapes=(square(address, 0, 0, side),), width=side, height=side)
        for address in dict.fromkeys(addresses)
        if address
    }


def in_words(code: CodeOnPaper) -> str:
    """Return what the square says, for those who have it read to them."""
    # On paper printed where nobody knows the site, only typed.
    how = f"scan, or at {code.page} type" if code.site else f"at {code.page} of the league’s site type"
    return f"{PHONE} {how} {code.spaced}"


def beside(code: CodeOnPaper, x: float, y: float, room: float) -> Iterator[Shape]:
    """Yield the same on a sheet, in three lines that end at `x`, the first standing on `y`."""
    first, second = (f"{PHONE} scan,", f"or at {code.page} type")
    if not code.site:
        first, second = f"{PHONE} on the league’s", f"site, at {code.page}, type"
    for text, on, size, weight in (
        (first, y, 7.5, 400),
        (second, y + 3.3, 7.5, 400),
        (code.spaced, y + 8.4, 13, 700),
    ):
        yield Words(x=x, y=on, text=text, size=size, weight=weight, anchor=Anchor.END, room=room)
