"""The whole league as one file, to take along or to hand on."""

import tempfile
from http import HTTPStatus

from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from league.access import for_secretary
from league.exchange.league_file import LeftOut, league_as_text
from league.models import League
from league.selectors.seasons import league_today

# Above this the file is written on disk before it is sent.
MEGABYTES_IN_MEMORY = 8


@for_secretary
def take_along(request: HttpRequest, league: League) -> HttpResponse:
    """What goes into the file; one press makes it and sends it."""
    if request.method != "POST":
        return render(request, "secretary/take_along.html", {"section": "desk"}, status=HTTPStatus.OK)
    without = LeftOut(
        old_versions="old-versions" not in request.POST, photographs="photographs" not in request.POST
    )
    # Written whole before it is sent: a slow line must not hold a moment of the database for minutes.
    file = tempfile.SpooledTemporaryFile(max_size=MEGABYTES_IN_MEMORY * 2**20)  # noqa: SIM115  the answer closes it
    for piece in league_as_text(league, made=timezone.now(), without=without):
        file.write(piece.encode())
    file.seek(0)
    name = f"{league.slug}-{league_today(league)}.json"
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/json")  # type: ignore[return-value]  # sent in pieces
