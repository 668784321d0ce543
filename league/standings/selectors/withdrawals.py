"""What the table would be if a team left: as it stands, and after each way to deal with its results."""

import datetime
from dataclasses import dataclass

from league.matches.outcomes import Withdrawal, WithdrawalEffect
from league.models import Division, Enrolment, RuleBook, Ruling, Season, Team
from league.standings.counting import season_of
from league.standings.rows import StandingsRow, table_of
from league.standings.selectors.match_lists import NamedLink
from league.standings.selectors.matches import scheme_of
from league.standings.selectors.standings import division_table

Effect = RuleBook.WithdrawalEffect
HEADS = {
    Effect.ALL_VOID: "All void",
    Effect.SECOND_HALF_VOID: "Second half void",
    Effect.REST_AWARDED: "Rest awarded",
    Effect.REST_FREE: "Rest free",
    Effect.TEAM_TO_NOTHING: "Set to nothing",
}
"""The choices in the few words of a column's head."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalStanding:
    """Where a team stands in one of the tables.

    `up` is how many places better (negative: worse) than now, in a table without the team that leaves.
    """

    row: StandingsRow
    up: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalLine:
    """A team in the order of the table as it is, and where it would stand after each choice."""

    team: NamedLink
    is_leaving: bool
    now: WithdrawalStanding
    after: tuple[WithdrawalStanding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalPreview:
    """The table of a division before a team leaves it and after each choice, in the order of `heads`."""

    heads: tuple[str, ...]
    lines: tuple[WithdrawalLine, ...]


def withdrawal_preview(division: Division, team: Team, *, on: datetime.date) -> WithdrawalPreview:
    """The table with each effect a withdrawal can have, reckoned as the standings are. Two queries."""
    table, scheme = division_table(division), scheme_of(division)
    names = {key: entrant.name for key, entrant in table.entrants.items()}
    now = {row.record.team: row for row in table.rows}
    after = []
    for effect in Effect:
        withdrawal = Withdrawal(team=team.pk, effect=WithdrawalEffect(effect), on=on)
        season = season_of(table.outcomes, (*table.rulings, withdrawal), scheme)
        after.append({row.record.team: row for row in table_of(season, names, scheme)})
    left_at = now[team.pk].place
    return WithdrawalPreview(
        heads=tuple(HEADS[effect] for effect in Effect),
        lines=tuple(
            WithdrawalLine(
                team=table.entrants[key],
                is_leaving=key == team.pk,
                now=WithdrawalStanding(row=row, up=0),
                after=tuple(
                    WithdrawalStanding(row=rows[key], up=row.place - (row.place > left_at) - rows[key].place)
                    for rows in after
                ),
            )
            for key, row in now.items()
        ),
    )


def enrolment_of(season: Season | None, division: str, team: str) -> Enrolment | None:
    """The team of a season by the addresses of its division and itself. One query."""
    found = Enrolment.objects.filter(season=season, division__slug=division, team__slug=team)
    return found.select_related("team", "division__season__rule_book", "division__season__league").first()


def withdrawals_in(season: Season | None) -> list[Ruling]:
    """The withdrawals of a season that are in force, the latest first. One query."""
    withdrawals = Ruling.objects.withdrawals().filter(division__season=season, team__isnull=False)
    return list(withdrawals.select_related("team", "division", "decided_by").order_by("-decided_on", "-id"))
