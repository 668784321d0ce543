"""What is shown of a plan: how fair it is, its list, two plans side by side."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.access import for_fixtures
from league.models import League
from league.selectors.plan_comparing import comparison
from league.selectors.plan_pages import STANDING, PlanPage, plan_page, plans_of_season, standing_page
from league.selectors.plan_reports import division_reports, team_report
from league.selectors.plans import plan_of_address, season_to_plan

ALL = "all"


@for_fixtures
def fixture_plan_fairness(request: HttpRequest, league: League, plan_id: str) -> HttpResponse:
    """The proof of how fair a plan is: of a division, of all of them for paper, or of one team."""
    page = plan_or_404(league, plan_id)
    team = request.GET.get("team", "")
    if team:
        report = team_report(page, team)
        if report is None:
            raise Http404(f"{page.plan} has no team {team[:60]}.")
        return render(request, "secretary/plan_team.html", {"page": page, "one": report, "section": "desk"})
    chosen = _division(request, page)
    context = {
        "page": page,
        "chosen": chosen,
        "reports": division_reports(page, "" if chosen == ALL else chosen),
        "section": "desk",
    }
    return render(request, "secretary/plan_fairness.html", context)


@for_fixtures
def fixture_plan_list(request: HttpRequest, league: League, plan_id: str) -> HttpResponse:
    """The list of a plan, night by night, each match a link to its change."""
    page = plan_or_404(league, plan_id)
    chosen = _division(request, page)
    context = {
        "page": page,
        "chosen": chosen,
        "nights": page.nights(division="" if chosen == ALL else chosen),
        "section": "desk",
    }
    return render(request, "secretary/plan_list.html", context)


@for_fixtures
def compare_plans(request: HttpRequest, league: League) -> HttpResponse:
    """Two plans of a season side by side, or a plan beside the list as it stands."""
    season = season_to_plan(league)
    plans = plans_of_season(season) if season else []
    asked = [request.GET.get(name, "") for name in ("one", "other")]
    if not {plan.public_id for plan in plans} | {"", STANDING} >= set(asked):
        raise Http404(f"{season} has no such plan.")
    pages = {key: plan_or_404(league, key) for key in asked if key not in ("", STANDING)}
    if season and STANDING in asked:
        stands = standing_page(season, next(iter(pages.values()), None))
        pages |= {STANDING: stands} if stands else {}
    one, other = (pages.get(key) for key in asked)
    context = {
        "season": season,
        "plans": plans,
        "standing": STANDING,
        "asked": asked,
        "one": one,
        "other": other,
        "compared": comparison(one, other) if one and other else None,
        "section": "desk",
    }
    return render(request, "secretary/plans_compared.html", context)


def plan_or_404(league: League, plan_id: str) -> PlanPage:
    """The page of a plan of the league."""
    plan = plan_of_address(league, plan_id)
    if plan is None:
        raise Http404(f"{league} has no such plan.")
    return plan_page(plan)


def _division(request: HttpRequest, page: PlanPage) -> str:
    """The division asked for, or the first; `all` for all of them."""
    known = [one.key for one in page.task.divisions] if page.task else []
    asked = request.GET.get("division", "")
    return asked if asked in (*known, ALL) else next(iter(known), ALL)
