"""The command line of the rules engine: `python -m scoring` and one of `commands`."""

import argparse
import os
import sys
from collections.abc import Sequence

from scoring.commands import check, deal, json_lines, lists, rules, show

BROKEN_OFF = 1
"""Exit status when the output was not read to its end."""

COMMANDS = (rules, check, show, deal, json_lines, lists)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m scoring", description="The rules of All Fours.")
    commands = parser.add_subparsers(required=True, metavar="command")
    for module in COMMANDS:
        module.add_to(commands)
    asked = parser.parse_args(arguments)
    try:
        status: int = asked.run(asked)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever was reading has seen enough, as in `check FILE | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_OFF
    return status


if __name__ == "__main__":
    sys.exit(main())
