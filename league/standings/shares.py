"""What one match gives each of its two sides, as it was played and as it was ruled."""

import datetime
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from league.matches.outcomes import AtFault, MatchOutcome, Pair, TableOutcome, Walkover
from league.standings.awards import Averages, WalkoverAward, walkover_results
from league.standings.records import CupScore, Result, Shares, TeamMatchResult
from scoring.matches import DecidedBy, MatchFormat, MatchScore, score_match
from scoring.seats import AWAY, HOME, NOBODY, Side


def shares_of(
    outcome: MatchOutcome,
    form: MatchFormat,
    as_of: datetime.date | None = None,
    *,
    award: WalkoverAward | None = None,
    averages: Averages | None = None,
) -> Shares | None:
    """Return what the match gave home and away by the end of that day.

    None if it gave nothing yet, or is void.

    A ruling goes before what was played: a table given as a walkover counts as given whatever its score.
    A table neither played nor given gives nothing to either side, and so does one that is void. `award` is
    the season's for walkovers; without one, the format's own. `averages` are the division's, where the
    award is an average; without them the score of what was given is unknown.

    Of a match known by its total: where the format has one game, that is its score; where points come from
    games alone, the games won; else halves of match points. Rulings about its tables change nothing then.
    """
    # Most matches have no ruling: they are read for every table, and not asked about any.
    voids = outcome.voids and {void.table for void in outcome.voids if void.is_in_force(as_of)}
    if None in voids:
        return None
    walkovers = outcome.walkovers and tuple(
        walkover for walkover in outcome.walkovers if walkover.is_in_force(as_of)
    )
    for ruling in walkovers:
        if ruling.table is None:
            given = walkover_results(ruling.at_fault, form, award or WalkoverAward.of(form), averages)
            if award is None or not award.keeps_score or ruling.at_fault is AtFault.BOTH:
                return given
            played = shares_of(replace(outcome, walkovers=()), form, as_of, award=award)
            return _with_better_score(given, played, _kept(ruling.at_fault))
    if as_of is not None and not outcome.is_by(as_of):
        return None
    tables, total = outcome.tables, outcome.total
    if total is not None and not any(table.games or table.won for table in tables or ()):
        return _by_score(_by_total(total, form, outcome.hang_jacks, outcome.score), form)
    if tables is None:
        return None
    if voids:
        tables = tuple(table for table in tables if table.number not in voids)
    return _by_score(_played(tables, walkovers, form, award, averages, outcome.hang_jacks), form)


def _by_score(shares: Shares | None, form: MatchFormat) -> Shares | None:
    """Return the shares, with the figures that decided a match where nothing but winning it gives points."""
    name = _DECIDING.get(form.decided_by)
    if not (shares and name) or form.table_won or form.table_drawn or form.game_won or form.aggregate:
        return shares
    home, away = shares
    return replace(home, score=getattr(home, name)), replace(away, score=getattr(away, name))


_DECIDING = {
    DecidedBy.AGGREGATE: "score_for",
    DecidedBy.GAMES: "games_won",
    DecidedBy.TABLES: "tables_won",
}


def counted_in_cup(shares: Shares, counted: CupScore) -> Shares:
    """Return what a cup tie gives instead of match points: its game points, games or tables, in halves.

    Where that is not known, the nearest figure that is.
    """
    home, away = (_figure(share, counted) for share in shares)
    results = (Result.DRAWN, Result.DRAWN)
    if home != away:
        results = (Result.WON, Result.LOST) if home > away else (Result.LOST, Result.WON)
    return (
        replace(shares[HOME], half_points=2 * home, result=results[HOME], score=None),
        replace(shares[AWAY], half_points=2 * away, result=results[AWAY], score=None),
    )


def _figure(share: TeamMatchResult, counted: CupScore) -> int:
    known = {
        CupScore.POINTS: share.score_for,
        CupScore.GAMES: share.games_won,
        CupScore.TABLES: share.tables_won,
    }
    figures = (known[counted], *known.values(), share.half_points)
    return next(figure for figure in figures if figure is not None)


