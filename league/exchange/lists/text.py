"""What a cell says, as it comes out of Excel, Word and e-mails: a pub with its teams, divisions in every
spelling, nights, days and times, rounds of cups, and names that are nearly one.
"""

import datetime
import functools
import re
import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from league.shared.grouping import grouped
from league.shared.text import bare, folded

DITTO = "”"
NOT_READ = "Not read: "
"""Before what a file has besides its list, in a row of its own."""
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
    return re.sub(r"[^a-z0-9]+", "-", folded(name).replace("’", "").replace("'", "")).strip("-")


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


_LETTER = re.compile(r"[A-Fa-f]")
_LETTERS = re.compile(r"[\s(]+([A-F](?:\s*(?:,|&|\+|/|and)\s*[A-F])+)\)?$")
# “Unit B” is an address, “Gomersal B” a team behind its place.
_OF_A_BUILDING = re.compile(r"\b(unit|block|flat|suite|building|floor|room|hall)\s*$", re.IGNORECASE)
_ONE_LETTER = re.compile(r"(.+?)[\s–-]+[('‘\"“]?([A-F])[)'’\"”]?(?:\s+team)?$")
_ALONE = re.compile(r"(?:team\s+)?[('‘\"“]?([A-Fa-f1-6])[)'’\"”]?(?:\s+team)?", re.IGNORECASE)
_HOW_MANY = re.compile(r"\s*(?:[x×]\s*([2-6])|\(?([2-6])\s+teams\)?)$", re.IGNORECASE)
_ASIDE = re.compile(r"\s*\(([^()]{2,})\)")
_LIST_OF_TEAMS = re.compile(r"\s*(?:,|;|&|\+|\band\b)\s*")
_HEADING = re.compile(r"\b(division|div\.?|section|premier|league|group)\b|\bT?D\s?\d\b", re.IGNORECASE)
LONGEST_DIVISION = 40

# A round behind the name of a cup or alone: quarter-final, QF, 2nd round, Round 2, last 16.
_NUMBER = r"(?:\d{1,2}(?:st|nd|rd|th)?|first|second|third|fourth|fifth|sixth|one|two|three|four|five|six)"
_ROUND = re.compile(
    r"[\s,:(–-]*\b(?P<round>(?P<title>quarter|semi)[\s-]*finals?|(?P<short>[qs])\.?f\.?|(?P<last>final)s?"
    rf"|(?P<nth>{_NUMBER}) (?:round|rd)|(?:round|rd|r)\.?\s*(?P<number>{_NUMBER})|last (?P<left>\d+)"
    rf"|prelim\w*(?: round)?)\b\W*$",
    re.IGNORECASE,
)
CUP = re.compile(r"\b(?:cups?|trophy|shield|plate|knock-?out|k\.?o\.?)\b", re.IGNORECASE)
_LEAGUE = re.compile(r"\b(?:league|div(?:ision)?|section|group|premier(?:ship)?)\b", re.IGNORECASE)
# How many are left in a round that has a title.
PLACES = {"q": 8, "s": 4, "f": 2}
LAST_ROUND = 10_000

_WORDS = ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
_NUMBERS = {
    **{word.casefold(): number for number, word in enumerate(_WORDS, 1)},
    **{str(number): number for number in range(1, 10)},
    **{word: n for n, word in enumerate(("i", "ii", "iii", "iv", "v", "vi"), 1)},
    **{word: n for n, word in enumerate(("first", "second", "third", "fourth", "fifth", "sixth"), 1)},
    **{word: n for n, word in enumerate(("1st", "2nd", "3rd", "4th", "5th", "6th"), 1)},
}
_DIVISION_WORD = re.compile(
    r"^(?:t\.?\s?)?d(?:iv(?:ision|n)?)?\b\.?\s*|\bdiv(?:ision|n)?\b\.?|^(?:t?d|div)(?=\d)"
)
_AND = re.compile(r"\s*(?:&|\band\b|\+|/|,)\s*", re.IGNORECASE)

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_TIME = re.compile(r"\b(\d{1,2})(?:[.:-](\d\d))?\s*([ap])?\.?(?:m\b)?", re.IGNORECASE)
NOON, LAST_HOUR, LAST_MINUTE = 12, 23, 59
# Of longer names only those that are the same but for signs are taken for one: comparing them takes its time.
_NEARLY, _SHORTEST, _LONGEST = 0.88, 6, 40


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedName:
    """A cell with a pub, its place if it stands there, its teams, and in what form they stand."""

    pub: str
    teams: tuple[str, ...] = ()
    place: str = ""
    phone: str = ""
    email: str = ""
    aside: str = ""
    has_colon: bool = False
    is_letter: bool = False


