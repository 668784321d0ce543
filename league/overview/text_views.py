"""Public pages as text: the address of the page with .txt in the place of its last stroke."""

import datetime

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


@for_public
@same_until_changed
def standings(request: HttpRequest, league: League, season_slug: str, division_slug: str) -> HttpResponse:
    """Send the standings of a division; with `?as-of=2027-01-14` as they stood that night."""
    place = division_place(league, season_slug, division_slug)
    if place is None:
        raise Http404(f"{league} has no division at this address.")
    table = division_table(place.division, _day(request, "as-of"), league=league)
    page = page_texts.standings_text(table, standings_lines(table))
    return _text(request, league, page, "division-standings", season_slug, division_slug)


@for_public
@same_until_changed
def results(request: HttpRequest, league: League, season_slug: str, division_slug: str) -> HttpResponse:
    """Send the results of a division: all, of `?month=2027-01`, or of `?night=2027-01-14`."""
    page = result_list(league, season_slug, division_slug)
    if page is None:
        raise Http404(f"{league} has no division at this address.")
    text = page_texts.results_text(page, _month(request), _day(request, "night"))
    return _text(request, league, text, "division-results", season_slug, division_slug)


@for_public
@same_until_changed
def fixtures(request: HttpRequest, league: League, season_slug: str, division_slug: str) -> HttpResponse:
    """Send the fixtures to come of a division: all, of `?month=2027-01`, or of `?night=2027-01-14`."""
    page = fixture_list(league, season_slug, division_slug)
    if page is None:
        raise Http404(f"{league} has no division at this address.")
    text = page_texts.fixtures_text(page, _month(request), _day(request, "night"))
    return _text(request, league, text, "division-fixtures", season_slug, division_slug)


@for_public
@same_until_changed
def match(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Send a match with its tables, or when and where it is played."""
    page = match_page(league, match_id)
    if page is None:
        raise Http404(f"{league} has no such match.")
    return _text(request, league, page_texts.match_text(page), "match", match_id)


@for_public
@same_until_changed
def cup(request: HttpRequest, league: League, cup_slug: str) -> HttpResponse:
    """Send a cup as it stands, or a pairs night."""
    row = cup_at(league, cup_slug)
    if row is None:
        raise Http404(f"{league} has no cup {cup_slug}.")
    is_night = row.kind == Cup.Kind.PAIRS_NIGHT
    page = (
        page_texts.pairs_night_text(night_on_page(row)) if is_night else page_texts.cup_text(cup_on_page(row))
    )
    return _text(request, league, page, "cup", cup_slug)


@for_public
@same_until_changed
def players(request: HttpRequest, league: League) -> HttpResponse:
    """Send everybody who plays by surname, or with `?search=zoe` those whose names hold it."""
    search = request.GET.get("search", "").strip()[:LONGEST_SEARCH]
    season = current_season(seasons_of(league), league_today(league))
    listed = players_of_league(league, season=season, search=search, to_secretary=False)[:MOST_LISTED]
    title = f"Players, games won in {season}" if season else "Players"
    return _text(request, league, people_texts.players_text(listed, title), "player-list")


@for_public
@same_until_changed
def player(request: HttpRequest, league: League, player_id: str) -> HttpResponse:
    """Send what a player has done; 404 where the player is not shown."""
    row = find_player(league, player_id, to_secretary=False)
    if row is None:
        raise Http404(f"{league} has no such player.")
    season = current_season(seasons_of(league), league_today(league))
    record = player_record(row, season=season, to_secretary=False)
    return _text(request, league, people_texts.player_text(record), "player", row.public_id)


@for_public
@same_until_changed
def pair(request: HttpRequest, league: League, first_id: str, second_id: str) -> HttpResponse:
    """Send what two have done on one side; 404 where they never sat there, or either is not shown."""
    first, second = (find_player(league, each, to_secretary=False) for each in (first_id, second_id))
    record = pair_record(first, second, to_secretary=False) if first and second else None
    if first is None or second is None or record is None:
        raise Http404(f"{league} has no such pair.")
    text = people_texts.pair_text(record)
    return _text(request, league, text, "pair", first.public_id, second.public_id)


@for_public
@same_until_changed
def awards(request: HttpRequest, league: League, season_slug: str) -> HttpResponse:
    """Send the awards and pairs of a season; `?from=8` counts only players with eight matches or more."""
    least = least_matches(request.GET.get("from", ""))
    page = season_awards(league, season_slug, least=least, to_secretary=False)
    if page is None:
        raise Http404(f"{league} has no season “{season_slug}”.")
    return _text(request, league, people_texts.awards_text(page), "season-awards", season_slug)


@for_public
@same_until_changed
def honours(request: HttpRequest, league: League) -> HttpResponse:
    """Send the roll of honour."""
    text = people_texts.honours_text(honours_selectors.roll_of_honour(league), KeptBack.of(league).hide)
    return _text(request, league, text, "roll-of-honour")


@for_public
@same_until_changed
def old_table(request: HttpRequest, league: League, year: int, division_slug: str) -> HttpResponse:
    """Send a final table as it was typed in."""
    table = honours_selectors.old_table(league, year, division_slug)
    if table is None:
        raise Http404(f"{league} has no such table.")
    text = people_texts.old_table_text(table, KeptBack.of(league).hide)
    return _text(request, league, text, "old-table", str(year), division_slug)


@for_public
@same_until_changed
def records(request: HttpRequest, league: League) -> HttpResponse:
    """Send the records of all seasons and who holds them."""
    text = people_texts.records_text(league_records(league, to_secretary=False))
    return _text(request, league, text, "league-records")


@for_public
@same_until_changed
def all_time(request: HttpRequest, league: League) -> HttpResponse:
    """Send the all-time tables of teams and of the first players."""
    players = all_time_players(league, to_secretary=False)[:MOST_PLAYERS]
    text = people_texts.all_time_text(all_time_teams(league), players)
    return _text(request, league, text, "all-time-tables")


def _text(request: HttpRequest, league: League, page: PageText, name: str, *named: str) -> HttpResponse:
    address = request.build_absolute_uri(reverse(name, args=[league.slug, *named]))
    return HttpResponse(page.written(league.name, address), content_type="text/plain; charset=utf-8")


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
