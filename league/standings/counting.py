"""What counts in a season, and for whom: results, rulings about them, and teams that left."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from league.matches.outcomes import (
    Adjustment,
    AtFault,
    MatchOutcome,
    TableOutcome,
    TeamKey,
    Void,
    Walkover,
    Withdrawal,
    WithdrawalEffect,
)
from league.standings.awards import Averages
from league.standings.records import TeamMatchResult
from league.standings.scheme import Scheme
from league.standings.shares import shares_of
from scoring.matches import MatchFormat


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Counted:
    """A match that gave something. A side whose team was set to nothing has no share of it.

    Compared by identity: what is worked out of the same matches is known again without comparing them.
    """

    outcome: MatchOutcome
    home: TeamMatchResult | None
    away: TeamMatchResult | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedSeason:
    """A division's season as it counts on a day: matches that gave something and those to come.

    Both are in the order of play. `play_offs` are those that were played; they count for nothing but the
    place they decide. Matches that are void, and those nobody has to play since a team left, are in neither.
    `averages` are the division's, where a walkover counts as one.
    """

    counted: tuple[Counted, ...]
    to_come: tuple[MatchOutcome, ...]
    play_offs: tuple[Counted, ...]
    withdrawals: dict[TeamKey, Withdrawal]
    adjustments: dict[TeamKey, tuple[Adjustment, ...]]
    averages: Averages | None


def season_of(
    outcomes: Iterable[MatchOutcome],
    rulings: Iterable[Adjustment | Withdrawal],
    scheme: Scheme,
    as_of: datetime.date | None = None,
) -> CountedSeason:
    """Return what counts of these outcomes and rulings at the end of that day; None asks about now."""
    in_force = [ruling for ruling in rulings if ruling.is_in_force(as_of)]
    left = {ruling.team: ruling for ruling in in_force if isinstance(ruling, Withdrawal)}
    in_order = sorted(outcomes, key=_played_order)
    weeks = max((outcome.week for outcome in in_order if not outcome.is_play_off), default=0)
    standing = [
        outcome
        for outcome in in_order
        if not (left or outcome.voids) or not _is_void(outcome, left, weeks, as_of)
    ]
    averages = _averages(standing, scheme.form, as_of) if scheme.award and scheme.award.is_average else None
    counted: list[Counted] = []
    play_offs: list[Counted] = []
    to_come: list[MatchOutcome] = []
    is_plain = as_of is None and averages is None and not left
    for outcome in standing:
        if is_plain and not (outcome.walkovers or outcome.voids):
            counted_match = _settled(outcome, scheme)
        else:
            counted_match = _counted(outcome, scheme, as_of, averages, left)
        if counted_match:
            (play_offs if outcome.is_play_off else counted).append(counted_match)
        elif not outcome.is_play_off and not left.keys() & {outcome.home, outcome.away}:
            to_come.append(outcome)
    return CountedSeason(
        counted=tuple(counted),
        to_come=tuple(to_come),
        play_offs=tuple(play_offs),
        withdrawals=left,
        adjustments=_adjustments(in_force, left),
        averages=averages,
    )


def seasons_of(
    outcomes: Iterable[MatchOutcome],
    rulings: Iterable[Adjustment | Withdrawal],
    scheme: Scheme,
    days: Iterable[datetime.date],
) -> Iterator[CountedSeason]:
    """Yield the season as it counts at the end of each of the days, as `season_of` returns it.

    Matches nothing was ruled about give the same on every day from their own on: they are counted once. What
    is to come is left out.
    """
    rulings = tuple(rulings)
    outcomes = sorted(outcomes, key=_played_order)
    has_averages = scheme.award is not None and scheme.award.is_average
    if has_averages or any(isinstance(ruling, Withdrawal) for ruling in rulings):
        yield from (season_of(outcomes, rulings, scheme, day) for day in days)
        return
    settled = {
        outcome.match: _settled(outcome, scheme)
        for outcome in outcomes
        if not (outcome.walkovers or outcome.voids)
    }
    for day in days:
        in_force = [ruling for ruling in rulings if ruling.is_in_force(day)]
        counted: dict[bool, list[Counted]] = {False: [], True: []}
        for outcome in outcomes:
            match = _on(day, outcome, scheme, settled)
            if match is not None:
                counted[outcome.is_play_off].append(match)
        yield CountedSeason(
            counted=tuple(counted[False]),
            to_come=(),
            play_offs=tuple(counted[True]),
            withdrawals={},
            adjustments=_adjustments(in_force, {}),
            averages=None,
        )


def _on(
    day: datetime.date, outcome: MatchOutcome, scheme: Scheme, settled: Mapping[int, Counted | None]
) -> Counted | None:
    if outcome.match in settled:
        return settled[outcome.match] if outcome.is_by(day) else None
    return None if _is_void(outcome, {}, 0, day) else _counted(outcome, scheme, day, None, {})


def left_with(
    outcome: MatchOutcome, scheme: Scheme, left: dict[TeamKey, Withdrawal], weeks: int
) -> MatchOutcome:
    """Return the match with the ruling that follows now from a team of it having left: void, or given.

    For showing.

    `weeks` are those of the division's season. What stands of a result is left as it is.
    """
    gone = [left[team] for team in (outcome.home, outcome.away) if team in left]
    if not gone or any(void.table is None and void.is_in_force(None) for void in outcome.voids):
        return outcome
    if not _is_void(outcome, left, weeks, None):
        if shares_of(outcome, scheme.form, award=scheme.award):
            return outcome
        if awarded := _awarded(outcome, left):
            return awarded
    latest = max(gone, key=lambda withdrawal: withdrawal.on)
    return replace(outcome, walkovers=(), voids=(Void(on=latest.on, reason=latest.reason),))


def _played_order(outcome: MatchOutcome) -> tuple[datetime.date, int, int]:
    return (outcome.day or datetime.date.max, outcome.week, outcome.match)


def _is_void(
    outcome: MatchOutcome, left: dict[TeamKey, Withdrawal], weeks: int, as_of: datetime.date | None
) -> bool:
    """Return whether it counts for nobody: declared void, or one of a team that left without leaving its
    results.

    The second half are the weeks after the half of them: of five, the third to the fifth.
    """
    if any(void.table is None and void.is_in_force(as_of) for void in outcome.voids):
        return True
    effects = {left[team].effect for team in (outcome.home, outcome.away) if team in left}
    if WithdrawalEffect.ALL_VOID in effects:
        return True
    return WithdrawalEffect.SECOND_HALF_VOID in effects and 2 * outcome.week > weeks


# Of a season's matches one or two have changed since its table was last made, and the others are the same
# objects. They are known by identity: to compare two matches takes longer than to count one.
_KNOWN: dict[int, tuple[MatchOutcome, Scheme, Counted | None]] = {}
_MOST_KNOWN = 8192


def _settled(outcome: MatchOutcome, scheme: Scheme) -> Counted | None:
    """Return what a match about which nothing was ruled gives now."""
    known = _KNOWN.get(id(outcome))
    if known is not None and known[0] is outcome and known[1] is scheme:
        return known[2]
    counted = _counted(outcome, scheme, None, None, {})
    if len(_KNOWN) >= _MOST_KNOWN:
        _KNOWN.clear()
    _KNOWN[id(outcome)] = outcome, scheme, counted
    return counted


def _counted(
    outcome: MatchOutcome,
    scheme: Scheme,
    as_of: datetime.date | None,
    averages: Averages | None,
    left: dict[TeamKey, Withdrawal],
) -> Counted | None:
    """Return what a match gave; one with a team that left may be given without play, or be free."""
    form, award = scheme.form, scheme.award
    results = shares_of(outcome, form, as_of, award=award, averages=averages)
    if left and results is None and (awarded := _awarded(outcome, left)):
        results = shares_of(awarded, form, as_of, award=award, averages=averages)
    if results is None:
        return None
    home, away = results
    return Counted(
        outcome=outcome,
        home=None if left and _is_nothing(outcome.home, left) else home,
        away=None if left and _is_nothing(outcome.away, left) else away,
    )


def _awarded(outcome: MatchOutcome, left: dict[TeamKey, Withdrawal]) -> MatchOutcome | None:
    """Return the match given against the side that left, if the rest of its matches is awarded.

    Two that left, each with the rest awarded, are both at fault; one that left otherwise is given nothing.
    """
    sides = {AtFault.HOME: outcome.home, AtFault.AWAY: outcome.away}
    gone = {side: left[team] for side, team in sides.items() if team in left}
    awarded = all(withdrawal.effect is WithdrawalEffect.REST_AWARDED for withdrawal in gone.values())
    if outcome.is_play_off or not gone or not awarded:
        return None
    at_fault = AtFault.BOTH if len(gone) == 2 else next(iter(gone))
    latest = max(gone.values(), key=lambda team: team.on)
    walkover = Walkover(at_fault=at_fault, on=latest.on, reason=latest.reason)
    return replace(outcome, walkovers=(walkover,))


def _is_nothing(team: TeamKey, left: dict[TeamKey, Withdrawal]) -> bool:
    return team in left and left[team].effect is WithdrawalEffect.TEAM_TO_NOTHING


def _adjustments(
    in_force: Sequence[Adjustment | Withdrawal], left: dict[TeamKey, Withdrawal]
) -> dict[TeamKey, tuple[Adjustment, ...]]:
    """Return the points given and taken by team, earliest first; a team that stands at nothing has none."""
    nothing = {WithdrawalEffect.ALL_VOID, WithdrawalEffect.TEAM_TO_NOTHING}
    by_team: dict[TeamKey, list[Adjustment]] = defaultdict(list)
    for ruling in in_force:
        if isinstance(ruling, Adjustment) and (
            ruling.team not in left or left[ruling.team].effect not in nothing
        ):
            by_team[ruling.team].append(ruling)
    return {
        team: tuple(sorted(adjustments, key=lambda ruling: (ruling.on, ruling.reason, ruling.halves)))
        for team, adjustments in by_team.items()
    }


# --- The division's average score -------------------------------------------------------------
def _averages(outcomes: Iterable[MatchOutcome], form: MatchFormat, as_of: datetime.date | None) -> Averages:
    """Return the average score of a side over what was played by then and still counts."""
    tables: list[int] = []
    matches: list[int] = []
    for outcome in outcomes:
        numbers = _pegged(outcome, form, as_of)
        tables += numbers
        if len(numbers) == form.tables:
            matches.append(sum(numbers))
    return Averages.over(tables, matches)


def _pegged(outcome: MatchOutcome, form: MatchFormat, as_of: datetime.date | None) -> list[int]:
    """Return what both sides together pegged at each table that was played, not given, and has a score."""
    played = tables_played(outcome, as_of)
    if played is None:
        return []
    if outcome.total and not outcome.tables and form.tables == 1 and form.games_at(0) == 1:
        return [sum(outcome.total)]
    return [sum(map(sum, table.games)) for table in played if table.games]


def tables_played(
    outcome: MatchOutcome, as_of: datetime.date | None = None
) -> tuple[TableOutcome, ...] | None:
    """Return the tables of a match that were not given or declared void by the end of that day.

    None if the match was not over, or was itself given, void or a play-off.
    """
    if outcome.is_play_off or (as_of is not None and not outcome.is_by(as_of)):
        return None
    rulings: tuple[Walkover | Void, ...] = (*outcome.walkovers, *outcome.voids)
    ruled = {ruling.table for ruling in rulings if ruling.is_in_force(as_of)}
    if None in ruled:
        return None
    return tuple(table for table in outcome.tables or () if table.number not in ruled)
