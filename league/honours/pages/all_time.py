"""All-time tables: what every team and every player has done in all seasons of a league together."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from operator import attrgetter
from typing import Any, TypeVar

from league.honours.counted import kept_of, without
from league.honours.figures import tallied
from league.honours.games import games_of_seasons
from league.honours.selectors import CHAMPIONS
from league.models import Division, League, Player, Season, Team
from league.people.names import surname_first
from league.people.pages.lines import PlayerLine, player_line
from league.shared.text import folded
from league.standings.selectors.standings import tables_of

T = TypeVar("T")
Totals = Mapping[str, Sequence[int]]
OF_RECORD = attrgetter("played", "won", "drawn", "lost", "match_points")


@dataclass(slots=True)
class AllTimeTeam:
    """A team's seasons added up. `half_points` has those given and taken by rulings in it.

    `titles` are its first places on the roll of honour, `names` others it stands there under.
    """

    team: Team
    seasons: int
    played: int
    won: int
    drawn: int
    lost: int
    half_points: int
    titles: int = 0
    names: tuple[str, ...] = ()
    place: int = 0


@dataclass(slots=True, kw_only=True)
class AllTimePlayer:
    """A player's seasons added up, in games."""

    line: PlayerLine
    seasons: int
    played: int
    won: int
    place: int = 0

    @property
    def share(self) -> int:
        """Games won out of a hundred."""
        return round(100 * self.won / self.played)


def all_time_teams(league: League) -> tuple[AllTimeTeam, ...]:
    """Return the teams by match points, as the tables of all seasons stand.

    Six queries: what is kept of closed seasons; the divisions, teams with rulings and matches of others; the
    teams and the roll. One more where hung jacks decide.
    """
    totals = _totals(league, "teams", totals_of_teams)
    links = league.teams.in_bulk(map(int, totals))
    teams = {
        key: AllTimeTeam(link, *totals[str(key)])  # type: ignore[arg-type]  # six sums
        for key, link in links.items()
    }
    names: defaultdict[int, set[str]] = defaultdict(set)
    for key, place, holder in league.honours.values_list("team", "place", "holder"):
        if key in teams:
            teams[key].titles += place == CHAMPIONS
            names[key] |= {holder} - {teams[key].team.name}
    for key, team in teams.items():
        team.names = tuple(sorted(names[key], key=folded))
    return _placed(
        sorted(teams.values(), key=lambda team: folded(team.team.name)),
        lambda team: (-team.half_points, -team.won),
    )


def _totals(league: League, whose: str, count: Callable[[Iterable[Season]], Totals]) -> Totals:
    kept = kept_of(league, "totals")
    return added([*(row.totals[whose] for row in kept), count(without(kept, league.seasons.all()))])


def totals_of_teams(seasons: Iterable[Season]) -> Totals:
    """Return what each team has done in seasons, by its key, in the order of `AllTimeTeam`."""
    divisions = Division.objects.filter(season__in=seasons).select_related("season__rule_book")
    played_in: defaultdict[str, set[int]] = defaultdict(set)
    sums = []
    for table in tables_of(divisions.order_by("season__starts_on", "position", "id")):
        for row in table.rows:
            if row.record.played:
                played_in[str(row.record.team)].add(table.division.season_id)
                sums.append({str(row.record.team): [0, *OF_RECORD(row.record)]})
    return added([*sums, *({key: [len(of)]} for key, of in played_in.items())])


def added(totals: Iterable[Totals]) -> dict[str, list[int]]:
    """Return totals added up by their keys."""
    sums: dict[str, list[int]] = {}
    for of_some in totals:
        for key, numbers in of_some.items():
            sums[key] = [own + more for own, more in zip_longest(sums.get(key, ()), numbers, fillvalue=0)]
    return sums


def all_time_players(league: League, *, to_secretary: bool) -> tuple[AllTimePlayer, ...]:
    """Return the players by games won, without those whose names this reader may not see at all.

    Five queries: what is kept of closed seasons, and the others; their games, their seats; the players.
    """
    totals = _totals(league, "players", totals_of_players)
    seen = league.players.exclude(shown__in=() if to_secretary else (Player.Shown.HIDDEN,))
    lines = {player.pk: player_line(player, to_secretary) for player in seen}
    players = [
        AllTimePlayer(line=lines[int(key)], seasons=seasons, played=played, won=won)
        for key, (seasons, played, won) in totals.items()
        if int(key) in lines
    ]
    return _placed(
        sorted(players, key=lambda player: surname_first(player.line.name)),
        lambda player: (-player.won, player.played),
    )


def totals_of_players(seasons: Iterable[Season]) -> Totals:
    """Return in how many seasons each player has played, by their key, and games played and won."""
    games = games_of_seasons([season.pk for season in seasons])
    return added(
        {str(figures.who[0]): [1, figures.played, figures.won]}
        for of_season in games.values()
        for figures in tallied(of_season.values()).players
    )


def _placed(by_name: Sequence[T], rank: Callable[[T], Any]) -> tuple[T, ...]:
    """Return the lines by rank with their places, which the level share, in the order they came in."""
    ranks: dict[Any, int] = {}
    in_order = tuple(sorted(by_name, key=rank))
    for place, line in enumerate(in_order, start=1):
        line.place = ranks.setdefault(rank(line), place)  # type: ignore[attr-defined]  # both kinds have one
    return in_order
