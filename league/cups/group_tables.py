"""The tables of the groups before a knock-out, and who goes through.

A table is that of `league.standings`: a win is two points, a level match one. Level on points the
difference of scores counts, then the scores, then the matches among the level; then the lot of the draw.
"""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from league.competition.tie_breaks import Criterion, Figure
from league.cups.entries import CupState, Entrant, RoundDraw, drawn
from league.cups.groups import Qualifier, members
from league.cups.rules import GroupRules
from league.cups.ties import Round, Tie
from league.matches.outcomes import MatchOutcome, Walkover, Withdrawal, WithdrawalEffect
from league.shared.text import ordinal
from league.standings.rows import StandingsRow, standings
from league.standings.scheme import Scheme
from scoring.matches import DecidedBy, MatchFormat

SCHEME = Scheme(
    form=MatchFormat(
        tables=1,
        target=None,
        table_won=0,
        aggregate=0,
        # In halves: two points for a win, one for a level match.
        match_win=4,
        match_draw=2,
        decided_by=DecidedBy.AGGREGATE,
        walkover_award=None,
    ),
    tie_breaks=("score_difference", "score_for", "head_to_head"),
)
ALWAYS = datetime.date.min
"""Results of a cup count from whenever they are entered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupRow:
    """A line of a group's table: the place that counts, lots drawn, and why.

    `goes_through` is None as long as it can still change.
    """

    entrant: Entrant
    place: int
    row: StandingsRow
    reason: str
    goes_through: bool | None = None
    has_left: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CupGroup:
    """A group: its letter, its table and its matches in the order of rounds."""

    letter: str
    rows: tuple[GroupRow, ...]
    ties: tuple[Tie, ...]

    @property
    def is_over(self) -> bool:
        return all(tie.is_over for tie in self.ties)


def groups_of(cup: CupState, rounds: Iterable[Round]) -> tuple[CupGroup, ...]:
    """Return the groups with their tables, of the rounds of a cup; none before their draw."""
    draw, rules = cup.group_draw, cup.rules.groups
    if draw is None or rules is None:
        return ()
    ties = [tie for cup_round in rounds if cup_round.is_of_groups for tie in cup_round.lines]
    groups = [
        _group(cup, draw, letter, keys, [tie for tie in ties if tie.group == letter])
        for letter, keys in members(draw, rules).items()
    ]
    best = _best(groups, rules, draw) if all(group.is_over for group in groups) else None
    return tuple(_decided(group, rules, best) for group in groups)


def qualifiers(cup: CupState, rounds: Sequence[Round]) -> tuple[Qualifier, ...]:
    """Return who goes through, the first of each group before the second, and the best of the rest last.

    Only those that are certain: everybody, once all groups are over.
    """
    going = [
        Qualifier(entrant=row.entrant, group=group.letter, place=row.place)
        for group in groups_of(cup, rounds)
        for row in group.rows
        if row.goes_through
    ]
    return tuple(sorted(going, key=lambda qualifier: (qualifier.place, qualifier.group)))


def _group(cup: CupState, draw: RoundDraw, letter: str, keys: Sequence[int], ties: Sequence[Tie]) -> CupGroup:
    lots = drawn(keys, draw.lot, "level")
    names = {key: cup.entrant(key).name for key in keys}
    left = [key for key in keys if cup.left_in_groups(key)]
    rows = standings(
        filter(None, map(_outcome, ties)),
        [Withdrawal(team=key, on=ALWAYS, effect=WithdrawalEffect.ALL_VOID) for key in left],
        names,
        SCHEME,
    )
    in_order = sorted(rows, key=lambda row: (row.record.is_withdrawn, row.place, lots.index(row.record.team)))
    # Whoever is in the draw of the knock-out went through, and may have left it since.
    went_on = {key for draw in cup.knock_out_draws[:1] for key in draw.order}
    scratched = {scratch.entrant for scratch in cup.scratched} - went_on
    return CupGroup(
        letter=letter,
        ties=tuple(ties),
        rows=tuple(
            GroupRow(
                entrant=cup.entrant(row.record.team),
                place=place,
                row=row,
                reason=_reason(in_order, place - 1, draw.lot),
                has_left=row.record.team in scratched,
            )
            for place, row in enumerate(in_order, start=1)
        ),
    )


def _outcome(tie: Tie) -> MatchOutcome | None:
    home, away, result = tie.home.entrant, tie.away.entrant, tie.result
    if home is None or away is None or result is None:
        return None
    start = tie.start or (0, 0)
    played = [(leg[0] + start[0], leg[1] + start[1]) for leg in result.legs]
    walkovers = (Walkover(at_fault=result.at_fault, on=ALWAYS),) if result.at_fault else ()
    return MatchOutcome(
        match=tie.round * 100 + tie.number,
        week=tie.round,
        date=None,
        home=home.key,
        away=away.key,
        total=played[0] if played else None,
        walkovers=walkovers,
    )


def _reason(rows: Sequence[StandingsRow], at: int, lot: str) -> str:
    """Return why a row stands below the one above it; of the first, why it stands above the next."""
    row = rows[at]
    if row.record.is_withdrawn:
        return "Left the cup: its matches do not count."
    if not any(other.record.played for other in rows) or len(rows) < 2:
        return ""
    upper, lower = (row, rows[1]) if at == 0 else (rows[at - 1], row)
    if lower.record.is_withdrawn:
        return ""
    other = (lower if at == 0 else upper).record.name
    word = "Ahead of" if at == 0 else "Behind"
    # Of those who share a place one stands below the place before.
    separations = (each.above for each in rows if each.place == lower.place and each.above)
    steps = (above.decided_by for above in separations) if upper.place != lower.place else ()
    step = next(filter(None, steps), None)
    if step is None or step.ahead is None or step.behind is None:
        return f"Level with {other} in everything: {word.lower()} them by the lot “{lot}”."
    figures = [_figure(figure, step.criterion) for figure in (step.ahead, step.behind)]
    ours, theirs = figures if at == 0 else figures[::-1]
    return f"{word} {other} on {_name(step.criterion)}: {ours} to {theirs}."


def _name(criterion: Criterion) -> str:
    return "points" if criterion.key == "match_points" else criterion.label or criterion.name.lower()


def _figure(figure: Figure, criterion: Criterion) -> str:
    if criterion.is_in_half_points:
        return str(int(figure) // 2)
    return f"{int(figure):+d}".replace("-", "\N{MINUS SIGN}") if criterion.is_signed else str(figure)


def _best(groups: Sequence[CupGroup], rules: GroupRules, draw: RoundDraw) -> tuple[GroupRow, ...]:
    """Return those who go through as the best of those placed next.

    Groups may differ in size: points, difference and score count for each match played, then the lot.
    """
    going = [_playing(group)[: rules.through] for group in groups]
    following = [row for group in groups for row in _playing(group)[rules.through : rules.through + 1]]
    lots = drawn((row.entrant.key for row in following), draw.lot, "level")
    missing = rules.number * rules.through - sum(map(len, going))

    def worth(row: GroupRow) -> tuple[Fraction, Fraction, Fraction, int]:
        record = row.row.record
        played = max(record.played, 1)
        figures = (record.match_points, record.score_difference or 0, record.score_for or 0)
        points, difference, score = (Fraction(-figure, played) for figure in figures)
        return points, difference, score, lots.index(row.entrant.key)

    best = sorted(following, key=worth)[: rules.best + missing]
    return tuple(replace(row, reason=f"{row.reason} {_best_in_words(row)}".strip()) for row in best)


def _best_in_words(row: GroupRow) -> str:
    points = Fraction(row.row.record.match_points, 2 * max(row.row.record.played, 1))
    return f"Through as one of the best {ordinal(row.place)}, with {float(points):.2g} points a match."


def _playing(group: CupGroup) -> tuple[GroupRow, ...]:
    return tuple(row for row in group.rows if not row.has_left)


def _decided(group: CupGroup, rules: GroupRules, best: Sequence[GroupRow] | None) -> CupGroup:
    """Return a group with who goes through: the first once it is over, the best once all groups are."""
    if not group.is_over:
        return group
    going = {row.entrant.key for row in _playing(group)[: rules.through]}
    through_as_best = {row.entrant.key: row for row in best or ()}
    following = {row.entrant.key for row in _playing(group)[rules.through : rules.through + 1]}
    rows: list[GroupRow] = []
    for row in group.rows:
        key = row.entrant.key
        is_open = best is None and key in following and rules.best > 0
        is_going = None if is_open else key in going or key in through_as_best
        rows.append(replace(through_as_best.get(key, row), goes_through=is_going))
    return replace(group, rows=tuple(rows))
