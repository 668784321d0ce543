"""Which pub a payment comes from: by the payment reference, by names in its text, by the amount owed."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from league.shared.text import folded

# Words of so many names that none of them tells a pub from another.
_COMMON = frozenset(
    (
        *("a", "b", "c", "d", "s", "the", "and", "of", "at", "arms", "inn", "hotel", "pub", "bar", "tavern"),
        *("club", "working", "men", "mens", "man", "wmc", "cc", "social", "liberal", "conservative"),
        *("league", "team", "fee", "fees", "match", "payment"),
    )
)

# What a bank leaves of a long name is still a word from so many letters on.
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
    if len(by_reference) == 1:
        return PayerMatch(slug=by_reference[0].slug, because="reference")
    scores = _name_scores(words_of(text), payers)
    if scores:
        best = [payer for payer in payers if scores.get(payer.slug) == max(scores.values())]
        owing = [payer for payer in best if payer.balance == pence]
        if len(best) == 1:
            return PayerMatch(slug=best[0].slug, because="name")
        return PayerMatch(slug=owing[0].slug, because="name and amount owed") if len(owing) == 1 else None
    owing = [payer for payer in payers if payer.balance == pence]
    return PayerMatch(slug=owing[0].slug, because="amount owed") if len(owing) == 1 else None


def _name_scores(words: Sequence[str], payers: Iterable[PayingPub]) -> Mapping[str, int]:
    """Return how many letters of its name each pub finds in a text, where that tells it from others."""
    payers = list(payers)
    owners = Counter(word for payer in payers for word in frozenset().union(*payer.words_of_names))
    scores: dict[str, int] = {}
    for payer in payers:
        for name in payer.words_of_names:
            known = [word for word in name if _stands_in(word, words)]
            distinct = any(owners[word] == 1 and len(word) >= _LEAST_DISTINCT for word in known)
            if known and (distinct or len(known) == len(name)):
                scores[payer.slug] = max(scores.get(payer.slug, 0), sum(map(len, known)))
    return scores


def _stands_in(word: str, words: Sequence[str]) -> bool:
    return any(
        word == other or (len(other) >= _LEAST_PREFIX and other == words[-1] and word.startswith(other))
        for other in words
    )
