"""A match entered hand by hand: the page, its draft and its confirmation."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_POST

from league.accounts.access import for_results
from league.competition.selectors import league_today
from league.matches.selectors import league_zone
from league.models import Draft, League
from league.results.forms.matches import PLAYED_ON, PlayedOnForm
from league.results.forms.receipts import ReceiptForm
from league.results.pages.before_confirming import (
    PAGE,
    REVISION,
    is_behind,
    nobody_named,
    questions_before,
    save_sent,
)
from league.results.pages.match_entry import SheetBoxes, confirmed_fields, entry_form
from league.results.pages.script_words import script_words
from league.results.parsing.checked_sheet import CheckedSheet
from league.results.parsing.comparison import ChangedLine, changed_lines, typed_from
from league.results.parsing.fields import FieldFault, whole_number, writable
from league.results.selectors.entry import (
    SheetToEnter,
    others_of_night,
    players_on,
)
from league.results.selectors.names import roster_of
from league.results.selectors.scorecards import sheet_of
from league.results.services.drafts import StaleDraft, delete_draft, restore_draft
from league.results.services.receipts import record_receipts
from league.results.services.scorecards import ReasonRequired, StaleCard, confirm_scorecard
from league.results.views.named_match import sheet_or_404, tried
from league.shared.decisions import SURE, UNPROCESSABLE, secretary
from league.shared.errors import Refused
from league.templatetags.dates import pub_time

CONFLICT = HTTPStatus.CONFLICT
VERSION_LOST = "The page was out of date. Check the result and confirm again."


@for_results
def match_entry(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Show the sheet of one match. `confirm` makes it the result.

    `save` saves a draft, `drop` deletes it, `restore` brings an earlier one back.
    """
    entry = sheet_or_404(request, league, match_id)
    if request.method != "POST":
        began_from = entry.draft.began_from if entry.draft else entry.latest_version
        typed = dict(entry.draft.typed) if entry.draft else confirmed_fields(entry)
        return _page(request, entry, entry_form(entry, typed), began_from=began_from)
    if "drop" in request.POST or "restore" in request.POST:
        act = delete_draft if "drop" in request.POST else restore_draft
        _, refusal, _ = tried(partial(act, match=entry.match, by=secretary(request), now=timezone.now()))
        if refusal:
            messages.warning(request, refusal)
        return redirect("match-entry", league.slug, match_id)
    form = entry_form(entry, request.POST.dict())
    if "confirm" in request.POST:
        return _confirm(request, entry, form)
    try:
        _save_draft(request, entry, form)
    except StaleDraft as stale:
        return _show_both_drafts(request, entry, form, stale.draft)
    except Refused as refusal:
        return _refuse(request, entry, form, FieldFault(field="", sentence=refusal.sentence))
    return redirect("match-entry", league.slug, match_id)


