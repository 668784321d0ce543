"""The table: records put in order, each with its place and with what separates it from the one above."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from league.outcomes import Adjustment, MatchOutcome, TeamKey, Withdrawal
from league.standings.criteria import CRITERIA, MATCH_POINTS, Criterion
from league.standings.records import Record, add_up
from league.standings.scheme import Scheme
from league.standings.shares import Share, shares_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A criterion asked of two neighbours in the table, and what each had."""

    criterion: Criterion
    ahead: int
    behind: int

    @property
    def decides(self) -> bool:
        return self.ahead != self.behind


@dataclass(frozen=True, slots=True, kw_only=True)
class Separation:
    """Why a team stands below its neighbour: the criteria in order, down to the one that decides.

    `not_asked` are those further down the season's list. If no step decides, the two share their place.
    """

    ahead: Record
    behind: Record
    steps: tuple[Step, ...]
    not_asked: tuple[Criterion, ...]

    @property
    def decided_by(self) -> Step | None:
        last = self.steps[-1]
        return last if last.decides else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A team's line in the standings. `above` is what separates it from the row above; the first has none."""

    place: int
    is_shared: bool
    record: Record
    above: Separation | None


def standings(
    outcomes: Iterable[MatchOutcome],
    rulings: Iterable[Adjustment | Withdrawal],
    teams: Mapping[TeamKey, str],
    scheme: Scheme,
    as_of: datetime.date | None = None,
) -> tuple[Row, ...]:
    """The table of a division: what was played and ruled, under the season's scheme.

    `teams` gives every team its name; a team without a match is listed too. With `as_of`, as it stood
    at the end of that day. Matches that gave nothing yet are passed over. KeyError for a match of a team
    that is not among `teams`.
    """
    criteria = (MATCH_POINTS, *(CRITERIA[key] for key in scheme.tie_breaks))
    records = _records(outcomes, rulings, teams, scheme, as_of)
    # The name and the key only order the page: they give nobody a better place.
    ranked = sorted(
        ((_rank(record, criteria), record) for record in records),
        key=lambda pair: (pair[0], pair[1].name.casefold(), pair[1].team),
    )
    return _placed(ranked, criteria)


Rank = tuple[bool, tuple[int, ...]]


def _rank(record: Record, criteria: tuple[Criterion, ...]) -> Rank:
    """Lowest first: those who play before those who withdrew, then the most of each criterion."""
    return record.is_withdrawn, tuple(-criterion.figure(record) for criterion in criteria)


def _records(
    outcomes: Iterable[MatchOutcome],
    rulings: Iterable[Adjustment | Withdrawal],
    teams: Mapping[TeamKey, str],
    scheme: Scheme,
    as_of: datetime.date | None,
) -> list[Record]:
    in_force = [ruling for ruling in rulings if ruling.is_in_force(as_of)]
    withdrawn = {ruling.team for ruling in in_force if isinstance(ruling, Withdrawal)}
    adjustments: dict[TeamKey, list[Adjustment]] = defaultdict(list)
    for ruling in in_force:
        if isinstance(ruling, Adjustment) and ruling.team not in withdrawn:
            adjustments[ruling.team].append(ruling)
    shares: dict[TeamKey, list[Share]] = {team: [] for team in teams}
    for outcome in sorted(outcomes, key=_played_order):
        if outcome.home in withdrawn or outcome.away in withdrawn:
            continue
        if given := shares_of(outcome, scheme.form, as_of):
            shares[outcome.home].append(given[0])
            shares[outcome.away].append(given[1])
    return [
        add_up(
            team,
            name,
            shares[team],
            tuple(sorted(adjustments[team], key=lambda ruling: (ruling.on, ruling.reason, ruling.halves))),
            is_withdrawn=team in withdrawn,
        )
        for team, name in teams.items()
    ]


def _played_order(outcome: MatchOutcome) -> tuple[datetime.date, int, int]:
    return (outcome.day or datetime.date.max, outcome.week, outcome.match)


def _placed(ranked: Sequence[tuple[Rank, Record]], criteria: tuple[Criterion, ...]) -> tuple[Row, ...]:
    """Standard competition places: two that share the second are followed by the fourth."""
    ranks = [rank for rank, _ in ranked]
    records = [None, *(record for _, record in ranked)]
    return tuple(
        Row(
            place=ranks.index(rank) + 1,
            is_shared=ranks.count(rank) > 1,
            record=record,
            above=_separation(ahead, record, criteria) if ahead and not record.is_withdrawn else None,
        )
        for (rank, record), ahead in zip(ranked, records, strict=False)
    )


def _separation(ahead: Record, behind: Record, criteria: tuple[Criterion, ...]) -> Separation:
    steps: list[Step] = []
    for criterion in criteria:
        steps.append(
            Step(criterion=criterion, ahead=criterion.figure(ahead), behind=criterion.figure(behind))
        )
        if steps[-1].decides:
            break
    return Separation(ahead=ahead, behind=behind, steps=tuple(steps), not_asked=criteria[len(steps) :])
