"""Final scores of a night, straight down one page, each match confirmed on its own; and what was received."""

import datetime
import math
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from functools import partial
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_POST

from league.accounts.access import for_results
from league.competition.selectors import league_today
from league.matches.selectors import league_zone
from league.models import League, Match
from league.results.forms.receipts import NoteForm, Receipt, ReceiptForm
from league.results.pages.before_confirming import (
    REPLACES,
    REVISION,
    chosen_draft,
    date_question,
    questions_before,
    save_sent,
)
from league.results.pages.finals import MatchFinals, sent_by_match, winning_side
from league.results.parsing.fields import whole_number
from league.results.selectors.entry import matches_to_enter
from league.results.services.drafts import StaleDraft
from league.results.services.receipts import record_receipts, write_note
from league.results.services.scorecards import ReasonRequired, SheetRefused, confirm_scorecard
from league.results.views.named_match import errors_in_words, match_or_404, said
from league.shared.decisions import SURE, UNPROCESSABLE, secretary
from league.shared.errors import Refused
from league.shared.text import counted
from league.templatetags.dates import pub_date, pub_time
from league.templatetags.formatting import points, score

CONFLICT = HTTPStatus.CONFLICT
NAMED = 3
WEEK = datetime.timedelta(days=7)
NOT_PLAYED_AT_ALL = "All {}s of a match are marked “not played”. Is that right?"


class Outcome(StrEnum):
    """The outcome of one match when the page was confirmed."""

    IN = "in"
    INCOMPLETE = "incomplete"
    REFUSED = "refused"
    STALE = "stale"
    BEHIND = "behind"
    """Its draft was changed in another window."""
    ASKED = "asked"
    """It was not confirmed, because its sheet raises a question."""


WRONG = {Outcome.REFUSED, Outcome.ASKED}


@for_results
def finals(request: HttpRequest, league: League, date: datetime.date) -> HttpResponse:
    """Show a night's final scores; confirm every match that is complete, save the others as drafts."""
    night = _Night(request, league, date)
    if request.method != "POST":
        return night.show()
    if "confirm" in request.POST:
        return night.confirm(is_sure=request.POST["confirm"] == SURE)
    is_script = "application/json" in request.headers.get("Accept", "")
    return night.save_for_script() if is_script else night.save()


