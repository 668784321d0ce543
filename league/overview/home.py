"""The league's home: one division at a time, the visitor's own first, its table, its last and next night."""

import datetime
import itertools
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from league.competition.selectors import (
    Coming,
    coming_after,
    current_season,
    divisions_of,
    enrolments_of,
    seasons_beside,
    seasons_of,
)
from league.honours.selectors import last_champions
from league.matches.outcomes import MatchOutcome
from league.models import Cup, Division, Enrolment, Honour, League, Match, Season
from league.overview.your_pub import (
    Ahead,
    Own,
    TeamStanding,
    ahead_of,
    own_of,
    places_through,
    standing_of,
)
from league.standings.prospects import Fate
from league.standings.records import FORM_LENGTH
from league.standings.selectors.lines import StandingsLine, standings_lines
from league.standings.selectors.match_lists import MatchLine, match_lines, void_of
from league.standings.selectors.standings import DivisionTable, tables_of

SUNDAY = 6
LEAST_RUN = 3
WEEK = datetime.timedelta(weeks=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class GlanceRow:
    """A row of the small table; `moved` is by how many places the team rose since the week before."""

    line: StandingsLine
    moved: int

    @property
    def places_moved(self) -> int:
        """How many places, whichever way."""
        return abs(self.moved)


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """A division's table, small."""

    table: DivisionTable
    rows: tuple[GlanceRow, ...]
    leader: TeamStanding | None

    @property
    def lines(self) -> tuple[StandingsLine, ...]:
        return tuple(row.line for row in self.rows)

    @property
    def is_level(self) -> bool:
        """Whether all have played the same number of matches, so that it need not be said of each."""
        return len({line.record.played for line in self.lines if not line.record.is_withdrawn}) == 1

    @property
    def has_moved(self) -> bool:
        """Whether there is a week before to compare with."""
        return len(self.table.nights) > 1

    @property
    def unbeaten(self) -> tuple[str, ...]:
        """The teams that have played enough for a whole form, and lost nothing."""
        records = [line.record for line in self.lines]
        return tuple(each.name for each in records if len(each.form) == FORM_LENGTH and not each.lost)

    @property
    def longest_run(self) -> int:
        """The most matches in a row that a team has won up to its latest; 0 if that is no run yet."""
        longest = max((line.record.wins_running for line in self.lines), default=0)
        return longest if longest >= LEAST_RUN else 0

    @property
    def running(self) -> tuple[str, ...]:
        """The teams with the longest run."""
        records = [line.record for line in self.lines]
        return tuple(each.name for each in records if each.wins_running == self.longest_run)

    @property
    def going_up(self) -> int:
        return sum(line.fate is Fate.UP for line in self.lines)

    @property
    def going_down(self) -> int:
        return sum(line.fate is Fate.DOWN for line in self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class NightOwed:
    """A night that is over and of which nothing is in yet."""

    date: datetime.date
    matches: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """Nights without a match of the division, a week apart, and the one after them."""

    first: datetime.date
    last: datetime.date
    back: datetime.date


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOfTheWeek:
    """The match of the coming night whose teams stand highest, taken together."""

    match: MatchLine
    places: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """Everything on the league's home page. Without a season there is nothing but the league.

    `glance` is of the division shown, one of `divisions`; `enrolments` are the teams one can choose from.
    """

    season: Season | None
    today: datetime.date
    seasons: tuple[Season, ...] = ()
    divisions: tuple[Division, ...] = ()
    enrolments: tuple[Enrolment, ...] = ()
    glance: Glance | None = None
    to_come: tuple[MatchLine, ...] = ()
    latest: tuple[MatchLine, ...] = ()
    owed: tuple[NightOwed, ...] = ()
    own: Own | None = None
    coming: Coming | None = None
    weeks_off: Break | None = None
    match_of_the_week: MatchOfTheWeek | None = None
    last_champions: tuple[Honour, ...] = ()
    cups: tuple[Cup, ...] = ()

    @property
    def division(self) -> Division | None:
        """The division shown."""
        return self.glance.table.division if self.glance else None

    @property
    def seasons_listed(self) -> tuple[Season, ...]:
        """Return the seasons either side of the one shown; their pages lead to those further away."""
        return seasons_beside(self.seasons, self.season)

    @property
    def days_since(self) -> int | None:
        """How many days ago the latest results were played; None without any."""
        return (
            (self.today - max(line.date for line in self.latest if line.date)).days if self.latest else None
        )

    @property
    def days_to_go(self) -> int | None:
        """In how many days the next match is played; None if there is none."""
        first = self.to_come[0].date if self.to_come else None
        return (first - self.today).days if first else None


def league_home(league: League, today: datetime.date, own_slug: str = "", division_slug: str = "") -> Home:
    """Return what the league's home page shows on a day, to a visitor who may have named a team as their
    own, and a division to look at.
    """
    seasons = seasons_of(league)
    season = current_season(seasons, today)
    if season is None:
        return Home(season=None, today=today)
    divisions, enrolments = tuple(divisions_of(season)), tuple(enrolments_of(season))
    own_team = next((enrolment for enrolment in enrolments if enrolment.team.slug == own_slug), None)
    own_key = own_team.division_id if own_team else None
    own_division = next((division for division in divisions if division.pk == own_key), None)
    named = next((division for division in divisions if division.slug == division_slug), None)
    shown = named or own_division or next(iter(divisions), None)
    page = Home(
        season=season,
        today=today,
        seasons=seasons,
        divisions=divisions,
        enrolments=enrolments,
        coming=coming_after(seasons, season, today),
        cups=tuple(season.cups.order_by("name", "id")),
    )
    if shown is None:
        return page
    tables = {
        table.division: table
        for table in tables_of(
            [division for division in divisions if division in {shown, own_division}], league=league
        )
    }
    own_key = own_team.team_id if own_team else 0
    table, own_table = tables[shown], tables[own_division] if own_division else None
    ahead = ahead_of(own_key, own_table, not_waited_for(own_table), today) if own_table else Ahead()
    to_come, latest, owed = _nights(table, today)
    lines = match_lines(Match.objects.filter(pk__in=to_come | latest | ahead.matches))
    # One's own match first of its night.
    lines.sort(key=lambda line: (line.date or today, own_key not in {line.home.key, line.away.key}))
    glance, coming_lines = _glance(table), tuple(line for line in lines if line.outcome.match in to_come)
    return replace(
        page,
        glance=glance,
        weeks_off=_weeks_off(table, not_waited_for(table), today),
        match_of_the_week=_match_of_the_week(glance, coming_lines),
        last_champions=() if season.is_finished else last_champions(shown),
        to_come=coming_lines,
        latest=tuple(line for line in lines if line.outcome.match in latest),
        owed=owed,
        own=own_of(own_table, own_key, ahead, lines) if own_table else None,
    )


# --- Which matches ----------------------------------------------------------------------------
def _nights(table: DivisionTable, today: datetime.date) -> tuple[set[int], set[int], tuple[NightOwed, ...]]:
    """Return the matches of the next week and of the latest one, and the nights nothing of which is in."""
    done = not_waited_for(table)
    over = nights_over(table.outcomes, done, today)
    return (
        week_to_come([outcome for outcome in table.outcomes if outcome.match not in done], today),
        week_of_latest(over, done),
        nights_owed(over, done),
    )


def not_waited_for(table: DivisionTable) -> set[int]:
    """Return the matches that count, were declared void, or whose team has left: nobody waits for them."""
    counted = {outcome.match for outcome in table.counted}
    waiting = {outcome.match for outcome in table.season.to_come}
    return counted | {
        outcome.match
        for outcome in table.outcomes
        if void_of(outcome) or (not outcome.is_play_off and outcome.match not in waiting)
    }


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
    return tuple(
        NightOwed(date=date, matches=matches)
        for date, matches in sorted(Counter(date for date, _ in over if last is None or date > last).items())
    )


def _latest_in(over: Iterable[tuple[datetime.date, int]], counted: set[int]) -> datetime.date | None:
    return max((date for date, match in over if match in counted), default=None)


def _weeks_off(table: DivisionTable, done: set[int], today: datetime.date) -> Break | None:
    """Return the nights off that begin within five weeks, or None."""
    nights = itertools.pairwise(
        sorted(
            {
                each.date
                for each in table.outcomes
                if each.date and each.date >= today and each.match not in done
            }
        )
    )
    return next(
        (
            Break(first=last + WEEK, last=back - WEEK, back=back)
            for last, back in nights
            if back - last >= 2 * WEEK and last - today <= 4 * WEEK
        ),
        None,
    )


def _match_of_the_week(glance: Glance, to_come: tuple[MatchLine, ...]) -> MatchOfTheWeek | None:
    """Return the match of the next night between the highest placed teams; None where there is no choice."""
    places = {line.team.key: line.row.place for line in glance.lines if not line.record.is_withdrawn}
    matches = [
        MatchOfTheWeek(match=line, places=(places[line.home.key], places[line.away.key]))
        for line in to_come
        if line.date == to_come[0].date and {line.home.key, line.away.key} <= places.keys()
    ]
    has_choice = glance.leader and len(matches) > 1
    return min(matches, key=lambda each: (sum(each.places), min(each.places))) if has_choice else None


# --- How a team stands ------------------------------------------------------------------------
def _glance(table: DivisionTable) -> Glance:
    lines = standings_lines(table)
    moves = {
        team: places[0] - places[-1]
        for team, places in places_through(table, list(table.nights.values())[-2:]).items()
        if places
    }
    is_begun = any(line.record.played for line in lines)
    return Glance(
        table=table,
        rows=tuple(GlanceRow(line=line, moved=moves.get(line.team.key, 0)) for line in lines),
        leader=standing_of(table, lines, 0) if is_begun else None,
    )
