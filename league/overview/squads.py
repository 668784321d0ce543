"""The squad of a team in a season: who is registered or has sat down for it, and what they have won."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from league.matches.hung_jacks import HungJacks, SeasonsHungJacks
from league.models import Player, Registration, Season, Seat, Side, Team
from league.people.pages.lines import PlayerLine, PlayerTally, player_line
from league.registration.selectors import counted_in
from league.shared.text import folded


@dataclass(frozen=True, slots=True, kw_only=True)
class SquadLine:
    """A player of the squad: what they have played for this team in the season, and whether they have
    left it.

    `hung` are the jacks of the games they sat down for; None where the game does not count them apart.
    `counted` is for the secretary: how often they have played up, or helped out elsewhere.
    """

    player: PlayerLine
    tally: PlayerTally
    hung: HungJacks | None
    has_left: bool
    counted: tuple[str, ...] = ()


def squad_of(
    team: Team, season: Season, hung: SeasonsHungJacks | None, to_secretary: bool
) -> tuple[SquadLine, ...]:
    """Return those registered in the season, and whoever else has sat down for the team, by tables won.

    Those who have left come after the others, and those whose name is not shown to this reader last of all.
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
        SquadLine(
            player=player_line(player, to_secretary),
            tally=_tally(games[player.pk]),
            hung=hung.of_player(player.pk, team.pk) if hung else None,
            has_left=left,
            counted=counted.get(player.pk, ()),
        )
        for player, left in has_left.items()
        if not left or games[player.pk]
    )
    return tuple(sorted(squad, key=_by_games_won))


def _by_games_won(line: SquadLine) -> tuple[bool | int | str, ...]:
    player, tally = line.player, line.tally
    figures = (not tally.played, -tally.won, -tally.difference)
    return not player.public_id, line.has_left, *figures, folded(player.name), player.public_id


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
