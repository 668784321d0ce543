"""The requests of a plan: in boxes, in lines, or as a file; and the state of its search."""

import re
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.accounts.access import for_fixtures
from league.competition.selectors import league_today
from league.models import FixturePlan, League
from league.scheduling.forms.request_sentences import ParsedLines
from league.scheduling.forms.requests import (
    RequestsFileForm,
    RequestsForm,
    RequestsInput,
    parse_requests_page,
    request_choices,
    shown_kinds,
    shown_rows,
)
from league.scheduling.planner.calendar import FixturingError
from league.scheduling.planner.impossible import verify_task
from league.scheduling.requests.box_reading import ParsedBoxes, parse_boxes
from league.scheduling.requests.boxes import ADDED, Boxes, boxes_of_file
from league.scheduling.requests.fields import RequestsFile, RowKind
from league.scheduling.requests.file import format_requests, parse_requests
from league.scheduling.requests.resolving import KnownNames, task_of
from league.scheduling.selectors.initial_requests import from_today
from league.scheduling.selectors.plans import league_facts, search_status
from league.scheduling.services.plans import change_requests, queue_search
from league.scheduling.views.plans import found_plan
from league.shared.decisions import UNPROCESSABLE, decided
from league.shared.errors import Refused

COMMENT = re.compile(r"^[^\"\n]*#", re.MULTILINE)
BEGUN_ANEW = "The file of this plan cannot be read, so the boxes are empty. Saving them replaces the file."
NOT_SAVED = (
    "Nothing is saved yet. Each sentence below that is not understood needs an answer, or is left out."
    " Then save again."
)
NEAREST = "You can save these requests. The search then proposes the nearest that are possible."
FILE_IDS = "file-%s"
TEXT = "text/plain; charset=utf-8"
# What a plan has found, which these pages do not show.
LIST = ("best", "resume")


@for_fixtures
def fixture_plan_requests(request: HttpRequest, league: League, plan_id: str) -> HttpResponse:
    """Show the requests of a plan. Buttons that do not save only rearrange the page."""
    plan = found_plan(league, plan_id, *LIST)
    if request.method != "POST":
        return _saved_page(request, plan)
    if "use-file" in request.POST or request.FILES:
        return _file_sent(request, plan)
    return _boxes_sent(request, plan)


@for_fixtures
def requests_file(request: HttpRequest, league: League, plan_id: str) -> HttpResponse:
    """Return the requests of a plan as a file to download."""
    answer = HttpResponse(found_plan(league, plan_id, *LIST).wishes, content_type=TEXT)
    answer["Content-Disposition"] = 'attachment; filename="requests.toml"'
    return answer


@for_fixtures
def fixture_plan_search(request: HttpRequest, league: League, plan_id: str) -> HttpResponse:
    """Return the state of the search as a part of the plan's page, which a script replaces."""
    shown = search_status(found_plan(league, plan_id, *LIST), timezone.now())
    answer = render(request, "scheduling/_plan_progress.html", {"search": shown})
    answer["Cache-Control"] = "no-store"
    return answer


def _saved_page(
    request: HttpRequest, plan: FixturePlan, file_form: RequestsFileForm | None = None
) -> HttpResponse:
    known = KnownNames(league_facts(plan.season))
    form = RequestsForm(initial={"seconds": plan.seconds, "revision": plan.revision})
    try:
        typed = parse_boxes(boxes_of_file(parse_requests(plan.wishes), known), known)
        refused = _impossible(typed, known)
    except FixturingError as unreadable:
        typed, refused = (
            parse_boxes(boxes_of_file(RequestsFile(), known), known),
            (BEGUN_ANEW, *unreadable.reasons),
        )
    return _page(request, plan, known, form, typed.boxes, file_form=file_form, refused=refused)


def _impossible(typed: ParsedBoxes, known: KnownNames) -> tuple[str, ...]:
    """Return why saved requests are impossible: a plan may begin with such requests."""
    if not typed.is_sound:
        return ()
    try:
        verify_task(task_of(typed.file, known.league))
    except FixturingError as refused:
        return (*refused.reasons, NEAREST)
    return ()


