"""The one dictionary of headings: the columns of every kind of list, and the names people give them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class What(StrEnum):
    """What is in a list that can be imported and undone."""

    PUBS = "pubs"
    TEAMS = "teams"
    PLAYERS = "players"
    FIXTURES = "fixtures"
    RESULTS = "results"


PUBS, TEAMS, PLAYERS, FIXTURES, RESULTS = What
BANK = "bank"
TABLE = "table"
LEAVE_OUT = "leave-out"
# Columns that name pubs and teams, the only one of a list first.
NAMES = ("pub-and-teams", "pub", "team")


@dataclass(frozen=True, slots=True)
class Column:
    """A column by our name, with others it goes by; `is_needed` where a line says nothing without it.

    `goes_on`: an empty cell is meant as the one above, as in sheets that write a night or a team once.
    """

    name: str
    also: str = ""
    is_needed: bool = False
    longest: int = 80
    goes_on: bool = False


def _counted_as(word: str) -> str:
    """Return the headings that say of what a column has so many for, or against."""
    return ", ".join(f"{what} {word}" for what in ("points", "score", "shots", "games", "legs", "frames"))


_DATE = Column("date", "day, night, nite, match night, match date", is_needed=True, longest=40, goes_on=True)
_MATCH = Column("match", "fixture, game, teams, match up", longest=200)
_CUP = Column("cup", "competition, comp, trophy", longest=200)
_WEEK = Column("week", "round, week no, wk", longest=20, goes_on=True)
_HOME = Column("home", "home team, at home, hosts", is_needed=True)
_AWAY = Column("away", "away team, visitors, visiting team", is_needed=True)
_DIVISION = "div, divn, section, league, group, grp"
_OF_PUBS_AND_TEAMS = (
    Column("pub-and-teams", "pub and team, pub/team, team/pub, pubs and teams, name"),
    Column(
        "pub",
        "pubs, pub name, name of pub, venue, club, house, inn, ground, home ground, plays at, home venue",
    ),
    Column("team", "teams, team name, name of team, side"),
    Column("division", _DIVISION, goes_on=True),
    Column(
        "captain",
        "capt, skipper, captain name, captains, captain's name, name of captain, contact, contact name",
    ),
    Column(
        "phone",
        "tel, telephone, tel no, tel number, telephone no, telephone number, phone no, phone number, mobile, "
        "mob, mobile no, tel/mob, phone/mobile, captain's phone, captain phone, contact no, contact number",
    ),
    Column("e-mail", "email, mail, e-mail address, email address, captain's email, captain email"),
    Column("pub-phone", "pub's phone, pub tel, pub telephone, bar phone"),
    Column("address", "pub address, street, where, town, village, place, location"),
    Column("postcode", "post code, pc, zip"),
    Column("tables", "boards, capacity, no of tables, number of tables, tables in the pub"),
    Column(
        "night",
        "nite, match night, day, start, start time, time, starts at, plays, night and start, start pm",
    ),
    Column("short-name", "short, abbreviation"),
)
COLUMNS: Mapping[str, tuple[Column, ...]] = {
    PUBS: _OF_PUBS_AND_TEAMS,
    TEAMS: _OF_PUBS_AND_TEAMS,
    PLAYERS: (
        Column("player", "name, player name, full name", is_needed=True),
        Column("team", "team name, side, plays for, pub, club, squad", goes_on=True),
        Column(
            "registered", "date, registered on, date registered, signed, signed on, since, from", longest=20
        ),
        Column("told apart by", "note, known as", longest=40),
    ),
    FIXTURES: (
        *(_DATE, _HOME, _AWAY, _MATCH, _CUP),
        Column("division", _DIVISION, longest=40),
        Column("time", "start, start time, starts at, ko", longest=12),
        Column("pub", "venue, played at"),
        _WEEK,
        Column("postponed from", "first date, original date", longest=40),
    ),
    # Their figures have names of their own; see docs/results-csv.md.
    RESULTS: (
        *(_DATE, _HOME, _AWAY, _MATCH, _CUP, _WEEK),
        Column("division", _DIVISION, longest=40),
        Column("score", "final score, match score, result, res", longest=20),
    ),
    # As British banks call them.
    BANK: (
        Column(
            "date",
            "transaction date, posted date, posting date, booking date, value date, entry date",
            is_needed=True,
        ),
        Column(
            "text",
            "description, transaction description, details, transaction details, narrative, name, payee, "
            "counterparty, memo, reference, payment reference, notes",
            is_needed=True,
        ),
        Column("amount", "amount gbp, value, transaction amount, amount in gbp"),
        Column("money in", "paid in, credit, credit amount, credits, in, deposits, receipts, paid in gbp"),
        Column("money out", "paid out, debit, debit amount, debits, out, withdrawals, payments"),
    ),
    # A final table; what its figures count no heading says for sure.
    TABLE: (
        Column("place", "pos, posn, position, no, rank"),
        Column("team", "teams, team name, name, side, pub, club", is_needed=True),
        Column("played", "p, pl, pld, plyd, mp, matches, matches played"),
        Column("won", "w, wins, matches won"),
        Column("drawn", "d, draws, drew, tied, matches drawn"),
        Column("lost", "l, losses, matches lost"),
        Column("for", f"f, pf, gf, sf, agg for, {_counted_as('for')}"),
        Column("against", f"a, ag, agst, pa, ga, sa, agg against, {_counted_as('against')}"),
        Column(
            "difference", f"diff, gd, pd, sd, agg diff, {_counted_as('diff')}, {_counted_as('difference')}"
        ),
        Column("tables won", "tw, gw, lw, fw, rw, games won, legs won, frames won, rinks won, sets won"),
        Column("tables drawn", "games drawn, rinks drawn"),
        Column(
            "tables lost", "tl, gl, ll, fl, rl, games lost, legs lost, frames lost, rinks lost, sets lost"
        ),
        Column("tables difference", "td"),
        Column(
            "deducted", "ded, deduction, deductions, points deducted, pts deducted, penalty, penalties, pen"
        ),
        Column("points", "pts, pnts, point, total, total points, total pts, league points", is_needed=True),
    ),
}
_EXPORTED: Mapping[str, list[str]] = {
    PUBS: ["pub", "address", "postcode", "phone", "tables"],
    TEAMS: ["team", "pub", "short name", "division", "captain", "e-mail", "phone"],
}
_FIGURE = re.compile(r"(home|away|h|a)(?:table)?([1-9]\d?|[a-z]+)|(games)([1-9]\d?)")
_FIGURES = {
    **dict.fromkeys(("total", "score", "frames", "shots", "agg", "aggregate"), "total"),
    **dict.fromkeys(("points", "pts"), "points"),
    "hangjacks": "hang_jacks",
}
_SIDES = {"h": "home", "a": "away"}
_LABELS = {
    LEAVE_OUT: "Leave out",
    "pub-phone": "Pub’s phone",
    "night": "Night, start",
    "match": "Both teams",
    "week": "Week or round",
    "home": "Home team",
    "away": "Away team",
}
TABLE_COLUMN = re.compile(r"(home|away|games)_(\d+)")


def heads_of(what: str) -> list[str]:
    """Return the columns of a list as it is exported: each side of a match has its own."""
    return _EXPORTED.get(what) or [column.name for column in COLUMNS[what] if column not in (_MATCH, _CUP)]


def known_column(what: str, head: str) -> str:
    """Return the column that a head means, whatever its capitals and signs; empty if none."""
    expected = _bare(what, head)
    for column in COLUMNS[what]:
        if expected and expected in (_bare(what, name) for name in (column.name, *column.also.split(","))):
            return column.name
    if what == RESULTS and (figure := _FIGURE.fullmatch(expected)):
        side, name = filter(None, figure.groups())
        number = name if name.isdecimal() else _FIGURES.get(name)
        return f"{_SIDES.get(side, side)}_{number}" if number else ""
    return ""


def side_of(head: str) -> str:
    """Return "home" or "away" for the headings of a list of matches; else nothing."""
    column = known_column(FIXTURES, head)
    return column if column in ("home", "away") else ""


def is_meaning(what: str, name: str) -> bool:
    """Return whether a column of a list can mean this."""
    return name == LEAVE_OUT or (bool(name) and known_column(what, name) == name)


def label_of(meaning: str) -> str:
    """Return what a column holds, as it is chosen above it: Home, table 1."""
    if table := TABLE_COLUMN.fullmatch(meaning):
        return f"{table[1].capitalize()}, table {table[2]}"
    words = _LABELS.get(meaning) or re.sub("[-_]", " ", meaning) if meaning != "e-mail" else meaning
    return words[:1].upper() + words[1:]


def _bare(what: str, name: str) -> str:
    # Columns of pubs and teams are not numbered: Team 1 and Team 2 are teams.
    return re.sub(r"[^a-z]" if what in (PUBS, TEAMS) else r"[^a-z0-9]", "", name.casefold())