# --- A match with a card ----------------------------------------------------------------------
# A card that is confirmed stays as it is, and is read for every table it counts in.
@lru_cache(maxsize=16384)
def _played(
    tables: tuple[TableOutcome, ...],
    walkovers: tuple[Walkover, ...],
    form: MatchFormat,
    award: WalkoverAward | None,
    averages: Averages | None,
    hang_jacks: Pair | None,
) -> Shares | None:
    """Return a match with a card: its tables' games, but where a table was given, the ruling."""
    faults = {walkover.table: walkover.at_fault for walkover in walkovers if walkover.table is not None}
    kept_scores = {
        table.number
        for table in tables
        if award and (at_fault := faults.get(table.number)) and _is_better(table, at_fault, form, award)
    }
    played = [table for table in tables if table.number not in faults or table.number in kept_scores]
    counting = award.in_form(form) if award else form
    if any(table.won for table in played):
        counting = _by_games_won(counting)
    games = {table.number: _games_of(table) for table in played}
    scores = [games.get(number) or None for number in range(1, form.tables + 1)]
    kept = {
        number - 1: _kept(at_fault)
        for number, at_fault in faults.items()
        if at_fault is not AtFault.BOTH and number not in kept_scores
    }
    score = score_match(scores, counting, kept)
    nobody_s = [number for number, at_fault in faults.items() if at_fault is AtFault.BOTH]
    if score.winner is None and not nobody_s:
        return None
    shares = _shares(score, hang_jacks)
    if faults:
        added = _average_score(len(kept), award, averages)
        shares = _with_table_walkovers(shares, faults, form, added)
    if any(table.won for table in played):
        return _without_score(*shares)
    # The one score of a league without hands is its total, typed or imported.
    return (
        _without_tables(*shares) if (form.tables, form.games_at(0), form.target) == (1, 1, None) else shares
    )


def _is_better(table: TableOutcome, at_fault: AtFault, form: MatchFormat, award: WalkoverAward) -> bool:
    """Return whether a table that was given is worth more to the side not at fault as it was played."""
    if not award.keeps_score or at_fault is AtFault.BOTH or not table.games:
        return False
    own, other = _kept(at_fault), 1 - _kept(at_fault)
    won, lost = (sum(game[side] > game[1 - side] for game in table.games) for side in (own, other))
    ahead = sum(game[own] - game[other] for game in table.games)
    pegged, against = award.table_score(form) if award.in_form(form).walkover_in_aggregate else (0, 0)
    return won > lost and ahead > (pegged - against) * form.games_given(table.number - 1)


def _with_better_score(given: Shares, played: Shares | None, side: Side) -> Shares:
    """Return a match that was given with the score as it was played, where that side won by more."""
    own, as_played = given[side], played[side] if played else None
    scores = (own.score_for, own.score_against)
    if played is None or as_played is None or None in (*scores, as_played.score_for, as_played.score_against):
        return given
    ahead = (as_played.score_for or 0) - (as_played.score_against or 0)
    if ahead <= (own.score_for or 0) - (own.score_against or 0):
        return given
    home, away = (
        replace(share, score_for=figures.score_for, score_against=figures.score_against)
        for share, figures in zip(given, played, strict=True)
    )
    return home, away


def _games_of(table: TableOutcome) -> tuple[Pair, ...]:
    """Return the games of a table; where only the games won are known, one to nil each, the loser's
    before.
    """
    if table.won is None:
        return table.games
    home, away = table.won
    won = {HOME: ((1, 0),) * home, AWAY: ((0, 1),) * away}
    return won[AWAY] + won[HOME] if home >= away else won[HOME] + won[AWAY]


def _by_games_won(form: MatchFormat) -> MatchFormat:
    """Return the format where scores are not known: nothing can be given for the aggregate then.

    A table may be broken off, and one that is given still gives all the games it gives with scores.
    """
    # A table that may stop gives the more than half of its games; of so many that is the right number.
    games = tuple(2 * form.games_given(number) - 1 for number in range(form.tables))
    return replace(form, target=None, stop_when_decided=True, games_per_table=games, aggregate=0)


def _kept(at_fault: AtFault) -> Side:
    """Return the side a walkover is given to."""
    return AWAY if at_fault is AtFault.HOME else HOME


def _average_score(tables: int, award: WalkoverAward | None, averages: Averages | None) -> int | None:
    """Return what an average adds to both sides for so many tables given; None if it is not known."""
    if not (tables and award and award.is_average and award.in_aggregate):
        return 0
    return tables * averages.table if averages else None


