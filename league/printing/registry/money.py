"""Reports and accounts: the annual report, and each pub's statement of account."""

from league.accounts.powers import Power
from league.competition.selectors import seasons_of
from league.models import Charge
from league.printing.annual_reports import report_on_paper
from league.printing.documents import Document
from league.printing.registry.document_kinds import DocumentGroup, DocumentKind, Input, Order
from league.printing.statements import statements_on_paper
from league.regulations.selectors.ledger import statement_from, statements
from league.season_rollover.report.selectors import annual_report


def _report(order: Order) -> Document:
    return report_on_paper(annual_report(order.season), printed_on=order.today)


def _statements(order: Order) -> Document | None:
    """Return the statements from the end of the season before to today, or to the end of a closed season."""
    season = order.season
    first = statement_from(seasons_of(order.league), season)
    last = min(order.today, season.ends_on) if season.is_finished else order.today
    papers = statements(order.league, first, last, order.pub.slug if order.pub else "")
    return statements_on_paper(order.league, papers, first=first, last=last) if papers else None


DOCUMENTS = (
    DocumentKind(
        name="annual-report",
        title="Annual report",
        about="tables, honours, cups, money and numbers of a season, for the general meeting",
        group=DocumentGroup.SEASON_END,
        make=_report,
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
