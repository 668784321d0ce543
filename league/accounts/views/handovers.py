"""The page that leads through a handover to a successor, step by step."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.accounts.access import for_people
from league.accounts.forms import SuccessorForm
from league.accounts.services.handovers import end_handover, note_printed, start_handover
from league.competition.selectors import league_today
from league.models import League
from league.overview.handover import handover_page
from league.shared.decisions import NO_ACT, UNPROCESSABLE, decided, secretary, sent, status
from league.shared.errors import Refused


@for_people
def handover(request: HttpRequest, league: League) -> HttpResponse:
    """Show the steps with their state; start a handover, note what is printed, end it."""
    page = handover_page(league, league_today(league))
    form = SuccessorForm(sent(request, "start"), people=page["candidates"])
    refused: list[str] = []
    if request.method == "POST":
        try:
            done = _done(request, league, form)
        except Refused as refusal:
            done = ""
            refused = [refusal.sentence]
        if done:
            messages.success(request, done)
            return redirect("handover", league.slug)
        if not form.is_bound and not refused:
            refused = [NO_ACT]
    return render(
        request,
        "accounts/handover.html",
        {"page": page, "form": form, "refused": refused, "section": "desk"},
        status=UNPROCESSABLE if refused else status(form),
    )


def _done(request: HttpRequest, league: League, form: SuccessorForm) -> str:
    """Do what the pressed button says; return what was done, empty if nothing was."""
    by, now = secretary(request), timezone.now()

    def start(cleaned: dict[str, Any]) -> str:
        begun = start_handover(league=league, successor=cleaned["successor"], by=by, now=now)
        return f"Handover to {begun.successor} started."

    if sent(request, "printed") is not None:
        note_printed(league=league, by=by, now=now)
        return "Printed copies noted."
    if sent(request, "not-printed") is not None:
        note_printed(league=league, by=None, now=None)
        return "The copies are still to be printed."
    if sent(request, "finish") is not None:
        end_handover(league=league, by=by, now=now)
        return "Handover ended."
    return decided(form, start) or ""
