"""Stored pictures of printed pages, and whether a page still looks like its own.

PEGBOARD_RENEW_PICTURES=1 in the environment of the tests stores them anew: look at what changed before you
commit it.
"""

import os
from pathlib import Path

import numpy
import pypdfium2 as pdfium
from PIL import Image
from PIL.PngImagePlugin import PngInfo

FOLDER = Path(__file__).parent / "pictures"
IS_RENEWED = bool(os.environ.get("PEGBOARD_RENEW_PICTURES"))

# No line is drawn thinner than a dot, so a page is drawn large and made small.
WIDTH, FINER = 200, 4
STEP = 17  # of the shades that are stored: sixteen
PAGES = "pages"  # stored in the file of the picture

# Of 255 shades: what a whole page, and nine dots of it, may differ by, for other versions of the libraries
# that set type. A word of body text that moves by its own height differs by more.
MOST_ON_AVERAGE, MOST_AT_A_PLACE = 1.5, 40


def differences(name: str, document: pdfium.PdfDocument) -> list[str]:
    """Return how the first page and the number of pages differ from what is stored under this name."""
    picture = _picture(document[0])
    if IS_RENEWED:
        _store(name, picture, len(document))
        return []
    file = FOLDER / f"{name}.png"
    if not file.is_file():
        return [f"no picture {file.name} is stored"]
    with Image.open(file) as stored:
        pages = int(stored.info[PAGES])
        faults = seen_differences(name, picture, stored.convert("L"))
    if pages != len(document):
        faults.append(f"{name} has {len(document)} pages, not {pages}")
    return faults


def _picture(page: pdfium.PdfPage) -> Image.Image:
    large = page.render(scale=FINER * WIDTH / page.get_width(), grayscale=True).to_pil()
    height = round(WIDTH * large.height / large.width)
    return large.resize((WIDTH, height), Image.Resampling.LANCZOS).point(
        lambda shade: round(shade / STEP) * STEP
    )


def seen_differences(name: str, picture: Image.Image, stored: Image.Image) -> list[str]:
    """Return how two pictures in shades of grey differ, beyond what other versions of libraries may."""
    if picture.size != stored.size:
        return [f"{name} is {picture.size} large, not {stored.size}"]
    apart = numpy.abs(numpy.asarray(picture, dtype=float) - numpy.asarray(stored, dtype=float))
    places = apart[: apart.shape[0] // 3 * 3, : apart.shape[1] // 3 * 3]
    worst = places.reshape(places.shape[0] // 3, 3, -1, 3).mean(axis=(1, 3)).max()
    if apart.mean() <= MOST_ON_AVERAGE and worst <= MOST_AT_A_PLACE:
        return []
    return [f"{name} differs by {apart.mean():.1f} on average, by {worst:.0f} at one place"]


def _store(name: str, picture: Image.Image, pages: int) -> None:
    FOLDER.mkdir(exist_ok=True)
    counted = PngInfo()
    counted.add_text(PAGES, str(pages))
    picture.quantize(16, dither=Image.Dither.NONE).save(
        FOLDER / f"{name}.png", optimize=True, pnginfo=counted
    )
