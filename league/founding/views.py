"""Open a league from a pasted list: a preview first, then all at once."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.competition.models.leagues import WEEKDAYS
from league.demo.services import demo_is_loaded
from league.exchange.views import check_context
from league.founding.access import for_founder, is_demo_secretary, is_first_visit
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
    is_visitor, is_first = not request.user.is_authenticated, is_first_visit(request)
    has_demo = demo_is_loaded() and not is_visitor
    needs_account = is_visitor or is_demo_secretary(request.user)
    if request.method != "POST":
        form = NewLeagueForm(initial=usual_season(timezone.localdate()))
        return render(request, "founding/new_league.html", {"form": form, "is_first": is_first})
    form = NewLeagueForm(request.POST, request.FILES)
    is_opening = "open" in request.POST
    is_understood = form.is_valid() and form.team_list.is_ready
    is_ready = is_understood and form.is_as_looked_at
    typed = request.POST if is_opening and is_ready else None
    last = FounderForm(typed, has_demo=has_demo, needs_account=needs_account, is_first=is_first)
    if is_ready and is_opening and last.is_valid():
        try:
            return _opened(request, form, last)
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
    page = {
        "form": form,
        "last": last if is_understood else None,
        "divisions": form.divisions if is_understood else (),
        "season": form.first_season if is_understood else None,
        "night_name": dict(WEEKDAYS).get(form.first_season.night or 0, "") if is_understood else "",
        "looked": form.seen,
        "preset": get(form.cleaned_data["preset"]) if form.is_valid() else None,
        "changed": is_opening and is_understood and not is_ready,
        "is_sent": is_opening,
        **check_context(form.team_list),
        "has_demo": has_demo,
        "needs_account": needs_account,
        "is_visitor": is_visitor,
        "is_first": is_first,
    }
    is_refused = bool(form.errors or last.errors) or (is_opening and not is_understood)
    return render(request, "founding/new_league.html", page, status=UNPROCESSABLE if is_refused else 200)


def _opened(request: HttpRequest, form: NewLeagueForm, last: FounderForm) -> HttpResponse:
    """Create the league, sign its owner in and redirect to its desk. Raises Refused."""
    clears = bool(last.cleaned_data.get("clear_demo"))
    league, owner = open_league(
        league_input=form.league,
        season=form.first_season,
        rule_book=get(form.cleaned_data["preset"]).rule_book(),
        divisions=form.divisions,
        by=request.user if isinstance(request.user, User) else None,
        founder=last.founder,
        clear_demo=clears,
        columns=form.columns,
    )
    if clears:
        drop_demo_sign_in(settings.VAR_DIR)
    if last.founder:
        login(request, owner, backend=settings.AUTHENTICATION_BACKENDS[0])
    gone = " The demonstration is cleared away." if clears else ""
    messages.success(request, f"{league} is open.{gone} What comes next stands below.")
    return redirect("secretary-desk", league.slug)
