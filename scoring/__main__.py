"""The command line of the rules engine: `python -m scoring` and one of `commands`."""

import argparse
import sys
from collections.abc import Sequence

from scoring.commands import json_lines, lists

COMMANDS = (json_lines, lists)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m scoring", description="The rules of All Fours.")
    commands = parser.add_subparsers(required=True, metavar="command")
    for module in COMMANDS:
        module.add_to(commands)
    asked = parser.parse_args(arguments)
    status: int = asked.run(asked)
    return status


if __name__ == "__main__":
    sys.exit(main())
