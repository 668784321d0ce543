"""Pages that correct a result entered the wrong way round or at the wrong match, and that record disputes."""

from functools import partial
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.accounts.access import for_results, for_secretary
from league.accounts.services.letters import say_sent
from league.inbox.models import Decision
from league.inbox.services.deciding import REASON_REQUIRED, decide_proposal, decide_sheet
from league.models import League, Match, Objection, PhotographReading, Scorecard, Side
from league.results.forms.matches import (
    MOVE,
    MOVE_COLUMNS,
    TAKE_OFF,
    TURN,
    CloseDisputeForm,
    CorrectionForm,
    DisputeForm,
)
from league.results.pages.disputes import PROPOSED, RECORDED, dispute_page, photographs_beside
from league.results.parsing.fields import LONGEST_REASON, writable
from league.results.proposals import SheetVersion
from league.results.selectors.agreement import photographs_of
from league.results.selectors.entry import other_matches_of
from league.results.selectors.reports import disputes_of, is_taken_off, reports_of
from league.results.selectors.scorecards import confirmed_card, latest_version, sheets_of
from league.results.services.disputes import (
    CHANGED,
    StaleDispute,
    close_dispute,
    dispute_match,
    reopen_dispute,
)
from league.results.services.report_letters import ask_for_photograph, photograph_asked_at
from league.results.services.scorecards import move_card, take_off, turn_round
from league.results.views.agreement import whole
from league.results.views.named_match import match_or_404, tried
from league.shared.decisions import UNPROCESSABLE, secretary, sent
from league.shared.errors import Refused
from league.shared.text import plural
from league.standings.selectors.match_lists import match_lines

NOBODY_ASKED = "Nobody was asked: no captain has an e-mail address, or they were asked this hour."
DONE = {
    TAKE_OFF: "Result taken off. The match can be moved, given or entered again.",
    TURN: "Result corrected. The earlier version is below.",
    **dict.fromkeys((MOVE, MOVE_COLUMNS), "Result moved: it is the result of this match now."),
}
TYPED = ("decision", "because", "reason")
DECIDED = (Decision.Kind.SHEET, Decision.Kind.PROPOSAL)


