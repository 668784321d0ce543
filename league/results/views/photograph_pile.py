"""Several photographs at once: each finds its match by the code on its sheet, or is filed by hand."""

from http import HTTPStatus

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league.accounts.access import for_results
from league.competition.selectors import league_today
from league.models import League, Match, UnfiledPhotograph
from league.reading.photographs import can_read
from league.results import jobs
from league.results.pages.photograph_reading import problem_of
from league.results.selectors.entry import match_in
from league.results.selectors.readings import (
    matches_without_result,
    readings_to_confirm,
    unfiled_photographs,
)
from league.results.services.photographs import MOST_BYTES_OF_PILE
from league.results.services.readings import add_unfiled, delete_unfiled, file_photograph
from league.results.views.photographs import NOTHING_SENT, is_longer, jpeg_answer
from league.results.views.readings import named_match, start
from league.shared.decisions import secretary
from league.shared.errors import Refused
from league.shared.text import counted

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
    except Match.DoesNotExist:
        messages.warning(request, "Choose the match of this photograph.")
        return redirect("read-photographs", league.slug)
    try:
        photograph = file_photograph(unfiled=unfiled, match=match)
    except Refused as refusal:
        messages.warning(request, refusal.sentence)
        return redirect("read-photographs", league.slug)
    start(photograph)
    return redirect("match-photograph-reading", league.slug, match.public_id, photograph.public_id)
