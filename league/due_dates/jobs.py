"""The clock reminds of what is due in a season."""

import datetime

from league.competition.selectors import league_today
from league.due_dates.selectors import due_soon, leagues_with_dates
from league.due_dates.services import remind
from league.matches.selectors import league_clock
from league.results.selectors.nights import LETTERS_FROM


def remind_of_dates(now: datetime.datetime) -> int:
    """Write about every date that is near, from nine in the morning on; return how many letters."""
    total = 0
    for league in leagues_with_dates(now.date()):
        if league_clock(league, now).time() >= LETTERS_FROM:
            today = league_today(league, now)
            total += remind(league=league, dates=due_soon(league, today), today=today, now=now)
    return total
