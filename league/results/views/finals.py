"""Final scores of a whole night, straight down one page. Each match is confirmed on its own."""

import datetime
import math
from dataclasses import replace
from enum import StrEnum
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_cache_control

from league.accounts.access import for_results
from league.competition.selectors import league_today
from league.matches.selectors import league_zone
from league.models import League
from league.results.pages.before_confirming import date_question, questions_before, save_sent
from league.results.pages.finals import MatchFinals, sent_by_match
from league.results.selectors.entry import matches_to_enter
from league.results.selectors.names import roster_of
from league.results.services.drafts import StaleDraft
from league.results.services.scorecards import ReasonRequired, SheetRefused, confirm_scorecard
from league.results.views.pile_receipts import PileReceipts
from league.shared.decisions import SURE, UNPROCESSABLE, secretary
from league.shared.errors import Refused
from league.shared.text import counted
from league.standings.records import TeamMatchResult
from league.templatetags.dates import pub_time
from league.templatetags.formatting import points, score

CONFLICT = HTTPStatus.CONFLICT
NAMED = 3
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


Confirmation = dict[str, Any]
"""A match of the page (`finals`) and its outcome, with a sentence that gives the reason."""


class _Night:
    """One request for the final scores of a night: its matches in the order of the pile, what was sent."""

    def __init__(self, request: HttpRequest, league: League, date: datetime.date) -> None:
        self.request, self.league, self.date = request, league, date
        self.by, self.today = secretary(request), league_today(league)
        sent = sent_by_match(request.POST.dict())
        entries = {entry.match.public_id: entry for entry in matches_to_enter(league, date, by=self.by)}
        order = [*(public_id for public_id in sent if public_id in entries), *entries]
        self.page = [MatchFinals(entries[each], sent.get(each)) for each in dict.fromkeys(order)]
        self.sent = [match_finals for match_finals in self.page if match_finals.was_sent]
        self.receipts = PileReceipts(request.POST.dict(), self.page, league_zone(league))
        self.strangers = tuple(
            f"There is no match “{match}” on this night; its scores were not saved."
            for match, fields in sent.items()
            if match not in entries and any(text.strip() for text in fields.values())
        )

    @property
    def table_word(self) -> str:
        return self.page[0].layout.table_word if self.page else ""

    # --- What is pressed ----------------------------------------------------------------------
    def confirm(self, *, is_sure: bool) -> HttpResponse:
        question = date_question(self.date, self.today, "Were these matches played early?")
        if question and not is_sure:
            saved = [self._as_draft(each, Outcome.ASKED) for each in self.sent]
            return self.show(UNPROCESSABLE, done=saved, alerts=self.strangers, question=question)
        if refusals := self.receipts.record(self.page, self.by):
            return self.show(UNPROCESSABLE, alerts=(*self.strangers, *refusals))
        done = [self._confirmed(each, is_sure=is_sure) for each in self.sent if not each.is_blank]
        outcomes = {confirmation["outcome"] for confirmation in done}
        wrong = outcomes & {Outcome.REFUSED, Outcome.ASKED}
        if Outcome.IN in outcomes and not self.strangers and not wrong and Outcome.BEHIND not in outcomes:
            return self._redirect_after_confirming(done)
        overtaken = outcomes & {Outcome.STALE, Outcome.BEHIND} and not wrong
        nothing = (
            () if outcomes or self.strangers else ("No score was typed, so there is nothing to confirm.",)
        )
        return self.show(
            CONFLICT if overtaken and not self.strangers else UNPROCESSABLE,
            done=done,
            alerts=(*self.strangers, *nothing),
            question=NOT_PLAYED_AT_ALL.format(self.table_word)
            if Outcome.ASKED in outcomes and not self.strangers
            else "",
        )

    def _confirmed(self, match_finals: MatchFinals, *, is_sure: bool) -> Confirmation:
        """Confirm a match if it is complete; save its draft in every other case."""
        if match_finals.is_behind and not match_finals.replaces:
            return {"finals": match_finals, "outcome": Outcome.BEHIND}
        if match_finals.entry.line.given is not None:
            sentence = "The match is a walkover. Undo the ruling first."
            return self._as_draft(match_finals, Outcome.REFUSED, sentence)
        if match_finals.refusals:
            return self._as_draft(match_finals, Outcome.REFUSED)
        if not match_finals.is_complete:
            missing = f"Still missing: {', '.join(match_finals.missing)}."
            return self._as_draft(match_finals, Outcome.INCOMPLETE, missing)
        questions = questions_before(
            match_finals.match.date,
            match_finals.sheet_form.sheet,
            self.today,
            without=match_finals.entry.walkover_tables,
            word=match_finals.layout.table_word,
        )
        if questions and not is_sure:
            return self._as_draft(match_finals, Outcome.ASKED, " ".join(questions))
        if match_finals.has_names:
            match_finals = MatchFinals(match_finals.entry, match_finals.sent, roster_of(match_finals.match))
        try:
            confirm_scorecard(
                match=match_finals.match,
                sheet=match_finals.sheet_form.sheet,
                by=self.by,
                began_from=match_finals.began_from,
                now=timezone.now(),
            )
        except (ReasonRequired, SheetRefused) as refusal:
            return self._as_draft(match_finals, Outcome.REFUSED, refusal.sentence)
        except Refused as refusal:  # also where a rival was quicker, and the database noticed
            return self._as_draft(match_finals, Outcome.STALE, refusal.sentence)
        return {"finals": match_finals, "outcome": Outcome.IN}

    def _as_draft(self, match_finals: MatchFinals, outcome: Outcome, sentence: str = "") -> Confirmation:
        words = f"{sentence} {self._save(match_finals)}".strip()
        return {"finals": match_finals, "outcome": outcome, "sentence": words}

    def _save(self, match_finals: MatchFinals) -> str:
        """Save a match's draft; return the sentence of a refusal, or an empty text."""
        try:
            draft = save_sent(
                match_finals.sent,
                match_finals.typed,
                match=match_finals.match,
                by=self.by,
                began_from=match_finals.began_from,
                now=timezone.now(),
                prefix=f"{match_finals.prefix}-",
            )
        except StaleDraft as stale:
            match_finals.entry = replace(match_finals.entry, draft=stale.draft)
            return f"{match_finals.name}: {stale.sentence}"
        except Refused as refusal:
            return refusal.sentence
        match_finals.entry = replace(match_finals.entry, draft=draft)
        return ""

    def _redirect_after_confirming(self, done: list[Confirmation]) -> HttpResponse:
        """Redirect with messages: to the night if nothing is left to type, else to this page."""
        names = [each["finals"].name for each in done if each["outcome"] is Outcome.IN]
        words = ", ".join(names) if len(names) <= NAMED else counted(len(names), "result")
        messages.success(self.request, f"Confirmed: {words}.")
        for each in done:
            if each["outcome"] is not Outcome.IN:
                not_in = f"{each['finals'].name} is saved as a draft, not confirmed. {each['sentence']}"
                messages.warning(self.request, not_in)
        left = matches_to_enter(self.league, self.date, by=self.by)
        is_all_in = not any(MatchFinals(entry, None).is_open for entry in left)
        return redirect("night" if is_all_in else "night-finals", self.league.slug, self.date)

    def save(self) -> HttpResponse:
        refused = [
            {"finals": each, "outcome": Outcome.REFUSED, "sentence": sentence}
            for each in self.sent
            if (sentence := self._save(each))
        ]
        refusals = (*self.strangers, *self.receipts.record(self.page, self.by))
        if refusals or refused:
            return self.show(UNPROCESSABLE, done=refused, alerts=refusals)
        messages.success(self.request, "Saved as a draft. Nothing is published until you confirm it.")
        return redirect("night-finals", self.league.slug, self.date)

    def save_for_script(self) -> JsonResponse:
        """Save drafts for the page's own script, which sends a match whenever a table of it is done."""
        refusals = list(filter(None, map(self._save, self.sent)))
        refusals += self.receipts.record(self.sent, self.by)
        now = timezone.localtime(timezone=league_zone(self.league))
        return JsonResponse(
            {
                "kept": " ".join(refusals) or f"Saved, {pub_time(now.time())}.",
                "is_saved": not refusals,
                "matches": {
                    each.prefix: self._summary(each)
                    | {
                        "behind": _both_drafts(each),
                        "revision": each.sent_revision if each.is_behind else each.revision,
                        "refusals": [
                            {"row": row["id"], "sentence": sentence}
                            for row in each.rows
                            for sentence in row["refusals"]
                        ],
                    }
                    for each in self.sent
                },
            }
        )

    # --- What is shown ------------------------------------------------------------------------
    def _summary(self, match_finals: MatchFinals) -> dict[str, object]:
        """Return what stands beside the scores of a match while they are typed."""
        line = match_finals.entry.line
        if match_finals.is_open and not match_finals.refusals:
            home, away = match_finals.shares or (None, None)
        else:
            home, away = line.home_share, line.away_share
        received, differs = self.receipts.words(match_finals)
        return {
            "game_points": score(home.score_for, away.score_for) if home and away else "",
            "home_points": points(home.half_points) if home else "",
            "away_points": points(away.half_points) if away else "",
            "winner": _winner(home, away),
            "is_complete": match_finals.is_complete,
            "state": match_finals.state,
            "received": received,
            "received_differs": differs,
        }

    def show(
        self,
        status: int = 200,
        *,
        done: list[Confirmation] | None = None,
        alerts: tuple[str, ...] = (),
        question: str = "",
    ) -> HttpResponse:
        """Render the page; with `done` it says what became of the matches that were sent."""
        became = {confirmation["finals"].prefix: confirmation for confirmation in done or ()}
        went_in = [confirmation for confirmation in became.values() if confirmation["outcome"] is Outcome.IN]
        confirmed = {confirmation["finals"].prefix for confirmation in went_in}
        rows = [
            {
                "finals": each,
                "summary": self._summary(each),
                "became": became.get(each.prefix),
                "receipt_form": self.receipts.sheet(each),
            }
            for each in sorted(self.page, key=_place_in_pile)
        ]
        to_enter = [each for each in self.page if each.is_open and each.prefix not in confirmed]
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
            "asked": sum(done["outcome"] in {Outcome.ASKED, Outcome.REFUSED} for done in became.values()),
            "sheets": [
                {"name": each.name, "to": each.prefix, "note": each.match.division} for each in to_enter
            ],
            "to_enter": to_enter,
            "receipt_form": self.receipts.form,
            "section": "desk",
        }
        answer = render(self.request, "results/finals.html", context, status=status)
        # Back must show the drafts as they are now, and not empty fields out of the browser's memory.
        patch_cache_control(answer, no_store=True)
        return answer


def _both_drafts(match_finals: MatchFinals) -> str:
    """Return the row that shows what another window has saved, and asks which counts; empty if none has."""
    if not match_finals.is_behind:
        return ""
    page = {"finals": match_finals, "prefix": match_finals.prefix, "columns": match_finals.numbers}
    return render_to_string("results/_finals_behind.html", page)


def _winner(home: TeamMatchResult | None, away: TeamMatchResult | None) -> str:
    if home is None or away is None or home.half_points == away.half_points:
        return ""
    return "home" if home.half_points > away.half_points else "away"


def _place_in_pile(match_finals: MatchFinals) -> float:
    """Return the key by which begun matches come first, in the order in which they were begun."""
    draft = match_finals.entry.draft
    return math.inf if draft is None or match_finals.is_blank else draft.pk
