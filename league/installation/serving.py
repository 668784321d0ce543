"""The web server: gunicorn, in the foreground, for trying the site out and for a real server alike.

Beside it runs the clock (`manage.py jobs`), which ends when the server does.
"""

import contextlib
import ctypes
import datetime
import errno
import gc
import logging
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.core.management import call_command
from django.db import connections
from django.utils.autoreload import DJANGO_AUTORELOAD_ENV
from django.utils.module_loading import import_string
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.systemd import sd_notify

from league.installation.child_processes import ForkedProcess
from league.installation.limits import RefusalsNoted
from league.installation.page_store import forget_pages
from league.installation.printing_process import PrintingProcess
from league.installation.site_worker import SiteWorker
from league.installation.stamps import (
    CLOCK,
    KEY,
    LATE_AFTER,
    STARTING,
    clock_words,
    key_fingerprint,
    late_clock,
    read_stamp,
    write_stamp,
)
from league.printing.pdf import warm_up
from league.shared.usage import ROWS

ANY_ADDRESS = frozenset({"0.0.0.0", "::", ""})  # noqa: S104  (recognised, not used)
LOOPBACK = "127.0.0.1"
LOOPBACKS = (LOOPBACK, "::1")
LAST_PORT = 65535

# A machine without a route still knows its own address; nothing is sent to this one (RFC 5737).
SOMEWHERE_ELSE = ("192.0.2.1", 9)

# Two at least: while one is busy, or has died, another answers.
FEWEST_WORKERS, THREADS_EACH = 2, 4
# Bytes that are for the database and the system, and that a busy worker takes beside what all share.
FOR_OTHERS, FOR_A_WORKER = 256 * 1024 * 1024, 128 * 1024 * 1024
# Objects made, fewer those ended, between two searches for garbage: Python's own number.
SEARCHED_EVERY = 700
# What glibc's `mallopt` calls the most arenas, and how many here: it gives threads up to eight for each core,
# and what was once used in one is seldom given back. With two, workers took 30 MB less after half an hour.
M_ARENA_MAX, ARENAS = -8, 2
# Seconds for which a connection stays open: a phone sends several hands, a reader looks at several pages.
KEPT_OPEN = 20
PAUSE = 0.05
# No round of the clock takes that long: what it waits for does not come.
STUCK_AFTER = datetime.timedelta(minutes=30)
# Signs of life in the time that systemd waits for one.
SIGNS = 4

log = logging.getLogger(__name__)


class CannotServe(Exception):
    """The address cannot be used; the message is one sentence that says what can."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where the site listens."""

    host: str
    port: int

    @property
    def is_open_to_all(self) -> bool:
        return self.host in ANY_ADDRESS

    @property
    def url(self) -> str:
        """What to type into a browser; from another machine, where all may come."""
        return f"http://{_bracketed(outward_address() if self.is_open_to_all else self.host)}:{self.port}"

    @property
    def own_url(self) -> str:
        """The same, from this machine."""
        return f"http://{_bracketed(LOOPBACK if self.is_open_to_all else self.host)}:{self.port}"

    @property
    def names(self) -> list[str]:
        """The host names people will have typed."""
        if not self.is_open_to_all:
            return [_bracketed(self.host)]
        return [outward_address(), socket.gethostname(), f"{socket.gethostname()}.local"]


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def outward_address() -> str:
    """This machine's address in the house's network, or its own where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE_ELSE)
        except OSError:
            return LOOPBACK
        return str(probe.getsockname()[0])


def verify_free(address: Address) -> None:
    """Raises CannotServe when nothing can listen there."""
    if not 0 < address.port <= LAST_PORT:
        raise CannotServe(f"{address.port} is no port: give one from 1 to {LAST_PORT}, such as --port 8000.")
    try:
        family, kind, *_, place = socket.getaddrinfo(
            address.host or None, address.port, type=socket.SOCK_STREAM
        )[0]
        with socket.socket(family, kind) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(place)
    except socket.gaierror:
        raise CannotServe(f"{address.host!r} is no address of this machine: try --host 127.0.0.1.") from None
    except OSError as fault:
        raise CannotServe(_why_not(address, fault)) from None


def _why_not(address: Address, fault: OSError) -> str:
    if fault.errno == errno.EADDRINUSE:
        another = address.port % LAST_PORT + 1
        return f"Port {address.port} is in use on this machine: give another, such as --port {another}."
    if fault.errno == errno.EACCES:
        return f"Port {address.port} is not for ordinary users: give one above 1023, such as --port 8000."
    return f"{address.host!r} is no address of this machine: try --host 127.0.0.1."


def serve(address: Address, *, once_it_answers: Callable[[], None]) -> None:
    """Serves until it is told to stop. Never comes back: gunicorn ends the process."""
    forget_pages()
    # The workers are forks of this process: an open connection must not be shared among them.
    connections.close_all()
    _Site(address, once_it_answers).run()


def is_restart() -> bool:
    """Say whether this process serves in development: it is ended and started again when code changes."""
    return os.environ.get(DJANGO_AUTORELOAD_ENV) == "true"


def serve_in_development(address: Address) -> None:
    """Serve with Django's development server until Ctrl-C; changed code and templates are loaded at once."""
    clock = start_clock() if is_restart() else None
    try:
        call_command("runserver", f"{_bracketed(address.host) or LOOPBACK}:{address.port}")
    finally:
        if clock is not None:
            clock.terminate()
            clock.wait()


def start_clock() -> subprocess.Popen[bytes]:
    """Start `manage.py jobs`. Its input is a pipe from this process: however this ends, the pipe ends too."""
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "jobs", "--beside-server"]
    return subprocess.Popen(command, stdin=subprocess.PIPE)


