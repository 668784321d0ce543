"""What one match gives each of its two sides, as it was played and as it was ruled."""

import datetime
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from league.outcomes import AtFault, MatchOutcome, TableOutcome, Walkover
from scoring.matches import MatchFormat, MatchScore, score_match
from scoring.seats import AWAY, HOME, NOBODY, Side


class Result(StrEnum):
    """How a match went for one side."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """One side's part of a match: its result, halves of match points, tables, and points pegged."""

    result: Result
    halves: int = 0
    tables_won: int = 0
    tables_drawn: int = 0
    tables_lost: int = 0
    score_for: int = 0
    score_against: int = 0


Shares = tuple[Share, Share]


def shares_of(outcome: MatchOutcome, form: MatchFormat, as_of: datetime.date | None = None) -> Shares | None:
    """What the match gave home and away by the end of that day. None if it gave nothing yet.

    A ruling goes before what was played: a table given as a walkover counts as given whatever its score.
    A table neither played nor given gives nothing to either side.
    """
    walkovers = tuple(one for one in outcome.walkovers if one.is_in_force(as_of))
    whole = next((one for one in walkovers if one.table is None), None)
    if whole is not None:
        return _given(whole.at_fault, form)
    if outcome.tables is None or (as_of is not None and not outcome.is_by(as_of)):
        return None
    return _played(outcome.tables, walkovers, form)


@lru_cache(maxsize=16)
def _given(at_fault: AtFault, form: MatchFormat) -> Shares:
    """A whole match given: everything it could give to the side not at fault, nothing if both were.

    No table was played, so the aggregate goes with the match. Whether its points count among those
    pegged is for the rule book to say.
    """
    if at_fault is AtFault.BOTH:
        lost = Share(result=Result.LOST, tables_lost=form.tables)
        return lost, lost
    award = form.walkover_award or (1, 0)
    everything = replace(form, walkover_award=award, walkover_in_aggregate=True)
    score = score_match([None] * form.tables, everything, {n: _kept(at_fault) for n in range(form.tables)})
    if not (form.walkover_award and form.walkover_in_aggregate):
        score = replace(score, aggregate=(0, 0))
    return _share(score, HOME), _share(score, AWAY)


# A card that is confirmed stays as it is, and is read for every table it counts in.
@lru_cache(maxsize=4096)
def _played(
    tables: tuple[TableOutcome, ...], walkovers: tuple[Walkover, ...], form: MatchFormat
) -> Shares | None:
    """A match with a card: its tables' games, but where a table was given, the ruling."""
    faults = {one.table: one.at_fault for one in walkovers}
    games = {table.number: table.games for table in tables}
    scores = [None if number in faults else games.get(number) or None for number in range(1, form.tables + 1)]
    given = {
        number - 1: _kept(at_fault)
        for number, at_fault in faults.items()
        if number is not None and at_fault is not AtFault.BOTH
    }
    lost_by_both = list(faults.values()).count(AtFault.BOTH)
    score = score_match(scores, form, given)
    if score.winner is None and not lost_by_both:
        return None
    return _share(score, HOME, lost_by_both), _share(score, AWAY, lost_by_both)


def _kept(at_fault: AtFault) -> Side:
    """The side a walkover is given to."""
    return AWAY if at_fault is AtFault.HOME else HOME


def _share(score: MatchScore, side: Side, lost_by_both: int = 0) -> Share:
    other = AWAY if side == HOME else HOME
    return Share(
        result=_result(score, side),
        halves=score.match_points[side],
        tables_won=score.tables_won[side],
        tables_drawn=score.tables_drawn,
        tables_lost=score.tables_won[other] + lost_by_both,
        score_for=score.aggregate[side],
        score_against=score.aggregate[other],
    )


def _result(score: MatchScore, side: Side) -> Result:
    """The winner won; a match in which every table was lost by both is lost by both."""
    if score.winner == side:
        return Result.WON
    return Result.DRAWN if score.winner is NOBODY else Result.LOST
