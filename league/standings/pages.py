"""The pages of a division: standings, fixtures, results."""

import datetime
import itertools
from collections.abc import Iterable
from dataclasses import dataclass

from league.competition.selectors import DivisionPlace, division_place
from league.matches.outcomes import MatchOutcome
from league.models import Division, League, Match
from league.regulations.selectors.sanctions import RulingShown, rulings_shown
from league.scheduling.selectors.fixtures import list_number
from league.standings.selectors.lines import StandingsLine, home_and_away, second_half, standings_lines
from league.standings.selectors.match_lists import MatchLine, NamedLink, match_lines
from league.standings.selectors.season_grid import SeasonGrid, season_grid
from league.standings.selectors.standings import DivisionTable, division_table


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsPage:
    """Standings with what a page says around them."""

    place: DivisionPlace
    table: DivisionTable
    lines: tuple[StandingsLine, ...]
    second_half: tuple[StandingsLine, ...]
    home: tuple[StandingsLine, ...]
    away: tuple[StandingsLine, ...]
    rulings: tuple[RulingShown, ...]
    grid: SeasonGrid

    @property
    def all_played(self) -> int | None:
        """How many matches each team has played, if that is the same of all."""
        played = {line.record.played for line in self.lines if not line.record.is_withdrawn}
        return played.pop() if len(played) == 1 else None

    @property
    def tie_breaks(self) -> list[str]:
        """What separates teams level on points, in words."""
        return [criterion.name.lower() for criterion in self.table.scheme.criteria[1:]]

    @property
    def play_offs(self) -> tuple[tuple[int, tuple[NamedLink, ...]], ...]:
        """Places that are to be decided by a play-off, each with the teams that share it."""
        wanting = [line for line in self.lines if line.row.wants_play_off]
        by_place = itertools.groupby(wanting, lambda line: line.row.place)
        return tuple((place, tuple(line.team for line in lines)) for place, lines in by_place)

    @property
    def has_certainties(self) -> bool:
        """Whether anything is certain while there is still something to come."""
        return bool(self.table.open_season.to_come) and any(line.certain for line in self.lines)

    @property
    def in_hand(self) -> list[tuple[NamedLink, NamedLink, MatchOutcome]]:
        """Matches still to be played whose night has passed, each with its two teams."""
        named = self.table.entrants
        return [(named[outcome.home], named[outcome.away], outcome) for outcome in self.table.in_hand]


def standings_page(
    league: League,
    season_slug: str,
    division_slug: str,
    as_of: datetime.date | None = None,
    *,
    today: datetime.date | None = None,
) -> StandingsPage | None:
    """Return the standings of the division of that address, as they stood. None if there is none.

    Four queries, and two more where anything was ruled.
    """
    place = division_place(league, season_slug, division_slug, today=today)
    if place is None:
        return None
    table = division_table(place.division, as_of, league=league)
    home, away = home_and_away(table)
    return StandingsPage(
        place=place,
        table=table,
        lines=standings_lines(table, with_prospects=True),
        second_half=second_half(table),
        home=home,
        away=away,
        rulings=rulings_shown(place.division, as_of) if table.has_rulings else (),
        grid=season_grid(table),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedNight:
    """The matches of one date, in the order of a list."""

    date: datetime.date
    weeks: tuple[int, ...]
    entries: tuple["ListedMatch", ...]

    @property
    def month(self) -> datetime.date:
        """The first day of its month."""
        return self.date.replace(day=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedMatch:
    """A match where a list has it: one that was postponed stands starred where it was, and where it went."""

    line: MatchLine
    has_moved: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchList:
    """A division's matches, night by night; `number` is that of the list, if it is the whole of it."""

    place: DivisionPlace
    to_come: tuple[ListedNight, ...] = ()
    played: tuple[ListedNight, ...] = ()
    number: int | None = None

    @property
    def is_empty(self) -> bool:
        return not (self.to_come or self.played)

    def parted(self, today: datetime.date) -> tuple[list[ListedNight], list[ListedNight]]:
        """Return the nights before today of which something is not in yet or has moved, and those to come."""
        late, coming = (
            [n for n in self.to_come if (n.date >= today) is is_coming] for is_coming in (False, True)
        )
        return late, coming


def fixture_list(league: League, season_slug: str, division_slug: str) -> MatchList | None:
    """Return the season's list of a division: to come (or not in yet), and played. Five queries."""
    place = division_place(league, season_slug, division_slug)
    if place is None:
        return None
    entries = _entries(place.division)
    return MatchList(
        place=place,
        to_come=nights(entry for entry in entries if not entry.line.is_over),
        played=nights(entry for entry in entries if entry.line.is_over),
        number=list_number(place.division),
    )


def result_list(
    league: League, season_slug: str, division_slug: str, *, today: datetime.date | None = None
) -> MatchList | None:
    """Return everything played, given or declared void in a division, the latest night first.

    With `today`, what should be in and is not is there `to_come`.
    """
    place = division_place(league, season_slug, division_slug, today=today)
    if place is None:
        return None
    lines = [ListedMatch(line=line) for line in _lines(place.division)]
    late = (each for each in lines if today and not each.line.is_over and (each.line.date or today) < today)
    played = nights(each for each in lines if each.line.is_over)
    return MatchList(place=place, to_come=nights(late), played=tuple(reversed(played)))


def nights(entries: Iterable[ListedMatch]) -> tuple[ListedNight, ...]:
    """Return the entries gathered by the date they stand under, the earliest first."""

    def stands_under(entry: ListedMatch) -> datetime.date:
        first, date = entry.line.postponed_from, entry.line.date
        # The database keeps a match without both from being written.
        return (first if entry.has_moved else date) or first or datetime.date.max

    by_date = itertools.groupby(sorted(entries, key=stands_under), stands_under)
    return tuple(_night(date, tuple(of_night)) for date, of_night in by_date)


def _night(date: datetime.date, entries: tuple[ListedMatch, ...]) -> ListedNight:
    weeks = sorted({entry.line.outcome.week for entry in entries})
    return ListedNight(date=date, weeks=tuple(weeks), entries=entries)


def _entries(division: Division) -> list[ListedMatch]:
    """Return what the season's list has: every match with a date, and where one was that has moved."""
    lines = _lines(division)
    return [
        *(ListedMatch(line=line) for line in lines if line.date),
        *(ListedMatch(line=line, has_moved=True) for line in lines if line.postponed_from),
    ]


def _lines(division: Division) -> list[MatchLine]:
    return match_lines(Match.objects.filter(division=division))
