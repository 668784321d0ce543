"""Pages that import and export lists, pasted or as files, and the whole league as one file."""

import tempfile
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from http import HTTPStatus

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from league.accounts.access import for_secretary
from league.accounts.services.handovers import note_export
from league.competition.selectors import league_today
from league.exchange.forms import (
    ListForm,
    check_context,
    chosen_columns,
    counted_lines,
    groups_of,
    records_in_words,
    sum_in_words,
)
from league.exchange.league_file.tables import ExportOptions
from league.exchange.league_file.writing import league_as_text
from league.exchange.lists.checked_list import CheckedList, WrongList
from league.exchange.lists.export import rows_of
from league.exchange.lists.headings import COLUMNS, What
from league.exchange.lists.parsing import ParsedList
from league.exchange.selectors import (
    import_of,
    imports_of,
    season_for_lists,
)
from league.exchange.services.lists import (
    ImportReport,
    checked_import,
    import_parsed,
    remember_columns,
    undo_import,
)
from league.exchange.spreadsheets import MOST_TEXT, as_columns, as_csv, as_json, as_text, as_xlsx
from league.history.services.audit import WHOLE_LEAGUE, Kind, note_act, note_daily
from league.models import ImportRun, League
from league.printing.list_pages import list_on_paper
from league.printing.views import printed
from league.shared.decisions import secretary
from league.shared.errors import Refused

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@for_secretary
def lists(request: HttpRequest, league: League) -> HttpResponse:
    """Show the form; `look` checks or previews a list, `check` only checks it, `bring` imports it."""
    if request.method != "POST":
        return _page(request, league, ListForm(initial={"what": request.GET.get("what", What.TEAMS)}))
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, league, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    what = form.cleaned_data["what"]
    try:
        checked, report = _read(request, league, what, form)
    except (WrongList, Refused) as refusal:
        form.add_error(None, str(refusal))
        return _page(request, league, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    if report is None:
        return _check_page(request, league, form, checked)
    if "bring" not in request.POST or report.is_held:
        return _preview(request, form, report, checked)
    remember_columns(league=league, what=what, columns=chosen_columns(checked, form.answers))
    if report.changes_nothing:
        messages.info(request, "Nothing in it is new, so nothing changed.")
    else:
        said = (f"{heading}: {words}." for heading, words in records_in_words(report))
        messages.success(request, " ".join(["Imported.", *said]))
    return redirect("lists", league.slug)


def _read(
    request: HttpRequest, league: League, what: str, form: ListForm
) -> tuple[CheckedList, ImportReport | None]:
    """Return what was understood of a list, and what importing it does or, by `bring`, has done.

    There is no report if the list is to be checked first.
    """
    season = season_for_lists(league)

    def report_of(parsed_list: ParsedList) -> ImportReport:
        return import_parsed(
            league=league,
            season=season,
            what=what,
            parsed_list=parsed_list,
            named=form.cleaned_data["named"],
            by=secretary(request),
            now=timezone.now() if "bring" in request.POST else None,
            despite=request.POST.get("despite", ""),
        )

    checked, report = checked_import(
        league=league,
        season=season,
        what=what,
        text=form.text,
        answers=form.answers,
        report_of=report_of,
        is_enough=lambda checked: _is_to_check(request, checked),
    )
    return checked, None if _is_to_check(request, checked) else report


def _is_to_check(request: HttpRequest, checked: CheckedList) -> bool:
    """Return whether the next page is the check of the list: asked for, or there are doubts or problems."""
    is_asked_for = "check" in request.POST or ("look" in request.POST and checked.has_doubts)
    return is_asked_for or not checked.is_ready


def _check_page(request: HttpRequest, league: League, form: ListForm, checked: CheckedList) -> HttpResponse:
    """Show what was understood of a list, with its guesses and questions."""
    is_sent = "bring" in request.POST or "preview" in request.POST
    page = {
        "section": "desk",
        "form": form,
        "named": form.cleaned_data["named"],
        "text": form.text,
        "is_sent": is_sent,
        **check_context(checked, form.cleaned_data["what"]),
    }
    is_refused = (is_sent and not checked.is_ready) or checked.refusal
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_refused else HTTPStatus.OK
    return render(request, "exchange/check_list.html", page, status=status)


@for_secretary
def list_file(request: HttpRequest, league: League, what: str, form: str) -> HttpResponse:
    """Send a list as a CSV or XLSX file that can be imported again, as JSON, as text to read, or as PDF."""
    if what not in {*What}:
        raise Http404(f"There is no list of {what}.")
    note_daily(
        league=league,
        kind=Kind.EXPORT,
        what=f"List of {what}, {form.upper()}",
        by=secretary(request),
        now=timezone.now(),
    )
    return list_response(
        request,
        league,
        rows_of(league, season_for_lists(league), what),
        f"{what}-{league_today(league)}",
        form,
        what,
    )


def list_response(
    request: HttpRequest, league: League, rows: Iterable[Sequence[object]], name: str, form: str, title: str
) -> HttpResponse:
    """Return rows as a file to be saved (csv, xlsx, json), as text to read (txt), or on paper (pdf)."""
    if form == "pdf":
        document = list_on_paper(
            rows,
            title=title.capitalize(),
            league=league.name,
            filename=f"{league.slug}-{name}.pdf",
            printed_on=league_today(league),
        )
        return printed(request, document)
    kinds: dict[str, tuple[Callable[..., str | bytes], str]] = {
        "csv": (as_csv, "text/csv; charset=utf-8"),
        "txt": (as_columns, "text/plain; charset=utf-8"),
        "json": (as_json, "application/json"),
        "xlsx": (partial(as_xlsx, title=title), XLSX),
    }
    write, kind = kinds[form]
    saved = {"Content-Disposition": f'attachment; filename="{league.slug}-{name}.{form}"'}
    return HttpResponse(write(rows), content_type=kind, headers=saved if form != "txt" else {})


@for_secretary
@require_POST
def import_undo(request: HttpRequest, league: League, import_id: str) -> HttpResponse:
    """Undo an import."""
    try:
        unchanged = undo_import(run=import_of(league, import_id), now=timezone.now())
    except ImportRun.DoesNotExist:
        raise Http404(f"{league} has no import {import_id}.") from None
    except Refused as refusal:
        messages.error(request, refusal.sentence)
    else:
        since = f" Changed again since, and left as it is: {', '.join(unchanged)}." if unchanged else ""
        messages.success(request, f"Import undone.{since}")
    return redirect("lists", league.slug)


def _page(request: HttpRequest, league: League, form: ListForm, status: int = 200) -> HttpResponse:
    page = {
        "section": "desk",
        "form": form,
        "imports": [(run, records_in_words(run)) for run in imports_of(league)],
        "season": season_for_lists(league),
        "columns": {what: COLUMNS[what] for what in What},
        "whats": [(what, what) for what in What],
    }
    return render(request, "exchange/lists.html", page, status=status)


def _preview(
    request: HttpRequest, form: ListForm, report: ImportReport, checked: CheckedList
) -> HttpResponse:
    """Show what importing a list does, or why it cannot be imported."""
    page = {
        "section": "desk",
        "form": form,
        "brought": report,
        "groups": groups_of(report),
        "counted": counted_lines(report),
        "records": records_in_words(report),
        "counted_words": sum_in_words(checked.counts),
        # The previewed list goes along as text: nothing is stored before it is imported.
        "looked_at": form.text if len(form.text) < MOST_TEXT // 2 else as_text(form.rows),
        "answers": form.answers.items(),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if "bring" in request.POST else HTTPStatus.OK
    return render(request, "exchange/preview_list.html", page, status=status)


# Above this the file is written on disk before it is sent.
MEGABYTES_IN_MEMORY = 8


@for_secretary
def take_along(request: HttpRequest, league: League) -> HttpResponse:
    """Show what the file will hold; a POST creates and sends it."""
    if request.method != "POST":
        return render(request, "exchange/take_along.html", {"section": "desk"}, status=HTTPStatus.OK)
    without = ExportOptions(
        old_versions="old-versions" not in request.POST, photographs="photographs" not in request.POST
    )
    # Written whole before it is sent: a slow line must not hold a moment of the database for minutes.
    file = tempfile.SpooledTemporaryFile(max_size=MEGABYTES_IN_MEMORY * 2**20)  # noqa: SIM115  the answer closes it
    for piece in league_as_text(league, made=timezone.now(), without=without):
        file.write(piece.encode())
    file.seek(0)
    now, by = timezone.now(), secretary(request)
    note_export(league=league, by=by, now=now)
    note_act(league=league, kind=Kind.EXPORT, what=WHOLE_LEAGUE, by=by, now=now)
    return FileResponse(  # type: ignore[return-value]  # sent in pieces
        file,
        as_attachment=True,
        filename=f"{league.slug}-{league_today(league)}.json",
        content_type="application/json",
    )
