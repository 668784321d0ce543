"""Pages on which two captains agree on a match: reviewed, signed, agreed; objected to, and answered."""

from functools import partial
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league.accounts.links import CaptainVisitor, for_captain
from league.cups.selectors.tie_matches import TieOfMatch, tie_of_match
from league.matches.sheet.values import completed
from league.models import Match, Objection, Scorecard, Side
from league.people.names import KeptBack
from league.reading.photographs import can_read
from league.regulations.selectors.eligibility import own_warnings
from league.results.forms.matches import AnswerForm, ObjectionForm
from league.results.pages.agreement import differences, obstacles, sheet_seen, two_phones
from league.results.pages.objecting import objection_page, typed_changes
from league.results.parsing.fields import whole_number, writable
from league.results.proposals import SheetVersion, changes_from_json
from league.results.selectors.agreement import ToAgree, as_seen_by, objection_words, teams_of, to_agree
from league.results.selectors.reports import (
    OTHER_SIDE,
    Reports,
    answer_due,
    place_words,
    reports_of,
    team_names,
)
from league.results.selectors.scorecards import sheet_of
from league.results.services.objections import (
    AnsweredMeanwhile,
    object_to,
    stand_by,
    withdraw_objection,
)
from league.results.services.proposed_sheets import accept_objection
from league.results.services.reports import Signer, countersign, sign_report
from league.results.services.scorecards import StaleCard
from league.results.views.captains import own_match, signer_of
from league.results.views.named_match import tried
from league.shared.decisions import UNPROCESSABLE

SIGNED = "Signed. The other captain is asked to sign too."
AGREED = "Agreed: the result is in."
MEANWHILE = "Something was entered or signed meanwhile. Check it again."


@for_captain
@require_http_methods(["GET", "HEAD", "POST"])
def captain_match(request: HttpRequest, captain: CaptainVisitor, match_id: str) -> HttpResponse:
    """Show the sheet of the log, the other side's report, and the actions: see ACTS."""
    match, side = own_match(captain, match_id)
    agree = to_agree(match)
    act = next((act for name, act in ACTS.items() if name in request.POST), None)
    if act is None:
        return _page(request, captain, side, agree)
    done, refusal, status = tried(partial(act, request, agree, signer_of(captain, side)), sentence=MEANWHILE)
    if done is None:
        return _page(request, captain, side, to_agree(match), refusal=refusal, status=status)
    if isinstance(done, ObjectionForm):
        return _page(request, captain, side, agree, form=done, status=UNPROCESSABLE)
    messages.success(request, done)
    return redirect(f"{captain.base}matches/{match.public_id}/")


# --- What a captain does ----------------------------------------------------------------------
def _sign(request: HttpRequest, agree: ToAgree, signer: Signer) -> str:
    """Sign the sheet of the log as it was on the page. Raises StaleCard if a hand came in since."""
    if whole(request, "entries") != agree.logged.last:
        raise StaleCard(None)
    card = sign_report(
        match=agree.logged.match,
        sheet=agree.logged.sheet,
        signer=signer,
        began_from=whole(request, "version"),
        now=timezone.now(),
    )
    return AGREED if card.is_confirmed else SIGNED


def _agree(request: HttpRequest, agree: ToAgree, signer: Signer) -> str:
    countersign(card=_reported(request, agree, signer), signer=signer, now=timezone.now())
    return AGREED


def _object(request: HttpRequest, agree: ToAgree, signer: Signer) -> str | ObjectionForm:
    card = _reported(request, agree, signer)
    book = agree.logged.match.division.season.rule_book
    form = ObjectionForm(request.POST, report=agree.sheet_of(card), book=book)
    if not form.is_valid():
        return form
    table, game, hand = form.place
    because = form.cleaned_data["because"]
    object_to(
        card=card, signer=signer, table=table, game=game, hand=hand, because=because, now=timezone.now()
    )
    return "Objection sent to the other captain."


ACTS = {"sign": _sign, "agree": _agree, "object": _object}


def whole(request: HttpRequest, name: str) -> int:
    """Return a number the page sent; -1, which matches nothing, if it sent none."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else -1


def _reported(request: HttpRequest, agree: ToAgree, signer: Signer) -> Scorecard:
    """Return the other side's report that was on the page. Raises StaleCard if it is another one now."""
    version, theirs = whole_number(request.POST.get("report", "")), agree.reports.of(OTHER_SIDE[signer.side])
    for card in (theirs, agree.reports.confirmed):
        if card and card.version == version:
            return card
    raise StaleCard(theirs)


