"""The list of players: by surname, with what each has played and won in the season."""

import itertools
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Prefetch

from league.matches.hung_jacks import counts_hung_jacks, hung_jacks
from league.models import League, Player, Registration, Season, Seat
from league.people.names import split_name, surname_first
from league.people.pages.games import GAME_WON
from league.people.pages.lines import PlayerLine, player_line
from league.shared.text import folded

_CARD = "game__table__scorecard"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPlayer:
    """A player in the list, and the season's games."""

    line: PlayerLine
    played: int
    won: int

    @property
    def name(self) -> tuple[str, str, str]:
        """Forenames, surname, and what tells two of one name apart."""
        return split_name(self.line.name)

    @property
    def share(self) -> int | None:
        """Games won out of a hundred."""
        return round(100 * self.won / self.played) if self.played else None


def players_of_league(
    league: League, *, season: Season | None, search: str, to_secretary: bool
) -> tuple[ListedPlayer, ...]:
    """Return the players whose names hold every word of the search, whatever its accents and capitals.

    Searched and sorted in Python: SQLite folds only ASCII, and the two databases sort names differently.
    Somebody who is not shown by any name is left out for the public. Where the season's game counts hung
    jacks everybody stands with theirs. Three queries; two more with a season, for its rule book and games,
    and one where it counts hung jacks.
    """
    words = folded(search).split()
    registrations = Registration.objects.not_left().filter(season=season).select_related("team")
    players = league.players.not_merged().prefetch_related(
        Prefetch("registrations", registrations, to_attr="current")
    )
    hung = hung_jacks(season) if season and counts_hung_jacks(season) else None
    games = _games(season) if season else {}
    listed = []
    for player in players:
        if player.shown == Player.Shown.HIDDEN and not to_secretary:
            continue
        line = player_line(
            player,
            to_secretary,
            teams=tuple(each.team for each in player.current),  # type: ignore[attr-defined]  # prefetched above
            hung=hung.of_player(player.pk) if hung else None,
        )
        if all(word in folded(line.name) for word in words):
            played, won = games.get(player.pk, (0, 0))
            listed.append(ListedPlayer(line=line, played=played, won=won))
    return tuple(sorted(listed, key=lambda player: (surname_first(player.line.name), player.line.public_id)))


def by_letter(players: Iterable[ListedPlayer]) -> list[tuple[str, list[ListedPlayer]]]:
    """Return the players under the letters their surnames begin with; what is no letter under #."""

    def letter(player: ListedPlayer) -> str:
        first = surname_first(player.line.name)[0][:1].upper()
        return first if first.isalpha() else "#"

    groups = itertools.groupby(sorted(players, key=letter), letter)
    return [(first, list(group)) for first, group in groups]


def everybody(league: League) -> list[str]:
    """Everybody's name, to choose from while typing. For the secretary. One query."""
    known = league.players.not_merged()
    return sorted({str(player) for player in known}, key=folded)


def _games(season: Season) -> dict[int, tuple[int, int]]:
    """Return how many games each player has played and won in the season."""
    seats = Seat.objects.filter(
        **{f"{_CARD}__is_confirmed": True, f"{_CARD}__match__division__season": season},
        **{f"{_CARD}__match__tie": None},
        player__isnull=False,
    )
    won = Count("pk", filter=GAME_WON)
    counted = seats.order_by().values("player").annotate(played=Count("pk"), won=won)
    return {player: (played, won) for player, played, won in counted.values_list("player", "played", "won")}
