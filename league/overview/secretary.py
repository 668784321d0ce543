"""Pages of the workspace that combine subjects: the inbox and its decisions, results, search, documents."""

import datetime
from collections.abc import Collection
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from league.accounts.access import for_desk
from league.accounts.powers import Power
from league.competition.selectors import league_today, season_at_hand, seasons_of
from league.inbox.models import Decision
from league.inbox.selectors import decision_in, decisions_of, last_decision
from league.inbox.services.deciding import (
    REASON_REQUIRED,
    decide_dispute,
    decide_on_appeal,
    decide_player,
    decide_postponement,
    decide_sanctions,
    decide_sheet,
)
from league.inbox.services.undoing import undo_decision
from league.matches.selectors import unplayed_matches
from league.models import Appeal, League, Offence, Postponement
from league.overview.desk import last_confirmed, nights_around, own_drafts
from league.overview.first_steps import first_steps
from league.overview.inbox import inbox_items
from league.overview.search import search_league, typed_text
from league.overview.waiting import waiting_items
from league.overview.workspace import answer_to, pages_named
from league.regulations.selectors.ineligible import ineligible_players
from league.regulations.selectors.sanctions import Cost
from league.results.views.named_match import match_or_404
from league.scheduling.selectors.postponements import waiting_requests
from league.scheduling.views.judging import judged
from league.shared.decisions import NO_ACT, UNPROCESSABLE, or_404, secretary
from league.shared.errors import GONE, Refused
from league.shared.text import uncapitalised

Kind = Decision.Kind
DECISIONS_A_PAGE = 50
IN_INBOX_AGAIN = "The question is in the inbox again."
MOST_TOGETHER = 200
LONGEST_NUMBER = 9
NOT_SEEN = "The page no longer says what you saw. It does now: decide once more."


@for_desk
def inbox(request: HttpRequest, league: League) -> HttpResponse:
    """Show everything that waits for a decision of the reader."""
    return _inbox(request, league)


@for_desk
@require_POST
def decide(request: HttpRequest, league: League) -> HttpResponse:
    """Decide one question of the inbox, or several sanctions together; refused, show what was typed."""
    kind, choice = request.POST.get("kind", ""), request.POST.get("choice", "")
    try:
        done = _decide(request, league, kind, choice)
    except Refused as refusal:
        request.place = "secretary-desk"  # type: ignore[attr-defined]  # the frame reads it
        return _inbox(request, league, refusal=refusal.sentence)
    messages.success(request, done)
    return redirect("secretary-desk", league.slug)


@for_desk
def waiting(request: HttpRequest, league: League) -> HttpResponse:
    """Show what rests until a time or another person's answer."""
    now, unplayed = timezone.now(), unplayed_matches(league)
    powers: Collection[str] = getattr(request, "powers", ())
    requests = waiting_requests(unplayed, today=league_today(league, now)) if Power.FIXTURES in powers else ()
    items = waiting_items(league, requests, unplayed, powers=powers, now=now)
    return render(
        request,
        "inbox/waiting.html",
        {"items": items, "tab_counts": (("Waiting", len(items)),), "section": "desk"},
    )


@for_desk
def decided(request: HttpRequest, league: League) -> HttpResponse:
    """Show what was decided from the inbox, the latest first."""
    number = request.GET.get("page", "1")
    page_number = max(1, int(number)) if number.isdecimal() and len(number) < 5 else 1
    found = decisions_of(
        league, _kinds(request), first=(page_number - 1) * DECISIONS_A_PAGE, count=DECISIONS_A_PAGE + 1
    )
    return render(
        request,
        "inbox/decided.html",
        {
            "decisions": found[:DECISIONS_A_PAGE],
            "later": page_number - 1,
            "earlier": page_number + 1 if len(found) > DECISIONS_A_PAGE else 0,
            "section": "desk",
        },
    )


@for_desk
@require_POST
def undo(request: HttpRequest, league: League, decision_id: str) -> HttpResponse:
    """Undo a decision: its question is in the inbox again."""
    decision = or_404(decision_in(league, decision_id), f"{league} has no decision {decision_id}.")
    try:
        _verify_may(request, Kind(decision.kind))
        undo_decision(decision=decision, by=secretary(request), now=timezone.now())
    except Refused as refusal:
        messages.warning(request, refusal.sentence)
    else:
        messages.success(request, f"Undone: {uncapitalised(decision.decision)}. {IN_INBOX_AGAIN}")
    return redirect("secretary-desk", league.slug)


