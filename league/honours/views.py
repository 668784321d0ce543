"""The pages of awards, the roll of honour and old final tables, in public and for the secretary."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from league.accounts.access import for_public, for_secretary, may_keep
from league.honours import selectors
from league.honours.award_pages import LEAST_MATCHES, MOST_LEAST, MOST_PAIRS, season_awards
from league.honours.forms import HonoursForm, HonoursOfYearForm, OldTableForm, lines_of
from league.honours.pages.all_time import all_time_players, all_time_teams
from league.honours.pages.records import league_records
from league.honours.services import add_honours, delete_old_table, save_old_table, set_year
from league.installation.page_cache import same_until_changed
from league.models import League, OldTable
from league.shared.decisions import decided, or_404, sent, status

MOST_PLAYERS = 50


@for_public
@same_until_changed
def awards(request: HttpRequest, league: League, season_slug: str) -> HttpResponse:
    """Show the awards of a season; `?from=8` counts only players with eight matches or more."""
    page_awards = or_404(
        season_awards(
            league,
            season_slug,
            least=least_matches(request.GET.get("from", "")),
            to_secretary=may_keep(request.user, league),
        ),
        f"{league} has no season “{season_slug}”.",
    )
    return render(
        request,
        "honours/awards.html",
        {
            "awards": page_awards,
            "pairs": page_awards.pairs[:MOST_PAIRS],
            "pairs_beyond": max(0, len(page_awards.pairs) - MOST_PAIRS),
            "most": MOST_LEAST,
            "section": "honours",
        },
    )


def least_matches(typed: str) -> int:
    """Return the number typed, or LEAST_MATCHES if it is none or too large."""
    is_figure = typed.isascii() and typed.isdigit() and len(typed) <= len(str(MOST_LEAST))
    return int(typed) if is_figure else LEAST_MATCHES


@for_public
@same_until_changed
def roll_of_honour(request: HttpRequest, league: League) -> HttpResponse:
    """Show who won what, from the league's first year to the last that is over."""
    return render(
        request,
        "honours/honours.html",
        {
            "section": "honours",
            "years": selectors.roll_of_honour(league, to_secretary=may_keep(request.user, league)),
        },
    )


@for_public
@same_until_changed
def records(request: HttpRequest, league: League) -> HttpResponse:
    """Show the records of all seasons and who holds them."""
    return render(
        request,
        "honours/records.html",
        {
            "section": "honours",
            "page": league_records(league, to_secretary=may_keep(request.user, league)),
        },
    )


@for_public
@same_until_changed
def all_time(request: HttpRequest, league: League) -> HttpResponse:
    """Show the all-time tables of teams and players; `?players=all` everybody who ever played."""
    players = all_time_players(league, to_secretary=may_keep(request.user, league))
    return render(
        request,
        "honours/all_time.html",
        {
            "section": "honours",
            "teams": all_time_teams(league),
            "players": players if request.GET.get("players") == "all" else players[:MOST_PLAYERS],
            "count": len(players),
        },
    )


@for_public
@same_until_changed
def old_table(request: HttpRequest, league: League, year: int, division_slug: str) -> HttpResponse:
    """Show a final table as it was typed in."""
    table = or_404(selectors.old_table(league, year, division_slug), f"{league} has no such table.")
    return render(request, "honours/old_table.html", {"section": "honours", "table": table})


@for_secretary
def honours(request: HttpRequest, league: League) -> HttpResponse:
    """Show the roll and a form for lines; `look` previews them, `add` writes them."""
    form = HonoursForm(sent(request))
    if "add" in request.POST:
        new = decided(form, lambda _: add_honours(league=league, honours=form.honours))
        if new is not None:
            known = len(form.honours) - new
            also = f"; {known} stood there already" if known else ""
            messages.success(request, f"{new} written on the roll{also}.")
            return redirect("honours", league.slug)
    is_looked_at = "add" not in request.POST and form.is_valid()
    return _page(
        request,
        "honours",
        {
            "form": form,
            "looked": list(lines_of(form.honours)) if is_looked_at else None,
            "years": selectors.roll_of_honour(league, to_secretary=True),
        },
        status(form),
    )


@for_secretary
def honours_of_year(request: HttpRequest, league: League, year: int) -> HttpResponse:
    """Show the form with all lines of one year, to change or delete them."""
    form = HonoursOfYearForm(sent(request), league=league, year=year)

    def replace(_: dict[str, Any]) -> bool:
        set_year(league=league, year=year, honours=form.honours, began_from=form.began)
        return True

    if decided(form, replace):
        messages.success(request, f"{year} saved on the roll of honour.")
        return redirect("honours", league.slug)
    return _page(request, "honours_of_year", {"form": form, "year": year}, status(form))


@for_secretary
def new_old_table(request: HttpRequest, league: League) -> HttpResponse:
    """Show the form for a final table of an earlier year, and create it."""
    return _old_table(request, league, OldTable(league=league))


@for_secretary
def change_old_table(request: HttpRequest, league: League, year: int, division_slug: str) -> HttpResponse:
    """Show the form to change an old final table; `drop` deletes it."""
    table = or_404(selectors.old_table(league, year, division_slug), f"{league} has no such table.")
    if "drop" in request.POST:
        delete_old_table(table=table)
        messages.success(request, f"The table {table} is deleted.")
        return redirect("honours", league.slug)
    return _old_table(request, league, table)


def _old_table(request: HttpRequest, league: League, table: OldTable) -> HttpResponse:
    is_new = table.pk is None
    form = OldTableForm(sent(request), table=None if is_new else table)
    saved = decided(form, lambda _: save_old_table(table=form.put_on(table)))
    if saved:
        messages.success(request, f"{saved} is saved.")
        return redirect("old-table", league.slug, saved.year, saved.slug)
    return _page(request, "old_table", {"form": form, "title": "" if is_new else str(table)}, status(form))


def _page(request: HttpRequest, name: str, page: Mapping[str, object], code: int) -> HttpResponse:
    return render(request, f"honours/secretary_{name}.html", {**page, "section": "desk"}, status=code)
