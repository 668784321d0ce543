"""Play-offs: where a season’s table ends level and its rules want one, and those there are."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from league.competition.selectors import divisions_of
from league.models import Division, Match, Season
from league.standings.selectors.match_lists import MatchLine, NamedLink, match_lines
from league.standings.selectors.standings import tables_of


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedPlayOff:
    """Teams that share a place for good, unless they play for it."""

    division: Division
    place: int
    teams: tuple[NamedLink, ...]


def wanted_play_offs(season: Season | None) -> tuple[WantedPlayOff, ...]:
    """The places of a season that only a play-off can decide, division by division. Four queries."""
    if season is None or not decides(season):
        return ()
    return tuple(_wanted(divisions_of(season)))


def decides(season: Season) -> bool:
    """Whether the season's rules let a play-off decide between level teams. One query, for the rule book."""
    return "play_off" in season.rule_book.tie_breaks


def _wanted(divisions: list[Division]) -> Iterable[WantedPlayOff]:
    for table in tables_of(divisions):
        wanting = (row for row in table.rows if row.wants_play_off)
        for place, rows in groupby(wanting, key=lambda row: row.place):
            teams = tuple(table.entrants[row.record.team] for row in rows)
            yield WantedPlayOff(division=table.division, place=place, teams=teams)


def play_offs_of(season: Season | None) -> list[MatchLine]:
    """The play-offs there are, in the order of lists. Two queries."""
    return match_lines(Match.objects.filter(division__season=season, is_play_off=True)) if season else []
