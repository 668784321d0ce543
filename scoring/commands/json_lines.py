"""`json`: answers questions, one JSON object a line in and out."""

import argparse
import json
import sys

from scoring import questions
from scoring.commands import Commands

__all__ = ["add_to"]

NOT_A_QUESTION = 2
"""Exit status when a line was no question at all."""


def add_to(commands: Commands) -> None:
    """Make the command known."""
    parser = commands.add_parser("json", help="answer questions, one JSON object a line in and out")
    parser.set_defaults(run=answer_questions)


def answer_questions(_: argparse.Namespace) -> int:
    """Answer the questions on standard input; 2 if a line was none."""
    status = 0
    for answer in questions.replies(sys.stdin.buffer):
        print(json.dumps(answer), flush=True)
        status = status if answer.asked else NOT_A_QUESTION
    return status
