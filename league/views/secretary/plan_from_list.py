"""A plan of the fixtures that begins with a list somebody has: last year's, or one made by hand."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.access import for_fixtures
from league.exchange.lists.columns import WrongList
from league.exchange.lists.plans import PlanRead, plan_of_list
from league.exchange.spreadsheets import as_text
from league.forms.plan_from_list import PlanFromListForm
from league.models import League, Season
from league.selectors.plans import season_to_plan
from league.services.plans import make_plan
from league.services.refusals import Refused
from league.views.secretary.deciding import secretary
from league.views.secretary.lists import strangers_on_page


@for_fixtures
def plan_from_list(request: HttpRequest, league: League) -> HttpResponse:
    """Make a plan of a list; or say, line by line, why it cannot be."""
    season = season_to_plan(league)
    if season is None:
        return redirect("fixture-plans", league.slug)
    if request.method != "POST":
        return _page(request, league, season, PlanFromListForm())
    form = PlanFromListForm(request.POST, request.FILES)
    read = None
    if form.is_valid():
        said = form.cleaned_data
        try:
            read = plan_of_list(
                league=league,
                season=season,
                rows=form.rows,
                names=form.names,
                is_last_years=said["is_last_years"],
            )
            if read.plan:
                plan = make_plan(
                    season=season,
                    name=said["name"],
                    wishes=read.wishes,
                    by=secretary(request),
                    now=timezone.now(),
                    meetings=read.plan,
                )
                messages.success(
                    request, f"{len(read.plan.meetings)} matches read. This is how fair they are."
                )
                return redirect("fixture-plan", league.slug, plan.public_id)
        except WrongList as refusal:
            form.add_error(None, str(refusal))
        except Refused as refusal:
            for sentence in refusal.sentence.splitlines():
                form.add_error(None, sentence)
    return _page(request, league, season, form, read)


def _page(
    request: HttpRequest,
    league: League,
    season: Season,
    form: PlanFromListForm,
    read: PlanRead | None = None,
) -> HttpResponse:
    page = {
        "section": "desk",
        "season": season,
        "form": form,
        "read": read,
        "looked_at": as_text(form.rows) if read else "",
        "names": form.names.items() if read else (),
        "strangers": strangers_on_page(league, read.strangers, len(form.names)) if read else (),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "secretary/plan_from_list.html", page, status=status)
