"""Cards to laminate with the square of a pub's tables: four to a sheet of A4, each of A6."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.text import slugify

from league.models import TableSquare
from league.printing.codes import codes_alone
from league.printing.documents import Document
from league.printing.drawing import Face, broken, fitted

# In mm: the square, and the room for the pub's name; its sizes in points.
SIDE, NAME_ROOM = 84.0, 89.0
NAME_SIZES = (24, 21, 18, 16, 14, 12)
A_SHEET = 4


def square_cards(league: str, squares: Sequence[TableSquare], site: str) -> Document:
    """Return a card for each square; `site` is the address that phones can reach."""
    cards: list[dict[str, object]] = []
    for pub, address in ((each.pub.name, site + reverse("pub-square", args=[each.code])) for each in squares):
        size = fitted([pub], NAME_ROOM, NAME_SIZES, Face.SLAB).size
        lines = broken(pub, size, NAME_ROOM, Face.SLAB, 600)
        cards.append({"size": size, "lines": lines, "address": address})
    name = squares[0].pub.name if len(squares) == 1 else "all pubs"
    return Document(
        title=f"Square for tables: {name}, {league}",
        filename=f"square-cards-{slugify(name)}.pdf",
        template="printing/square_cards.html",
        context={
            "league": league,
            "sheets": [cards[at : at + A_SHEET] for at in range(0, len(cards), A_SHEET)],
        },
        drawings=codes_alone((str(card["address"]) for card in cards), SIDE),
    )
