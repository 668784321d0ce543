"""Programs kept running as systemd would: started again two seconds after they end, unless stopped."""

import contextlib
import ctypes
import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from league.bootstrap.postgres import Owner

# RestartSec= of the units.
RESTART_AFTER = 2.0
LOOKED_AT_EVERY = 0.1
SECONDS_TO_END = 20
PR_SET_PDEATHSIG = 1


@dataclass
class Program:
    """One program of one machine, with all processes it has started."""

    name: str
    command: list[str]
    log: Path
    cwd: Path
    environment: Mapping[str, str]
    owner: Owner | None = None
    process: subprocess.Popen[bytes] | None = None
    is_wanted: bool = False
    due: float = field(default=0.0)

    def start(self) -> None:
        options: dict[str, Any] = self.owner.as_arguments() if self.owner else {}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                cwd=self.cwd,
                env=dict(self.environment),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=_end_with_parent,
                **options,
            )
        self.is_wanted = True

    @property
    def number(self) -> int:
        assert self.process is not None
        return self.process.pid

    def kill(self) -> None:
        """End all its processes at once, with no chance to tidy up."""
        send(tree_of(self.number), signal.SIGKILL)

    def stop(self) -> None:
        self.is_wanted = False
        if self.process is None or self.process.poll() is not None:
            return
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(SECONDS_TO_END)
        self.kill()
        self.process.wait()


class Keeper:
    """Starts again what has ended."""

    def __init__(self) -> None:
        self.programs: dict[str, Program] = {}
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)

    def add(self, program: Program) -> Program:
        self.programs[program.name] = program
        return program

    def begin(self) -> None:
        self._thread.start()

    def _look(self) -> None:
        while not self._is_over.wait(LOOKED_AT_EVERY):
            for program in self.programs.values():
                if not program.is_wanted or program.process is None or program.process.poll() is None:
                    continue
                now = time.monotonic()
                if not program.due:
                    program.due = now + RESTART_AFTER
                elif now >= program.due:
                    program.due = 0.0
                    program.start()

    def end(self) -> None:
        """Stop everything; what began last ends first."""
        self._is_over.set()
        if self._thread.is_alive():
            self._thread.join()
        for program in reversed(self.programs.values()):
            program.stop()


def tree_of(number: int) -> list[int]:
    """Return a process and all that descend from it."""
    numbers = [number]
    for each in numbers:
        with contextlib.suppress(OSError):
            for task in Path(f"/proc/{each}/task").iterdir():
                numbers += map(int, (task / "children").read_text().split())
    return numbers


def send(numbers: list[int], number: signal.Signals) -> None:
    for each in numbers:
        with contextlib.suppress(ProcessLookupError):
            os.kill(each, number)


def _end_with_parent() -> None:
    # Even when the tests are killed outright, nothing is left.
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
