"""Weigh a sentence's words: how likely each kind of request is, by weights trained from many voices.

The weights are those of a multinomial logistic regression, written by `tests.scheduling.request_training`.
Names and days count only as such, so a sentence weighs the same in every league.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

from league.scheduling.requests.boxes import BoxRow, RowKind
from league.scheduling.requests.spelling import spell_out
from league.scheduling.requests.tagging import SentenceToken
from league.scheduling.requests.vocabulary import Word, word_kinds

WEIGHTS_FILE = Path(__file__).parent / "evidence.json"
NOTHING, OTHER = "nothing", "other"
"""No request at all; a kind too rare to be weighed."""
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)*|\d+|[?!]")
_WITHOUT_KIND = word_kinds("filler unknown us strange")
_BETWEEN = word_kinds("stop joint because")
TENTHS = 10
_FEW, _STEM, _MOST_COUNTED = 5, 4, 3
_BEGIN, _END, _TEAM, _DIVISION = "^", "$", "T", "V"
_DAY, _TIME, _EDGE = _WHENS = ("D", "R", "E")


def likelihoods(tokens: Sequence[SentenceToken]) -> Mapping[str, float]:
    """Return how likely a tagged sentence asks for each kind of request; the sum is 1."""
    kinds, weights = _weights()
    sums = [0.0] * len(kinds)
    for feature in features(tokens):
        for weight in weights.get(feature, "").split():
            sums[ord(weight[0]) - ord("a")] += int(weight[1:]) / TENTHS
    most = max(sums)
    powers = [math.exp(each - most) for each in sums]
    return {kind: power / sum(powers) for kind, power in zip(kinds, powers, strict=True)}


def kind_of_rows(rows: Sequence[tuple[RowKind, BoxRow]]) -> str:
    """Return what rows ask for, as the weights call it."""
    kinds = {_kind_of_row(kind, row) for kind, row in rows}
    kind = kinds.pop() if len(kinds) == 1 else OTHER
    return kind if kind in _weights()[0] else OTHER


def features(tokens: Sequence[SentenceToken]) -> frozenset[str]:
    """Return what is weighed: words, beginnings of words, pairs, skipped pairs, and kinds of words."""
    words = [word for token in tokens for word in _words(token)]
    kinds = [_kind(token) for token in tokens if token.kind not in _WITHOUT_KIND]
    core = [_kind(token) for token in tokens if token.kind not in _WITHOUT_KIND | _BETWEEN]
    return frozenset((*_of_words(words), *_of_kinds(kinds, core)))


@cache
def _weights() -> tuple[list[str], dict[str, str]]:
    """Return the kinds, and for each feature what it adds to some: “b7 c-3” for the second and the third."""
    held = json.loads(WEIGHTS_FILE.read_text(encoding="utf-8"))
    return held["kinds"], held["weights"]


def _kind_of_row(kind: RowKind, row: BoxRow) -> str:
    if kind is RowKind.PUB:
        return "shut" if row.text("closed") else "room"
    if kind is RowKind.DIVISION:
        return "night" if row.text("night") else OTHER
    if kind is RowKind.MEETING:
        return "meet"
    return row.text("where") or row.text("company") or row.text("kind") or OTHER


def _words(token: SentenceToken) -> list[str]:
    if token.kind is Word.TEAM:
        return [_TEAM]
    if token.kind is Word.DIVISION:
        return [_DIVISION]
    if token.kind is Word.DAYS:
        if any(when.ends for when in token.whens):
            return [_EDGE]
        return [_DAY if sum(len(when.days) for when in token.whens) < _FEW else _TIME]
    words = map(spell_out, _WORD.findall(token.text.casefold().replace("’", "'")))
    return ["#" if word.isdigit() and word not in "12" else word for word in words]


def _kind(token: SentenceToken) -> str:
    return f"<{token.kind}>"


def _of_words(words: Sequence[str]) -> Iterator[str]:
    framed = (_BEGIN, *words, _END)
    yield from words
    yield from (f"{word[:_STEM]}-" for word in words if len(word) > _STEM)
    yield from (f"{first} {second}" for first, second in pairwise(framed))
    yield from (f"{first} _ {second}" for first, second in zip(framed, framed[2:], strict=False))
    yield f"{_TEAM}{min(words.count(_TEAM), _MOST_COUNTED)}"
    yield f"{_DAY}{min(sum(word in _WHENS for word in words), _MOST_COUNTED)}"


def _of_kinds(kinds: Sequence[str], core: Sequence[str]) -> Iterator[str]:
    framed = (_BEGIN, *kinds, _END)
    yield from kinds
    yield from map("".join, pairwise(framed))
    yield from map("".join, zip(framed, framed[1:], framed[2:], strict=False))
    yield from (f"{first}_{second}" for first, second in zip(core, core[2:], strict=False))
    yield from (f"{first}&{second}" for first in set(core) for second in set(core) if first < second)
