"""A night on one page: what is in, what is missing, and the way to everything there is to do about it."""

import datetime
from typing import cast

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from league.access import for_desk, for_results
from league.models import League, User
from league.selectors import nights
from league.selectors.codes import codes_of_night
from league.selectors.owed import league_clock
from league.services.notices import Chase, chase_results
from league.services.refusals import Refused


@for_desk
def night(request: HttpRequest, league: League, date: datetime.date) -> HttpResponse:
    """All matches of a date, what is to be done first."""
    now = timezone.now()
    page = {
        "night": nights.night(league, date, now=now),
        "today": league_clock(league, now).date(),
        "mail_is_kept_in": settings.EMAIL_FILE_PATH if settings.EMAIL_BACKEND in KEEPING else "",
        "codes": codes_of_night(league, date),
        "section": "desk",
    }
    return render(request, "secretary/night.html", page)


# Messages stay on this machine.
KEEPING = ("django.core.mail.backends.filebased.EmailBackend",)


@for_results
@require_POST
def chase(request: HttpRequest, league: League, date: datetime.date) -> HttpResponse:
    """Ask the captains of all matches whose result is missing, or of the match that is named."""
    by = cast(User, request.user)  # for_desk has refused everybody else
    only = request.POST.get("match", "")[:LONGEST_ID]
    try:
        done = chase_results(league=league, date=date, by=by, now=timezone.now(), only=only)
    except Refused as refusal:
        messages.warning(request, refusal.sentence)
    else:
        _say(request, done)
    return redirect("night", league.slug, date)


LONGEST_ID = 12


def _say(request: HttpRequest, done: Chase) -> None:
    count = len(done.notices)
    if count:
        people = "One captain is" if count == 1 else f"{count} captains are"
        messages.success(request, f"{people} asked by e-mail within a minute.")
    if done.without_address:
        teams = ", ".join(captain.team for captain in done.without_address)
        messages.warning(request, f"No e-mail address is known for {teams}: ring, or send the text below.")
