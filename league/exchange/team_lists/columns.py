"""What the columns of a list of pubs and teams mean: by their headings, or by what stands in them."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

from league.exchange.team_lists.text import is_ditto


class Meaning(StrEnum):
    """What a column of a list of pubs and teams holds."""

    PUB_AND_TEAMS = "pub-and-teams"
    PUB = "pub"
    TEAM = "team"
    DIVISION = "division"
    CAPTAIN = "captain"
    PHONE = "phone"
    EMAIL = "e-mail"
    PUB_PHONE = "pub-phone"
    ADDRESS = "address"
    POSTCODE = "postcode"
    TABLES = "tables"
    NIGHT = "night"
    SHORT_NAME = "short-name"
    LEAVE_OUT = "leave-out"

    @property
    def label(self) -> str:
        return _LABELS[self]


_LABELS = {
    Meaning.PUB_AND_TEAMS: "Pub and teams",
    Meaning.PUB: "Pub",
    Meaning.TEAM: "Team",
    Meaning.DIVISION: "Division",
    Meaning.CAPTAIN: "Captain",
    Meaning.PHONE: "Phone",
    Meaning.EMAIL: "E-mail",
    Meaning.PUB_PHONE: "Pub’s phone",
    Meaning.ADDRESS: "Address",
    Meaning.POSTCODE: "Postcode",
    Meaning.TABLES: "Tables",
    Meaning.NIGHT: "Night, start",
    Meaning.SHORT_NAME: "Short name",
    Meaning.LEAVE_OUT: "Leave out",
}
# A list has one column of each, but for these.
OFTEN = frozenset({Meaning.LEAVE_OUT, Meaning.TEAM})
NAMES = (Meaning.PUB_AND_TEAMS, Meaning.PUB, Meaning.TEAM)

_HEADINGS: Mapping[Meaning, str] = {
    Meaning.PUB: (
        "pub, pubs, pub name, name of pub, venue, club, house, inn, ground, home ground, plays at, home venue"
    ),
    Meaning.TEAM: "team, teams, team name, name of team, side",
    Meaning.PUB_AND_TEAMS: "pub and teams, pub and team, pub/team, team/pub, pubs and teams, name",
    Meaning.DIVISION: "division, div, divn, section, league, group, grp",
    Meaning.CAPTAIN: (
        "captain, capt, skipper, captain name, captains, captain's name, name of captain, contact, "
        "contact name"
    ),
    Meaning.PHONE: (
        "phone, tel, telephone, tel no, tel number, telephone no, telephone number, phone no, phone number, "
        "mobile, mob, mobile no, tel/mob, phone/mobile, captain's phone, captain phone, contact no, "
        "contact number"
    ),
    Meaning.EMAIL: "e-mail, email, mail, e-mail address, email address, captain's email, captain email",
    Meaning.PUB_PHONE: "pub phone, pub's phone, pub tel, pub telephone, bar phone",
    Meaning.ADDRESS: "address, pub address, street, where, town, village, place, location",
    Meaning.POSTCODE: "postcode, post code, pc, zip",
    Meaning.TABLES: "tables, boards, capacity, no of tables, number of tables, tables in the pub",
    Meaning.NIGHT: (
        "night, nite, match night, day, start, start time, time, starts at, plays, night and start, start pm"
    ),
    Meaning.SHORT_NAME: "short name, short, abbreviation",
}
_BY_HEADING = {
    re.sub(r"[^a-z]", "", heading): meaning
    for meaning, headings in _HEADINGS.items()
    for heading in headings.split(",")
}
_SIDES = {"home": "home", "hometeam": "home", "athome": "home", "hosts": "home"}
_SIDES |= {"away": "away", "awayteam": "away", "visitors": "away", "visitingteam": "away"}

PHONE = re.compile(r"\+?\(?\d[\d ()./-]{4,}\d")
EMAIL = re.compile(r"[^\s@<>]+@[^\s@<>]+\.[a-z]{2,}", re.IGNORECASE)
POSTCODE = re.compile(r"[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}", re.IGNORECASE)
DIVISION = re.compile(
    r"(?:(?:t\.?\s?)?d(?:iv(?:ision|n)?)?\.?\s*)?(?:\d|one|two|three|four|five|six|i{1,3}|iv|v|vi|premier)"
    r"(?:\s*(?:&|and|\+|/|,)\s*(?:\d|one|two|three|four|five|six))?"
    r"|(?:first|second|third|fourth|1st|2nd|3rd|4th|premier|top|bottom)(?:\s+div(?:ision|\.)?)?",
    re.IGNORECASE,
)
_LETTER = re.compile(r"['‘“(]?[A-Fa-f][)'’”]?(?:\s+team)?|team\s+[A-Fa-f]", re.IGNORECASE)
_NIGHT = re.compile(
    r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b.*|\d{1,2}(?:[.:-]\d\d)?\s*[ap]\.?m\.?", re.IGNORECASE
)
_TABLES = re.compile(r"[1-9]|1\d")


def known_heading(heading: str) -> Meaning | None:
    """Return what a heading means by its name, whatever its capitals and signs; None if nobody knows."""
    return _BY_HEADING.get(re.sub(r"[^a-z]", "", heading.casefold()))


def side_of(heading: str) -> str:
    """Return "home" or "away" for the headings of a list of matches; else nothing."""
    return _SIDES.get(re.sub(r"[^a-z]", "", heading.casefold()), "")


def meanings_by_heading(headings: Sequence[str]) -> list[Meaning]:
    """Return what each column means by its heading: the only column of names holds pubs and their teams."""
    meanings: list[Meaning] = []
    for heading in headings:
        meaning = known_heading(heading) or Meaning.LEAVE_OUT
        meanings.append(Meaning.LEAVE_OUT if meaning in meanings and meaning not in OFTEN else meaning)
    if Meaning.PUB_AND_TEAMS in meanings:
        place = meanings.index(Meaning.PUB_AND_TEAMS)
        if Meaning.PUB in meanings and Meaning.TEAM not in meanings:
            meanings[place] = Meaning.TEAM
        elif Meaning.TEAM in meanings:
            meanings[place] = Meaning.LEAVE_OUT
    named = [place for place, meaning in enumerate(meanings) if meaning in NAMES]
    if len(named) == 1:
        meanings[named[0]] = Meaning.PUB_AND_TEAMS
    if Meaning.PHONE in meanings and not {Meaning.CAPTAIN, Meaning.EMAIL} & set(meanings):
        meanings[meanings.index(Meaning.PHONE)] = Meaning.PUB_PHONE
    return meanings


def meanings_by_content(rows: Sequence[Sequence[str]]) -> list[Meaning]:
    """Return what each column means by what most of its cells look like; the first holds pubs and teams."""
    width = max(map(len, rows), default=0)
    meanings = [Meaning.PUB_AND_TEAMS][:width]
    for place in range(1, width):
        pairs = [(row[0], row[place]) for row in rows if place < len(row) and row[place]]
        meaning = _of_cells([(name, cell) for name, cell in pairs if not is_ditto(cell)])
        meanings.append(Meaning.LEAVE_OUT if meaning in meanings and meaning not in OFTEN else meaning)
    if Meaning.PHONE in meanings and not {Meaning.CAPTAIN, Meaning.EMAIL} & set(meanings):
        meanings[meanings.index(Meaning.PHONE)] = Meaning.PUB_PHONE
    return meanings


def _of_cells(pairs: Sequence[tuple[str, str]]) -> Meaning:
    cells = [cell for _, cell in pairs]
    looks = {
        Meaning.EMAIL: EMAIL.search,
        Meaning.TEAM: _LETTER.fullmatch,
        Meaning.PHONE: PHONE.search,
        Meaning.POSTCODE: POSTCODE.fullmatch,
        Meaning.NIGHT: _NIGHT.fullmatch,
    }
    for meaning, look in looks.items():
        if cells and sum(bool(look(cell)) for cell in cells) * 2 > len(cells):
            return meaning
    if cells and sum(bool(DIVISION.fullmatch(cell)) for cell in cells) * 2 > len(cells):
        is_number = all(_TABLES.fullmatch(cell) for cell in cells)
        return Meaning.DIVISION if not is_number or len(set(cells)) > 1 else Meaning.TABLES
    if cells and all(_TABLES.fullmatch(cell) for cell in cells):
        return Meaning.TABLES
    if any(_shares_a_word(name, cell) for name, cell in pairs):
        return Meaning.TEAM
    if cells and sum(len(cell.split()) > 1 for cell in cells) * 2 >= len(cells):
        return Meaning.CAPTAIN
    return Meaning.ADDRESS if cells else Meaning.LEAVE_OUT


def _shares_a_word(name: str, cell: str) -> bool:
    words = {word for word in re.findall(r"\w+", name.casefold()) if len(word) > len("the")}
    return bool(words & set(re.findall(r"\w+", cell.casefold())))