def parse_name(
    text: str, *, with_colon: bool = True, with_aside: bool = False, with_place: bool = True
) -> ParsedName:
    """Return the pub and teams of a cell: The Fleece, Rawfold; The Fleece A, B; The Fleece: Fleece A, B.

    `with_colon` reads what follows a colon as teams, `with_aside` leaves brackets in the name, `with_place`
    reads what follows a comma as an address.
    """
    if alone := _ALONE.fullmatch(text):
        return ParsedName(pub="", teams=(alone[1].upper(),), is_letter=True)
    phone, email = (match[0].strip() if (match := pattern.search(text)) else "" for pattern in (PHONE, EMAIL))
    for contact in filter(None, (phone, email)):
        text = text.replace(contact, "").strip(" ,;-–")
    house, colon, listed = text.partition(":")
    if with_colon and colon and house.strip() and listed.strip():
        names = tuple(filter(None, (name.strip() for name in _LIST_OF_TEAMS.split(listed))))
        return ParsedName(pub=house.strip(), teams=names, phone=phone, email=email, has_colon=True)
    house, letters = _lettered(text)
    aside = ""
    if not letters and not with_aside and (brackets := _ASIDE.search(house)):
        aside = brackets[0].strip()
        house = " ".join(house.replace(brackets[0], " ").split())
    head, _, tail = house.rpartition(",")
    if with_place and not letters and (listed_letters := _lettered(head.strip()))[1]:
        (house, letters), place = listed_letters, tail.strip()
    else:
        house, _, place = house.partition(",") if with_place else (house, "", "")
    pub, place = house.strip(), place.strip()
    if not letters and (only := _ONE_LETTER.fullmatch(pub)):
        pub, letters = only[1].strip(), [only[2]]
    elif not letters and (only := _ONE_LETTER.fullmatch(place)) and not _OF_A_BUILDING.search(only[1]):
        place, letters = only[1].strip(), [only[2]]
    return ParsedName(pub=pub, teams=tuple(letters), place=place, phone=phone, email=email, aside=aside)


def _lettered(house: str) -> tuple[str, list[str]]:
    """Return the pub and the letters of its teams, as of “The Fleece A, B” or “The Fleece (2 teams)”."""
    if match := _HOW_MANY.search(house):
        return house[: match.start()], list(string.ascii_uppercase[: int(match[1] or match[2])])
    if match := _LETTERS.search(house):
        return house[: match.start()].rstrip(" ,"), _LETTER.findall(match[1].replace("and", ""))
    return house, []


def team_name(pub: str, name: str) -> str:
    """Return the name of a team: the pub's with a letter or figure, or a longer name alone."""
    letter = _ALONE.fullmatch(name)
    return f"{pub} {letter[1].upper()}" if letter else name


def is_heading(line: str) -> bool:
    """Return whether a line heads those below it: by a colon at its end, # or = before it, or a word."""
    if line.endswith(":") or line.startswith(("#", "==")):
        return bool(line.strip("#=:*_ "))
    return not set(";,:") & set(line) and bool(_HEADING.search(line)) and len(line) <= LONGEST_DIVISION


def division_number(text: str) -> int | None:
    """Return the number of a division in any spelling: TD1, Div. 1, Division One, 1st and One are 1."""
    return _NUMBERS.get(_DIVISION_WORD.sub("", folded(text).strip()).strip(" .-"))


