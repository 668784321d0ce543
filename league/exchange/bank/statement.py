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
from league.exchange.spreadsheets import Rows
from league.shared.errors import Refused
from league.shared.text import folded

# How banks call their columns, bare of signs and capitals.
_DATES = ("date", "transactiondate", "posteddate", "postingdate", "bookingdate", "valuedate", "entrydate")
_TEXTS = (
    "description",
    "transactiondescription",
    "details",
    "transactiondetails",
    "narrative",
    "name",
    "payee",
    "counterparty",
    "memo",
    "reference",
    "paymentreference",
    "notes",
)
_AMOUNTS = ("amount", "amountgbp", "value", "transactionamount", "amountingbp")
_IN = ("moneyin", "paidin", "credit", "creditamount", "credits", "in", "deposits", "receipts", "paidingbp")
_OUT = ("moneyout", "paidout", "debit", "debitamount", "debits", "out", "withdrawals", "payments")

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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Columns:
    date: int
    texts: tuple[int, ...]
    amount: int | None
    paid_in: int | None
    paid_out: int | None


def read_statement(rows: Rows, today: date) -> Statement:
    """Return the payments of a statement. Raises Refused if its headings are not found."""
    at, columns = _find_columns(rows)
    lines: list[StatementLine] = []
    problems: list[tuple[int, tuple[str, ...]]] = []
    seen: Counter[tuple[date, str, int]] = Counter()
    paid_out = 0
    for number, row in enumerate(rows[at + 1 :], at + 2):
        wrong: list[str] = []
        pence = _pence_of(row, columns, wrong)
        if pence is None and not wrong:
            continue  # a balance brought forward, a line of words
        on = _day_of(row, columns, today, wrong)
        if wrong or on is None or pence is None:
            problems.append((number, tuple(wrong)))
        elif pence <= 0:
            paid_out += pence < 0
        else:
            text = _text_of(row, columns)
            same = (on, _bare(text), pence)
            seen[same] += 1
            digest = payment_digest(*same, seen[same])
            lines.append(StatementLine(number=number, on=on, text=text, pence=pence, digest=digest))
    return Statement(
        lines=tuple(lines), paid_out=paid_out, columns=_meanings(rows[at], columns), problems=tuple(problems)
    )


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


def _find_columns(rows: Rows) -> tuple[int, _Columns]:
    for at, row in enumerate(rows[:_ROWS_ABOVE]):
        heads = [_bare(cell) for cell in row]
        day, amount, paid_in, paid_out = (_first(heads, names) for names in (_DATES, _AMOUNTS, _IN, _OUT))
        texts = tuple(place for place, head in enumerate(heads) if head in _TEXTS)
        if day is not None and texts and (amount is not None or paid_in is not None):
            # Some banks give all three; two columns leave no doubt about the sign.
            amount = None if paid_in is not None else amount
            return at, _Columns(
                date=day, texts=texts, amount=amount, paid_in=paid_in, paid_out=paid_out if paid_in else None
            )
    first = ", ".join(f"“{cell}”" for cell in (rows[0] if rows else ())[:8] if cell)
    raise Refused(f"The columns of the statement are not found. {_HEADINGS_WANTED} It begins with {first}.")


def _first(heads: Sequence[str], names: Sequence[str]) -> int | None:
    return next((heads.index(name) for name in names if name in heads), None)


def _meanings(heads: Sequence[str], columns: _Columns) -> dict[str, str]:
    places = {
        "the date": columns.date,
        "the amount": columns.amount,
        "money in": columns.paid_in,
        "money out": columns.paid_out,
    }
    meanings = {heads[place]: what for what, place in places.items() if place is not None}
    return meanings | {heads[place]: "the text" for place in columns.texts}


def _cell(row: Sequence[str], place: int | None) -> str:
    return row[place].strip() if place is not None and place < len(row) else ""


def _pence_of(row: Sequence[str], columns: _Columns, wrong: list[str]) -> int | None:
    """Return what came in, below nothing for what went out; None where the line names no amount."""
    try:
        if columns.amount is not None:
            amount = _cell(row, columns.amount)
            return read_pence(amount) if amount else None
        paid_in, paid_out = _cell(row, columns.paid_in), _cell(row, columns.paid_out)
        if paid_in and (pence := read_pence(paid_in)):
            return pence
        return -abs(read_pence(paid_out)) if paid_out else None
    except ValueError as fault:
        wrong.append(str(fault))
        return None


def _day_of(row: Sequence[str], columns: _Columns, today: date, wrong: list[str]) -> date | None:
    text = _cell(row, columns.date)
    if not text:
        wrong.append("The date is missing.")
        return None
    try:
        on = read_date(text)
    except ValueError as fault:
        wrong.append(str(fault))
        return None
    if on > today:
        wrong.append(f"{text} is still to come.")
        return None
    return on


def _text_of(row: Sequence[str], columns: _Columns) -> str:
    """Return the words of a line, each cell once."""
    cells = dict.fromkeys(" ".join(_cell(row, place).split()) for place in columns.texts)
    return " ".join(filter(None, cells))[:LONGEST_TEXT]


def _bare(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", folded(text))
