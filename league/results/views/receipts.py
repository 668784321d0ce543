"""What was received but not typed yet, and notes about what has not come: sent from the page of a night."""

import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from league.accounts.access import for_results
from league.matches.selectors import league_zone
from league.models import League, Match
from league.results.forms.receipts import NoteForm, ReceiptForm
from league.results.services.receipts import record_receipts, write_note
from league.results.views.named_match import match_or_404
from league.shared.decisions import secretary
from league.shared.errors import Refused
from league.shared.text import counted


@for_results
@require_POST
def night_received(request: HttpRequest, league: League, date: datetime.date) -> HttpResponse:
    """Record when the results of the ticked matches of a night were received, and how."""
    by = secretary(request)
    form = ReceiptForm(request.POST, zone=league_zone(league))
    matches = Match.with_ties.filter(division__season__league=league, date=date)
    ticked = list(
        matches.filter(public_id__in=request.POST.getlist("match")).select_related(
            "home", "away", "division__season__league"
        )
    )
    if form.receipt is None:
        sentences = [str(sentence) for errors in form.errors.values() for sentence in errors]
        messages.warning(request, " ".join(sentences) or "Say on which day the results were received.")
    elif not ticked:
        messages.warning(request, "Tick the matches whose results were received.")
    else:
        try:
            changed = record_receipts(matches=ticked, by=by, now=timezone.now(), **form.receipt)
        except Refused as refusal:
            messages.warning(request, refusal.sentence)
        else:
            messages.success(request, f"Recorded: {counted(changed, 'result')} received.")
    return redirect("night", league.slug, date)


@for_results
@require_POST
def match_note(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Write or delete the note of a match whose result is missing."""
    match = match_or_404(league, match_id)
    form = NoteForm(request.POST, zone=league_zone(league))
    if not form.is_valid():
        sentences = [str(sentence) for errors in form.errors.values() for sentence in errors]
        messages.warning(request, " ".join(sentences))
    else:
        note, until = form.cleaned_data["note"], form.pauses_until
        by = secretary(request)
        try:
            write_note(match=match, note=note, pauses_until=until, by=by, now=timezone.now())
        except Refused as refusal:
            messages.warning(request, refusal.sentence)
        else:
            messages.success(request, "Note saved." if note.strip() else "Note deleted.")
    if match.date is None:
        return redirect("secretary-desk", league.slug)
    return redirect("night", league.slug, match.date)
