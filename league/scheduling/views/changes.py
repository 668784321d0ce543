"""Change a plan by hand, with every consequence shown first; plan the rest of a season again."""

import datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST

from league.accounts.access import for_fixtures
from league.competition.selectors import league_today
from league.models import League, Season
from league.scheduling.forms.plans import ChangeForm, ReplanForm, RevisionForm
from league.scheduling.selectors.changes import change_options, meeting_of, preview
from league.scheduling.selectors.initial_requests import lost_nights
from league.scheduling.selectors.mid_season import divisions_to_split, joining_teams
from league.scheduling.selectors.movable import first_day_to_move, movable_matches
from league.scheduling.selectors.plans import season_to_plan
from league.scheduling.services.changes import NO_MATCH, change_by_hand, undo_change
from league.scheduling.services.changes import plan_again as plan_anew
from league.scheduling.views.plans import plan_or_404
from league.shared.decisions import UNPROCESSABLE, decided, secretary, sent, status
from league.shared.errors import Refused

NO_REVISION = "The page was out of date. Open it again."


@for_fixtures
def fixture_plan_change(request: HttpRequest, league: League, plan_id: str, key: str) -> HttpResponse:
    """Show what can be changed in a match of a plan and what follows; save the change when posted."""
    page = plan_or_404(league, plan_id)
    values = sent(request) or request.GET
    meeting = meeting_of(page.fixtures, key)
    if meeting is None and request.method == "POST":
        messages.error(request, NO_MATCH)
        return redirect("fixture-plan-list", league.slug, plan_id)
    if meeting is None or page.task is None:
        raise Http404(f"{page.plan} has no such match.")
    to = change_options(page, meeting)
    has_values = request.method == "POST" or "act" in values
    form = ChangeForm(values if has_values else None, meeting=meeting, fixtures=page.fixtures, to=to)
    seen = preview(page, form.change) if form.is_valid() else None
    refused = ""
    if request.method == "POST" and seen is not None:
        try:
            change_by_hand(
                plan=page.plan,
                change=form.change,
                sentence=seen.sentence,
                began_from=_revision_of(RevisionForm(request.POST)),
            )
        except Refused as refusal:
            refused = refusal.sentence
        else:
            messages.success(request, f"Changed: {seen.sentence}.")
            there = reverse("fixture-plan-list", args=[league.slug, plan_id])
            return redirect(f"{there}?division={meeting.division}")
    context = {
        "page": page,
        "to": to,
        "form": form,
        "seen": seen,
        "keep": RevisionForm(initial={"revision": page.plan.revision}),
        "refused": refused,
        "section": "desk",
    }
    code = UNPROCESSABLE if refused else status(form)
    return render(request, "scheduling/plan_change.html", context, status=code)


@for_fixtures
@require_POST
def fixture_plan_undo(request: HttpRequest, league: League, plan_id: str) -> HttpResponse:
    """Undo the latest change by hand."""
    page, form = plan_or_404(league, plan_id), RevisionForm(request.POST)
    try:
        done = undo_change(plan=page.plan, began_from=_revision_of(form))
    except Refused as refusal:
        messages.error(request, refusal.sentence)
    else:
        messages.success(request, f"Undone: {done}.")
    return redirect("fixture-plan-list", league.slug, plan_id)


@for_fixtures
def plan_again(request: HttpRequest, league: League) -> HttpResponse:
    """Plan the rest of the season again from a day: create a plan and begin its search."""
    season, today = season_to_plan(league), league_today(league)
    if season is None:
        raise Http404(f"{league} has no open season.")
    edits_requests = "to-wishes" in request.POST
    form = _replan_form(request, season, today)
    done = (
        None
        if "look" in request.POST
        else decided(
            form,
            lambda data: plan_anew(
                season=season,
                beginning=form.beginning(today),
                seconds=data["seconds"],
                by=secretary(request),
                now=timezone.now(),
                requests_follow=edits_requests,
            ),
        )
    )
    if done:
        next_step = "Edit the requests, then search" if edits_requests else "The search begins within seconds"
        messages.success(request, f"Plan “{done.plan.name}” created. {next_step}.")
        for sentence in done.dropped:
            messages.warning(request, f"Left out of the old requests: {sentence}")
        there = "fixture-plan-requests" if edits_requests else "fixture-plan"
        return redirect(there, league.slug, done.plan.public_id)
    context = {
        "season": season,
        "form": form,
        "lost": lost_nights(season, today),
        "start": form.day,
        "movable": movable_matches(season, form.day),
        "splits": "split" in request.GET,
        "section": "desk",
    }
    return render(request, "scheduling/plan_again.html", context, status=status(form))


def _replan_form(request: HttpRequest, season: Season, today: datetime.date) -> ReplanForm:
    """Return the form with the teams that have joined and what fits from the day that was typed."""
    day = max(first_day_to_move(season, today), season.starts_on)
    span: dict[str, Any] = {"first": season.starts_on, "latest": max(season.ends_on, day)}
    initial: dict[str, Any] = {"start": request.GET.get("from") or day}
    typed = ReplanForm(sent(request) or initial | {"seconds": 1}, day=day, **span)
    if not typed.is_valid():
        return ReplanForm(sent(request), initial=initial, day=day, **span)
    beginning = typed.beginning(today)
    splits = "split" in request.GET or any(name.startswith("split-") for name in request.POST)
    offered: dict[str, Any] = {
        "joining": joining_teams(season, beginning),
        "splitting": divisions_to_split(season, beginning) if splits else (),
        "day": beginning.start,
        **span,
    }
    if "look" in request.POST:
        return ReplanForm(initial=typed.cleaned_data, **offered)
    return ReplanForm(sent(request), initial=initial, **offered)


def _revision_of(form: RevisionForm) -> int:
    """Return the revision of the list that the browser showed. Raises Refused without one."""
    if not form.is_valid():
        raise Refused(NO_REVISION)
    revision: int = form.cleaned_data["revision"]
    return revision
