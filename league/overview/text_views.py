"""Public pages as text: the address of the page with .txt in the place of its last stroke."""

import datetime
import functools
from collections.abc import Callable, Iterable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from league.accounts.access import for_public
from league.bulletin.plain_text import plain_text
from league.competition.selectors import current_season, division_place, league_today, seasons_of
from league.cups.selectors.cup_pages import cup_on_page
from league.cups.selectors.cups import cup_at
from league.cups.selectors.pairs_nights import night_on_page
from league.honours import selectors as honours_selectors
from league.honours.award_pages import season_awards
from league.honours.pages.all_time import all_time_players, all_time_teams
from league.honours.pages.records import league_records
from league.honours.views import MOST_PLAYERS, least_matches
from league.installation.page_cache import same_until_changed
from league.models import Cup, League
from league.people.pages.pairs import pair_record
from league.people.pages.player import player_record
from league.people.pages.players import players_of_league
from league.people.selectors import find_player
from league.people.views import LONGEST_SEARCH, MOST_LISTED
from league.results.pages.match import match_page
from league.standings.pages import ListedNight, fixture_list, result_list
from league.standings.selectors.lines import standings_lines
from league.standings.selectors.standings import division_table

Values = dict[str, object]
"""What the text of a page is written of; the public's, also for who sees more on the page."""


ValuesOf = Callable[..., Values | None]


def text_page(
    name: str, template: str, what: str = "page"
) -> Callable[[ValuesOf], Callable[..., HttpResponse]]:
    """Return what makes of the values of a page the view that sends its text, with the page's address below.

    `name` is that of the page's address; there is no `what` where there are no values.
    """

    def of_values(values_of: ValuesOf) -> Callable[..., HttpResponse]:
        @for_public
        @same_until_changed
        @functools.wraps(values_of)
        def view(request: HttpRequest, league: League, **named: Any) -> HttpResponse:
            values = values_of(request, league, **named)
            if values is None:
                raise Http404(f"{league} has no such {what}.")
            page = request.build_absolute_uri(reverse(name, args=[league.slug, *map(str, named.values())]))
            text = plain_text(template, league=league, address=page, **values)
            return HttpResponse(text, content_type="text/plain; charset=utf-8")

        return view

    return of_values


@text_page("division-standings", "standings/standings.txt", "division")
def standings(request: HttpRequest, league: League, season_slug: str, division_slug: str) -> Values | None:
    """Send the standings of a division; with `?as-of=2027-01-14` as they stood that night."""
    place = division_place(league, season_slug, division_slug)
    if place is None:
        return None
    table = division_table(place.division, _date(request.GET.get("as-of", "")), league=league)
    lines = standings_lines(table)
    played = {line.record.played for line in lines if not line.record.is_withdrawn}
    return {"table": table, "lines": lines, "all_played": played.pop() if len(played) == 1 else None}


@text_page("division-results", "standings/results.txt", "division")
def results(request: HttpRequest, league: League, season_slug: str, division_slug: str) -> Values | None:
    """Send the results of a division: all, of `?month=2027-01`, or of `?night=2027-01-14`."""
    page = result_list(league, season_slug, division_slug)
    return {"division": page.place.division, **_asked(request, page.played)} if page else None


@text_page("division-fixtures", "standings/fixtures.txt", "division")
def fixtures(request: HttpRequest, league: League, season_slug: str, division_slug: str) -> Values | None:
    """Send the fixtures to come of a division: all, of `?month=2027-01`, or of `?night=2027-01-14`."""
    page = fixture_list(league, season_slug, division_slug)
    return {"division": page.place.division, **_asked(request, page.to_come)} if page else None


@text_page("match", "results/match.txt", "match")
def match(request: HttpRequest, league: League, match_id: str) -> Values | None:
    """Send a match with its tables, or when and where it is played."""
    page = match_page(league, match_id)
    return {"page": page} if page else None


