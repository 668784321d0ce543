"""Final scores of a whole night, straight down one page. Each match is confirmed on its own."""

import datetime
import math
from dataclasses import dataclass, replace
from enum import StrEnum
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_cache_control

from league.accounts.access import for_results
from league.competition.selectors import league_today
from league.matches.selectors import league_zone
from league.models import League, User
from league.results.pages.before_confirming import OTHER, date_question, questions_before
from league.results.pages.finals import MatchFinals, sent_by_match
from league.results.selectors.entry import matches_to_enter
from league.results.selectors.names import roster_of
from league.results.services.drafts import StaleDraft, restore_draft, save_draft
from league.results.services.scorecards import ReasonRequired, SheetRefused, StaleCard, confirm_scorecard
from league.results.views.pile_receipts import PileReceipts
from league.shared.decisions import SURE, UNPROCESSABLE, secretary
from league.shared.errors import Refused
from league.shared.text import counted
from league.standings.records import TeamMatchResult
from league.templatetags.dates import pub_time
from league.templatetags.formatting import points, score

CONFLICT = HTTPStatus.CONFLICT
NAMED = 3
NOT_PLAYED_AT_ALL = "All tables of a match are marked “not played”. Is that right?"


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
    by = secretary(request)
    sent = sent_by_match(request.POST.dict())
    page = [
        MatchFinals(entry, sent.get(entry.match.public_id)) for entry in matches_to_enter(league, date, by=by)
    ]
    places = {public_id: place for place, public_id in enumerate(sent)}
    page.sort(key=lambda match_finals: places.get(match_finals.match.public_id, len(places)))
    receipts = PileReceipts(request.POST.dict(), page, league_zone(league))
    if request.method != "POST":
        return _page(request, league, date, page, receipts)
    strangers = _strangers(sent, page)
    if "confirm" in request.POST:
        return _confirm(request, league, date, page, receipts, strangers)
    if "application/json" in request.headers.get("Accept", ""):
        return _save_drafts_for_script(page, by, league, receipts)
    return _save_drafts(request, league, date, page, receipts, strangers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmation:
    """A match of the page and its outcome, with a sentence that gives the reason."""

    finals: MatchFinals
    outcome: Outcome
    sentence: str = ""


def _confirm(
    request: HttpRequest,
    league: League,
    date: datetime.date,
    page: list[MatchFinals],
    receipts: PileReceipts,
    strangers: tuple[str, ...],
) -> HttpResponse:
    by = secretary(request)
    is_sure = request.POST["confirm"] == SURE
    question = date_question(date, league_today(league), "Were these matches played early?")
    if question and not is_sure:
        sent = (match_finals for match_finals in page if match_finals.was_sent)
        saved = [_saved_as_draft(match_finals, by, Outcome.ASKED) for match_finals in sent]
        return _page(
            request,
            league,
            date,
            page,
            receipts,
            UNPROCESSABLE,
            done=saved,
            alerts=strangers,
            question=question,
        )
    if refusals := receipts.record(page, by):
        return _page(request, league, date, page, receipts, UNPROCESSABLE, alerts=(*strangers, *refusals))
    done = [
        _confirmed(match_finals, by, league_today(league), is_sure=is_sure)
        for match_finals in page
        if match_finals.was_sent and not match_finals.is_blank
    ]
    outcomes = {confirmation.outcome for confirmation in done}
    wrong = {Outcome.REFUSED, Outcome.ASKED, Outcome.BEHIND}
    if Outcome.IN in outcomes and not strangers and not outcomes & wrong:
        return _redirect_after_confirming(request, league, date, done)
    overtaken = outcomes & {Outcome.STALE, Outcome.BEHIND} and not outcomes & {Outcome.REFUSED, Outcome.ASKED}
    nothing = () if outcomes or strangers else ("No score was typed, so there is nothing to confirm.",)
    return _page(
        request,
        league,
        date,
        page,
        receipts,
        CONFLICT if overtaken and not strangers else UNPROCESSABLE,
        done=done,
        alerts=(*strangers, *nothing),
        question=NOT_PLAYED_AT_ALL if Outcome.ASKED in outcomes and not strangers else "",
    )


def _confirmed(match_finals: MatchFinals, by: User, today: datetime.date, *, is_sure: bool) -> Confirmation:
    """Confirm a match if it is complete; save its draft in every other case."""
    if match_finals.is_behind and not match_finals.replaces:
        return Confirmation(finals=match_finals, outcome=Outcome.BEHIND)
    if match_finals.entry.line.given is not None:
        sentence = "The match is a walkover. Undo the ruling first."
        return _saved_as_draft(match_finals, by, Outcome.REFUSED, sentence)
    if match_finals.refusals:
        return _saved_as_draft(match_finals, by, Outcome.REFUSED)
    if not match_finals.is_complete:
        return _saved_as_draft(
            match_finals, by, Outcome.INCOMPLETE, f"Still missing: {', '.join(match_finals.missing)}."
        )
    sheet, date = match_finals.sheet_form.sheet, match_finals.match.date
    questions = questions_before(date, sheet, today, without=match_finals.entry.walkover_tables)
    if questions and not is_sure:
        return _saved_as_draft(match_finals, by, Outcome.ASKED, " ".join(questions))
    if match_finals.has_names:
        match_finals = MatchFinals(match_finals.entry, match_finals.sent, roster_of(match_finals.match))
    try:
        confirm_scorecard(
            match=match_finals.match,
            sheet=match_finals.sheet_form.sheet,
            by=by,
            began_from=match_finals.began_from,
            now=timezone.now(),
        )
    except StaleCard as stale:
        return _saved_as_draft(match_finals, by, Outcome.STALE, stale.sentence)
    except (ReasonRequired, SheetRefused) as refusal:
        return _saved_as_draft(match_finals, by, Outcome.REFUSED, refusal.sentence)
    except Refused as refusal:  # a rival was quicker, and the database noticed
        return _saved_as_draft(match_finals, by, Outcome.STALE, refusal.sentence)
    return Confirmation(finals=match_finals, outcome=Outcome.IN)


def _saved_as_draft(
    match_finals: MatchFinals, by: User, outcome: Outcome, sentence: str = ""
) -> Confirmation:
    refusal = _save(match_finals, by)
    return Confirmation(finals=match_finals, outcome=outcome, sentence=f"{sentence} {refusal}".strip())


def _save(match_finals: MatchFinals, by: User) -> str:
    """Save a match's draft; return the sentence of a refusal, or an empty text."""
    try:
        draft = save_draft(
            match=match_finals.match,
            by=by,
            typed=match_finals.typed,
            began_from=match_finals.began_from,
            now=timezone.now(),
            revision=match_finals.sent_revision,
            replaces=match_finals.replaces,
        )
        if match_finals.chosen == OTHER:  # this page's is kept as the earlier one
            draft = restore_draft(match=match_finals.match, by=by, now=timezone.now())
    except StaleDraft as stale:
        match_finals.entry = replace(match_finals.entry, draft=stale.draft)
        return f"{_name(match_finals)}: {stale.sentence}"
    except Refused as refusal:
        return refusal.sentence
    match_finals.entry = replace(match_finals.entry, draft=draft)
    return ""


def _redirect_after_confirming(
    request: HttpRequest, league: League, date: datetime.date, done: list[Confirmation]
) -> HttpResponse:
    """Redirect with messages: to the night if nothing is left to type, else to this page."""
    went_in = [confirmation for confirmation in done if confirmation.outcome is Outcome.IN]
    names = ", ".join(_name(confirmation.finals) for confirmation in went_in[:NAMED])
    messages.success(
        request, f"Confirmed: {names if len(went_in) <= NAMED else counted(len(went_in), 'result')}."
    )
    for confirmation in done:
        if confirmation.outcome is not Outcome.IN:
            messages.warning(
                request,
                f"{_name(confirmation.finals)} is saved as a draft, not confirmed. {confirmation.sentence}",
            )
    left = matches_to_enter(league, date, by=secretary(request))
    is_all_in = not any(MatchFinals(entry, None).is_open for entry in left)
    return redirect("night" if is_all_in else "night-finals", league.slug, date)


def _save_drafts(
    request: HttpRequest,
    league: League,
    date: datetime.date,
    page: list[MatchFinals],
    receipts: PileReceipts,
    strangers: tuple[str, ...],
) -> HttpResponse:
    refused = [
        Confirmation(finals=match_finals, outcome=Outcome.REFUSED, sentence=sentence)
        for match_finals in page
        if match_finals.was_sent and (sentence := _save(match_finals, secretary(request)))
    ]
    refusals = (*strangers, *receipts.record(page, secretary(request)))
    if refusals or refused:
        return _page(request, league, date, page, receipts, UNPROCESSABLE, done=refused, alerts=refusals)
    messages.success(request, "Saved as a draft. Nothing is published until you confirm it.")
    return redirect("night-finals", league.slug, date)


def _save_drafts_for_script(
    page: list[MatchFinals], by: User, league: League, receipts: PileReceipts
) -> JsonResponse:
    """Save drafts for the page's own script, which sends a match whenever a table of it is done."""
    sent = [match_finals for match_finals in page if match_finals.was_sent]
    refusals = list(filter(None, (_save(match_finals, by) for match_finals in sent)))
    refusals += receipts.record(sent, by)
    now = timezone.localtime(timezone=league_zone(league))
    return JsonResponse(
        {
            "kept": " ".join(refusals) or f"Saved, {pub_time(now.time())}.",
            "is_saved": not refusals,
            "matches": {
                match_finals.prefix: _summary(match_finals, receipts)
                | {
                    "behind": _both_drafts(match_finals),
                    "revision": match_finals.sent_revision
                    if match_finals.is_behind
                    else match_finals.revision,
                    "refusals": [
                        {"row": row["id"], "sentence": sentence}
                        for row in match_finals.rows
                        for sentence in row["refusals"]
                    ],
                }
                for match_finals in sent
            },
        }
    )


def _both_drafts(match_finals: MatchFinals) -> str:
    """Return the row that shows what another window has saved, and asks which counts; empty if none has."""
    if not match_finals.is_behind:
        return ""
    page = {"finals": match_finals, "prefix": match_finals.prefix, "columns": match_finals.numbers}
    return render_to_string("results/_finals_behind.html", page)


def _summary(match_finals: MatchFinals, receipts: PileReceipts) -> dict[str, object]:
    """Return what stands beside the scores of a match while they are typed."""
    line = match_finals.entry.line
    if match_finals.is_open and not match_finals.refusals:
        home, away = match_finals.shares or (None, None)
    else:
        home, away = line.home_share, line.away_share
    received, differs = receipts.words(match_finals)
    return {
        "game_points": score(home.score_for, away.score_for) if home and away else "",
        "home_points": points(home.half_points) if home else "",
        "away_points": points(away.half_points) if away else "",
        "winner": _winner(home, away),
        "is_complete": match_finals.is_complete,
        "state": _state(match_finals),
        "received": received,
        "received_differs": differs,
    }


def _winner(home: TeamMatchResult | None, away: TeamMatchResult | None) -> str:
    if home is None or away is None or home.half_points == away.half_points:
        return ""
    return "home" if home.half_points > away.half_points else "away"


def _state(match_finals: MatchFinals) -> str:
    if match_finals.is_behind:
        return "Changed in another window"
    if match_finals.is_overtaken:
        return "Confirmed by somebody else meanwhile"
    if match_finals.is_blank:
        return ""
    if match_finals.refusals:
        return "To correct"
    if match_finals.is_complete:
        return "Complete"
    return f"Missing: {', '.join(match_finals.missing)}"


def _strangers(sent: dict[str, dict[str, str]], page: list[MatchFinals]) -> tuple[str, ...]:
    """Return sentences about scores that were sent for matches of another night."""
    known = {match_finals.match.public_id for match_finals in page}
    return tuple(
        f"There is no match “{match}” on this night; its scores were not saved."
        for match, fields in sent.items()
        if match not in known and any(text.strip() for text in fields.values())
    )


def _name(match_finals: MatchFinals) -> str:
    return f"{match_finals.match.home} v {match_finals.match.away}"


def _page(
    request: HttpRequest,
    league: League,
    date: datetime.date,
    page: list[MatchFinals],
    receipts: PileReceipts,
    status: int = 200,
    *,
    done: list[Confirmation] | None = None,
    alerts: tuple[str, ...] = (),
    question: str = "",
) -> HttpResponse:
    became = {confirmation.finals.prefix: confirmation for confirmation in done or ()}
    went_in = [confirmation for confirmation in done or () if confirmation.outcome is Outcome.IN]
    confirmed = {confirmation.finals.prefix for confirmation in went_in}
    rows = [
        {
            "finals": match_finals,
            "summary": _summary(match_finals, receipts),
            "became": became.get(match_finals.prefix),
            "receipt_form": receipts.sheet(match_finals),
        }
        for match_finals in sorted(page, key=_place_in_pile)
    ]
    to_enter = [
        match_finals for match_finals in page if match_finals.is_open and match_finals.prefix not in confirmed
    ]
    weeks = {match_finals.match.week for match_finals in page if match_finals.match.tie_id is None}
    context = {
        "date": date,
        "today": league_today(league),
        "week": weeks.pop() if len(weeks) == 1 else None,
        "pile": [row for row in rows if row["finals"] in to_enter and not row["finals"].is_blank],
        "waiting": [row for row in rows if row["finals"] in to_enter and row["finals"].is_blank],
        "settled": [row for row in rows if row["finals"] not in to_enter],
        "columns": range(1, max((len(match_finals.numbers) for match_finals in page), default=0) + 1),
        "table_word": page[0].layout.table_word if page else "",
        "target": next(
            (form.rules.target for form in (one.sheet_form for one in to_enter) if form.follows_target), None
        ),
        "sheets_of_night": len(page),
        "entered": len(page) - sum(match_finals.is_blank for match_finals in to_enter),
        "went_in": went_in,
        "alerts": alerts,
        "question": question,
        "asked": sum(done.outcome in {Outcome.ASKED, Outcome.REFUSED} for done in became.values()),
        "sheets": [
            {"name": _name(match_finals), "to": match_finals.prefix, "note": match_finals.match.division}
            for match_finals in to_enter
        ],
        "to_enter": to_enter,
        "receipt_form": receipts.form,
        "section": "desk",
    }
    answer = render(request, "results/finals.html", context, status=status)
    # Back must show the drafts as they are now, and not empty fields out of the browser's memory.
    patch_cache_control(answer, no_store=True)
    return answer


def _place_in_pile(match_finals: MatchFinals) -> float:
    """Return the key by which begun matches come first, in the order in which they were begun."""
    draft = match_finals.entry.draft
    return math.inf if draft is None or match_finals.is_blank else draft.pk