class _Arbiter(Arbiter):  # type: ignore[misc]  # gunicorn carries no types
    """Gunicorn's parent of the workers, which looks every second, or when a child ends, who is missing."""

    _next_sign = 0.0

    def manage_workers(self) -> None:
        super().manage_workers()
        self.app.restart_beside()
        self.app.refusals.note()
        self.give_sign_of_life()

    def give_sign_of_life(self) -> None:
        """Tell systemd that the site answers, where its unit has a watchdog (WatchdogSec=).

        Without a sign for that long, systemd ends the site and starts it again.
        """
        allowed = int(os.environ.get("WATCHDOG_USEC", "0")) / 1_000_000
        if allowed and time.monotonic() >= self._next_sign and answers(self.app.address):
            sd_notify("WATCHDOG=1", self.log)
            self._next_sign = time.monotonic() + allowed / SIGNS


class _Site(BaseApplication):  # type: ignore[misc]  # gunicorn carries no types
    """Gunicorn's way in, without its command line and its configuration file."""

    def __init__(self, address: Address, once_it_answers: Callable[[], None]) -> None:
        self.address = address
        self.once_it_answers = once_it_answers
        self.clock: ForkedProcess | None = None
        self.is_clock_late = False
        self.refusals = RefusalsNoted()
        super().__init__()

    def run(self) -> None:
        _Arbiter(self).run()

    def load_config(self) -> None:
        for name, value in self.settings().items():
            self.cfg.set(name, value)

    def load(self) -> WSGIHandler:
        application: WSGIHandler = import_string(settings.WSGI_APPLICATION)
        # Other C libraries have neither these arenas nor, perhaps, this name.
        with contextlib.suppress(AttributeError):
            ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS)
        # What was loaded stays: a worker that looked through it for garbage would make its own copy of it.
        gc.collect()
        gc.freeze()
        gc.set_threshold(SEARCHED_EVERY)  # manage.py searches less often, for commands that soon end
        return application

    def settings(self) -> dict[str, Any]:
        return {
            "bind": f"{_bracketed(self.address.host)}:{self.address.port}",
            "workers": settings.WORKERS or workers_for(os.cpu_count() or 1, _memory()),
            "worker_class": SiteWorker,
            "threads": settings.THREADS or THREADS_EACH,
            "keepalive": KEPT_OPEN,
            "preload_app": True,
            "loglevel": "warning",
            "control_socket_disable": True,
            # Of what the web server in front says of a request, what it is known to say itself.
            "secure_scheme_headers": {"X-FORWARDED-PROTO": "https"},
            "forwarder_headers": "",
            "forwarded_allow_ips": ",".join((*LOOPBACKS, *map(str, settings.PROXIES))),
            "pre_fork": give_row,
            "post_worker_init": self.announce,
            "when_ready": self.fork_beside,
            "on_exit": self.stop_beside,
        }

    def fork_beside(self, arbiter: Any) -> None:
        """Start the printing process and the clock before the workers, of which each will know the former."""
        listeners = [listener.sock for listener in arbiter.LISTENERS]
        PrintingProcess.start(self.wsgi(), *listeners, warm_up=warm_up)
        for name, first in ((CLOCK, STARTING), (KEY, key_fingerprint())):
            if read_stamp(name) is None:
                write_stamp(name, first)
        self.clock = ForkedProcess("pegboard clock", lambda: _tick(listeners))

    def restart_beside(self) -> None:
        """Start again what has ended of them; log that the clock is late, and end one that is stuck."""
        PrintingProcess.restart_if_ended()
        if self.clock is not None:
            self.clock.restart_if_ended()
            self.is_clock_late = watch_clock(self.clock, was_late=self.is_clock_late)

    def stop_beside(self, _: Any) -> None:
        if self.clock is not None:
            self.clock.stop()
        PrintingProcess.stop()

    def announce(self, worker: Any) -> None:
        """Every worker waits for the site's first answer, its own or another's; the first one tells."""
        threading.Thread(target=self._wait_and_tell, args=(worker.age == 1,), daemon=True).start()

    def _wait_and_tell(self, is_first: bool) -> None:
        while not answers(self.address):
            time.sleep(PAUSE)
        if is_first:
            self.once_it_answers()


def _tick(listeners: list[socket.socket]) -> None:
    for listener in listeners:
        listener.close()
    call_command("jobs", beside_server=True)


def watch_clock(clock: ForkedProcess, *, was_late: bool) -> bool:
    """Return whether the clock is late, and log it when it begins and ends; kill one that is stuck."""
    if (late := late_clock() if clock.age > LATE_AFTER else None) is None:
        if was_late:
            log.warning("The clock runs again.")
        return False
    if not was_late:
        log.error(clock_words())
    if min(late.age, clock.age) > STUCK_AFTER:
        clock.kill()
    return True


def give_row(arbiter: Any, worker: SiteWorker) -> None:
    """Give a worker the first row, in what the processes count together, that no other one has."""
    taken = {other.row for other in arbiter.WORKERS.values()}
    worker.row = next(row for row in range(1, ROWS) if row not in taken)


def workers_for(cores: int, memory: int) -> int:
    """Return how many processes a machine has room for, one for each core, by its memory in bytes."""
    return max(1, min(max(cores, FEWEST_WORKERS), (memory - FOR_OTHERS) // FOR_A_WORKER))


def _memory() -> int:
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def answers(address: Address) -> bool:
    """Return whether something speaks HTTP there; what it says is another matter."""
    # Past any proxy of the environment: this machine asks itself.
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    # The address may be that of one machine of several, which is no name of the site.
    headers = {"Host": "localhost"}
    question = urllib.request.Request(f"{address.own_url}/health/", headers=headers)  # noqa: S310  (our own)
    try:
        direct.open(question, timeout=5)
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True
