"""Who can play: each player's own answer, by the link his captain gave him; or his captain's for him."""

from collections.abc import Sequence
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league.access import Captain, for_captain, for_players
from league.models import Enrolment
from league.selectors.captain_seasons import OwnMatch, matches_to_answer_for
from league.selectors.sheets_to_enter import match_in
from league.selectors.squads import squad_of
from league.services.availability import answer_availability
from league.services.refusals import Refused
from league.views.captains.own import own_match

# A month: nobody knows more of his Thursdays.
MOST_ASKED = 5
OVER = "That match is no longer to come; here is the next one."


@for_players
@require_http_methods(["GET", "HEAD", "POST"])
def players(request: HttpRequest, enrolment: Enrolment) -> HttpResponse:
    """The squad of the team and its next matches: one tap says whether somebody can play."""
    asked = matches_to_answer_for(enrolment, now=timezone.now())[:MOST_ASKED]
    chosen = _chosen(asked, request.GET.get("match", ""))
    refusal = ""
    if request.method == "POST":
        chosen = _chosen(asked, request.POST.get("match", ""))
        refusal = _answer(request, enrolment, chosen)
        if not refusal and chosen is not None:
            return redirect(f"{request.path}?match={chosen.line.public_id}#{_row(request)}")
    page = {
        "enrolment": enrolment,
        "asked": asked,
        "chosen": chosen,
        "squad": squad_of(enrolment, chosen.line.outcome.match) if chosen else None,
        "refusal": refusal,
    }
    return render(request, "captains/players.html", page, status=_status(refusal))


@for_captain
@require_http_methods(["GET", "HEAD", "POST"])
def captain_squad(request: HttpRequest, captain: Captain, match_id: str) -> HttpResponse:
    """Who can play in one match; the captain answers for whoever told him."""
    match, _ = own_match(captain, match_id)
    refusal = ""
    if request.method == "POST":
        try:
            answer_availability(
                match=match,
                enrolment=captain.enrolment,
                player=request.POST.get("player", ""),
                answer=request.POST.get("answer", ""),
                now=timezone.now(),
                by_captain=True,
            )
        except Refused as refused:
            refusal = refused.sentence
        else:
            return redirect(f"{request.path}#{_row(request)}")
    page = {
        "captain": captain,
        "section": "captain",
        "match": match,
        "squad": squad_of(captain.enrolment, match),
        "refusal": refusal,
    }
    return render(request, "captains/squad.html", page, status=_status(refusal))


def _answer(request: HttpRequest, enrolment: Enrolment, chosen: OwnMatch | None) -> str:
    """Write the answer down; the sentence of a refusal, or nothing."""
    if chosen is None or chosen.line.public_id != request.POST.get("match"):
        return OVER
    try:
        answer_availability(
            match=match_in(enrolment.season.league, chosen.line.public_id),
            enrolment=enrolment,
            player=request.POST.get("player", ""),
            answer=request.POST.get("answer", ""),
            now=timezone.now(),
        )
    except Refused as refused:
        return refused.sentence
    return ""


def _chosen(asked: Sequence[OwnMatch], match_id: str) -> OwnMatch | None:
    """The match somebody asked for, if it is still to come; else the next."""
    return next((one for one in asked if one.line.public_id == match_id), next(iter(asked), None))


def _row(request: HttpRequest) -> str:
    """Where the page stands after a tap: at the same name. The answer was taken, so it is a public id."""
    return f"p-{request.POST['player']}"


def _status(refusal: str) -> HTTPStatus:
    return HTTPStatus.UNPROCESSABLE_ENTITY if refusal else HTTPStatus.OK
