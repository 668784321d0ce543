"""The site as a process of its own: started on the test's database, killed without a word, started again."""

import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable
from pathlib import Path
from threading import Thread
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler

from tests.results.test_killed import address_of_the_test_database

WSGI = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
# Seconds in which a server starts where the processors are busy with much else.
PATIENCE = 120
AS_SERVED = """
import sys
import django
django.setup()
exec(sys.argv[2])
from league.installation.serving import Address, serve
serve(Address(host="127.0.0.1", port=int(sys.argv[1])), once_it_answers=lambda: None)
"""
PAUSE = 0.05
# Seconds after which a thread that serves sees that it is to end.
POLL = 0.01


class Connections(ThreadedWSGIServer):
    """Threads that answer, whose connections end when the server does, as those of a process."""

    def __init__(self, port: int, application: WSGI) -> None:
        self.open: set[socket.socket] = set()
        super().__init__(("127.0.0.1", port), QuietHandler)
        self.set_app(application)

    def process_request(self, request: Any, client_address: Any) -> None:
        self.open.add(request)
        super().process_request(request, client_address)

    def close_request(self, request: Any) -> None:
        self.open.discard(request)
        super().close_request(request)

    def server_close(self) -> None:
        for connection in list(self.open):
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        super().server_close()


class QuietHandler(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass


class Site:
    """The site at an address that stays the same, where nobody answers at times: quicker than a process."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.application: WSGI = WSGIHandler()
        self.connections: Connections | None = None
        self.start()

    def start(self) -> None:
        self.connections = Connections(self.port, self.application)
        Thread(target=self.connections.serve_forever, args=(POLL,), daemon=True).start()

    def kill(self) -> None:
        if self.connections is not None:
            self.connections.shutdown()
            self.connections.server_close()
            self.connections = None

    def become(self, application: WSGI | None = None) -> None:
        """Start again as another site at the same address, or as ours."""
        self.kill()
        self.application = application or WSGIHandler()
        self.start()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Server:
    """gunicorn with the settings of a real site, at an address that stays the same from start to start."""

    def __init__(self, var: Path, static_files: Path) -> None:
        """Keep everything in `var`, with a copy of the collected static files."""
        shutil.copytree(static_files, var / "static")
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "league.settings",
            "DATABASE_URL": address_of_the_test_database(),
            "PEGBOARD_VAR": str(var),
            "SECRET_KEY": settings.SECRET_KEY,
        }
        self.application = "league.wsgi"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, workers: int = 1) -> None:
        """Start, and come back when it answers."""
        self._start(
            [
                *(sys.executable, "-m", "gunicorn", self.application, f"--bind=127.0.0.1:{self.port}"),
                *(
                    f"--workers={workers}",
                    "--worker-class=league.installation.site_worker.SiteWorker",
                    "--threads=4",
                    "--log-level=critical",
                ),
                "--no-control-socket",
            ]
        )

    def start_as_served(self, first: str = "") -> None:
        """Start what `serve` starts: two workers, printing process, clock; some lines are run before."""
        self.environment |= {"PEGBOARD_WORKERS": "2"}
        self._start([sys.executable, "-c", AS_SERVED, str(self.port), first])

    def _start(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, cwd=settings.BASE_DIR, env=self.environment, start_new_session=True
        )
        until = time.monotonic() + PATIENCE
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > until:
                self.kill()
                raise RuntimeError("the server does not answer")
            time.sleep(PAUSE)

    def become(self, application: str) -> None:
        """Start again as another site at the same address."""
        self.kill()
        self.application = application
        self.start()

    def kill(self) -> None:
        """All its processes at once, as when the power goes."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def processor_seconds(self) -> float:
        """Return the seconds of a processor that all its processes have taken so far."""
        ticks = 0
        for folder in self._processes():
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Return the bytes of memory of all its processes, what they share counted once."""
        texts = [(folder / "smaps_rollup").read_text() for folder in self._processes()]
        return sum(1024 * int(re.search(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)[1]) for text in texts)

    def _processes(self) -> list[Path]:
        """Return the folders of its processes."""
        assert self.process is not None
        group, folders = os.getpgid(self.process.pid), []
        for file in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                if int(file.read_text().rpartition(")")[2].split()[2]) == group:
                    folders.append(file.parent)
        return folders

    def _answers(self) -> bool:
        try:
            return bool(urllib.request.urlopen(f"{self.url}/health/", timeout=5).status == 200)
        except (urllib.error.URLError, OSError):
            return False
