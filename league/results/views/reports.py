"""Pages on which the secretary decides between signed sheets, and on what was sent from the tables."""

from functools import partial
from http import HTTPStatus
from itertools import pairwise
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.accounts.access import for_secretary
from league.matches.sheet.values import Sheet, completed
from league.models import League, Match, Scorecard, User
from league.results.forms.matches import DecisionForm
from league.results.logged_match import LoggedMatch, entry_words, place_in_words
from league.results.pages.agreement import differences, phones_in_log, sheet_seen
from league.results.parsing.fields import LONGEST_REASON, writable
from league.results.parsing.table_form import read_id
from league.results.selectors.agreement import ToAgree, score_rows, scores_of, to_agree
from league.results.selectors.log import log_lines, phones_set_aside
from league.results.selectors.reports import (
    disputes_of,
    is_taken_off,
    objections_of,
    place_words,
    team_names,
)
from league.results.services.phones import set_phone_aside, undo_set_aside
from league.results.services.scorecards import confirm_scorecard
from league.results.views.agreement import whole
from league.results.views.named_match import match_or_404, tried
from league.shared.decisions import UNPROCESSABLE, secretary
from league.shared.errors import Refused

LOG = "The log of the tables"
SIGNED_MEANWHILE = "A captain has signed meanwhile. Check the page again."


@for_secretary
def reports(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Show the versions of both sides and of the log with their differences; one of them is chosen."""
    match = match_or_404(league, match_id)
    agree = to_agree(match)
    form = DecisionForm(request.POST or None, versions=_choices(agree))
    status = UNPROCESSABLE if request.method == "POST" else HTTPStatus.OK
    if form.is_valid():
        _, refusal, status = tried(partial(_decide, request, agree, form), sentence=SIGNED_MEANWHILE)
        if not refusal:
            messages.success(request, "Decision saved. The standings are updated.")
            return redirect("match", league.slug, match.public_id)
        if status == HTTPStatus.CONFLICT:
            agree = to_agree(match)
            form = DecisionForm(request.POST, versions=_choices(agree))
        form.add_error(None, refusal)
    return render(request, "results/reports.html", _page(agree, form), status=status)


def _decide(request: HttpRequest, agree: ToAgree, form: DecisionForm) -> None:
    chosen = next(card for card in agree.reports.waiting if card.version == form.cleaned_data["version"])
    confirm_scorecard(
        match=agree.logged.match,
        sheet=agree.sheet_of(chosen),
        by=secretary(request),
        began_from=whole(request, "latest"),
        reason=form.cleaned_data["reason"],
        now=timezone.now(),
    )


def _choices(agree: ToAgree) -> list[tuple[int, str]]:
    teams = team_names(agree.logged.match)
    return [
        (
            card.version,
            f"as {teams[card.reported_for]} signed it: "
            f"{sheet_seen(agree.sheet_of(card), agree.logged.match, agree.logged.roster)['words']}",
        )
        for card in agree.reports.waiting
    ]


def _page(agree: ToAgree, form: DecisionForm) -> dict[str, Any]:
    logged, match = agree.logged, agree.logged.match
    book, teams = match.division.season.rule_book, team_names(match)
    cards = sorted(agree.reports.waiting, key=lambda card: card.reported_for, reverse=True)
    versions: list[tuple[str, Scorecard | None, Sheet]] = [
        (f"{teams[card.reported_for]} signed", card, agree.sheet_of(card)) for card in cards
    ]
    if logged.entries:
        versions.append((LOG, None, completed(logged.sheet, logged.checked.rules)))
    columns = [
        {"title": title, "card": card, "seen": sheet_seen(sheet, match, agree.logged.roster)}
        for title, card, sheet in versions
    ]
    return {
        "section": "desk",
        "match": match,
        "reports": agree.reports,
        "columns": columns,
        "scores": [
            (logged.layout.where(row.table, row.game), row)
            for row in score_rows([scores_of(sheet) for *_, sheet in versions])
        ],
        "differences": _differences(versions, logged),
        "objections": [
            {
                "objection": objection,
                "where": place_words(objection, book),
                "team": teams[objection.side],
                "other": teams[objection.scorecard.reported_for],
            }
            for objection in objections_of(match)
        ],
        "disputes": disputes_of(match),
        "is_taken_off": is_taken_off(match),
        "late": sum(line["is_late"] for line in log_lines(match)),
        "entries": len(logged.entries),
        "photographs": agree.photographs,
        "latest": agree.reports.latest_version,
        "form": form,
    }


def _differences(
    versions: list[tuple[str, Scorecard | None, Sheet]], logged: LoggedMatch
) -> list[dict[str, Any]]:
    """Return each pair of neighbouring versions, with the lines on which they differ."""
    book = logged.match.division.season.rule_book
    return [
        {
            "first": text,
            "other": other,
            "lines": differences(sheet, beside, book, logged.layout, logged.roster),
        }
        for (text, _, sheet), (other, _, beside) in pairwise(versions)
    ]


# --- The log of the tables --------------------------------------------------------------------------
# A flooded log has thousands; the newest are shown.
MOST_LINES = 300


@for_secretary
def match_log(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Show everything that was sent from the tables of a match; set a phone aside, or undo that.

    Form fields: `set-aside` or `undo` with the id of a phone, `reason`.
    """
    match = match_or_404(league, match_id)
    if request.method == "POST":
        _set_aside(request, match)
        return redirect("match-log", league.slug, match.public_id)
    layout = LoggedMatch(match, ()).layout
    lines, teams = log_lines(match), team_names(match)
    shown = [
        {
            **line,
            "where": place_in_words(line["entry"].place, layout),
            "words": entry_words(line["entry"].place, line["entry"].body, layout),
            "whose": teams.get(line["entry"].sent_for, ""),
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


def _set_aside(request: HttpRequest, match: Match) -> None:
    by, now = cast(User, request.user), timezone.now()  # for_secretary has refused everybody else
    is_undo = "undo" in request.POST
    phone = read_id(request.POST.get("undo" if is_undo else "set-aside", ""))
    if phone is None:
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
