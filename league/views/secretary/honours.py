"""The roll of honour kept: lines pasted, a year put right, final tables of years long gone."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from league.access import for_secretary
from league.forms.honour_lines import lines_of
from league.forms.honours import HonoursForm, HonoursOfYearForm, OldTableForm
from league.models import League, OldTable
from league.selectors.honours import old_table, roll_of_honour, slug_of
from league.services.honours import add_honours, drop_old_table, keep_old_table, set_year
from league.views.secretary.deciding import decided, sent, status


@for_secretary
def honours(request: HttpRequest, league: League) -> HttpResponse:
    """The roll, and lines typed or pasted: `look` shows what was understood, `add` writes it."""
    form = HonoursForm(sent(request))
    looked = None
    if "add" not in request.POST:
        looked = list(lines_of(form.honours)) if form.is_valid() else None
    else:
        new = decided(form, lambda _: add_honours(league=league, honours=form.honours))
        if new is not None:
            known = len(form.honours) - new
            also = f"; {known} stood there already" if known else ""
            messages.success(request, f"{new} written on the roll{also}.")
            return redirect("honours", league.slug)
    page = {"form": form, "looked": looked, "years": roll_of_honour(league, to_secretary=True)}
    return _page(request, "honours", page, status(form))


@for_secretary
def honours_of_year(request: HttpRequest, league: League, year: int) -> HttpResponse:
    """All lines of one year, to change or take out."""
    form = HonoursOfYearForm(sent(request), league=league, year=year)

    def put_right(_: dict[str, Any]) -> bool:
        set_year(league=league, year=year, honours=form.honours, began_from=form.began)
        return True

    if decided(form, put_right):
        messages.success(request, f"{year} stands on the roll as you typed it.")
        return redirect("honours", league.slug)
    return _page(request, "honours_of_year", {"form": form, "year": year}, status(form))


@for_secretary
def new_old_table(request: HttpRequest, league: League) -> HttpResponse:
    """A final table of a year before there was a season here."""
    return _old_table(request, league, OldTable(league=league))


@for_secretary
def change_old_table(request: HttpRequest, league: League, year: int, division_slug: str) -> HttpResponse:
    """A final table that was typed in, to change; `drop` takes it away."""
    table = old_table(league, year, division_slug)
    if table is None:
        raise Http404(f"{league} has no such table.")
    if "drop" in request.POST:
        drop_old_table(table=table)
        messages.success(request, f"The table {table} is taken away.")
        return redirect("honours", league.slug)
    return _old_table(request, league, table)


def _old_table(request: HttpRequest, league: League, table: OldTable) -> HttpResponse:
    is_new = table.pk is None
    form = OldTableForm(sent(request), table=None if is_new else table)
    title = "" if is_new else str(table)
    kept = decided(form, lambda _: keep_old_table(table=form.put_on(table)))
    if kept:
        messages.success(request, f"{kept} is kept.")
        return redirect("old-table", league.slug, kept.year, slug_of(kept))
    return _page(request, "old_table", {"form": form, "title": title}, status(form))


def _page(request: HttpRequest, name: str, page: Mapping[str, object], code: int) -> HttpResponse:
    return render(request, f"secretary/{name}.html", {**page, "section": "desk"}, status=code)
