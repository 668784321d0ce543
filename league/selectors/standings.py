"""The standings of a division: rows of the database turned into values, and the values into a table.

Two queries, however many teams, matches and seasons there are.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, FilteredRelation, Q

from league.models import Division, Enrolment, Ruling
from league.outcomes import Adjustment, MatchOutcome, TeamKey, Withdrawal, WithdrawalEffect
from league.selectors.matches import Named, match_outcomes, scheme_of
from league.standings import (
    Criterion,
    Fate,
    Figure,
    Record,
    Row,
    Season,
    Separation,
    fates,
    season_of,
    table_of,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionTable:
    """A division's standings with what they were made of."""

    division: Division
    rows: tuple[Row, ...]
    entrants: dict[TeamKey, Named]
    outcomes: tuple[MatchOutcome, ...]
    season: Season
    rulings: tuple[Adjustment | Withdrawal, ...]
    as_of: datetime.date | None

    @property
    def tie_breaks(self) -> tuple[str, ...]:
        """Keys of the criteria that separate teams level on points."""
        return scheme_of(self.division).tie_breaks

    @property
    def counted(self) -> tuple[MatchOutcome, ...]:
        """The matches that gave something."""
        return tuple(one.outcome for one in self.season.counted)

    @property
    def played(self) -> tuple[MatchOutcome, ...]:
        """Those of the counted matches that were played: a walkover can be given before its night."""
        return tuple(outcome for outcome in self.counted if outcome.has_card)

    @property
    def week(self) -> int:
        """The latest week anything was played in; 0 before the season."""
        return max((outcome.week for outcome in self.played), default=0)

    @property
    def weeks(self) -> int:
        """How many weeks the season's list has."""
        return max((outcome.week for outcome in self.outcomes if not outcome.is_play_off), default=0)

    @property
    def latest(self) -> datetime.date | None:
        """The day of the latest match that was played."""
        return max((outcome.day for outcome in self.played if outcome.day), default=None)

    @property
    def in_hand(self) -> tuple[MatchOutcome, ...]:
        """Matches still to be played whose first date has passed."""
        latest = self.latest
        return tuple(
            outcome
            for outcome in self.season.to_come
            if latest is not None and (outcome.postponed_from or outcome.date or latest) <= latest
        )


def division_table(division: Division, as_of: datetime.date | None = None) -> DivisionTable:
    """The standings of a division under its season's rule book, as they stood at the end of a day.

    The division must come with its season and rule book (`select_related`), or they cost a query each.
    """
    return tables_of([division], as_of)[0]


def tables_of(divisions: Iterable[Division], as_of: datetime.date | None = None) -> list[DivisionTable]:
    """The standings of several divisions, in the two queries that one takes."""
    divisions = list(divisions)
    entrants, rulings = entrants_and_rulings(divisions)
    outcomes = match_outcomes(divisions)
    return [
        _table(division, entrants[division.pk], outcomes[division.pk], rulings[division.pk], as_of)
        for division in divisions
    ]


def _table(
    division: Division,
    entrants: dict[TeamKey, Named],
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


def entrants_and_rulings(
    divisions: Iterable[Division],
) -> tuple[dict[int, dict[TeamKey, Named]], dict[int, list[Adjustment | Withdrawal]]]:
    """The teams of the divisions and the adjustments and withdrawals about them, by division. One query.

    The divisions must come with their seasons and rule books.
    """
    divisions = list(divisions)
    by_rule = {division.pk: division.season.rule_book.withdrawal for division in divisions}
    rows = (
        Enrolment.objects.filter(division__in=divisions)
        .annotate(ruled=FilteredRelation("team__rulings", condition=Q(team__rulings__division=F("division"))))
        .order_by("id", "ruled__id")
        .values_list(
            "division_id",
            "team_id",
            "team__name",
            "team__short_name",
            "team__slug",
            "ruled__kind",
            "ruled__halves",
            "ruled__effect",
            "ruled__reason",
            "ruled__decided_on",
            "ruled__revoked_on",
        )
    )
    entrants: dict[int, dict[TeamKey, Named]] = defaultdict(dict)
    rulings: dict[int, list[Adjustment | Withdrawal]] = defaultdict(list)
    for division, team, name, short_name, slug, kind, halves, effect, reason, on, revoked_on in rows:
        entrants[division][team] = Named(key=team, name=name, short_name=short_name, slug=slug)
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


# --- As a page shows it -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """A team compared with its neighbour in the table, from the team's own side."""

    other: Named
    is_ahead: bool
    separation: Separation

    @property
    def gap(self) -> int:
        """Halves of match points between the two."""
        return self.separation.ahead.match_points - self.separation.behind.match_points

    @property
    def steps(self) -> tuple[tuple[Criterion, Figure | None, Figure | None, bool], ...]:
        """Each criterion with the team's own figure, the other's, and whether it decides."""
        return tuple(
            (
                step.criterion,
                *((step.ahead, step.behind) if self.is_ahead else (step.behind, step.ahead)),
                step.decides,
            )
            for step in self.separation.steps
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsLine:
    """A row of the standings with all a page says about it."""

    row: Row
    team: Named
    fate: Fate
    is_last_up: bool
    is_last_safe: bool
    whys: tuple[Why, ...]

    @property
    def record(self) -> Record:
        return self.row.record


def standings_lines(table: DivisionTable) -> tuple[StandingsLine, ...]:
    """The rows of a table as a page shows them: the lines of going up and down, and why each stands there."""
    division, rows = table.division, table.rows
    fate = fates(rows, promoted=division.promoted, relegated=division.relegated)
    after = [*fate[1:], None]
    return tuple(
        StandingsLine(
            row=row,
            team=table.entrants[row.record.team],
            fate=fate[place],
            is_last_up=fate[place] is Fate.UP and after[place] is not Fate.UP,
            is_last_safe=fate[place] is not Fate.DOWN and after[place] is Fate.DOWN,
            whys=_whys(table, place),
        )
        for place, row in enumerate(rows)
    )


def _whys(table: DivisionTable, place: int) -> tuple[Why, ...]:
    """The neighbours level on match points; if none is, the one above, or for the first the one below."""
    row = table.rows[place]
    below = next(iter(table.rows[place + 1 :]), None)
    whys = []
    if row.above is not None:
        other = table.entrants[row.above.ahead.team]
        whys.append(Why(other=other, is_ahead=False, separation=row.above))
    if below is not None and below.above is not None:
        other = table.entrants[below.record.team]
        whys.append(Why(other=other, is_ahead=True, separation=below.above))
    return tuple(why for why in whys if not why.gap) or tuple(whys[:1])
