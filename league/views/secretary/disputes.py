"""A result the two sides do not agree on: put on record, and settled."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from league.access import for_secretary
from league.forms.disputes import DisputeForm
from league.models import League, Match
from league.services.disputes import dispute_match, settle_dispute
from league.services.refusals import Refused

UNPROCESSABLE = 422


@for_secretary
def dispute(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Say what the sides do not agree on; once that is said, settle it."""
    known = Match.objects.select_related("home", "away", "division__season")
    match = get_object_or_404(known, public_id=match_id, division__season__league=league)
    is_settled = request.method == "POST" and "settle" in request.POST
    form = DisputeForm(request.POST if request.method == "POST" and not is_settled else None)
    if is_settled or form.is_valid():
        try:
            if is_settled:
                settle_dispute(match=match)
                messages.success(request, f"{match.home} v {match.away}: the dispute is settled.")
            else:
                dispute_match(match=match, because=form.cleaned_data["because"])
                messages.success(request, f"{match.home} v {match.away} is under dispute.")
        except Refused as refusal:
            messages.warning(request, refusal.sentence)
        return redirect("match", league.slug, match.public_id)
    page = {"match": match, "form": form, "section": "desk"}
    return render(request, "secretary/dispute.html", page, status=UNPROCESSABLE if form.errors else 200)
