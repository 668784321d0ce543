"""Plans of a season's fixtures: create, search, show, compare, publish."""

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from league.accounts.access import for_fixtures
from league.accounts.services.letters import mail_goes_out
from league.competition.selectors import league_today
from league.models import FixturePlan, League, Match, Season, Team
from league.scheduling.forms.plans import (
    TYPED,
    AlternativeForm,
    DropRequestForm,
    PlanForm,
    PublishForm,
    RevisionForm,
)
from league.scheduling.selectors.comparison import comparison
from league.scheduling.selectors.initial_requests import InitialRequests, beginnings_of
from league.scheduling.selectors.plan_page import (
    STANDING,
    PlanPage,
    plan_page,
    plans_of_season,
    standing_page,
)
from league.scheduling.selectors.plans import plan_of_address, publication_of, search_status, season_to_plan
from league.scheduling.selectors.reports import division_reports, team_report
from league.scheduling.services.changes import accept_nearest, drop_request, take_alternative
from league.scheduling.services.plans import delete_plan, make_plan, queue_search, stop_search
from league.scheduling.services.publishing import Published, preview_publishing, publish_plan
from league.scheduling.services.publishing_letters import Addresses, TeamAddresses
from league.scheduling.services.publishing_undo import Unpublished, preview_undo, undo_publishing
from league.shared.decisions import NO_ACT, SURE, UNPROCESSABLE, decided, secretary, sent, status
from league.shared.errors import Refused
from league.shared.text import listed, plural


@for_fixtures
def fixture_plans(request: HttpRequest, league: League) -> HttpResponse:
    """Show the plans of the season to be planned next; create a plan when posted."""
    season = season_to_plan(league)
    beginnings = beginnings_of(season) if season else {}
    form = PlanForm(sent(request), beginnings=[(key, requests.words) for key, requests in beginnings.items()])
    plan = season and decided(form, lambda data: _create_plan(request, season, data, beginnings))
    if plan:
        to = "fixture-plan-requests" if "to-wishes" in request.POST else "fixture-plan"
        return redirect(to, league.slug, plan.public_id)
    page = {
        "season": season,
        "plans": plans_of_season(season) if season else [],
        "has_matches": bool(season) and Match.objects.filter(division__season=season).exists(),
        "form": form,
        "section": "desk",
    }
    return render(request, "scheduling/fixture_plans.html", page, status=status(form))


def _create_plan(
    request: HttpRequest, season: Season, data: Mapping[str, Any], beginnings: Mapping[str, InitialRequests]
) -> FixturePlan:
    """Create a plan with the chosen requests, or with those pasted."""
    beginning = beginnings.get(data["begin"])
    plan = make_plan(
        season=season,
        name=data["name"],
        seconds=data["seconds"],
        requests_text=beginning.requests_text if beginning else data["wishes"],
        by=secretary(request),
        now=timezone.now(),
        requests_follow=data["begin"] != TYPED,
    )
    if beginning and beginning.left:
        left = listed(beginning.left)
        messages.info(request, f"Not copied, because single days do not carry over: {left}.")
    return plan


