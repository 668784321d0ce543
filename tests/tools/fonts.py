"""Cuts the web's fonts into what every page needs and the rest: `python3 -m tests.tools.fonts FOLDER`.

FOLDER holds `@fontsource-variable/source-sans-3` and `@fontsource-variable/besley`, as npm unpacks them. The
core of each is loaded by every page, the rest of western Europe, the letters of Polish and those of the other
languages of central and eastern Europe only by a page that has one. Prints the `unicode-range` of each file,
for `league/static/css/fonts.css`.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FONTS = Path(__file__).parents[2] / "league" / "static" / "fonts"
# What pages say in English: the keyboard's signs, what stands in our own words, scores and money, and the
# accents of names, which cost next to nothing beside their letters.
ENGLISH = {
    *range(0x20, 0x7F),
    *map(ord, "\N{NO-BREAK SPACE}£·½×–—‘’“”•…↑↓−"),
    *map(ord, "áâäèéêëíîïóôöúûüñç"),
}
# Of the names that are not of the west most in Britain are Polish: a third of the bytes of the whole east.
POLISH = set(map(ord, "ĄąĆćĘęŁłŃńŚśŹźŻż"))
EAST = {*range(0x100, 0x180), *range(0x218, 0x21C)} - POLISH


@dataclass(frozen=True)
class Family:
    """One typeface: the letters of its core, its features, the weights pages ask for (None: all it has)."""

    name: str
    core: frozenset[int]
    features: tuple[str, ...]
    weights: tuple[int, int] | None = None


FAMILIES = (
    Family(
        "source-sans-3", frozenset(ENGLISH), ("calt", "ccmp", "kern", "liga", "locl", "mark", "mkmk", "tnum")
    ),
    # Headings and names of pubs: no figures under each other. All its weights would be half as big again.
    Family(
        "besley",
        frozenset(ENGLISH - set(map(ord, "#$%<=>@[\\]^_`{|}~"))),
        ("ccmp", "kern", "mark"),
        weights=(500, 600),
    ),
)


def subset(original: Path, letters: set[int], family: Family, target: Path) -> None:
    """Write some letters of a font, in the family's features and range of weights.

    What names its styles in menus of programs no browser reads; the licence lies beside it.
    """
    options = Options(layout_features=family.features, hinting=False, notdef_outline=True, name_IDs=[0, 1, 2])
    options.drop_tables += ["BASE", "STAT"]
    font = TTFont(original, recalcTimestamp=False, lazy=False)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    if family.weights:
        lightest, heaviest = family.weights
        font = instantiateVariableFont(font, {"wght": (lightest, lightest, heaviest)})
    font.flavor = "woff2"
    font.save(target)


def unicode_range(letters: set[int]) -> str:
    """Return letters as a font face names them."""
    spans: list[tuple[int, int]] = []
    for letter in sorted(letters):
        if spans and letter == spans[-1][1] + 1:
            spans[-1] = (spans[-1][0], letter)
        else:
            spans.append((letter, letter))
    return ", ".join(f"U+{first:04X}" + (f"-{last:04X}" if last > first else "") for first, last in spans)


def main(folder: Path) -> None:
    for family in FAMILIES:
        [western] = folder.rglob(f"{family.name}-latin-wght-normal.woff2")
        [others] = folder.rglob(f"{family.name}-latin-ext-wght-normal.woff2")
        held = {letter for letter in TTFont(western).getBestCmap() if letter >= ord(" ")}
        farther = set(TTFont(others).getBestCmap()) - held
        for part, original, letters in (
            ("core", western, held & family.core),
            ("rest", western, held - family.core),
            ("polish", others, farther & POLISH),
            ("east", others, farther & EAST),
        ):
            target = FONTS / f"{family.name}-{part}.woff2"
            subset(original, letters, family, target)
            print(f"{target.name}, {target.stat().st_size} bytes: {unicode_range(letters)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