def split_division(text: str) -> list[str]:
    """Return the divisions of a cell: “Div 1 & 2” names two."""
    parts = _AND.split(text)
    return parts if len(parts) > 1 and all(map(division_number, parts)) else [text]


def is_of_a_cup(competition: str) -> bool:
    """Return whether a competition is a cup rather than the league itself or one of its divisions."""
    is_league = _LEAGUE.search(competition) or DIVISION.fullmatch(competition)
    return bool(CUP.search(competition) or (competition and not is_league))


def cup_and_round(text: str) -> tuple[str, str]:
    """Return a cup and the round behind its name: KO Cup, Semi-final; each is empty where it is not there."""
    found = _ROUND.search(text)
    return (text[: found.start()].strip(), found["round"]) if found and found.start() else (text, "")


def round_name(text: str) -> tuple[int, int] | None:
    """Return the place of a round among others, as a list names it, and for how many it is, 0 where the name
    does not say. None if the text names no round.
    """
    found = _ROUND.fullmatch(text.strip())
    if not found:
        return (int(text), 0) if text.isdecimal() else None
    title = (found["title"] or found["short"] or found["last"] or "")[:1].casefold()
    if places := PLACES.get(title, 0) or int(found["left"] or 0):
        return LAST_ROUND - places, places
    return division_number(found["nth"] or found["number"] or "") or 0, 0


def usual_division(number: int) -> str:
    """Return a division by its number as it is usually written: Division One."""
    return f"Division {_WORDS[number - 1]}"


def division_key(text: str) -> str:
    """Return a key under which every spelling of a division is the same."""
    number = division_number(text)
    return str(number) if number else bare(text)


def parse_night(text: str) -> tuple[int | None, datetime.time | None]:
    """Return the weekday, Monday 1, and start of a cell, or None where it says none: Thurs 8.30, 8pm.

    8.30 is in the evening.
    """
    lowered = text.casefold()
    weekday = next((number for number, day in enumerate(_DAYS, 1) if re.search(rf"\b{day}", lowered)), None)
    if not (time := _TIME.search(lowered)):
        return weekday, None
    hour, minute = int(time[1]), int(time[2] or 0)
    if hour < NOON and time[3] != "a":
        hour += NOON
    is_time = hour <= LAST_HOUR and minute <= LAST_MINUTE
    return weekday, datetime.time(hour, minute) if is_time else None


def clock(time: datetime.time) -> str:
    """Return a time as a pub writes it: 8.30."""
    return f"{(time.hour - 1) % NOON + 1}.{time.minute:02}"


# The largest list of players has so many names.
@functools.lru_cache(maxsize=8192)
def name_key(name: str) -> str:
    """Return a name as near-identical names share it: without signs, a leading The, and the s of an owner."""
    return re.sub(r"[^a-z0-9 ]", "", re.sub(r"['`´](?=s\b)", "", bare(name.replace("&", "and")))).strip()


def is_near(name: str, other: str) -> bool:
    """Return whether two different names may be one in two spellings."""
    first, second = name_key(name), name_key(other)
    if first == second or first.replace(" ", "") == second.replace(" ", ""):
        return True
    if (
        not _SHORTEST <= min(len(first), len(second)) <= _LONGEST
        or abs(len(first) - len(second)) > len(first) // 4 + 1
    ):
        return False
    if re.sub(r"\d", "", first) == re.sub(r"\d", "", second) or (
        first[:-2] == second[:-2] and first[-2] == " "
    ):
        return False
    # A letter that only one name has is in no part that both share: most names need no closer look.
    if (_letters(first) ^ _letters(second)).bit_count() >= (1 - _NEARLY) * (len(first) + len(second)):
        return False
    return SequenceMatcher(None, first, second, autojunk=False).ratio() > _NEARLY


@functools.lru_cache(maxsize=8192)
def _letters(key: str) -> int:
    """Return the letters and figures of a name, a bit for each."""
    return functools.reduce(lambda bits, sign: bits | 1 << ord(sign) - ord("0"), key.replace(" ", ""), 0)


