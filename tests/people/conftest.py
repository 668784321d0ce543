"""Papers as their words alone, for who reads all that a league says."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.template.loader import render_to_string

from league.printing import document_views, pdf
from league.printing.documents import Document
from league.printing.drawing import Drawing, Words


@pytest.fixture
def unset_paper(monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Path) -> Iterator[None]:
    """Send every word that a document is set of, in the place of paper and pictures that would show them.

    Neither papers kept before are read, nor are these words kept for others.
    """
    monkeypatch.setattr(pdf, "pdf", words_of)
    monkeypatch.setattr(document_views, "png", words_of)
    typefaces = settings.VAR_DIR / "fonts"
    typefaces.mkdir(exist_ok=True)
    (tmp_path / "fonts").symlink_to(typefaces)  # unpacked once for all tests
    settings.VAR_DIR = tmp_path
    cache.clear()
    yield
    cache.clear()


def words_of(document: Document) -> bytes:
    size = document.sizes[0][0] if document.sizes else None
    html = render_to_string(document.template, {"document": document, "size": size, **document.context})
    return " ".join([document.title, document.filename, html, *_drawn(document.drawings.values())]).encode()


def _drawn(drawings: Iterable[Drawing]) -> Iterator[str]:
    for drawing in drawings:
        yield from (shape.text for shape in drawing.shapes if isinstance(shape, Words))
        yield from _drawn(drawing.parts)
