"""Files of a season for everybody, all divisions in one."""

from collections.abc import Iterable, Iterator

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse

from league.accounts.access import for_public
from league.competition.selectors import league_today
from league.exchange.lists.columns import What
from league.exchange.lists.export import rows_of, standings_rows
from league.exchange.season_files.hand_rows import hand_rows
from league.exchange.spreadsheets import csv_lines
from league.exchange.views import list_response
from league.installation.page_cache import same_until_changed
from league.models import League, Season
from league.results.selectors.season_hands import SeasonHand, season_hands


@for_public
@same_until_changed
def season_standings_file(request: HttpRequest, league: League, season_slug: str, form: str) -> HttpResponse:
    """Send the tables of all divisions of a season as a file."""
    rows = standings_rows(_season(league, season_slug))
    return list_response(request, league, rows, f"standings-{league_today(league)}", form, "Standings")


@for_public
@same_until_changed
def season_fixtures_file(request: HttpRequest, league: League, season_slug: str, form: str) -> HttpResponse:
    """Send the fixtures of all divisions of a season as a file."""
    rows = rows_of(league, _season(league, season_slug), What.FIXTURES)
    return list_response(request, league, rows, f"fixtures-{season_slug}", form, "Fixtures")


@for_public
@same_until_changed
def season_results_file(request: HttpRequest, league: League, season_slug: str, form: str) -> HttpResponse:
    """Send the results of all divisions of a season as a file that can be imported."""
    rows = rows_of(league, _season(league, season_slug), What.RESULTS)
    return list_response(request, league, rows, f"results-{season_slug}", form, "Results")


@for_public
@same_until_changed
def season_hands_file(request: HttpRequest, league: League, season_slug: str, form: str) -> HttpResponse:
    """Send every hand of a season's confirmed cards: CSV and JSON as they are read, XLSX as a whole."""
    hands = season_hands(league, _season(league, season_slug))
    name = f"hands-{season_slug}"
    if form == "xlsx":
        return list_response(request, league, hand_rows(hands), name, form, "Hands")
    kind, pieces = (
        ("text/csv; charset=utf-8", csv_lines(hand_rows(hands)))
        if form == "csv"
        else ("application/json", _json_pieces(hands))
    )
    disposition = f'attachment; filename="{league.slug}-{name}.{form}"'
    return StreamingHttpResponse(  # type: ignore[return-value]  # sent in pieces
        pieces, content_type=kind, headers={"Content-Disposition": disposition}
    )


def _json_pieces(hands: Iterable[SeasonHand]) -> Iterator[bytes]:
    """Yield a JSON list of hands, each as the API gives it."""
    from pydantic import TypeAdapter  # here: it is slow to load, and only this file needs it

    as_json = TypeAdapter(SeasonHand).dump_json
    before = b"["
    for hand in hands:
        yield before + as_json(hand)
        before = b",\n"
    yield b"]" if before == b",\n" else b"[]"


def _season(league: League, slug: str) -> Season:
    season = league.seasons.select_related("rule_book").filter(slug=slug).first()
    if season is None:
        raise Http404(f"{league} has no season at this address.")
    return season
