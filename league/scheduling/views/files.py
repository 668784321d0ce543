"""Export the list of a plan (CSV, XLSX, ICS, PDF), and begin a plan from a list."""

from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify

from league.accounts.access import for_fixtures
from league.competition.selectors import league_today
from league.exchange.forms import check_context
from league.exchange.lists.checked_list import WrongList
from league.exchange.lists.headings import What, heads_of
from league.exchange.lists.plans import PlanRead, plan_of_list
from league.exchange.spreadsheets import as_csv, as_text, as_xlsx
from league.exchange.views import XLSX
from league.models import League, Season
from league.printing.fixture_documents import fixture_list
from league.printing.views import printed
from league.scheduling.forms.plans import PlanFromListForm
from league.scheduling.selectors.calendars import CalendarEntry
from league.scheduling.selectors.exports import calendar_of_plan, lines_of_plan, papers_of_plan
from league.scheduling.selectors.fairness_kinds import kinds_of_fairness
from league.scheduling.selectors.plan_page import PlanPage
from league.scheduling.selectors.plans import season_to_plan
from league.scheduling.services.plans import make_plan
from league.scheduling.views.calendars import write_calendar
from league.scheduling.views.plans import plan_or_404
from league.shared.decisions import secretary
from league.shared.errors import Refused

CSV, CALENDAR = "text/csv; charset=utf-8", "text/calendar; charset=utf-8"


@for_fixtures
def fixture_plan_file(request: HttpRequest, league: League, plan_id: str, form: str) -> HttpResponse:
    """Return the list of a plan as CSV, XLSX, ICS or PDF."""
    page = plan_or_404(league, plan_id)
    if not page.fixtures.meetings:
        raise Http404(f"{page.plan} has no list.")
    if form == "pdf":
        title = f"{page.plan.name}, {page.plan.season}"
        papers = papers_of_plan(page)
        return printed(request, fixture_list(papers, printed_on=league_today(league), title=title))
    name = f"{league.slug}-{slugify(page.plan.name) or page.plan.public_id}.{form}"
    content, kind = _written(request, league, page, form)
    return HttpResponse(
        content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@for_fixtures
def fairness_file(request: HttpRequest, league: League, plan_id: str) -> HttpResponse:
    """Return how fair a plan is to each team, as CSV."""
    page = plan_or_404(league, plan_id)
    if page.fairness is None:
        raise Http404(f"{page.plan} has no list.")
    name = f"{league.slug}-{slugify(page.plan.name) or page.plan.public_id}-fairness.csv"
    content = as_csv(kinds_of_fairness(page.fairness).rows(page.fairness))
    return HttpResponse(
        content, content_type=CSV, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def _written(request: HttpRequest, league: League, page: PlanPage, form: str) -> tuple[str | bytes, str]:
    if form == "ics":

        def address(entry: CalendarEntry) -> str:
            return request.build_absolute_uri(reverse(entry.page, args=[league.slug, entry.key]))

        return write_calendar(calendar_of_plan(page), address=address, on=league_today(league)), CALENDAR
    heads = [name for name in heads_of(What.FIXTURES) if name != "postponed from"]
    rows = [heads, *((line[0].isoformat(), *line[1:]) for line in lines_of_plan(page))]
    if form == "csv":
        return as_csv(rows), CSV
    return as_xlsx(rows, title=page.plan.name), XLSX


@for_fixtures
def plan_from_list(request: HttpRequest, league: League) -> HttpResponse:
    """Create a plan from a list, or show what is asked about the list and wrong in it."""
    season = season_to_plan(league)
    if season is None:
        return redirect("fixture-plans", league.slug)
    if request.method != "POST":
        return _page(request, league, season, PlanFromListForm())
    form = PlanFromListForm(request.POST, request.FILES)
    read = None
    if form.is_valid():
        data = form.cleaned_data
        try:
            read = plan_of_list(
                league=league,
                season=season,
                rows=form.rows,
                answers=form.answers,
                is_last_years=data["is_last_years"],
            )
            if read.plan:
                plan = make_plan(
                    season=season,
                    name=data["name"],
                    requests_text=read.requests_text,
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
        "looked_at": as_text(form.rows),
        **(check_context(read.checked, What.FIXTURES) if read else {}),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "scheduling/plan_from_list.html", page, status=status)
