"""What the columns of a list of pubs and teams mean: by their headings, or by what stands in them."""

import re
from collections.abc import Sequence

from league.exchange.lists.headings import LEAVE_OUT, NAMES, TEAMS, known_column
from league.exchange.team_lists.text import is_ditto

# A list has one column of each, but for these.
OFTEN = frozenset({LEAVE_OUT, "team"})
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


def meanings_by_heading(headings: Sequence[str]) -> list[str]:
    """Return what each column means by its heading: the only column of names holds pubs and their teams."""
    meanings: list[str] = []
    for heading in headings:
        meaning = known_column(TEAMS, heading) or LEAVE_OUT
        meanings.append(LEAVE_OUT if meaning in meanings and meaning not in OFTEN else meaning)
    if "pub-and-teams" in meanings:
        place = meanings.index("pub-and-teams")
        if "pub" in meanings and "team" not in meanings:
            meanings[place] = "team"
        elif "team" in meanings:
            meanings[place] = LEAVE_OUT
    named = [place for place, meaning in enumerate(meanings) if meaning in NAMES]
    if len(named) == 1:
        meanings[named[0]] = "pub-and-teams"
    if "phone" in meanings and not {"captain", "e-mail"} & set(meanings):
        meanings[meanings.index("phone")] = "pub-phone"
    return meanings


def meanings_by_content(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return what each column means by what most of its cells look like; the first holds pubs and teams."""
    width = max(map(len, rows), default=0)
    meanings = ["pub-and-teams"][:width]
    for place in range(1, width):
        pairs = [(row[0], row[place]) for row in rows if place < len(row) and row[place]]
        meaning = _of_cells([(name, cell) for name, cell in pairs if not is_ditto(cell)])
        meanings.append(LEAVE_OUT if meaning in meanings and meaning not in OFTEN else meaning)
    if "pub" in meanings:
        meanings[0] = "team"
    if "phone" in meanings and not {"captain", "e-mail"} & set(meanings):
        meanings[meanings.index("phone")] = "pub-phone"
    return meanings


def _of_cells(pairs: Sequence[tuple[str, str]]) -> str:
    cells = [cell for _, cell in pairs]
    looks = {
        "e-mail": EMAIL.search,
        "team": _LETTER.fullmatch,
        "phone": PHONE.search,
        "postcode": POSTCODE.fullmatch,
        "night": _NIGHT.fullmatch,
    }
    for meaning, look in looks.items():
        if cells and sum(bool(look(cell)) for cell in cells) * 2 > len(cells):
            return meaning
    if cells and sum(bool(DIVISION.fullmatch(cell)) for cell in cells) * 2 > len(cells):
        is_number = all(_TABLES.fullmatch(cell) for cell in cells)
        return "division" if not is_number or len(set(cells)) > 1 else "tables"
    if cells and all(_TABLES.fullmatch(cell) for cell in cells):
        return "tables"
    if any(shares_a_word(name, cell) for name, cell in pairs):
        return "team"
    # A pub with its place, unless it is a surname before a name.
    places = [cell.partition(",")[0].split() for cell in cells if "," in cell]
    if 2 * len(places) > len(cells) and max(map(len, places)) > 1:
        return "pub"
    if cells and sum(len(cell.split()) > 1 for cell in cells) * 2 >= len(cells):
        return "captain"
    return "address" if cells else LEAVE_OUT


def shares_a_word(name: str, cell: str) -> bool:
    words = {word for word in re.findall(r"\w+", name.casefold()) if len(word) > len("the")}
    return bool(words & set(re.findall(r"\w+", cell.casefold())))
