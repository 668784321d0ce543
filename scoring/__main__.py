"""The command line of the rules engine: `python -m scoring` and one of its commands."""

import argparse
import json
import os
import sys
from collections.abc import Sequence

from . import questions
from .commands import chances, files, games
from .errors import ScoringError

BROKEN_OFF = 1
"""Exit status when the output was not read to its end."""
NOT_A_QUESTION = 2
"""Exit status when a line was no question at all."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    request = _parser().parse_args(arguments)
    try:
        for game in request.derive:
            games.derive(game)
    except ScoringError as refusal:
        print(refusal, file=sys.stderr)
        return games.REFUSED
    try:
        status: int = request.run(request)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever was reading has seen enough, as in `check FILE | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_OFF
    return status


def _parser() -> argparse.ArgumentParser:
    """Return the parser of all commands; each sets the function that runs it."""
    parser = argparse.ArgumentParser(prog=f"python -m {__package__}", description="The rules of All Fours.")
    parser.add_argument(
        "--derive",
        action="append",
        default=[],
        metavar="NAME=GAME;OPTION=VALUE...",
        help="know one more game in this run, such as 'grenada=trinidad; hang_jack=4; target=13'",
    )
    commands = parser.add_subparsers(required=True, metavar="command")

    rules = commands.add_parser("rules", help="the rules of a game in words")
    rules.add_argument("variant", help="a name of `variants`, or what else it is called")
    _add_option(rules)
    rules.add_argument("--beside", metavar="VARIANT", help="mark with + what this other game has not")
    rules.set_defaults(run=games.show_rules)

    family = commands.add_parser("variants", help="the games of the family")
    family.add_argument("--markdown", action="store_true", help="as the table of docs/family.md")
    family.set_defaults(run=games.show_variants)

    check = commands.add_parser("check", help="check a file of the notation, one line a fault")
    check.add_argument("file", help="a file of the notation (docs/afn.md); - reads standard input")
    check.add_argument("--json", action="store_true", help="one JSON object a fault")
    check.set_defaults(run=files.check_file)

    show = commands.add_parser("show", help="draw a file of the notation")
    show.add_argument("file", help="a file of the notation (docs/afn.md); - reads standard input")
    show.set_defaults(run=files.show_file)

    deal = commands.add_parser("deal", help="a random legal hand, played out and shown")
    deal.add_argument("variant", help="a name of `variants`, or what else it is called")
    deal.add_argument("--seed", type=int, help="the same seed deals and plays the same hand")
    _add_option(deal)
    deal.add_argument("--players", type=int, help="how many play; the game's usual number if not said")
    deal.set_defaults(run=games.show_deal)

    winning = commands.add_parser("chances", help="how likely each side is to win from a score")
    winning.add_argument("variant", help="a name of `variants`, or what else it is called")
    winning.add_argument("--score", required=True, help="what each side has between two hands, as in 9-7")
    winning.add_argument(
        "--dealer", type=int, metavar="SIDE", help="the side that deals next; 0 is the first"
    )
    winning.add_argument("--players", type=int, help="how many play; as usual for so many sides if not said")
    winning.add_argument("--played", type=int, default=0, help="hands played, where their number is fixed")
    _add_option(winning)
    winning.set_defaults(run=chances.show_chances)

    simulate = commands.add_parser("simulate", help="simulated hands, as hand_results.txt has them")
    simulate.add_argument("variants", nargs="*", metavar="variant", help="only of these games")
    simulate.add_argument("--hands", type=int, default=1_000_000, help="how many of each")
    simulate.add_argument("--seed", type=int, default=2026, help="the same seed deals the same hands")
    simulate.set_defaults(run=chances.show_simulated)

    answers = commands.add_parser("json", help="answer questions, one JSON object a line in and out")
    answers.set_defaults(run=answer_questions)
    commands.add_parser("codes", help="every code with its sentence").set_defaults(run=games.show_codes)
    return parser


def _add_option(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house option, such as hang_jack=6, throw_in=no or turnup_scores='A:1 6:2'",
    )


def answer_questions(_: argparse.Namespace) -> int:
    """Answer the questions on standard input, a line each; return 2 if a line was none."""
    status = 0
    for answer in questions.replies(sys.stdin.buffer):
        print(json.dumps(answer), flush=True)
        status = status if answer.was_question else NOT_A_QUESTION
    return status


if __name__ == "__main__":
    sys.exit(main())
