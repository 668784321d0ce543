"""The commands about the games themselves: `rules`, `variants`, `codes`, and `deal`, a random hand of one."""

import argparse
import secrets
import sys
import textwrap
from random import Random

from scoring import variants
from scoring.commands.drawing import SideNames, print_line, table_of_hand
from scoring.errors import SENTENCES, BadOption, Fault, ScoringError
from scoring.hands import MOST_BID
from scoring.moments import Stage
from scoring.positions import Position
from scoring.prose import Section, rules_in_words
from scoring.prose.family import comparison, markdown
from scoring.records import Say, shuffled
from scoring.rules import Rules

WIDTH = 80
REFUSED = 1
"""Exit status for a game or an option nobody knows, or a game that so many cannot play."""
SEEDS = 10_000


def show_rules(request: argparse.Namespace) -> int:
    """Print the rules of a game, its house options in force."""
    try:
        variant = variants.get(request.variant)
        rules = variant.rules
        for option in request.option:
            rules = _with_option(rules, option)
        beside = variants.get(request.beside).rules if request.beside else None
    except ScoringError as refusal:
        print(refusal, file=sys.stderr)
        return REFUSED
    print(variant.title)
    if variant.aliases:
        print(textwrap.fill(f"Also called {', '.join(variant.aliases)}.", WIDTH))
    for section in rules_in_words(variant, rules, beside=beside):
        print(_section_text(section))
    return 0


def _with_option(rules: Rules, text: str) -> Rules:
    """Return the rules with an option as it is typed. BadOption for one that cannot be read."""
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise BadOption(Fault("bad_option", {"name": name, "received": text, "right": f"{name}=a value"}))
    return rules.with_written(name, value)


def _section_text(section: Section) -> str:
    """Return a section with its heading underlined, a sentence to a line."""
    lines = ["", section.title, "-" * len(section.title)]
    for sentence in section.sentences:
        mark = "+ " if sentence.differs else "  "
        lines += textwrap.wrap(sentence.text, WIDTH, initial_indent=mark, subsequent_indent="  ")
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
        players = request.players or variant.rules.players[0]
        position = Position(shuffled(rng, variant.rules, players), variant.rules.for_players(players))
    except ScoringError as refusal:
        print(refusal, file=sys.stderr)
        return REFUSED
    while position.stage is not Stage.OVER:
        _random_act(rng, position)
    print_line(f"{variant.title}, {players} players, seed {seed}")
    print_line("")
    sides = max(position.table.sides) + 1
    names = SideNames(("Home", "Away") if sides == 2 else tuple("ABCDEF"[:sides]))
    for line in table_of_hand(position, names):
        print_line(line)
    return 0


def _random_act(rng: Random, position: Position) -> None:
    """Do one legal act, whatever the hand waits for: a word, a bid, the cards to keep, or a card."""
    match position.stage:
        case Stage.BIDDING:
            bids = range(MOST_BID + 1)
            position.bid(rng.choice([points for points in bids if position.can_bid(points)]))
        case Stage.KEEPING:
            position.keep(sorted(rng.sample(position.holdings[position.turn], position.rules.hand)))
        case Stage.PLAY:
            position.play(rng.choice(position.legal_plays()))
        case _:
            position.say(rng.choice([word for word in Say if position.can_say(word)]))
