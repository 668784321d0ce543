"""Where every team stood through the season."""

import datetime
from collections.abc import Iterable, Mapping, Sequence

from league.outcomes import Adjustment, MatchOutcome, TeamKey, Withdrawal
from league.standings.rows import standings
from league.standings.scheme import Scheme


def positions(
    outcomes: Sequence[MatchOutcome],
    rulings: Iterable[Adjustment | Withdrawal],
    teams: Mapping[TeamKey, str],
    scheme: Scheme,
    days: Iterable[datetime.date],
) -> dict[TeamKey, tuple[int, ...]]:
    """Each team's row in the table, from 1, as it stood at the end of each of the days.

    Teams on a shared place stand on rows of their own, in the order of the page, so that lines can be drawn.
    """
    rulings = tuple(rulings)
    orders = [
        [row.record.team for row in standings(outcomes, rulings, teams, scheme, as_of=day)] for day in days
    ]
    return {team: tuple(order.index(team) + 1 for order in orders) for team in teams}
