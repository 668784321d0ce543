"""Wishes and conditions as the secretary would say them."""

import datetime
from collections.abc import Iterable, Iterator, Mapping

from league.fixturing.calendar import short_day
from league.fixturing.task import Fixed, Task
from league.fixturing.wishes import Company, CompanyWish, End, TeamWish, Where, Wish
from scoring.prose.words import listed

MOST_SAID, FIRST_SAID = 8, 3
ENDS = {End.FIRST: "the first night", End.LAST: "the last night"}
WANTS = {
    Where.HOME: ("ask to be at home", "must be at home"),
    Where.NOT_HOME: ("ask not to be at home", "cannot be at home"),
    Where.NOT_AWAY: ("ask not to be away", "cannot be away"),
    Where.NO_MATCH: ("ask for no match", "cannot play"),
}
TOGETHER = {
    Company.NEVER_ALL_AWAY: "never all away on one night",
    Company.HOME_TOGETHER: "at home together or away together",
    Company.NEVER_HOME_TOGETHER: "never at home on one night",
}


def wish_said(wish: Wish, task: Task) -> str:
    """The Fleece ask not to be at home on 14 January (darts). Without its full stop."""
    return in_words(wish, {team.key: team.name for team in task.teams})


def in_words(wish: Wish, names: Mapping[str, str]) -> str:
    """The same where the teams go by these names."""
    return f"{_said(wish, names)}{f' ({wish.because})' if wish.because else ''}"


def fixed_said(one: Fixed, task: Task) -> str:
    """The Fleece v The Shears is fixed on 14 January. Without its full stop."""
    names = {team.key: team.name for team in task.teams}
    return f"{names[one.home]} v {names[one.away]} is fixed on {short_day(one.date)}"


def _said(wish: Wish, names: Mapping[str, str]) -> str:
    if isinstance(wish, TeamWish):
        when = [*days_listed(wish.days), *(ENDS[end] for end in wish.ends)]
        return f"{names[wish.team]} {WANTS[wish.where][wish.must]} on {listed(when) if when else 'no night'}"
    teams = listed(names[team] for team in wish.teams)
    ask = "must" if wish.must else "ask to"
    if isinstance(wish, CompanyWish):
        return f"{teams} {ask} be {TOGETHER[wish.company]}"
    since = f" from {short_day(wish.since)}" if wish.since else ""
    by = "to" if wish.since else "by"
    until = f" {by} {short_day(wish.until)}" if wish.until else ""
    return f"{teams} {ask} meet{since}{until}"


def days_listed(days: Iterable[datetime.date]) -> list[str]:
    """Days for a sentence: those on end by their first and last, more than a few by their number."""
    said = [
        short_day(run[0]) if run[0] == run[-1] else f"{short_day(run[0])} to {short_day(run[-1])}"
        for run in _runs(sorted(set(days)))
    ]
    return said if len(said) <= MOST_SAID else [*said[:FIRST_SAID], f"{len(said) - FIRST_SAID} days more"]


def _runs(days: list[datetime.date]) -> Iterator[list[datetime.date]]:
    run: list[datetime.date] = []
    for day in days:
        if run and day.toordinal() != run[-1].toordinal() + 1:
            yield run
            run = []
        run.append(day)
    if run:
        yield run
