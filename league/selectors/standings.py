"""The standings of a division: rows of the database turned into values, and the values into a table.

Two queries, however many teams, matches and seasons there are.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, FilteredRelation, Q

from league.models import Division, Enrolment, Ruling
from league.outcomes import Adjustment, MatchOutcome, TeamKey, Withdrawal
from league.selectors.matches import Named, match_outcomes, scheme_of
from league.standings import Row, standings


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionTable:
    """A division's standings with what they were made of."""

    division: Division
    rows: tuple[Row, ...]
    entrants: dict[TeamKey, Named]
    outcomes: tuple[MatchOutcome, ...]
    as_of: datetime.date | None


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
        DivisionTable(
            division=division,
            rows=standings(
                outcomes[division.pk],
                rulings[division.pk],
                {key: entrant.name for key, entrant in entrants[division.pk].items()},
                scheme_of(division),
                as_of,
            ),
            entrants=entrants[division.pk],
            outcomes=tuple(outcomes[division.pk]),
            as_of=as_of,
        )
        for division in divisions
    ]


# --- Who takes part, and what was ruled -------------------------------------------------------


def entrants_and_rulings(
    divisions: Iterable[Division],
) -> tuple[dict[int, dict[TeamKey, Named]], dict[int, list[Adjustment | Withdrawal]]]:
    """The teams of the divisions and the adjustments and withdrawals about them, by division. One query."""
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
            "ruled__reason",
            "ruled__decided_on",
            "ruled__revoked_on",
        )
    )
    entrants: dict[int, dict[TeamKey, Named]] = defaultdict(dict)
    rulings: dict[int, list[Adjustment | Withdrawal]] = defaultdict(list)
    for division, team, name, short_name, slug, kind, halves, reason, on, revoked_on in rows:
        entrants[division][team] = Named(key=team, name=name, short_name=short_name, slug=slug)
        if kind == Ruling.Kind.ADJUSTMENT:
            rulings[division].append(
                Adjustment(team=team, halves=halves, reason=reason, on=on, revoked_on=revoked_on)
            )
        elif kind == Ruling.Kind.WITHDRAWAL:
            rulings[division].append(Withdrawal(team=team, reason=reason, on=on, revoked_on=revoked_on))
    return entrants, rulings
