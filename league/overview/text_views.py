"""Public pages as text: the address of the page with .txt in the place of its last stroke."""

import datetime
import functools
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from league.accounts.access import for_public
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
from league.overview import page_texts, people_texts
from league.overview.page_texts import PageText
from league.people.names import KeptBack
from league.people.pages.pairs import pair_record
from league.people.pages.player import player_record
from league.people.pages.players import players_of_league
from league.people.selectors import find_player
from league.people.views import LONGEST_SEARCH, MOST_LISTED
from league.results.pages.match import match_page
from league.standings.pages import fixture_list, result_list
from league.standings.selectors.lines import standings_lines
from league.standings.selectors.standings import division_table

Text = Callable[..., PageText | None]


def text_page(name: str, what: str) -> Callable[[Text], Callable[..., HttpResponse]]:
    """Return what makes of the text of a page the view that sends it, with the page's address below.

    `name` is that of the page's address; there is no `what` where there is no text.
    """

    def of_text(text: Text) -> Callable[..., HttpResponse]:
        @for_public
        @same_until_changed
        @functools.wraps(text)
        def view(request: HttpRequest, league: League, **named: Any) -> HttpResponse:
            page = text(request, league, **named)
            if page is None:
                raise Http404(f"{league} has no such {what}.")
            address = request.build_absolute_uri(reverse(name, args=[league.slug, *map(str, named.values())]))
            return HttpResponse(page.written(league.name, address), content_type="text/plain; charset=utf-8")

        return view

    return of_text


@text_page("division-standings", "division")
def standings(request: HttpRequest, league: League, season_slug: str, division_slug: str) -> PageText | None:
    """Send the standings of a division; with `?as-of=2027-01-14` as they stood that night."""
    place = division_place(league, season_slug, division_slug)
    if place is None:
        return None
    table = division_table(place.division, _day(request, "as-of"), league=league)
    return page_texts.standings_text(table, standings_lines(table))


@text_page("division-results", "division")
def results(request: HttpRequest, league: League, season_slug: str, division_slug: str) -> PageText | None:
    """Send the results of a division: all, of `?month=2027-01`, or of `?night=2027-01-14`."""
    page = result_list(league, season_slug, division_slug)
    return page_texts.results_text(page, _month(request), _day(request, "night")) if page else None


@text_page("division-fixtures", "division")
def fixtures(request: HttpRequest, league: League, season_slug: str, division_slug: str) -> PageText | None:
    """Send the fixtures to come of a division: all, of `?month=2027-01`, or of `?night=2027-01-14`."""
    page = fixture_list(league, season_slug, division_slug)
    return page_texts.fixtures_text(page, _month(request), _day(request, "night")) if page else None


@text_page("match", "match")
def match(request: HttpRequest, league: League, match_id: str) -> PageText | None:
    """Send a match with its tables, or when and where it is played."""
    page = match_page(league, match_id)
    return page_texts.match_text(page) if page else None


@text_page("cup", "cup")
def cup(request: HttpRequest, league: League, cup_slug: str) -> PageText | None:
    """Send a cup as it stands, or a pairs night."""
    row = cup_at(league, cup_slug)
    if row and row.kind == Cup.Kind.PAIRS_NIGHT:
        return page_texts.pairs_night_text(night_on_page(row))
    return page_texts.cup_text(cup_on_page(row)) if row else None


@text_page("player-list", "page")
def players(request: HttpRequest, league: League) -> PageText:
    """Send everybody who plays by surname, or with `?search=zoe` those whose names hold it."""
    search = request.GET.get("search", "").strip()[:LONGEST_SEARCH]
    season = current_season(seasons_of(league), league_today(league))
    listed = players_of_league(league, season=season, search=search, to_secretary=False)[:MOST_LISTED]
    return people_texts.players_text(listed, f"Players, games won in {season}" if season else "Players")


@text_page("player", "player")
def player(request: HttpRequest, league: League, player_id: str) -> PageText | None:
    """Send what a player has done; 404 where the player is not shown."""
    row = find_player(league, player_id, to_secretary=False)
    season = current_season(seasons_of(league), league_today(league))
    return people_texts.player_text(player_record(row, season=season, to_secretary=False)) if row else None


@text_page("pair", "pair")
def pair(request: HttpRequest, league: League, first_id: str, second_id: str) -> PageText | None:
    """Send what two have done on one side; 404 where they never sat there, or either is not shown."""
    first, second = (find_player(league, each, to_secretary=False) for each in (first_id, second_id))
    record = pair_record(first, second, to_secretary=False) if first and second else None
    return people_texts.pair_text(record) if record else None


@text_page("season-awards", "season")
def awards(request: HttpRequest, league: League, season_slug: str) -> PageText | None:
    """Send the awards and pairs of a season; `?from=8` counts only players with eight matches or more."""
    page = season_awards(
        league, season_slug, least=least_matches(request.GET.get("from", "")), to_secretary=False
    )
    return people_texts.awards_text(page) if page else None


@text_page("roll-of-honour", "page")
def honours(request: HttpRequest, league: League) -> PageText:
    """Send the roll of honour."""
    return people_texts.honours_text(honours_selectors.roll_of_honour(league), KeptBack.of(league).hide)


@text_page("old-table", "table")
def old_table(request: HttpRequest, league: League, year: int, division_slug: str) -> PageText | None:
    """Send a final table as it was typed in."""
    table = honours_selectors.old_table(league, year, division_slug)
    return people_texts.old_table_text(table, KeptBack.of(league).hide) if table else None


@text_page("league-records", "page")
def records(request: HttpRequest, league: League) -> PageText:
    """Send the records of all seasons and who holds them."""
    return people_texts.records_text(league_records(league, to_secretary=False))


@text_page("all-time-tables", "page")
def all_time(request: HttpRequest, league: League) -> PageText:
    """Send the all-time tables of teams and of the first players."""
    return people_texts.all_time_text(
        all_time_teams(league), all_time_players(league, to_secretary=False)[:MOST_PLAYERS]
    )


def _day(request: HttpRequest, name: str) -> datetime.date | None:
    """Return the day that is asked for. Raises Http404 for what is none."""
    return _date(request.GET.get(name, ""))


def _month(request: HttpRequest) -> datetime.date | None:
    """Return the first day of the month that is asked for. Raises Http404 for what is none."""
    typed = request.GET.get("month", "")
    return _date(f"{typed}-01") if typed else None


def _date(typed: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(typed) if typed else None
    except ValueError:
        raise Http404(f"“{typed[:20]}” is not a date. Write it as 2027-01-14.") from None
