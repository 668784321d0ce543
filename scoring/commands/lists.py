"""`codes`: what the engine can say, a line each."""

import argparse

from scoring.commands import Commands
from scoring.faults import SENTENCES

__all__ = ["add_to"]


def add_to(commands: Commands) -> None:
    """Make the command known."""
    commands.add_parser("codes", help="every code with its sentence").set_defaults(run=show_codes)


def show_codes(_: argparse.Namespace) -> int:
    """Every code with its sentence."""
    width = max(map(len, SENTENCES))
    for code, words in SENTENCES.items():
        print(f"{code:{width}}  {words}")
    return 0
