"""The rules of a game as people read them, made from its data: sections of sentences.

What a house has chosen is in them; what is not said of another game, or is said otherwise, can be marked.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from scoring.customs import RulesPart
from scoring.prose import opening_rules, playing_rules
from scoring.prose.house import differences
from scoring.rules import Rules, Variant

__all__ = ["HOUSE", "Section", "Sentence", "rules_in_words"]

HOUSE = "House rules in force"
_PARTS: Mapping[RulesPart, Callable[[Rules], Iterator[str]]] = {
    RulesPart.DEAL: opening_rules.players_and_deal,
    RulesPart.TRUMPS: opening_rules.trumps,
    RulesPart.PLAY: playing_rules.play,
    RulesPart.SCORING: playing_rules.scoring_points,
    RulesPart.WINNING: playing_rules.winning,
    RulesPart.FAULTS: playing_rules.penalty_rules,
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
    variant: Variant, rules: Rules | None = None, *, beside: Variant | None = None
) -> tuple[Section, ...]:
    """Return the rules of a variant, or those a house plays it by, section by section, with the sources last.

    `beside` is a game to compare with: every sentence it does not have is marked. The rules a house has
    changed are listed in a section of their own. What the sources say beside stands at the end of its part.
    """
    played = rules or variant.rules
    others = set(_told_of(beside, beside.rules)) if beside else None
    sections = [
        Section(part.value, tuple(_marked(_told(part, variant, played), others))) for part in RulesPart
    ]
    house = tuple(Sentence(text) for text in differences(played, variant.rules))
    sources = tuple(Sentence(f"{source}.") for source in variant.sources)
    return tuple(
        section
        for section in (*sections, Section(HOUSE, house), Section("Sources", sources))
        if section.sentences
    )


def _told(part: RulesPart, variant: Variant, rules: Rules) -> Iterator[str]:
    if part in _PARTS:
        yield from _PARTS[part](rules)
    yield from (custom.sentence for custom in variant.customs if custom.part is part)


def _told_of(variant: Variant, rules: Rules) -> Iterator[str]:
    for part in RulesPart:
        yield from _told(part, variant, rules)


def _marked(sentences: Iterator[str], known: set[str] | None) -> Iterator[Sentence]:
    for text in sentences:
        yield Sentence(text, differs=known is not None and text not in known)
