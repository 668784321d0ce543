"""`rules` and `variants`: a game in words, with the options of a house; the family at a glance."""

import argparse
import sys
import textwrap

from scoring import variants
from scoring.commands import Commands
from scoring.errors import BadOption, ScoringError
from scoring.faults import Fault
from scoring.prose import Section, rules_in_words
from scoring.prose.family import comparison, markdown
from scoring.rules import Rules

__all__ = ["add_to"]

WIDTH = 80
REFUSED = 1
"""Exit status for a game or an option nobody knows."""


def add_to(commands: Commands) -> None:
    """Make the two commands known."""
    told = commands.add_parser("rules", help="the rules of a game in words")
    told.add_argument("variant", help="a name of `variants`")
    told.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house option, such as hang_jack=6, throw_in=no or turnup_scores='A:1 6:2'",
    )
    told.add_argument("--beside", metavar="VARIANT", help="mark with + what this other game has not")
    told.set_defaults(run=show_rules)
    family = commands.add_parser("variants", help="the games of the family")
    family.add_argument("--markdown", action="store_true", help="as the table of docs/family.md")
    family.set_defaults(run=show_variants)


def show_rules(asked: argparse.Namespace) -> int:
    """The rules of a game, its house options in force."""
    try:
        variant, rules = variants.get(asked.variant), variants.get(asked.variant).rules
        for option in asked.option:
            rules = _with_option(rules, option)
        beside = variants.get(asked.beside).rules if asked.beside else None
    except ScoringError as refusal:
        print(refusal, file=sys.stderr)
        return REFUSED
    print(variant.title)
    if variant.aliases:
        print(textwrap.fill(f"Also called {', '.join(variant.aliases)}.", WIDTH))
    for section in rules_in_words(variant, rules, beside=beside):
        print(_drawn(section))
    return 0


def _with_option(rules: Rules, text: str) -> Rules:
    """The rules with an option as it is typed. BadOption for one that cannot be read."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise BadOption(Fault("bad_option", {"name": name, "received": text, "right": f"{name}=a value"}))
    return rules.with_written(name, value)


def _drawn(section: Section) -> str:
    """A section with its heading underlined, a sentence to a line."""
    lines = ["", section.title, "-" * len(section.title)]
    for sentence in section.sentences:
        mark = "+ " if sentence.differs else "  "
        lines += textwrap.wrap(sentence.text, WIDTH, initial_indent=mark, subsequent_indent="  ")
    return "\n".join(lines)


def show_variants(asked: argparse.Namespace) -> int:
    """The games known, by public name, with what sets them apart."""
    if asked.markdown:
        print("\n".join(markdown()))
        return 0
    for line in comparison():
        print(f"{line.variant.name}: {line.variant.title}")
        told = "; ".join(f"{head}: {cell}" for head, cell in line.told.items())
        print(textwrap.fill(told, WIDTH, initial_indent="    ", subsequent_indent="    "))
    return 0
