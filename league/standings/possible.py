"""What a match to come can give: the pairs of match points its format allows."""

from collections.abc import Iterator
from functools import lru_cache

from league.outcomes import Pair
from scoring.match_formats import DecidedBy, MatchFormat
from scoring.matches import score_match

Won = tuple[int, int, int]
"""Games, or tables, won by home, won by away, and drawn."""


@lru_cache(maxsize=32)
def possible_points(form: MatchFormat) -> frozenset[Pair]:
    """Every pair of match points, home first, that a match played in full can give, in halves.

    Every way the games of every table can be won is tried (drawn too, in a game without a target), and with
    each the totals that matter for the aggregate: level, either side ahead, narrowly and by a lot. Nothing
    given without play is among them.
    """
    found = set()
    for tables in _matches(form):
        home, away = (sum(won[side] for won in tables) for side in (0, 1))
        for total_home, total_away in _totals(home, away, form):
            scores = _scores(tables, total_home, total_away, form)
            points = score_match(scores, form).match_points
            found.add((points[0], points[1]))
    return frozenset(found)


def _matches(form: MatchFormat) -> Iterator[tuple[Won, ...]]:
    """The games of each table, one example of every way the tables and games of a match can be won."""
    # What tells two ways apart: tables, games, and whether all tables were played to their end.
    examples: dict[tuple[Won, Won, bool], tuple[Won, ...]] = {((0, 0, 0), (0, 0, 0), True): ()}
    for number in range(form.tables):
        following: dict[tuple[Won, Won, bool], tuple[Won, ...]] = {}
        for (tables, games, are_whole), example in examples.items():
            for won, is_whole in _tables(form.games_at(number), form.stop_when_decided, form.target is None):
                key = (_added(tables, _table_of(won, form)), _added(games, won), are_whole and is_whole)
                if _is_within_race(key[1], form) and (is_whole or form.race_to):
                    following.setdefault(key, (*example, won))
        examples = following
    for (_, games, are_whole), example in examples.items():
        if _is_over(games, form, are_whole=are_whole):
            yield example


def _is_within_race(games: Won, form: MatchFormat) -> bool:
    """Whether no side has gone on past the race, nor both have won it."""
    home, away, _ = games
    return form.race_to is None or (max(home, away) <= form.race_to and min(home, away) < form.race_to)


def _is_over(games: Won, form: MatchFormat, *, are_whole: bool) -> bool:
    """A match ends when all is played, or with the race: tables may be broken off only by that."""
    return are_whole or (form.race_to is not None and max(games[:2]) == form.race_to)


@lru_cache(maxsize=64)
def _tables(games: int, stops_when_decided: bool, can_be_drawn: bool) -> tuple[tuple[Won, bool], ...]:
    """How the games of a table can stand at any time, and whether it is at its end then."""
    found: dict[Won, bool] = {}
    under_way = {(0, 0, 0)}
    while under_way:
        home, away, drawn = won = under_way.pop()
        left = games - home - away - drawn
        found[won] = not left or (stops_when_decided and abs(home - away) > left)
        if not found[won]:
            under_way |= {(home + 1, away, drawn), (home, away + 1, drawn)}
            if can_be_drawn:
                under_way.add((home, away, drawn + 1))
    return tuple(sorted(found.items()))


def _table_of(won: Won, form: MatchFormat) -> Won:
    """The table those games make, where tables count for anything."""
    if not (form.table_won or form.table_drawn or form.decided_by is DecidedBy.TABLES):
        return 0, 0, 0
    home, away, _ = won
    return int(home > away), int(away > home), int(home == away)


def _added(one: Won, other: Won) -> Won:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _most(games: int, form: MatchFormat) -> int:
    """The most a game can be won by; without a target, enough to tell narrowly from by a lot."""
    return form.target + form.overshoot if form.target else games + form.close_loss_by + 2


def _totals(home: int, away: int, form: MatchFormat) -> Iterator[Pair]:
    """By how much in all home wins its games and away its own: an example of each case that matters."""
    most = _most(home + away, form)
    least_lead, most_lead = home - away * most, home * most - away
    leads = {least_lead}
    if form.aggregate or form.decided_by is DecidedBy.AGGREGATE:
        near = {0, 1, form.close_loss_by, form.close_loss_by + 1}
        leads |= {most_lead, *near, *(-lead for lead in near)}
    for lead in leads:
        if least_lead <= lead <= most_lead:
            away_total = max(away, home - lead)
            yield away_total + lead, away_total


def _scores(
    tables: tuple[Won, ...], total_home: int, total_away: int, form: MatchFormat
) -> list[list[tuple[int, int]]]:
    """Scores of the games, by which each side's wins come to those totals."""
    games = [sum(won[side] for won in tables) for side in (0, 1)]
    most = _most(sum(games), form)
    by_home = _spread(total_home, games[0], most)
    by_away = _spread(total_away, games[1], most)
    return [
        [_final(next(by_home), form) for _ in range(home)]
        + [_final(next(by_away), form)[::-1] for _ in range(away)]
        + [(0, 0)] * drawn
        for home, away, drawn in tables
    ]


def _spread(total: int, games: int, most: int) -> Iterator[int]:
    """A total over games, each by at least one and at most so much."""
    for left in range(games, 0, -1):
        one = min(most, total - (left - 1))
        total -= one
        yield one


def _final(by: int, form: MatchFormat) -> Pair:
    """A game won by so much."""
    if form.target is None or by > form.target:
        return by, 0
    return form.target, form.target - by
