"""The parts of a request in one line: the name it begins with, what it is for, its weight, when, and why.

The parts are put together in `sentences`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from league.scheduling.planner.calendar import DAYS
from league.scheduling.requests.boxes import LITTLE, MUCH, NORMAL
from league.scheduling.requests.days import (
    MONTHS,
    Nights,
    SeasonSpan,
    UnreadableDays,
    match_word,
    parse_nights,
)
from league.shared.text import listed

_MUST = re.compile(r"\b(?:must|have to|has to|always)\b")
_CANNOT = re.compile(r"\b(?:cannot|can not|can't|may not)\b")
_NOT = re.compile(r"\b(?:don't|doesn't|won't|isn't|aren't|shouldn't)")
_LITTLE = re.compile(r"\b(?:if possible|ideally|preferably|would rather|would prefer|prefers?)\b")
_MUCH = re.compile(r"\b(?:really|very much|badly)\b")
_EASY = re.compile(
    r"\b(?:does|do|should|wants?|would|wish|wishes|asks?|likes?|please|to|is|are|be|being|have|has)\b"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestPhrase:
    """What a request is for, without the words for its weight."""

    what: str
    weight: int
    must: bool


def parse_phrase(phrase: str) -> RequestPhrase:
    """Return what a phrase requests, and its weight."""
    weight = MUCH if _MUCH.search(phrase) else LITTLE if _LITTLE.search(phrase) else NORMAL
    must = bool(_MUST.search(phrase) or _CANNOT.search(phrase))
    left = _NOT.sub("not", _CANNOT.sub("not", phrase))
    for words in (_MUST, _LITTLE, _MUCH, _EASY):
        left = words.sub(" ", left)
    left = re.sub(r"\b(?:on|at) (?:the same|one) (night|time)(s?)\b", r"same night\2", left)
    return RequestPhrase(what=" ".join(left.split()), weight=weight, must=must)


SEPARATORS = (",", ";", "(", "-", "–", "—")

_BECAUSE = (
    ("because", "of"), ("because",), ("due", "to"), ("as", "there", "is"), ("for",),
    *((sign,) for sign in SEPARATORS),
)  # fmt: skip
LONGEST_NAME = 12


@dataclass(frozen=True, slots=True)
class LineWords:
    """The words of a line as they were typed; they are compared in lower case."""

    typed: tuple[str, ...]

    @property
    def plain(self) -> tuple[str, ...]:
        """The words as they are compared."""
        return tuple(map(plain_word, self.typed))

    def __len__(self) -> int:
        return len(self.typed)

    def after(self, number: int) -> "LineWords":
        """Return the words after so many."""
        return LineWords(self.typed[number:])

    def first(self, number: int) -> str:
        """Return the first so many words, as they are compared."""
        return " ".join(self.plain[:number])

    def begins(self, *starts: tuple[str, ...]) -> int:
        """Return the number of words of the first of these starts that the line begins with; 0 for none."""
        return next((len(start) for start in starts if self.plain[: len(start)] == start), 0)

    def last(self, text: str) -> "LineWords":
        """Return the last words, as many as the text has."""
        return self.after(len(self) - len(text.split()))

    def __str__(self) -> str:
        return " ".join(self.typed).replace(" ,", ",").replace("( ", "(").replace(" )", ")")


def nights_and_reason(words: LineWords, span: SeasonSpan) -> tuple[Nights, str]:
    """Return the nights that the words begin with, as many as can be read, and the reason after them."""
    refused = UnreadableDays("say on which nights.")
    before_reason = next((n for n in range(1, len(words)) if words.after(n).begins(*_BECAUSE)), len(words))
    for length in range(len(words), 0, -1):
        if words.typed[length - 1] in SEPARATORS:
            continue
        text = str(LineWords(words.typed[:length]))
        try:
            nights = parse_nights(re.sub(r"^(?:on|in|at|for|during)\s+", "", text, flags=re.IGNORECASE), span)
        except UnreadableDays as refusal:
            refused = refusal if length >= before_reason else refused
            continue
        if nights.days or nights.ends:
            behind = words.after(length)
            refuse_days(behind)
            return nights, reason(behind)
    raise refused


def has_nights(words: LineWords, span: SeasonSpan) -> bool:
    """Return whether the words begin with nights."""
    try:
        return bool(nights_and_reason(words, span))
    except UnreadableDays:
        return False


def refuse_days(behind: LineWords) -> None:
    """Raise UnreadableDays if the words look like a day: it must not pass for a reason."""
    begins = behind.begins(*_BECAUSE)
    has_reason_word = begins and behind.plain[0] != ","
    text = behind.after(begins)
    is_day = text.plain and (
        text.plain[0][:1].isdigit()
        or (match_word(text.plain[0], (*DAYS, *MONTHS)) and text.after(1).first(1)[:1].isdigit())
    )
    goes_on = not begins and (re.search(r"\d", str(text)) or behind.begins(("and",), ("or",), ("to",)))
    if (is_day and not has_reason_word) or goes_on:
        raise UnreadableDays(f"“{text}” is no day that can be read.")


def reason(behind: LineWords) -> str:
    """Return the reason without the words that introduce it."""
    while begins := behind.begins(*_BECAUSE):
        behind = behind.after(begins)
    return str(behind).strip(" ().,;")


def split(line: str) -> list[str]:
    """Return the words and punctuation marks of a line."""
    return re.sub(r"([,;()])", r" \1 ", line.strip().rstrip(".")).split()


def plain_word(word: str) -> str:
    """Return a word for comparing: in lower case, with plain apostrophes, & as and."""
    return "and" if word == "&" else word.casefold().replace("’", "'")


def subject(line: LineWords, names: Mapping[str, str]) -> tuple[str, int]:
    """Return the name that a line begins with, and how many words of it were typed; ("", 0) for none.

    The first words of a name are enough if no other name begins with them.

    Raises:
        UnreadableDays: several names begin with them.
    """
    skipped = line.begins(("the",))
    words = line.after(skipped)
    plain = {" ".join(map(plain_word, split(name))): shown for name, shown in names.items()}
    could: list[str] = []
    short = ""
    for length in range(min(len(words), LONGEST_NAME), 0, -1):
        text = words.first(length)
        if text in plain:
            return plain[text], skipped + length
        begun = sorted({shown for name, shown in plain.items() if name.startswith(f"{text} ")})
        if len(begun) == 1:
            return begun[0], skipped + length
        could, short = (could, short) if could else (begun, text)
    if could:
        raise UnreadableDays(f"“{short}” could be {listed(could[:4], 'or')}; say which.")
    return "", 0
