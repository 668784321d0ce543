"""The table: records in order, each with its place and the reason for it.

Also contains every team's position after each week, and the table with results supposed.
"""

import datetime
import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from league.competition.tie_breaks import Among, Criterion, Figure
from league.matches.outcomes import Adjustment, MatchOutcome, Pair, TableOutcome, TeamKey, Withdrawal
from league.standings.counting import Counted, CountedSeason, season_of, seasons_of
from league.standings.ranking import CriterionFigures, RankedTeams, ranked
from league.standings.records import TeamMatchResult, TeamRecord, add_up
from league.standings.scheme import Scheme


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """A line of the mini-league a criterion made: a team, and its halves from the matches among them."""

    team: TeamKey
    name: str
    half_points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A criterion asked of two neighbours in the table, and what each had.

    None: it could not be asked, because the figure is unknown of one of the teams that were level then, or
    because none of them had met. `among` is the mini-league of those teams, the most points first, where
    the criterion asks for the matches among them.
    """

    criterion: Criterion
    ahead: Figure | None
    behind: Figure | None
    among: tuple[Met, ...] = ()

    @property
    def decides(self) -> bool:
        return self.ahead != self.behind


@dataclass(frozen=True, slots=True, kw_only=True)
class Separation:
    """Why a team stands below its neighbour: the criteria in order, down to the one that decides.

    A mini-league that was made again for fewer teams is a step again. `unused_criteria` are the criteria
    further down the season's list. If no step decides, the two share their place.
    """

    ahead: TeamRecord
    behind: TeamRecord
    steps: tuple[Step, ...]
    unused_criteria: tuple[Criterion, ...]

    @property
    def decided_by(self) -> Step | None:
        last = self.steps[-1]
        return last if last.decides else None


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsRow:
    """A team's line in the standings. `above` is what separates it from the row above; the first has none.

    `wants_play_off` is a shared place of teams with no match to come, in a season whose rules decide it by
    a play-off that was not played, or did not.
    """

    place: int
    is_shared: bool
    record: TeamRecord
    above: Separation | None
    wants_play_off: bool = False


def standings(
    outcomes: Iterable[MatchOutcome],
    rulings: Iterable[Adjustment | Withdrawal],
    teams: Mapping[TeamKey, str],
    scheme: Scheme,
    as_of: datetime.date | None = None,
) -> tuple[StandingsRow, ...]:
    """Return the table of a division: what was played and ruled, under the season's scheme.

    `teams` gives every team its name; a team without a match is listed too, and one that withdrew stands
    below those that play. With `as_of`, as it stood at the end of that day. Matches that gave nothing yet
    are passed over. KeyError for a match of a team that is not among `teams`.
    """
    return table_of(season_of(outcomes, rulings, scheme, as_of), teams, scheme)


def table_of(season: CountedSeason, teams: Mapping[TeamKey, str], scheme: Scheme) -> tuple[StandingsRow, ...]:
    """Return the table of a season as it counts."""
    return tuple(_rows(*_ranks(season, teams, scheme), scheme.criteria, season))


def _ranks(
    season: CountedSeason, teams: Mapping[TeamKey, str], scheme: Scheme
) -> tuple[list[RankedTeams], list[RankedTeams]]:
    """Return the teams in order, and after them those that have left."""
    records = records_of(season, teams)
    playing = [record for record in records if not record.is_withdrawn]
    gone = [record for record in records if record.is_withdrawn]
    return ranked(playing, scheme.criteria, season), ranked(gone, scheme.criteria, season)


def records_of(season: CountedSeason, teams: Mapping[TeamKey, str]) -> list[TeamRecord]:
    """Return what every team has of its season."""
    shares: dict[TeamKey, list[TeamMatchResult]] = {team: [] for team in teams}
    for counted in season.counted:
        for team, share in ((counted.outcome.home, counted.home), (counted.outcome.away, counted.away)):
            own = shares[team]
            if share:
                own.append(share)
    return [
        add_up(
            team,
            name,
            shares[team],
            season.adjustments.get(team, ()),
            is_withdrawn=team in season.withdrawals,
        )
        for team, name in teams.items()
    ]


def _rows(
    playing: Sequence[RankedTeams],
    gone: Sequence[RankedTeams],
    criteria: tuple[Criterion, ...],
    season: CountedSeason,
) -> Iterable[StandingsRow]:
    """Standard competition places: two that share the second are followed by the fourth."""
    busy = {team for match in season.to_come for team in (match.home, match.away)}
    before: tuple[TeamRecord, RankedTeams] | None = None
    above = 0
    for rank in (*playing, *gone):
        for record in rank.records:
            yield StandingsRow(
                place=above + 1,
                is_shared=len(rank.records) > 1,
                record=record,
                above=_separation(before, (record, rank), criteria),
                wants_play_off=_wants_play_off(rank, busy),
            )
            before = record, rank
        above += len(rank.records)


def _wants_play_off(rank: RankedTeams, busy: set[TeamKey]) -> bool:
    last = rank.steps[-1].criterion if rank.steps else None
    return (
        last is not None
        and last.among is Among.PLAY_OFFS
        and len(rank.records) > 1
        and all(record.played and record.team not in busy for record in rank.records)
        and not any(record.is_withdrawn for record in rank.records)
    )


def _separation(
    before: tuple[TeamRecord, RankedTeams] | None,
    here: tuple[TeamRecord, RankedTeams],
    criteria: tuple[Criterion, ...],
) -> Separation | None:
    (behind, rank) = here
    if before is None or behind.is_withdrawn:
        return None
    ahead, rank_above = before
    # Neighbours were asked the same until they parted.
    both = [figures for figures, other in zip(rank_above.steps, rank.steps, strict=False) if figures is other]
    steps = tuple(_step(criterion_figures, ahead.team, behind.team) for criterion_figures in both)
    last = criteria.index(steps[-1].criterion)
    return Separation(ahead=ahead, behind=behind, steps=steps, unused_criteria=criteria[last + 1 :])


def _step(figures: CriterionFigures, ahead: TeamKey, behind: TeamKey) -> Step:
    met: tuple[Met, ...] = ()
    if figures.criterion.among and figures.figures:
        most_first = sorted(figures.group, key=lambda record: -figures.figures[record.team])
        met = tuple(
            Met(team=record.team, name=record.name, half_points=int(figures.figures[record.team]))
            for record in most_first
        )
    return Step(
        criterion=figures.criterion,
        ahead=figures.figures.get(ahead),
        behind=figures.figures.get(behind),
        among=met,
    )


def positions(
    outcomes: Sequence[MatchOutcome],
    rulings: Iterable[Adjustment | Withdrawal],
    teams: Mapping[TeamKey, str],
    scheme: Scheme,
    days: Iterable[datetime.date],
) -> dict[TeamKey, tuple[int, ...]]:
    """Return each team's row in the table, from 1, as it stood at the end of each of the days.

    Teams on a shared place stand on rows of their own, in the order of the page, so that lines can be drawn.
    """
    named = tuple(teams.items())
    orders = [
        _order(
            season.counted,
            season.play_offs,
            tuple(season.withdrawals.items()),
            tuple(season.adjustments.items()),
            named,
            scheme,
        )
        for season in seasons_of(outcomes, rulings, scheme, days)
    ]
    return {team: tuple(order[team] for order in orders) for team in teams}


# The weeks before a result do not change with it.
@lru_cache(maxsize=1024)
def _order(
    counted: tuple[Counted, ...],
    play_offs: tuple[Counted, ...],
    withdrawals: tuple[tuple[TeamKey, Withdrawal], ...],
    adjustments: tuple[tuple[TeamKey, tuple[Adjustment, ...]], ...],
    teams: tuple[tuple[TeamKey, str], ...],
    scheme: Scheme,
) -> Mapping[TeamKey, int]:
    """Return each team's row in the table of a season, from 1."""
    season = CountedSeason(
        counted=counted,
        to_come=(),
        play_offs=play_offs,
        withdrawals=dict(withdrawals),
        adjustments=dict(adjustments),
        averages=None,
    )
    ranks = itertools.chain(*_ranks(season, dict(teams), scheme))
    records = itertools.chain.from_iterable(rank.records for rank in ranks)
    return {record.team: number for number, record in enumerate(records, start=1)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Supposed:
    """A result somebody supposes: the tables of a match, or only its total, as an outcome has it.

    With neither, the match is supposed not to have been played.
    """

    tables: tuple[TableOutcome, ...] | None = None
    total: Pair | None = None


def what_if(
    outcomes: Iterable[MatchOutcome],
    supposed: Mapping[int, Supposed],
    rulings: Iterable[Adjustment | Withdrawal],
    teams: Mapping[TeamKey, str],
    scheme: Scheme,
) -> tuple[StandingsRow, ...]:
    """Return the standings with these results, by match. KeyError for a match that is not among the outcomes.

    A walkover or a void match supposed to be played counts as it is supposed. What the other matches gave,
    adjustments and withdrawals stand; under an average award what was given changes with what is supposed.
    """
    by_match = {outcome.match: outcome for outcome in outcomes}
    for match, result in supposed.items():
        by_match[match] = replace(
            by_match[match], tables=result.tables, total=result.total, score=None, walkovers=(), voids=()
        )
    return standings(by_match.values(), rulings, teams, scheme)
