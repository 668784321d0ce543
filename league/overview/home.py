"""The league home: the answer first, then this week's matches, the last results, the tables at a glance."""

import datetime
import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from league.competition.selectors import Coming, coming_after, current_season, divisions_of, seasons_of
from league.matches.outcomes import MatchOutcome
from league.models import Division, League, Match, Season
from league.standings.rows import Step, positions
from league.standings.selectors.lines import StandingsLine, standings_lines
from league.standings.selectors.match_lists import MatchLine, NamedLink, match_lines, void_of
from league.standings.selectors.standings import DivisionTable, tables_of

SUNDAY = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamStanding:
    """How a team stands in its division, against the neighbour that matters to it.

    `rival` is the next team below for the one at the top, else the one above; `step` what lies between the
    two, None if they share the place or if there is no rival. `level` are all that share the place.
    """

    division: Division
    line: StandingsLine
    level: tuple[NamedLink, ...]
    rival: StandingsLine | None
    step: Step | None

    @property
    def is_top(self) -> bool:
        return self.line.row.place == 1

    @property
    def gap(self) -> int:
        """Halves of match points between the team and its rival."""
        return abs(self.line.record.match_points - self.rival.record.match_points) if self.rival else 0

    @property
    def in_hand(self) -> int:
        """How many matches fewer than its rival the team has played."""
        return max(self.rival.record.played - self.line.record.played, 0) if self.rival else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """A division's table, small."""

    table: DivisionTable
    lines: tuple[StandingsLine, ...]
    leader: TeamStanding | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Own:
    """The visitor's own team: how it stands, whom it meets next, and every team's way through the season."""

    standing: TeamStanding
    lines: tuple[StandingsLine, ...]
    next_match: MatchLine | None
    rival_next: StandingsLine | None
    weeks: tuple[int, ...]
    positions: dict[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class NightOwed:
    """A night that is over and of which nothing is in yet."""

    date: datetime.date
    matches: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """Everything on the league's home page. Without a season there is nothing but the league."""

    season: Season | None
    today: datetime.date
    seasons: tuple[Season, ...] = ()
    glances: tuple[Glance, ...] = ()
    to_come: tuple[MatchLine, ...] = ()
    latest: tuple[MatchLine, ...] = ()
    owed: tuple[NightOwed, ...] = ()
    own: Own | None = None
    coming: Coming | None = None

    @property
    def is_tonight(self) -> bool:
        """Whether the next match is to be played this very day."""
        return bool(self.to_come) and self.to_come[0].date == self.today

    @property
    def is_this_week(self) -> bool:
        """Whether the next match lies in this week."""
        first = self.to_come[0].date if self.to_come else None
        return first is not None and first.isocalendar()[:2] == self.today.isocalendar()[:2]

    @property
    def teams(self) -> list[NamedLink]:
        """Every team of the season, by name."""
        entrants = (named for glance in self.glances for named in glance.table.entrants.values())
        return sorted(entrants, key=lambda named: named.name.casefold())


def league_home(league: League, today: datetime.date, own_slug: str = "") -> Home:
    """Return what the league's home page shows on a day, to a visitor who may have named a team as their
    own.
    """
    seasons = seasons_of(league)
    season = current_season(seasons, today)
    if season is None:
        return Home(season=None, today=today)
    tables = tables_of(divisions_of(season))
    glances = tuple(_glance(table) for table in tables)
    counted = {outcome.match for table in tables for outcome in table.counted}
    outcomes = [outcome for table in tables for outcome in table.outcomes]
    # Nobody waits for a match that was declared void, or whose team has left.
    counted |= {outcome.match for outcome in outcomes if void_of(outcome)}
    waiting = {outcome.match for table in tables for outcome in table.season.to_come}
    counted |= {
        outcome.match for outcome in outcomes if not outcome.is_play_off and outcome.match not in waiting
    }
    to_come = week_to_come([outcome for outcome in outcomes if outcome.match not in counted], today)
    over = nights_over(outcomes, counted, today)
    latest = week_of_latest(over, counted)
    own_line = _own_line(glances, own_slug)
    next_key = _next_of(own_line[1].team.key, outcomes, counted, today) if own_line else set()
    lines = match_lines(Match.objects.filter(pk__in=to_come | latest | next_key))
    if own_line:
        glances, lines = _own_first(own_line[0].table.division, glances, lines)
    return Home(
        season=season,
        today=today,
        seasons=seasons,
        glances=glances,
        to_come=tuple(line for line in lines if line.outcome.match in to_come),
        latest=tuple(line for line in lines if line.outcome.match in latest),
        owed=nights_owed(over, counted),
        own=_own(*own_line, _only(lines, next_key)) if own_line else None,
        coming=coming_after(seasons, season, today),
    )


# --- Which matches ----------------------------------------------------------------------------
def week_to_come(unplayed: Iterable[MatchOutcome], today: datetime.date) -> set[int]:
    """Return the matches of the next night, and of the rest of its week."""
    ahead = [(outcome.date, outcome.match) for outcome in unplayed if outcome.date and outcome.date >= today]
    if not ahead:
        return set()
    first = min(date for date, _ in ahead)
    sunday = first + datetime.timedelta(days=SUNDAY - first.weekday())
    return {match for date, match in ahead if date <= sunday}


def nights_over(
    outcomes: Iterable[MatchOutcome], counted: set[int], today: datetime.date
) -> list[tuple[datetime.date, int]]:
    """Date and match of all that should be in by now, and of what is in from today already."""
    return [
        (outcome.date, outcome.match)
        for outcome in outcomes
        if outcome.date and (outcome.date < today or (outcome.date == today and outcome.match in counted))
    ]


def week_of_latest(over: Iterable[tuple[datetime.date, int]], counted: set[int]) -> set[int]:
    """Return the matches of the latest night with a result and of its week before it, those not in yet
    too.
    """
    last = _latest_in(over, counted)
    if last is None:
        return set()
    monday = last - datetime.timedelta(days=last.weekday())
    return {match for date, match in over if monday <= date <= last}


def nights_owed(over: Iterable[tuple[datetime.date, int]], counted: set[int]) -> tuple[NightOwed, ...]:
    """Return the nights after the latest with a result: nothing of them is in."""
    last = _latest_in(over, counted)
    owed = Counter(date for date, _ in over if last is None or date > last)
    return tuple(NightOwed(date=date, matches=matches) for date, matches in sorted(owed.items()))


def _latest_in(over: Iterable[tuple[datetime.date, int]], counted: set[int]) -> datetime.date | None:
    return max((date for date, match in over if match in counted), default=None)


def _only(lines: Iterable[MatchLine], keys: set[int]) -> MatchLine | None:
    return next((line for line in lines if line.outcome.match in keys), None)


def _next_of(
    team: int, outcomes: Iterable[MatchOutcome], counted: set[int], today: datetime.date
) -> set[int]:
    ahead = [
        (outcome.date, outcome.match)
        for outcome in outcomes
        if team in (outcome.home, outcome.away)
        and outcome.match not in counted
        and outcome.date
        and outcome.date >= today
    ]
    return {min(ahead)[1]} if ahead else set()


# --- How a team stands ------------------------------------------------------------------------
def _glance(table: DivisionTable) -> Glance:
    lines = standings_lines(table)
    is_begun = any(line.record.played for line in lines)
    return Glance(table=table, lines=lines, leader=standing_of(table, lines, 0) if is_begun else None)


def standing_of(table: DivisionTable, lines: Sequence[StandingsLine], at: int) -> TeamStanding:
    """Return how the team in that row stands."""
    line = lines[at]
    level = tuple(other.team for other in lines if other.row.place == line.row.place)
    beside = lines[1:] if line.row.place == 1 else tuple(reversed(lines[:at]))
    rival = next((other for other in beside if other.row.place != line.row.place), None)
    below = line if line.row.place != 1 else rival
    return TeamStanding(
        division=table.division,
        line=line,
        level=level,
        rival=rival,
        step=below.row.above.decided_by if rival and below and below.row.above else None,
    )


def _own_line(glances: Iterable[Glance], slug: str) -> tuple[Glance, StandingsLine] | None:
    lines = ((glance, line) for glance in glances for line in glance.lines)
    return next((pair for pair in lines if pair[1].team.slug == slug), None)


def _own_first(
    own: Division, glances: Iterable[Glance], lines: Iterable[MatchLine]
) -> tuple[tuple[Glance, ...], list[MatchLine]]:
    """Return the visitor's own division before the others, within each night and among the tables."""
    by_night = itertools.groupby(lines, lambda line: line.date)
    return (
        tuple(sorted(glances, key=lambda glance: glance.table.division != own)),
        [line for _, night in by_night for line in sorted(night, key=lambda line: line.division != own)],
    )


def _own(glance: Glance, line: StandingsLine, next_match: MatchLine | None) -> Own:
    table = glance.table
    nights = table.nights
    opponent = None
    if next_match is not None:
        opponent = next_match.away if next_match.home.key == line.team.key else next_match.home
    return Own(
        standing=standing_of(table, glance.lines, glance.lines.index(line)),
        lines=glance.lines,
        next_match=next_match,
        rival_next=next((line for line in glance.lines if opponent and line.team.key == opponent.key), None),
        weeks=tuple(nights),
        positions=positions(
            table.outcomes,
            table.rulings,
            table.names,
            table.scheme,
            nights.values(),
        ),
    )
