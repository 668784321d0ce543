"""The standings of a division: rows of the database turned into values, and the values into a table.

Two queries, however many teams, matches and seasons there are.
"""

import datetime
import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.db.models import F, FilteredRelation, Q

from league.history.former_names import TEAM, names_of_times
from league.matches.outcomes import Adjustment, MatchOutcome, TeamKey, Withdrawal, WithdrawalEffect
from league.models import Division, Enrolment, League, Ruling
from league.shared.compiled_query import CompiledQuery
from league.shared.revisions import KnownByRevision, reads_committed
from league.standings.counting import CountedSeason, season_of
from league.standings.rows import StandingsRow, table_of
from league.standings.scheme import Scheme
from league.standings.selectors.match_lists import NamedLink
from league.standings.selectors.matches import match_outcomes, scheme_of

Options = ParamSpec("Options")
Known = TypeVar("Known")


@dataclass(frozen=True, eq=False, kw_only=True)
class DivisionTable:
    """A division's standings with what they were made of.

    One is made for each change of its division and asked by many pages: what follows from it is worked out
    once.
    """

    division: Division
    rows: tuple[StandingsRow, ...]
    entrants: dict[TeamKey, NamedLink]
    outcomes: tuple[MatchOutcome, ...]
    season: CountedSeason
    rulings: tuple[Adjustment | Withdrawal, ...]
    as_of: datetime.date | None
    known: dict[Hashable, Any] = field(default_factory=dict, init=False, repr=False)
    making: threading.RLock = field(default_factory=threading.RLock, init=False, repr=False)

    @cached_property
    def scheme(self) -> Scheme:
        """The season's rules it was made by."""
        return scheme_of(self.division)

    @cached_property
    def names(self) -> dict[TeamKey, str]:
        """Every team by its name."""
        return {key: entrant.name for key, entrant in self.entrants.items()}

    def without(self, matches: Collection[int]) -> "DivisionTable":
        """Return the table as it would be if these matches, by key, had neither a result nor a ruling."""
        nothing: dict[str, Any] = {"tables": None, "total": None, "score": None, "walkovers": (), "voids": ()}
        kept = [replace(each, **nothing) if each.match in matches else each for each in self.outcomes]
        return _table(self.division, self.entrants, kept, list(self.rulings), self.as_of)

    @cached_property
    def counted(self) -> tuple[MatchOutcome, ...]:
        """The matches that gave something."""
        return tuple(match.outcome for match in self.season.counted)

    @cached_property
    def played(self) -> tuple[MatchOutcome, ...]:
        """Those of the counted matches that were played: a walkover can be given before its night."""
        return tuple(outcome for outcome in self.counted if outcome.has_card)

    @cached_property
    def open_season(self) -> CountedSeason:
        """The season with what can still change its table: nothing, where the tables are final."""
        is_final = self.division.season.is_finished and self.as_of is None
        return replace(self.season, to_come=()) if is_final else self.season

    @cached_property
    def has_rulings(self) -> bool:
        """Whether anything was ever ruled in the division, in force or taken back."""
        return bool(self.rulings) or any(outcome.walkovers or outcome.voids for outcome in self.outcomes)

    @cached_property
    def nights(self) -> dict[int, datetime.date]:
        """The last day of each week that was played, by week. A postponed match belongs to none."""
        return _nights(self.played)

    @cached_property
    def all_nights(self) -> dict[int, datetime.date]:
        """The same of everything played to this day, whatever day the table is of."""
        return _nights(outcome for outcome in self.outcomes if outcome.has_card)

    @cached_property
    def week(self) -> int:
        """The latest week anything was played in; 0 before the season."""
        return max((outcome.week for outcome in self.played), default=0)

    @cached_property
    def weeks(self) -> int:
        """How many weeks the season's list has."""
        return max((outcome.week for outcome in self.outcomes if not outcome.is_play_off), default=0)

    @cached_property
    def night_before(self) -> datetime.date | None:
        """The last day of the week before the latest; None while only one was played."""
        nights = sorted(self.nights.values())
        return nights[-2] if len(nights) > 1 else None

    @cached_property
    def moves(self) -> dict[TeamKey, int]:
        """By how many places each team rose since then: fewer than none is a fall."""
        if self.night_before is None:
            return {}
        then = season_of(self.outcomes, self.rulings, self.scheme, self.night_before)
        places = {row.record.team: row.place for row in table_of(then, self.names, self.scheme)}
        return {
            row.record.team: places[row.record.team] - row.place
            for row in self.rows
            if not row.record.is_withdrawn
        }

    @cached_property
    def latest(self) -> datetime.date | None:
        """The day of the latest match that was played."""
        return max((outcome.day for outcome in self.played if outcome.day), default=None)

    @cached_property
    def in_hand(self) -> tuple[MatchOutcome, ...]:
        """Matches still to be played whose first date has passed."""
        latest = self.latest
        return tuple(
            outcome
            for outcome in self.season.to_come
            if latest is not None and (outcome.postponed_from or outcome.date or latest) <= latest
        )


def _nights(played: Iterable[MatchOutcome]) -> dict[int, datetime.date]:
    on_time = [
        (outcome.week, outcome.day)
        for outcome in played
        if not outcome.postponed_from and not outcome.is_play_off
    ]
    return dict(sorted((week, day) for week, day in on_time if day is not None))


