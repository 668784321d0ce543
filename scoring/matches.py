"""A match: how a league plays and counts it, as data, and its tables turned into match points.

Knows nothing of hands: a game is its final score. Points are whole numbers of whatever the league counts in
(halves, where it has halves).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from .errors import Fault, ImpossibleScore
from .hands import Score
from .possible_scores import final_fault
from .seats import NOBODY, Side, Taker


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
    played by then is not missed. `match_win_away` is for a match won away; None: as at home. `close_loss`
    goes to the loser of the match when beaten by at most `close_loss_by`. A walkover gives its table the
    score `walkover_award`, or, with None, to nobody.
    """

    sides: int = 2
    tables: int = 4
    players_a_side: int = 2
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
    # Not shown, because seeds of chances are made of what is: those of leagues without it stay as they are.
    match_win_away: int | None = field(default=None, repr=False)
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

    @property
    def frames(self) -> int:
        """Return how many games a match has at most."""
        return sum(map(self.games_at, range(self.tables)))

    @property
    def can_draw(self) -> bool:
        """Return whether a match may end level: not a race, nor an odd number of games that are all won."""
        is_odd = self.tables % 2 == 1 and all(self.games_at(table) % 2 for table in range(self.tables))
        return not (self.race_to or (is_odd and self.target is not None and not self.aggregate))

    def games_at(self, table: int) -> int:
        """Return how many games a table (from 0) plays."""
        games = self.games_per_table
        return games[table] if isinstance(games, tuple) else games

    def match_win_of(self, side: int) -> int:
        """Return what winning the match gives a side; the home side is 0."""
        return self.match_win_away if side and self.match_win_away is not None else self.match_win

    def games_given(self, table: int) -> int:
        """Return how many games a side is given with a table (from 0): as many as it must have won."""
        games = self.games_at(table)
        return games // 2 + 1 if self.stop_when_decided else games


_LEAST = {"sides": 2, "tables": 1, "players_a_side": 1, "race_to": 1, "overshoot": 0}


TableResult: TypeAlias = Sequence[int] | Sequence[Sequence[int]] | None
"""A table as it comes: one final score, the final scores of its games, or None for not played."""


@dataclass(frozen=True, slots=True)
class MatchScore:
    """What a match gave each side, and every fault.

    A race that was won leaves tables out or broken off; these count as they stand. `winner` is None while no
    table counts. A table with a fault counts for nobody.
    """

    tables_won: Score
    tables_drawn: int
    games_won: Score
    aggregate: Score
    aggregate_points: Score
    match_points: Score
    winner: Taker | None
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class _Result:
    """One table that counts: its games' scores and whether they go into the aggregate."""

    games: tuple[Score, ...]
    in_aggregate: bool = True


def score_match(
    tables: Sequence[TableResult], form: MatchFormat, walkovers: Mapping[int, Side] | None = None
) -> MatchScore:
    """Return the match points of the tables, in the league's format.

    `walkovers` names the side given a table (from 0) that was not played, which must then be None. Nothing
    is refused: faults are listed, and what the other tables give still counts.
    """
    awarded = walkovers or {}
    played = _race(tables, form)
    without_play = _games_given(form, awarded, played)
    race = _with_given(played, awarded, without_play)
    match_faults = _whole_match_faults(tables, form, awarded) + _race_faults(race, form)
    is_run = form.race_to is not None and max(race) >= form.race_to
    results = []
    for number, table in enumerate(tables):
        games = _games(table)
        wrong = _table_faults(number, games, form, awarded.get(number), is_run=is_run)
        match_faults += wrong
        if wrong or (number in awarded and form.walkover_award is None):
            continue
        if number in awarded:
            # None are needed of a table given in a race that is run: it counts for nothing more.
            if without_play.get(number, 1):
                results.append(_walkover(awarded[number], form, without_play.get(number, 1)))
        elif games:
            results.append(_Result(games))
    return _counted(results, form, tuple(match_faults))


def _games(table: TableResult) -> tuple[Score, ...] | None:
    """Return the scores of a table's games, whichever way it was given."""
    if table is None:
        return None
    if table and isinstance(table[0], int):
        return (tuple(table),)  # type: ignore[arg-type]
    return tuple(tuple(game) for game in table)  # type: ignore[arg-type]


def _whole_match_faults(
    tables: Sequence[TableResult], form: MatchFormat, walkovers: Mapping[int, Side]
) -> list[Fault]:
    match_faults = []
    if len(tables) != form.tables:
        match_faults.append(Fault("four_tables", {"right": form.tables, "received": len(tables)}))
    strange = (number for number in walkovers if not 0 <= number < len(tables))
    return match_faults + [Fault("walkover_table", {"received": number + 1}) for number in strange]


def _games_given(form: MatchFormat, walkovers: Mapping[int, Side], played: Score) -> dict[int, int]:
    """Return how many games each table given without play stands for: in a race those still needed."""
    won, games_at = list(played), {}
    for number, side in walkovers.items():
        if form.walkover_award is None or not (0 <= number < form.tables and 0 <= side < form.sides):
            continue
        needed = form.games_given(number)
        games_at[number] = needed if form.race_to is None else max(min(needed, form.race_to - won[side]), 0)
        won[side] += games_at[number]
    return games_at


def _with_given(played: Score, walkovers: Mapping[int, Side], games: Mapping[int, int]) -> Score:
    """Return games won at the tables and without play together."""
    winners = [walkovers[number] for number, count in games.items() for _ in range(count)]
    return tuple(won + winners.count(side) for side, won in enumerate(played))


