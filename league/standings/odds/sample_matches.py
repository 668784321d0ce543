"""Matches of a format played by chance, scored as any other: what a coming match is drawn from.

A few thousand matches are played once between sides of several differences in strength, and each is scored
by the league's own rules. For any other difference the same matches are weighted by how likely they are then.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from league.matches.outcomes import Pair
from league.standings.records import SUMMED, Result, TeamMatchResult
from league.standings.shares import shares_of_games
from scoring.matches import MatchFormat

Whole = NDArray[np.int32]
Floats = NDArray[np.float64]

FIGURES = (*Result, "earned", *SUMMED)
"""What a match adds to a side's record, by the names a record has for it."""
GAMES, LEAST, MOST = 8_000, 1_000, 2_000
"""About so many games are played in all, in no fewer and no more matches than these."""
PLAYED_AT = np.linspace(0, 1.5, 6)
"""Differences in strength the matches are played at; each counts for either side."""
FARTHEST, APART = 1.6, 0.05
DEALT = 4096
SEED = 15
USUAL_TOTAL = 30
"""What both sides peg together in a game without a target: only a season that asks for totals reads it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleMatches:
    """The matches, and for each difference in strength (from -FARTHEST, APART from the next) how likely.

    figures     what each match gave home and away, by FIGURES
    unknown     the figures no match knows
    dealt       for each difference so many matches, each as often as it is likely
    results     for each difference how likely home wins, draws and loses
    """

    figures: Whole
    unknown: frozenset[str]
    dealt: Whole
    results: Floats

    def nearest(self, difference: Floats) -> Whole:
        """Return the numbers of the differences nearest to these."""
        clipped = np.clip(difference, -FARTHEST, FARTHEST)
        return np.rint((clipped + FARTHEST) / APART).astype(np.int32)


@lru_cache(maxsize=16)
def sample_matches(form: MatchFormat, spread: float) -> SampleMatches:
    """Return matches of the format, with games whose lead has this spread in points."""
    rng = np.random.default_rng(SEED)
    most = sum(map(form.games_at, range(form.tables)))
    count = max(LEAST, min(MOST, GAMES // most))
    figures, totals, games = [], [], []
    for number in range(count):
        leads = rng.standard_normal(most) + PLAYED_AT[number % len(PLAYED_AT)]
        tables, played = _play(form, spread, iter(leads))
        home, away = map(_figures, shares_of_games(tables, form))
        theirs, ours = away, home
        if form.match_win_away is not None:
            turned = [table and [game[::-1] for game in table] for table in tables]
            theirs, ours = map(_figures, shares_of_games(turned, form))
        figures += [(home, away), (theirs, ours)]
        total = leads[:played].sum()
        totals += [total, -total]
        games += [played, played]
    unknown = {name for name, figure in zip(FIGURES, figures[0][0], strict=True) if figure is None}
    known = np.array([[[figure or 0 for figure in side] for side in match] for match in figures])
    weights = _weights(np.array(totals), np.array(games))
    of_home = known[:, 0, : len(Result)]
    return SampleMatches(
        figures=known.astype(np.int32),
        unknown=frozenset(unknown),
        dealt=_dealt(weights),
        results=weights @ of_home,
    )


def _play(form: MatchFormat, spread: float, leads: Iterator[float]) -> tuple[list[list[Pair] | None], int]:
    """Return the games of each table, and how many were played: all tables side by side, game by game."""
    tables: list[list[Pair]] = [[] for _ in range(form.tables)]
    won = [0, 0]
    played = 0
    for _ in range(max(map(form.games_at, range(form.tables)))):
        for number, games in enumerate(tables):
            if _is_over(games, form.games_at(number), form) or (form.race_to and max(won) >= form.race_to):
                continue
            home, away = _score(next(leads) * spread, form)
            games.append((home, away))
            won[0] += home > away
            won[1] += away > home
            played += 1
    return [games or None for games in tables], played


def _is_over(games: list[Pair], most: int, form: MatchFormat) -> bool:
    """Return whether a table has no game left to play."""
    left = most - len(games)
    lead = abs(sum((home > away) - (away > home) for home, away in games))
    return not left or (form.stop_when_decided and lead > left)


def _score(lead: float, form: MatchFormat) -> Pair:
    """Return the final score of a game with about this lead."""
    if form.target is None:
        by = round(abs(lead))
        loser = max(0, (USUAL_TOTAL - by) // 2)
        winner = loser + by
    else:
        by = min(max(1, round(abs(lead))), form.target)
        winner, loser = form.target, form.target - by
    return (winner, loser) if lead > 0 else (loser, winner)


def _figures(share: TeamMatchResult) -> tuple[int | None, ...]:
    results = (share.result is result for result in Result)
    return (*map(int, results), share.half_points, *(getattr(share, name) for name in SUMMED))


def _weights(totals: Floats, games: Floats) -> Floats:
    """Return how likely each match is at each difference; each row adds up to one."""
    differences = np.arange(round(2 * FARTHEST / APART) + 1) * APART - FARTHEST
    at = np.unique(np.concatenate([PLAYED_AT, -PLAYED_AT]))
    # Games are independent, so all that counts of a match is the sum of its leads and their number.
    played = np.logaddexp.reduce(at[:, None] * totals - at[:, None] ** 2 / 2 * games, axis=0)
    logs = differences[:, None] * totals - differences[:, None] ** 2 / 2 * games - played
    weights: Floats = np.exp(logs - logs.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    return weights


def _dealt(weights: Floats) -> Whole:
    """Return for each row of weights so many matches, each as often as it is likely."""
    ends = np.cumsum(weights, axis=1)
    marks = (np.arange(DEALT) + 0.5) / DEALT
    dealt = [np.minimum(np.searchsorted(row, marks), len(row) - 1) for row in ends]
    return np.array(dealt, dtype=np.int32)
