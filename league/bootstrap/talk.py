"""What the set-up says while it works. On stderr: the stdout of a command belongs to the command."""

import subprocess
import sys
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

WIDTH = 78
LINES_KEPT = 15
# Where lines cannot be rewritten (a log), a sign of life this often.
SECONDS_BETWEEN_SIGNS = 10


class Trouble(Exception):
    """The machine cannot be made ready; the message is one sentence for the person in front of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a long step ended: its exit status and the last lines it wrote."""

    status: int
    last_lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.last_lines)


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def follow(command: list[str], *, doing: str, environ: Mapping[str, str]) -> Ending:
    """Runs a long step and shows that it is alive: its latest line on a terminal, now and then in a log."""
    say(f"{doing} ...")
    began = shown = time.monotonic()
    last_lines: deque[str] = deque(maxlen=LINES_KEPT)
    with subprocess.Popen(
        command,
        env=dict(environ),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None  # noqa: S101  (asked for with PIPE)
        for line in process.stdout:
            last_lines.append(line.rstrip())
            now = time.monotonic()
            if sys.stderr.isatty():
                _rewrite(f"  {now - began:3.0f} s  {line.strip()}")
            elif now - shown > SECONDS_BETWEEN_SIGNS:
                shown = now
                say(f"  {now - began:.0f} s  {line.strip()}"[:WIDTH])
    if sys.stderr.isatty():
        _rewrite("")
    if process.returncode == 0:
        say(f"  done in {time.monotonic() - began:.0f} s")
    return Ending(status=process.returncode, last_lines=tuple(last_lines))


def _rewrite(line: str) -> None:
    print("\r" + line[:WIDTH].ljust(WIDTH) + "\r", end="", file=sys.stderr, flush=True)
