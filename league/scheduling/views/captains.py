"""A captain asks to move a match and offers nights; or answers the other side, for his own side only."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league.accounts.links import CaptainVisitor, for_captain
from league.competition.selectors import league_today
from league.models import Match, Side
from league.results.views.captains import own_match
from league.scheduling.forms.postponements import OwnAskForm, RefuseForm, TakeOfferForm
from league.scheduling.selectors.night_proposals import NightProposals, propose_nights
from league.scheduling.selectors.postponements import (
    PostponementRequest,
    SideRule,
    move_rules,
    requests_of,
    side_rules,
    usual_answer_day,
)
from league.scheduling.services.postponements import (
    ONLY_THE_ASKER,
    OWN_SIDE_ASKED,
    ask_other_side,
    refuse_offer,
    take_offer,
    withdraw_postponement,
)
from league.shared.errors import Refused
from league.templatetags.rulings import move_words

FORM_OF = {"ask": "ask", "agree": "agree", "refuse": "no", "take-back": "take_back"}
"""Each button of the page, and the form it sends."""
NOTHING_WAITS = "No request waits for an answer any more: look above what became of it."

MAY_NOT_REFUSE = (
    "By the season’s rules a side that is asked may not refuse: take one of the nights offered, or ask the "
    "secretary to decide."
)


@for_captain
@require_http_methods(["GET", "HEAD", "POST"])
def captain_postpone(request: HttpRequest, captain: CaptainVisitor, match_id: str) -> HttpResponse:
    """The conversation about moving one match: this side's next word in it."""
    match, side = own_match(captain, match_id)
    now = timezone.now()
    today = league_today(captain.league, now)
    requests = requests_of(match, today=today)
    act = next((act for act in FORM_OF if act in request.POST), "")
    about = _about(requests, request.POST.get("request", "") if act != "ask" else "")
    asking = _asking(match, side, now) if about is None or act == "ask" else None
    forms = _forms(request.POST, act, match, side, about, asking, today)
    refusal = _out_of_turn(act, about, side)
    if act and not refusal and forms[FORM_OF[act]].is_valid():
        try:
            done = _carry_out(act, forms[FORM_OF[act]], match, side, about, now)
        except Refused as refused:
            refusal = refused.sentence
        else:
            messages.success(request, done)
            return redirect(request.path)
    page = {
        "captain": captain,
        "section": "captain",
        "match": match,
        "requests": requests,
        "about": about,
        "is_own": about is not None and about.postponement.asked_by == side,
        "rules": move_rules(match, now=now),
        "asking": asking,
        "forms": forms,
        "refusal": refusal,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if act else HTTPStatus.OK
    return render(request, "scheduling/captain_postpone.html", page, status=status)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """What somebody who would ask now has to know."""

    choice: NightProposals
    until: datetime.date
    rule: SideRule | None


def _asking(match: Match, side: Side, now: datetime.datetime) -> Asking:
    """The free nights, until when the other side has to answer, and what the season says to it."""
    today, rules = league_today(match.division.season.league, now), move_rules(match, now=now)
    team = match.home if side == Side.HOME else match.away
    return Asking(
        choice=propose_nights(match, today=today, window=rules.window),
        until=usual_answer_day(match, rules, today=today),
        rule=next((rule for rule in side_rules(match, now=now) if rule.team == team), None),
    )


def _about(requests: Sequence[PostponementRequest], answered: str) -> PostponementRequest | None:
    """The request an answer was sent to, else the one that waits for an answer."""
    if not answered:
        return next((request for request in requests if request.is_open), None)
    for one in requests:
        if one.postponement.public_id == answered:
            return one
    raise Http404("The match has no such request.")


def _out_of_turn(act: str, about: PostponementRequest | None, side: Side) -> str:
    """Why it is not this side's to say that now; empty if it is. Its form may not be on the page at all."""
    if act in ("", "ask"):
        return ""
    if about is None:
        return NOTHING_WAITS
    is_own = about.postponement.asked_by == side
    if is_own and act != "take-back":
        return OWN_SIDE_ASKED
    return ONLY_THE_ASKER if act == "take-back" and not is_own else ""


def _forms(
    sent: QueryDict,
    act: str,
    match: Match,
    side: Side,
    about: PostponementRequest | None,
    asking: Asking | None,
    today: datetime.date,
) -> dict[str, Any]:
    """The forms of this side's next word by name, the one that was sent filled with what was typed."""

    def typed(name: str) -> QueryDict | None:
        return sent if FORM_OF.get(act) == name else None

    forms: dict[str, Any] = {"no": RefuseForm(typed("no")), "take_back": Form(typed("take_back"))}
    forms["agree"] = TakeOfferForm(typed("agree"), request=about, today=today)
    if asking is not None:
        said = {"match": match, "choice": asking.choice, "today": today}
        forms["ask"] = OwnAskForm(typed("ask"), side=side, answer_by=asking.until, **said)
    return forms


def _carry_out(
    act: str, form: Any, match: Match, side: Side, about: PostponementRequest | None, now: datetime.datetime
) -> str:
    """Do what was sent, for this side; what to say of it. Raises Refused."""
    if about is None or act == "ask":
        window = move_rules(match, now=now).window
        ask_other_side(match=match, now=now, window=window, **form.request)
        return "Asked. The match stays where it stands until the other side has answered."
    asked = about.postponement
    if act == "agree":
        agreed = take_offer(postponement=asked, to=form.to, now=now, answered_by=side)
        return f"Agreed: {match.home} v {match.away} is {move_words(agreed.match)}."
    if act == "refuse":
        if move_rules(match, now=now).other_may_refuse is False:
            raise Refused(MAY_NOT_REFUSE)
        because = form.cleaned_data["answer"]
        refuse_offer(postponement=asked, because=because, now=now, answered_by=side)
        return "Refused. The match stays where it stands."
    withdraw_postponement(postponement=asked, now=now, answered_by=side)
    return "Taken back. The match stays where it stands."
