"""Notes in the audit log who has opened a page or file with telephone numbers and e-mail addresses."""

import functools
from collections.abc import Callable
from http import HTTPStatus
from typing import Concatenate

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from league.history.services.audit import Kind, note_daily
from league.models import League, User

LeagueView = Callable[Concatenate[HttpRequest, League, ...], HttpResponse]


def shows_contacts(what: str) -> Callable[[LeagueView], LeagueView]:
    """Note each reader of a page of the league that shows contacts. It stands below the line of who may."""

    def decorate(view: LeagueView) -> LeagueView:
        @functools.wraps(view)
        def noted(request: HttpRequest, league: League, **rest: object) -> HttpResponse:
            answer = view(request, league, **rest)
            # Led on, nothing was shown; refused, the page is shown again with all that is on it.
            if answer.status_code == HTTPStatus.OK or answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY:
                note_contacts(request, league, what)
            return answer

        return noted

    return decorate


def note_contacts(request: HttpRequest, league: League, what: str) -> None:
    """Note that contacts are shown to this reader; visitors who are not signed in see only what is public."""
    if isinstance(request.user, User):
        note_daily(league=league, kind=Kind.CONTACTS, what=what, by=request.user, now=timezone.now())
