"""Words that refuse a match indirectly: on holiday, “don't give us Boxing Day week”, “can only from”."""

import re
from itertools import pairwise

from league.scheduling.requests.clauses import SentencePart, TaggedSentence
from league.scheduling.requests.tagging import SentenceToken
from league.scheduling.requests.vocabulary import REFUSING, Word, word_kinds

A_COUPLE = 2
_ALL_AT = re.compile(
    r"(?:(?:we|all|everybody|everyone|us|at|of|from|the|hi|hello|dear|please|note|that|both|reminder)\b\W*)*",
    re.IGNORECASE,
)
_ARE_ALL = re.compile(
    r"\s+(?:(?:are|is|will|be|all|team|side|we|we're|they|they're|have|gone|both|that)\s+)*", re.IGNORECASE
)
_ON_HOLIDAY = re.compile(r"\b(?:holidays?|hols|cruise|tour)\b", re.IGNORECASE)
_GIVING = re.compile(
    r"\b(?:give|gives|put|fix|schedule|draw|slot|pencil|arrange)\b",
    re.IGNORECASE,
)
_NOTHING, _IN_TIME = ("nothing", "nowt"), ("on", "in", "for", "the", "please", "during", "over")
_CAN_ONLY = re.compile(
    r"\b(?:(?:can|could|able to|available|ready|free) only|only (?:be )?(?:can|free|available|able|ready))\b"
    r"|\b(?:available|free|host|play) (?:from|after|until|till|up to) .{3,25} only\b",
    re.IGNORECASE,
)


def is_team_on_holiday(sentence: TaggedSentence, team: SentenceToken) -> bool:
    """Return whether a whole team is on holiday, and not somebody in it."""
    leaving = sentence.of_kind(Word.LEAVES)
    if len(leaving) != 1 or not sentence.kinds <= word_kinds("team days leaves filler us teams"):
        return False
    is_plain = all(name.is_whole or len(name.teams) == 1 for name in team.names)
    return is_plain and bool(
        _ALL_AT.fullmatch(sentence.line[: team.start])
        and _ARE_ALL.fullmatch(sentence.line[team.end : leaving[0].start])
        and _ON_HOLIDAY.search(leaving[0].text)
    )


def is_not_given(sentence: TaggedSentence, part: SentencePart) -> bool:
    """Return whether a part that refuses days asks for no match: don't give us that week, nothing on."""
    text = sentence.line[part.tokens[0].start : part.tokens[-1].end]
    tokens = [token for token in part.tokens if token.text.casefold() not in _IN_TIME]
    if len(tokens) > A_COUPLE and sentence.line[tokens[0].end : tokens[1].start].split()[:1] == ["for"]:
        tokens = [tokens[0], *(token for token in tokens[1:] if token.kind is not Word.TEAM)]
    is_nothing = any(
        token.text.casefold() in _NOTHING and behind.kind in (Word.DAYS, Word.THAT_NIGHT)
        for token, behind in pairwise(tokens)
    )
    is_ours = bool(part.kinds & word_kinds("us team"))
    return is_nothing or (is_ours and bool(_GIVING.search(text)))


def can_only(sentence: TaggedSentence, part: SentencePart) -> bool:
    """Return whether a part tells when alone something can be: can only host, only available."""
    return Word.ONLY in part.kinds and not part.kinds & REFUSING and bool(_CAN_ONLY.search(sentence.line))
