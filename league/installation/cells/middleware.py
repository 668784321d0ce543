"""Each request in the cell of its address, before anything else reads the database.

The first part of an address names a league; a code or a link is looked up in the directory. Requests about no
league (the front page, accounts, the workbench) are the first cell's, and a new league opens in the cell with
the fewest. While a league is moved from cell to cell its visitors are told to come again in a moment: phones
keep what they have to send.
"""

from collections.abc import Callable, Iterable, Iterator
from http import HTTPStatus

from django.db import Error
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase

from league.accounts.links import SIGNATURE, spelling
from league.competition.models.leagues import TAKEN_ADDRESSES
from league.installation.views import unavailable
from league.shared.cells import current_cell, in_cell
from league.shared.directory import (
    CAPTAIN,
    CODE,
    LEAGUE,
    PUB,
    SQUARE,
    CellPlace,
    cell_for_new_league,
    place_of,
)
from league.shared.middleware import middleware

TYPED = {"s": CODE, "t": SQUARE}
LINKS = {"c": CAPTAIN, "p": CAPTAIN, "pub": PUB}
API = ["api", "v1", "leagues"]

Answer = Callable[[HttpRequest], HttpResponseBase]


@middleware
def in_cell_of_address(request: HttpRequest, get_response: Answer) -> HttpResponseBase:
    """Answer in the cell of the address; 503 while its league is moved."""
    address = address_of(request.path_info)
    try:
        place = _place(request.path_info, address)
    except Error:
        # In the wrong cell a phone would be told that its match is over.
        return unavailable(request)
    if place.is_moving:
        return unavailable(request)
    with in_cell(place.cell):
        response = get_response(request)
    if address and response.status_code >= HTTPStatus.BAD_REQUEST and _has_moved(address, place):
        return unavailable(request)
    if isinstance(response, StreamingHttpResponse):
        response.streaming_content = _pieces(place.cell, response.streaming_content)  # type: ignore[arg-type]
    return response


def address_of(path: str) -> str:
    """Return what the directory calls the address of a page; empty for a page of no league."""
    first, *rest = path.lstrip("/").split("/")
    if first in TYPED and rest:
        return f"{TYPED[first]}{spelling(rest[0])}" if rest[0] else ""
    if first in LINKS and rest:
        return f"{LINKS[first]}{rest[0][:-SIGNATURE]}"
    if first == "api":
        slug = rest[2] if len(rest) > 2 and ["api", *rest[:2]] == API else ""
        return f"{LEAGUE}{slug}" if slug else ""
    return f"{LEAGUE}{first}" if first and first not in TAKEN_ADDRESSES else ""


def _place(path: str, address: str) -> CellPlace:
    if address:
        return place_of(address)
    return CellPlace(cell_for_new_league()) if path.startswith("/new-league/") else CellPlace(current_cell())


def _has_moved(address: str, place: CellPlace) -> bool:
    """Return whether a refusal may be due to what this process believed of the directory."""
    try:
        return place_of(address, again=True) != place
    except Error:
        return False


def _pieces(cell: str, pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Go on reading in the cell while an answer is sent."""
    rest = iter(pieces)
    while True:
        with in_cell(cell):
            piece = next(rest, None)
        if piece is None:
            return
        yield piece
