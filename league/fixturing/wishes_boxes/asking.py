"""What the words between who and when ask, and how much: “would rather not be at home”."""

import re
from dataclasses import dataclass

from league.fixturing.wishes_boxes.boxes import LITTLE, MUCH, NORMAL

_MUST = re.compile(r"\b(?:must|have to|has to|always)\b")
_CANNOT = re.compile(r"\b(?:cannot|can not|can't|may not)\b")
_NOT = re.compile(r"\b(?:don't|doesn't|won't|isn't|aren't|shouldn't)")
_LITTLE = re.compile(r"\b(?:if possible|ideally|preferably|would rather|would prefer|prefers?)\b")
_MUCH = re.compile(r"\b(?:really|very much|badly)\b")
_EASY = re.compile(
    r"\b(?:does|do|should|wants?|would|wish|wishes|asks?|likes?|please|to|is|are|be|being|have|has)\b"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is asked, without the words for how much."""

    what: str
    weight: int
    must: bool


def asked_in(phrase: str) -> Asked:
    """What a phrase asks, and how much."""
    weight = MUCH if _MUCH.search(phrase) else LITTLE if _LITTLE.search(phrase) else NORMAL
    must = bool(_MUST.search(phrase) or _CANNOT.search(phrase))
    left = _NOT.sub("not", _CANNOT.sub("not", phrase))
    for words in (_MUST, _LITTLE, _MUCH, _EASY):
        left = words.sub(" ", left)
    left = re.sub(r"\b(?:on|at) (?:the same|one) (night|time)(s?)\b", r"same night\2", left)
    return Asked(what=" ".join(left.split()), weight=weight, must=must)