def natural_order(name: str) -> str:
    """Return the name of a person, the surname last: Otter, Ann is Ann Otter."""
    surname, comma, given = name.partition(",")
    return f"{given.strip()} {surname.strip()}" if comma and given.strip() else name


def may_be_one_person(name: str, other: str) -> bool:
    """Return whether two names may be one person: R. Hare, Bob Hare and Hare, Robert are."""
    (given, surname), (other_given, other_surname) = _person(name), _person(other)
    if surname != other_surname or not given or not other_given:
        return False
    firsts = given.split()[0], other_given.split()[0]
    is_part = given.startswith(other_given) or other_given.startswith(given)
    is_short = len(min(firsts, key=len)) == 1 or {*firsts} & _GIVEN.keys()
    return is_part or (len({_GIVEN.get(first, first)[0] for first in firsts}) == 1 and bool(is_short))


@functools.lru_cache(maxsize=8192)
def _person(name: str) -> tuple[str, str]:
    """Return the given names and the surname as they are compared."""
    given, _, surname = bare(natural_order(name)).replace(".", " ").rpartition(" ")
    return given, surname


# Short names that begin with another letter than their long ones, which are here by that letter.
_GIVEN = {
    **dict.fromkeys(("bob", "bobby", "dick", "dickie"), "r"),
    **dict.fromkeys(("bill", "billy", "will"), "w"),
    **dict.fromkeys(("ted", "teddy", "ned", "liz", "betty", "bess", "beth", "libby", "nell"), "e"),
    **dict.fromkeys(("peggy", "polly", "molly", "meg", "maggie"), "m"),
    **dict.fromkeys(("tony", "sandy", "nancy", "drew", "bert"), "a"),
    **dict.fromkeys(("jim", "jimmy", "jack", "johnny", "jenny"), "j"),
    **dict.fromkeys(("harry", "hal", "hank"), "h"),
    **dict.fromkeys(("mick", "mickey", "mike"), "m"),
}


def phone_digits(phone: str) -> str:
    """Return the digits of the first number of a cell, by which two cells are compared."""
    number = PHONE.search(phone)
    return re.sub(r"\D", "", number[0].split("/")[0]) if number else ""


_DATES = (
    "%Y-%m-%d",
    "%d/%m/%Y",
    "%d.%m.%Y",
    "%d-%m-%Y",
    "%d/%m/%y",
    "%d.%m.%y",
    "%d-%m-%y",
    "%d %b %Y",
    "%d %B %Y",
    "%d-%b-%Y",
    "%d-%b-%y",
    "%d %b %y",
    "%d %B %y",
)
# What people write in a date that is none of its figures and names.
_IN_DAYS = {
    r"^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?\s+": "",
    r"(\d)(st|nd|rd|th)\b": r"\1",
    r"\b(\d+) of ": r"\1 ",
    r"\bsept\b": "Sep",
}
_WITHOUT_YEAR = ("%d %b %Y", "%d %B %Y", "%d-%b %Y", "%d/%m %Y", "%d.%m. %Y", "%b %d %Y", "%B %d %Y")
_TIMES = ("%H:%M", "%H.%M", "%I.%M%p", "%I:%M%p", "%I%p", "%H:%M:%S")
_TO_COME = re.compile(
    r"postponed|p\s*[-/]?\s*p|no date|no date yet|to be (?:fixed|arranged|confirmed)|tb[acd]", re.IGNORECASE
)