@for_results
@require_POST
def match_draft(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Save the typed fields and return what they make; the page sends them while somebody types."""
    entry = sheet_or_404(request, league, match_id)
    form = entry_form(entry, request.POST.dict())
    try:
        draft = _save_draft(request, entry, form)
    except StaleDraft as stale:
        page = _both_drafts(entry, form, stale.draft)
        both = render_to_string("results/_entry_other_draft.html", page, request)
        answer = {"kept": False, "stale": True, "sentence": stale.sentence, "both": both}
        return JsonResponse(answer, status=CONFLICT)
    except Refused as refusal:
        return JsonResponse({"kept": False, "sentence": refusal.sentence}, status=UNPROCESSABLE)
    page = {"form": form, "boxes": SheetBoxes(form, judged=False), "entry": entry}
    return JsonResponse(
        {
            "kept": True,
            "revision": draft.revision if draft else 0,
            "sentence": _draft_sentence(request, entry, form),
            "summary": render_to_string("results/_entry_summary.html", page, request),
            "oddities": {fault.field: fault.sentence for fault in reversed(form.oddities)},
        }
    )


def _draft_sentence(request: HttpRequest, entry: SheetToEnter, form: CheckedSheet) -> str:
    if not form.fields:
        return "Nothing to keep."
    sentence = f"Saved at {pub_time(timezone.localtime())}."
    if whole_number(request.POST.get("version", "")) in (None, entry.latest_version):
        return sentence
    return f"{sentence} Somebody else has confirmed this match. Confirm to see the differences."


def _played_on(request: HttpRequest, entry: SheetToEnter) -> PlayedOnForm | None:
    """Return the form for the day on which a match without a date was played.

    None if the match has a date; unbound if the field was not sent.
    """
    if entry.match.date:
        return None
    today = league_today(entry.match.division.season.league)
    sent = request.POST if PLAYED_ON in request.POST else None
    drafted = entry.draft.typed.get(PLAYED_ON) if entry.draft else None
    return PlayedOnForm(sent, match=entry.match, today=today, initial={"on": drafted or today})


def _save_draft(request: HttpRequest, entry: SheetToEnter, form: CheckedSheet) -> Draft | None:
    typed = dict(form.fields)
    if typed and not entry.match.date:
        typed[PLAYED_ON] = writable(request.POST.get(PLAYED_ON, ""))
    return save_sent(
        request.POST.dict(),
        typed,
        match=entry.match,
        by=secretary(request),
        began_from=_began_from(request, entry),
        now=timezone.now(),
    )


def _began_from(request: HttpRequest, entry: SheetToEnter) -> int:
    """Return the newest version there was when the page was opened; a page that does not say is new."""
    version = whole_number(request.POST.get("version", ""))
    return entry.latest_version if version is None else version


def _confirm(request: HttpRequest, entry: SheetToEnter, form: CheckedSheet) -> HttpResponse:
    version = whole_number(request.POST.get("version", ""))
    if version is None:
        return _refuse(request, entry, form, FieldFault(field="", sentence=VERSION_LOST))
    typed = {**form.fields, PLAYED_ON: writable(request.POST.get(PLAYED_ON, ""))}
    if entry.draft and is_behind(
        entry.draft, request.POST.get(REVISION, ""), typed, request.POST.get(PAGE, "")
    ):
        return _show_both_drafts(request, entry, form, entry.draft)
    played, receipt = _played_on(request, entry), _receipt_form(request, entry)
    if form.faults or receipt.errors or (played and played.errors):
        return _refuse(request, entry, form)
    today = league_today(entry.match.division.season.league)
    questions = questions_before(
        entry.match.date,
        form.sheet,
        today,
        without=entry.walkover_tables,
        word=form.layout.table_word,
        form=form,
    )
    if questions and request.POST["confirm"] != SURE:
        return _refuse(request, entry, form, questions=questions)
    by = secretary(request)
    try:
        if receipt.receipt:
            record_receipts(matches=[entry.match], by=by, now=timezone.now(), **receipt.receipt)
        card = confirm_scorecard(
            match=entry.match,
            sheet=form.sheet,
            by=by,
            began_from=version,
            reason=form.reason,
            now=timezone.now(),
            played_on=played.cleaned_data["on"] if played and played.is_bound else None,
        )
    except StaleCard:
        # Read again: somebody else may have confirmed after this page was read.
        entry = sheet_or_404(request, entry.match.division.season.league, entry.match.public_id)
        return _refuse(request, entry, form, status=CONFLICT)
    except Refused as refusal:
        field = "reason" if isinstance(refusal, ReasonRequired) else ""
        return _refuse(request, entry, form, FieldFault(field=field, sentence=refusal.sentence))
    messages.success(
        request,
        "Result confirmed. The standings are updated."
        if not card.reason
        else f"Corrected: version {card.version} is in the standings. The old version is below.",
    )
    if unnamed := nobody_named(form.sheet, form.home, form.away, form.layout.table_word):
        messages.warning(request, unnamed)
    return redirect("match", entry.match.division.season.league.slug, entry.match.public_id)


def _receipt_form(request: HttpRequest, entry: SheetToEnter) -> ReceiptForm:
    receipt = getattr(entry.match, "receipt", None)
    league = entry.match.division.season.league
    return ReceiptForm.of_page(request.POST, [receipt] if receipt else [], league_zone(league))


def _refuse(
    request: HttpRequest,
    entry: SheetToEnter,
    form: CheckedSheet,
    *further: FieldFault,
    status: int = UNPROCESSABLE,
    questions: tuple[str, ...] = (),
) -> HttpResponse:
    """Show the page again with everything typed, which is saved as a draft as well."""
    try:
        entry = replace(entry, draft=_save_draft(request, entry, form))
    except StaleDraft as stale:
        return _show_both_drafts(request, entry, form, stale.draft)
    except Refused as refusal:
        further = (*further, FieldFault(field="", sentence=refusal.sentence))
    began = _began_from(request, entry)
    return _page(request, entry, form, began_from=began, further=further, status=status, questions=questions)


def _show_both_drafts(
    request: HttpRequest, entry: SheetToEnter, form: CheckedSheet, draft: Draft
) -> HttpResponse:
    """Show the typed fields beside the draft that was saved from another window; neither is lost.

    The page carries the newest revision, so that saving it again replaces the draft.
    """
    both = _both_drafts(entry, form, draft)
    return _page(request, form=form, began_from=_began_from(request, entry), status=CONFLICT, **both)


def _both_drafts(entry: SheetToEnter, form: CheckedSheet, draft: Draft) -> dict[str, Any]:
    """Return the saved draft with the lines on which it differs from what was typed."""
    changes = changed_lines({}, draft.typed, form.fields, form.layout)
    return {"entry": replace(entry, draft=draft), "other_draft": changes}


def _page(
    request: HttpRequest,
    entry: SheetToEnter,
    form: CheckedSheet,
    *,
    began_from: int,
    further: tuple[FieldFault, ...] = (),
    status: int = 200,
    questions: tuple[str, ...] = (),
    other_draft: tuple[ChangedLine, ...] | None = None,
) -> HttpResponse:
    """Show the page.

    Once the page has shown what changed, it carries the newest version, so that confirming again succeeds.
    """
    league = entry.match.division.season.league
    is_conflict = status == CONFLICT and other_draft is None
    is_stale = is_conflict or (began_from != entry.latest_version and bool(form.fields))
    page = {
        "section": "desk",
        "entry": entry,
        "match": entry.match,
        "form": form,
        "boxes": SheetBoxes(form, judged=status != HTTPStatus.OK, further=further),
        "is_stale": is_stale,
        "is_own": bool(entry.card and entry.card.entered_by == request.user),
        "questions": questions,
        "other_draft": other_draft,
        "changes": _changes(entry, form, began_from) if is_stale else (),
        "version": entry.latest_version,
        "played": _played_on(request, entry),
        "sheets": [
            {
                "name": f"{other.home} v {other.away}",
                "to": reverse("match-entry", args=[league.slug, other.public_id]),
                "note": f"{other.division}, entered" if is_entered else str(other.division),
                "is_entered": is_entered,
            }
            for other, is_entered in others_of_night(entry.match)
        ],
        "receipt_form": _receipt_form(request, entry),
        "today": league_today(entry.match.division.season.league),
        "words": script_words(form),
    }
    answer = render(request, "results/match_entry.html", page, status=status)
    # Back must show the draft as it is now, and not an empty sheet out of the browser's memory.
    patch_cache_control(answer, no_store=True)
    return answer


def _changes(entry: SheetToEnter, form: CheckedSheet, began_from: int) -> tuple[ChangedLine, ...]:
    """Return the lines on which the draft, the version it began from and the confirmed one differ."""
    rule_book = entry.match.division.season.rule_book
    earlier = entry.match.scorecards.filter(version=began_from).first()
    began: Mapping[str, str] = {}
    if earlier:
        sheet = sheet_of(earlier)
        roster = roster_of(entry.match, besides=players_on(sheet))
        began = typed_from(sheet, rule_book, roster)
    read = typed_from(form.sheet, rule_book, entry.roster)
    return changed_lines(began, confirmed_fields(entry), {**form.fields, **read}, form.layout)
