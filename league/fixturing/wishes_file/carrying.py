"""Last season's wishes for the next: rules carry over, single days do not."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass, replace

from league.fixturing.days_said import FEWEST_WEEKS, Span
from league.fixturing.wishes import CompanyWish, TeamWish, Wish
from league.fixturing.wishes_file.resolving import LeagueAsItIs, folded
from league.fixturing.wishes_file.values import DivisionWishes, PubWishes, WishesFile

WEEK = range(1, 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """The wishes that carry over, and what was left behind, each in a few words."""

    file: WishesFile
    left: tuple[str, ...]


def carried(file: WishesFile, before: Span, league: LeagueAsItIs) -> Carried:
    """The wishes of a season that ran from `before.first` to `before.last`, for the league as it is now.

    Nights of the week, room, rules and weights carry over, and days that were every Tuesday of the season.
    All other days stay behind, and whatever names a team, a pub or a division that is not there any more.
    """
    carrying = _Carrying(before, league)
    kept = WishesFile(
        rules=file.rules,
        weights=file.weights,
        fair_draw=file.fair_draw,
        divisions=tuple(carrying.divisions(file)),
        pubs=tuple(carrying.pubs(file)),
        wishes=tuple(carrying.wishes(file)),
    )
    return Carried(file=kept, left=tuple(carrying.left(file, kept)))


class _Carrying:
    def __init__(self, before: Span, league: LeagueAsItIs) -> None:
        self.before, self.season = before, Span(first=league.first, last=league.last)
        self.teams = {folded(name) for team in league.teams for name in (team.key, team.name)}
        self.places = {folded(name) for one in league.venues for name in (one.key, one.name)}
        self.levels = {folded(name) for one in league.divisions for name in (one.key, one.name)}

    def divisions(self, file: WishesFile) -> Iterator[DivisionWishes]:
        for one in file.divisions:
            if folded(one.name) in self.levels:
                yield replace(one, nights=())

    def pubs(self, file: WishesFile) -> Iterator[PubWishes]:
        for pub in file.pubs:
            kept = replace(pub, closed=self._weekly(pub.closed))
            if folded(pub.name) in self.places and (kept.matches or kept.closed or kept.place):
                yield kept

    def wishes(self, file: WishesFile) -> Iterator[Wish]:
        for wish in file.wishes:
            if isinstance(wish, TeamWish) and folded(wish.team) in self.teams:
                kept = replace(wish, days=self._weekly(wish.days))
                if kept.days or kept.ends:
                    yield kept
            elif isinstance(wish, CompanyWish):
                teams = tuple(team for team in wish.teams if folded(team) in self.teams)
                if len(teams) > 1:
                    yield replace(wish, teams=teams)

    def left(self, file: WishesFile, kept: WishesFile) -> Iterator[str]:
        pubs = sum(bool(pub.closed) for pub in file.pubs) - sum(bool(pub.closed) for pub in kept.pubs)
        counts = (
            (len(file.off), "week off", "weeks off"),
            (pubs, "pub’s closed nights", "pubs’ closed nights"),
            (len(file.fixed), "fixed match", "fixed matches"),
            (len(file.wishes) - len(kept.wishes), "wish of single days", "wishes of single days"),
        )
        for number, one, many in counts:
            if number > 0:
                yield f"{number} {one if number == 1 else many}"

    def _weekly(self, days: tuple[datetime.date, ...]) -> tuple[datetime.date, ...]:
        """The days of this season where they were every Tuesday, say, of the season before."""
        said = set(days)
        found: list[datetime.date] = []
        for weekday in WEEK:
            then = self.before.weekdays(weekday)
            if len(then) >= FEWEST_WEEKS and said.issuperset(then):
                found += self.season.weekdays(weekday)
        return tuple(sorted(found))