@text_page("cup", "cups/cup.txt", "cup")
def cup(request: HttpRequest, league: League, cup_slug: str) -> Values | None:
    """Send a cup as it stands, or a pairs night."""
    row = cup_at(league, cup_slug)
    if row and row.kind == Cup.Kind.PAIRS_NIGHT:
        return {"cup": row, "night": night_on_page(row)}
    return {"cup": row, "page": cup_on_page(row)} if row else None


@text_page("player-list", "people/players.txt")
def players(request: HttpRequest, league: League) -> Values:
    """Send everybody who plays by surname, or with `?search=zoe` those whose names hold it."""
    search = request.GET.get("search", "").strip()[:LONGEST_SEARCH]
    season = current_season(seasons_of(league), league_today(league))
    listed = players_of_league(league, season=season, search=search, to_secretary=False)
    return {"season": season, "players": listed[:MOST_LISTED]}


@text_page("player", "people/player.txt", "player")
def player(request: HttpRequest, league: League, player_id: str) -> Values | None:
    """Send what a player has done; 404 where the player is not shown."""
    row = find_player(league, player_id, to_secretary=False)
    season = current_season(seasons_of(league), league_today(league))
    return {"record": player_record(row, season=season, to_secretary=False)} if row else None


@text_page("pair", "people/pair.txt", "pair")
def pair(request: HttpRequest, league: League, first_id: str, second_id: str) -> Values | None:
    """Send what two have done on one side; 404 where they never sat there, or either is not shown."""
    first, second = (find_player(league, each, to_secretary=False) for each in (first_id, second_id))
    record = pair_record(first, second, to_secretary=False) if first and second else None
    return {"record": record} if record else None


@text_page("season-awards", "honours/awards.txt", "season")
def awards(request: HttpRequest, league: League, season_slug: str) -> Values | None:
    """Send the awards and pairs of a season; `?from=8` counts only players with eight matches or more."""
    least = least_matches(request.GET.get("from", ""))
    page = season_awards(league, season_slug, least=least, to_secretary=False)
    return {"awards": page} if page else None


@text_page("roll-of-honour", "honours/honours.txt")
def honours(request: HttpRequest, league: League) -> Values:
    """Send the roll of honour."""
    return {"years": [year for year in honours_selectors.roll_of_honour(league) if year.lines]}


@text_page("old-table", "honours/old_table.txt", "table")
def old_table(request: HttpRequest, league: League, year: int, division_slug: str) -> Values | None:
    """Send a final table as it was typed in."""
    table = honours_selectors.old_table(league, year, division_slug)
    if table is None:
        return None
    lines = [" | ".join(map(str, row)).strip(" |") for row in (table.columns, *table.rows)]
    return {"table": table, "lines": lines}


@text_page("league-records", "honours/records.txt")
def records(request: HttpRequest, league: League) -> Values:
    """Send the records of all seasons and who holds them."""
    return {"page": league_records(league, to_secretary=False)}


@text_page("all-time-tables", "honours/all_time.txt")
def all_time(request: HttpRequest, league: League) -> Values:
    """Send the all-time tables of teams and of the first players."""
    players = all_time_players(league, to_secretary=False)[:MOST_PLAYERS]
    return {"teams": all_time_teams(league), "players": players}


def _asked(request: HttpRequest, listed: Iterable[ListedNight]) -> Values:
    """Return the nights that are asked for, all or of a month or one, each with its matches.

    What was moved stands only where it is played; `undated` is what has no other date yet.
    """
    typed, night = request.GET.get("month", ""), _date(request.GET.get("night", ""))
    month = _date(f"{typed}-01") if typed else None
    nights = [
        (each, lines)
        for each in listed
        if night in (None, each.date) and month in (None, each.month)
        if (lines := [entry.line for entry in each.entries if not entry.has_moved])
    ]
    undated = [entry.line for each in listed for entry in each.entries if entry.line.date is None]
    return {"month": month, "nights": nights, "undated": [] if month or night else undated}


def _date(typed: str) -> datetime.date | None:
    """Return the day that is asked for. Raises Http404 for what is none."""
    try:
        return datetime.date.fromisoformat(typed) if typed else None
    except ValueError:
        raise Http404(f"“{typed[:20]}” is not a date. Write it as 2027-01-14.") from None
