"""Files for everybody: the tables of public pages, the draw of a cup, a season's hands."""

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from league.accounts.access import for_public
from league.competition.selectors import league_today
from league.cups.selectors.cups import cup_at
from league.exchange.public_files.hands import hand_rows, hands_as_json
from league.exchange.public_files.notation import match_notation
from league.exchange.public_files.pages import (
    LEAGUE_TABLES,
    SEASON_TABLES,
    cup_group_rows,
    cup_rows,
)
from league.exchange.spreadsheets import csv_lines
from league.exchange.views import list_response
from league.installation.page_cache import same_until_changed
from league.models import League, Match, Season
from league.results.selectors.season_hands import season_hands


@for_public
@same_until_changed
def season_file(
    request: HttpRequest, league: League, season_slug: str, season_table: str, form: str
) -> HttpResponse:
    """Send a table of a season, all divisions in one, as a file."""
    table = SEASON_TABLES.get(season_table)
    if table is None or form not in table.forms:
        raise Http404(f"There is no file {season_table}.{form} of a season.")
    season = _season(league, season_slug)
    if form == "pdf":
        return redirect(
            reverse("document", args=[league.slug, table.document], query={"season": season.slug})
        )
    return list_response(
        request, league, table.lines(league, season), f"{season_table}-{season_slug}", form, table.title
    )


@for_public
@same_until_changed
def league_file(request: HttpRequest, league: League, league_table: str, form: str) -> HttpResponse:
    """Send a table of a league as a file."""
    table = LEAGUE_TABLES.get(league_table)
    if table is None or form not in table.forms:
        raise Http404(f"There is no file {league_table}.{form} of a league.")
    return list_response(
        request, league, table.lines(league), f"{league_table}-{league_today(league)}", form, table.title
    )


@for_public
@same_until_changed
def cup_file(
    request: HttpRequest, league: League, cup_slug: str, form: str, *, of_groups: bool = False
) -> HttpResponse:
    """Send the draw and ties of a cup, or the tables of a pairs night, or of its groups, as a file."""
    cup = cup_at(league, cup_slug)
    if cup is None:
        raise Http404(f"{league} has no cup {cup_slug}.")
    rows, name = (cup_group_rows(cup), f"{cup_slug}-groups") if of_groups else (cup_rows(cup), cup_slug)
    return list_response(request, league, rows, name, form, cup.name)


@for_public
@same_until_changed
def match_file(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Send a match in the notation of All Fours, which `python3 -m scoring check` reads."""
    match = Match.with_ties.filter(division__season__league=league, public_id=match_id).first()
    text = match_notation(match) if match else None
    if text is None:
        raise Http404(f"{league} has no result of a match {match_id}.")
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@for_public
@same_until_changed
def season_hands_file(
    request: HttpRequest, league: League, season_slug: str, form: str, *, of_cups: bool = False
) -> HttpResponse:
    """Send every hand of a season's cards: CSV and JSON as they are read, XLSX whole."""
    season = _season(league, season_slug)
    matches = Match.with_ties.filter(division__season=season, tie__isnull=not of_cups)
    hands = season_hands(league, season, matches)
    name = f"{'cup-' if of_cups else ''}hands-{season_slug}"
    if form == "xlsx":
        return list_response(request, league, hand_rows(hands), name, form, "Hands")
    kind, pieces = (
        ("text/csv; charset=utf-8", csv_lines(hand_rows(hands)))
        if form == "csv"
        else ("application/json", hands_as_json(hands))
    )
    disposition = f'attachment; filename="{league.slug}-{name}.{form}"'
    return StreamingHttpResponse(  # type: ignore[return-value]  # sent in pieces
        pieces, content_type=kind, headers={"Content-Disposition": disposition}
    )


def _season(league: League, slug: str) -> Season:
    season = league.seasons.select_related("rule_book").filter(slug=slug).first()
    if season is None:
        raise Http404(f"{league} has no season at this address.")
    return season
