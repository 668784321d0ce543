"""A match moved: the secretary's page, the captain's page, and the page for another pub.

The first two show the requests and answers so far, and have a button for each next step. A captain acts for
their own side only.
"""

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, cast

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league.accounts.access import for_fixtures
from league.accounts.links import CaptainVisitor, for_captain
from league.competition.selectors import league_today
from league.models import League, Match, Side, User
from league.results.logged_match import LoggedMatch
from league.results.selectors.log import log_of
from league.results.views.captains import own_match
from league.scheduling.forms.postponements import (
    AcceptOfferForm,
    AgreeForm,
    AskForm,
    MoveForm,
    NoForm,
    OwnAskForm,
    RefuseForm,
    VenueForm,
)
from league.scheduling.selectors.free_nights import pubs_to_choose
from league.scheduling.selectors.night_proposals import NightProposals, propose_nights
from league.scheduling.selectors.postponements import (
    MoveRules,
    PostponementRequest,
    SideRule,
    move_rules,
    requests_of,
    side_rules,
    usual_answer_day,
)
from league.scheduling.services import moves
from league.scheduling.services.postponements import (
    NOT_THE_ANSWERER,
    NOT_THE_ASKER,
    NightTaken,
    accept_offer,
    agree_postponement,
    decide_date,
    lapse_postponement,
    refuse_offer,
    refuse_postponement,
    request_from_other_side,
    request_postponement,
    withdraw_postponement,
)
from league.scheduling.views.judging import judged
from league.shared.errors import Refused
from league.templatetags.dates import time_on_page
from league.templatetags.decisions import move_words

FORM_OF = {
    "ask": "ask",
    "agree": "agree",
    "refuse": "no",
    "lapse": "no",
    "take-back": "take_back",
    "move": "move",
}
"""Each button of the page, and the form it sends."""
ANSWERS = ("agree", "refuse", "lapse", "take-back")