@for_desk
def results(request: HttpRequest, league: League) -> HttpResponse:
    """Show the nights around today, the reader's drafts and what was confirmed last."""
    today = league_today(league)
    return render(
        request,
        "inbox/results.html",
        {
            "nights": nights_around(league, today=today),
            "last_confirmed": last_confirmed(league),
            "own_drafts": own_drafts(league, secretary(request)),
            "today": today,
            "section": "desk",
        },
    )


@for_desk
def search(request: HttpRequest, league: League) -> HttpResponse:
    """Find teams, players, pubs, matches and pages of the workspace by the beginnings of their words.

    Where one player is all that is found, their page opens at once.
    """
    text = typed_text(request.GET.get("q", ""))
    powers = getattr(request, "powers", ())
    results = search_league(league, text, to_secretary=Power.SECRETARY in powers) if text else {}
    pages = pages_named(text, powers) if text else ()
    players = results.get("players", ())
    if [*results] == ["players"] and len(players) == 1 and not pages:
        return redirect("player-record", league.slug, players[0][1])
    page = {
        "text": text,
        "answer": answer_to(text),
        "results": results,
        "pages": pages,
        "section": "desk",
    }
    return render(request, "inbox/search.html", page)


# --- Deciding ---------------------------------------------------------------------------------
def _inbox(request: HttpRequest, league: League, refusal: str = "") -> HttpResponse:
    today = league_today(league)
    powers: Collection[str] = getattr(request, "powers", ())
    seasons, unplayed = seasons_of(league), unplayed_matches(league)
    season = season_at_hand(seasons, today)
    requests = waiting_requests(unplayed, today=today) if Power.FIXTURES in powers else ()
    items = list(inbox_items(league, seasons, requests, unplayed, powers=powers, today=today))
    page = {
        "items": items,
        "tab_counts": (
            ("To decide", len(items)),
            ("Waiting", len(waiting_items(league, requests, unplayed, powers=powers, now=timezone.now()))),
        ),
        "season": season,
        "first_steps": () if season and season.has_matches else first_steps(league, season),  # type: ignore[attr-defined]  # annotated
        "last": last_decision(league, _kinds(request)),
        "today": today,
        "open": request.GET.get("open") or next((item.key for item in items), ""),
        "refusal": refusal,
        "typed": request.POST.dict() if refusal else {},
        "section": "desk",
    }
    return render(request, "inbox/inbox.html", page, status=UNPROCESSABLE if refusal else 200)


def _decide(request: HttpRequest, league: League, kind: str, choice: str) -> str:
    """Carry out one choice and return the sentence that says so. Raises Refused."""
    if kind not in _DECIDE or not choice:
        raise Refused(NO_ACT)
    _verify_may(request, Kind(kind))
    reason = " ".join(request.POST.get("reason", "").split())
    if "reason" in request.POST and not reason:
        raise Refused(REASON_REQUIRED)
    return _DECIDE[Kind(kind)](
        request,
        choice,
        {"league": league, "reason": reason[:200], "by": secretary(request), "now": timezone.now()},
    )


def _kinds(request: HttpRequest) -> list[Decision.Kind]:
    """Return the kinds of decisions the reader may make, and so read: others name players in full."""
    powers: Collection[str] = getattr(request, "powers", ())
    return [kind for kind in Kind if _POWER_FOR.get(kind, Power.SECRETARY) in powers]


_POWER_FOR = {Kind.POSTPONEMENT: Power.FIXTURES}


def _verify_may(request: HttpRequest, kind: Decision.Kind) -> None:
    if kind not in _kinds(request):
        raise Refused("Your role does not include this decision. Ask the secretary.")


def _decide_sanctions(request: HttpRequest, choice: str, decision: dict[str, Any]) -> str:
    keys = request.POST.getlist("about")[:MOST_TOGETHER]
    offences = list(Offence.objects.filter(season__league=decision["league"], public_id__in=keys))
    if choice not in ("apply", "waive") or not offences or len(offences) != len(set(keys)):
        raise Refused(GONE)
    if choice == "waive":
        if not decision["reason"]:
            raise Refused(REASON_REQUIRED)
        records = decide_sanctions(offences=offences, seen=None, **decision)
        return f"Waived: {len(records)}. The sanctions after them are counted again."
    costs = [_cost_seen(written) for written in request.POST.getlist("seen")[:MOST_TOGETHER]]
    if len(costs) != len(keys):
        raise Refused(NOT_SEEN)
    records = decide_sanctions(offences=offences, seen=dict(zip(keys, costs, strict=True)), **decision)
    return f"Applied: {len(records)}. The standings are updated."


