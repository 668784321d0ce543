"""A record as its page shows it and as it is kept, and what was played in some seasons, where it is found."""

import datetime
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from league.honours.figures import SeatedGame
from league.honours.games import HandCounts
from league.models import Season
from league.people.pages.lines import PlayerLine
from league.standings.selectors.match_lists import MatchLine, NamedLink

T = TypeVar("T")

MOST_NAMED = 20


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
    def number(self) -> int:
        """How many hold it."""
        return len(self.holders) + self.beyond


class Holder(NamedTuple):
    """A `RecordHolder` by keys, with the day on which the record was set."""

    day: str
    who: Sequence[int] = ()
    team: int = 0
    against: int = 0
    matches: Sequence[int] = ()
    season: int = 0
    summary: str = ""
    goes_on: bool = False


class Best(NamedTuple):
    """The best of many: its rank, its figure, how many share it, and those of the latest days."""

    rank: Sequence[int]
    figure: str
    number: int
    holders: Sequence[Holder]


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """Everything played in some seasons of a league.

    `matches` are those that count for records: played, and nothing of them decided by a ruling; the earliest
    first. `lines` has every match with a card, by key. The games are in the order of their cards.
    """

    matches: tuple[MatchLine, ...]
    lines: Mapping[int, MatchLine]
    seasons: Mapping[int, Season]
    games: Mapping[int, Mapping[int, SeatedGame]]
    hands: Mapping[int, HandCounts]


def day_of(line: MatchLine) -> datetime.date:
    """Return the day a match belongs to."""
    return line.date or line.postponed_from or line.division.season.starts_on


def iso_day(line: MatchLine) -> str:
    """Return the same as it is kept."""
    return day_of(line).isoformat()


def best(items: Iterable[T], rank: Callable[[T], Any]) -> list[T]:
    """Return the items of the highest rank, in the order they came in."""
    ranked: defaultdict[Any, list[T]] = defaultdict(list)
    for item in items:
        ranked[rank(item)].append(item)
    return ranked[max(ranked)] if ranked else []


def best_of(
    items: Iterable[T],
    *,
    rank: Callable[[T], tuple[int, ...]],
    holder: Callable[[T], Holder],
    figure: Callable[[T], Any] = lambda _: "",
) -> Best | None:
    """Return the best of the items, the earliest of which gives the figure; None if there are none."""
    winners = best(items, rank)
    if not winners:
        return None
    return _latest(rank(winners[0]), str(figure(winners[0])), len(winners), map(holder, winners))


def together(kept: Iterable[Best | None]) -> Best | None:
    """Return the best of several, of which the earliest comes first."""
    winners = best((Best(*each) for each in kept if each), lambda each: tuple(each.rank))
    if not winners:
        return None
    holders = (Holder(*holder) for each in winners for holder in each.holders)
    return _latest(winners[0].rank, winners[0].figure, sum(each.number for each in winners), holders)


def _latest(rank: Sequence[int], figure: str, number: int, holders: Iterable[Holder]) -> Best:
    return Best(rank, figure, number, sorted(holders, key=lambda each: each.day, reverse=True)[:MOST_NAMED])