class _Night:
    """One request for the final scores of a night: its matches in the order of the pile, what was sent."""

    def __init__(self, request: HttpRequest, league: League, date: datetime.date) -> None:
        self.request, self.league, self.date = request, league, date
        self.by, self.today = secretary(request), league_today(league)
        sent = sent_by_match(request.POST.dict())
        entries = {entry.match.public_id: entry for entry in matches_to_enter(league, date, by=self.by)}
        order = [*(public_id for public_id in sent if public_id in entries), *entries]
        self.page = [MatchFinals(entries[each], sent.get(each)) for each in dict.fromkeys(order)]
        self.table_word = self.page[0].layout.table_word if self.page else ""
        self.sent = [match_finals for match_finals in self.page if match_finals.was_sent]
        self.zone = league_zone(league)
        receipts = [each.entry.receipt for each in self.page if each.entry.receipt]
        self.receipt_form = ReceiptForm.of_page(request.POST, receipts, self.zone)
        self.strangers = tuple(
            f"There is no match “{match}” on this night; its scores were not saved."
            for match, fields in sent.items()
            if match not in entries and any(text.strip() for text in fields.values())
        )

    # --- What is pressed ----------------------------------------------------------------------
    def confirm(self, *, is_sure: bool) -> HttpResponse:
        question = date_question(self.date, self.today, "Were these matches played early?")
        if question and not is_sure:
            for each in self.sent:
                self._draft(each, Outcome.ASKED)
            return self.show(UNPROCESSABLE, alerts=self.strangers, question=question)
        if refusals := self._record_receipts(self.page):
            return self.show(UNPROCESSABLE, alerts=(*self.strangers, *refusals))
        typed = [each for each in self.sent if not each.is_blank]
        for each in typed:
            self._confirm(each, is_sure=is_sure)
        outcomes = {each.became["outcome"] for each in typed}
        wrong = outcomes & WRONG
        if Outcome.IN in outcomes and not self.strangers and not wrong and Outcome.BEHIND not in outcomes:
            return self._redirect_after_confirming(typed)
        overtaken = outcomes & {Outcome.STALE, Outcome.BEHIND} and not wrong
        nothing = (
            () if outcomes or self.strangers else ("No score was typed, so there is nothing to confirm.",)
        )
        return self.show(
            CONFLICT if overtaken and not self.strangers else UNPROCESSABLE,
            alerts=(*self.strangers, *nothing),
            question=NOT_PLAYED_AT_ALL.format(self.table_word)
            if Outcome.ASKED in outcomes and not self.strangers
            else "",
        )

    def _confirm(self, each: MatchFinals, *, is_sure: bool) -> None:
        """Confirm a match if it is complete; save its draft in every other case."""
        is_chosen = chosen_draft(each.sent, f"{each.prefix}-") or f"{each.prefix}-{REPLACES}" in each.sent
        if each.is_behind and not is_chosen:
            each.became = {"outcome": Outcome.BEHIND}
        elif each.entry.line.given is not None:
            self._draft(each, Outcome.REFUSED, "The match is a walkover. Undo the ruling first.")
        elif each.refusals:
            self._draft(each, Outcome.REFUSED)
        elif not each.is_complete:
            missing = ", ".join(row["label"] for row in each.missing)
            self._draft(each, Outcome.INCOMPLETE, f"Still missing: {missing}.")
        elif (questions := self._questions(each)) and not is_sure:
            self._draft(each, Outcome.ASKED, " ".join(questions))
        else:
            try:
                confirm_scorecard(
                    match=each.match,
                    sheet=each.sheet_to_confirm(),
                    by=self.by,
                    began_from=each.began_from,
                    now=timezone.now(),
                )
                each.became = {"outcome": Outcome.IN}
            except (ReasonRequired, SheetRefused) as refusal:
                self._draft(each, Outcome.REFUSED, refusal.sentence)
            except Refused as refusal:  # also where a rival was quicker, and the database noticed
                self._draft(each, Outcome.STALE, refusal.sentence)

    def _questions(self, each: MatchFinals) -> tuple[str, ...]:
        without, word = each.entry.walkover_tables, each.layout.table_word
        sheet = each.sheet_form.sheet
        return questions_before(each.match.date, sheet, self.today, without=without, word=word)

    def _draft(self, each: MatchFinals, outcome: Outcome, sentence: str = "") -> None:
        each.became = {"outcome": outcome, "sentence": f"{sentence} {self._save(each)}".strip()}

    def _save(self, each: MatchFinals) -> str:
        """Save a match's draft; return the sentence of a refusal, or an empty text."""
        try:
            draft = save_sent(
                each.sent,
                each.typed,
                match=each.match,
                by=self.by,
                began_from=each.began_from,
                now=timezone.now(),
                prefix=f"{each.prefix}-",
            )
        except StaleDraft as stale:
            each.entry = replace(each.entry, draft=stale.draft)
            return f"{each.name}: {stale.sentence}"
        except Refused as refusal:
            return refusal.sentence
        each.entry = replace(each.entry, draft=draft)
        return ""

    def _redirect_after_confirming(self, typed: list[MatchFinals]) -> HttpResponse:
        """Redirect with messages: to the night if nothing is left to type, else to this page."""
        names = [each.name for each in typed if each.became["outcome"] == Outcome.IN]
        words = ", ".join(names) if len(names) <= NAMED else counted(len(names), "result")
        messages.success(self.request, f"Confirmed: {words}.")
        for each in typed:
            if each.became["outcome"] != Outcome.IN:
                not_in = f"{each.name} is saved as a draft, not confirmed. {each.became['sentence']}"
                messages.warning(self.request, not_in)
        left = matches_to_enter(self.league, self.date, by=self.by)
        is_all_in = not any(MatchFinals(entry, None).is_open for entry in left)
        return redirect("night" if is_all_in else "night-finals", self.league.slug, self.date)

    def save(self) -> HttpResponse:
        for each in self.sent:
            if sentence := self._save(each):
                each.became = {"outcome": Outcome.REFUSED, "sentence": sentence}
        refusals = (*self.strangers, *self._record_receipts(self.page))
        if refusals or any(each.became for each in self.sent):
            return self.show(UNPROCESSABLE, alerts=refusals)
        messages.success(self.request, "Saved as a draft. Nothing is published until you confirm it.")
        return redirect("night-finals", self.league.slug, self.date)

    def save_for_script(self) -> JsonResponse:
        """Save drafts for the page's own script, which sends a match whenever a table of it is done."""
        refusals = [*filter(None, map(self._save, self.sent)), *self._record_receipts(self.sent)]
        now = timezone.localtime(timezone=self.zone)
        return JsonResponse(
            {
                "kept": " ".join(refusals) or f"Saved, {pub_time(now.time())}.",
                "is_saved": not refusals,
                "matches": {each.prefix: self._answer(each) for each in self.sent},
            }
        )

    def _answer(self, each: MatchFinals) -> dict[str, object]:
        """Return what the script is told of a match: also the row that asks which of two drafts counts."""
        page = {"finals": each, "prefix": each.prefix, "columns": each.numbers}
        saved = each.entry.draft.revision if each.entry.draft else 0
        seen = whole_number(each.sent.get(f"{each.prefix}-{REVISION}", ""))
        return self._summary(each) | {
            "behind": render_to_string("results/_finals_behind.html", page) if each.is_behind else "",
            "revision": seen if each.is_behind else saved,
            "refusals": [
                {"row": row["id"], "sentence": sentence} for row in each.rows for sentence in row["refusals"]
            ],
        }

    def _record_receipts(self, page: Sequence[MatchFinals]) -> tuple[str, ...]:
        """Record when what was typed was received; return why that is refused, nothing if it is not.

        A sheet that says its own time has that. One that was sent without takes the pile's; where the page
        does not send it, a receipt that is recorded stays.
        """
        errors = [
            error
            for form in (self.receipt_form, *(each.receipt_form for each in page))
            for error in form.errors.values()
        ]
        if refusals := tuple(str(sentence) for sentences in errors for sentence in sentences):
            return refusals
        pile = self.receipt_form.receipt
        try:
            for each in page:
                own, takes_the_pile = each.receipt_form, each.receipt_form.is_bound or not each.received
                receipt = own.receipt or (pile if takes_the_pile else None)
                if each.was_sent and not each.is_blank and receipt and receipt != each.received:
                    record_receipts(matches=[each.match], by=self.by, now=timezone.now(), **receipt)
                    each.received = receipt
        except Refused as refusal:
            return (refusal.sentence,)
        return ()

    # --- What is shown ------------------------------------------------------------------------
    def _summary(self, match_finals: MatchFinals) -> dict[str, object]:
        """Return what stands beside the scores of a match while they are typed."""
        line = match_finals.entry.line
        if match_finals.is_open and not match_finals.refusals:
            home, away = match_finals.shares or (None, None)
        else:
            home, away = line.home_share, line.away_share
        return {
            "game_points": score(home.score_for, away.score_for) if home and away else "",
            "home_points": points(home.half_points) if home else "",
            "away_points": points(away.half_points) if away else "",
            "winner": winning_side(home.half_points, away.half_points) if home and away else "",
            "is_complete": match_finals.is_complete,
            "state": match_finals.state,
            "received": self._received_words(match_finals),
            "received_differs": match_finals.received not in (None, self._receipt_of_pile()),
        }

    def _receipt_of_pile(self) -> Receipt | None:
        if self.receipt_form.is_bound:
            return self.receipt_form.receipt
        fields = self.receipt_form.initial
        if not fields:
            return None
        at = datetime.datetime.combine(fields["on"], fields["at"], tzinfo=self.zone)
        return {"received_at": at, "how": fields["how"]}

    def _received_words(self, match_finals: MatchFinals) -> str:
        if match_finals.received is None:
            return ""
        there = match_finals.received["received_at"].astimezone(self.zone)
        days = there.date() - match_finals.match.date if match_finals.match.date else WEEK
        day = f"{there:%a} " if datetime.timedelta() <= days < WEEK else f"{pub_date(there.date())}, "
        return f"{day}{pub_time(there.time())}, {match_finals.received['how'].label}"

    def show(self, status: int = 200, *, alerts: tuple[str, ...] = (), question: str = "") -> HttpResponse:
        """Render the page, with what became of the matches that were sent."""
        went_in = [each for each in self.page if each.became.get("outcome") == Outcome.IN]
        rows = [
            {"finals": each, "summary": self._summary(each), "became": each.became}
            for each in sorted(self.page, key=_place_in_pile)
        ]
        to_enter = [each for each in self.page if each.is_open and each not in went_in]
        weeks = {each.match.week for each in self.page if each.match.tie_id is None}
        context = {
            "date": self.date,
            "today": self.today,
            "week": weeks.pop() if len(weeks) == 1 else None,
            "pile": [row for row in rows if row["finals"] in to_enter and not row["finals"].is_blank],
            "waiting": [row for row in rows if row["finals"] in to_enter and row["finals"].is_blank],
            "settled": [row for row in rows if row["finals"] not in to_enter],
            "columns": range(1, max((len(each.numbers) for each in self.page), default=0) + 1),
            "table_word": self.table_word,
            "target": next(
                (form.rules.target for form in (one.sheet_form for one in to_enter) if form.follows_target),
                None,
            ),
            "sheets_of_night": len(self.page),
            "entered": len(self.page) - sum(each.is_blank for each in to_enter),
            "went_in": went_in,
            "alerts": alerts,
            "question": question,
            "asked": sum(each.became.get("outcome") in WRONG for each in self.page),
            "sheets": [
                {"name": each.name, "to": each.prefix, "note": each.match.division} for each in to_enter
            ],
            "to_enter": to_enter,
            "receipt_form": self.receipt_form,
            "section": "desk",
        }
        answer = render(self.request, "results/finals.html", context, status=status)
        # Back must show the drafts as they are now, and not empty fields out of the browser's memory.
        patch_cache_control(answer, no_store=True)
        return answer