def _cost_seen(written: str) -> Cost:
    """Return the cost that the page showed. Raises Refused if that cannot be read."""
    halves, _, pence = written.partition("|")
    return Cost(halves=_number_seen(halves), pence=_number_seen(pence))


def _number_seen(written: str) -> int:
    """Return a number that the page carried. Raises Refused if it is none."""
    if not (written.isascii() and written.isdigit() and len(written) <= LONGEST_NUMBER):
        raise Refused(NOT_SEEN)
    return int(written)


def _decide_player(request: HttpRequest, choice: str, decision: dict[str, Any]) -> str:
    match_id, _, key = request.POST.get("about", "").partition("|")
    players = ineligible_players(match_or_404(decision["league"], match_id).scorecards.all())
    player = next((player for player in players if "|".join(player.key) == key and player.is_open), None)
    if player is None or choice != "accept":
        raise Refused("There is nothing to accept: the result or the registration was changed meanwhile.")
    decide_player(player=player, **decision)
    return f"Accepted: {player.called}. The result stays as it is."


def _decide_dispute(request: HttpRequest, choice: str, decision: dict[str, Any]) -> str:
    match = match_or_404(decision["league"], request.POST.get("about", ""))
    if choice != "close":
        raise Refused(NO_ACT)
    decide_dispute(match=match, dispute=_number_seen(request.POST.get("seen", "")), **decision)
    return f"{match.home} v {match.away}: the dispute is closed."


def _decide_sheet(request: HttpRequest, choice: str, decision: dict[str, Any]) -> str:
    match = match_or_404(decision["league"], request.POST.get("about", ""))
    record = decide_sheet(
        match=match,
        version=_number_seen(choice.removeprefix("sheet-")),
        began_from=_number_seen(request.POST.get("seen", "")),
        **decision,
    )
    return f"{match.home} v {match.away}: {uncapitalised(record.decision)}. The standings are updated."


def _decide_appeal(request: HttpRequest, choice: str, decision: dict[str, Any]) -> str:
    league = decision["league"]
    known = Appeal.objects.filter(
        Q(offence__season__league=league) | Q(ruling__division__season__league=league)
    ).select_related("offence", "ruling")
    appeal = get_object_or_404(known, public_id=request.POST.get("about", "")[:12])
    who = " ".join(request.POST.get("who", "").split())
    if choice not in ("uphold", "dismiss"):
        raise Refused(NO_ACT)
    if not who:
        raise Refused("Type who decided the appeal, as “the committee”.")
    decide_on_appeal(appeal=appeal, is_upheld=choice == "uphold", decided_by=who, **decision)
    return "The appeal is upheld." if choice == "uphold" else "The appeal is dismissed."


def _decide_postponement(request: HttpRequest, choice: str, decision: dict[str, Any]) -> str:
    known = Postponement.objects.select_related("match__home", "match__away", "match__division__season")
    postponement = get_object_or_404(
        known,
        public_id=request.POST.get("about", "")[:12],
        match__division__season__league=decision["league"],
    )
    match = postponement.match
    if choice == "refuse":
        decide_postponement(postponement=postponement, to=None, **decision)
        return f"{match.home} v {match.away}: refused. The match stays where it is."
    written = choice.removeprefix("move-")
    if written not in postponement.offered:
        raise Refused("That night is not offered any more. The page shows the nights there are.")
    with judged(request, [match.division.season]):
        decide_postponement(postponement=postponement, to=datetime.date.fromisoformat(written), **decision)
    return f"{match.home} v {match.away}: moved."


_DECIDE = {
    Kind.SANCTION: _decide_sanctions,
    Kind.PLAYER: _decide_player,
    Kind.DISPUTE: _decide_dispute,
    Kind.SHEET: _decide_sheet,
    Kind.APPEAL: _decide_appeal,
    Kind.POSTPONEMENT: _decide_postponement,
}
