"""The tokens of programs, for the secretary: created, shown once, seen in use, revoked."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.accounts.access import for_secretary
from league.accounts.forms import ApiTokenForm
from league.accounts.selectors import api_writes, tokens_of
from league.accounts.services.api_tokens import create_token, revoke_token
from league.models import League
from league.shared.decisions import UNPROCESSABLE, decided, secretary, sent, status
from league.shared.errors import Refused


@for_secretary
def api_tokens(request: HttpRequest, league: League) -> HttpResponse:
    """Show which programs may write into the league and what they wrote; create and revoke tokens."""
    now, refusal = timezone.now(), ""
    if request.method == "POST" and "revoke" in request.POST:
        try:
            token = revoke_token(
                league=league, public_id=request.POST["revoke"], now=now, by=secretary(request)
            )
        except Refused as refused:
            refusal = refused.sentence
        else:
            messages.success(request, f"{token} can write no more.")
            return redirect("api-tokens", league.slug)
    form = ApiTokenForm(sent(request, "create"))
    # Shown in the answer itself: kept in no session, and not there when the page is opened again.
    made = decided(
        form,
        lambda cleaned: create_token(
            league=league, name=cleaned["name"], scopes=cleaned["scopes"], by=secretary(request), now=now
        ),
    )
    page = {
        "tokens": tokens_of(league),
        "writes": api_writes(league),
        "form": ApiTokenForm() if made else form,
        "made": made,
        "refusal": refusal,
        "section": "desk",
    }
    page_status = UNPROCESSABLE if refusal else status(form)
    return render(request, "accounts/api_tokens.html", page, status=page_status)
