"""The code by which a match is scored: who uses it, and its end."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from league.access import for_desk
from league.forms.codes import EndCodeForm
from league.models import League, Match
from league.selectors.codes import code_in_use
from league.selectors.scorecards import confirmed_card
from league.services.links import codes_for, replace_code, revoke_code
from league.services.refusals import Refused

UNPROCESSABLE = 422


@for_desk
def match_code(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """See the code and the phones; make one, replace it or end it, each with one press."""
    known = Match.objects.select_related("home", "away", "division__season")
    match = get_object_or_404(known, public_id=match_id, division__season__league=league)
    form = EndCodeForm(request.POST if request.method == "POST" and "make" not in request.POST else None)
    if "make" in request.POST or form.is_valid():
        try:
            messages.success(request, _done(request, match, form))
        except Refused as refusal:
            messages.warning(request, refusal.sentence)
        return redirect("match-code", league.slug, match.public_id)
    page = {
        "match": match,
        "use": code_in_use(match),
        "is_settled": confirmed_card(match) is not None,
        "form": form,
        "site": request.build_absolute_uri("/s/"),
        "section": "desk",
    }
    return render(request, "secretary/match_code.html", page, status=UNPROCESSABLE if form.errors else 200)


def _done(request: HttpRequest, match: Match, form: EndCodeForm) -> str:
    now = timezone.now()
    if "make" in request.POST:
        codes_for(matches=[match.pk], now=now)
        return "The match has a code."
    because = form.cleaned_data["because"]
    if "end" in request.POST:
        revoke_code(match=match, because=because, now=now)
        return "The code has ended: nothing more can be sent by it. Hands that came in by it are kept."
    replace_code(match=match, because=because, now=now)
    return "The match has a new code. Print its sheet or slips again, or read the code out."
