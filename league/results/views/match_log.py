"""The page of a match's log: what came from which phone, and a phone that is set aside."""

import uuid
from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.accounts.access import for_secretary
from league.models import League, Match, User
from league.results.logged_match import LoggedMatch, entry_words, place_in_words
from league.results.pages.phones_in_log import phones_in_log
from league.results.parsing.fields import writable
from league.results.selectors.log import log_lines, phones_set_aside
from league.results.selectors.reports import team_names
from league.results.services.phones import set_phone_aside, undo_set_aside
from league.results.views.named_match import match_or_404
from league.shared.errors import Refused

LONGEST_REASON = 200
# A flooded log has thousands; the newest are shown.
MOST_LINES = 300


@for_secretary
def match_log(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Show everything that was sent from the tables of a match; set a phone aside, or undo that.

    Form fields: `set-aside` or `undo` with the id of a phone, `reason`.
    """
    match = match_or_404(league, match_id)
    if request.method == "POST":
        _decide(request, match)
        return redirect("match-log", league.slug, match.public_id)
    layout = LoggedMatch(match, ()).layout
    lines, teams = log_lines(match), team_names(match)
    shown = [
        {
            "line": line,
            "where": place_in_words(line.entry.place, layout),
            "words": entry_words(line.entry.place, line.entry.body, layout),
            "whose": teams.get(line.entry.sent_for, ""),
        }
        for line in lines[-MOST_LINES:]
    ]
    page = {
        "section": "desk",
        "match": match,
        "lines": shown,
        "entries": len(lines),
        "phones": list(phones_in_log(match, layout, lines, phones_set_aside(match))),
    }
    return render(request, "results/match_log.html", page)


def _decide(request: HttpRequest, match: Match) -> None:
    by, now = cast(User, request.user), timezone.now()  # for_secretary has refused everybody else
    is_undo = "undo" in request.POST
    try:
        phone = uuid.UUID(request.POST.get("undo" if is_undo else "set-aside", ""))
    except ValueError:
        messages.error(request, "Choose a phone.")
        return
    try:
        if is_undo:
            undo_set_aside(match=match, phone=phone, by=by, now=now)
            messages.success(request, f"Undone. What phone {str(phone)[:8]} sent counts again.")
        else:
            reason = writable(request.POST.get("reason", "")).strip()[:LONGEST_REASON]
            set_phone_aside(match=match, phone=phone, by=by, now=now, reason=reason)
            messages.success(request, f"Saved. Nothing that phone {str(phone)[:8]} sent counts.")
    except Refused as refusal:
        messages.error(request, refusal.sentence)
