"""Cups on paper: brackets, draws and score sheets for ties."""

from league.accounts.powers import Power
from league.cups.selectors.cups import CupOnPage, cup_on_page, cups_of_season
from league.models import Cup
from league.printing.brackets import brackets_on_paper
from league.printing.cup_draws import draws_on_paper, round_at_hand
from league.printing.documents import Document
from league.printing.registry.values import DocumentGroup, DocumentKind, Input, Order, PaperSize
from league.printing.tie_sheets import open_ties, tie_sheets


def _cups(order: Order, *, to_secretary: bool = False) -> list[CupOnPage]:
    """Return the knock-outs of the season, or the one that was chosen. Four queries each."""
    cups = cups_of_season(order.season) if order.cup is None else (order.cup,)
    return [cup_on_page(cup, to_secretary=to_secretary) for cup in cups if cup.kind == Cup.Kind.KNOCK_OUT]


def _brackets(order: Order) -> Document | None:
    return brackets_on_paper(_cups(order), printed_on=order.today, paper=order.paper)


def _draws(order: Order) -> Document | None:
    """Return the round at hand of each cup."""
    drawn = [(page, each) for page in _cups(order) if (each := round_at_hand(page))]
    return draws_on_paper(drawn, printed_on=order.today)


def _ties(order: Order) -> Document | None:
    to_secretary = Power.SECRETARY in order.powers
    pages = [(page, open_ties(page)) for page in _cups(order, to_secretary=to_secretary)]
    return tie_sheets(pages, to_secretary=to_secretary, is_large=order.paper == PaperSize.LARGE)


DOCUMENTS = (
    DocumentKind(
        name="cup-brackets",
        title="Cup brackets",
        about="each cup that is drawn: who meets whom, when and where, and room to write the winners",
        group=DocumentGroup.CUPS,
        make=_brackets,
        papers=(PaperSize.A4, PaperSize.A3),
        inputs=(Input.CUP,),
    ),
    DocumentKind(
        name="cup-draws",
        title="Cup draws",
        about="the ties of the round at hand as a list to hang up, with byes and the lot",
        group=DocumentGroup.CUPS,
        make=_draws,
        inputs=(Input.CUP,),
    ),
    DocumentKind(
        name="cup-ties",
        title="Score sheets for cup ties",
        about="a sheet for each tie that is still to be played, two sides",
        group=DocumentGroup.CUPS,
        make=_ties,
        papers=(PaperSize.A4, PaperSize.LARGE),
        inputs=(Input.CUP,),
    ),
)