# --- The page ---------------------------------------------------------------------------------
def _page(
    request: HttpRequest,
    captain: CaptainVisitor,
    side: Side,
    agree: ToAgree,
    *,
    refusal: str = "",
    form: ObjectionForm | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    reports, logged = agree.reports, agree.logged
    match = logged.match
    rule_book = match.division.season.rule_book
    own, theirs = reports.of(side), reports.of(OTHER_SIDE[side])
    logged_sheet = completed(logged.sheet, logged.checked.rules)
    roster = as_seen_by(side, logged.roster, logged_sheet, *agree.sheets.values())
    teams = team_names(match)

    hide = KeptBack.of(match.division.season.league).hide

    def seen(card: Scorecard | None) -> Any:
        return sheet_seen(agree.sheet_of(card), match, roster, hide) if card else None

    def unlike(card: Scorecard | None) -> Any:
        if card is None or not logged.entries:
            return ()
        return differences(agree.sheet_of(card), logged_sheet, rule_book, logged.layout, roster)

    own_stands = own is not None and agree.sheet_of(own) == logged_sheet
    # One signature a side, one button: where the other side has signed the very same, "Agree" is it.
    is_theirs = theirs is not None and agree.sheet_of(theirs) == logged_sheet
    problems = obstacles(logged) if logged.entries else ()
    can_object = theirs is not None and not match.disputed_because and not reports.against(theirs)
    cup_tie = tie_of_match(match, to_secretary=False) if reports.confirmed else None
    if theirs and form is None:
        form = ObjectionForm(report=agree.sheet_of(theirs), book=rule_book)
    page = {
        "captain": captain,
        "match": match,
        "side": side,
        "own_team": teams[side],
        "other_team": teams[OTHER_SIDE[side]],
        "reports": reports,
        "ruling": agree.match_ruling,
        "refusal": refusal,
        "logged": sheet_seen(logged_sheet, match, roster) if logged.entries else None,
        "last": logged.last,
        "obstacles": problems,
        "may_sign": not problems and not own_stands and not is_theirs,
        "object_at": f"{captain.base}matches/{match.public_id}/objection/" if can_object else "",
        "warnings": own_warnings(match, logged_sheet, side) if logged.entries else (),
        "phones": two_phones(logged, teams),
        "own": own,
        "own_seen": seen(own),
        "own_stands": own_stands,
        "own_differs": unlike(own),
        "theirs": theirs,
        "theirs_seen": seen(theirs),
        "theirs_differs": unlike(theirs),
        "confirmed_seen": seen(reports.confirmed),
        "cup_tie": cup_tie,
        "decider": own_decider(captain.base, cup_tie),
        "our_objections": _objection_rows(reports.against(theirs), match, agree),
        "their_objections": _objection_rows(reports.against(own), match, agree),
        "photographs": agree.photographs,
        "can_read": can_read(),
        "objection_form": form,
    }
    return render(request, "results/captain_match.html", page, status=status)


def _objection_rows(objections: tuple[Objection, ...], match: Match, agree: ToAgree) -> list[dict[str, Any]]:
    """Return objections in words, with their place and when the answer is due."""
    season = match.division.season
    return [
        {
            "objection": objection,
            "words": objection_words(objection, SheetVersion(match, agree.sheets[objection.scorecard_id])),
            "where": place_words(objection, season.rule_book),
            "due": answer_due(season, objection.made_at),
        }
        for objection in objections
    ]


def own_decider(base: str, cup_tie: TieOfMatch | None) -> str:
    """Return where a captain scores the deciding games of a level tie, below `base`; empty without any."""
    return f"{base}matches/{cup_tie.deciding.public_id}/score/" if cup_tie and cup_tie.deciding else ""


# --- A hand or a score objected to ------------------------------------------------------------------
LONGEST_NOTE = 200
NOTHING_TO_OBJECT = "The sheet you objected to has been replaced. Open the newest one."
UNREADABLE = "One of the answers could not be read. Choose it again."
NOTE_TOO_LONG = f"The note may have {LONGEST_NOTE} letters."
SENT = "Objection sent to the other captain."
ACCEPTED = "Accepted. The result is in."
GOES_ON = "Accepted. {place} goes on: finish it, then sign again."
DISAGREED = "The secretary decides, and sees both versions."
WITHDRAWN = "Objection withdrawn."


@for_captain
@require_http_methods(["GET", "HEAD", "POST"])
def captain_object(request: HttpRequest, captain: CaptainVisitor, match_id: str, table: int) -> HttpResponse:
    """Show one game of the other side's sheet, in which hands can be changed, and what would follow."""
    match, side = own_match(captain, match_id)
    reports = reports_of(match)
    card = reports.of(OTHER_SIDE[side])
    if card is None or reports.confirmed or match.disputed_because or reports.against(card):
        return _over(request, captain, match, HTTPStatus.CONFLICT)
    card.match = match
    recorded = SheetVersion(match, sheet_of(card))
    game = whole_number(request.GET.get("game", "")) or 1
    if recorded.score(table, game) is None:
        raise Http404(f"Nothing was recorded at table {table}, game {game}.")
    wanted, refusal, status = None, "", HTTPStatus.OK
    if request.method == "POST":
        try:
            wanted = typed_changes(request.POST.dict(), recorded, table, game)
        except (ValueError, TypeError, KeyError):
            refusal, status = UNREADABLE, UNPROCESSABLE
    page = objection_page(card, recorded, table, game, wanted)
    note = writable(request.POST.get("note", "")).strip()
    if wanted is not None and whole_number(request.POST.get("report", "")) != card.version:
        refusal, status = NOTHING_TO_OBJECT, HTTPStatus.CONFLICT
    elif wanted is not None and "object" in request.POST and len(note) > LONGEST_NOTE:
        refusal, status = NOTE_TOO_LONG, UNPROCESSABLE
    elif wanted is not None and "object" in request.POST:
        hands = page["hands_changed"]
        objecting = partial(
            object_to,
            card=card,
            signer=signer_of(captain, side),
            table=table,
            game=game,
            hand=hands[0] if len(hands) == 1 else None,
            because=note,
            proposed=wanted,
            now=timezone.now(),
        )
        _, refusal, status = tried(objecting, AnsweredMeanwhile)
        if not refusal:
            messages.success(request, SENT)
            return redirect(f"{captain.base}matches/{match.public_id}/")
    context = {
        "captain": captain,
        "match": match,
        "page": page,
        "refusal": refusal,
        "note": request.POST.get("note", ""),
        "longest_note": LONGEST_NOTE,
    }
    return render(request, "results/objection.html", context, status=status)


@for_captain
@require_http_methods(["GET", "HEAD", "POST"])
def captain_objection(request: HttpRequest, captain: CaptainVisitor, match_id: str) -> HttpResponse:
    """Show the running objection with both versions; one side answers it, the other can withdraw it."""
    match, side = own_match(captain, match_id)
    reports = reports_of(match)
    if request.method != "POST":
        return _answer_page(request, captain, match, side, reports)
    form = AnswerForm(request.POST)
    done, refusal, status = tried(
        partial(_answered, request, match, signer_of(captain, side), form), AnsweredMeanwhile
    )
    if done:
        messages.success(request, done)
        return redirect(f"{captain.base}matches/{match.public_id}/")
    if refusal:
        messages.error(request, refusal)
        return _answer_page(request, captain, match, side, reports_of(match), form=form, status=status)
    return _answer_page(request, captain, match, side, reports, form=form, status=UNPROCESSABLE)


def _answered(request: HttpRequest, match: Match, signer: Signer, form: AnswerForm) -> str:
    """Do what was sent about an objection; return what was done, "" where the form has errors."""
    objection, now = _sent_objection(request, match), timezone.now()
    if "accept" in request.POST:
        card = accept_objection(objection=objection, signer=signer, now=now)
        place = match.division.season.rule_book.place(objection.table)
        return ACCEPTED if card else GOES_ON.format(place=place)
    if "take-back" in request.POST:
        withdraw_objection(objection=objection, signer=signer, now=now)
        return WITHDRAWN
    if not form.is_valid():
        return ""
    stand_by(objection=objection, signer=signer, answer=form.cleaned_data["answer"], now=now)
    return DISAGREED


def _sent_objection(request: HttpRequest, match: Match) -> Objection:
    """Return the objection the page showed, whatever has become of it."""
    known = Objection.objects.filter(pk=whole(request, "objection"), scorecard__match=match).select_related(
        "scorecard"
    )
    objection = known.first()
    if objection is None:
        raise AnsweredMeanwhile
    objection.scorecard.match = match
    return objection


def _answer_page(
    request: HttpRequest,
    captain: CaptainVisitor,
    match: Match,
    side: Side,
    reports: Reports,
    *,
    form: AnswerForm | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    """Show the newest objection that runs, the other side's first."""
    newest = reports.objections[::-1]
    objection = next((one for one in newest if one.side != side), next(iter(newest), None))
    if objection is None:
        return _over(request, captain, match, status)
    card = next(card for card in reports.waiting if card.pk == objection.scorecard_id)
    card.match = match
    objection.scorecard = card
    recorded = SheetVersion(match, sheet_of(card))
    changes = changes_from_json(objection.proposed, recorded.layout)
    teams = teams_of(match)
    context = {
        "captain": captain,
        "match": match,
        "page": objection_page(card, recorded, objection.table, objection.game, changes),
        "objection": objection,
        "words": objection_words(objection, recorded),
        "is_ours": objection.side == side,
        "is_open": objection.state == Objection.State.OPEN,
        "other_team": teams[OTHER_SIDE[side]],
        "due": answer_due(match.division.season, objection.made_at),
        "answer_form": form or AnswerForm(),
    }
    return render(request, "results/objection_answer.html", context, status=status)


def _over(request: HttpRequest, captain: CaptainVisitor, match: Match, status: int) -> HttpResponse:
    """Lead to the match where there is nothing to object to or to answer, or say so to somebody too late."""
    if request.method != "POST":
        return redirect(f"{captain.base}matches/{match.public_id}/")
    context = {"captain": captain, "match": match}
    return render(request, "results/objection_over.html", context, status=status)
