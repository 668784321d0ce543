"""Bank statements: rows of a file as the payments in it.

The headings are found by the names British banks give them, below whatever stands above the list. Days are
written with the day first. Only money that came in becomes a line.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from league.exchange.lists.days import read_date
from league.exchange.lists.headings import BANK, known_column
from league.exchange.spreadsheets import Rows
from league.shared.errors import Refused
from league.shared.text import folded

# Above the list some banks write the account's name, number and balance.
_ROWS_ABOVE = 20

# A fortune, for a pub league: past it a column was misread.
MOST_PENCE = 10_000_000
LONGEST_TEXT = 200

_NUMBER = re.compile(r"\d+(?:\.\d{1,2})?|\.\d{2}")
_HEADINGS_WANTED = (
    "It needs a date, a description, and an amount (or “Money in”), named in a line above the payments."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLine:
    """One payment received: the number of its line in the file, its day, its text, pence.

    The digest knows the payment again in any later statement.
    """

    number: int
    on: date
    text: str
    pence: int
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What a file holds: payments received, how many went out, lines that cannot be read.

    `columns` are the headings used, with what each was taken for.
    """

    lines: tuple[StatementLine, ...]
    paid_out: int
    columns: Mapping[str, str]
    problems: tuple[tuple[int, tuple[str, ...]], ...]


# The places of the columns of a statement by what they hold; several may hold the text.
Places = Mapping[str, Sequence[int]]


def read_statement(rows: Rows, today: date) -> Statement:
    """Return the payments of a statement. Raises Refused if its headings are not found."""
    at, places = _find_columns(rows)
    lines: list[StatementLine] = []
    problems: list[tuple[int, tuple[str, ...]]] = []
    seen: Counter[tuple[date, str, int]] = Counter()
    paid_out = 0
    for number, row in enumerate(rows[at + 1 :], at + 2):
        wrong: list[str] = []
        pence = _pence_of(row, places, wrong)
        if pence is None and not wrong:
            continue  # a balance brought forward, a line of words
        on = _day_of(row, places, today, wrong)
        if wrong or on is None or pence is None:
            problems.append((number, tuple(wrong)))
        elif pence <= 0:
            paid_out += pence < 0
        else:
            text = _text_of(row, places)
            same = (on, _bare(text), pence)
            seen[same] += 1
            digest = payment_digest(*same, seen[same])
            lines.append(StatementLine(number=number, on=on, text=text, pence=pence, digest=digest))
    columns = {
        rows[at][place]: name if name.startswith("money") else f"the {name}"
        for name, own in places.items()
        for place in own
    }
    return Statement(lines=tuple(lines), paid_out=paid_out, columns=columns, problems=tuple(problems))


def payment_digest(on: date, text: str, pence: int, number: int) -> str:
    """Return what a payment is known by; `number` tells equal payments of one day apart."""
    return hashlib.sha256(f"{on}|{_bare(text)}|{pence}|{number}".encode()).hexdigest()


def read_pence(text: str) -> int:
    """Return an amount of a statement as pence: "£1,234.50", "-12.00", "(12.00)", "12.00 DR", "12,50".

    Raises ValueError.
    """
    plain = re.sub(r"[\s£\N{NO-BREAK SPACE}]|GBP", "", text, flags=re.IGNORECASE)
    plain = plain.replace("\N{MINUS SIGN}", "-")
    sign = 1
    if ending := re.search(r"(CR|DR|-|\+|D|C)$", plain, flags=re.IGNORECASE):
        sign = -1 if ending[1].upper() in {"DR", "D", "-"} else 1
        plain = plain[: ending.start()]
    if plain.startswith("(") and plain.endswith(")"):
        sign, plain = -1, plain[1:-1]
    if plain[:1] in {"-", "+"}:
        sign, plain = (-sign if plain[0] == "-" else sign), plain[1:]
    plain = re.sub(r",(\d{1,2})$", r".\1", plain) if "." not in plain else plain
    plain = re.sub(r",(?=\d{3})", "", plain)
    if not plain.isascii() or not _NUMBER.fullmatch(plain):
        raise ValueError(f"“{text[:20]}” is not an amount such as 12.50.")
    pence = int(Fraction(f"0{plain}" if plain.startswith(".") else plain) * 100)
    if pence > MOST_PENCE:
        raise ValueError(f"{text[:20]} is more than £{MOST_PENCE // 100:,}.")
    return sign * pence


def _find_columns(rows: Rows) -> tuple[int, Places]:
    for at, row in enumerate(rows[:_ROWS_ABOVE]):
        names = [known_column(BANK, cell) for cell in row]
        places = {name: [names.index(name)] for name in names if name}
        places["text"] = [place for place, name in enumerate(names) if name == "text"]
        if "date" in places and places["text"] and {"amount", "money in"} & places.keys():
            # Some banks give all three; two columns leave no doubt about the sign.
            places.pop("amount" if "money in" in places else "money out", None)
            return at, places
    first = ", ".join(f"“{cell}”" for cell in (rows[0] if rows else ())[:8] if cell)
    raise Refused(f"The columns of the statement are not found. {_HEADINGS_WANTED} It begins with {first}.")


def _cells(row: Sequence[str], places: Places, name: str) -> list[str]:
    """Return what a row says in the columns of a name, without empty cells."""
    cells = (row[place] for place in places.get(name, ()) if place < len(row))
    return list(filter(None, (" ".join(cell.split()) for cell in cells)))


def _pence_of(row: Sequence[str], places: Places, wrong: list[str]) -> int | None:
    """Return what came in, below nothing for what went out; None where the line names no amount."""
    try:
        for cell in (*_cells(row, places, "amount"), *_cells(row, places, "money in")):
            if (pence := read_pence(cell)) or "amount" in places:
                return pence
        return next((-abs(read_pence(cell)) for cell in _cells(row, places, "money out")), None)
    except ValueError as fault:
        wrong.append(str(fault))
        return None


def _day_of(row: Sequence[str], places: Places, today: date, wrong: list[str]) -> date | None:
    try:
        on = read_date(next(iter(_cells(row, places, "date")), ""))
    except ValueError as fault:
        wrong.append(str(fault) if _cells(row, places, "date") else "The date is missing.")
        return None
    if on > today:
        wrong.append(f"{on:%d/%m/%Y} is still to come.")
        return None
    return on


def _text_of(row: Sequence[str], places: Places) -> str:
    """Return the words of a line, each cell once."""
    return " ".join(dict.fromkeys(_cells(row, places, "text")))[:LONGEST_TEXT]


def _bare(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", folded(text))
