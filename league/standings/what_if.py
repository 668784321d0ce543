"""The table as it would be: results supposed for matches, in place of what is known of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from league.outcomes import Adjustment, MatchOutcome, Pair, TableOutcome, TeamKey, Withdrawal
from league.standings.rows import Row, standings
from league.standings.scheme import Scheme


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
) -> tuple[Row, ...]:
    """The standings with these results, by match. KeyError for a match that is not among the outcomes.

    A walkover or a void match supposed to be played counts as it is supposed. What the other matches gave,
    adjustments and withdrawals stand; under an average award what was given changes with what is supposed.
    """
    by_match = {outcome.match: outcome for outcome in outcomes}
    for match, result in supposed.items():
        by_match[match] = replace(
            by_match[match], tables=result.tables, total=result.total, walkovers=(), voids=()
        )
    return standings(by_match.values(), rulings, teams, scheme)
