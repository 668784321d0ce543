"""Spell out what people abbreviate in messages, and put right what they misspell most in requests.

Only words are put right that are no others: two letters changed about, one left out, or one doubled.
"""

import re
from collections.abc import Iterator
from difflib import get_close_matches

from league.scheduling.planner.calendar import DAYS
from league.scheduling.requests.days import MONTHS

_NAMES = tuple(name.casefold() for name in (*MONTHS, *DAYS))
SHORTEST_MISSPELT, SHORTEST_NAME, LIKENESS = 4, 6, 0.84
_SHORT = {
    "weds": "wednesday", "wed": "wednesday", "thurs": "thursday", "tues": "tuesday",
    "mons": "mondays", "fris": "fridays", "sats": "saturdays", "suns": "sundays",
    "mon": "monday", "tue": "tuesday", "thu": "thursday", "thur": "thursday", "fri": "friday",
    "hols": "holidays", "xmas": "christmas",
    "crimbo": "christmas", "nite": "night", "nites": "nights", "nt": "night", "nts": "nights", "wk": "week",
    "wks": "weeks", "b4": "before", "thx": "thanks", "tnx": "thanks", "plz": "please", "agst": "against",
    "reqd": "required", "req'd": "required", "hm": "home", "hom": "home", "gm": "game", "poss": "possible",
    "tmrw": "tomorrow", "m8": "mate", "cud": "could", "wud": "would", "betw": "between", "btwn": "between",

    "theres": "there's", "thats": "that's", "heres": "here's", "gd": "good", "w/out": "without",
    "w'end": "weekend", "mtch": "match", "2nite": "tonight",
}  # fmt: skip
_ORDINALS = (
    "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth",
    "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth",
)  # fmt: skip
_SHORT["thirtieth"] = "30th"
_SHORT |= {word: f"{number}th" for number, word in enumerate(_ORDINALS, 5)}
_MISSPELT = (
    "home", "away", "match", "matches", "game", "games", "fixture", "fixtures", "night", "nights", "closed",
    "shut", "play", "playing", "please", "presentation", "possible", "available", "unavailable", "before",
    "against", "wedding", "function", "birthday", "christmas", "start", "finish", "season", "together",
    "first", "last", "week", "weeks", "funeral", "cannot",
)  # fmt: skip


def spell_out(text: str) -> str:
    """Return a text in lower case with its abbreviations, months, days and common words spelt out."""
    return re.sub(r"[^\W\d_]+(?:\d\b)?", lambda word: _spelt(word[0]), text.casefold())


def _spelt(word: str) -> str:
    if word in _SHORT:
        return _SHORT[word]
    if len(word) >= SHORTEST_MISSPELT and word not in _MISSPELT:
        for right in _MISSPELT:
            if word[0] == right[0] and word in _slips(right):
                return right
    if len(word) < SHORTEST_NAME or word in _NAMES or word.removesuffix("s") in _NAMES:
        return word
    near = get_close_matches(word, _NAMES, n=1, cutoff=LIKENESS)
    return near[0] if near and near[0][0] == word[0] else word


def _slips(word: str) -> Iterator[str]:
    """Yield a word with two letters changed about, one left out, or one doubled."""
    for place in range(1, len(word)):
        yield word[:place] + word[place] + word[place:]
        yield word[:place] + word[place + 1 :]
        yield word[:place] + word[place : place + 2][::-1] + word[place + 2 :]
