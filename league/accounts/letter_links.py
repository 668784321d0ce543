"""The link in a captain's letter by which they stop letters of its kind, without signing in.

It does nothing else, never ends, and needs no token of a form: the captain's mail program may press it.
"""

import functools
from collections.abc import Sequence
from http import HTTPStatus

from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from league.accounts.access import View, opens_with_its_address
from league.models import Enrolment
from league.shared.cells import cells, in_cell

_SIGNER = Signer(sep=".", salt="pegboard.letters")


def letter_token(enrolments: Sequence[Enrolment], letter: Enrolment.LetterKind) -> str:
    """Return what stands in the address by which letters of a kind are stopped."""
    keys = [enrolment.pk for enrolment in enrolments]
    return str(_SIGNER.sign_object([keys, letter.value]))


def for_letter_link(view: View) -> View:
    """For whoever holds the link of a letter; the view is given its kind and the teams it is for."""

    @functools.wraps(view)
    def opened(request: HttpRequest, token: str) -> HttpResponse:
        answer = None
        for cell in cells():
            with in_cell(cell):
                letter, enrolments = _read(token)
                if enrolments:
                    request.league = enrolments[0].season.league  # type: ignore[attr-defined]  # as for every league page
                    answer = view(request, letter, enrolments)
                    break
        if answer is None:
            answer = render(request, "accounts/no_such_link.html", status=HTTPStatus.NOT_FOUND)
        add_never_cache_headers(answer)
        answer.headers["X-Robots-Tag"] = "noindex"
        answer.headers["Referrer-Policy"] = "no-referrer"
        return answer

    return opens_with_its_address("letter", opened)


def _read(token: str) -> tuple[Enrolment.LetterKind | None, list[Enrolment]]:
    try:
        keys, letter = _SIGNER.unsign_object(token)
    except BadSignature:  # forged, or cut short on its way
        return None, []
    known = Enrolment.objects.filter(pk__in=keys).select_related("season__league", "team").order_by("pk")
    return Enrolment.LetterKind(letter), list(known)
