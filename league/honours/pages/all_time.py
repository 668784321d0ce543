"""All-time tables: what every team and every player has done in all seasons of a league together."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from league.honours.figures import Figures, tallied
from league.honours.games import games_of_league
from league.honours.selectors import CHAMPIONS
from league.models import Division, League, Player
from league.people.names import surname_first
from league.people.pages.lines import PlayerLine, player_line
from league.shared.text import folded
from league.standings.records import TeamRecord
from league.standings.selectors.match_lists import NamedLink
from league.standings.selectors.standings import tables_of

T = TypeVar("T")


@dataclass(slots=True, kw_only=True)
class AllTimeTeam:
    """A team's seasons added up. `half_points` has those given and taken by rulings in it.

    `titles` are its first places on the roll of honour, `names` others it stands there under.
    """

    team: NamedLink
    seasons: set[int] = field(default_factory=set)
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    half_points: int = 0
    titles: int = 0
    names: tuple[str, ...] = ()
    place: int = 0

    def add(self, record: TeamRecord, season: int) -> None:
        self.seasons.add(season)
        self.played += record.played
        self.won += record.won
        self.drawn += record.drawn
        self.lost += record.lost
        self.half_points += record.match_points


@dataclass(slots=True, kw_only=True)
class AllTimePlayer:
    """A player's seasons added up, in games."""

    line: PlayerLine
    seasons: int = 0
    played: int = 0
    won: int = 0
    place: int = 0

    def add(self, figures: Figures) -> None:
        self.seasons += 1
        self.played += figures.played
        self.won += figures.won

    @property
    def share(self) -> int:
        """Games won out of a hundred."""
        return round(100 * self.won / self.played)


def all_time_teams(league: League) -> tuple[AllTimeTeam, ...]:
    """Return the teams by match points, as the tables of all seasons stand.

    Four queries: the divisions, teams with rulings, matches, the roll; one more where hung jacks decide.
    """
    divisions = Division.objects.filter(season__league=league).select_related("season__rule_book")
    teams: dict[int, AllTimeTeam] = {}
    for table in tables_of(divisions.order_by("season__starts_on", "position", "id")):
        for row in table.rows:
            record = row.record
            if record.played:
                link = table.entrants[record.team]
                teams.setdefault(record.team, AllTimeTeam(team=link)).add(record, table.division.season_id)
    names: defaultdict[int, set[str]] = defaultdict(set)
    for key, place, holder in league.honours.values_list("team", "place", "holder"):
        if key in teams:
            teams[key].titles += place == CHAMPIONS
            names[key] |= {holder} - {teams[key].team.name}
    for key, team in teams.items():
        team.names = tuple(sorted(names[key], key=folded))
    in_order = sorted(teams.values(), key=lambda team: (*_by_points(team), folded(team.team.name)))
    return _placed(in_order, _by_points)


def _by_points(team: AllTimeTeam) -> tuple[int, int]:
    return -team.half_points, -team.won


def all_time_players(league: League, *, to_secretary: bool) -> tuple[AllTimePlayer, ...]:
    """Return the players by games won, without those whose names this reader may not see at all.

    Three queries: the games, their seats, the players.
    """
    games = games_of_league(league)
    lines = {player.pk: player_line(player, to_secretary) for player in _players(league, to_secretary)}
    players: dict[int, AllTimePlayer] = {}
    for of_season in games.values():
        for figures in tallied(of_season.values()).players:
            (key,) = figures.who
            if key in lines:
                players.setdefault(key, AllTimePlayer(line=lines[key])).add(figures)
    in_order = sorted(
        players.values(), key=lambda player: (*_by_won(player), *surname_first(player.line.name))
    )
    return _placed(in_order, _by_won)


def _players(league: League, to_secretary: bool) -> Iterable[Player]:
    players = league.players.all()
    return players if to_secretary else players.exclude(shown=Player.Shown.HIDDEN)


def _by_won(player: AllTimePlayer) -> tuple[int, int]:
    return -player.won, player.played


def _placed(in_order: Sequence[T], rank: Callable[[T], Any]) -> tuple[T, ...]:
    """Return the lines with their places, which the level share."""
    ranks: dict[Any, int] = {}
    for place, line in enumerate(in_order, start=1):
        line.place = ranks.setdefault(rank(line), place)  # type: ignore[attr-defined]  # both kinds have one
    return tuple(in_order)
