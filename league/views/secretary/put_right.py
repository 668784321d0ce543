"""A result that was entered the wrong way round, or at the wrong match, put right in one step."""

from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.access import for_results
from league.forms.put_right import MOVE_COLUMNS, TURN, PutRightForm
from league.models import League, Match, Scorecard
from league.selectors.scorecards import confirmed_card, latest_version
from league.selectors.sheets_to_enter import match_in, return_match_of
from league.services.refusals import Refused
from league.services.scorecards import StaleCard, move_card, turn_round


@for_results
def put_right(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Turn home and away round, or move the result to the return match. What stood there stays readable."""
    try:
        match = match_in(league, match_id)
    except Match.DoesNotExist:
        raise Http404(f"{league} has no match {match_id}.") from None
    card = confirmed_card(match)
    if card is None:
        messages.info(request, "There is no result yet that could be put right.")
        return redirect("match-entry", league.slug, match_id)
    other = return_match_of(match)
    form = PutRightForm(
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
    return render(request, "secretary/put_right.html", page, status=status)


def _carry_out(request: HttpRequest, form: PutRightForm, match: Match, other: Match | None) -> Scorecard:
    said = {
        "match": match,
        "by": request.user,
        "began_from": form.cleaned_data["version"],
        "reason": form.cleaned_data["reason"],
        "now": timezone.now(),
    }
    what = form.cleaned_data["what"]
    if what == TURN or other is None:
        return turn_round(**said)
    return move_card(**said, to=other, columns_stay=what == MOVE_COLUMNS)
