"""Open a league from a pasted list: a preview first, then all at once."""

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.demo.services import demo_is_loaded
from league.founding.access import for_founder, is_demo_secretary
from league.founding.forms import FounderForm, NewLeagueForm, usual_season
from league.founding.services import open_league
from league.installation.local_secrets import drop_demo_sign_in
from league.models import User
from league.regulations.presets import get
from league.shared.decisions import UNPROCESSABLE
from league.shared.errors import Refused


@for_founder
def new_league(request: HttpRequest) -> HttpResponse:
    """Show the form; `look` previews the league of the list, `open` creates it."""
    has_demo, needs_account = demo_is_loaded(), is_demo_secretary(request.user)
    if request.method != "POST":
        form = NewLeagueForm(initial=usual_season(timezone.localdate()))
        return render(request, "founding/new_league.html", {"form": form})
    form = NewLeagueForm(request.POST)
    is_opening = "open" in request.POST
    is_ready = form.is_valid() and form.is_as_looked_at
    typed = request.POST if is_opening and is_ready else None
    last = FounderForm(typed, has_demo=has_demo, needs_account=needs_account)
    if is_ready and is_opening and last.is_valid():
        try:
            return _opened(request, form, last)
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
    page = {
        "form": form,
        "last": last if form.is_valid() else None,
        "found": form.parsed,
        "looked": request.POST.get("pubs", ""),
        "preset": get(form.cleaned_data["preset"]) if form.is_valid() else None,
        "changed": is_opening and form.is_valid() and not is_ready,
        "has_demo": has_demo,
        "needs_account": needs_account,
    }
    is_refused = bool(form.errors or last.errors)
    return render(request, "founding/new_league.html", page, status=UNPROCESSABLE if is_refused else 200)


def _opened(request: HttpRequest, form: NewLeagueForm, last: FounderForm) -> HttpResponse:
    """Create the league, sign its owner in and redirect to its desk. Raises Refused."""
    clears = bool(last.cleaned_data.get("clear_demo"))
    league, owner = open_league(
        league_input=form.league,
        season=form.first_season,
        rule_book=get(form.cleaned_data["preset"]).rule_book(),
        divisions=form.divisions,
        by=cast(User, request.user),
        founder=last.founder,
        clear_demo=clears,
    )
    if clears:
        drop_demo_sign_in(settings.VAR_DIR)
    if last.founder:
        login(request, owner, backend=settings.AUTHENTICATION_BACKENDS[0])
    gone = " The demonstration is cleared away." if clears else ""
    messages.success(request, f"{league} is open.{gone} What comes next stands below.")
    return redirect("secretary-desk", league.slug)
