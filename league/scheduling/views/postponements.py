"""A match moved: the conversation about another night, the secretary's own decision, another pub."""

import datetime
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, cast

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from league.accounts.access import for_fixtures
from league.competition.selectors import league_today
from league.models import League, Match, User
from league.scheduling.forms.postponements import AgreeForm, AskForm, MoveForm, NoForm, VenueForm
from league.scheduling.selectors.free_nights import pubs_to_choose
from league.scheduling.selectors.night_proposals import NightProposals, propose_nights
from league.scheduling.selectors.postponements import (
    MoveRules,
    PostponementRequest,
    move_rules,
    requests_of,
    side_rules,
    usual_answer_day,
)
from league.scheduling.services import moves
from league.scheduling.services.postponements import (
    agree_postponement,
    ask_for_postponement,
    decide_date,
    lapse_postponement,
    refuse_postponement,
    withdraw_postponement,
)
from league.shared.errors import Refused
from league.templatetags.rulings import move_words

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
    """Who asked to move a match and what was answered: write down the next word, or decide the night."""
    match = _match(league, match_id)
    today = league_today(league)
    requests = requests_of(match, today=today)
    act = _act(request)
    about = _about(requests, request.POST.get("request", "") if act in ANSWERS else "")
    rules = move_rules(match, now=timezone.now())
    is_asking = about is None or act == "ask"
    choice = propose_nights(match, today=today, window=rules.window) if is_asking else None
    forms = _forms(match, about, choice, rules, act=act, sent=request.POST, today=today)
    if act:
        form = forms[FORM_OF[act]]
        if form.is_valid():
            try:
                done = _carry_out(act, form, match, about, rules, by=cast(User, request.user))
            except Refused as refusal:
                form.add_error(None, refusal.sentence)
            else:
                messages.success(request, done)
                return redirect("match", league.slug, match.public_id)
    page = {
        "match": match,
        "requests": requests,
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
    """Play a match at the other side's pub, or at one that is neither's, with its reason."""
    match = _match(league, match_id)
    sent = request.POST if request.method == "POST" else None
    form = VenueForm(sent, match=match, pubs=pubs_to_choose(match))
    if form.is_valid():
        try:
            moved = moves.move_venue(match=match, to=form.to, reason=form.cleaned_data["because"])
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            messages.success(request, f"{match.home} v {match.away} is played at {moved.venue}.")
            return redirect("match", league.slug, match.public_id)
    page = {"match": match, "form": form, "section": "desk"}
    return render(request, "matches/venue.html", page, status=_status(bool(form.errors)))


def _act(request: HttpRequest) -> str:
    """What was pressed; none of the named buttons is the secretary's own decision."""
    if request.method != "POST":
        return ""
    return next((act for act in FORM_OF if act in request.POST), "move")


def _about(requests: Sequence[PostponementRequest], answered: str) -> PostponementRequest | None:
    """The request an answer was sent to, else the one that waits for an answer."""
    if not answered:
        return next((request for request in requests if request.is_open), None)
    for one in requests:
        if one.postponement.public_id == answered:
            return one
    raise Http404("The match has no such request.")


def _forms(
    match: Match,
    about: PostponementRequest | None,
    choice: NightProposals | None,
    rules: MoveRules,
    *,
    act: str,
    sent: QueryDict,
    today: datetime.date,
) -> Mapping[str, Any]:
    """The forms of the page by name, the one that was sent filled with what was typed."""

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


def _carry_out(
    act: str, form: Any, match: Match, about: PostponementRequest | None, rules: MoveRules, *, by: User
) -> str:
    """Do what was sent; what to say of it. Raises Refused."""
    now = timezone.now()
    if act == "move":
        moved = decide_date(match=match, now=now, **form.cleaned_data)
        return f"{match.home} v {match.away}: {move_words(moved)}."
    if act == "ask":
        ask_for_postponement(match=match, by=by, now=now, window=rules.window, **form.request)
        return f"Written down. {match.home} v {match.away} stays where it stands until the answer is in."
    if about is None:
        raise Refused("No request waits for an answer.")
    asked = about.postponement
    if act == "agree":
        agreed = agree_postponement(postponement=asked, to=form.to, now=now)
        return f"Agreed. {match.home} v {match.away}: {move_words(agreed.match)}."
    if act == "refuse":
        refuse_postponement(postponement=asked, because=form.cleaned_data["answer"], now=now)
        return f"Written down: {about.answerer} will not move. The match stays where it stands."
    if act == "lapse":
        lapse_postponement(postponement=asked, because=form.cleaned_data["answer"], now=now)
        return "Written down: the time to answer is over. The match stays where it stands."
    withdraw_postponement(postponement=asked, now=now)
    return f"Written down: {about.asker} no longer ask. The match stays where it stands."


def _status(is_refused: bool) -> HTTPStatus:
    return HTTPStatus.UNPROCESSABLE_ENTITY if is_refused else HTTPStatus.OK


def _match(league: League, match_id: str) -> Match:
    known = Match.objects.select_related(
        "home__pub", "away", "venue", "division__season__rule_book", "division__season__league"
    )
    return get_object_or_404(known, public_id=match_id, division__season__league=league)
