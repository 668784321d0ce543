"""Every document there is, and how it is found by its name."""

from league.accounts.powers import Power
from league.printing.registry import cups, fixtures, lists, match_nights, results, season_end
from league.printing.registry.document_kinds import DocumentGroup, DocumentKind, PaperSize

DOCUMENTS: tuple[DocumentKind, ...] = (
    *match_nights.DOCUMENTS,
    *fixtures.DOCUMENTS,
    *cups.DOCUMENTS,
    *results.DOCUMENTS,
    *season_end.DOCUMENTS,
    *lists.DOCUMENTS,
)

_BY_NAME = {kind.name_on(paper): (kind, paper) for kind in DOCUMENTS for paper in kind.papers}


def document_names() -> tuple[str, ...]:
    """Return the names of all documents, each once for every paper."""
    return tuple(_BY_NAME)


def document_named(name: str) -> tuple[DocumentKind, PaperSize] | None:
    """Return the document of this name and its paper; "fixture-lists-a3" is fixture-lists on A3."""
    return _BY_NAME.get(name)


def documents_for(powers: frozenset[Power]) -> dict[DocumentGroup, tuple[DocumentKind, ...]]:
    """Return the documents that a reader with these powers may print, under their headings."""
    known = [kind for kind in DOCUMENTS if kind.may_print(powers)]
    kinds = {group: tuple(kind for kind in known if kind.group is group) for group in DocumentGroup}
    return {group: own for group, own in kinds.items() if own}
