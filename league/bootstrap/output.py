"""Messages and progress of the set-up, on stderr: stdout belongs to the command itself."""

import subprocess
import sys
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass

WIDTH = 78
LINES_KEPT = 15
# In a log, where lines cannot be rewritten, a line this often.
SECONDS_BETWEEN_LINES = 10


class SetupError(Exception):
    """The machine cannot be made ready; the message is a sentence for its user."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepResult:
    """The exit status of a step and its last lines of output."""

    status: int
    last_lines: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n".join(self.last_lines)


def say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def run_step(command: list[str], *, doing: str, environ: Mapping[str, str]) -> StepResult:
    """Run a long step and show its latest line: at once on a terminal, every few seconds in a log."""
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
        assert process.stdout is not None  # noqa: S101  (stdout=PIPE)
        for line in process.stdout:
            last_lines.append(line.rstrip())
            now = time.monotonic()
            if sys.stderr.isatty():
                _rewrite(f"  {now - began:3.0f} s  {line.strip()}")
            elif now - shown > SECONDS_BETWEEN_LINES:
                shown = now
                say(f"  {now - began:.0f} s  {line.strip()}"[:WIDTH])
    if sys.stderr.isatty():
        _rewrite("")
    if process.returncode == 0:
        say(f"  done in {time.monotonic() - began:.0f} s")
    return StepResult(status=process.returncode, last_lines=tuple(last_lines))


def _rewrite(line: str) -> None:
    print("\r" + line[:WIDTH].ljust(WIDTH) + "\r", end="", file=sys.stderr, flush=True)
