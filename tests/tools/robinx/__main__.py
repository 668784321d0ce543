"""Solve a RobinX instance: `python3 -m tests.tools.robinx INSTANCE.xml --out SOLUTION.xml [--seconds N]`.

The exit code is 0 when every hard constraint holds.
"""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from league.bootstrap import virtual
from tests.tools.robinx.files import UnreadableInstance, format_solution, parse_instance
from tests.tools.robinx.judging import Instance, Judgement, judge
from tests.tools.robinx.solving import solve_instance

SECONDS = 5
MOST_SHOWN = 10


def main(arguments: Sequence[str], began: float) -> None:
    """Solve an instance and write its solution; exit with a sentence unless every hard constraint holds.

    The time that may be spent counts from `began`, by the monotonic clock.
    """
    parser = argparse.ArgumentParser(prog="tests.tools.robinx", description="Solves a RobinX instance.")
    parser.add_argument("instance", metavar="INSTANCE.xml", type=Path)
    parser.add_argument("--out", metavar="SOLUTION.xml", type=Path, required=True)
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help=f"the longest it may take, {SECONDS} by default"
    )
    options = parser.parse_args(arguments)
    if not options.seconds > 0:
        sys.exit(f"--seconds is {options.seconds:g}; it must be more than 0.")
    instance = _read(options.instance)
    for kind, hard in instance.unknown:
        print(f"{kind} is not known here, {hard} of them hard.", file=sys.stderr)
    placed = solve_instance(instance, seconds=options.seconds, lap=lambda: time.monotonic() - began)
    spent = time.monotonic() - began
    if placed is None:
        sys.exit(
            f"{instance.name}: nothing that keeps the hard constraints was found in {spent:.1f} seconds, "
            "or there is nothing; --seconds gives more time."
        )
    judgement = judge(instance, placed)
    try:
        options.out.write_text(format_solution(instance, placed, judgement), encoding="utf-8")
    except OSError as trouble:
        sys.exit(f"{options.out} cannot be written: {trouble.strerror}.")
    print(f"{instance.name}: {len(placed)} games placed in {spent:.1f} seconds.")
    _say(instance, judgement)


def _read(source: Path) -> Instance:
    try:
        return parse_instance(source.read_text(encoding="utf-8"))
    except OSError as trouble:
        sys.exit(f"{source} cannot be read: {trouble.strerror}.")
    except UnicodeDecodeError:
        sys.exit(f"{source} is not written in UTF-8.")
    except UnreadableInstance as refused:
        sys.exit(str(refused))


def _say(instance: Instance, judgement: Judgement) -> None:
    broken = [*judgement.basic, *judgement.hard]
    for sentence in broken[:MOST_SHOWN]:
        print(sentence, file=sys.stderr)
    if broken:
        sys.exit(f"{len(broken)} hard constraints are broken.")
    if instance.unknown_hard:
        sys.exit(f"{instance.unknown_hard} hard constraints of kinds not known here were left out.")
    print(f"Every hard constraint holds; the soft ones cost {judgement.objective}.")


def _process_began() -> float:
    """Return when this process was started, by the monotonic clock: starting is part of the time."""
    started_ticks = int(Path("/proc/self/stat").read_text(encoding="ascii").rpartition(")")[2].split()[19])
    age = time.clock_gettime(time.CLOCK_BOOTTIME) - started_ticks / os.sysconf("SC_CLK_TCK")
    return time.monotonic() - age


if __name__ == "__main__":
    if virtual.PYTHON.exists() and not virtual.is_running():
        os.execv(virtual.PYTHON, [virtual.PYTHON, "-m", "tests.tools.robinx", *sys.argv[1:]])
    main(sys.argv[1:], _process_began())
