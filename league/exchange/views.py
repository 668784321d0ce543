"""Pages that import and export lists, pasted or as files, and the whole league as one file."""

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from league.accounts.access import for_public, for_secretary
from league.accounts.services.handovers import note_export
from league.competition.selectors import league_today
from league.exchange.forms import MOST_NAMES, ListForm, chosen_columns
from league.exchange.league_file.tables import ExportOptions
from league.exchange.league_file.writing import league_as_text
from league.exchange.lists.columns import What, WrongList, columns_of
from league.exchange.lists.export import rows_of, standings_rows
from league.exchange.lists.team_rows import parsed_team_list
from league.exchange.problems import problems_on_page
from league.exchange.selectors import (
    column_choices,
    import_of,
    imports_of,
    known_league,
    names_of_teams,
    season_for_lists,
)
from league.exchange.services.lists import (
    ImportReport,
    import_list,
    import_parsed,
    preview_list,
    preview_parsed,
    remember_columns,
    undo_import,
)
from league.exchange.spreadsheets import as_columns, as_csv, as_text, as_xlsx
from league.exchange.team_lists.columns import Meaning
from league.exchange.team_lists.reading import read_team_list
from league.exchange.team_lists.splitting import split_cells
from league.exchange.team_lists.values import TeamList
from league.installation.page_cache import same_until_changed
from league.models import ImportRun, League, Season
from league.shared.decisions import secretary
from league.shared.errors import Refused

