"""The end of a season: its books, the presentation night, the report and the accounts.

For the secretary names stand in full on the night, also of players whom the public reads by initials or not
at all.
"""

from functools import partial

from django.urls import reverse

from league.accounts.powers import Power
from league.competition.selectors import seasons_of
from league.models import Charge
from league.people.selectors import paper_is_for
from league.printing.annual_reports import report_on_paper
from league.printing.documents import Document, Folding
from league.printing.handbook_selectors import handbook_of
from league.printing.handbooks import handbook
from league.printing.presentation import certificates, engraving_list, running_order
from league.printing.prizes import SeasonPrizes, prizes_of
from league.printing.record_books import record_book
from league.printing.record_selectors import record_book_of
from league.printing.registry.document_kinds import (
    DocumentGroup,
    DocumentKind,
    Input,
    Order,
    PaperSize,
    of_any,
)
from league.printing.statements import statements_on_paper
from league.regulations.selectors.ledger import statement_from, statements
from league.season_rollover.report.selectors import annual_report


def _handbook(order: Order) -> Document | None:
    """Return the handbook with the contacts that captains agreed to for readers with these powers.

    Its code leads to the league's own page; it has none where the address of the site is not known.
    """
    book = handbook_of(
        order.season,
        readers=paper_is_for(order.powers),
        today=order.today,
        site=order.site and order.site + reverse("league-home", args=[order.league.slug]),
    )
    folding = Folding.BOOKLET if order.paper == PaperSize.BOOKLET else Folding.PAGES
    return handbook(book, folding) if book else None


def _record_book(order: Order) -> Document | None:
    book = record_book_of(order.season, today=order.today)
    return record_book(book) if book else None


def _prizes(order: Order) -> SeasonPrizes:
    return prizes_of(order.season, to_secretary=Power.SECRETARY in order.powers)


def _statements(order: Order) -> Document | None:
    """Return the statements from the end of the season before to today, or to the end of a closed season."""
    season = order.season
    first = statement_from(seasons_of(order.league), season)
    last = min(order.today, season.ends_on) if season.is_finished else order.today
    papers = statements(order.league, first, last, order.pub.slug if order.pub else "")
    return of_any(partial(statements_on_paper, order.league), papers, first=first, last=last)


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
    DocumentKind(
        name="presentation-winners",
        title="Winners to read out",
        about="awards, cups and divisions in the order of the night, the champions last",
        group=DocumentGroup.SEASON_END,
        make=lambda order: running_order(_prizes(order), printed_on=order.today),
        power=Power.SECRETARY,
    ),
    DocumentKind(
        name="certificates",
        title="Certificates",
        about="one for each winner, to be dated and signed",
        group=DocumentGroup.SEASON_END,
        make=lambda order: certificates(_prizes(order)),
        power=Power.SECRETARY,
        is_long=True,
    ),
    DocumentKind(
        name="engraving-list",
        title="Engraving list",
        about="what is engraved on each trophy, with the number of characters",
        group=DocumentGroup.SEASON_END,
        make=lambda order: engraving_list(_prizes(order), printed_on=order.today),
        power=Power.SECRETARY,
    ),
    DocumentKind(
        name="annual-report",
        title="Annual report",
        about="tables, honours, cups, money and numbers of a season, for the general meeting",
        group=DocumentGroup.SEASON_END,
        make=lambda order: report_on_paper(annual_report(order.season), printed_on=order.today),
        power=Power.SECRETARY,
        is_long=True,
    ),
    DocumentKind(
        name="account-statements",
        title="Statements of account",
        about="a page for each pub: what it owes and has paid since the season before",
        group=DocumentGroup.SEASON_END,
        make=_statements,
        power=Power.SECRETARY,
        inputs=(Input.PUB,),
        is_long=True,
        is_offered=lambda season: Charge.objects.in_force().filter(league=season.league_id).exists(),
    ),
)
