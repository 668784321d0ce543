"""How a league plays and counts a match, as data.

Points are whole numbers of whatever the league counts in (halves, where it has halves).
"""

from dataclasses import dataclass
from enum import StrEnum

from scoring.errors import ImpossibleScore
from scoring.faults import Fault


class AggregateTie(StrEnum):
    """What a level aggregate gives: nothing, half of its points to each side, or the whole to each."""

    NONE = "none"
    ONE_EACH = "one_each"
    TWO_EACH = "two_each"


class DecidedBy(StrEnum):
    """What decides who wins the match."""

    MATCH_POINTS = "match_points"
    TABLES = "tables"
    GAMES = "games"
    AGGREGATE = "aggregate"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchFormat:
    """How a league plays and counts a match. The defaults are the Heckmondwike league's.

    Target None is a game without one, as a rink of bowls; `overshoot` is how far a winner can pass the
    target. `games_per_table` is one number or one for each table. With `stop_when_decided` a table need not
    play all its games. `race_to` ends the match with the side that first wins so many games: what was not
    played by then is not missed. `close_loss` goes to the loser of the match when beaten by at most
    `close_loss_by`. A walkover gives its table the score `walkover_award`, or, with None, to nobody.
    """

    sides: int = 2
    tables: int = 4
    players_per_table_side: int = 2
    games_per_table: int | tuple[int, ...] = 1
    stop_when_decided: bool = False
    race_to: int | None = None
    target: int | None = 15
    overshoot: int = 0
    table_won: int = 2
    table_drawn: int = 0
    game_won: int = 0
    aggregate: int = 2
    aggregate_tie: AggregateTie = AggregateTie.ONE_EACH
    match_win: int = 0
    match_draw: int = 0
    match_loss: int = 0
    decided_by: DecidedBy = DecidedBy.MATCH_POINTS
    close_loss: int = 0
    close_loss_by: int = 0
    walkover_award: tuple[int, int] | None = (15, 0)
    walkover_in_aggregate: bool = True

    def __post_init__(self) -> None:
        if self.aggregate_tie is AggregateTie.ONE_EACH and self.aggregate % self.sides:
            raise ImpossibleScore(Fault("odd_aggregate", {"points": self.aggregate}))
        for name, least in _LEAST.items():
            if (received := getattr(self, name)) is not None and received < least:
                params = {"name": name, "received": received, "right": f"{least} or more"}
                raise ImpossibleScore(Fault("bad_format", params))
        games = self.games_per_table
        listed = games if isinstance(games, tuple) else (games,)
        if min(listed, default=0) < 1 or (isinstance(games, tuple) and len(games) != self.tables):
            params = {"name": "games_per_table", "received": games, "right": "from 1, or so for each table"}
            raise ImpossibleScore(Fault("bad_format", params))

    def games_at(self, table: int) -> int:
        """How many games a table (from 0) plays."""
        games = self.games_per_table
        return games[table] if isinstance(games, tuple) else games

    def games_given(self, table: int) -> int:
        """How many games go to the side that is given a table (from 0): as many as it must have won."""
        games = self.games_at(table)
        return games // 2 + 1 if self.stop_when_decided else games


_LEAST = {"sides": 2, "tables": 1, "players_per_table_side": 1, "race_to": 1, "overshoot": 0}
