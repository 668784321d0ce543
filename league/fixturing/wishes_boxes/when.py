"""The end of a line: when, and why."""

import re

from league.fixturing.calendar import DAYS
from league.fixturing.days_said import MONTHS, Nights, NoDays, Span, read_nights, word_meant
from league.fixturing.wishes_boxes.words import SEPARATORS, Words

_BECAUSE = (
    ("because", "of"), ("because",), ("due", "to"), ("as", "there", "is"), ("for",),
    *((sign,) for sign in SEPARATORS),
)  # fmt: skip


def nights_and_reason(words: Words, span: Span) -> tuple[Nights, str]:
    """The nights that stand first, as many as can be read, and the reason behind them."""
    refused = NoDays("say on which nights.")
    before_reason = next((n for n in range(1, len(words)) if words.after(n).begins(*_BECAUSE)), len(words))
    for length in range(len(words), 0, -1):
        if words.typed[length - 1] in SEPARATORS:
            continue
        text = str(Words(words.typed[:length]))
        try:
            nights = read_nights(re.sub(r"^(?:on|in|at|for|during)\s+", "", text, flags=re.IGNORECASE), span)
        except NoDays as refusal:
            refused = refusal if length >= before_reason else refused
            continue
        if nights.days or nights.ends:
            behind = words.after(length)
            refuse_days(behind)
            return nights, reason(behind)
    raise refused


def are_nights(words: Words, span: Span) -> bool:
    """Whether nights stand here."""
    try:
        return bool(nights_and_reason(words, span))
    except NoDays:
        return False


def refuse_days(behind: Words) -> None:
    """A day that could not be read must not pass for a reason."""
    begins = behind.begins(*_BECAUSE)
    is_said = begins and behind.plain[0] != ","
    text = behind.after(begins)
    is_day = text.plain and (
        text.plain[0][:1].isdigit()
        or (word_meant(text.plain[0], (*DAYS, *MONTHS)) and text.after(1).first(1)[:1].isdigit())
    )
    goes_on = not begins and (re.search(r"\d", str(text)) or behind.begins(("and",), ("or",), ("to",)))
    if (is_day and not is_said) or goes_on:
        raise NoDays(f"“{text}” is no day that can be read.")


def reason(behind: Words) -> str:
    """What is left, without the word that leads to it."""
    while begins := behind.begins(*_BECAUSE):
        behind = behind.after(begins)
    return str(behind).strip(" ().,;")
