"""What could explain a row that differs: each thing tried, and named only if the row agrees then."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

from league.exchange.result_lines import ResultFigures
from league.exchange.services.result_rows import counts_games, is_one_game, most_points
from league.matches.outcomes import Pair
from league.proving.check import CheckedRow, Trial, outcome_of
from league.proving.season import FIGURES, Played
from league.standings.records import TeamMatchResult
from league.standings.shares import shares_of
from scoring.matches import MatchFormat

MOST_AT_A_TABLE = 50
"""Of a table without a target: what makes a total higher, whatever else was pegged."""


MOST_WRONG = 6


class Kind(StrEnum):
    """What was tried."""

    DEDUCTION = "deduction"
    WRONG_WAY_ROUND = "wrong way round"
    WRONG = "wrong result"
    MISSING = "missing result"


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """What makes rows agree. `halves` are those of a deduction, `match` the result as it should be."""

    kind: Kind
    rows: tuple[int, ...]
    halves: int = 0
    match: Played | None = None
    shown: tuple[Fraction, Fraction] | None = None


def explanations_of(trial: Trial) -> Iterator[Explanation]:
    """Yield what makes rows agree that do not, each recomputed as the whole table."""
    wrong = [row for row in trial.rows if not row.agrees]
    for row in wrong:
        if len(row.differences) == 1 and row.differences[0].column == "points":
            halves = int(2 * (_less(row.differences[0].published, row.differences[0].reckoned) or 0))
            given = {row.team: trial.deductions.get(row.team, 0) + halves}
            if _agree(replace(trial, deductions={**trial.deductions, **given}), row):
                yield Explanation(kind=Kind.DEDUCTION, rows=(row.place,), halves=halves)
    # Where more is wrong than a fault or two the rules are, and each pair would be tried in vain.
    for pair in combinations(wrong if len(wrong) <= MOST_WRONG else (), 2):
        teams = {row.team for row in pair}
        for number, match in enumerate(trial.season.results):
            if {match.home, match.away} == teams and match.figures.is_played:
                yield from _of_match(trial, number, match, pair)
        yield from _missing(trial, pair)


def _of_match(
    trial: Trial, number: int, match: Played, pair: tuple[CheckedRow, CheckedRow]
) -> Iterator[Explanation]:
    """Yield what a result between the two teams should be: the other way round, or another one."""
    turned = replace(match, figures=match.figures.turned)
    rows = tuple(row.place for row in pair)
    if _agree(_with(trial, turned, number), *pair):
        yield Explanation(kind=Kind.WRONG_WAY_ROUND, rows=rows, match=turned, shown=_shown(trial, turned))
        return
    if any(row.reckoned["played"] != _published(row, "played") for row in pair):
        return
    yield from _put_right(trial, match, number, pair, Kind.WRONG)


def _missing(trial: Trial, pair: tuple[CheckedRow, CheckedRow]) -> Iterator[Explanation]:
    """Yield the match between the two teams that the list may lack, at the one's place or the other's."""
    more = {_less(_published(row, "played"), row.reckoned["played"]) for row in pair}
    if "played" in trial.season.columns and more != {1}:
        return
    met = [(match.home, match.away) for match in trial.season.results]
    teams = pair[0].team, pair[1].team
    for home, away in sorted((teams, teams[::-1]), key=met.count):
        match = Played(line=0, date=None, week=0, home=home, away=away, figures=ResultFigures())
        found = next(_put_right(trial, match, None, pair, Kind.MISSING), None)
        if found:
            yield found
            return


def _put_right(
    trial: Trial, match: Played, number: int | None, pair: tuple[CheckedRow, CheckedRow], kind: Kind
) -> Iterator[Explanation]:
    """Yield the first result of the match under which both rows agree."""
    without = _with(trial, replace(match, figures=ResultFigures()), number)
    rows = {row.team: row for row in without.rows}
    wanted = [
        {
            difference.column: _less(difference.published, difference.reckoned)
            for difference in rows[team].differences
        }
        for team in (match.home, match.away)
    ]
    for figures in _possible(trial, wanted[0]):
        right = replace(match, figures=figures)
        if not _gives(trial, right, wanted):
            continue
        if _agree(_with(trial, right, number), *pair):
            places = tuple(row.place for row in pair)
            yield Explanation(kind=kind, rows=places, match=right, shown=_shown(trial, right))
            return


def _with(trial: Trial, match: Played, number: int | None) -> Trial:
    results = [*trial.season.results]
    results[len(results) if number is None else number : len(results) if number is None else number + 1] = [
        match
    ]
    return replace(trial, season=replace(trial.season, results=results))


def _agree(trial: Trial, *rows: CheckedRow) -> bool:
    return all(trial.rows[row.place - 1].agrees for row in rows)


def _published(row: CheckedRow, column: str) -> Fraction | None:
    """Return what the table says, by what the rules make of it and how that differs."""
    own = {difference.column: difference.published for difference in row.differences}
    return own.get(column, row.reckoned[column])


def _less(published: Fraction | None, reckoned: Fraction | None) -> Fraction | None:
    return None if published is None or reckoned is None else published - reckoned


def _shares(trial: Trial, match: Played) -> tuple[TeamMatchResult, TeamMatchResult] | None:
    scheme = trial.scheme
    return shares_of(
        outcome_of(0, match, scheme.form, voids_walkovers=False), scheme.form, award=scheme.award
    )


def _shown(trial: Trial, match: Played) -> tuple[Fraction, Fraction] | None:
    """Return the figures by which people know the match."""
    shares = _shares(trial, match)
    return (Fraction(shares[0].shown_halves, 2), Fraction(shares[1].shown_halves, 2)) if shares else None


def _gives(trial: Trial, match: Played, wanted: list[dict[str, Fraction | None]]) -> bool:
    """Return whether a result gives each side the points it lacks, and the win, the draw or the defeat."""
    shares = _shares(trial, match)
    return shares is not None and all(
        share.half_points == 2 * (own.get("points") or 0)
        and all(
            own.get(end, end == share.result) == (end == share.result) for end in ("won", "drawn", "lost")
        )
        for share, own in zip(shares, wanted, strict=True)
    )


# --- Results there may have been --------------------------------------------------------------
def _possible(trial: Trial, wanted: dict[str, Fraction | None]) -> Iterator[ResultFigures]:
    """Yield results that may give the home side the figures it lacks."""
    form = trial.scheme.form
    told = {
        kind: _told(trial, names, wanted)
        for names, kind in zip(FIGURES, trial.kinds, strict=True)
        if {*names} & {*trial.season.columns}
    }
    if any(match.figures.tables for match in trial.season.results):
        if max(map(form.games_at, range(form.tables))) == 1:
            total = told.get("score", NOTHING_TOLD)
            for split in _splits(form):
                yield from (ResultFigures(tables=cells) for cells in _scores(split, form.target, total))
        else:
            yield from (ResultFigures(tables=cells) for cells in _games(form))
    elif is_one_game(form):
        totals = _totals(told.get("score", NOTHING_TOLD), (0, 0), (1, 1))
        yield from (ResultFigures(total=(2 * home, 2 * away)) for home, away in totals)
    elif counts_games(form):
        most = form.race_to or form.frames
        lost = [
            (most, own) if form.race_to else (most - own, own) for own in range(most + 1 - bool(form.race_to))
        ]
        for home, away in [*lost, *((own, other) for other, own in lost)]:
            yield ResultFigures(total=(2 * home, 2 * away))
    else:
        score, _ = told.get("score", NOTHING_TOLD)
        for other in range(most_points(form) + 1):
            points = int(2 * (wanted.get("points") or 0)), other
            yield ResultFigures(total=points, score=score and (2 * score[0], 2 * score[1]))


Told = tuple[Pair | None, int | None]
"""What a table says of the figures of a match: both, or how far apart they are."""
NOTHING_TOLD: Told = (None, None)


def _told(trial: Trial, names: tuple[str, ...], wanted: dict[str, Fraction | None]) -> Told:
    own, against, difference = (
        int(wanted.get(name) or 0) if name in trial.season.columns else None for name in names
    )
    return None if own is None or against is None else (own, against), difference


def _totals(told: Told, low: Pair, high: Pair) -> list[Pair]:
    """Return totals of both sides from the lowest on: as told, else one for each way a match goes."""
    total, difference = told
    if total:
        return [total]
    if difference is not None:
        home = max(low[0], low[1] + difference)
        return [(home, home - difference)]
    return [(high[0], low[1]), (low[0], high[1]), (max(low), max(low))]


def _splits(form: MatchFormat) -> Iterator[tuple[int, int, int]]:
    """Yield how many tables were won, drawn and lost."""
    for won in range(form.tables + 1):
        for drawn in range(form.tables - won + 1) if form.target is None else (0,):
            yield won, drawn, form.tables - won - drawn


def _scores(split: tuple[int, int, int], target: int | None, told: Told) -> Iterator[tuple[Pair, ...]]:
    """Yield scores of tables so won, drawn and lost with this total; untold, for each way it goes."""
    won, drawn, lost = split
    top, most = (target, target - 1) if target else (1, MOST_AT_A_TABLE)
    low = won * top, lost * top
    high = (
        (low[0] + lost * most, low[1] + won * most) if target else (low[0] + won * most, low[1] + lost * most)
    )
    for home, away in _totals(told, low, high):
        more = [home - low[0], away - low[1]]
        cells = [
            *([top, 0] for _ in range(won)),
            *([0, 0] for _ in range(drawn)),
            *([0, top] for _ in range(lost)),
        ]
        if min(more) < 0:
            continue
        if not target:
            # What both have more goes to one table, the rest to one that is won by who has it.
            both = min(more)
            cells[0] = [own + both for own in cells[0]]
            more = [own - both for own in more]
        for cell in cells:
            side = int((cell[0] < cell[1]) is not bool(target)) if cell[0] != cell[1] else None
            if side is not None:
                added = min(most - cell[side], more[side]) if target else more[side]
                cell[side] += added
                more[side] -= added
        if more == [0, 0]:
            yield tuple((cell[0], cell[1]) for cell in cells)


def _games(form: MatchFormat) -> Iterator[tuple[Pair, ...]]:
    """Yield the games that may have been won at the tables."""
    at = form.games_at(0)
    if form.stop_when_decided:
        need = at // 2 + 1
        every = [*((need, other) for other in range(need)), *((other, need) for other in range(need))]
    else:
        every = [(own, at - own) for own in range(at + 1)]
    yield from combinations_with_replacement(every, form.tables)