@for_fixtures
def postpone(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Show the requests to move a match and their answers; record the next one, or decide the night."""
    match = _match(league, match_id)
    today = league_today(league)
    requests = requests_of(match, today=today)
    act = _pressed(request)
    about = _about(requests, request.POST.get("request", "") if act in ANSWERS else "")
    rules = move_rules(match, now=timezone.now())
    is_asking = about is None or act == "ask"
    choice = propose_nights(match, today=today, window=rules.window) if is_asking else None
    forms = _secretary_forms(match, about, choice, rules, act=act, sent=request.POST, today=today)
    if act:
        form = forms[FORM_OF[act]]
        if form.is_valid():
            try:
                asks = not form.cleaned_data.get("although_taken")
                moving = [match.division.season] if act in ("move", "agree") else []
                with judged(request, moving, asks=asks):
                    by = cast(User, request.user)
                    done = _carry_out_for_secretary(act, form, match, about, rules, by=by)
            except Refused as refusal:
                form.add_error(None, refusal.sentence)
                form.asks_although = isinstance(refusal, NightTaken)
            else:
                messages.success(request, done)
                return redirect("match", league.slug, match.public_id)
    page = {
        "match": match,
        "requests": requests,
        "begun": LoggedMatch(match, log_of(match)).games(),
        "about": about,
        "choice": choice,
        "rules": rules,
        "sides": side_rules(match, now=timezone.now()) if is_asking else (),
        "forms": forms,
        "section": "desk",
    }
    return render(request, "scheduling/postpone.html", page, status=_status(bool(act)))


@for_fixtures
def move_venue(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Play a match at the other side's pub, or at one that is neither's, or begin it at another time."""
    match = _match(league, match_id)
    sent = request.POST if request.method == "POST" else None
    initial = {"pub": match.venue.slug, "starts_at": match.starts_at, "because": match.venue_because}
    form = VenueForm(sent, match=match, pubs=pubs_to_choose(match), initial=initial)
    if form.is_valid():
        try:
            with judged(request, [match.division.season]):
                data = form.cleaned_data
                starts_at = data["starts_at"] or moves.usual_start(match)
                moved = moves.move_venue(match=match, to=form.to, reason=data["because"], starts_at=starts_at)
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            changes = {
                f"is played at {moved.venue}": moved.venue_id != match.venue_id,
                f"starts at {time_on_page(starts_at)}": starts_at and starts_at != match.starts_at,
            }
            done = " and ".join(words for words, is_changed in changes.items() if is_changed)
            messages.success(request, f"{match.home} v {match.away} {done}.")
            return redirect("match", league.slug, match.public_id)
    page = {"match": match, "form": form, "section": "desk"}
    return render(request, "matches/venue.html", page, status=_status(bool(form.errors)))


def _pressed(request: HttpRequest) -> str:
    """Return the act of the button; without a named one it is the secretary's own decision."""
    if request.method != "POST":
        return ""
    return next((act for act in FORM_OF if act in request.POST), "move")


def _about(requests: Sequence[PostponementRequest], answered: str) -> PostponementRequest | None:
    """Return the request that was answered, else the open one."""
    if not answered:
        return next((request for request in requests if request.is_open), None)
    for request in requests:
        if request.postponement.public_id == answered:
            return request
    raise Http404("The match has no such request.")


def _secretary_forms(
    match: Match,
    about: PostponementRequest | None,
    choice: NightProposals | None,
    rules: MoveRules,
    *,
    act: str,
    sent: QueryDict,
    today: datetime.date,
) -> Mapping[str, Any]:
    """Return the forms of the page by name; the one that was sent is bound."""

    def typed(name: str) -> QueryDict | None:
        return sent if FORM_OF.get(act) == name else None

    forms: dict[str, Form] = {
        "no": NoForm(typed("no")),
        "take_back": Form(typed("take_back")),
        "move": MoveForm(typed("move"), match=match, initial={"reason": match.postponed_because}),
    }
    if choice is not None:
        wait = {"answer_by": usual_answer_day(match, rules, today=today)}
        forms["ask"] = AskForm(typed("ask"), match=match, choice=choice, today=today, initial=wait)
    if about is not None:
        forms["agree"] = AgreeForm(typed("agree"), request=about)
    return forms


def _carry_out_for_secretary(
    act: str, form: Any, match: Match, about: PostponementRequest | None, rules: MoveRules, *, by: User
) -> str:
    """Carry out an act and return the message. Raises Refused."""
    now = timezone.now()
    if act == "move":
        moved = decide_date(match=match, now=now, **form.cleaned_data)
        return f"{match.home} v {match.away}: {move_words(moved)}."
    if act == "ask":
        request_postponement(match=match, by=by, now=now, window=rules.window, **form.request)
        return f"Request saved. {match.home} v {match.away} keeps its date until the answer."
    if about is None:
        raise Refused("No request waits for an answer.")
    postponement = about.postponement
    if act == "agree":
        agreed = agree_postponement(postponement=postponement, to=form.to, now=now)
        return f"Agreed. {match.home} v {match.away}: {move_words(agreed.match)}."
    closing: Mapping[str, tuple[Callable[..., object], str]] = {
        "refuse": (refuse_postponement, "Refusal saved"),
        "lapse": (lapse_postponement, "Request closed without an answer"),
        "take-back": (withdraw_postponement, "Request withdrawn"),
    }
    close, said = closing[act]
    because = {} if act == "take-back" else {"because": form.cleaned_data["answer"]}
    close(postponement=postponement, now=now, **because)
    return f"{said}. The match keeps its date."


def _status(is_refused: bool) -> HTTPStatus:
    return HTTPStatus.UNPROCESSABLE_ENTITY if is_refused else HTTPStatus.OK


def _match(league: League, match_id: str) -> Match:
    known = Match.with_ties.select_related(
        "home__pub", "away", "venue", "division__season__rule_book", "division__season__league"
    )
    return get_object_or_404(known, public_id=match_id, division__season__league=league)


CAPTAIN_FORM_OF = {"ask": "ask", "agree": "agree", "refuse": "no", "take-back": "take_back"}
"""Each button of the page, and the form it sends."""
NOTHING_WAITS = "The request is closed. Its answer is shown above."

MAY_NOT_REFUSE = (
    "By the season’s rules you may not refuse. Accept one of the nights, or ask the secretary to decide."
)


@for_captain
@require_http_methods(["GET", "HEAD", "POST"])
def captain_postpone(request: HttpRequest, captain: CaptainVisitor, match_id: str) -> HttpResponse:
    """Show a captain the requests to move a match; save their request or answer when posted."""
    match, side = own_match(captain, match_id)
    now = timezone.now()
    today = league_today(captain.league, now)
    requests = requests_of(match, today=today)
    act = next((act for act in CAPTAIN_FORM_OF if act in request.POST), "")
    about = _about(requests, request.POST.get("request", "") if act != "ask" else "")
    asking = _asking(match, side, now) if about is None or act == "ask" else None
    forms = _captain_forms(request.POST, act, match, side, about, asking, today)
    refusal = _out_of_turn(act, about, side)
    if act and not refusal and forms[CAPTAIN_FORM_OF[act]].is_valid():
        try:
            with judged(request, [match.division.season] if act == "agree" else []):
                done = _carry_out_for_captain(act, forms[CAPTAIN_FORM_OF[act]], match, side, about, now)
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
        "begun": LoggedMatch(match, log_of(match)).games(),
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
    """What a captain needs to know for a request now."""

    choice: NightProposals
    until: datetime.date
    rule: SideRule | None


def _asking(match: Match, side: Side, now: datetime.datetime) -> Asking:
    """Return the free nights, the deadline for an answer, and the season's rule for a request now."""
    today, rules = league_today(match.division.season.league, now), move_rules(match, now=now)
    team = match.home if side == Side.HOME else match.away
    return Asking(
        choice=propose_nights(match, today=today, window=rules.window),
        until=usual_answer_day(match, rules, today=today),
        rule=next((rule for rule in side_rules(match, now=now) if rule.team == team), None),
    )


def _out_of_turn(act: str, about: PostponementRequest | None, side: Side) -> str:
    """Return why this side cannot do that now; empty if it can.

    Its form may not be on the page at all.
    """
    if act in ("", "ask"):
        return ""
    if about is None:
        return NOTHING_WAITS
    is_own = about.postponement.asked_by == side
    if is_own and act != "take-back":
        return NOT_THE_ANSWERER
    return NOT_THE_ASKER if act == "take-back" and not is_own else ""


def _captain_forms(
    sent: QueryDict,
    act: str,
    match: Match,
    side: Side,
    about: PostponementRequest | None,
    asking: Asking | None,
    today: datetime.date,
) -> dict[str, Any]:
    """Return the forms for this side by name; the one that was sent is bound."""

    def typed(name: str) -> QueryDict | None:
        return sent if CAPTAIN_FORM_OF.get(act) == name else None

    forms: dict[str, Any] = {"no": RefuseForm(typed("no")), "take_back": Form(typed("take_back"))}
    forms["agree"] = AcceptOfferForm(typed("agree"), request=about, today=today)
    if asking is not None:
        options = {"match": match, "choice": asking.choice, "today": today}
        forms["ask"] = OwnAskForm(typed("ask"), side=side, answer_by=asking.until, **options)
    return forms


def _carry_out_for_captain(
    act: str, form: Any, match: Match, side: Side, about: PostponementRequest | None, now: datetime.datetime
) -> str:
    """Carry out an act for this side and return the message. Raises Refused."""
    if about is None or act == "ask":
        window = move_rules(match, now=now).window
        request_from_other_side(match=match, now=now, window=window, **form.request)
        return "Request sent. The match keeps its date until the other team answers."
    postponement = about.postponement
    if act == "agree":
        agreed = accept_offer(postponement=postponement, to=form.to, now=now, answered_by=side)
        return f"Agreed: {match.home} v {match.away} is {move_words(agreed.match)}."
    if act == "refuse":
        if move_rules(match, now=now).other_may_refuse is False:
            raise Refused(MAY_NOT_REFUSE)
        because = form.cleaned_data["answer"]
        refuse_offer(postponement=postponement, because=because, now=now, answered_by=side)
        return "Request refused. The match keeps its date."
    withdraw_postponement(postponement=postponement, now=now, answered_by=side)
    return "Request withdrawn. The match keeps its date."
