"""Pages on which a captain objects to a hand or a score, and the other captain answers."""

from functools import partial
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league.accounts.links import CaptainVisitor, for_captain
from league.models import Match, Objection, Side
from league.results.forms.matches import AnswerForm
from league.results.pages.objecting import objection_page, typed_changes
from league.results.parsing.fields import whole_number, writable
from league.results.proposals import SheetVersion, changes_from_json
from league.results.selectors.objections import objection_words, teams_of
from league.results.selectors.reports import OTHER_SIDE, Reports, answer_due, reports_of
from league.results.selectors.scorecards import sheet_of
from league.results.services.objections import (
    AnsweredMeanwhile,
    object_to,
    stand_by,
    withdraw_objection,
)
from league.results.services.proposed_sheets import accept_objection
from league.results.services.reports import Signer
from league.results.views.agreement import whole
from league.results.views.captains import own_match, signer_of
from league.results.views.named_match import tried
from league.shared.decisions import UNPROCESSABLE

LONGEST_NOTE = 200
NOTHING_TO_OBJECT = "The sheet you objected to has been replaced. Open the newest one."
UNREADABLE = "One of the answers could not be read. Choose it again."
NOTE_TOO_LONG = f"The note may have {LONGEST_NOTE} letters."
SENT = "Objection sent to the other captain."
ACCEPTED = "Accepted. The result is in."
GOES_ON = "Accepted. {place} goes on: finish it, then sign again."
DISAGREED = "The secretary decides, and sees both versions."
WITHDRAWN = "Objection withdrawn."


@for_captain
@require_http_methods(["GET", "HEAD", "POST"])
def captain_object(request: HttpRequest, captain: CaptainVisitor, match_id: str, table: int) -> HttpResponse:
    """Show one game of the other side's sheet, in which hands can be changed, and what would follow."""
    match, side = own_match(captain, match_id)
    reports = reports_of(match)
    card = reports.of(OTHER_SIDE[side])
    if card is None or reports.confirmed or match.disputed_because or reports.against(card):
        if request.method == "POST":
            context = {"captain": captain, "match": match}
            return render(request, "results/objection_over.html", context, status=HTTPStatus.CONFLICT)
        return redirect(f"{captain.base}matches/{match.public_id}/")
    card.match = match
    recorded = SheetVersion(match, sheet_of(card))
    game = whole_number(request.GET.get("game", "")) or 1
    if recorded.score(table, game) is None:
        raise Http404(f"Nothing was recorded at table {table}, game {game}.")
    wanted, refusal, status = None, "", HTTPStatus.OK
    if request.method == "POST":
        try:
            wanted = typed_changes(request.POST.dict(), recorded, table, game)
        except (ValueError, TypeError, KeyError):
            refusal, status = UNREADABLE, UNPROCESSABLE
    page = objection_page(card, recorded, table, game, wanted)
    note = writable(request.POST.get("note", "")).strip()
    if wanted is not None and whole_number(request.POST.get("report", "")) != card.version:
        refusal, status = NOTHING_TO_OBJECT, HTTPStatus.CONFLICT
    elif wanted is not None and "object" in request.POST and len(note) > LONGEST_NOTE:
        refusal, status = NOTE_TOO_LONG, UNPROCESSABLE
    elif wanted is not None and "object" in request.POST:
        hands = page["hands_changed"]
        objecting = partial(
            object_to,
            card=card,
            signer=signer_of(captain, side),
            table=table,
            game=game,
            hand=hands[0] if len(hands) == 1 else None,
            because=note,
            proposed=wanted,
            now=timezone.now(),
        )
        _, refusal, status = tried(objecting, AnsweredMeanwhile)
        if not refusal:
            messages.success(request, SENT)
            return redirect(f"{captain.base}matches/{match.public_id}/")
    context = {
        "captain": captain,
        "match": match,
        "page": page,
        "refusal": refusal,
        "note": request.POST.get("note", ""),
        "longest_note": LONGEST_NOTE,
    }
    return render(request, "results/objection.html", context, status=status)


@for_captain
@require_http_methods(["GET", "HEAD", "POST"])
def captain_objection(request: HttpRequest, captain: CaptainVisitor, match_id: str) -> HttpResponse:
    """Show the running objection with both versions; one side answers it, the other can withdraw it."""
    match, side = own_match(captain, match_id)
    reports = reports_of(match)
    if request.method != "POST":
        return _answer_page(request, captain, match, side, reports)
    form = AnswerForm(request.POST)
    done, refusal, status = tried(
        partial(_answered, request, match, signer_of(captain, side), form), AnsweredMeanwhile
    )
    if done:
        messages.success(request, done)
        return redirect(f"{captain.base}matches/{match.public_id}/")
    if refusal:
        messages.error(request, refusal)
        return _answer_page(request, captain, match, side, reports_of(match), form=form, status=status)
    return _answer_page(request, captain, match, side, reports, form=form, status=UNPROCESSABLE)


def _answered(request: HttpRequest, match: Match, signer: Signer, form: AnswerForm) -> str:
    """Do what was sent about an objection; return what was done, "" where the form has errors."""
    objection, now = _sent_objection(request, match), timezone.now()
    if "accept" in request.POST:
        card = accept_objection(objection=objection, signer=signer, now=now)
        place = match.division.season.rule_book.place(objection.table)
        return ACCEPTED if card else GOES_ON.format(place=place)
    if "take-back" in request.POST:
        withdraw_objection(objection=objection, signer=signer, now=now)
        return WITHDRAWN
    if not form.is_valid():
        return ""
    stand_by(objection=objection, signer=signer, answer=form.cleaned_data["answer"], now=now)
    return DISAGREED


def _sent_objection(request: HttpRequest, match: Match) -> Objection:
    """Return the objection the page showed, whatever has become of it."""
    known = Objection.objects.filter(pk=whole(request, "objection"), scorecard__match=match).select_related(
        "scorecard"
    )
    objection = known.first()
    if objection is None:
        raise AnsweredMeanwhile
    objection.scorecard.match = match
    return objection


def _answer_page(
    request: HttpRequest,
    captain: CaptainVisitor,
    match: Match,
    side: Side,
    reports: Reports,
    *,
    form: AnswerForm | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show the newest objection that runs, the other side's first.

    Without one lead to the match, or say so to somebody too late.
    """
    newest = reports.objections[::-1]
    objection = next((one for one in newest if one.side != side), next(iter(newest), None))
    if objection is None:
        if status == HTTPStatus.OK:
            return redirect(f"{captain.base}matches/{match.public_id}/")
        context: dict[str, Any] = {"captain": captain, "match": match}
        return render(request, "results/objection_over.html", context, status=status)
    card = next(card for card in reports.waiting if card.pk == objection.scorecard_id)
    card.match = match
    objection.scorecard = card
    recorded = SheetVersion(match, sheet_of(card))
    changes = changes_from_json(objection.proposed, recorded.layout)
    teams = teams_of(match)
    context = {
        "captain": captain,
        "match": match,
        "page": objection_page(card, recorded, objection.table, objection.game, changes),
        "objection": objection,
        "words": objection_words(objection, recorded),
        "is_ours": objection.side == side,
        "is_open": objection.state == Objection.State.OPEN,
        "other_team": teams[OTHER_SIDE[side]],
        "due": answer_due(match.division.season, objection.made_at),
        "answer_form": form or AnswerForm(),
    }
    return render(request, "results/objection_answer.html", context, status=status)
