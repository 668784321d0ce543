"""What stands on the pages of a document, and whether it stands inside them."""

from league.printing.documents import Document
from league.printing.pdf import PX_PER_MM, laid_out

LEAST_MARGIN, LEAST_SIZE = 5.0, 8.0


def texts_inside(document: Document) -> list[str]:
    """The words of each page; every line of them stands inside its page and is large enough to be read."""
    texts = []
    for page in laid_out(document).pages:
        words = []
        for box in page._page_box.descendants(placeholders=True):
            if not hasattr(box, "text"):
                continue
            left, top = box.position_x / PX_PER_MM, box.position_y / PX_PER_MM
            right, bottom = left + box.width / PX_PER_MM, top + box.height / PX_PER_MM
            assert left >= LEAST_MARGIN, box.text
            assert top >= LEAST_MARGIN, box.text
            assert right <= page.width / PX_PER_MM - LEAST_MARGIN, box.text
            assert bottom <= page.height / PX_PER_MM - LEAST_MARGIN, box.text
            assert box.style["font_size"] >= LEAST_SIZE * 96 / 72 - 0.01, box.text
            words.append(box.text)
        texts.append(" ".join(words).replace("\N{NO-BREAK SPACE}", " "))
    return texts
