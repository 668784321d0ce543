"""What notices say: short letters that ask for one thing."""

import datetime

from league.models import League, Match, User
from league.selectors.captains import Captain

LONGEST_SUBJECT = 200


def chase_subject(match: Match) -> str:
    return f"Result wanted: {match.home} v {match.away}"[:LONGEST_SUBJECT]


def chase_body(match: Match, captain: Captain, league: League, by: User) -> str:
    return f"""\
Hello {captain.called},

the result of {match.home} v {match.away} ({match.division}), {day(match.date)} at {match.venue}, \
has not come in yet.

Please send the score sheet, or just the score of each table. If the match was not played, please say so too.

Thank you,
{by.get_full_name() or "the secretary"}
{league}
"""


def complete_subject(league: League, date: datetime.date) -> str:
    return f"Complete: {league}, {day(date)}"[:LONGEST_SUBJECT]


def complete_body(league: League, date: datetime.date, matches: int) -> str:
    results = "The one result" if matches == 1 else f"All {matches} results"
    are = "is" if matches == 1 else "are"
    return f"{results} of {day(date)} {are} in. The standings of {league} are ready to be printed.\n"


def day(date: datetime.date | None) -> str:
    """Thursday 14 January 2027."""
    return f"{date:%A} {date.day} {date:%B %Y}" if date else "without a date"


def time(clock: datetime.datetime) -> str:
    """9.05 am."""
    return f"{clock.hour % 12 or 12}.{clock:%M} {'am' if clock.hour < 12 else 'pm'}"
