"""The audit log: who did what when in a league, and who read contacts; as a page and as a file."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from league.accounts.access import for_owner
from league.competition.selectors import league_today
from league.exchange.spreadsheets import as_csv
from league.history.services.audit import Kind, note_daily
from league.models import League
from league.records.forms import AuditFilterForm
from league.records.selectors.audit_log import LINES_A_PAGE, AuditLine, audit_lines, people_in_log
from league.records.tables import AuditTable
from league.shared.decisions import UNPROCESSABLE, secretary

HEADINGS = ("When", "Who", "Kind", "What", "About", "Times")
# Further back the dates lead: each page reads all before it.
LAST_PAGE = 100
LONGEST_NUMBER = 5


@for_owner
@never_cache
def audit_log(request: HttpRequest, league: League) -> HttpResponse:
    """Show who did what when, fifty lines a page; by person, kind and days."""
    form = AuditFilterForm(request.GET, people=people_in_log(league))
    number = _page_number(request.GET.get("page", ""))
    lines = list(audit_lines(league, form.asked, most=number * LINES_A_PAGE + 1)) if form.is_valid() else []
    asked = {name: value for name, value in request.GET.items() if name in form.fields and value}
    page = {
        "form": form,
        "table": AuditTable(lines[(number - 1) * LINES_A_PAGE : number * LINES_A_PAGE]),
        "newer": number - 1,
        "older": number + 1 if len(lines) > number * LINES_A_PAGE and number < LAST_PAGE else 0,
        "is_end": number == LAST_PAGE,
        "query": f"&{urlencode(asked)}" if asked else "",
        "section": "desk",
    }
    return render(request, "records/audit_log.html", page, status=UNPROCESSABLE if form.errors else 200)


@for_owner
@never_cache
def audit_log_file(request: HttpRequest, league: League) -> HttpResponse:
    """Send the lines that were asked for as a CSV file, all of them."""
    form = AuditFilterForm(request.GET, people=people_in_log(league))
    if not form.is_valid():
        return HttpResponse("This is no filter of the log.", status=UNPROCESSABLE, content_type="text/plain")
    now = timezone.now()
    note_daily(league=league, kind=Kind.EXPORT, what="Audit log, CSV", by=secretary(request), now=now)
    rows = [HEADINGS, *map(_row, audit_lines(league, form.asked))]
    answer = HttpResponse(as_csv(rows), content_type="text/csv; charset=utf-8")
    answer.headers["Content-Disposition"] = (
        f'attachment; filename="{league.slug}-audit-log-{league_today(league, now)}.csv"'
    )
    return answer


def _row(line: AuditLine) -> tuple[object, ...]:
    at = line.at.date().isoformat() if line.day_only else line.at.isoformat(timespec="seconds")
    return at, str(line.by or ""), line.kind, line.what, line.about, line.times


def _page_number(text: str) -> int:
    is_number = text.isascii() and text.isdecimal() and len(text) < LONGEST_NUMBER
    return min(max(int(text), 1), LAST_PAGE) if is_number else 1
