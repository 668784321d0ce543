"""Prove rules against last year: for who opens a league, and for a secretary."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.accounts.access import for_secretary
from league.accounts.rate_limit import may_try
from league.demo.services import demo_contents
from league.exchange.forms import EFFECTS, RowsForm, answers_of
from league.exchange.lists.checked_list import WrongList
from league.exchange.spreadsheets import UnreadableFile
from league.founding.access import for_founder, is_demo_secretary, is_first_visit
from league.founding.forms import FounderForm, usual_season
from league.founding.views import GONE, OPENED_TOO_OFTEN, about_demo, after_opening
from league.models import League, User
from league.proving.forms import FromLastSeasonForm
from league.proving.proof import Proof, prove
from league.proving.reading import ReadSeason, read_season
from league.proving.services import NO_DATES, found_league
from league.proving.telling import explained, figure, sentence_of
from league.regulations.rule_books import match_in_words
from league.shared.decisions import UNPROCESSABLE
from league.shared.errors import Refused

LABELS = {"results": "Last season’s results", "table": "Its final table"}
PREFIXES = tuple(LABELS)


@for_secretary
def prove_last_season(request: HttpRequest, league: League) -> HttpResponse:
    """Show under which rules the results of two lists give the table."""
    page, _ = _proved(request)
    return _answer(request, {**page, "section": "desk"})


@for_founder
def prove_new_league(request: HttpRequest) -> HttpResponse:
    """The same for a league that is not here yet; `open` founds it with these rules."""
    page, proof = _proved(request)
    if proof is None:
        return _answer(request, page)
    is_visitor, is_first = not request.user.is_authenticated, is_first_visit(request)
    demo = None if is_visitor else demo_contents()
    needs_account = is_visitor or is_demo_secretary(request.user)
    typed = request.POST if "open" in request.POST else None
    form = FromLastSeasonForm(
        typed, initial=usual_season(timezone.localdate()), has_deductions=bool(proof.deductions)
    )
    last = FounderForm(typed, has_demo=bool(demo), needs_account=needs_account, is_first=is_first)
    if typed and form.is_valid() and last.is_valid():
        clears = bool(last.cleaned_data.get("clear_demo"))
        try:
            if is_visitor and not may_try(request, "new league"):
                raise Refused(OPENED_TOO_OFTEN)
            league, owner = found_league(
                proof=proof,
                names=form.cleaned_data,
                by=request.user if isinstance(request.user, User) else None,
                founder=last.founder,
                clear_demo=clears,
                now=timezone.now(),
            )
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            after_opening(request, last, owner, clears=clears)
            messages.success(request, f"{league} is open, with last season as its history.{GONE * clears}")
            return redirect("secretary-desk", league.slug)
    page |= {
        "form": form,
        "last": last,
        "no_dates": "" if all(match.date for match in proof.trial.season.results) else NO_DATES,
        "needs_account": needs_account,
        "is_visitor": is_visitor,
        "is_first": is_first,
        **about_demo(demo),
    }
    return _answer(request, page)


def _answer(request: HttpRequest, page: Mapping[str, Any]) -> HttpResponse:
    forms = [*page["lists"], *filter(None, [page.get("form"), page.get("last")])]
    is_refused = any(form.errors for form in forms if form.is_bound) or page.get("refusal")
    return render(request, "proving/prove.html", page, status=UNPROCESSABLE if is_refused else 200)


def _proved(request: HttpRequest) -> tuple[dict[str, Any], Proof | None]:
    """Return what the page shows of the two lists, and the proof once nothing is open."""
    is_sent = request.method == "POST"
    data, files = (request.POST, request.FILES) if is_sent else (None, None)
    lists = [RowsForm(data, files, prefix=prefix) for prefix in PREFIXES]
    if not is_sent or {form.is_valid() for form in lists} != {True}:
        return {"lists": _named(lists)}, None
    answers = answers_of(request.POST)
    kept = [RowsForm(initial={"pasted": form.text}, prefix=form.prefix) for form in lists]
    page: dict[str, Any] = {"lists": _named(kept)}
    try:
        read = read_season(lists[0].text, lists[1].text, answers)
        page |= {"read": read, "asked": _asked(read)}
        proof = prove(read.season) if read.season else None
    except (Refused, UnreadableFile, WrongList) as refusal:
        return {**page, "refusal": str(refusal)}, None
    return {**page, **(_shown(proof) if proof else {})}, proof


def _named(lists: list[RowsForm]) -> list[RowsForm]:
    for form in lists:
        form.fields["pasted"].label = LABELS[str(form.prefix)]
    return lists


def _asked(read: ReadSeason) -> list[tuple[Any, ...]]:
    """Return each question with its rows and its answers, as a page of lists shows them."""
    return [
        (question, rows, [(value, label, EFFECTS.get(value, "")) for value, label in question.choices])
        for question, rows in read.questions
    ]


def _shown(proof: Proof) -> dict[str, Any]:
    """Return what a page shows of a proof."""
    trial = proof.trial
    columns = trial.season.columns
    return {
        "proof": proof,
        "sentence": sentence_of(proof),
        "columns": columns,
        "rows": [
            (
                row,
                trial.season.teams[row.team],
                [
                    (figure(published.figures.get(name)), figure(row.reckoned[name]) if name in other else "")
                    for name in columns
                ],
            )
            for row, published in zip(trial.rows, trial.season.table, strict=True)
            for other in [{difference.column for difference in row.differences}]
        ],
        "explanations": [explained(proof, each) for each in proof.explanations],
        "rules": match_in_words(trial.book),
    }