def _with_table_walkovers(
    shares: Shares, faults: dict[int, AtFault], form: MatchFormat, added: int | None
) -> Shares:
    """Return the shares with what the score does not say: who gave which table, and those lost by both."""
    at_fault = list(faults.values())
    by_both = [number for number, side in faults.items() if side is AtFault.BOTH]
    games = sum(form.games_given(number - 1) for number in by_both if number <= form.tables)

    def ruled(share: TeamMatchResult, own: AtFault, other: AtFault) -> TeamMatchResult:
        return replace(
            share,
            tables_lost=_plus(share.tables_lost, len(by_both)),
            games_lost=_plus(share.games_lost, games),
            score_for=_plus(share.score_for, added),
            score_against=_plus(share.score_against, added),
            walkovers_given=at_fault.count(own) + len(by_both),
            walkovers_taken=at_fault.count(other),
        )

    home, away = shares
    return ruled(home, AtFault.HOME, AtFault.AWAY), ruled(away, AtFault.AWAY, AtFault.HOME)


def _plus(figure: int | None, more: int | None) -> int | None:
    return None if figure is None or more is None else figure + more


# --- A match known by its total ---------------------------------------------------------------
def _by_total(
    total: Pair, form: MatchFormat, hang_jacks: Pair | None, points_score: Pair | None
) -> Shares | None:
    """Return a match known by one figure a side, match points perhaps with a score beside them."""
    if form.tables == 1 and form.games_at(0) == 1:
        score = score_match([(total,)], replace(form, target=None))
        return _without_tables(*_shares(score, hang_jacks))
    if form.game_won and not (form.table_won or form.aggregate):
        as_table = replace(_by_games_won(form), tables=1, games_per_table=max(sum(total), 1))
        score = score_match([_games_of(TableOutcome(number=1, won=total))], as_table)
        if score.winner is None:
            return None
        return _without_score(*_shares(score, hang_jacks), tables=False)
    score_for = points_score or (None, None)
    home, away = (
        replace(
            _blank(total[side], total[1 - side]),
            half_points=total[side],
            score_for=score_for[side],
            score_against=score_for[1 - side],
        )
        for side in (HOME, AWAY)
    )
    return _with_hang_jacks(home, away, hang_jacks)


def _blank(own: int, other: int) -> TeamMatchResult:
    """Return a share of a match of which nothing is known but who had more."""
    return TeamMatchResult(
        result=Result.WON if own > other else Result.LOST if own < other else Result.DRAWN,
        tables_won=None,
        tables_drawn=None,
        tables_lost=None,
        games_won=None,
        games_lost=None,
        score_for=None,
        score_against=None,
    )


_NO_TABLES: dict[str, Any] = dict.fromkeys(("tables_won", "tables_drawn", "tables_lost"))


def _without_tables(home: TeamMatchResult, away: TeamMatchResult) -> Shares:
    return replace(home, **_NO_TABLES), replace(away, **_NO_TABLES)


def _without_score(home: TeamMatchResult, away: TeamMatchResult, *, tables: bool = True) -> Shares:
    """Return the shares with no score known, and perhaps no tables."""
    unknown: dict[str, Any] = dict.fromkeys(("score_for", "score_against"))
    if not tables:
        unknown |= _NO_TABLES
    return replace(home, **unknown), replace(away, **unknown)


# --- Both sides -------------------------------------------------------------------------------
def shares_of_games(tables: Sequence[Sequence[Pair] | None], form: MatchFormat) -> Shares:
    """Return what a match gives with these games at its tables, None for a table that was not needed."""
    return _shares(score_match(tables, form), None)


def _shares(score: MatchScore, hang_jacks: Pair | None) -> Shares:
    return _with_hang_jacks(_share(score, HOME), _share(score, AWAY), hang_jacks)


def _share(score: MatchScore, side: Side) -> TeamMatchResult:
    other = AWAY if side == HOME else HOME
    return TeamMatchResult(
        result=_result(score, side),
        half_points=score.match_points[side],
        tables_won=score.tables_won[side],
        tables_drawn=score.tables_drawn,
        tables_lost=score.tables_won[other],
        games_won=score.games_won[side],
        games_lost=score.games_won[other],
        score_for=score.aggregate[side],
        score_against=score.aggregate[other],
    )


def _with_hang_jacks(home: TeamMatchResult, away: TeamMatchResult, hang_jacks: Pair | None) -> Shares:
    if hang_jacks is None:
        return home, away
    ours, theirs = hang_jacks
    return (
        replace(home, hang_jacks_won=ours, hang_jacks_lost=theirs),
        replace(away, hang_jacks_won=theirs, hang_jacks_lost=ours),
    )


def _result(score: MatchScore, side: Side) -> Result:
    """Return the winner won; a match in which every table was lost by both is lost by both."""
    if score.winner == side:
        return Result.WON
    return Result.DRAWN if score.winner is NOBODY else Result.LOST