@for_fixtures
def fixture_plan(request: HttpRequest, league: League, plan_id: str) -> HttpResponse:
    """Show a plan: the state of its search, how fair its list is, and what can be done with it."""
    plan = found_plan(league, plan_id)
    refused, preview, unpublished = "", None, None
    publishing = PublishForm(sent(request, "publish"), initial={"revision": plan.revision})
    undoing = RevisionForm(sent(request, "unpublish"), initial={"revision": plan.revision})
    if request.method == "POST":
        refused = NO_ACT
        try:
            if publishing.is_valid() and request.POST["publish"] != SURE:
                preview = preview_publishing(**_publication(request, league, plan, publishing))
                refused = ""
            elif undoing.is_valid() and request.POST["unpublish"] != SURE:
                unpublished = preview_undo(**_undoing(request, league, plan, undoing))
                refused = ""
            elif undoing.is_valid():
                undone = undo_publishing(**_undoing(request, league, plan, undoing))
                messages.success(request, _unpublished_message(undone))
                return redirect("fixture-plan", league.slug, plan.public_id)
            elif done := _act(request, league, plan, publishing):
                messages.success(request, done)
                return redirect(*_after(request, league, plan))
        except Refused as refusal:
            refused = refusal.sentence
            # The page shows the present state, so the next press is about that.
            plan = plan_of_address(league, plan_id) or plan
            publishing = PublishForm(initial={"revision": plan.revision})
            undoing = RevisionForm(initial={"revision": plan.revision})
    shown = plan_page(plan)
    page = {
        "page": shown,
        "night_to_print": shown.night_to_print(timezone.localdate()) if shown.fairness else None,
        "search": search_status(plan, timezone.now()),
        "refused": refused.splitlines(),
        "publishing": publishing,
        "preview": preview,
        "by_team": request.GET.get("by") == "team",
        "publication": publication_of(plan),
        "undoing": undoing,
        "unpublished": unpublished,
        "section": "desk",
    }
    return render(request, "scheduling/fixture_plan.html", page, status=UNPROCESSABLE if refused else 200)


def _act(request: HttpRequest, league: League, plan: FixturePlan, publishing: PublishForm) -> str:
    """Carry out the act of the button and return the message; empty if there is no such button."""
    acts: dict[str, tuple[Callable[..., object], str]] = {
        "search": (queue_search, "The search begins within a few seconds."),
        "stop": (stop_search, "The search stops after its present step. The best list so far is saved."),
        "delete": (delete_plan, f"{plan.name} is deleted."),
    }
    if pressed := acts.keys() & request.POST.keys():
        act, message = acts[pressed.pop()]
        act(plan=plan)
        return message
    taking = DropRequestForm(sent(request, "take"))
    if taking.is_valid():
        dropped = drop_request(
            plan=plan,
            conflict=taking.chosen[0],
            way=taking.chosen[1],
            began_from=taking.cleaned_data["revision"],
        )
        return (
            f"Request dropped: {dropped}. The plan now has the fixtures found without it. Continue the "
            f"search to improve them."
        )
    accepting = RevisionForm(sent(request, "nearest"))
    if accepting.is_valid():
        accept_nearest(plan=plan, began_from=accepting.cleaned_data["revision"])
        return "Changes accepted. The requests of this plan have them now."
    choosing = AlternativeForm(sent(request, "alternative"))
    if choosing.is_valid():
        chosen = choosing.cleaned_data
        take_alternative(plan=plan, number=chosen["alternative"], began_from=chosen["revision"])
        return "The plan has the alternative now. The fixtures it had are among the alternatives."
    if publishing.is_valid() and request.POST["publish"] == SURE:
        return published_message(publish_plan(**_publication(request, league, plan, publishing)))
    return ""


def _publication(
    request: HttpRequest, league: League, plan: FixturePlan, publishing: PublishForm
) -> dict[str, Any]:
    return {
        "plan": plan,
        "by": secretary(request),
        "now": timezone.now(),
        "today": league_today(league),
        "began_from": publishing.cleaned_data["revision"],
        "despite_faults": publishing.cleaned_data["despite_faults"],
        "addresses": captains_addresses(request, league),
    }


def _undoing(
    request: HttpRequest, league: League, plan: FixturePlan, undoing: RevisionForm
) -> dict[str, Any]:
    return {
        "plan": plan,
        "by": secretary(request),
        "now": timezone.now(),
        "began_from": undoing.cleaned_data["revision"],
        "addresses": captains_addresses(request, league),
    }


def _after(request: HttpRequest, league: League, plan: FixturePlan) -> tuple[str, ...]:
    if "delete" in request.POST:
        return ("fixture-plans", league.slug)
    return ("fixture-plan", league.slug, plan.public_id)


def published_message(done: Published) -> str:
    parts = [f"{len(done.made)} new", f"{len(done.moved)} moved", f"{done.unchanged} unchanged"]
    if done.deleted:
        parts.append(f"{done.deleted} deleted")
    letters = f"{plural(done.letters, 'e-mail')} to captains" if done.letters else "No captain is affected"
    if not done.letters and (done.made or done.moved):
        letters = "No captain has an e-mail address, so nobody was told"
    elif not mail_goes_out():
        letters = "Nobody is told: this site has no mail server yet"
    return f"Fixtures published: {', '.join(parts)}. {letters}."


