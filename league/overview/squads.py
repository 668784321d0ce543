"""The squad of a team in a season: who is registered or has sat down for it, and what they have won."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Q

from league.matches.hung_jacks import SeasonsHungJacks
from league.models import Player, Registration, Season, Seat, Side, Team
from league.people.pages.lines import PlayerTally, player_line
from league.registration.selectors import counted_in
from league.shared.text import folded


def squad_of(
    team: Team, season: Season, hung: SeasonsHungJacks | None, to_secretary: bool
) -> list[dict[str, Any]]:
    """Return those registered in the season, and whoever else has sat down for the team, by tables won.

    Each comes with what they have played for this team in the season (`tally`), the jacks of the games they
    sat down for (`hung`; None where the game does not count them apart), and for the secretary with how often
    they have played up, or helped out elsewhere (`counted`). Those who have left come after the others, and
    those whose name is not shown to this reader last of all.
    """
    registered = Registration.objects.filter(
        season=season, team=team, player__merged_into=None
    ).select_related("player")
    has_left: dict[Player, bool] = {}
    for registration in registered.order_by("registered_on", "id"):
        has_left[registration.player] = registration.left_on is not None
    games = _games_by_player(team, season)
    for guest in Player.objects.filter(pk__in=games.keys() - {player.pk for player in has_left}):
        has_left[guest] = False
    counted = counted_in(season, [player.pk for player in has_left]) if to_secretary else {}
    squad = (
        {
            "player": player_line(player, to_secretary),
            "tally": _tally(games[player.pk]),
            "hung": hung.of_player(player.pk, team.pk) if hung else None,
            "has_left": left,
            "counted": counted.get(player.pk, ()),
        }
        for player, left in has_left.items()
        if not left or games[player.pk]
    )
    return sorted(squad, key=_by_games_won)


def _by_games_won(line: dict[str, Any]) -> tuple[bool | int | str, ...]:
    player, tally = line["player"], line["tally"]
    figures = (not tally.played, -tally.won, -tally.difference)
    return not player.public_id, line["has_left"], *figures, folded(player.name), player.public_id


def _games_by_player(team: Team, season: Season) -> defaultdict[int, list[tuple[int, int]]]:
    """Return the games of each player for the team: own score and the other's."""
    match = "game__table__scorecard__match"
    sat_for_team = Q(side=Side.HOME, **{f"{match}__home": team}) | Q(
        side=Side.AWAY, **{f"{match}__away": team}
    )
    seats = Seat.objects.filter(
        sat_for_team,
        player__isnull=False,
        game__table__scorecard__is_confirmed=True,
        **{f"{match}__division__season": season, f"{match}__tie": None},
    )
    games: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    scores = seats.values_list("player", "side", "game__home_score", "game__away_score")
    for player, side, home, away in scores:
        if player is not None:
            games[player].append((home, away) if side == Side.HOME else (away, home))
    return games


def _tally(games: Iterable[tuple[int, int]]) -> PlayerTally:
    games = tuple(games)
    return PlayerTally(
        played=len(games),
        won=sum(own > other for own, other in games),
        points_for=sum(own for own, _ in games),
        points_against=sum(other for _, other in games),
    )
