"""Every document there is, and how it is found by its name."""

from itertools import groupby

from league.accounts.powers import Power
from league.printing.registry import (
    books,
    cards,
    cups,
    fixtures,
    lists,
    match_nights,
    money,
    presentation,
    results,
)
from league.printing.registry.document_kinds import DocumentGroup, DocumentKind, PaperSize

DOCUMENTS: tuple[DocumentKind, ...] = (
    *match_nights.DOCUMENTS,
    *fixtures.DOCUMENTS,
    *cups.DOCUMENTS,
    *cards.DOCUMENTS,
    *results.DOCUMENTS,
    *books.DOCUMENTS,
    *lists.DOCUMENTS,
    *presentation.DOCUMENTS,
    *money.DOCUMENTS,
)

_BY_NAME = {kind.name_on(paper): (kind, paper) for kind in DOCUMENTS for paper in kind.papers}
_IN_ORDER = list(DocumentGroup)


def document_names() -> tuple[str, ...]:
    """Return the names of all documents, each once for every paper."""
    return tuple(_BY_NAME)


def document_named(name: str) -> tuple[DocumentKind, PaperSize] | None:
    """Return the document of this name and its paper; "fixture-lists-a3" is fixture-lists on A3."""
    return _BY_NAME.get(name)


def documents_for(powers: frozenset[Power]) -> dict[DocumentGroup, tuple[DocumentKind, ...]]:
    """Return the documents that a reader with these powers may print, under their headings."""
    kinds = sorted((kind for kind in DOCUMENTS if kind.may_print(powers)), key=_place)
    return {group: tuple(own) for group, own in groupby(kinds, key=_group)}


def _group(kind: DocumentKind) -> DocumentGroup:
    return kind.group


def _place(kind: DocumentKind) -> int:
    return _IN_ORDER.index(kind.group)
