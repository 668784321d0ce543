"""Bank statements: rows of a file as the payments in it, and the pub that each seems to come from.

The headings are found by the names British banks give them, below whatever stands above the list. Days are
written with the day first. Only money that came in becomes a line.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property

from league.exchange.lists.checked_list import Problems
from league.exchange.lists.headings import BANK
from league.exchange.lists.layout import read_layout
from league.exchange.lists.parsing import RowReader
from league.exchange.lists.text import read_date
from league.exchange.spreadsheets import Rows
from league.shared.errors import Refused
from league.shared.text import folded

# A fortune, for a pub league: past it a column was misread.
MOST_PENCE = 10_000_000
LONGEST_TEXT = 200

# £1,234.50 without its sign and commas, in brackets, with a sign or a word of a bank behind it.
_AMOUNT = re.compile(r"(\(?)([-+]?)(\d+(?:[.,]\d{1,2})?|\.\d{2})\)?(CR|DR|[-+CD])?", re.ASCII | re.IGNORECASE)


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


def read_statement(rows: Rows, today: date) -> Statement:
    """Return the payments of a statement. Raises Refused if its headings are not found."""
    layout = read_layout(BANK, rows or [[""]], answers={}, remembered={})
    meanings = {*layout.places.values()}
    doubts = layout.refusal or any(column.is_guess for column in layout.columns)
    if doubts or not meanings & {"amount", "money in"}:
        first = ", ".join(f"“{cell}”" for cell in (rows[0] if rows else ())[:8] if cell)
        raise Refused(
            "The columns of the statement are not found. It needs a date, a description, and an amount "
            f"(or “Money in”), named in a line above the payments. It begins with {first}."
        )
    # Some banks give all three; two columns leave no doubt about the sign.
    used = meanings - {"amount" if "money in" in meanings else "money out"}
    lines: list[StatementLine] = []
    wrong: list[tuple[int, tuple[str, ...]]] = []
    seen: Counter[str] = Counter()
    paid_out = 0
    for line in RowReader(BANK, rows, layout).lines():
        problems = Problems()
        pence = problems.take(_pence_of, {name: line[name] for name in used})
        if pence is None and not problems:
            continue  # a balance brought forward, a line of words
        on = problems.take(_day_of, line["date"], today)
        if on is None or pence is None:
            wrong.append((line.number, problems.sentences))
        elif pence <= 0:
            paid_out += pence < 0
        else:
            cells = (text for name, text in line.cells.items() if name.partition(" ")[0] == "text")
            text = " ".join(dict.fromkeys(cells))[:LONGEST_TEXT]
            same = f"{on}|{_bare(text)}|{pence}"
            seen[same] += 1
            # Equal payments of one day are told apart.
            digest = hashlib.sha256(f"{same}|{seen[same]}".encode()).hexdigest()
            lines.append(StatementLine(number=line.number, on=on, text=text, pence=pence, digest=digest))
    columns = {
        column.heading: column.meaning if column.meaning.startswith("money") else f"the {column.meaning}"
        for column in layout.columns
        if column.meaning in used
    }
    return Statement(lines=tuple(lines), paid_out=paid_out, columns=columns, problems=tuple(wrong))


def read_pence(text: str) -> int:
    """Return an amount of a statement as pence: "£1,234.50", "-12.00", "(12.00)", "12.00 DR", "12,50".

    Raises ValueError.
    """
    plain = re.sub(r"[\s£\N{NO-BREAK SPACE}]|GBP|,(?=\d{3})", "", text, flags=re.IGNORECASE)
    amount = _AMOUNT.fullmatch(plain.replace("\N{MINUS SIGN}", "-"))
    if not amount:
        raise ValueError(f"“{text[:20]}” is not an amount such as 12.50.")
    bracket, sign, number, ending = amount.groups(default="")
    pence = int(Fraction(f"0{number.replace(',', '.')}") * 100)
    if pence > MOST_PENCE:
        raise ValueError(f"{text[:20]} is more than £{MOST_PENCE // 100:,}.")
    is_out = (bool(bracket) or ending.upper() in {"DR", "D", "-"}) is not (sign == "-")
    return -pence if is_out else pence


def _pence_of(cells: Mapping[str, str]) -> int | None:
    """Return what came in, below nothing for what went out; None where the line names no amount."""
    if amount := cells.get("amount"):
        return read_pence(amount)
    if (paid := cells.get("money in")) and (pence := read_pence(paid)):
        return pence
    spent = cells.get("money out")
    return -abs(read_pence(spent)) if spent else None


def _day_of(text: str, today: date) -> date:
    if not text:
        raise ValueError("The date is missing.")
    if (on := read_date(text)) > today:
        raise ValueError(f"{on:%d/%m/%Y} is still to come.")
    return on


def _bare(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", folded(text))


# Words of so many names that none of them tells a pub from another.
_COMMON = frozenset(
    (
        *("a", "b", "c", "d", "s", "the", "and", "of", "at", "arms", "inn", "hotel", "pub", "bar", "tavern"),
        *("club", "working", "men", "mens", "man", "wmc", "cc", "social", "liberal", "conservative"),
        *("league", "team", "fee", "fees", "match", "payment"),
    )
)

_LEAST_PREFIX = 4
_LEAST_DISTINCT = 4
_LEAST_REFERENCE = 5


@dataclass(frozen=True)
class PayingPub:
    """A pub with the names it may pay under, its payment reference, and what it owes in pence."""

    slug: str
    names: tuple[str, ...]
    reference: str
    balance: int

    @cached_property
    def words_of_names(self) -> tuple[frozenset[str], ...]:
        """The telling words of each name; all of them where none tells."""
        spelt = [words_of(name) for name in self.names]
        return tuple(frozenset(w for w in words if w not in _COMMON) or frozenset(words) for words in spelt)


@dataclass(frozen=True, slots=True, kw_only=True)
class PayerMatch:
    """The pub that a payment seems to come from, and what says so."""

    slug: str
    because: str


def words_of(text: str) -> list[str]:
    """Return the words of a text, without accents, capitals and apostrophes."""
    return re.findall(r"[a-z0-9]+", re.sub(r"['’]", "", folded(text)))


def match_payment(text: str, pence: int, payers: Sequence[PayingPub]) -> PayerMatch | None:
    """Return the pub a payment seems to come from; None if no pub fits, or several fit equally well."""
    together = "".join(words_of(text))
    by_reference = [
        payer
        for payer in payers
        if len(spelt := "".join(words_of(payer.reference))) >= _LEAST_REFERENCE and spelt in together
    ]
    scores = _name_scores(words_of(text), payers)
    named = [payer for payer in payers if payer.slug in scores]
    best = [payer for payer in named if scores[payer.slug] == max(scores.values())]
    # By the first of these that fits one alone.
    ways = {
        "reference": by_reference,
        "name": best,
        "name and amount owed": [payer for payer in best if payer.balance == pence],
        "amount owed": [payer for payer in payers if payer.balance == pence and not named],
    }
    found = ((fits[0], because) for because, fits in ways.items() if len(fits) == 1)
    return next((PayerMatch(slug=payer.slug, because=because) for payer, because in found), None)


def _name_scores(words: Sequence[str], payers: Iterable[PayingPub]) -> Mapping[str, int]:
    """Return how many letters of its name each pub finds in a text, where that tells it from others."""
    payers = list(payers)
    # What a bank leaves of a long name is still a word from so many letters on.
    last = words[-1] if words and len(words[-1]) >= _LEAST_PREFIX else " "
    owners = Counter(word for payer in payers for word in frozenset().union(*payer.words_of_names))
    scores: dict[str, int] = {}
    for payer in payers:
        for name in payer.words_of_names:
            known = [word for word in name if word in words or word.startswith(last)]
            distinct = any(owners[word] == 1 and len(word) >= _LEAST_DISTINCT for word in known)
            if known and (distinct or len(known) == len(name)):
                scores[payer.slug] = max(scores.get(payer.slug, 0), sum(map(len, known)))
    return scores