@for_results
def correct_result(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Turn home and away round, move the result to another match, or take it off. It stays readable."""
    match = match_or_404(league, match_id)
    card = confirmed_card(match)
    if card is None:
        messages.info(request, "There is no result to correct yet.")
        return redirect("match-entry", league.slug, match_id)
    others = other_matches_of(match)
    form = CorrectionForm(
        sent(request), match=match, others=others, initial={"version": latest_version(match)}
    )
    status = UNPROCESSABLE if form.errors else HTTPStatus.OK
    if form.is_valid():
        moved, refusal, status = tried(partial(_carry_out, request, form, match))
        if moved is not None:
            messages.success(request, DONE[form.cleaned_data["what"]])
            return redirect("match", league.slug, moved.match.public_id)
        form.add_error(None, refusal)
        if status == HTTPStatus.CONFLICT:
            card = confirmed_card(match) or card
    page = {
        "section": "desk",
        "match": match,
        "card": card,
        "version": latest_version(match),
        "others": others,
        "line": match_lines(Match.with_ties.filter(pk=match.pk))[0],
        "form": form,
    }
    return render(request, "results/put_right.html", page, status=status)


def _carry_out(request: HttpRequest, form: CorrectionForm, match: Match) -> Scorecard:
    arguments = {
        "match": match,
        "by": request.user,
        "began_from": form.cleaned_data["version"],
        "reason": form.cleaned_data["reason"],
        "now": timezone.now(),
    }
    what = form.cleaned_data["what"]
    if what == TAKE_OFF:
        return take_off(**arguments)
    if what == TURN or form.other is None:
        return turn_round(**arguments)
    return move_card(**arguments, to=form.other, columns_stay=what == MOVE_COLUMNS)


@for_secretary
def dispute(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Open, close or reopen a dispute; where somebody was quicker, show how it stands and what was typed."""
    match = match_or_404(league, match_id)
    form = _dispute_form(match)
    status, refusal, typed = HTTPStatus.OK, "", ""
    if request.method == "POST":
        form = CloseDisputeForm(request.POST) if "settle" in request.POST else DisputeForm(request.POST)
        try:
            if "ask-photograph" in request.POST:
                asked = ask_for_photograph(match=match, now=timezone.now())
                say_sent(request, f"Asked: {plural(asked, 'e-mail')}." if asked else NOBODY_ASKED)
                return redirect("match-dispute", league.slug, match.public_id)
            if "decide" in request.POST:
                decided = _decide(request, league, match)
                messages.success(request, f"{decided}. It can be undone below.")
                return redirect("match-dispute", league.slug, match.public_id)
            done = _write_dispute(request, match, form)
        except NoReason as refused:
            status, refusal = UNPROCESSABLE, refused.sentence
            form = _dispute_form(match)
        except Refused as refused:
            status, refusal = HTTPStatus.CONFLICT, refused.sentence
            typed = next((text for name in TYPED if (text := request.POST.get(name, ""))), "")
            match = match_or_404(league, match_id)
            form = _dispute_form(match, initial=request.POST.dict())
        else:
            if done:
                messages.success(request, f"{match.home} v {match.away}{done}")
                return redirect("match", league.slug, match.public_id)
            status = UNPROCESSABLE
    disputes = disputes_of(match)
    versions = _versions(match) if match.disputed_because else None
    page = {
        "reason": request.POST.get("reason", ""),
        **_beside_versions(match, versions),
        "section": "desk",
        "match": match,
        "form": form,
        "disputes": disputes,
        "is_taken_off": is_taken_off(match),
        "open_dispute": next((dispute.pk for dispute in disputes if dispute.closed_at is None), 0),
        "refusal": refusal,
        "typed": typed,
    }
    return render(request, "results/dispute.html", page, status=status)


class NoReason(Refused):
    """A dispute is to be decided without a reason."""


def _decide(request: HttpRequest, league: League, match: Match) -> Decision:
    """Use one of the two versions that were shown; return the record of the decision."""
    reason = " ".join(writable(request.POST.get("reason", "")).split())
    if not reason:
        raise NoReason(REASON_REQUIRED)
    if len(reason) > LONGEST_REASON:
        raise NoReason(f"The reason may have {LONGEST_REASON} letters; this has {len(reason)}.")
    chosen, reports = request.POST["decide"], reports_of(match)
    decision: dict[str, Any] = {"league": league, "reason": reason, "by": secretary(request)}
    decision["now"] = timezone.now()
    began_from = whole(request, "latest")
    objection = Objection.objects.filter(pk=whole(request, "objection"), scorecard__match=match).first()
    if chosen == PROPOSED and objection:
        objection.scorecard.match = match
        return decide_proposal(objection=objection, began_from=began_from, **decision)
    version = chosen.removeprefix("sheet-")
    if chosen == RECORDED and objection:
        version = str(objection.scorecard.version)
    if not any(str(card.version) == version for card in reports.waiting):
        raise Refused(CHANGED)
    return decide_sheet(match=match, version=int(version), began_from=began_from, **decision)


def _versions(match: Match) -> dict[str, Any] | None:
    """Return the two versions of a disputed match with the objection and the newest version there is."""
    reports = reports_of(match)
    objection = next((each for each in reversed(reports.objections) if each.proposed), None)
    sheets = sheets_of(reports.waiting) if reports.waiting else {}
    versions = {key: SheetVersion(match, sheet) for key, sheet in sheets.items()}
    captains: dict[str, str] = {
        side: enrolment.captain_name
        for enrolment in match.division.season.enrolments.filter(team__in=(match.home_id, match.away_id))
        for side, team in ((Side.HOME, match.home_id), (Side.AWAY, match.away_id))
        if enrolment.team_id == team
    }
    page = dispute_page(
        match, cards=list(reports.waiting), versions=versions, objection=objection, captains=captains
    )
    return None if page is None else {"page": page, "objection": objection, "latest": reports.latest_version}


def _beside_versions(match: Match, versions: dict[str, Any] | None) -> dict[str, Any]:
    """Return the versions with their photograph, and the last decision that can be undone."""
    decided = Decision.objects.filter(match=match, undone_at=None, kind__in=DECIDED).first()
    if versions is None:
        return {"versions": None, "decided": None if match.disputed_because else decided}
    read = dict(
        PhotographReading.objects.filter(
            photograph__match=match, state=PhotographReading.State.READ, straightened__isnull=False
        ).values_list("photograph", "marks")
    )
    photographs = photographs_beside(photographs_of(match), read, versions["page"]["games"])
    return {
        **versions,
        "versions": versions["page"],
        "photographs": photographs,
        "photograph_asked": photograph_asked_at(match) if photographs["are_none"] else None,
        "decided": None,
    }


def _dispute_form(match: Match, **options: Any) -> DisputeForm | CloseDisputeForm:
    return CloseDisputeForm(**options) if match.disputed_because else DisputeForm(**options)


def _write_dispute(request: HttpRequest, match: Match, form: DisputeForm | CloseDisputeForm) -> str:
    """Do what was sent; return the end of the sentence that says so, "" where the form has errors."""
    by, now = secretary(request), timezone.now()
    if "reopen" in request.POST:
        reopen_dispute(match=match, dispute=whole(request, "reopen"), by=by, now=now)
        return " is under dispute again."
    if not form.is_valid():
        if isinstance(form, CloseDisputeForm) != bool(match.disputed_because):
            raise StaleDispute(CHANGED)
        return ""
    if isinstance(form, DisputeForm):
        dispute_match(match=match, because=form.cleaned_data["because"], by=by, now=now)
        return " is under dispute."
    close_dispute(
        match=match,
        dispute=whole(request, "dispute"),
        decision=form.cleaned_data["decision"],
        by=by,
        now=now,
    )
    return ": the dispute is closed. You can reopen it under Dispute."
