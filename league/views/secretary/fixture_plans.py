"""Plans of a season's fixtures: made, searched, looked at, published."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.access import for_fixtures
from league.forms.plans import PlanForm, PublishForm
from league.models import FixturePlan, League, Season
from league.selectors.plan_pages import plan_page, plans_of_season
from league.selectors.seasons import league_today, seasons_of
from league.services import plans as services
from league.services.publishing import Published, publish_plan
from league.services.refusals import Refused
from league.views.secretary.deciding import NO_ACT, UNPROCESSABLE, decided, secretary, sent, status


@for_fixtures
def fixture_plans(request: HttpRequest, league: League) -> HttpResponse:
    """The plans of the season that is next to be planned, and a new one."""
    season = season_to_plan(league)
    form = PlanForm(sent(request))
    plan = season and decided(
        form,
        lambda said: services.make_plan(season=season, **said, by=secretary(request), now=timezone.now()),
    )
    if plan:
        return redirect("fixture-plan", league.slug, plan.public_id)
    page = {
        "season": season,
        "plans": plans_of_season(season) if season else [],
        "form": form,
        "section": "desk",
    }
    return render(request, "secretary/fixture_plans.html", page, status=status(form))


@for_fixtures
def fixture_plan(request: HttpRequest, league: League, plan_id: str) -> HttpResponse:
    """One plan: how far the search is, how fair the list, and what to do with it."""
    plan = FixturePlan.objects.filter(season__league=league, public_id=plan_id)
    found = plan.select_related("season__league", "season__rule_book", "season__copied_from").first()
    if found is None:
        raise Http404(f"{league} has no such plan.")
    refused = ""
    publishing = PublishForm(sent(request, "publish"), initial={"revision": found.revision})
    if request.method == "POST":
        refused = NO_ACT
        try:
            if done := _act(request, league, found, publishing):
                messages.success(request, done)
                return redirect(*_after(request, league, found))
        except Refused as refusal:
            refused = refusal.sentence
    page = {
        "page": plan_page(found.season, plan_id),
        "refused": refused.splitlines(),
        "publishing": publishing,
        "section": "desk",
    }
    return render(request, "secretary/fixture_plan.html", page, status=UNPROCESSABLE if refused else 200)


def _act(request: HttpRequest, league: League, plan: FixturePlan, publishing: PublishForm) -> str:
    """Do what the button said; what was done, or nothing where there was no such button."""
    if "search" in request.POST:
        services.ask_for_search(plan=plan)
        return "The search begins within a few seconds."
    if "stop" in request.POST:
        services.stop_search(plan=plan)
        return "The search stops after the step it is at. The best list so far is kept."
    if "delete" in request.POST:
        services.delete_plan(plan=plan)
        return f"{plan.name} is thrown away."
    if publishing.is_valid():
        return _said(
            publish_plan(
                plan=plan,
                by=secretary(request),
                now=timezone.now(),
                today=league_today(league),
                began_from=publishing.cleaned_data["revision"],
                despite_faults=publishing.cleaned_data["despite_faults"],
            )
        )
    return ""


def _after(request: HttpRequest, league: League, plan: FixturePlan) -> tuple[str, ...]:
    if "delete" in request.POST:
        return ("fixture-plans", league.slug)
    return ("fixture-plan", league.slug, plan.public_id)


def _said(done: Published) -> str:
    parts = [f"{len(done.made)} matches made", f"{len(done.moved)} moved", f"{done.kept} as they were"]
    if done.deleted:
        parts.append(f"{done.deleted} taken out")
    return f"Published: {', '.join(parts)}. The captains are told."


def season_to_plan(league: League) -> Season | None:
    """The season to plan: the latest that is not finished."""
    latest = next((one for one in seasons_of(league) if not one.is_finished), None)
    return latest and Season.objects.select_related("league", "rule_book", "copied_from").get(pk=latest.pk)
