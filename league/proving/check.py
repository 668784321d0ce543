"""What rules make of the results, by the standings themselves, beside the table as it was published."""

import datetime
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise, permutations
from typing import Any

from league.competition.tie_breaks import CRITERIA, HECKMONDWIKE_TIE_BREAKS, TIE_BREAK_LABELS
from league.exchange.lists.checked_list import Problems
from league.exchange.services.result_rows import entered
from league.matches.outcomes import (
    Adjustment,
    MatchOutcome,
    Void,
    Withdrawal,
    WithdrawalEffect,
)
from league.models import Division, RuleBook, Season
from league.proving.season import FIGURES, LastSeason, Played
from league.standings.counting import CountedSeason, season_of
from league.standings.ranking import ranked
from league.standings.records import TeamRecord
from league.standings.rows import StandingsRow, table_of
from league.standings.scheme import Scheme
from league.standings.selectors.matches import scheme_of
from scoring.matches import MatchFormat

LONGEST_ORDER = 3
NO_DAY = datetime.date(2000, 1, 1)
KINDS = ("score", "games", "tables", "points")


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A figure of a row that is another one under the rules."""

    column: str
    published: Fraction
    reckoned: Fraction | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedRow:
    """A row of the table beside what the rules make of it; `is_in_order`: it stands where they put it."""

    place: int
    team: int
    reckoned: Mapping[str, Fraction | None]
    differences: tuple[Difference, ...]
    is_in_order: bool

    @property
    def agrees(self) -> bool:
        return self.is_in_order and not self.differences


@dataclass(frozen=True, kw_only=True)
class Trial:
    """Rules tried on a season, as a rule book and what it cannot say: teams that left, walkovers left out.

    `deductions` are halves given to teams, or taken.
    """

    season: LastSeason
    book: RuleBook
    gone: frozenset[int] = frozenset()
    effect: WithdrawalEffect = WithdrawalEffect.ALL_VOID
    voids_walkovers: bool = False
    deductions: Mapping[int, int]

    def with_book(self, **fields: Any) -> "Trial":
        """Return the trial with other fields of the rule book."""
        own = {each.attname: getattr(self.book, each.attname) for each in RuleBook._meta.fields}
        return replace(self, book=RuleBook(**{**own, **fields}))

    @cached_property
    def scheme(self) -> Scheme:
        return scheme_of(Division(season=Season(rule_book=self.book)))

    @cached_property
    def outcomes(self) -> tuple[MatchOutcome, ...]:
        form, voids = self.scheme.form, self.voids_walkovers
        return tuple(outcome_of(key, match, form, voids) for key, match in enumerate(self.season.results))

    @cached_property
    def counted(self) -> CountedSeason:
        rulings: list[Adjustment | Withdrawal] = [
            Adjustment(on=NO_DAY, team=team, halves=halves) for team, halves in self.deductions.items()
        ]
        rulings += (Withdrawal(on=NO_DAY, team=team, effect=self.effect) for team in self.gone)
        return season_of(self.outcomes, rulings, self.scheme)

    @cached_property
    def standings(self) -> tuple[StandingsRow, ...]:
        return table_of(self.counted, dict(enumerate(self.season.teams)), self.scheme)

    @cached_property
    def by_kind(self) -> Mapping[str, list[dict[str, Fraction | None]]]:
        """Return the figures of every row, by what the columns of figures may count."""
        records = {row.record.team: row.record for row in self.standings}
        against = dict.fromkeys(records, 0)
        for match in self.counted.counted:
            for team, other in ((match.outcome.home, match.away), (match.outcome.away, match.home)):
                against[team] += other.half_points if other else 0
        return {
            kind: [_reckoned(records[row.team], against[row.team], kind) for row in self.season.table]
            for kind in KINDS
        }

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """Return what the columns of figures count: what makes most of them agree."""
        return tuple(
            max(KINDS, key=lambda kind: self._agreeing(self.by_kind[kind], names)) for names in FIGURES
        )

    @cached_property
    def reckoned(self) -> list[dict[str, Fraction | None]]:
        """Return the figures of every row as the standings have them."""
        rows = [dict(own) for own in self.by_kind[KINDS[0]]]
        for names, kind in zip(FIGURES, self.kinds, strict=True):
            for own, other in zip(rows, self.by_kind[kind], strict=True):
                own |= {name: other[name] for name in names}
        return rows

    @cached_property
    def rows(self) -> tuple[CheckedRow, ...]:
        """Return every row of the table, checked."""
        differences = [
            tuple(
                Difference(column=name, published=figure, reckoned=own[name])
                for name, figure in row.figures.items()
                if own[name] != figure
            )
            for row, own in zip(self.season.table, self.reckoned, strict=True)
        ]
        in_order = self._in_order([not each for each in differences])
        return tuple(
            CheckedRow(
                place=place + 1,
                team=row.team,
                reckoned=self.reckoned[place],
                differences=differences[place],
                is_in_order=place in in_order,
            )
            for place, row in enumerate(self.season.table)
        )

    def _agreeing(self, reckoned: Sequence[Mapping[str, Fraction | None]], names: Sequence[str]) -> int:
        return sum(
            all(row.figures.get(name, own[name]) == own[name] for name in names)
            for row, own in zip(self.season.table, reckoned, strict=True)
        )

    def _in_order(self, is_right: Sequence[bool]) -> frozenset[int]:
        """Return the rows that stand as the rules put them: the most that do, right ones first."""
        places = {row.record.team: row.place for row in self.standings}
        published = [row.place for row in self.season.table]
        shares = len({*published}) < len(published) and None not in published
        best: list[tuple[int, tuple[int, ...]]] = []
        for here, row in enumerate(self.season.table):
            own = 2 * is_right[here] + 1
            before = [
                chain
                for chain in best
                if (
                    (there := places[self.season.table[chain[1][-1]].team]) <= places[row.team]
                    and (not shares or (there == places[row.team]) == (published[chain[1][-1]] == row.place))
                )
            ]
            weight, rows = max(before, default=(0, ()))
            best.append((weight + own, (*rows, here)))
        return frozenset(max(best, default=(0, ()))[1])

    @property
    def agree(self) -> int:
        return sum(row.agrees for row in self.rows)

    def tie_breaks(self) -> Iterator[tuple[str, ...]]:
        """Yield the ways to tell level teams apart that put most rows in order, the shortest first.

        Nothing where no two teams are level, so that the table does not say.
        """
        records = [row.record for row in self.standings if row.record.team not in self.gone]
        places = {row.team: number for number, row in enumerate(self.season.table)}
        right = {row.team for row in self.rows if not row.differences}
        own = [record for record in records if record.team in places and record.team in right]
        if len({record.match_points for record in own}) == len(own):
            return
        known = [
            key
            for key in TIE_BREAK_LABELS
            if key != "play_off" and (CRITERIA[key].among or self._tells_apart(key, own))
        ]
        usual = [tuple(self.book.tie_breaks), HECKMONDWIKE_TIE_BREAKS]
        orders = [
            *usual,
            *(each for count in range(1, LONGEST_ORDER + 1) for each in permutations(known, count)),
        ]
        fewest = None
        for order in dict.fromkeys(filter(None, orders)):
            scheme = Scheme(form=self.scheme.form, tie_breaks=order)
            ranks = ranked(records, scheme.criteria, self.counted)
            rank = {record.team: at for at, each in enumerate(ranks) for record in each.records}
            in_table = [rank[record.team] for record in sorted(own, key=lambda record: places[record.team])]
            wrong = sum(first > second for first, second in pairwise(in_table))
            wrong = 2 * len(own) * wrong + len(in_table) - len({*in_table})
            if fewest is None or wrong < fewest:
                fewest, best = wrong, []
            if wrong == fewest:
                best.append(order)
        shortest = min(map(len, best))
        yield from (order for order in best if len(order) == shortest or order in usual)

    def _tells_apart(self, key: str, records: Sequence[TeamRecord]) -> bool:
        """Return whether a criterion has a figure of every team, and not the same of all."""
        figure = CRITERIA[key].figure
        figures = {figure(record) for record in records} if figure else set()
        return len(figures) > 1 and None not in figures


def _reckoned(record: TeamRecord, against: int, kind: str) -> dict[str, Fraction | None]:
    """Return a team's figures by the names of the columns; None for one that nobody knows."""
    own, other = {
        "score": (record.score_for, record.score_against),
        "games": (record.games_won, record.games_lost),
        "tables": (record.tables_won, record.tables_lost),
        "points": (Fraction(record.match_points, 2), Fraction(against, 2)),
    }[kind]
    figures: dict[str, Any] = {name: getattr(record, name) for name in ("played", "won", "drawn", "lost")}
    for names in FIGURES:
        known = None if own is None or other is None else own - other
        figures |= zip(names, (own, other, known), strict=True)
    return figures | {
        "tables drawn": record.tables_drawn,
        "deducted": Fraction(-record.adjusted, 2),
        "points": Fraction(record.match_points, 2),
    }


# The same matches are tried under many rules, and under most of them they are the same outcome.
@lru_cache(maxsize=8192)
def outcome_of(key: int, match: Played, form: MatchFormat, voids_walkovers: bool) -> MatchOutcome:
    """Return a match as it would be imported; one that the format does not know gives nothing."""
    problems = Problems()
    read = entered(match.figures, form, problems, home="Home", away="Away")
    outcome = MatchOutcome(match=key, week=match.week, date=match.date, home=match.home, away=match.away)
    if problems:
        return outcome
    if voids_walkovers and any(walkover.table is None for walkover in read.walkovers):
        return replace(outcome, voids=(Void(on=NO_DAY),))
    own = {name: getattr(outcome, name) for name in ("match", "week", "date", "home", "away")}
    return replace(read, **own)
