"""Long work in processes of their own: one can take a core, or die, and the site notices only its row."""

import os
import resource
import subprocess
import sys

from django.conf import settings

BEHIND_EVERYBODY = 10


class ChildProcesses:
    """The processes of one command that this process has started, by the number of their row."""

    def __init__(self, command: str, *options: str) -> None:
        self._command, self._options = command, options
        self.running: dict[int, subprocess.Popen[bytes]] = {}

    def start(self, due: list[int]) -> int:
        """Start a process for each row that has none yet; return how many were started."""
        for row, process in list(self.running.items()):
            if process.poll() is not None:
                del self.running[row]
        new = [row for row in due if row not in self.running]
        for row in new:
            manage = str(settings.BASE_DIR / "manage.py")
            command = [sys.executable, manage, self._command, str(row), *self._options]
            self.running[row] = subprocess.Popen(command, stdin=subprocess.DEVNULL, cwd=settings.BASE_DIR)
        return len(new)


def limit_this_process(*, memory: int, seconds: int) -> None:
    """Let everybody else go first, and take no more memory (bytes) and processor time than this, for good."""
    os.nice(BEHIND_EVERYBODY)
    _limit(resource.RLIMIT_AS, memory)
    _limit(resource.RLIMIT_CPU, seconds)


def _limit(what: int, most: int) -> None:
    """No more than this; less where the machine allows less."""
    _, hard = resource.getrlimit(what)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (most, most))
