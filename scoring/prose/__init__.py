"""The rules of a game as people read them, made from its data: sections of sentences.

What a house has chosen is in them; what is not said of another game, or is said otherwise, can be marked.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from scoring.prose import opening_rules, playing_rules
from scoring.prose.house import differences
from scoring.rules import Rules, Variant

__all__ = ["HOUSE", "Section", "Sentence", "rules_in_words"]

HOUSE = "House rules in force"
_PARTS: Mapping[str, Callable[[Rules], Iterator[str]]] = {
    "Players and deal": opening_rules.players_and_deal,
    "Trumps": opening_rules.trumps,
    "Play": playing_rules.play,
    "What scores": playing_rules.scoring_points,
    "Winning": playing_rules.winning,
    "When something goes wrong": playing_rules.penalty_rules,
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """One rule; `differs` where the game it stands beside has no such rule."""

    text: str
    differs: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """Rules that belong together, under their heading."""

    title: str
    sentences: tuple[Sentence, ...]


def rules_in_words(
    variant: Variant, rules: Rules | None = None, *, beside: Rules | None = None
) -> tuple[Section, ...]:
    """Return the rules of a variant, or those a house plays it by, section by section, with the sources last.

    `beside` are rules to compare with: every sentence they do not have is marked. The rules a house has
    changed are listed in a section of their own.
    """
    played = rules or variant.rules
    sections = [
        Section(title, tuple(_marked(part(played), set(part(beside)) if beside else None)))
        for title, part in _PARTS.items()
    ]
    house = tuple(Sentence(text) for text in differences(played, variant.rules))
    sources = tuple(Sentence(f"{source}.") for source in variant.sources)
    return tuple(
        section
        for section in (*sections, Section(HOUSE, house), Section("Sources", sources))
        if section.sentences
    )


def _marked(sentences: Iterator[str], known: set[str] | None) -> Iterator[Sentence]:
    for text in sentences:
        yield Sentence(text, differs=known is not None and text not in known)
