"""What notices say: short letters that ask for one thing."""

import datetime

from league.models import Enrolment, League, Match, Postponement, Side, User
from league.people.selectors import CaptainContact
from league.shared.text import listed

LONGEST_SUBJECT = 200
CHASE, WARNING, LAPSED, MOVING = "Result wanted:", "Deadline:", "No answer in time:", "Another night?"
"""What the subjects of letters about a match begin with."""


def match_subject(begins: str, match: Match) -> str:
    return f"{begins} {match.home} v {match.away}"[:LONGEST_SUBJECT]


def chase_body(match: Match, captain: CaptainContact, league: League, by: User) -> str:
    return f"""\
Hello {captain.called},

the result of {match.home} v {match.away} ({match.division}), {day(match.date)} at {match.venue}, is missing.

Please send the score sheet, or just the score of each table. If the match was not played, please tell us too.

Thank you,
{by.get_full_name() or "the secretary"}
{league}
"""


def warning_body(match: Match, captain: CaptainContact, league: League, sentence: str) -> str:
    return f"""\
Hello {captain.called},

about {match.home} v {match.away} ({match.division}), {day(match.date or match.postponed_from)}:

{sentence}

If this is done, or you cannot do it in time, please tell the secretary. The secretary decides \
before anything is taken.

{league}
"""


def lapsed_body(match: Match, captain: CaptainContact, league: League, asker: str) -> str:
    stands = f"on {day(match.date)}" if match.date else "without a date until the secretary gives it one"
    return f"""\
Hello {captain.called},

{asker} asked to move {match.home} v {match.away} ({match.division}), and nobody answered in time. \
The match stays {stands}.

If both teams agree on another night, please tell the secretary.

{league}
"""


def moving_body(captain: CaptainContact, text: str, league: League) -> str:
    return f"Hello {captain.called},\n\n{text}\n\n{league}\n"


def asked_body(match: Match, request: Postponement) -> str:
    asker = match.home if request.asked_by == Side.HOME else match.away
    offered = [day(datetime.date.fromisoformat(written)) for written in request.offered]
    nights = f"They offer {listed(offered, 'or')}." if offered else "They offer no night yet."
    return f"""\
{asker} ask to move {match.home} v {match.away} ({match.division}) from {day(match.date)}: \
{request.reason}

{nights}

Please answer on your captain’s page, or tell the secretary. Until then the match stays."""


def agreed_body(match: Match, to: datetime.date) -> str:
    return f"{match.home} v {match.away} ({match.division}) is moved to {day(to)}. The other team has agreed."


def refused_body(match: Match, because: str) -> str:
    stands = f"on {day(match.date)}" if match.date else "without a date"
    return f"""\
The other team refuses to move {match.home} v {match.away} ({match.division}): {because}

The match stays {stands}. The secretary can still move it."""


def link_subject(enrolment: Enrolment) -> str:
    return f"Your captain’s page: {enrolment.team}, {enrolment.season}"[:LONGEST_SUBJECT]


def link_body(enrolment: Enrolment, captain: CaptainContact, address: str, by: User) -> str:
    return f"""\
Hello {captain.called},

this is your page for the season {enrolment.season} with {enrolment.team}: who can play, the line-up, \
scoring and signing your matches, and moving one to another night.

{address}

The page needs no password. Anybody with the link can act for the team, so do not share it. \
The page has a second link for your players.

{by.get_full_name() or "the secretary"}
{enrolment.season.league}
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


# --- Messages to many -------------------------------------------------------------------------
TEMPLATES = {
    "reminder": (
        "Reminder",
        "{team} and {opponent}, {date}",
        """\
Hello {captain},

a reminder that {team} play {opponent} on {date} at {pub}.

Please send the score sheet the same night, signed by both captains.
""",
    ),
    "meeting": (
        "Meeting",
        "Captains’ meeting",
        """\
Hello {captain},

the captains’ meeting is on [day and time] at [place].

Please come, or send somebody else from {team}.
""",
    ),
    "postponement": (
        "Postponement",
        "Postponed: {team} and {opponent}",
        """\
Hello {captain},

{team} and {opponent} do not play on {date}. The reason is [reason].

The new date is [new date].
""",
    ),
    "free": ("Free text", "", "Hello {captain},\n\n"),
}
"""Messages to begin with: name, subject and text."""


def signed(text: str, league: League, by: User) -> str:
    """Return a message with its sender and the league below."""
    return f"{text.rstrip()}\n\n{by.get_full_name() or 'The secretary'}\n{league}\n"
