"""Long work in processes of their own: one can take a core, or die, and the site notices only its row."""

import datetime
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from django.conf import settings

from league.shared.cells import current_cell

log = logging.getLogger(__name__)


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
            cell = ["--cell", current_cell()] if settings.CELLS else []
            command = [sys.executable, manage, self._command, str(row), *self._options, *cell]
            self.running[row] = subprocess.Popen(command, stdin=subprocess.DEVNULL, cwd=settings.BASE_DIR)
        return len(new)


class ForkedProcess:
    """A process forked from this one, which shares what it has loaded. It ends when this one does.

    Its standard input is a pipe from this process: however this ends, the pipe ends too. Fork before there
    are threads, with no connection to a database open. `name`, fifteen characters at most, is what a list of
    processes calls it.
    """

    def __init__(self, name: str, act: Callable[[], object]) -> None:
        self._name, self._act = name, act
        self._fork()

    def _fork(self) -> None:
        ended, self._open = os.pipe()
        self._began = time.monotonic()
        self.number = os.fork()
        if self.number == 0:
            os.dup2(ended, 0)
            os.close(self._open)
            with suppress(OSError):
                Path("/proc/self/comm").write_text(self._name)
            _run_and_exit(self._act)
        os.close(ended)

    def restart_if_ended(self) -> bool:
        """Fork another if it has ended, and say so."""
        with suppress(ChildProcessError):
            ended, _ = os.waitpid(self.number, os.WNOHANG)
            if not ended:
                return False
        log.error("%s has ended and is started again. Was memory short?", self._name)
        os.close(self._open)
        self._fork()
        return True

    @property
    def age(self) -> datetime.timedelta:
        return datetime.timedelta(seconds=time.monotonic() - self._began)

    def kill(self) -> None:
        """End it, whatever it is at."""
        with suppress(ProcessLookupError):
            os.kill(self.number, signal.SIGKILL)

    def stop(self) -> None:
        """End it and wait for that."""
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(self.number, signal.SIGTERM)
            os.waitpid(self.number, 0)


def _run_and_exit(act: Callable[[], object]) -> None:
    """Never return: what stands behind in the stack is the other process's."""
    status = 1
    try:
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGTERM, signal.SIGQUIT, signal.SIGHUP, signal.SIGCHLD, signal.SIGUSR1):
            signal.signal(number, signal.SIG_DFL)
        act()
        status = 0
    except Exception:
        log.exception("%s went wrong", act)
    finally:
        os._exit(status)


def exit_with_parent() -> None:
    """End this forked process as soon as the one it was forked from has ended."""

    def wait() -> None:
        os.read(0, 1)
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
