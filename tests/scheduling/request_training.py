"""Train the weights of `requests/evidence.py`: `python -m tests.scheduling.request_training`.

They come from the corpora and from `request_voices.txt`, in which letters stand for names and days: each
of its lines is said of two leagues.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from league.scheduling.requests.answers import UnreadableSentence
from league.scheduling.requests.evidence import NOTHING, OTHER, WEIGHTS_FILE, features
from league.scheduling.requests.name_index import plain_names
from league.scheduling.requests.name_mentions import NameFinder
from league.scheduling.requests.tagging import tag
from tests.scheduling.request_corpora import Corpus, demo, strangers, village, woollen

VOICES_FILE = Path(__file__).parent / "request_voices.txt"
KINDS = {
    "n": "not home", "h": "home", "a": "not away", "x": "no match", "s": "shut",
    "N": "never home together", "H": "home together", "M": "meet",
    "hf": "home", "hl": "home", "nf": "not home", "nl": "not home",
    "O": "blank", "C": "cup", "R": "reserve", "r1": "room", "r2": "room", "V2": "night", "V3": "night",
    "?": NOTHING,
}  # fmt: skip
DAYS = (
    "14 January", "the 14th of January", "3rd December", "Thursday 12 November", "5 Nov", "10/12", "21 Jan",
    "29 October", "12 and 19 November", "Thurs 26th Nov", "the 8th of October", "17 Dec", "22/10",
)  # fmt: skip
TIMES = ("from 4 to 17 January", "from the 9th of November to the 22nd", "between 12 and 25 October")
MONTHS = ("November", "December", "October")
LEAST_SEEN, ROUNDS, PACE, LEAST_WEIGHT = 2, 10, 0.3, 3
_SLOT = re.compile(r"\b[TUDERQV]\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A sentence, who says it, and what is weighed in it and asked by it."""

    voice: str
    line: str
    corpus: Corpus
    weighed: frozenset[str]
    kind: str


def voices() -> Iterator[tuple[str, str, str]]:
    """Yield the lines of the voices: who says it, the letters of its kind, and the words."""
    voice = ""
    for line in VOICES_FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            voice = line[2:]
        elif "|" in line:
            kind, words = line.split("|", 1)
            yield voice, kind, words


def examples() -> Iterator[Example]:
    """Yield everything that is known."""
    corpora, chance = (village(), demo(), woollen()), random.Random(5)
    finders = [NameFinder(corpus.known) for corpus in corpora]
    for voice, kind, words in voices():
        for place in chance.sample(range(len(corpora)), 2):
            line = _filled(words, corpora[place], chance)
            weighed = _weighed(line, corpora[place], finders[place])
            if weighed:
                kinds = KINDS.get(kind.rstrip("!"), OTHER)
                yield Example(voice=voice, line=line, corpus=corpora[place], weighed=weighed, kind=kinds)
    for corpus in (*corpora, strangers()):
        finder = NameFinder(corpus.known)
        for line, meaning in (*corpus.built_with, *corpus.held_out):
            if weighed := _weighed(line, corpus, finder):
                yield Example(
                    voice="", line=line, corpus=corpus, weighed=weighed, kind=kind_of_meaning(meaning)
                )


def kind_of_meaning(meaning: str) -> str:
    """Return what a meaning in the form of the corpora asks for."""
    if meaning == "?":
        return NOTHING
    kinds = {_kind_of_part(part) for part in meaning.split(" + ")}
    return kinds.pop() if len(kinds) == 1 else OTHER


def trained(known: Sequence[Example]) -> str:
    """Return the text of weights that were trained with examples."""
    kinds = sorted({example.kind for example in known})
    counted = Counter(feature for example in known for feature in sorted(example.weighed))
    seen = sorted(feature for feature, times in counted.items() if times >= LEAST_SEEN)
    places = {feature: place for place, feature in enumerate(seen)}
    rows = [
        (np.array([places[feature] for feature in sorted(example.weighed) if feature in places]),
         kinds.index(example.kind))
        for example in known
    ]  # fmt: skip
    weights = np.zeros((len(places), len(kinds)))
    slopes = np.full_like(weights, 0.01)
    chance = random.Random(1)
    for _ in range(ROUNDS):
        chance.shuffle(rows)
        for weighed, kind in rows:
            sums = weights[weighed].sum(0)
            error = np.exp(sums - sums.max())
            error /= error.sum()
            error[kind] -= 1
            slopes[weighed] += error**2
            weights[weighed] -= PACE * error / np.sqrt(slopes[weighed])
    held = {
        feature: " ".join(
            f"{chr(ord('a') + number)}{tenths}"
            for number, weight in enumerate(weights[place])
            if abs(tenths := round(float(weight) * 10)) >= LEAST_WEIGHT
        )
        for feature, place in places.items()
    }
    held = {feature: entry for feature, entry in held.items() if entry}
    return json.dumps({"kinds": kinds, "weights": held}, ensure_ascii=False, indent=0) + "\n"


def _kind_of_part(part: str) -> str:
    who, asked = part.split(": ", 1)
    for kind in sorted(set(KINDS.values()), key=len, reverse=True):
        if asked.startswith(f"{kind} ") or asked == kind:
            return kind
    return "blank" if who == "League" else OTHER


def _weighed(line: str, corpus: Corpus, finder: NameFinder) -> frozenset[str]:
    try:
        return features(tag(plain_names(line.strip()), finder, corpus.known.span()))
    except UnreadableSentence:
        return frozenset()


def _filled(words: str, corpus: Corpus, chance: random.Random) -> str:
    """Return words with names and days of a league in place of their letters."""
    known = corpus.known
    name = chance.choice(sorted(known.division_of))
    fellows = [other for other in sorted(known.division_of) if other != name and known.meet(name, other)]
    day, other = chance.sample(DAYS, 2)
    texts = {
        "T": name, "U": chance.choice(fellows), "D": day, "E": other, "R": chance.choice(TIMES),
        "Q": chance.choice(MONTHS), "V": chance.choice(("Division One", "Division Two")),
    }  # fmt: skip
    line = _SLOT.sub(lambda slot: texts[slot[0]], words)
    return re.sub(r"\b([Tt]he) [Tt]he\b", r"\1", line)


def main() -> None:
    """Write the weights."""
    WEIGHTS_FILE.write_text(trained(list(examples())), encoding="utf-8")


if __name__ == "__main__":
    main()
