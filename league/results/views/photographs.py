"""Photographs of the paper: sent by a captain or a scorer, shown to the captains alone."""

from http import HTTPStatus

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from league.accounts.links import CaptainVisitor, for_captain, for_scorer
from league.models import Match, Photograph
from league.results.parsing.phone_messages import WIRE
from league.results.services.photographs import LARGEST_PICTURE, attach_photograph
from league.results.views.captains import own_match
from league.shared.errors import Refused

NOTHING_SENT = "Choose a photograph first."
TOO_MUCH = f"The picture is larger than {LARGEST_PICTURE // 1_000_000} million bytes: send a smaller one."

# Bytes that a form adds to the file.
WRAPPING = 10_000


@for_captain
@require_POST
def captain_photographs(request: HttpRequest, captain: CaptainVisitor, match_id: str) -> HttpResponse:
    """Attach a photograph to one of the captain's own matches."""
    match, side = own_match(captain, match_id)
    _, refusal = attach(request, match, side)
    if _is_by_script(request):
        return _told(refusal)
    if refusal:
        page = {"match": match, "refusal": refusal, "back": f"{captain.base}matches/{match.public_id}/"}
        return render(
            request, "results/photograph_refused.html", page, status=HTTPStatus.UNPROCESSABLE_ENTITY
        )
    return redirect(f"{captain.base}matches/{match.public_id}/#photographs")


@for_captain
@require_GET
def captain_photograph(
    request: HttpRequest, captain: CaptainVisitor, match_id: str, photograph_id: str
) -> HttpResponse:
    """Show the picture itself, for the two captains of its match."""
    match, _ = own_match(captain, match_id)
    return as_picture(get_object_or_404(Photograph, match=match, public_id=photograph_id))


@for_scorer
@require_http_methods(["GET", "HEAD", "POST"])
def scoring_photographs(request: HttpRequest, match: Match) -> HttpResponse:
    """Attach a photograph with the code of the match; the code alone shows none."""
    refusal = attach(request, match, "")[1] if request.method == "POST" else ""
    if request.method == "POST" and _is_by_script(request):
        return _told(refusal)
    if request.method == "POST" and not refusal:
        return redirect(request.path)
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refusal else HTTPStatus.OK
    page = {"match": match, "refusal": refusal, "code": request.scoring_code}  # type: ignore[attr-defined]
    return render(request, "results/photograph_of_code.html", page, status=status)


def attach(request: HttpRequest, match: Match, sent_for: str) -> tuple[Photograph | None, str]:
    """Save the sent photograph; return it, or None and the sentence of a refusal."""
    if is_longer(request, LARGEST_PICTURE):
        return None, TOO_MUCH
    sent = request.FILES.get("photograph")
    if not isinstance(sent, UploadedFile) or not sent.size:
        return None, NOTHING_SENT
    try:
        photograph = attach_photograph(match=match, sent=sent.read(), sent_for=sent_for, now=timezone.now())
    except Refused as refusal:
        return None, refusal.sentence
    if not _is_by_script(request):
        messages.success(request, "Photograph sent.")
    return photograph, ""


def _is_by_script(request: HttpRequest) -> bool:
    """Return whether a phone sends a photograph it has stored, and wants to know what became of it."""
    return request.headers.get("Accept", "") == "application/json"


def _told(refusal: str) -> HttpResponse:
    """Return what a phone is told: that the photograph is stored, however often it was sent, or why not."""
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refusal else HTTPStatus.OK
    return JsonResponse({"v": WIRE, "stored": not refusal, "sentence": refusal}, status=status)


def is_longer(request: HttpRequest, most: int) -> bool:
    """Return whether a request declares itself longer than files of that size: it need not be received."""
    length = request.headers.get("Content-Length", "")[:15]
    return length.isascii() and length.isdigit() and int(length) > most + WRAPPING


def as_picture(photograph: Photograph) -> HttpResponse:
    """Return a photograph as an answer that browsers take for nothing else and that is not cached."""
    return jpeg_answer(bytes(photograph.jpeg), photograph.public_id)


def jpeg_answer(jpeg: bytes, name: str) -> HttpResponse:
    """Return a picture in the same way."""
    answer = HttpResponse(jpeg, content_type="image/jpeg")
    answer.headers["Content-Disposition"] = f'inline; filename="{name}.jpg"'
    answer.headers["X-Content-Type-Options"] = "nosniff"
    answer.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