def _boxes_sent(request: HttpRequest, plan: FixturePlan) -> HttpResponse:
    known = KnownNames(league_facts(plan.season))
    desk = parse_requests_page(request.POST, known)
    typed = request.POST.copy()
    typed["lines"] = "\n".join(desk.lines.unread)
    form = RequestsForm(typed)
    saves = desk.shows_faults and not desk.lines.is_anything and "read" not in request.POST
    if not saves:
        is_kept_back = desk.shows_faults and "read" not in request.POST and desk.lines.unread
        kept_back = (NOT_SAVED,) if is_kept_back else ()
        return _page(request, plan, known, form, desk.boxes, desk=desk, refused=kept_back)
    changed = decided(form, partial(_save_requests, plan, desk)) if desk.typed.is_sound else None
    if changed:
        return _after_saving(request, plan)
    errors = [str(sentence) for sentence in form.non_field_errors() + form.errors.get("revision", [])]
    return _page(
        request, plan, known, form, desk.boxes, desk=desk, refused=tuple("\n".join(errors).splitlines())
    )


def _save_requests(plan: FixturePlan, desk: RequestsInput, data: dict[str, Any]) -> FixturePlan:
    return change_requests(
        plan=plan,
        requests_text=format_requests(desk.typed.file),
        seconds=data["seconds"],
        began_from=data["revision"],
    )


def _after_saving(request: HttpRequest, plan: FixturePlan) -> HttpResponse:
    """Redirect to the next step, and queue the search if that was requested too."""
    league = plan.season.league
    if "search" not in request.POST:
        messages.success(request, "Requests saved.")
        return redirect("fixture-plan-requests", league.slug, plan.public_id)
    try:
        queue_search(plan=plan)
        messages.success(request, "Requests saved. The search begins within a few seconds.")
    except Refused as refusal:
        messages.error(request, refusal.sentence)
    return redirect("fixture-plan", league.slug, plan.public_id)


def _file_sent(request: HttpRequest, plan: FixturePlan) -> HttpResponse:
    form = RequestsFileForm(request.POST, request.FILES, auto_id=FILE_IDS)
    changed = decided(
        form,
        lambda data: change_requests(
            plan=plan,
            requests_text=from_today(plan.season, data["text"], league_today(plan.season.league)),
            seconds=plan.seconds,
            began_from=data["revision"],
        ),
    )
    if changed:
        messages.success(request, "Requests imported from the file.")
        return redirect("fixture-plan-requests", plan.season.league.slug, plan.public_id)
    return _saved_page(request, plan, form)


def _page(
    request: HttpRequest,
    plan: FixturePlan,
    known: KnownNames,
    form: RequestsForm,
    boxes: Boxes,
    *,
    desk: RequestsInput | None = None,
    file_form: RequestsFileForm | None = None,
    refused: tuple[str, ...] = (),
) -> HttpResponse:
    lines = desk.lines if desk else ParsedLines()
    faults = list(boxes.faults)
    rows = shown_rows(boxes, desk.blank if desk else dict.fromkeys(ADDED, 1))
    saved = {"text": plan.wishes, "revision": plan.revision}
    context = {
        "plan": plan,
        "form": form,
        "rows": rows,
        "kinds": shown_kinds(rows),
        "has_divisions": any(row.faults or row.is_unusual for row in rows[RowKind.DIVISION]),
        "season_row": rows["season"][0],
        "choices": request_choices(known, boxes),
        "lines": lines,
        "faults": faults,
        "refused": refused,
        "file_form": file_form or RequestsFileForm(initial=saved, auto_id=FILE_IDS),
        "has_comments": COMMENT.search(plan.wishes) is not None,
        "section": "desk",
    }
    if request.method != "POST":
        return render(request, "scheduling/plan_requests.html", context)
    is_refused = bool(refused or lines.unread or (desk and faults) or (file_form and file_form.errors))
    is_refused = is_refused or bool(desk and desk.shows_faults and form.errors)
    return render(
        request, "scheduling/plan_requests.html", context, status=UNPROCESSABLE if is_refused else 200
    )
