"""What a match or table given without play counts as: the season's setting, and the averages it may need.

What was played is reckoned in `league.standings.shares`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Self

from league.matches.outcomes import AtFault, Pair
from league.standings.records import Result, Shares, TeamMatchResult
from scoring.matches import MatchFormat, score_match
from scoring.seats import AWAY, HOME, Side


class AwardKind(StrEnum):
    """What a table given without play counts as, game by game."""

    TARGET_TO_NIL = "target_to_nil"
    TABLE_ONLY = "table_only"  # won, with no score
    FIXED = "fixed"  # a score the rule book names
    AVERAGE = "average"  # the division's average score, which changes as the season goes


class UnfitAward(ValueError):
    """A score that does not win the table for the side it is given to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkoverAward:
    """What the side that is given a table or a match gets. With both at fault nobody gets anything.

    `score` is that of a game of the table, for the side it is given to first; FIXED needs it. `points` are
    the halves for a whole match, None for all the format could have given; the side at fault has none.
    Only with `in_aggregate` does the score count: among the points pegged and for the aggregate. With
    `keeps_score` what was played counts instead, where it won more for the side not at fault. UnfitAward for
    a score that is no win.
    """

    kind: AwardKind = AwardKind.TARGET_TO_NIL
    score: Pair | None = None
    points: int | None = None
    in_aggregate: bool = False
    keeps_score: bool = False

    def __post_init__(self) -> None:
        if self.kind is AwardKind.FIXED and (self.score is None or self.score[0] <= self.score[1]):
            received = "no score" if self.score is None else f"{self.score[0]} to {self.score[1]}"
            raise UnfitAward(f"A walkover wins the table for the side it is given to; {received} does not.")

    @classmethod
    def of(cls, form: MatchFormat) -> Self:
        """Return the award a match format carries itself."""
        if form.walkover_award is None:
            return cls(kind=AwardKind.TABLE_ONLY)
        return cls(kind=AwardKind.FIXED, score=form.walkover_award, in_aggregate=form.walkover_in_aggregate)

    @property
    def is_average(self) -> bool:
        return self.kind is AwardKind.AVERAGE

    def in_form(self, form: MatchFormat) -> MatchFormat:
        """Return the format, with this award for a table given.

        An average is level, so it is added afterwards.
        """
        return _in_form(self, form)

    def table_score(self, form: MatchFormat) -> Pair:
        """Return the score a game of a given table counts as; 1 to nil where only the table is won."""
        if self.kind is AwardKind.FIXED and self.score:
            return self.score
        if self.kind is AwardKind.TARGET_TO_NIL and form.target:
            return form.target, 0
        return 1, 0


@lru_cache(maxsize=64)
def _in_form(award: WalkoverAward, form: MatchFormat) -> MatchFormat:
    has_score = award.kind is AwardKind.FIXED or (award.kind is AwardKind.TARGET_TO_NIL and bool(form.target))
    return replace(
        form,
        walkover_award=award.table_score(form),
        walkover_in_aggregate=award.in_aggregate and has_score,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Averages:
    """A division's average score of a side, to the nearest whole point, a half upwards.

    `table` is the average over both sides of all tables played; `match` that over both sides of all matches
    in which every table was played. A table or match that was given is no part of either. What one side
    pegs the other has against it, so the average for and the average against are one figure.
    Nothing played yet is nothing.
    """

    table: int = 0
    match: int = 0

    @classmethod
    def over(cls, tables: Iterable[int], matches: Iterable[int]) -> Self:
        """Return the averages of these: what both sides together pegged at each table, and in each match."""
        return cls(table=_half_of_mean(list(tables)), match=_half_of_mean(list(matches)))


def _half_of_mean(sums: list[int]) -> int:
    """Return a side's mean, two sides to each sum, rounded half up."""
    sides = 2 * len(sums)
    return (2 * sum(sums) + sides) // (2 * sides) if sides else 0


@lru_cache(maxsize=64)
def walkover_results(
    at_fault: AtFault, form: MatchFormat, award: WalkoverAward, averages: Averages | None
) -> Shares:
    """Return a whole match given: everything it could give to the side not at fault, nothing if both were.

    The side at fault has no points, not even those for a match lost. No table was played, so the points for
    the aggregate go with the match. Whether its score counts among the points pegged is for the award to
    say; an average counts for a match as the average of a match.
    """
    games = _games_of_a_match(form)
    lost = TeamMatchResult(
        result=Result.LOST,
        tables_lost=form.tables,
        games_lost=games,
        hang_jacks_won=0,
        hang_jacks_lost=0,
        walkovers_given=1,
        is_given=True,
    )
    if at_fault is AtFault.BOTH:
        return lost, lost
    pegged, against = _match_score(form, award, averages)
    to = HOME if at_fault is AtFault.AWAY else AWAY
    won = replace(
        lost,
        result=Result.WON,
        half_points=_all_of(form, to) if award.points is None else award.points,
        tables_won=form.tables,
        tables_lost=0,
        games_won=games,
        games_lost=0,
        score_for=pegged,
        score_against=against,
        walkovers_given=0,
        walkovers_taken=1,
    )
    lost = replace(lost, score_for=against, score_against=pegged)
    return (won, lost) if to == HOME else (lost, won)


def _all_of(form: MatchFormat, side: Side) -> int:
    """Return the most a match can give a side: halves for every table, the aggregate and the match."""
    everything = replace(form, walkover_award=(1, 0), walkover_in_aggregate=True)
    score = score_match([None] * form.tables, everything, dict.fromkeys(range(form.tables), side))
    return score.match_points[side]


def _games_of_a_match(form: MatchFormat) -> int:
    """Return the games a side has when it is given a whole match: those of all tables, or the race."""
    games = sum(form.games_given(number) for number in range(form.tables))
    return games if form.race_to is None else min(games, form.race_to)


def _match_score(
    form: MatchFormat, award: WalkoverAward, averages: Averages | None
) -> tuple[int | None, int | None]:
    """Return the score a whole match given counts as, for the side it is given to first."""
    if award.is_average and award.in_aggregate:
        return (averages.match, averages.match) if averages else (None, None)
    if not award.in_form(form).walkover_in_aggregate:
        return 0, 0
    games = _games_of_a_match(form)
    pegged, against = award.table_score(form)
    return games * pegged, games * against
