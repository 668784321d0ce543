"""Photographs that are read, of one match or of a pile: shown beside their cut-outs.

Nothing is saved as a result here: the page of a reading sends the fields of the entry page to the entry page.
Of a pile each photograph finds its match by the code on its sheet, or is filed by hand.
"""

import secrets
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods

from league.accounts.access import for_results
from league.competition.selectors import league_today
from league.matches.selectors import league_zone
from league.models import League, Match, Photograph, PhotographReading, UnfiledPhotograph
from league.reading.photographs import can_read
from league.results import jobs
from league.results.pages.match_entry import confirmed_fields, entry_form
from league.results.pages.photograph_reading import (
    FROM_PHOTOGRAPH,
    OTHER_MATCH,
    known_by,
    marks_found,
    pictures_of,
    prefilled,
    problem_of,
    reading_page,
)
from league.results.selectors.agreement import photographs_of
from league.results.selectors.entry import SheetToEnter, match_in
from league.results.selectors.readings import (
    matches_without_result,
    reading_of,
    readings_to_confirm,
    straightened_of,
    unfiled_photographs,
)
from league.results.services.photographs import (
    MOST_BYTES_OF_PILE,
    add_unfiled,
    delete_unfiled,
    file_photograph,
    move_photograph,
    remove_photograph,
    request_reading,
)
from league.results.views.named_match import match_or_404, sheet_or_404
from league.results.views.photographs import NOTHING_SENT, as_picture, attach, is_longer, jpeg_answer
from league.shared.decisions import secretary
from league.shared.errors import Refused
from league.shared.text import counted

# --- A match of the secretary's desk ------------------------------------------------------------