def _race(tables: Sequence[TableResult], form: MatchFormat) -> Score:
    """Return how many games each side has won at the tables."""
    won = [_leader(game) for table in tables for game in _games(table) or () if not _score_fault(game, form)]
    return tuple(won.count(side) for side in range(form.sides))


def _race_faults(race: Score, form: MatchFormat) -> list[Fault]:
    """Return the faults of a race, which ends with the game that wins it: nobody wins more."""
    if form.race_to is None:
        return []
    passed = [
        Fault("race_passed", {"side": side, "received": won, "right": form.race_to})
        for side, won in enumerate(race)
        if won > form.race_to
    ]
    arrived = sum(won >= form.race_to for won in race)
    return passed + [Fault("race_to_two", {"right": form.race_to, "received": race})] * (arrived > 1)


def _table_faults(
    number: int, games: tuple[Score, ...] | None, form: MatchFormat, walkover: Side | None, *, is_run: bool
) -> list[Fault]:
    """Return what is wrong with a table. Once the race is run it need not be played to its end."""
    if walkover is not None:
        if games is not None:
            return [Fault("walkover_with_score", table=number)]
        known = 0 <= walkover < form.sides
        return [] if known else [Fault("walkover_side", {"received": walkover}, table=number)]
    if games is None:
        return [] if is_run else [Fault("unplayed", table=number)]
    table_faults = [replace(fault, table=number) for game in games if (fault := _score_fault(game, form))]
    most = form.games_at(number) if number < form.tables else len(games)
    too_few = not is_run and (not games or (len(games) < most and not form.stop_when_decided))
    if len(games) > most or too_few:
        table_faults.append(Fault("games_at_table", {"received": len(games), "right": most}, table=number))
    return table_faults


def _score_fault(game: Score, form: MatchFormat) -> Fault | None:
    """Return what is wrong with the final score of one game."""
    if len(game) != form.sides or min(game) < 0:
        return Fault("not_a_score", {"received": game})
    return None if form.target is None else final_fault(game, form.target, overshoot=form.overshoot)


def _walkover(side: Side, form: MatchFormat, games: int) -> _Result:
    """Return the score a walkover gives in each game, the award's first number to the side it is given to."""
    winner, loser = form.walkover_award or (0, 0)
    game = tuple(winner if seat == side else loser for seat in range(form.sides))
    return _Result((game,) * games, form.walkover_in_aggregate)


def _counted(results: Sequence[_Result], form: MatchFormat, match_faults: tuple[Fault, ...]) -> MatchScore:
    """Return the score of the match: tables, games and aggregate, then what they decide."""
    sides = range(form.sides)
    tables = [_table_winner(result) for result in results]
    games = [_leader(game) for result in results for game in result.games]
    tables_won = tuple(tables.count(side) for side in sides)
    games_won = tuple(games.count(side) for side in sides)
    counting = [game for result in results if result.in_aggregate for game in result.games]
    aggregate = tuple(sum(game[side] for game in counting) for side in sides)
    for_aggregate = _aggregate_points(aggregate, form) if counting else (0,) * form.sides
    drawn = tables.count(NOBODY)
    points = tuple(
        form.table_won * tables_won[side]
        + form.table_drawn * drawn
        + form.game_won * games_won[side]
        + for_aggregate[side]
        for side in sides
    )
    deciding = {
        DecidedBy.MATCH_POINTS: points,
        DecidedBy.TABLES: tables_won,
        DecidedBy.GAMES: games_won,
        DecidedBy.AGGREGATE: aggregate,
    }[form.decided_by]
    total = tuple(map(sum, zip(points, _bonuses(deciding, form), strict=True))) if results else points
    winner = _leader(deciding) if results else None
    return MatchScore(tables_won, drawn, games_won, aggregate, for_aggregate, total, winner, match_faults)


def _leader(score: Score) -> Taker:
    """Return the side ahead, or nobody."""
    best = max(score)
    return score.index(best) if score.count(best) == 1 else NOBODY


def _table_winner(result: _Result) -> Taker:
    """Return the side that won the table: its game, or more of its games."""
    if len(result.games) == 1:
        return _leader(result.games[0])
    leaders = [_leader(game) for game in result.games]
    return _leader(tuple(leaders.count(side) for side in range(len(result.games[0]))))


def _aggregate_points(aggregate: Score, form: MatchFormat) -> Score:
    """Return the aggregate's points to the side with more, or as the format settles a level one."""
    leader = _leader(aggregate)
    if leader is not NOBODY:
        return tuple(form.aggregate if side == leader else 0 for side in range(form.sides))
    each = {
        AggregateTie.NONE: 0,
        AggregateTie.ONE_EACH: form.aggregate // form.sides,
        AggregateTie.TWO_EACH: form.aggregate,
    }[form.aggregate_tie]
    return (each,) * form.sides


def _bonuses(deciding: Score, form: MatchFormat) -> Score:
    """Return what winning, drawing, losing or narrowly losing the match itself gives."""
    leader = _leader(deciding)
    if leader is NOBODY:
        return (form.match_draw,) * form.sides
    narrow = form.close_loss_by > 0
    return tuple(
        form.match_win_of(side)
        if side == leader
        else form.match_loss
        + (form.close_loss if narrow and deciding[leader] - deciding[side] <= form.close_loss_by else 0)
        for side in range(form.sides)
    )
