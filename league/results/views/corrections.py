"""Pages that correct a result entered the wrong way round or at the wrong match, and that record disputes."""

from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from league.accounts.access import for_results, for_secretary
from league.models import League, Match, Scorecard
from league.results.forms import MOVE_COLUMNS, TURN, CorrectionForm, DisputeForm
from league.results.selectors.entry import match_in, return_match_of
from league.results.selectors.scorecards import confirmed_card, latest_version
from league.results.services.objections import dispute_match, settle_dispute
from league.results.services.scorecards import StaleCard, move_card, turn_round
from league.shared.decisions import UNPROCESSABLE
from league.shared.errors import Refused


@for_results
def correct_result(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Turn home and away round, or move the result to the return match. The old version stays readable."""
    try:
        match = match_in(league, match_id)
    except Match.DoesNotExist:
        raise Http404(f"{league} has no match {match_id}.") from None
    card = confirmed_card(match)
    if card is None:
        messages.info(request, "There is no result yet that could be put right.")
        return redirect("match-entry", league.slug, match_id)
    other = return_match_of(match)
    form = CorrectionForm(
        request.POST if request.method == "POST" else None,
        match=match,
        other=other,
        initial={"version": latest_version(match)},
    )
    status = HTTPStatus.OK
    if request.method == "POST":
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.is_valid():
            try:
                moved = _carry_out(request, form, match, other)
            except StaleCard as stale:
                form.add_error(None, stale.sentence)
                card = confirmed_card(match) or card
                status = HTTPStatus.CONFLICT
            except Refused as refusal:
                form.add_error(None, refusal.sentence)
            else:
                messages.success(request, "Put right. What stood here before can still be read below.")
                return redirect("match", league.slug, moved.match.public_id)
    page = {
        "section": "desk",
        "match": match,
        "card": card,
        "version": latest_version(match),
        "other": other,
        "other_is_in": other is not None and confirmed_card(other) is not None,
        "form": form,
    }
    return render(request, "results/put_right.html", page, status=status)


def _carry_out(request: HttpRequest, form: CorrectionForm, match: Match, other: Match | None) -> Scorecard:
    arguments = {
        "match": match,
        "by": request.user,
        "began_from": form.cleaned_data["version"],
        "reason": form.cleaned_data["reason"],
        "now": timezone.now(),
    }
    what = form.cleaned_data["what"]
    if what == TURN or other is None:
        return turn_round(**arguments)
    return move_card(**arguments, to=other, columns_stay=what == MOVE_COLUMNS)


@for_secretary
def dispute(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Record what the sides do not agree on, or settle it."""
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
    return render(request, "results/dispute.html", page, status=UNPROCESSABLE if form.errors else 200)
