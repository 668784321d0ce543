"""Pages of penalties: decide or undo them, and record appeals against them and against rulings.

Also accepts players who may not have been eligible.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from league.accounts.access import for_secretary
from league.competition.selectors import enrolments_of, league_today
from league.models import Appeal, League, Match, Offence, Ruling, Scorecard, User
from league.regulations.forms.sanctions import (
    AcceptPlayerForm,
    AppealDecisionForm,
    AppealForm,
    ApplyForm,
    BecauseForm,
    MissedMeetingForm,
)
from league.regulations.selectors import sanctions
from league.regulations.selectors.ineligible import PlayerToCheck, ineligible_players, open_players
from league.regulations.selectors.sanctions import Cost, OffenceRow, open_among
from league.regulations.services.appeals import decide_appeal, record_appeal
from league.regulations.services.eligibility import accept_player as accept_player_of
from league.regulations.services.eligibility import undo_accepted
from league.regulations.services.sanctions import (
    apply_offence,
    propose_missed_meeting,
    undo_offence,
    waive_offence,
)
from league.shared.decisions import NO_ACT, UNPROCESSABLE, decided, secretary, sent, status
from league.shared.errors import Refused
from league.shared.text import plural
from league.standings.selectors.rulings import ruling_in
from league.templatetags.decisions import cost_words, typed_pounds
from league.templatetags.formatting import points

Forms = dict[str, Form]
APPLY, WAIVE, UNDO, APPEAL, DECIDE = "apply", "waive", "take-back", "appeal", "decide"
ACCEPT, UNDO_ACCEPTED, MEETING = "accept", "undo", "missed-meeting"
NOBODY_TO_CHECK = (
    "There is nothing to accept: the result or the registration was changed meanwhile. The page shows the "
    "present state."
)


@for_secretary
def penalties(request: HttpRequest, league: League) -> HttpResponse:
    """Show the proposed penalties, players to decide about, then what was decided this season.

    Where the season has a rule about meetings: who was not at one.
    """
    today = league_today(league)
    shown = sanctions.penalties(league, today=today)
    season = shown.season
    meeting = None
    if season and season.rule_book.season_regulations().missed_meeting.each:
        teams = {each.team.slug: each.team for each in enrolments_of(season)}
        meeting = MissedMeetingForm(sent(request, MEETING), teams=teams, today=today, prefix="meeting")
        done = decided(meeting, lambda missed: propose_missed_meeting(season=season, **missed))
        if done:
            messages.success(request, f"Proposed: {plural(len(done), 'sanction')}. You decide about each.")
            return redirect("penalties", league.slug)
    page = {
        "penalties": shown,
        "meeting": meeting,
        "to_check": open_players(Scorecard.objects.filter(match__division__season=shown.season)),
        "section": "desk",
    }
    code = UNPROCESSABLE if meeting and meeting.errors else 200
    return render(request, "regulations/penalties.html", page, status=code)


@for_secretary
@require_POST
def accept_player(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Accept a player of a match with a reason, or undo it; without one, ask for it on a page of its own."""
    match = get_object_or_404(Match.with_ties, public_id=match_id, division__season__league=league)
    player = _player_to_check(request, match)
    form = AcceptPlayerForm(sent(request, ACCEPT))
    try:
        if player is None:
            raise Refused(NOBODY_TO_CHECK)
        if UNDO_ACCEPTED in request.POST:
            undo_accepted(player=player)
            messages.success(request, f"Undone. {player.called} is to be checked again.")
        elif form.is_valid():
            reason = form.cleaned_data["reason"]
            accept_player_of(player=player, by=secretary(request), now=timezone.now(), reason=reason)
            messages.success(request, f"Accepted: {player.called}.")
        else:
            page = {"player": player, "form": form, "section": "desk"}
            return render(request, "regulations/accept_player.html", page, status=UNPROCESSABLE)
    except Refused as refusal:
        messages.warning(request, refusal.sentence)
    return redirect(f"{reverse('match', args=[league.slug, match_id])}#players-to-check")


def _player_to_check(request: HttpRequest, match: Match) -> PlayerToCheck | None:
    """Return the player the button belongs to; None if there is nothing to check about them any more."""
    key = tuple(request.POST.get(name, "") for name in ("version", "side", "player", "name"))
    players = ineligible_players(match.scorecards.all())
    return next((player for player in players if player.key == key), None)


@for_secretary
def penalty(request: HttpRequest, league: League, offence_id: str) -> HttpResponse:
    """Show one penalty: apply or waive it, take it back, write down an appeal and what was decided about
    it.
    """
    shown = _penalty_or_404(league, offence_id)
    forms = _penalty_forms(request, league, shown)
    done = _carried_out(request, forms, _penalty_acts(shown, secretary(request)))
    if done:
        messages.success(request, done)
        is_settled = APPLY in request.POST or WAIVE in request.POST
        return redirect("penalties", league.slug) if is_settled else redirect(request.path)
    if request.method == "POST":
        shown = _penalty_or_404(league, offence_id)  # somebody else may have decided it in this very moment
    page = {
        "penalty": shown,
        "appeals": shown.appeals,
        "open_appeal": shown.open_appeal,
        "forms": _by_name(forms),
        "refused": _refused(request, forms),
        "section": "desk",
    }
    return render(request, "regulations/penalty.html", page, status=_status(request, forms))