def _unpublished_message(undone: Unpublished) -> str:
    parts = [f"{undone.moved} moved back", f"{undone.deleted} deleted", f"{undone.restored} restored"]
    return f"Publishing undone. Matches: {', '.join(parts)}. {plural(undone.letters, 'e-mail')} to captains."


def captains_addresses(request: HttpRequest, league: League) -> Addresses:
    """Return the addresses for a captain's letter; the calendar's is for subscribing on a phone."""

    def of_team(team: Team) -> TeamAddresses:
        page, paper, calendar = (
            request.build_absolute_uri(reverse(name, args=[league.slug, team.slug]))
            for name in ("team", "team-fixture-list", "team-calendar")
        )
        return TeamAddresses(page=page, paper=paper, calendar=f"webcal:{calendar.partition(':')[2]}")

    return of_team


ALL = "all"


@for_fixtures
def fixture_plan_fairness(request: HttpRequest, league: League, plan_id: str) -> HttpResponse:
    """Show how fair a plan is: to a division, to all of them for paper, or to one team."""
    page = plan_or_404(league, plan_id)
    team = request.GET.get("team", "")
    if team:
        report = team_report(page, team)
        if report is None:
            raise Http404(f"{page.plan} has no team {team[:60]}.")
        return render(request, "scheduling/plan_team.html", {"page": page, "one": report, "section": "desk"})
    chosen = _division(request, page)
    context = {
        "page": page,
        "chosen": chosen,
        "reports": division_reports(page, "" if chosen == ALL else chosen),
        "section": "desk",
    }
    return render(request, "scheduling/plan_fairness.html", context)


@for_fixtures
def fixture_plan_list(request: HttpRequest, league: League, plan_id: str) -> HttpResponse:
    """Show the list of a plan, night by night, with a link to change each match."""
    page = plan_or_404(league, plan_id)
    chosen = _division(request, page)
    context = {
        "page": page,
        "chosen": chosen,
        "nights": page.nights(division="" if chosen == ALL else chosen),
        "section": "desk",
    }
    return render(request, "scheduling/plan_list.html", context)


@for_fixtures
def compare_plans(request: HttpRequest, league: League) -> HttpResponse:
    """Show two plans of a season side by side, or a plan beside the present list."""
    season = season_to_plan(league)
    plans = plans_of_season(season) if season else []
    texts = [request.GET.get(name, "") for name in ("one", "other")]
    if not {plan.public_id for plan in plans} | {"", STANDING} >= set(texts):
        raise Http404(f"{season} has no such plan.")
    pages = {key: plan_or_404(league, key) for key in texts if key not in ("", STANDING)}
    if season and STANDING in texts:
        stands = standing_page(season, next(iter(pages.values()), None))
        pages |= {STANDING: stands} if stands else {}
    page, other = (pages.get(key) for key in texts)
    context = {
        "season": season,
        "plans": plans,
        "standing": STANDING,
        "asked": texts,
        "one": page,
        "other": other,
        "compared": comparison(page, other) if page and other else None,
        "section": "desk",
    }
    return render(request, "scheduling/plans_compared.html", context)


def plan_or_404(league: League, plan_id: str) -> PlanPage:
    """Return the page of a plan of the league."""
    return plan_page(found_plan(league, plan_id))


def found_plan(league: League, plan_id: str, *left_out: str) -> FixturePlan:
    """Return a plan of the league without some fields. Raises Http404 if there is none."""
    plan = plan_of_address(league, plan_id, *left_out)
    if plan is None:
        raise Http404(f"{league} has no such plan.")
    return plan


def _division(request: HttpRequest, page: PlanPage) -> str:
    """Return the requested division, or the first; `all` for all of them."""
    known = [division.key for division in page.task.divisions] if page.task else []
    text = request.GET.get("division", "")
    return text if text in (*known, ALL) else next(iter(known), ALL)
