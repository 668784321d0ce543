"""Cups on paper: brackets, draws and score sheets for ties; tables, slips and standings of pairs nights."""

from functools import partial

from league.accounts.powers import Power
from league.cups.selectors.cup_pages import CupOnPage, cup_on_page
from league.cups.selectors.cups import cups_of_season, pairs_nights_of_season
from league.cups.selectors.fees import door_list
from league.cups.selectors.pairs_nights import NightOnPage, TablesOfRound, night_on_page
from league.models import Cup
from league.printing.brackets import brackets_on_paper
from league.printing.cup_draws import draws_on_paper, round_at_hand
from league.printing.documents import Document
from league.printing.door_lists import door_lists_on_paper
from league.printing.pairs_nights import slips_on_paper, standings_on_paper, tables_on_paper
from league.printing.registry.document_kinds import (
    DocumentGroup,
    DocumentKind,
    Input,
    Order,
    PaperSize,
    of_any,
)
from league.printing.tie_sheets import open_ties, tie_sheets


def _cups(order: Order, *, to_secretary: bool = False) -> list[CupOnPage]:
    """Return the knock-outs of the season, or the one that was chosen. Four queries each."""
    cups = cups_of_season(order.season) if order.cup is None else (order.cup,)
    return [cup_on_page(cup, to_secretary=to_secretary) for cup in cups if cup.kind == Cup.Kind.KNOCK_OUT]


def _draws(order: Order) -> Document | None:
    """Return the round at hand of each cup."""
    return draws_on_paper(
        [(page, each) for page in _cups(order) if (each := round_at_hand(page))], printed_on=order.today
    )


def _ties(order: Order) -> Document | None:
    to_secretary = Power.SECRETARY in order.powers
    return tie_sheets(
        [(page, open_ties(page)) for page in _cups(order, to_secretary=to_secretary)],
        to_secretary=to_secretary,
        is_large=order.paper == PaperSize.LARGE,
    )


def _nights(order: Order) -> list[NightOnPage]:
    """Return the pairs nights of the season, or the one that was chosen. Four queries each."""
    cups = pairs_nights_of_season(order.season) if order.cup is None else (order.cup,)
    return [night_on_page(cup) for cup in cups if cup.kind == Cup.Kind.PAIRS_NIGHT]


def _running(order: Order) -> list[tuple[NightOnPage, TablesOfRound]]:
    """Return the round of each night that was drawn last."""
    return [(page, page.running) for page in _nights(order) if page.running]


def _night_standings(order: Order) -> Document | None:
    drawn = [page for page in _nights(order) if page.rounds]
    return of_any(standings_on_paper, drawn, printed_on=order.today)


def _door(order: Order) -> Document | None:
    """Return the door list of each cup and pairs night of the season that has a fee, or of the one chosen."""
    if order.cup is not None:
        cups: tuple[Cup, ...] = (order.cup,)
    else:
        cups = (*cups_of_season(order.season), *pairs_nights_of_season(order.season))
    return door_lists_on_paper([door_list(cup) for cup in cups if cup.fee], printed_on=order.today)


def _is_drawn(cup: Cup, kind: str) -> bool:
    """Return whether a cup, as the choices of documents have it, is of this kind and has been drawn."""
    return cup.kind == kind and bool(getattr(cup, "draws_made", 0))


_is_bracket = partial(_is_drawn, kind=Cup.Kind.KNOCK_OUT)
_is_night = partial(_is_drawn, kind=Cup.Kind.PAIRS_NIGHT)


DOCUMENTS = (
    DocumentKind(
        name="cup-brackets",
        title="Cup brackets",
        about="each cup that is drawn: who meets whom, when and where, and room to write the winners",
        group=DocumentGroup.CUPS,
        make=lambda order: brackets_on_paper(_cups(order), printed_on=order.today, paper=order.paper),
        papers=(PaperSize.A4, PaperSize.A3),
        inputs=(Input.CUP,),
        is_for=_is_bracket,
    ),
    DocumentKind(
        name="cup-draws",
        title="Cup draws",
        about="the ties of the round at hand as a list to hang up, with byes and the lot",
        group=DocumentGroup.CUPS,
        make=_draws,
        inputs=(Input.CUP,),
        is_for=_is_bracket,
    ),
    DocumentKind(
        name="cup-ties",
        title="Score sheets for cup ties",
        about="a sheet for each tie that is still to be played, two sides",
        group=DocumentGroup.CUPS,
        make=_ties,
        papers=(PaperSize.A4, PaperSize.LARGE),
        inputs=(Input.CUP,),
        is_for=_is_bracket,
    ),
    DocumentKind(
        name="pairs-tables",
        title="Tables of a pairs night",
        about="who sits where in the round drawn last, to hang up",
        group=DocumentGroup.CUPS,
        make=lambda order: of_any(tables_on_paper, _running(order)),
        inputs=(Input.CUP,),
        is_for=_is_night,
    ),
    DocumentKind(
        name="pairs-slips",
        title="Slips of a pairs night",
        about="a slip for each of these tables, eight on a page, to be cut apart",
        group=DocumentGroup.CUPS,
        make=lambda order: of_any(slips_on_paper, _running(order)),
        inputs=(Input.CUP,),
        is_for=_is_night,
    ),
    DocumentKind(
        name="pairs-standings",
        title="Standings of a pairs night",
        about="every pair with its wins, and at the end the winners",
        group=DocumentGroup.CUPS,
        make=_night_standings,
        inputs=(Input.CUP,),
        is_for=_is_night,
    ),
    DocumentKind(
        name="cup-door-lists",
        title="Door lists of entry fees",
        about="who has paid the fee of a cup or pairs night and who owes it, to tick off",
        group=DocumentGroup.CUPS,
        make=_door,
        power=Power.SECRETARY,
        inputs=(Input.CUP,),
        is_for=lambda cup: bool(cup.fee),
    ),
)
