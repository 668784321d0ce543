"""The commands about the games themselves: `rules`, `variants`, `codes`, and `deal`, a random hand of one."""

import argparse
import secrets
import sys
import textwrap
from collections.abc import Iterable
from random import Random

from .. import variants
from ..errors import SENTENCES, BadOption, Fault, ScoringError
from ..moments import Stage
from ..positions import Position
from ..prose import Section, rules_in_words
from ..prose.family import comparison, markdown
from ..records import shuffled
from ..rules import Rules
from .drawing import SideNames, print_line, table_of_hand

WIDTH = 80
REFUSED = 1
"""Exit status for a game or an option nobody knows, or a game that so many cannot play."""
SEEDS = 10_000


def show_rules(request: argparse.Namespace) -> int:
    """Print the rules of a game, its house options in force."""
    try:
        variant = variants.get(request.variant)
        rules = with_options(variant.rules, request.option)
        beside = variants.get(request.beside) if request.beside else None
    except ScoringError as refusal:
        print(refusal, file=sys.stderr)
        return REFUSED
    print(variant.title)
    if variant.aliases:
        print(textwrap.fill(f"Also called {', '.join(variant.aliases)}.", WIDTH))
    for section in rules_in_words(variant, rules, beside=beside):
        print(_section_text(section))
    return 0


def derive(text: str) -> None:
    """Make a game known for this run: grenada=trinidad; hang_jack=4. ScoringError if it cannot be."""
    (name, base), *options = [_pair(part) for part in text.split(";")]
    variants.register(variants.derive(name, base, dict(options)))


def _pair(text: str) -> tuple[str, str]:
    """Return an option as it is typed, in two. BadOption for one that cannot be read."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        right = f"{name}=a value"
        raise BadOption(Fault("bad_option", {"name": name, "received": text, "right": right}))
    return name, value


def with_options(rules: Rules, options: Iterable[str]) -> Rules:
    """Return the rules with options as they are typed. BadOption for one that cannot be read."""
    for text in options:
        rules = rules.with_written(*_pair(text))
    return rules


def _section_text(section: Section) -> str:
    """Return a section with its heading underlined, a sentence to a line."""
    lines = ["", section.title, "-" * len(section.title)]
    for sentence in section.sentences:
        mark = "+ " if sentence.differs else "  "
        quietly = f" [{sentence.origin.words}]" if sentence.origin.words else ""
        lines += textwrap.wrap(sentence.text + quietly, WIDTH, initial_indent=mark, subsequent_indent="  ")
    return "\n".join(lines)


def show_variants(request: argparse.Namespace) -> int:
    """Print the games known, by public name, with what sets them apart."""
    if request.markdown:
        print("\n".join(markdown()))
        return 0
    for row in comparison():
        print(f"{row.variant.name}: {row.variant.title}")
        cells = "; ".join(f"{head}: {cell}" for head, cell in row.filled.items())
        print(textwrap.fill(cells, WIDTH, initial_indent="    ", subsequent_indent="    "))
    return 0


def show_codes(_: argparse.Namespace) -> int:
    """Print every code with its sentence."""
    width = max(map(len, SENTENCES))
    for code, words in SENTENCES.items():
        print(f"{code:{width}}  {words}")
    return 0


def show_deal(request: argparse.Namespace) -> int:
    """Deal a hand, play it out by chance and draw it."""
    seed = secrets.randbelow(SEEDS) if request.seed is None else request.seed
    rng = Random(seed)  # noqa: S311  cards, not secrets; a seed must give the same hand again
    try:
        variant = variants.get(request.variant)
        rules = with_options(variant.rules, request.option)
        players = request.players or rules.players[0]
        position = Position(shuffled(rng, rules, players), rules.for_players(players))
    except ScoringError as refusal:
        print(refusal, file=sys.stderr)
        return REFUSED
    while position.stage is not Stage.OVER:
        position.do(rng.choice(position.legal_acts()))
    print_line(f"{variant.title}, {players} players, seed {seed}")
    print_line("")
    sides = max(position.table.sides) + 1
    names = SideNames(("Home", "Away") if sides == 2 else tuple("ABCDEF"[:sides]))
    for line in table_of_hand(position, names):
        print_line(line)
    return 0
