"""The players in public: only as each of them wishes to be shown."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from league.accounts.access import for_public, may_keep
from league.competition.selectors import current_season, league_today, seasons_of
from league.cups.selectors.seats import cup_tallies
from league.installation.page_cache import same_until_changed
from league.models import League, Player
from league.people.pages import player_record, players_of_league
from league.registration.selectors import counted_of

LONGEST_SEARCH = 80

# A page stays a page, however many play: past these a search finds them.
MOST_LISTED = 500


@for_public
@same_until_changed
def player_list(request: HttpRequest, league: League) -> HttpResponse:
    """Everybody who plays, or with `?search=zoe` those whose names hold it; of very many the first."""
    search = request.GET.get("search", "").strip()[:LONGEST_SEARCH]
    season = current_season(seasons_of(league), league_today(league))
    players = players_of_league(
        league,
        season=season,
        search=search,
        to_secretary=may_keep(request.user, league),
    )
    page = {
        "section": "players",
        "players": players[:MOST_LISTED],
        "found": len(players),
        "search": search,
        "season": season,
        "counts_hung": any(line.hung for line in players),
    }
    return render(request, "people/players.html", page)


@for_public
@same_until_changed
def player_page(request: HttpRequest, league: League, player_id: str) -> HttpResponse:
    """What a player has done at the tables. Somebody who is not shown at all has no page for the public."""
    to_secretary = may_keep(request.user, league)
    player = league.players.select_related("merged_into").filter(public_id=player_id).first()
    if player is None or (player.shown == Player.Shown.HIDDEN and not to_secretary):
        raise Http404(f"{league} has no such player.")
    if player.merged_into:
        return redirect("player", league.slug, player.merged_into.public_id)
    season = current_season(seasons_of(league), league_today(league))
    record = player_record(player, season=season, to_secretary=to_secretary)
    page = {
        "section": "players",
        "record": record,
        "counted": counted_of(player, season) if to_secretary and season else (),
        "season": season,
        "cups": cup_tallies(player, to_secretary=to_secretary),
        "may_change": to_secretary,
    }
    return render(request, "people/player.html", page)
