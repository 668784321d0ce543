"""Stored pictures of printed and of public pages: whether a page still looks like its own."""

from pathlib import Path

import numpy
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from tests.renewal import Renewal

STEP = 17  # of the shades that are stored: sixteen

# Of 255 shades: what a whole page, and nine dots of it, may differ by, for other versions of the libraries
# that set type. A word of body text that moves by its own height differs by more.
MOST_ON_AVERAGE, MOST_AT_A_PLACE = 1.5, 40


def differences(file: Path, picture: Image.Image, **facts: str) -> list[str]:
    """Return how a picture, and facts stored with it, differ from what is in this file.

    Where pictures are renewed, what differs is stored, and nothing returned.
    """
    found = _differences(file, picture, facts)
    if found and Renewal.is_on:
        _store(file, picture, facts)
        return []
    return found


def coloured_differences(file: Path, picture: Image.Image) -> list[str]:
    """Return the same of a picture in colour, stored as large as it is, and compared small and grey."""
    if file.is_file():
        with Image.open(file) as stored:
            found = _seen_differences(file.stem, _small(picture), _small(stored))
    else:
        found = [f"no picture {file.name} is stored"]
    if found and Renewal.is_on:
        picture.quantize(64, dither=Image.Dither.NONE).save(file, optimize=True)
        return []
    return found


def _small(picture: Image.Image) -> Image.Image:
    size = (picture.width // 4, picture.height // 4)
    grey = picture.convert("RGB").convert("L").resize(size, Image.Resampling.LANCZOS)
    return grey.point(lambda shade: round(shade / STEP) * STEP)


def _differences(file: Path, picture: Image.Image, facts: dict[str, str]) -> list[str]:
    if not file.is_file():
        return [f"no picture {file.name} is stored"]
    with Image.open(file) as stored:
        faults = _seen_differences(file.stem, picture, stored.convert("L"))
        known = {fact: stored.info[fact] for fact in facts}
    return [*faults, *([] if known == facts else [f"{file.stem} has {facts}, not {known}"])]


def _seen_differences(name: str, picture: Image.Image, stored: Image.Image) -> list[str]:
    """Return how two pictures in shades of grey differ, beyond what other versions of libraries may."""
    if picture.size != stored.size:
        return [f"{name} is {picture.size} large, not {stored.size}"]
    apart = numpy.abs(numpy.asarray(picture, dtype=float) - numpy.asarray(stored, dtype=float))
    places = apart[: apart.shape[0] // 3 * 3, : apart.shape[1] // 3 * 3]
    worst = places.reshape(places.shape[0] // 3, 3, -1, 3).mean(axis=(1, 3)).max()
    if apart.mean() <= MOST_ON_AVERAGE and worst <= MOST_AT_A_PLACE:
        return []
    return [f"{name} differs by {apart.mean():.1f} on average, by {worst:.0f} at one place"]


def _store(file: Path, picture: Image.Image, facts: dict[str, str]) -> None:
    file.parent.mkdir(exist_ok=True)
    known = PngInfo()
    for fact, value in facts.items():
        known.add_text(fact, value)
    picture.quantize(16, dither=Image.Dither.NONE).save(file, optimize=True, pnginfo=known)
