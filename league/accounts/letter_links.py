"""The link in a captain's letter by which they stop letters of its kind, without signing in.

It does nothing else, never ends, and needs no token of a form: the captain's mail program may press it.
"""

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus

from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

from league.accounts.access import View, opens_with_its_address
from league.models import Enrolment
from league.shared.cells import cells, in_cell

_SIGNER = Signer(sep=".", salt="pegboard.letters")


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterLink:
    """A kind of letter, and the teams whose captain it goes to."""

    enrolments: tuple[Enrolment, ...]
    letter: Enrolment.LetterKind


def letter_token(enrolments: Sequence[Enrolment], letter: Enrolment.LetterKind) -> str:
    """Return what stands in the address by which letters of a kind are stopped."""
    keys = [enrolment.pk for enrolment in enrolments]
    return str(_SIGNER.sign_object([keys, letter.value]))


def for_letter_link(view: View) -> View:
    """For whoever holds the link of a letter; the view is given the LetterLink."""

    @functools.wraps(view)
    def opened(request: HttpRequest, token: str) -> HttpResponse:
        answer = None
        for cell in cells():
            with in_cell(cell):
                if link := _read(token):
                    request.league = link.enrolments[0].season.league  # type: ignore[attr-defined]  # as for every league page
                    answer = view(request, link)
                    break
        if answer is None:
            answer = render(request, "accounts/no_such_link.html", status=HTTPStatus.NOT_FOUND)
        add_never_cache_headers(answer)
        answer.headers["X-Robots-Tag"] = "noindex"
        answer.headers["Referrer-Policy"] = "no-referrer"
        return answer

    return opens_with_its_address("letter", opened)


def _read(token: str) -> LetterLink | None:
    try:
        keys, letter = _SIGNER.unsign_object(token)
    except BadSignature:  # forged, or cut short on its way
        return None
    known = Enrolment.objects.filter(pk__in=keys).select_related("season__league", "team").order_by("pk")
    enrolments = tuple(known)
    return LetterLink(enrolments=enrolments, letter=Enrolment.LetterKind(letter)) if enrolments else None
