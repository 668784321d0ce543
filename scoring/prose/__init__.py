"""The rules of a game as people read them, made from its data: sections of sentences.

What a house has chosen is in them; what is not said of another game, or is said otherwise, can be marked.
Each sentence knows whether a source says so, a house, or nobody.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache

from ..customs import Origin, RulesPart
from ..rules import Rules, Variant
from . import opening_rules, playing_rules
from .house import differences
from .words import Told, count

__all__ = ["HOUSE", "Origin", "Section", "Sentence", "rules_in_words"]

HOUSE = "House rules in force"
_PARTS: Mapping[RulesPart, Callable[[Rules], Iterator[Told]]] = {
    RulesPart.DEAL: opening_rules.players_and_deal,
    RulesPart.TRUMPS: opening_rules.trumps,
    RulesPart.PLAY: playing_rules.play,
    RulesPart.SCORING: playing_rules.scoring_points,
    RulesPart.WINNING: playing_rules.winning,
    RulesPart.FAULTS: playing_rules.penalty_rules,
}


@dataclass(frozen=True, slots=True)
class Sentence:
    """One rule; `differs` where the game it stands beside has no such rule.

    `place` are the sources that say so, each with its section; empty where none does.
    """

    text: str
    differs: bool = False
    origin: Origin = Origin.SOURCE
    place: str = ""


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
    known = (
        {each.text for part in RulesPart for each in _told(part, beside, beside.rules)} if beside else None
    )
    sections = [
        Section(
            part.value,
            tuple(
                replace(each, differs=known is not None and each.text not in known)
                for each in _told(part, variant, played)
            ),
        )
        for part in RulesPart
    ]
    house = tuple(Sentence(text, origin=Origin.OPTION) for text in differences(played, variant.rules))
    sources = tuple(Sentence(f"{source}.") for source in variant.sources)
    return tuple(
        section
        for section in (*sections, Section(HOUSE, house), Section("Sources", sources))
        if section.sentences
    )


def _told(part: RulesPart, variant: Variant, rules: Rules) -> Iterator[Sentence]:
    """Yield the sentences of a part, each with its origin."""
    sources, chosen = "; ".join(variant.sources), _chosen(variant, rules)
    for names, text in _PARTS[part](rules) if part in _PARTS else ():
        told = set(names.split())
        is_open = any(getattr(rules, name, None) == "silent" for name in told)
        by_source = Origin.READING if told & variant.silent else Origin.SOURCE
        origin = Origin.HOUSE if told & chosen else Origin.SILENT if is_open else by_source
        yield Sentence(text, origin=origin, place=sources if origin is Origin.SOURCE else "")
    for custom in variant.customs:
        has_target = rules.target is not None or "{target}" not in custom.text
        if custom.part is part and has_target and not chosen.intersection(custom.told_with.split()):
            text = custom.sentence.replace("{target}", count(rules.target or 0))
            place = "" if custom.origin is Origin.READING else custom.source or sources
            yield Sentence(text, origin=custom.origin, place=place)


@lru_cache(maxsize=64)
def _chosen(variant: Variant, rules: Rules) -> frozenset[str]:
    """Return the options a house has chosen otherwise than the sources of the game."""
    changed = {
        field.name
        for field in fields(Rules)
        if getattr(rules, field.name) != getattr(variant.rules, field.name)
    }
    return variant.chosen | changed