def _place_in_pile(match_finals: MatchFinals) -> float:
    """Return the key by which begun matches come first, in the order in which they were begun."""
    draft = match_finals.entry.draft
    return math.inf if draft is None or match_finals.is_blank else draft.pk


# --- What was received but not typed yet, and notes about what has not come -------------------------
@for_results
@require_POST
def night_received(request: HttpRequest, league: League, date: datetime.date) -> HttpResponse:
    """Record when the results of the ticked matches of a night were received, and how."""
    said(request, partial(_received, request, league, date))
    return redirect("night", league.slug, date)


def _received(request: HttpRequest, league: League, date: datetime.date) -> str:
    form = ReceiptForm(request.POST, zone=league_zone(league))
    matches = Match.with_ties.filter(division__season__league=league, date=date)
    ticked = matches.filter(public_id__in=request.POST.getlist("match"))
    ticked = ticked.select_related("home", "away", "division__season__league")
    if form.receipt is None:
        raise Refused(errors_in_words(form) or "Say on which day the results were received.")
    if not ticked:
        raise Refused("Tick the matches whose results were received.")
    by = secretary(request)
    changed = record_receipts(matches=list(ticked), by=by, now=timezone.now(), **form.receipt)
    return f"Recorded: {counted(changed, 'result')} received."


@for_results
@require_POST
def match_note(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Write or delete the note of a match whose result is missing."""
    match = match_or_404(league, match_id)
    said(request, partial(_noted, request, match))
    if match.date is None:
        return redirect("secretary-desk", league.slug)
    return redirect("night", league.slug, match.date)


def _noted(request: HttpRequest, match: Match) -> str:
    form = NoteForm(request.POST, zone=league_zone(match.division.season.league))
    if not form.is_valid():
        raise Refused(errors_in_words(form))
    note, until, by = form.cleaned_data["note"], form.pauses_until, secretary(request)
    write_note(match=match, note=note, pauses_until=until, by=by, now=timezone.now())
    return "Note saved." if note.strip() else "Note deleted."
