"""A record as its page shows it, and everything that was played, of which records are found."""

import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from league.honours.figures import SeatedGame, Who
from league.honours.games import HandCounts
from league.honours.records import best
from league.matches.outcomes import TeamKey
from league.models import Season
from league.people.pages.lines import PlayerLine
from league.standings.selectors.match_lists import MatchLine, NamedLink

T = TypeVar("T")

SHOWN, MOST_NAMED = 3, 20


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordHolder:
    """Who holds a record: players and their team, or a team; a match without either is its own holder.

    `matches` is the match, or the first and the last of a run; `season` where a whole season was counted.
    """

    who: tuple[PlayerLine, ...] = ()
    team: NamedLink | None = None
    against: NamedLink | None = None
    matches: tuple[MatchLine, ...] = ()
    season: Season | None = None
    summary: str = ""
    goes_on: bool = False

    @property
    def is_match(self) -> bool:
        return not (self.who or self.team)

    @property
    def last_match(self) -> MatchLine | None:
        return self.matches[-1] if self.matches else None

    @property
    def day(self) -> datetime.date:
        """The day it was set."""
        if self.matches:
            return day_of(self.matches[-1])
        return self.season.starts_on if self.season else datetime.date.min


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRecord:
    """A record: its figure, what is counted, and who holds it, the latest first.

    `beyond` is how many more hold it than are named.
    """

    title: str
    figure: str
    counted: str
    holders: tuple[RecordHolder, ...]
    beyond: int

    @property
    def first(self) -> tuple[RecordHolder, ...]:
        return self.holders[:SHOWN]

    @property
    def others(self) -> tuple[RecordHolder, ...]:
        return self.holders[SHOWN:]

    @property
    def number(self) -> int:
        """How many hold it."""
        return len(self.holders) + self.beyond


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """Everything a league has played, over all its seasons.

    `matches` are those that count for records: played, and nothing of them decided by a ruling; the earliest
    first. `lines` has every match with a card, by key. The games are in the order of their cards. `noun` is
    what players win: tables, or games where a table has several.
    """

    matches: tuple[MatchLine, ...]
    lines: Mapping[int, MatchLine]
    seasons: Mapping[int, Season]
    games: Mapping[int, Mapping[int, SeatedGame]]
    hands: Mapping[int, HandCounts]
    people: Mapping[int, PlayerLine]
    teams: Mapping[TeamKey, NamedLink]
    noun: str

    def who(self, players: Who) -> tuple[PlayerLine, ...]:
        return tuple(self.people[player] for player in players)


def day_of(line: MatchLine) -> datetime.date:
    """Return the day a match belongs to."""
    return line.date or line.postponed_from or line.division.season.starts_on


def record(
    title: str,
    counted: str,
    items: Iterable[T],
    *,
    rank: Callable[[T], Any],
    figure: Callable[[T], str],
    holder: Callable[[T], RecordHolder],
) -> LeagueRecord | None:
    """Return the record of the best of the items; None if there are none."""
    winners = best(items, rank)
    if not winners:
        return None
    holders = sorted(map(holder, winners), key=lambda each: each.day, reverse=True)
    return LeagueRecord(
        title=title,
        figure=figure(winners[0]),
        counted=counted,
        holders=tuple(holders[:MOST_NAMED]),
        beyond=max(0, len(holders) - MOST_NAMED),
    )