@for_secretary
def ruling_appeal(request: HttpRequest, league: League, ruling_id: str) -> HttpResponse:
    """Show the appeals against a ruling, record one or decide it."""
    ruling = _ruling_or_404(league, ruling_id)
    penalty = Offence.objects.filter(ruling=ruling).first()
    if penalty is not None:
        return redirect("penalty", league.slug, penalty.public_id)
    forms = _appeal_forms(request, league)
    appeals = tuple(ruling.appeals.all())
    done = _carried_out(request, forms, _appeal_acts(appeals, secretary(request), ruling=ruling))
    if done:
        messages.success(request, done)
        return redirect(request.path)
    if request.method == "POST":
        appeals = tuple(ruling.appeals.all())  # likewise
    page = {
        "ruling": ruling,
        "appeals": appeals,
        "open_appeal": open_among(appeals),
        "forms": _by_name(forms),
        "refused": _refused(request, forms),
        "section": "desk",
    }
    return render(request, "regulations/ruling_appeal.html", page, status=_status(request, forms))


# --- What can be done, by the name of its button ----------------------------------------------
Act = Callable[[dict[str, Any]], str]


def _penalty_acts(shown: OffenceRow, by: User) -> dict[str, Act]:
    decision: dict[str, Any] = {"offence": shown.offence, "by": by, "now": timezone.now()}
    team = shown.offence.team

    def apply(cleaned: dict[str, Any]) -> str:
        cost = Cost(halves=cleaned["points"], pence=cleaned["pounds"])
        apply_offence(**decision, halves=cost.halves, pence=cost.pence, because=cleaned["because"])
        return f"Applied, {team}: {cost_words(cost)}."

    def waive(cleaned: dict[str, Any]) -> str:
        waive_offence(**decision, because=cleaned["because"])
        return f"Sanction of {team} waived."

    def undo(cleaned: dict[str, Any]) -> str:
        undo_offence(**decision, because=cleaned["because"])
        return f"Undone, {team}. Points and fine stay on record, crossed out."

    acts: dict[str, Act] = {APPLY: apply, WAIVE: waive, UNDO: undo}
    return acts | _appeal_acts(shown.appeals, by, offence=shown.offence)


def _appeal_acts(
    appeals: Iterable[Appeal], by: User, *, offence: Offence | None = None, ruling: Ruling | None = None
) -> dict[str, Act]:
    def record(cleaned: dict[str, Any]) -> str:
        record_appeal(offence=offence, ruling=ruling, **cleaned)
        return "Appeal recorded. The decision counts until the appeal is decided."

    def decide(cleaned: dict[str, Any]) -> str:
        shown = cleaned.pop("appeal")
        appeal = next((appeal for appeal in appeals if appeal.public_id == shown), None)
        if appeal is None:
            raise Refused("The page was out of date. Check it and decide again.")
        decide_appeal(appeal=appeal, by=by, now=timezone.now(), **cleaned)
        return (
            "Appeal upheld. Points and fine are given back."
            if cleaned["upheld"]
            else ("Appeal dismissed. The decision stays.")
        )

    return {APPEAL: record, DECIDE: decide}


def _carried_out(request: HttpRequest, forms: Forms, acts: Mapping[str, Act]) -> str | None:
    """Run the action of the button, and return its message; None for no action or an invalid form."""
    pressed = [name for name in acts if sent(request, name) is not None]
    return decided(forms[pressed[0]], acts[pressed[0]]) if pressed else None


# --- Forms, each with its button's name before its fields' -------------------------------------
def _penalty_forms(request: HttpRequest, league: League, shown: OffenceRow) -> Forms:
    texts = {"points": points(shown.proposed.halves), "pounds": typed_pounds(shown.proposed.pence)}
    return {
        APPLY: ApplyForm(sent(request, APPLY), prefix=APPLY, initial=texts),
        WAIVE: BecauseForm(sent(request, WAIVE), prefix=WAIVE),
        UNDO: BecauseForm(sent(request, UNDO), prefix=UNDO),
        **_appeal_forms(request, league),
    }


def _appeal_forms(request: HttpRequest, league: League) -> Forms:
    today = league_today(league)
    return {
        APPEAL: AppealForm(sent(request, APPEAL), prefix=APPEAL, today=today),
        DECIDE: AppealDecisionForm(sent(request, DECIDE), prefix=DECIDE, today=today),
    }


def _by_name(forms: Forms) -> Forms:
    """Return the forms by names that templates can use."""
    return {name.replace("-", "_"): form for name, form in forms.items()}


def _refused(request: HttpRequest, forms: Forms) -> list[str]:
    """Return what is wrong with the request as a whole, said above everything: its form may no longer be
    shown.
    """
    if request.method == "POST" and not any(form.is_bound for form in forms.values()):
        return [NO_ACT]
    return [str(sentence) for form in forms.values() for sentence in form.non_field_errors()]


def _status(request: HttpRequest, forms: Forms) -> int:
    return UNPROCESSABLE if request.method == "POST" else status(*forms.values())


def _penalty_or_404(league: League, offence_id: str) -> OffenceRow:
    row = sanctions.penalty(league, offence_id)
    if row is None:
        raise Http404(f"{league} has no penalty {offence_id}.")
    return row


def _ruling_or_404(league: League, ruling_id: str) -> Ruling:
    ruling = ruling_in(league, ruling_id)
    if ruling is None:
        raise Http404(f"{league} has no ruling {ruling_id}.")
    return ruling
