"""The colours can be read by everybody, in daylight and on slate, and stand in one place."""

import re
from pathlib import Path

import pytest
from django.conf import settings

CSS = Path(settings.BASE_DIR) / "league" / "static" / "css"
TEXT, CONTROL = 4.5, 3.0  # WCAG 2.2, success criteria 1.4.3 and 1.4.11
IN_THE_SUN = 7.0  # 1.4.6

READ = [
    *[
        (ink, ground)
        for ink in ("ink", "ink-soft")
        for ground in ("paper", "sheet", "brass-wash", "green-wash")
    ],
    *[(ink, ground) for ink in ("green", "brass", "brick") for ground in ("paper", "sheet")],
    ("ink", "brick-wash"),
    ("green", "brass-wash"),
    ("brick", "brick-wash"),
    ("on-green-fill", "green-fill"),
    ("on-brass-fill", "brass-fill"),
    ("hole", "wood"),
]
READ_AT_THE_TABLE = [
    *[(ink, ground) for ink in ("ink", "ink-soft", "green", "brick") for ground in ("paper", "sheet")],
    *[("ink", wash) for wash in ("green-wash", "brass-wash", "brick-wash")],
    ("ink-soft", "brass-wash"),
    ("green", "green-wash"),
    ("brick", "brick-wash"),
    ("on-green-fill", "green-fill"),
    ("hole", "wood"),
]
SEEN = [
    *[(edge, ground) for edge in ("control", "brass-line", "chosen-edge") for ground in ("paper", "sheet")],
    ("inlay", "wood"),
    ("home-peg", "wood"),
    ("away-peg-rim", "wood"),
]


def tokens(scheme: str, *sheets: str) -> dict[str, str]:
    """Names and values of the colours; dark, and a later sheet, only say what differs."""
    colours: dict[str, str] = {}
    for sheet in ("tokens", *sheets):
        light = (CSS / f"{sheet}.css").read_text()
        dark = (CSS / f"{sheet}-dark.css").read_text()
        for part in (light, dark)[: 2 if scheme == "dark" else 1]:
            colours |= re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", part)
    return colours


def luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "ground", "least"), [(*p, TEXT) for p in READ] + [(*p, CONTROL) for p in SEEN]
)
def test_what_is_read_and_what_is_pressed_stands_out(
    ink: str, ground: str, least: float, scheme: str
) -> None:
    colours = tokens(scheme)
    assert contrast(colours[ink], colours[ground]) >= least


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_read_at_the_table_stands_out_in_the_sun(scheme: str) -> None:
    colours = tokens(scheme, "tokens-scoring")
    assert {
        (ink, ground): ratio
        for ink, ground in READ_AT_THE_TABLE
        if (ratio := contrast(colours[ink], colours[ground])) < IN_THE_SUN
    } == {}


def test_colours_stand_in_one_place_only() -> None:
    for sheet in CSS.glob("*.css"):
        if sheet.name.startswith(("tokens", "print", "paper")):
            continue
        assert not re.search(r"#[0-9a-fA-F]{3,8}\b|rgba?\(", sheet.read_text()), sheet.name
