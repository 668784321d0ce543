"""What a request says beside the nights of its division: a day off them, a weekday for home matches."""

import datetime
import re
from collections.abc import Sequence

from league.scheduling.planner.calendar import DAY, DAYS, short_day
from league.scheduling.requests.answers import LEAVE_OUT, UnreadableSentence
from league.scheduling.requests.clauses import AskingClause
from league.scheduling.requests.resolving import KnownNames
from league.shared.text import listed

_EVERY = re.compile(r"\b(?:every|each|all)\b", re.IGNORECASE)
_WEEKDAYS = re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b", re.IGNORECASE)
FEWEST_DAYS, MOST_OF_A_MONTH = 3, 5


def off_night(known: KnownNames, teams: Sequence[str], days: Sequence[datetime.date]) -> str:
    """Return a remark for single days on which no division of the teams plays; empty without one."""
    nights = frozenset[int]().union(*(known.nights_of(team) for team in teams))
    every = set(days)
    single = [day for day in days if not {day - DAY, day + DAY} & every and day.isoweekday() not in nights]
    if not single:
        return ""
    off = frozenset(day.isoweekday() for day in single)
    if len(single) > FEWEST_DAYS or len(off) > 1:
        return f"; the matches are on {_plural(nights)}, not on {_plural(off)}"
    verb = f"is a {DAYS[min(off) - 1]}" if len(single) == 1 else f"are {_plural(off)}"
    return f"; {listed(map(short_day, single))} {verb}: the matches are on {_plural(nights)}"


def refuse_weekday_at_home(known: KnownNames, teams: Sequence[str], clause: AskingClause) -> None:
    """Raise a question for “Tuesdays at home”: no team is at home each week, nor on a night of its own."""
    for token in clause.whens:
        days = {day for when in token.whens for day in when.days}
        weekdays = {day.isoweekday() for day in days}
        is_all = len(days) > MOST_OF_A_MONTH and len(weekdays) == 1 and _WEEKDAYS.search(token.text)
        if not is_all or _EVERY.search(token.text):
            continue
        nights = frozenset[int]().union(*(known.nights_of(team) for team in teams))
        if weekdays <= nights:
            raise UnreadableSentence(
                f"{listed(teams)} play on {_plural(nights)} already, about every second match at home.",
                [LEAVE_OUT],
            )
        raise UnreadableSentence(
            f"{listed(teams)} play on {_plural(nights)}, the nights of the division. Another night for home"
            " matches cannot be asked of the planner; one match can be moved when the plan is published.",
            [LEAVE_OUT],
        )


def _plural(nights: frozenset[int]) -> str:
    return listed(f"{DAYS[night - 1]}s" for night in sorted(nights))
