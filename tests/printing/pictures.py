"""Pictures of the first pages of documents, held against those that are stored."""

from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image

from tests import stored_pictures
from tests.stored_pictures import STEP

FOLDER = Path(__file__).parent / "pictures"

# No line is drawn thinner than a dot, so a page is drawn large and made small.
WIDTH, FINER = 200, 4


def differences(name: str, document: pdfium.PdfDocument) -> list[str]:
    """Return how the first page and the number of pages differ from what is stored under this name."""
    return stored_pictures.differences(
        FOLDER / f"{name}.png", _picture(document[0]), pages=str(len(document))
    )


def _picture(page: pdfium.PdfPage) -> Image.Image:
    large = page.render(scale=FINER * WIDTH / page.get_width(), grayscale=True).to_pil()
    height = round(WIDTH * large.height / large.width)
    return large.resize((WIDTH, height), Image.Resampling.LANCZOS).point(
        lambda shade: round(shade / STEP) * STEP
    )
