"""Books of a season: the handbook and its booklet, the record book."""

from django.urls import reverse

from league.people.selectors import paper_is_for
from league.printing.documents import Document, Folding
from league.printing.handbook_selectors import handbook_of
from league.printing.handbooks import handbook
from league.printing.record_books import record_book
from league.printing.record_selectors import record_book_of
from league.printing.registry.document_kinds import DocumentGroup, DocumentKind, Order, PaperSize


def _handbook(order: Order) -> Document | None:
    """Return the handbook with the contacts that captains agreed to for readers with these powers."""
    book = handbook_of(
        order.season,
        readers=paper_is_for(order.powers),
        today=order.today,
        site=_page_of_league(order),
    )
    folding = Folding.BOOKLET if order.paper == PaperSize.BOOKLET else Folding.PAGES
    return handbook(book, folding) if book else None


def _record_book(order: Order) -> Document | None:
    book = record_book_of(order.season, today=order.today)
    return record_book(book) if book else None


def _page_of_league(order: Order) -> str:
    """Return the address of the league's own page, to which the code leads; empty where none is known."""
    return order.site + reverse("league-home", args=[order.league.slug]) if order.site else ""


DOCUMENTS = (
    DocumentKind(
        name="handbook",
        title="Handbook",
        about=(
            "rules, pubs, contacts as permitted, fixtures and tables to fill in; as a booklet, print on both"
            " sides, turned on the short edge"
        ),
        group=DocumentGroup.SEASON_END,
        make=_handbook,
        has_contacts=True,
        papers=(PaperSize.A5, PaperSize.BOOKLET),
        is_long=True,
    ),
    DocumentKind(
        name="record-book",
        title="Record book",
        about="final tables, every result with its tables, decisions, cups, awards and players",
        group=DocumentGroup.SEASON_END,
        make=_record_book,
        is_long=True,
    ),
)
