"""The rows of the standings with all a page says about each: why it stands there, where it can still go."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from league.competition.tie_breaks import Criterion, Figure
from league.matches.outcomes import TeamKey, Withdrawal
from league.standings.counting import Counted
from league.standings.prospects import Certainty, Fate, Prospect, fates, prospects_of
from league.standings.records import TeamRecord
from league.standings.rows import Met, Separation, StandingsRow, table_of
from league.standings.selectors.match_lists import NamedLink
from league.standings.selectors.outlooks import Outlook, outlooks
from league.standings.selectors.standings import DivisionTable, once_a_table

if TYPE_CHECKING:
    from league.standings.odds.run_ins import Odds

ODDS_FROM_WEEK = 4
"""Before so many weeks were played the results say too little."""
EFFORT = 10_000
"""What a page may spend on prospects: a few hundredths of a second, and exact but for the odd huge table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyStep:
    """A criterion asked of a team and its neighbour, from the team's own side."""

    criterion: Criterion
    own: Figure | None
    other: Figure | None
    decides: bool
    among: tuple[Met, ...]

    @property
    def is_comparable(self) -> bool:
        """Whether there was anything to compare."""
        return self.own is not None and self.other is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """A team compared with its neighbour in the table, from the team's own side."""

    other: NamedLink
    is_ahead: bool
    separation: Separation

    @property
    def gap(self) -> int:
        """Halves of match points between the two."""
        return self.separation.ahead.match_points - self.separation.behind.match_points

    @property
    def steps(self) -> tuple[WhyStep, ...]:
        """Each criterion down to the one that decides."""
        return tuple(
            WhyStep(
                criterion=step.criterion,
                own=step.ahead if self.is_ahead else step.behind,
                other=step.behind if self.is_ahead else step.ahead,
                decides=step.decides,
                among=step.among,
            )
            for step in self.separation.steps
        )

    @property
    def minis(self) -> tuple[WhyStep, ...]:
        """The steps that were a mini-league of more than the two."""
        return tuple(step for step in self.steps if len(step.among) > 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsLine:
    """A row of the standings with all a page says about it. `prospect` is None where nobody asked for it.

    `is_open` is whether the division has a match to come. `outlook` is None where odds are not offered.
    `up` is by how many places it rose in the latest week, fewer than none for a fall; None where there is no
    week before.
    """

    row: StandingsRow
    team: NamedLink
    fate: Fate
    is_last_up: bool
    is_last_safe: bool
    whys: tuple[Why, ...]
    withdrawal: Withdrawal | None = None
    prospect: Prospect | None = None
    outlook: Outlook | None = None
    is_open: bool = False
    up: int | None = None

    @property
    def record(self) -> TeamRecord:
        return self.row.record

    @property
    def certain(self) -> Certainty | None:
        """The most that is certain of it whatever comes; that it is safe is said while others may not be."""
        if self.prospect is None:
            return None
        certainty = next((known for known in Certainty if known in self.prospect.certain), None)
        return None if certainty is Certainty.SAFE and not self.is_open else certainty


@once_a_table
def standings_lines(table: DivisionTable, *, with_prospects: bool = False) -> tuple[StandingsLine, ...]:
    """Return the rows of a table as a page shows them: the lines of going up and down, and why each stands
    there.

    With prospects also where each team can still finish, how likely, and how it moved in the latest week.
    """
    division, rows = table.division, table.rows
    fate = fates(rows, promoted=division.promoted, relegated=division.relegated)
    after = [*fate[1:], None]
    prospects_by_key = prospects_by_team(table) if with_prospects else {}
    odds = division_odds(table) if with_prospects else None
    outlook = outlooks(odds, prospects_by_key, table.open_season.to_come) if odds else {}
    up = table.moves if with_prospects else {}
    return tuple(
        StandingsLine(
            row=row,
            team=table.entrants[row.record.team],
            fate=fate[place],
            is_last_up=fate[place] is Fate.UP and after[place] is not Fate.UP,
            is_last_safe=fate[place] is not Fate.DOWN and after[place] is Fate.DOWN,
            whys=_whys(table, place),
            withdrawal=table.season.withdrawals.get(row.record.team),
            prospect=prospects_by_key.get(row.record.team),
            outlook=outlook.get(row.record.team),
            is_open=bool(table.open_season.to_come),
            up=up.get(row.record.team),
        )
        for place, row in enumerate(rows)
    )


def home_and_away(table: DivisionTable) -> tuple[tuple[StandingsLine, ...], tuple[StandingsLine, ...]]:
    """Return the table of the home matches alone, and that of the away matches.

    What was given or taken by rulings counts in neither, and nobody goes up or down by either.
    """
    counted = table.season.counted
    return (
        _lines_of(table, tuple(replace(match, away=None) for match in counted)),
        _lines_of(table, tuple(replace(match, home=None) for match in counted)),
    )


@once_a_table
def second_half(table: DivisionTable) -> tuple[StandingsLine, ...]:
    """Return the table of the second half's matches alone, where the season has one and it has begun.

    What was given or taken by rulings counts in the full table only.
    """
    if not table.division.season.rule_book.season_regulations().second_half_table:
        return ()
    counted = tuple(match for match in table.season.counted if match.outcome.week * 2 > table.weeks)
    return _lines_of(table, counted) if counted else ()


def _lines_of(table: DivisionTable, counted: tuple[Counted, ...]) -> tuple[StandingsLine, ...]:
    """Return the table of some matches, or of a side of them."""
    season = replace(table.season, adjustments={}, counted=counted)
    part = replace(table, rows=table_of(season, table.names, table.scheme))
    return tuple(replace(line, is_last_up=False, is_last_safe=False) for line in standings_lines(part))


@once_a_table
def prospects_by_team(table: DivisionTable) -> Mapping[TeamKey, Prospect]:
    """Return where each team of the table can still finish; nothing of one that withdrew."""
    division = table.division
    prospects = prospects_of(
        table.open_season,
        table.rows,
        table.scheme,
        promoted=division.promoted,
        relegated=division.relegated,
        effort=EFFORT,
    )
    return {prospect.team: prospect for prospect in prospects}


@once_a_table
def division_odds(table: DivisionTable) -> "Odds | None":
    """Return the odds of every final place and of every match to come.

    None before ODDS_FROM_WEEK, and when nothing is to come.
    """
    if table.week < ODDS_FROM_WEEK or not table.open_season.to_come:
        return None
    from league.standings.odds.run_ins import odds_of

    return odds_of(table.open_season, table.rows, table.scheme)


def _whys(table: DivisionTable, place: int) -> tuple[Why, ...]:
    """Return the neighbours level on match points; if none is, the one above, or for the first the one
    below.
    """
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
