"""A photograph read by a captain: its marks become entries of their side, to be signed as always."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_GET, require_http_methods

from league.accounts.links import CaptainVisitor, for_captain
from league.models import Match, Photograph, PhotographReading, Side
from league.results.logged_match import place_in_words
from league.results.pages.photograph_reading import (
    entries_of,
    known_by,
    marks_found,
    phone_of,
    reading_page,
)
from league.results.parsing.checked_sheet import checked_sheet
from league.results.parsing.comparison import typed_from
from league.results.parsing.fields import typed_fields
from league.results.selectors.agreement import as_seen_by, to_agree
from league.results.selectors.readings import reading_of
from league.results.services.entries import receive_entries
from league.results.views.captains import own_match
from league.results.views.readings import (
    beside_marks,
    has_marks,
    named_match,
    read_or_move,
    straightened,
)
from league.shared.errors import Refused

ENTERED = "The marks are entered. Check the result, then sign it."
NOTHING_NEW = "Everything on the photograph is entered already."
IMPOSSIBLE = "One of the fields cannot be read. Open the page again."


@for_captain
@require_http_methods(["GET", "HEAD", "POST"])
def captain_reading(
    request: HttpRequest, captain: CaptainVisitor, match_id: str, photograph_id: str
) -> HttpResponse:
    """Show what was read from a photograph of an own match.

    `read` reads it, `move` files it under the own match its sheet belongs to, `enter` enters the marks.
    """
    match, side = own_match(captain, match_id)
    photograph = get_object_or_404(Photograph, match=match, public_id=photograph_id)
    refusals: tuple[str, ...] = ()
    if request.method == "POST":
        if "enter" not in request.POST:
            match = read_or_move(request, photograph, _own_other(captain, reading_of(photograph)))
            return redirect(
                f"{captain.base}matches/{match.public_id}/photographs/{photograph.public_id}/reading/"
            )
        refusals = _enter(request, match, side, photograph)
        if not refusals:
            return redirect(f"{captain.base}matches/{match.public_id}/")
    reading = reading_of(photograph)
    page = {
        "captain": captain,
        "section": "captain",
        "match": match,
        "photograph": photograph,
        "refusals": refusals,
        **beside_marks(reading, _own_other(captain, reading)),
        **(_sheet_read(match, side, reading) if reading and has_marks(reading) else {}),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refusals else HTTPStatus.OK
    answer = render(request, "results/captain_reading.html", page, status=status)
    patch_cache_control(answer, no_store=True)
    return answer


@for_captain
@require_GET
def captain_straightened(
    request: HttpRequest, captain: CaptainVisitor, match_id: str, photograph_id: str
) -> HttpResponse:
    """Show the straightened sheet of a photograph of an own match."""
    match, _ = own_match(captain, match_id)
    return straightened(get_object_or_404(Photograph, match=match, public_id=photograph_id))


def _own_other(captain: CaptainVisitor, reading: PhotographReading | None) -> Match | None:
    """Return the match the sheet belongs to, if it is another one of the captain's own."""
    match = named_match(reading, captain.league)
    return match if match and captain.side_of(match) is not None else None


def _enter(request: HttpRequest, match: Match, side: Side, photograph: Photograph) -> tuple[str, ...]:
    """Add the fields to the log; return why they were refused, or nothing."""
    logged = to_agree(match).logged
    try:
        fields = typed_fields(request.POST.dict(), logged.layout) | _players(photograph)
        sent = entries_of(fields, logged, photograph, timezone.now())
        received = receive_entries(
            match=match,
            sent=sent,
            phone=phone_of(photograph),
            received_at=timezone.now(),
            sent_for=side,
        )
    except (ValueError, KeyError, TypeError):
        return (IMPOSSIBLE,)
    except Refused as refusal:
        return (refusal.sentence,)
    places = {entry.client_id: entry.place for entry in sent}
    if received.refused:
        return tuple(
            f"{place_in_words(places[key], logged.layout)}: {words}"
            for key, words in received.refused.items()
        )
    messages.success(request, ENTERED if sent else NOTHING_NEW)
    return ()


def _players(photograph: Photograph) -> dict[str, str]:
    """Return the players that were read without a doubt, by public id: a captain may not see every name."""
    reading = reading_of(photograph)
    marks = marks_found(reading.marks) if reading else ()
    return {mark.name: mark.value for mark in marks if mark.is_player and mark.value and not mark.is_asked}


def _sheet_read(match: Match, side: Side, reading: PhotographReading) -> dict[str, Any]:
    agree = to_agree(match)
    roster = as_seen_by(side, agree.logged.roster)
    marks = known_by(marks_found(reading.marks), roster)
    rule_book = match.division.season.rule_book
    entered = typed_from(agree.logged.sheet, rule_book, roster) if agree.logged.entries else {}
    certain = {mark.name: mark.value for mark in marks if mark.value and not mark.is_asked}
    fields = {**entered, **certain}
    form = checked_sheet(match, fields, roster=roster)
    return {
        "form": form,
        "read": reading_page(form, marks, fields),
        "is_confirmed": agree.reports.confirmed is not None,
        "differs": sorted(name for name, text in certain.items() if entered.get(name, text) != text),
    }
