"""Signing on the phone a match was scored on: by its captain with one tap, by either captain with a PIN."""

import json
from collections.abc import Mapping
from functools import partial
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest
from django.utils import timezone

from league.accounts.links import CaptainVisitor
from league.accounts.services.pins import WrongPin, check_pin
from league.models import Scorecard, Side, Signature
from league.results.pages.match_end import enrolment_of
from league.results.pages.script_words import possessive
from league.results.parsing.fields import whole_number
from league.results.services.reports import Signer, sign_report
from league.results.views.agreement import whole
from league.results.views.captains import signer_of
from league.results.views.named_match import tried
from league.shared.errors import Refused
from league.shared.text import capitalised

CHANGED = (
    "The score changed before your signature came in, so it was not taken. Check the result, then sign again."
)
MEANWHILE = "Something was entered or signed meanwhile. Check the result again, then sign."
NOT_HERE = "On this page nobody signs for that side without its PIN."
NO_PIN = "{captain} has no PIN. They sign on their own page."
NO_MORE = "Five wrong PINs. {captain} signs on their own page now."


def sign_at_the_table(
    request: HttpRequest, end: Mapping[str, Any], captain: CaptainVisitor | None
) -> tuple[str, HTTPStatus]:
    """Sign the sheet on the page for one side. Returns why not and the status; an empty text if it is signed.

    The captain whose page it is signs with `sign`; anybody else's signature needs the PIN of the side.
    A signature given without signal names what its phone showed (`seen`) and is only taken for just that.
    """
    if "seen" in request.POST:
        if not _is_as_seen(request.POST["seen"], end):
            return CHANGED, HTTPStatus.CONFLICT
    elif whole(request, "entries") != end["logged"].last:
        return MEANWHILE, HTTPStatus.CONFLICT
    _, refusal, status = tried(partial(_sign, request, end, captain), sentence=MEANWHILE)
    return refusal, status


def _sign(request: HttpRequest, end: Mapping[str, Any], captain: CaptainVisitor | None) -> Scorecard:
    return sign_report(
        match=end["logged"].match,
        sheet=end["logged"].sheet,
        signer=_signer(request, end, captain),
        began_from=whole_number(request.POST.get("version", "")) or 0,
        now=timezone.now(),
    )


def _is_as_seen(seen: str, end: Mapping[str, Any]) -> bool:
    """Return whether the log holds what a phone has seen: a JSON object of bodies by "table/game/place"."""
    stands = {
        f"{place.table}/{place.game}/{place.name}": body
        for place, body in end["logged"].bodies.items()
        if body
    }
    try:
        return bool(json.loads(seen) == stands)
    except (ValueError, RecursionError):
        return False


def _signer(request: HttpRequest, end: Mapping[str, Any], captain: CaptainVisitor | None) -> Signer:
    """Return who signs. Raises Refused if they may not."""
    side = next((one for one in end["signing"] if one["letter"] == request.POST.get("side")), None)
    if side is None:
        raise Refused(NOT_HERE)
    if side["is_own"] and captain is not None and "sign" in request.POST:
        return signer_of(captain, side["letter"])
    return _by_pin(request, end, side)


def _by_pin(request: HttpRequest, end: Mapping[str, Any], side: dict[str, Any]) -> Signer:
    enrolment = enrolment_of(end["logged"].match, side["letter"])
    if enrolment is None or not side["has_pin"]:
        raise Refused(capitalised(NO_PIN.format(captain=side["captain"])))
    try:
        check_pin(
            match=end["logged"].match,
            side=side["letter"],
            enrolment=enrolment,
            pin=request.POST.get("pin", "").strip(),
        )
    except WrongPin as wrong:
        if not wrong.tries_left:
            raise Refused(capitalised(NO_MORE.format(captain=side["captain"]))) from wrong
        tries = "1 try" if wrong.tries_left == 1 else f"{wrong.tries_left} tries"
        raise Refused(f"That is not {possessive(side['captain'])} PIN. {tries} left.") from wrong
    return Signer(side=Side(side["letter"]), name=enrolment.captain_name, by=Signature.How.PIN)