def division_table(
    division: Division, as_of: datetime.date | None = None, *, league: League | None = None
) -> DivisionTable:
    """Return the standings of a division under its season's rule book, as they stood at the end of a day.

    The division must come with its season and rule book (`select_related`), or they cost a query each. Two
    queries; none with its league as it was read before, if its table was made since the division changed.
    """
    return tables_of([division], as_of, league=league)[0]


def tables_of(
    divisions: Iterable[Division], as_of: datetime.date | None = None, *, league: League | None = None
) -> list[DivisionTable]:
    """Return the standings of several divisions of a league, in the two queries that one takes."""
    divisions = list(divisions)
    if league is None or not reads_committed():
        return _tables(divisions, as_of)
    known = {
        division.pk: _known.find((division.pk, as_of), league.revision_of(division.pk))
        for division in divisions
    }
    for table in _tables([division for division in divisions if known[division.pk] is None], as_of):
        known[table.division.pk] = table
        _known.add((table.division.pk, as_of), league.revision_of(table.division.pk), table)
    return [table for table in known.values() if table is not None]


def _tables(divisions: list[Division], as_of: datetime.date | None) -> list[DivisionTable]:
    entrants, rulings = entrants_and_rulings(divisions)
    outcomes = match_outcomes(divisions)
    return [
        _table(division, entrants[division.pk], outcomes[division.pk], rulings[division.pk], as_of)
        for division in divisions
    ]


def once_a_table(
    make: Callable[Concatenate[DivisionTable, Options], Known],
) -> Callable[Concatenate[DivisionTable, Options], Known]:
    """Let a table remember what a function makes of it: many pages ask, some at the same moment."""

    @wraps(make)
    def known(table: DivisionTable, /, *arguments: Options.args, **options: Options.kwargs) -> Known:
        key = (make, arguments, *options.items())
        with table.making:
            if key not in table.known:
                table.known[key] = make(table, *arguments, **options)
            value: Known = table.known[key]
        return value

    return known


# By division and day: those of fifty leagues with four divisions each.
_known: KnownByRevision[DivisionTable] = KnownByRevision(most=256)


def _table(
    division: Division,
    entrants: dict[TeamKey, NamedLink],
    outcomes: list[MatchOutcome],
    rulings: list[Adjustment | Withdrawal],
    as_of: datetime.date | None,
) -> DivisionTable:
    scheme = scheme_of(division)
    names = {key: entrant.name for key, entrant in entrants.items()}
    season = season_of(outcomes, rulings, scheme, as_of)
    return DivisionTable(
        division=division,
        rows=table_of(season, names, scheme),
        entrants=entrants,
        outcomes=tuple(outcomes),
        season=season,
        rulings=tuple(rulings),
        as_of=as_of,
    )


# --- Who takes part, and what was ruled -------------------------------------------------------
_ENTRANTS = CompiledQuery(
    lambda *divisions: (
        Enrolment.objects.filter(division__in=divisions)
        .annotate(ruled=FilteredRelation("team__rulings", condition=Q(team__rulings__division=F("division"))))
        .order_by("id", "ruled__id")
        .values_list(
            *("division_id", "team_id", "team__name", "team__short_name", "team__slug"),
            *("ruled__kind", "ruled__halves", "ruled__effect", "ruled__reason"),
            *("ruled__decided_on", "ruled__revoked_on"),
        )
    )
)


def entrants_and_rulings(
    divisions: Iterable[Division],
) -> tuple[dict[int, dict[TeamKey, NamedLink]], dict[int, list[Adjustment | Withdrawal]]]:
    """Return the teams of the divisions and the adjustments and withdrawals about them, by division.

    One query, and one where seasons are closed, whose teams are called as they were.

    The divisions must come with their seasons and rule books.
    """
    divisions = list(divisions)
    by_rule = {division.pk: division.season.rule_book.withdrawal for division in divisions}
    by_season = names_of_times(division.season for division in divisions)
    names = {division.pk: by_season[division.season_id] for division in divisions}
    rows = _ENTRANTS.rows(*by_rule) if by_rule else ()
    entrants: dict[int, dict[TeamKey, NamedLink]] = defaultdict(dict)
    rulings: dict[int, list[Adjustment | Withdrawal]] = defaultdict(list)
    for division, team, name, short_name, slug, kind, halves, effect, reason, on, revoked_on in rows:
        was = names[division]
        entrants[division][team] = NamedLink(
            key=team,
            name=was.get((TEAM, team, "name")) or name,
            short_name=was.get((TEAM, team, "short_name"), short_name or ""),
            slug=slug,
        )
        if kind == Ruling.Kind.ADJUSTMENT:
            rulings[division].append(
                Adjustment(team=team, halves=halves, reason=reason, on=on, revoked_on=revoked_on)
            )
        elif kind == Ruling.Kind.WITHDRAWAL:
            effect = WithdrawalEffect(effect or by_rule[division])
            rulings[division].append(
                Withdrawal(team=team, effect=effect, reason=reason, on=on, revoked_on=revoked_on)
            )
    return entrants, rulings
