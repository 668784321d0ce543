"""The command line of the rules engine: `python -m scoring json`, `codes`, `variants`."""

import argparse
import json
import sys
from collections.abc import Sequence

from scoring import questions, variants
from scoring.faults import SENTENCES

NOT_A_QUESTION = 2
"""Exit status when a line was no question at all."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m scoring", description="The rules of All Fours.")
    commands = parser.add_subparsers(required=True, metavar="command")
    for name, command, help_text in (
        ("json", answer_questions, "answer questions, one JSON object a line in and out"),
        ("codes", show_codes, "every code with its sentence"),
        ("variants", show_variants, "the games of the family"),
    ):
        commands.add_parser(name, help=help_text).set_defaults(command=command)
    status: int = parser.parse_args(arguments).command()
    return status


def answer_questions() -> int:
    """Answer the questions on standard input; 2 if a line was none."""
    status = 0
    for answer in questions.replies(sys.stdin.buffer):
        print(json.dumps(answer), flush=True)
        status = status if answer.asked else NOT_A_QUESTION
    return status


def show_codes() -> int:
    """Every code with its sentence."""
    width = max(map(len, SENTENCES))
    for code, words in SENTENCES.items():
        print(f"{code:{width}}  {words}")
    return 0


def show_variants() -> int:
    """The games known, by public name."""
    for variant in variants.ALL:
        print(f"{variant.name}: {variant.title}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
