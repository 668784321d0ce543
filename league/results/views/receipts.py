"""What was received but not typed yet, and notes about what has not come: sent from the page of a night."""

import datetime
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from league.accounts.access import for_results
from league.matches.selectors import league_zone
from league.models import League, Match
from league.results.forms.receipts import NoteForm, ReceiptForm
from league.results.services.receipts import record_receipts, write_note
from league.results.views.named_match import errors_in_words, match_or_404, said
from league.shared.decisions import secretary
from league.shared.errors import Refused
from league.shared.text import counted


@for_results
@require_POST
def night_received(request: HttpRequest, league: League, date: datetime.date) -> HttpResponse:
    """Record when the results of the ticked matches of a night were received, and how."""
    said(request, partial(_received, request, league, date))
    return redirect("night", league.slug, date)


def _received(request: HttpRequest, league: League, date: datetime.date) -> str:
    form = ReceiptForm(request.POST, zone=league_zone(league))
    matches = Match.with_ties.filter(division__season__league=league, date=date)
    ticked = matches.filter(public_id__in=request.POST.getlist("match"))
    ticked = ticked.select_related("home", "away", "division__season__league")
    if form.receipt is None:
        raise Refused(errors_in_words(form) or "Say on which day the results were received.")
    if not ticked:
        raise Refused("Tick the matches whose results were received.")
    by = secretary(request)
    changed = record_receipts(matches=list(ticked), by=by, now=timezone.now(), **form.receipt)
    return f"Recorded: {counted(changed, 'result')} received."


@for_results
@require_POST
def match_note(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Write or delete the note of a match whose result is missing."""
    match = match_or_404(league, match_id)
    said(request, partial(_noted, request, match))
    if match.date is None:
        return redirect("secretary-desk", league.slug)
    return redirect("night", league.slug, match.date)


def _noted(request: HttpRequest, match: Match) -> str:
    form = NoteForm(request.POST, zone=league_zone(match.division.season.league))
    if not form.is_valid():
        raise Refused(errors_in_words(form))
    note, until, by = form.cleaned_data["note"], form.pauses_until, secretary(request)
    write_note(match=match, note=note, pauses_until=until, by=by, now=timezone.now())
    return "Note saved." if note.strip() else "Note deleted."
