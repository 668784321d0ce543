"""The tables of a match as its page shows them: who sat down, the games, what was given or is void."""

from dataclasses import dataclass
from itertools import groupby

from league.access import KeptBack, shown_name
from league.models import Player
from league.outcomes import Pair, Void, Walkover
from league.selectors.matches import MatchLine
from league.selectors.replays import before_last
from league.sheets import SeatName, SheetGame, SheetTable
from scoring import AWAY, HOME, games
from scoring.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class NameShown:
    """A name at a table as this reader sees it; linked where it is a player's who is shown."""

    name: str
    player_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameShown:
    """One game of a table: who sat down, its score, and where the pegs stood at the end."""

    number: int
    label: str
    home_pair: tuple[NameShown, ...]
    away_pair: tuple[NameShown, ...]
    home_score: int
    away_score: int
    home_before: int | None
    away_before: int | None
    has_hands: bool

    @property
    def way_in(self) -> str:
        """What the link to its hands says."""
        return f"{self.label}, hand by hand"

    @property
    def is_won_at_home(self) -> bool:
        return self.home_score > self.away_score

    @property
    def is_won_away(self) -> bool:
        return self.away_score > self.home_score


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """Games of a table in a row with the same four at it."""

    games: tuple[GameShown, ...]

    @property
    def home_pair(self) -> tuple[NameShown, ...]:
        return self.games[0].home_pair

    @property
    def away_pair(self) -> tuple[NameShown, ...]:
        return self.games[0].away_pair

    @property
    def games_won(self) -> tuple[int, int]:
        """How many of the games each side won."""
        return sum(game.is_won_at_home for game in self.games), sum(game.is_won_away for game in self.games)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShown:
    """A table of the match. `given` is the ruling by which it was given, whatever was played.

    `void` is the one by which it counts for nobody. `only_won` are the games each side won, where that is
    all that is known of them.
    """

    number: int
    is_played: bool
    games: tuple[GameShown, ...]
    remarks: str
    private_remarks: str
    given: Walkover | None
    void: Void | None
    only_won: Pair | None = None

    @property
    def has_several_games(self) -> bool:
        return len(self.games) > 1

    @property
    def sittings(self) -> tuple[Sitting, ...]:
        """Its games by who sat down for them: a new sitting wherever somebody changed places."""
        together = groupby(self.games, key=lambda game: (game.home_pair, game.away_pair))
        return tuple(Sitting(games=tuple(games)) for _, games in together)

    @property
    def games_won(self) -> tuple[int, int]:
        """How many of its games each side won."""
        return Sitting(games=self.games).games_won


class Showing:
    """Turns a sheet into what one reader sees of it."""

    def __init__(
        self,
        players: dict[int, Player],
        rules: Rules,
        line: MatchLine,
        won: dict[int, Pair],
        to_secretary: bool,
    ) -> None:
        self._players = players
        self._rules = rules
        self._line = line
        self._won = won
        self._to_secretary = to_secretary
        self._kept_back = KeptBack.of(line.division.season.league)

    def table(self, table: SheetTable) -> TableShown:
        given = next((one for one in self._line.tables_given if one.table == table.number), None)
        return TableShown(
            number=table.number,
            is_played=table.is_played,
            games=tuple(self._game(table, game) for game in table.games),
            remarks=table.remarks,
            private_remarks=table.private_remarks if self._to_secretary else "",
            given=given,
            void=next((one for one in self._line.voids if one.table == table.number), None),
            only_won=self._won.get(table.number),
        )

    def _game(self, table: SheetTable, game: SheetGame) -> GameShown:
        running = games.score_game(game.hands, self._rules).running
        return GameShown(
            number=game.number,
            label=f"Table {table.number}" + (f", game {game.number}" if len(table.games) > 1 else ""),
            home_pair=tuple(self._name(seat) for seat in game.home_pair),
            away_pair=tuple(self._name(seat) for seat in game.away_pair),
            home_score=game.home_score or 0,
            away_score=game.away_score or 0,
            home_before=before_last(running, HOME),
            away_before=before_last(running, AWAY),
            has_hands=bool(game.hands),
        )

    def _name(self, seat: SeatName) -> NameShown:
        player = None if seat.player is None else self._players.get(seat.player)
        if player is None:
            return NameShown(name=self._written(seat.written))
        name = shown_name(player, to_secretary=self._to_secretary)
        is_linked = self._to_secretary or player.shown != Player.Shown.HIDDEN
        return NameShown(name=name, player_id=player.public_id if is_linked else "")

    def _written(self, name: str) -> str:
        return name if self._to_secretary else self._kept_back.hide(name)
