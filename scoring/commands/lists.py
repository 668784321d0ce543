"""`codes` and `variants`: what the engine knows, a line each."""

import argparse

from scoring import variants
from scoring.commands import Commands
from scoring.faults import SENTENCES

__all__ = ["add_to"]


def add_to(commands: Commands) -> None:
    """Make the two commands known."""
    commands.add_parser("codes", help="every code with its sentence").set_defaults(run=show_codes)
    commands.add_parser("variants", help="the games of the family").set_defaults(run=show_variants)


def show_codes(_: argparse.Namespace) -> int:
    """Every code with its sentence."""
    width = max(map(len, SENTENCES))
    for code, words in SENTENCES.items():
        print(f"{code:{width}}  {words}")
    return 0


def show_variants(_: argparse.Namespace) -> int:
    """The games known, by public name."""
    for variant in variants.ALL:
        print(f"{variant.name}: {variant.title}")
    return 0