OF_TEAMS = (What.PUBS, What.TEAMS)
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@for_secretary
def lists(request: HttpRequest, league: League) -> HttpResponse:
    """Show the form; `look` previews a list, `bring` imports it."""
    if request.method != "POST":
        return _page(request, league, ListForm(initial={"what": request.GET.get("what", What.TEAMS)}))
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, league, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    season, what = season_for_lists(league), form.cleaned_data["what"]
    if what in OF_TEAMS:
        return _team_list(request, league, season, form)
    try:
        if "bring" not in request.POST:
            brought = preview_list(league=league, season=season, what=what, rows=form.rows, names=form.names)
            return _page(request, league, form, brought)
        brought = import_list(
            league=league,
            season=season,
            what=what,
            rows=form.rows,
            names=form.names,
            named=form.cleaned_data["named"],
            by=secretary(request),
            now=timezone.now(),
        )
    except (WrongList, Refused) as refusal:
        form.add_error(None, str(refusal))
        return _page(request, league, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return _done(request, league, form, brought)


def _done(
    request: HttpRequest,
    league: League,
    form: ListForm,
    brought: ImportReport,
    team_list: TeamList | None = None,
) -> HttpResponse:
    """Redirect after an import, or show the lines that could not be imported."""
    if brought.changes_nothing:
        messages.info(request, "Everything in it is known already: nothing changed.")
        return redirect("lists", league.slug)
    if brought.run is None:
        return _page(request, league, form, brought, team_list, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    messages.success(request, f"Brought in: {_counted(brought)}.")
    return redirect("lists", league.slug)


def _team_list(request: HttpRequest, league: League, season: Season | None, form: ListForm) -> HttpResponse:
    """Show what was understood of a list of pubs or teams; `preview` shows what importing it does."""
    what, answers = form.cleaned_data["what"], form.answers
    team_list = read_team_list(
        split_cells(form.text),
        answers=answers,
        remembered=column_choices(league),
        known=known_league(league, season),
        of_pubs=what == What.PUBS,
    )
    is_sent = "bring" in request.POST or "preview" in request.POST
    if not team_list.is_ready or ("look" in request.POST and team_list.has_doubts):
        status = HTTPStatus.UNPROCESSABLE_ENTITY if is_sent and not team_list.is_ready else HTTPStatus.OK
        page = {
            "section": "desk",
            "form": form,
            "named": form.cleaned_data["named"],
            "text": form.text,
            "is_sent": is_sent,
            **check_context(team_list),
        }
        return render(request, "exchange/check_list.html", page, status=status)
    parsed_list = parsed_team_list(team_list, what)
    try:
        if "bring" not in request.POST:
            brought = preview_parsed(league=league, season=season, what=what, parsed_list=parsed_list)
            return _page(request, league, form, brought, team_list)
        brought = import_parsed(
            league=league,
            season=season,
            what=what,
            parsed_list=parsed_list,
            named=form.cleaned_data["named"],
            by=secretary(request),
            now=timezone.now(),
        )
    except (WrongList, Refused) as refusal:
        form.add_error(None, str(refusal))
        return _page(request, league, form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    remember_columns(league=league, columns=chosen_columns(team_list, answers))
    return _done(request, league, form, brought, team_list)


def check_context(team_list: TeamList) -> dict[str, object]:
    """Return what the check of a list shows: the list, the meanings to choose from, and its sum in words."""
    counts = [
        f"{fewest} {noun}{'' if most == 1 else 's'}" if fewest == most else f"{fewest} or {most} {noun}s"
        for noun, (fewest, most) in team_list.counts.items()
    ]
    return {"team_list": team_list, "meanings": list(Meaning), "counted_words": ", ".join(counts)}


@for_secretary
def list_file(request: HttpRequest, league: League, what: str, form: str) -> HttpResponse:
    """Send a list as a CSV or XLSX file that can be imported again, or as text to read."""
    if what not in What.values:
        raise Http404(f"There is no list of {what}.")
    rows = rows_of(league, season_for_lists(league), what)
    return spreadsheet(rows, f"{league.slug}-{what}-{league_today(league)}", form, What(what).label)


@for_public
@same_until_changed
def season_standings_file(request: HttpRequest, league: League, season_slug: str, form: str) -> HttpResponse:
    """Send the tables of all divisions of a season as a CSV, XLSX or text file."""
    rows = standings_rows(_season(league, season_slug))
    return spreadsheet(rows, f"{league.slug}-standings-{league_today(league)}", form, "Standings")


@for_public
@same_until_changed
def season_fixtures_file(request: HttpRequest, league: League, season_slug: str, form: str) -> HttpResponse:
    """Send the fixtures of all divisions of a season as a CSV, XLSX or text file."""
    rows = rows_of(league, _season(league, season_slug), What.FIXTURES)
    return spreadsheet(rows, f"{league.slug}-fixtures-{season_slug}", form, "Fixtures")


def _season(league: League, slug: str) -> Season:
    season = league.seasons.filter(slug=slug).first()
    if season is None:
        raise Http404(f"{league} has no season at this address.")
    return season


def spreadsheet(rows: Iterable[Sequence[object]], name: str, form: str, title: str) -> HttpResponse:
    """Return rows as a file to be saved (csv, xlsx), or as text to read (txt)."""
    if form == "csv":
        answer = HttpResponse(as_csv(rows), content_type="text/csv; charset=utf-8")
    elif form == "txt":
        return HttpResponse(as_columns(rows), content_type="text/plain; charset=utf-8")
    else:
        answer = HttpResponse(as_xlsx(rows, title=title), content_type=XLSX)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return answer


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


def _counted(brought: ImportReport) -> str:
    kinds = {"new": "new", "changed": "changed", "known": "as known before", "passed": "passed over"}
    return ", ".join(f"{count} {words}" for kind, words in kinds.items() if (count := brought.count(kind)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Stranger:
    """A name that no team has, the teams it may mean, and all others; numbered as its form fields are."""

    number: int
    name: str
    like: tuple[str, ...]
    others: tuple[str, ...]


def strangers_on_page(
    league: League, strangers: Mapping[str, tuple[str, ...]], settled: int
) -> list[Stranger]:
    """Return the names that no team has, numbered on from those that were settled before."""
    teams = names_of_teams(league)
    return [
        Stranger(
            number=number, name=name, like=like, others=tuple(team for team in teams if team not in like)
        )
        for number, (name, like) in zip(range(settled, MOST_NAMES), strangers.items(), strict=False)
    ]


def _page(
    request: HttpRequest,
    league: League,
    form: ListForm,
    brought: ImportReport | None = None,
    team_list: TeamList | None = None,
    status: int = 200,
) -> HttpResponse:
    page = {
        "section": "desk",
        "form": form,
        "brought": brought,
        "counted": _counted(brought) if brought else "",
        "problems": problems_on_page((line.number, line.problems) for line in brought.faults)
        if brought and brought.faults
        else None,
        # The previewed list goes along as text: nothing is stored before it is imported.
        "looked_at": (form.text if team_list else as_text(form.rows)) if brought else "",
        "team_list": team_list,
        "answers": form.answers.items() if team_list else (),
        "names": form.names.items() if brought else (),
        "strangers": strangers_on_page(league, brought.strangers, len(form.names))
        if brought and brought.strangers
        else (),
        "imports": imports_of(league),
        "season": season_for_lists(league),
        "columns": {What(what).label: columns_of(what) for what in What.values},
        "whats": What.choices,
    }
    return render(request, "exchange/lists.html", page, status=status)


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
    note_export(league=league, by=secretary(request), now=timezone.now())
    name = f"{league.slug}-{league_today(league)}.json"
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/json")  # type: ignore[return-value]  # sent in pieces
