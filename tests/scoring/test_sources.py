"""Every sentence of the five sources is told in the rules of a game, or is listed as no rule and why.

sources.tsv has a line for each sentence: its source, its place (section and number), what it says in our
words, and where it is told: `game: phrase`, several parted by " | ".
"""

import csv
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from scoring import variants
from scoring.prose import Origin, rules_in_words
from scoring.variants import don

SOURCES = ("wikipedia", "indoor_games", "enquire_within", "foster", "pagat")
REASONS = {
    *("history", "tactics", "thanks", "praise", "reason"),
    *("example", "name", "link", "layout"),
    "wrong sum",  # its own rules come to another number
}
NO_RULE = "not a rule: "
SAME = "says the same as "
WORDS = 10
"""How many words at most say what a sentence says."""


class Line(NamedTuple):
    """A sentence of a source, or several in a row, and where the rules tell it."""

    source: str
    section: str
    first: int
    last: int
    says: str
    told: str

    @property
    def place(self) -> str:
        numbers = str(self.first) if self.first == self.last else f"{self.first}-{self.last}"
        return f"{self.source}, {self.section} {numbers}"

    @property
    def phrases(self) -> list[tuple[str, str]]:
        """The games that tell it, each with the phrase that does."""
        if self.told.startswith(NO_RULE):
            return []
        return [
            (game, phrase) for game, _, phrase in (part.partition(": ") for part in self.told.split(" | "))
        ]


def lines() -> list[Line]:
    with Path(__file__).with_name("sources.tsv").open(encoding="utf-8", newline="") as file:
        _, *rows = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
    read = []
    for source, place, says, told in rows:
        section, _, numbers = place.rpartition(" ")
        first, _, last = numbers.partition("-")
        read.append(Line(source, section, int(first), int(last or first), says, told))
    return read


LINES = lines()
RULES = {
    variant.name: " ".join(
        sentence.text for section in rules_in_words(variant)[:-1] for sentence in section.sentences
    )
    for variant in variants.ALL
}


def test_every_sentence_that_is_a_rule_is_told_in_its_game() -> None:
    missing = [
        f"{line.place}: {game} does not tell {phrase!r}"
        for line in LINES
        for game, phrase in line.phrases
        if not phrase or phrase not in RULES[game]
    ]
    assert missing == []


def test_what_a_source_says_is_not_told_as_a_reading() -> None:
    wrong = []
    for game, phrase in {each for line in LINES for each in line.phrases}:
        told = [each for part in rules_in_words(variants.get(game)) for each in part.sentences]
        origins = {each.origin for each in told if phrase in each.text}
        if not origins & {Origin.SOURCE, Origin.OPTION} and len(phrase) > 12:
            wrong.append((game, phrase, origins))
    assert wrong == []


def test_every_other_sentence_has_a_reason_of_a_known_kind() -> None:
    rules = {line.place for line in LINES if line.phrases}
    for line in LINES:
        if not line.phrases:
            reason = line.told.removeprefix(NO_RULE)
            assert reason in REASONS or reason.removeprefix(SAME) in rules, line.place


def test_no_sentence_is_left_out_of_a_section() -> None:
    sections = [place for place, _ in groupby(LINES, key=lambda line: (line.source, line.section))]
    assert len(sections) == len(set(sections))
    assert tuple(source for source, _ in groupby(source for source, _ in sections)) == SOURCES
    for place, section in groupby(LINES, key=lambda line: (line.source, line.section)):
        following = 1
        for line in section:
            assert line.first == following <= line.last, place
            following = line.last + 1


def test_what_a_sentence_says_is_said_in_a_few_words_of_our_own() -> None:
    assert [line.place for line in LINES if not 0 < len(line.says.split()) <= WORDS] == []


def test_every_game_tells_something_of_a_source() -> None:
    told = {game for line in LINES for game, _ in line.phrases}
    assert told == set(variants.names()) - {variant.name for variant in don.VARIANTS}
