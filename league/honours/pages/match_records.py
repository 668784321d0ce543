"""Records of matches, of tables, and of runs."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from league.honours.figures import SIDES, SeatedGame
from league.honours.pages.record_values import Best, Holder, Played, best_of, day_of, iso_day, together
from league.matches.outcomes import Pair
from league.standings.records import Result, TeamMatchResult
from league.standings.selectors.match_lists import MatchLine
from league.templatetags.formatting import points, score

LEAST_RUN = 2


# --- Matches --------------------------------------------------------------------------------------
FinishedMatch = tuple[Pair, Pair | None, Holder]
"""What a match gave both sides, home first: its half points, its game points if they are known."""


def match_records(played: Played) -> dict[str, Best | None]:
    """Return the records of single matches and tables."""
    matches = [
        _finished(line, line.home_share, line.away_share)
        for line in played.matches
        if line.home_share and line.away_share
    ]
    with_total = [(total, holder) for _, total, holder in matches if total]
    return {
        "win": best_of(
            [match for match in matches if _apart(match[0])],
            # By game points where the half points are level: less than none if nobody knows those.
            rank=lambda match: (_apart(match[0]), _apart(match[1]) if match[1] else -1),
            figure=lambda match: "–".join(points(half) for half in sorted(match[0], reverse=True)),
            holder=lambda match: match[2],
        ),
        "points": best_of(
            with_total,
            rank=lambda each: (sum(each[0]),),
            figure=lambda each: sum(each[0]),
            holder=lambda each: each[1],
        ),
        "closest": best_of(
            with_total,
            rank=lambda each: (-_apart(each[0]), sum(each[0])),
            figure=lambda each: score(max(each[0]), min(each[0])),
            holder=lambda each: each[1],
        ),
        "game": _highest_win(played),
    }


def _finished(line: MatchLine, home: TeamMatchResult, away: TeamMatchResult) -> FinishedMatch:
    own, other = home.score_for, home.score_against
    total = None if own is None or other is None else (own, other)
    words = f"{points(home.half_points)}–{points(away.half_points)}"
    words += f", {score(*total)} on points" if total else ""
    holder = Holder(iso_day(line), matches=(line.outcome.match,), summary=words)
    return (home.half_points, away.half_points), total, holder


def _apart(of_both: Pair) -> int:
    return abs(of_both[0] - of_both[1])


def _highest_win(played: Played) -> Best | None:
    """Return the highest win of one game. One cut short of the target that a match plays to is none."""
    counted = {line.outcome.match: line for line in played.matches}
    targets = {key: season.rule_book.rules().target or 0 for key, season in played.seasons.items()}
    won = [
        (game.score[side], game.score[1 - side], game, side)
        for season, games in played.games.items()
        for game in games.values()
        for side in SIDES
        if game.match in counted and game.score[side] > game.score[1 - side]
        if game.score[side] >= targets[season]
    ]

    def holder(each: tuple[int, int, SeatedGame, int]) -> Holder:
        *_, game, side = each
        return Holder(
            iso_day(counted[game.match]),
            who=game.players[side],
            team=game.teams[side],
            against=game.teams[1 - side],
            matches=(game.match,),
        )

    return best_of(
        won, rank=lambda each: (each[0] - each[1],), figure=lambda each: score(*each[:2]), holder=holder
    )


# --- Runs -----------------------------------------------------------------------------------------
Run = Sequence[Any]
"""How many steps, the keys of the first match and the last, the day of that, and the team then."""
Runs = tuple[Best | None, Sequence[tuple[int, Run, Run | None]]]
"""The longest of the runs that began and ended in some seasons; and of each the first run and the last.

Those may go on into other seasons. There is no last where nothing ended the first.
"""
NO_RUN: Run = (0, 0, 0, "", 0)
PLAYER = "player"


def runs_of(played: Played) -> dict[str, Runs]:
    """Return the runs of teams and players."""
    steps = [
        (team.key, share.result, line.outcome.match, iso_day(line), team.key)
        for line in played.matches
        for team, share in ((line.home, line.home_share), (line.away, line.away_share))
        if share
    ]
    games = [
        (player, game.score[side] > game.score[1 - side], game.match, iso_day(line), game.teams[side])
        for line, game in _in_order(played)
        for side in SIDES
        for player in game.players[side]
    ]
    undecided = (Result.WON, Result.DRAWN)
    return {
        "won": runs_in((who, result is Result.WON, *rest) for who, result, *rest in steps),
        "unbeaten": runs_in((who, result in undecided, *rest) for who, result, *rest in steps),
        PLAYER: runs_in(games, PLAYER),
    }


def _in_order(played: Played) -> Iterator[tuple[MatchLine, SeatedGame]]:
    """Yield all games by the day of their match; those of one match in the order of its card."""
    games = [(key, game) for games in played.games.values() for key, game in games.items()]
    for _, game in sorted(games, key=lambda each: (day_of(played.lines[each[1].match]), each[0])):
        yield played.lines[game.match], game


def runs_in(steps: Iterable[tuple[Any, ...]], kind: str = "") -> Runs:
    """Return the runs in these steps: who took each, whether it continues a run, its match, day and team."""
    first: dict[int, Run] = {}
    last: dict[int, Run] = {}
    between: list[tuple[int, Run]] = []
    for who, continues, *step in steps:
        first.setdefault(who, NO_RUN)
        runs = last if who in last else first
        if continues:
            match, day, team = step
            runs[who] = _joined(runs[who], (1, match, match, day, team))
        else:
            between += [(who, last[who])] if who in last else []
            last[who] = NO_RUN
    return _longest(between, kind), [(who, run, last.get(who)) for who, run in first.items()]


def runs_together(kept: Sequence[Runs], kind: str) -> Runs:
    """Return the runs of some seasons and then of later ones, through which they may go."""
    ends: dict[int, tuple[Run, Run | None]] = {}
    over: list[tuple[int, Run]] = []
    for _, of_some in kept:
        for who, first, last in of_some:
            began, going = ends.get(who, (NO_RUN, None))
            run = _joined(began if going is None else going, first)
            over += [(who, run)] if going and last else []
            ends[who] = (run, last) if going is None else (began, last or run)
    inside = together([*(longest for longest, _ in kept), _longest(over, kind)])
    return inside, [(who, *both) for who, both in ends.items()]


def longest_runs(runs: Runs, kind: str) -> Best | None:
    """Return the longest of all runs: nothing was played before them, and nothing after."""
    inside, ends = runs
    over = _longest([(who, first) for who, first, last in ends if last is not None], kind)
    going = _longest([(who, last or first) for who, first, last in ends], kind, goes_on=True)
    return together([inside, over, going])


def _joined(run: Run, further: Run) -> Run:
    if not run[0] or not further[0]:
        return run if run[0] else further
    return run[0] + further[0], run[1], *further[2:]


def _longest(runs: Iterable[tuple[int, Run]], kind: str, *, goes_on: bool = False) -> Best | None:
    def holder(run: tuple[int, Run]) -> Holder:
        who, (_, first, last, day, team) = run
        own = (who,) if kind == PLAYER else ()
        return Holder(day, who=own, team=team, matches=(first, last), goes_on=goes_on)

    return best_of(
        [run for run in runs if run[1][0] >= LEAST_RUN], rank=lambda run: (run[1][0],), holder=holder
    )