@for_results
@require_http_methods(["GET", "HEAD", "POST"])
def match_photographs(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Show the photographs of a match, to be read or deleted; a POST adds one and reads it."""
    match = match_or_404(league, match_id)
    refusal = ""
    if request.method == "POST":
        photograph, refusal = attach(request, match, "")
        if photograph is not None:
            if not can_read():
                return redirect(request.path)
            start(photograph)
            return redirect("match-photograph-reading", league.slug, match_id, photograph.public_id)
    page = {
        "section": "desk",
        "match": match,
        "photographs": photographs_of(match),
        "can_read": can_read(),
        "refusal": refusal,
    }
    return render(
        request,
        "results/match_photographs.html",
        page,
        status=HTTPStatus.UNPROCESSABLE_ENTITY if refusal else HTTPStatus.OK,
    )


@for_results
@require_http_methods(["GET", "HEAD", "POST"])
def match_photograph(request: HttpRequest, league: League, match_id: str, photograph_id: str) -> HttpResponse:
    """Show a photograph of the paper of a match; a POST deletes it, with what was read from it."""
    match = match_or_404(league, match_id)
    if request.method != "POST":
        return as_picture(get_object_or_404(Photograph, match=match, public_id=photograph_id))
    if not remove_photograph(match=match, public_id=photograph_id):
        raise Http404("The match has no such photograph.")
    messages.success(request, "Photograph deleted.")
    return redirect("match-photographs", league.slug, match.public_id)


@for_results
@require_http_methods(["GET", "HEAD", "POST"])
def photograph_reading(
    request: HttpRequest, league: League, match_id: str, photograph_id: str
) -> HttpResponse:
    """Show what was read from a photograph, beside its cut-outs.

    `read` reads it, `move` files it under the match its sheet belongs to.
    """
    entry = sheet_or_404(request, league, match_id)
    photograph = get_object_or_404(Photograph, match=entry.match, public_id=photograph_id)
    if request.method == "POST":
        match = read_or_move(request, photograph, named_match(reading_of(photograph), league))
        return redirect("match-photograph-reading", league.slug, match.public_id, photograph.public_id)
    reading = reading_of(photograph)
    page = {
        "section": "desk",
        "entry": entry,
        "match": entry.match,
        "photograph": photograph,
        **beside_marks(reading, named_match(reading, league)),
        **(_sheet_read(entry, photograph, reading) if reading and has_marks(reading) else {}),
    }
    answer = render(request, "results/photograph_reading.html", page)
    # Back must show the answers as they were saved.
    patch_cache_control(answer, no_store=True)
    return answer


@for_results
def photograph_straightened(
    request: HttpRequest, league: League, match_id: str, photograph_id: str
) -> HttpResponse:
    """Show the sheet of a photograph, straightened, from which the cut-outs are taken."""
    return straightened(
        get_object_or_404(Photograph, match=match_or_404(league, match_id), public_id=photograph_id)
    )


def read_or_move(request: HttpRequest, photograph: Photograph, other: Match | None) -> Match:
    """Read a photograph; with `move` file it under the match its sheet belongs to. Return its match then."""
    match = photograph.match
    try:
        if "move" in request.POST:
            if other is None:
                raise Refused("The sheet names no other match here.")
            move_photograph(photograph=photograph, to=other, now=timezone.now())
            match = other
            messages.success(request, f"Filed under {match.home} v {match.away}.")
        start(photograph)
    except Refused as refusal:
        messages.warning(request, refusal.sentence)
    return match


def start(photograph: Photograph) -> None:
    """Ask for a photograph to be read, and start; one that was deleted meanwhile is left."""
    if can_read():
        with suppress(Refused):
            request_reading(photograph=photograph, now=timezone.now())
        jobs.start_readings(timezone.now(), at_once=True)


def beside_marks(reading: PhotographReading | None, other: Match | None) -> dict[str, Any]:
    """Return what is shown of a reading beside its marks: pictures, notes, and what is entered by hand.

    `other` is the match its sheet belongs to, if that is another one.
    """
    stored = reading.marks if reading and reading.problem != OTHER_MATCH else {}
    return {
        "reading": reading,
        "problem": problem_of(reading),
        "other": other,
        "can_read": can_read(),
        "pictures": pictures_of(stored),
        "notes": stored.get("notes", ()),
        "by_hand": stored.get("by_hand", ()),
    }


def has_marks(reading: PhotographReading | None) -> bool:
    return reading is not None and bool(reading.marks.get("marks")) and reading.problem != OTHER_MATCH


def _sheet_read(entry: SheetToEnter, photograph: Photograph, reading: PhotographReading) -> dict[str, Any]:
    """Return the sheet of a reading for its page, with what the draft and the confirmed card add."""
    marks = known_by(marks_found(reading.marks), entry.roster)
    begins = prefilled(marks, entry.draft, confirmed_fields(entry), photograph.public_id)
    form = entry_form(entry, begins["fields"])
    receipt = getattr(entry.match, "receipt", None)
    zone = league_zone(entry.match.division.season.league)
    received, date = timezone.localtime(photograph.received_at, zone), entry.match.date
    is_known = receipt is not None and receipt.received_at is not None
    return {
        "form": form,
        "read": reading_page(form, marks, begins["fields"]),
        "begins": begins,
        # What the page calls itself when it saves a draft.
        "page_name": f"{FROM_PHOTOGRAPH}{photograph.public_id}-{secrets.token_hex(4)}",
        # Where nobody said when the result came, and it was not before the match.
        "received": None if is_known or (date and received.date() < date) else received,
    }


def named_match(reading: PhotographReading | UnfiledPhotograph | None, league: League) -> Match | None:
    """Return the match of this league that the sheet belongs to, if it is another one."""
    if reading is None or reading.problem != OTHER_MATCH:
        return None
    try:
        return match_in(league, str(reading.facts.get("match", "")))
    except Match.DoesNotExist:
        return None


def straightened(photograph: Photograph) -> HttpResponse:
    """Return the straightened sheet as a picture. Raises Http404 if nothing was read."""
    jpeg = straightened_of(photograph)
    if not jpeg:
        raise Http404("Nothing was read from this photograph.")
    return jpeg_answer(jpeg, f"{photograph.public_id}-sheet")


# --- A pile of the league ---------------------------------------------------------------------------
MOST_AT_ONCE = 12
TOO_MUCH = (
    f"More than {MOST_BYTES_OF_PILE // 1_000_000} million bytes together. Send fewer photographs at once."
)


@for_results
@require_http_methods(["GET", "HEAD", "POST"])
def read_photographs(request: HttpRequest, league: League) -> HttpResponse:
    """Take several photographs; show those being read, those to file by hand, and those to confirm."""
    refusals: list[str] = []
    if request.method == "POST":
        refusals = _add_pile(request, league)
        if not refusals:
            return redirect(request.path)
    unfiled = unfiled_photographs(league)
    page = {
        "section": "desk",
        "waiting": [row for row in unfiled if row.is_at_work],
        "problems": [
            {"photograph": row, "problem": problem_of(row), "other": named_match(row, league)}
            for row in unfiled
            if not row.is_at_work
        ],
        "to_confirm": readings_to_confirm(league),
        "matches": matches_without_result(league, league_today(league)) if unfiled else (),
        "can_read": can_read(),
        "refusals": refusals,
        "most": MOST_AT_ONCE,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refusals else HTTPStatus.OK
    return render(request, "results/read_photographs.html", page, status=status)


def _add_pile(request: HttpRequest, league: League) -> list[str]:
    """Save the photographs that were sent and start reading; return a sentence for each that was refused."""
    if not can_read():
        return ["Reading photographs is not installed here."]
    if is_longer(request, MOST_BYTES_OF_PILE):
        return [TOO_MUCH]
    files = [file for file in request.FILES.getlist("photographs") if isinstance(file, UploadedFile)]
    if not files:
        return [NOTHING_SENT]
    refusals = []
    if len(files) > MOST_AT_ONCE:
        refusals.append(
            f"The first {MOST_AT_ONCE} of {len(files)} photographs were taken. Send the others next."
        )
    added = 0
    for file in files[:MOST_AT_ONCE]:
        try:
            add_unfiled(league=league, sent=file.read(), by=secretary(request), now=timezone.now())
        except Refused as refusal:
            refusals.append(f"{file.name}: {refusal.sentence}")
        else:
            added += 1
    if added:
        jobs.start_readings(timezone.now(), at_once=True)
        messages.success(request, f"{counted(added, 'photograph')} received.")
    return refusals


@for_results
@require_http_methods(["GET", "HEAD", "POST"])
def unfiled_photograph(request: HttpRequest, league: League, unfiled_id: str) -> HttpResponse:
    """Show a photograph that belongs to no match yet; `match` files it under one, `delete` deletes it."""
    if request.method == "POST" and "delete" in request.POST:
        if not delete_unfiled(league=league, public_id=unfiled_id):
            raise Http404("There is no such photograph.")
        messages.success(request, "Photograph deleted.")
        return redirect("read-photographs", league.slug)
    unfiled = get_object_or_404(UnfiledPhotograph, league=league, public_id=unfiled_id)
    if request.method != "POST":
        return jpeg_answer(bytes(unfiled.jpeg), unfiled.public_id)
    try:
        match = match_in(league, request.POST.get("match", ""))
        photograph = file_photograph(unfiled=unfiled, match=match)
    except (Match.DoesNotExist, Refused) as fault:
        choose = "Choose the match of this photograph."
        messages.warning(request, fault.sentence if isinstance(fault, Refused) else choose)
        return redirect("read-photographs", league.slug)
    start(photograph)
    return redirect("match-photograph-reading", league.slug, match.public_id, photograph.public_id)