# A month alone, and a day that lacks one. A number by itself is no day.
MONTH = re.compile(
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?(?: ['’]\d\d| \d{4})?:?",
    re.IGNORECASE,
)
DAY_ALONE = re.compile(
    r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]? \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)",
    re.IGNORECASE,
)
# A team of a numbered list, and a match between two of its numbers.
NUMBERED = re.compile(r"\(?(\d{1,2})[).:-]{0,2} (?!v(?:s|ersus)?\.? *\d)(?=.*[^\W\d_])(\S.*)")
BY_NUMBERS = re.compile(r"^\s*(\d{1,2})\s*v(?:s|ersus)?\.?\s*(\d{1,2})\s*$", re.IGNORECASE)
_HOUR = re.compile(r"[ T](\d\d?[:.]\d\d(?::\d\d)?\s*(?:[ap]\.?m\.?)?|\d\d?\s*[ap]\.?m\.?)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonDates:
    """From the first day of a season to its last: it knows the year of a day written without one."""

    first: datetime.date
    last: datetime.date

    @classmethod
    def of(cls, season: Any) -> "SeasonDates | None":
        """Return the dates of a season; None without one."""
        return cls(first=season.starts_on, last=season.ends_on) if season else None


def read_date(text: str, span: SeasonDates | None = None) -> datetime.date:
    """Return a day as people write it: 2026-09-17, 17/9/2026, Thu 17 Sep 2026, and 17th September where
    `span` is known. Or ValueError.
    """
    if (moment := _day(text, span)) is None:
        raise ValueError(f"“{text[:30]}” is not a date such as 17/9/2026.")
    return moment.date()


@functools.lru_cache(maxsize=4096)
def _day(text: str, span: SeasonDates | None) -> datetime.datetime | None:
    plain = " ".join(text.replace(",", " ").split()).strip("*=#_~: ")
    for said, meant in _IN_DAYS.items():
        plain = re.sub(said, meant, plain, flags=re.IGNORECASE)
    plain = _HOUR.sub("", plain)
    return _first_that_fits(plain, _DATES) or (_within(plain, span) if span else None)


def read_time(text: str) -> datetime.time:
    """Return a time of day: 20:30, 8.30 pm, 8pm. Or ValueError."""
    moment = _first_that_fits(text.replace(" ", ""), _TIMES)
    if moment is None:
        raise ValueError(f"“{text[:30]}” is not a time such as 8.30 pm.")
    return moment.time()


def hour_of(text: str) -> str:
    """Return the time of day that stands behind a date; empty if none does, as in dates of spreadsheets."""
    hour = _HOUR.search(text.strip())
    is_said = hour and is_time(hour[1]) and read_time(hour[1]) != datetime.time()
    return hour[1] if hour and is_said else ""


def is_to_come(text: str) -> bool:
    """Return whether a cell says that a match has no date yet."""
    return bool(_TO_COME.fullmatch(text.strip()))


def is_date(text: str, span: SeasonDates | None = None) -> bool:
    """Return whether a day can be read."""
    return _day(text, span) is not None


def is_time(text: str) -> bool:
    """Return whether a time of day can be read."""
    return _first_that_fits(text.replace(" ", ""), _TIMES) is not None


def _within(text: str, span: SeasonDates) -> datetime.datetime | None:
    """Return the day in the year of the season that has it; outside the season the year nearest to it."""
    moments = [
        day
        for year in range(span.first.year, span.last.year + 1)
        if (day := _first_that_fits(f"{text} {year}", _WITHOUT_YEAR))
    ]
    return min(moments, key=lambda day: not span.first <= day.date() <= span.last, default=None)


def _first_that_fits(text: str, forms: Sequence[str]) -> datetime.datetime | None:
    # A format that is tried costs more than all the rest of a line.
    for form in _by_shape(tuple(forms)).get(_shape(text), ()):
        try:
            return datetime.datetime.strptime(text, form)  # noqa: DTZ007  a day or a time of day has no zone
        except ValueError:
            continue
    return None


@functools.cache
def _by_shape(forms: tuple[str, ...]) -> Mapping[str, Sequence[str]]:
    """Return formats by the shape of the texts that fit them."""
    return grouped((_shape(re.sub("%[bBp]", "a", re.sub("%[YmdyHIMS]", "9", form))), form) for form in forms)


def _shape(text: str) -> str:
    """Return a text with 9 for each number and a for each word: 17 Sep 2026 is 9 a 9."""
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "9", text))
