"""Who can play: each player's own answer, by the link his captain gave him."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from league.access import for_players
from league.models import Enrolment


@for_players
def players(request: HttpRequest, enrolment: Enrolment) -> HttpResponse:
    """The squad of the team, for its players."""
    return render(request, "captains/players.html", {"enrolment": enrolment})
