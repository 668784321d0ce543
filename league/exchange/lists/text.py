"""Clean text as it comes out of Excel, Word and e-mails, cell by cell."""

import re
from collections.abc import Sequence

from league.shared.text import folded

DITTO = "”"
SIDES = ("home", "away")
PHONE = re.compile(r"\+?\(?\d[\d ()./-]{4,}\d")
EMAIL = re.compile(r"[^\s@<>]+@[^\s@<>]+\.[a-z]{2,}", re.IGNORECASE)
POSTCODE = re.compile(r"[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}", re.IGNORECASE)
DIVISION = re.compile(
    r"(?:(?:t\.?\s?)?d(?:iv(?:ision|n)?)?\.?\s*)?(?:\d|one|two|three|four|five|six|i{1,3}|iv|v|vi|premier)"
    r"(?:\s*(?:&|and|\+|/|,)\s*(?:\d|one|two|three|four|five|six))?"
    r"|(?:first|second|third|fourth|1st|2nd|3rd|4th|premier|top|bottom)(?:\s+div(?:ision|\.)?)?",
    re.IGNORECASE,
)
_DITTO = re.compile(r"[\"”“〃]|''|’’|,,|„|do\.?|ditto\.?|-\s*do\s*-|as above", re.IGNORECASE)
_N, _V = r"\d+(?:\.5)?", r"(?:[-–—:]|vs?\.?|versus)"
# Both sides of a match in one cell, perhaps with the score: Reds 8 - 2 Blues, Reds 8 Blues 2, Reds v Blues.
# Only what stands between the sides is searched for: a cell full of figures must not take its time.
_MATCHES = (
    rf"(?P<home>.+)\s(?P<h>{_N}|[wx])\s*{_V}\s*(?P<a>{_N}|[wx])\s(?P<away>.+)",
    rf"(?=.*\s{_N}$)(?P<home>.+)\s(?P<h>{_N})(?:\s{_V}|,)?\s(?P<away>.+)\s(?P<a>{_N})",
    rf"(?P<home>.+)\s{_V}\s(?P<away>.+)",
)
# Lone signs between two cells: a CSV reader takes a lone quotation mark for the beginning of a cell.
_LONE_QUOTE = re.compile(r'(^|[\t;|,])[ ]*"[ ]*(?=$|[\t;|,])', re.MULTILINE)
_LONE_COMMAS = re.compile(r"(^|[\t;|])[ ]*,,[ ]*(?=$|[\t;|])", re.MULTILINE)
_NOBODY = re.compile(
    r"bye|no (?:team|match|captain|player|one|name)|nobody|none|vacant|n\.?/?a\.?|tb[acd]|to be \w+|blank"
    r"|unknown|free(?: week)?|rest|x{1,3}|[?*.\-–—\\/]+",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r"(?:grand |sub-? ?)?tot(?:al)?s?[.:]?"
    r"(?: (?:number )?(?:of )?(?:teams|pubs|players|matches|fixtures|points))?:?"
    r"(?: *\d+)?(?: (?:teams|pubs|players|matches))?",
    re.IGNORECASE,
)
_CONTINUED = re.compile(r"[\s,(\[–-]*\bcont(?:inued|['’]?d)?\b[.)\]]*$", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[-*•·▪◦–—]|[o§]|\d{1,3}[.)]|\(?[a-z][.)])\s+")
_BROKEN = re.compile(r"[ÃÂâÄÅ][\u0080-\u00bf\u2013-\u2122\u0152-\u0178\u02c6\u02dc\u20ac]+")
_FROM_WINDOWS = {
    **{bytes([byte]).decode("cp1252", "ignore"): byte for byte in range(0x80, 0x100)},
    **{chr(byte): byte for byte in range(0x80, 0x100)},
}


def joined(cell: str) -> str:
    """Return a cell on one line."""
    return " ".join(cell.split())


def repaired(text: str) -> str:
    """Return text without the broken letters of UTF-8 that was read as Windows-1252: CafÃ© is Café."""
    return _BROKEN.sub(_decoded_again, text) if _BROKEN.search(text) else text


def _decoded_again(broken: re.Match[str]) -> str:
    try:
        return bytes(_FROM_WINDOWS[letter] for letter in broken[0]).decode("utf-8")
    except (KeyError, UnicodeDecodeError):
        return broken[0]


def is_ditto(cell: str) -> bool:
    """Return whether a cell says "the same as above"."""
    return bool(_DITTO.fullmatch(cell.strip()))


def is_nobody(cell: str) -> bool:
    """Return whether a cell says that there is no team, captain or player: Bye, vacant, n/a, TBC."""
    return bool(_NOBODY.fullmatch(cell.strip(" ()[]")))


def is_total(cell: str) -> bool:
    """Return whether a row that begins with a cell adds up others: Total, Tot., Total 12 teams."""
    return bool(_TOTAL.fullmatch(cell))


def is_repeated(row: Sequence[str], headings: Sequence[str]) -> bool:
    """Return whether a row is the headings again, all or the first of them."""
    texts = [" ".join(cell.casefold().split()) for cell in row if cell]
    return bool(texts) and texts == [heading.casefold() for heading in headings if heading][: len(texts)]


def without_continued(heading: str) -> str:
    """Return a heading without the word that it goes on: Division Two cont'd is Division Two."""
    return _CONTINUED.sub("", heading)


def with_dittos(text: str, sign: str) -> str:
    """Return a text whose cells stand between `sign`, its lone quotation marks and commas as ditto marks."""
    text = _LONE_QUOTE.sub(rf"\1{DITTO}", text)
    return _LONE_COMMAS.sub(rf"\1{DITTO}", text) if sign != "," else text


def without_bullet(line: str) -> str:
    """Return a line without the bullet or number that Word puts before it."""
    return _BULLET.sub("", line, count=1)


def slugify(name: str) -> str:
    """Return a name as a part of a key that can be typed."""
    return re.sub(r"[^a-z0-9]+", "-", folded(name).replace("’", "").replace("'", "").replace("ł", "l")).strip(
        "-"
    )


def shares_a_word(name: str, other: str) -> bool:
    """Return whether two names have a word in common, not counting The and shorter ones."""
    words, others = (set(re.findall(r"\w+", each.casefold())) for each in (name, other))
    return any(len(word) > len("the") for word in words & others)


def match_in_cell(cell: str) -> dict[str, str]:
    """Return both teams and the score, if there is one, of a cell that holds a match; else nothing."""
    text = " ".join(cell.split())
    found = (match for pattern in _MATCHES if (match := re.fullmatch(pattern, text, re.IGNORECASE)))
    of_names = (match for match in found if all(re.search(r"[^\W\d_]", match[side]) for side in SIDES))
    if not (match := next(of_names, None)):
        return {}
    sides = match.groupdict()
    score = {"score": f"{sides['h']} - {sides['a']}"} if "h" in sides else {}
    return {"home": sides["home"], "away": sides["away"], **score}
