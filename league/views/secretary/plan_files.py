"""A plan's list taken along before it is published: for a spreadsheet, a calendar, a noticeboard."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.text import slugify

from league.access import for_fixtures
from league.calendar_feeds import write_calendar
from league.exchange.lists import What, columns_of
from league.exchange.spreadsheets import as_csv, as_xlsx
from league.models import League
from league.printing import documents
from league.selectors.calendars import CalendarEntry
from league.selectors.plan_pages import PlanPage
from league.selectors.plan_papers import calendar_of_plan, lines_of_plan, papers_of_plan
from league.selectors.seasons import league_today
from league.views.prints.answers import printed
from league.views.secretary.lists import XLSX
from league.views.secretary.plan_reports import plan_or_404

CSV, CALENDAR = "text/csv; charset=utf-8", "text/calendar; charset=utf-8"


@for_fixtures
def fixture_plan_file(request: HttpRequest, league: League, plan_id: str, form: str) -> HttpResponse:
    """The list of a plan as CSV, XLSX, ICS or PDF."""
    page = plan_or_404(league, plan_id)
    if not page.fixtures.meetings:
        raise Http404(f"{page.plan} has no list.")
    if form == "pdf":
        title = f"{page.plan.name}, {page.plan.season}"
        papers = papers_of_plan(page)
        return printed(request, documents.fixture_list(papers, printed_on=league_today(league), title=title))
    name = f"{league.slug}-{slugify(page.plan.name) or page.plan.public_id}.{form}"
    content, kind = _written(request, league, page, form)
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=kind, headers=headers)


def _written(request: HttpRequest, league: League, page: PlanPage, form: str) -> tuple[str | bytes, str]:
    if form == "ics":

        def address(entry: CalendarEntry) -> str:
            return request.build_absolute_uri(reverse(entry.page, args=[league.slug, entry.key]))

        return write_calendar(calendar_of_plan(page), address=address, on=league_today(league)), CALENDAR
    heads = [column.name for column in columns_of(What.FIXTURES)]
    rows = [heads, *((one[0].isoformat(), *one[1:]) for one in lines_of_plan(page))]
    if form == "csv":
        return as_csv(rows), CSV
    return as_xlsx(rows, title=page.plan.name), XLSX
