"""Score sheets and slips: of a season, of a night, of a night collated per pub, and blank ones."""

from django.db.models import Q

from league.accounts.powers import Power
from league.models import TableSquare
from league.printing.documents import Document, all_sheets, all_slips, score_sheets, table_slips
from league.printing.forms_on_paper import MatchOnPaper
from league.printing.night_packs import night_packs
from league.printing.registry.document_kinds import (
    DocumentGroup,
    DocumentKind,
    Input,
    Order,
    PaperSize,
    of_any,
)
from league.printing.selectors import blank_of_season, season_on_paper, with_codes
from league.printing.square_cards import square_cards


def _matches(order: Order) -> list[MatchOnPaper]:
    """Return the matches of the season or the night, each with the code by which it is scored."""
    to_secretary = Power.SECRETARY in order.powers
    wanted = {"date": order.date, "division": order.division, "venue": order.pub}
    chosen = Q(**{name: value for name, value in wanted.items() if value})
    if order.team:
        chosen &= Q(home=order.team) | Q(away=order.team)
    return with_codes(season_on_paper(order.season, chosen, to_secretary=to_secretary), order.site)


def _is_large(order: Order) -> bool:
    return order.paper == PaperSize.LARGE


def _square_cards(order: Order) -> Document | None:
    live = TableSquare.objects.live().filter(pub__league=order.league, pub__closed_on=None)
    latest = {square.pub_id: square for square in live.select_related("pub")}
    squares = sorted(latest.values(), key=lambda square: (square.pub.name.casefold(), square.pk))
    if order.pub:
        squares = [square for square in squares if square.pub_id == order.pub.pk]
    return square_cards(order.league.name, squares, order.site) if squares and order.site else None


DOCUMENTS = (
    DocumentKind(
        name="score-sheets",
        title="Score sheets",
        about="one for each match, two sides, with the code for phones",
        group=DocumentGroup.MATCH_NIGHTS,
        make=lambda order: of_any(all_sheets, _matches(order), date=order.date, is_large=_is_large(order)),
        power=Power.FIXTURES,
        papers=(PaperSize.A4, PaperSize.LARGE),
        inputs=(Input.DATE, Input.DIVISION, Input.PUB, Input.TEAM),
        is_long=True,
    ),
    DocumentKind(
        name="table-slips",
        title="Table slips",
        about="one for each table, to be cut apart",
        group=DocumentGroup.MATCH_NIGHTS,
        make=lambda order: of_any(all_slips, _matches(order), date=order.date),
        power=Power.FIXTURES,
        inputs=(Input.DATE,),
        is_long=True,
    ),
    DocumentKind(
        name="night-packs",
        title="Night packs",
        about="sheets and slips of a night, sorted by pub, with a list",
        group=DocumentGroup.MATCH_NIGHTS,
        make=lambda order: of_any(night_packs, _matches(order) if order.date else (), date=order.date),
        power=Power.FIXTURES,
        inputs=(Input.DATE,),
        required=(Input.DATE,),
        is_long=True,
    ),
    DocumentKind(
        name="blank-sheet",
        title="Blank score sheet",
        about="for a match that nobody knew of",
        group=DocumentGroup.MATCH_NIGHTS,
        make=lambda order: score_sheets([blank_of_season(order.season)], is_large=_is_large(order)),
        power=Power.FIXTURES,
        papers=(PaperSize.A4, PaperSize.LARGE),
    ),
    DocumentKind(
        name="blank-slips",
        title="Blank table slips",
        about="the same for its tables",
        group=DocumentGroup.MATCH_NIGHTS,
        make=lambda order: table_slips([blank_of_season(order.season)]),
        power=Power.FIXTURES,
    ),
    DocumentKind(
        name="square-cards",
        title="Squares for tables",
        about="a card for each pub, to laminate: scanned on any night it opens the match there",
        group=DocumentGroup.MATCH_NIGHTS,
        make=_square_cards,
        power=Power.SECRETARY,
        inputs=(Input.PUB,),
        has_every_pub=True,
    ),
)
