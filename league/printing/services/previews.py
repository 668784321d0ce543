"""Pictures of the first pages of a league's documents, for the page that lists them."""

import datetime
import hashlib
from collections.abc import Iterable
from io import BytesIO

from league.accounts.powers import NOTHING
from league.competition.selectors import league_today
from league.models import League
from league.printing.choices import DocumentChoices, document_choices, document_order
from league.printing.pdf import pdf
from league.printing.registry.catalogue import DOCUMENTS
from league.printing.registry.document_kinds import DocumentKind
from league.printing.services.store import store_file, stored_among, stored_file

# Twice the width on the page, for screens with fine dots.
WIDTH = 184
# No line is drawn thinner than a dot: in small it would be a page of black boxes, so it is drawn large first.
FINER = 5


def preview_file(league: League, kind: DocumentKind) -> bytes | None:
    """Return the picture of a document's first page, None until it has been made."""
    return stored_file(_name(league, kind), "png")


def previewed(league: League, kinds: Iterable[DocumentKind]) -> frozenset[str]:
    """Return the names of the documents whose picture has been made. One query."""
    names = {_name(league, kind): kind.name for kind in kinds}
    return frozenset(names[digest] for digest in stored_among(names, "png"))


def make_previews(league: League, now: datetime.datetime) -> None:
    """Draw the first page of each document as whoever may just print it sees it. Raises NoPango."""
    choices = document_choices(league, "", league_today(league, now))
    if choices is None:
        return
    for kind in DOCUMENTS:
        content = _first_page(kind, choices)
        if content:
            store_file(_name(league, kind), content, "png")


def _first_page(kind: DocumentKind, choices: DocumentChoices) -> bytes | None:
    """Return the picture of a document about as little as it can be about; None if there is nothing on it."""
    first = {choice: choices.options(choice)[:1] for choice in kind.inputs}
    typed = {choice.value: options[0][0] for choice, options in first.items() if options}
    if not set(kind.required) <= set(typed):
        return None
    powers = frozenset({kind.power}) if kind.power else NOTHING
    document = kind.make(document_order(kind, choices, typed, powers=powers, site=""))
    return _picture(pdf(document)) if document else None


def _picture(content: bytes) -> bytes:
    from PIL.Image import Resampling
    from pypdfium2 import PdfDocument

    with PdfDocument(content) as pages:
        page = pages[0]
        large = page.render(scale=FINER * WIDTH / page.get_width(), grayscale=True).to_pil()
    picture = large.resize((WIDTH, round(WIDTH * large.height / large.width)), Resampling.LANCZOS)
    picture.quantize(16).save(file := BytesIO(), "PNG", optimize=True)
    return file.getvalue()


def _name(league: League, kind: DocumentKind) -> str:
    return hashlib.sha256(f"preview {league.pk} {kind.name}".encode()).hexdigest()
