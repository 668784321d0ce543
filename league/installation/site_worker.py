"""A worker of the web server: threads for pages, others for hands and signatures, for paper and for files.

A page takes a thread for as long as it takes to make, and on a match night hundreds ask for one at the same
time. Phones at the tables do not stand in that queue. A thread is taken only by a connection on which
something was sent: browsers open some that they never use.
"""

import errno
import re
import socket
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from selectors import EVENT_READ
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

from league.installation.kinds import FILES, MOST_WAITING, PAPER
from league.shared.usage import use_row

# Hands, signatures and objections, as their address says; photographs are looked at for half a second each.
_FROM_TABLES = re.compile(rb"POST /[sc]/(?![^ ]*photographs/)")
_ASKED = re.compile(rb"[A-Z]+ ([^ ?]*)[ ?]")
_SENT = re.compile(rb"POST ([^ ?]*)[ ?]")
_PEEKED = 300
THREADS_FOR_TABLES = 2
# They wait for the press, but for one or two that send more away.
THREADS_FOR_PAPER = MOST_WAITING + 2
# A file comes as slowly as its sender's network, and a photograph waits for others: no page waits for them.
THREADS_FOR_FILES = 4
# Seconds after which a thread that makes a page lets another go on: five times as often as Python's own.
TURN = 0.001


class SiteWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn carries no types
    """Gunicorn's worker with threads, of which a few are for the tables, for paper and for files."""

    row = 0
    """In what the processes count together; given by the server before the fork."""

    def init_process(self) -> None:
        use_row(self.row)
        sys.setswitchinterval(TURN)
        self.for_tables = ThreadPoolExecutor(max_workers=THREADS_FOR_TABLES)
        self.for_paper = ThreadPoolExecutor(max_workers=THREADS_FOR_PAPER)
        self.for_files = ThreadPoolExecutor(max_workers=THREADS_FOR_FILES)
        super().init_process()

    def accept(self, listener: socket.socket) -> None:
        """Accept a connection, and wait with everybody until something is sent on it."""
        try:
            client, address = listener.accept()
        except OSError as fault:
            if fault.errno in (errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK):
                return
            raise
        self.nr_conns += 1
        connection = TConn(self.cfg, client, address, listener.getsockname())
        connection.set_timeout()
        self.pending_conns.append(connection)
        self.poller.register(client, EVENT_READ, partial(self.on_pending_socket_readable, connection))

    def enqueue_req(self, conn: TConn) -> None:
        """Give a request to the threads that are for it."""
        begins = _peeked(conn.sock)
        pool = self.tpool
        if is_from_tables(begins):
            pool = self.for_tables
        elif is_for_paper(begins):
            pool = self.for_paper
        elif brings_files(begins):
            pool = self.for_files
        done = pool.submit(self.handle, conn)
        done.add_done_callback(lambda future: self.method_queue.defer(self.finish_request, conn, future))

    def handle_quit(self, sig: int, frame: Any) -> None:
        self.for_tables.shutdown(wait=False)
        self.for_paper.shutdown(wait=False)
        self.for_files.shutdown(wait=False)
        super().handle_quit(sig, frame)


def is_from_tables(request: bytes) -> bool:
    """Return whether a request, by how it begins, brings a hand, a signature or an objection."""
    return _FROM_TABLES.match(request) is not None


def is_for_paper(request: bytes) -> bool:
    """Return whether a request, by how it begins, asks for a document to print."""
    asked = _ASKED.match(request)
    return asked is not None and PAPER.fullmatch(asked[1].decode("latin-1")) is not None


def brings_files(request: bytes) -> bool:
    """Return whether a request, by how it begins, is sent to a page that takes files."""
    sent = _SENT.match(request)
    return sent is not None and FILES.fullmatch(sent[1].decode("latin-1")) is not None


def _peeked(client: socket.socket) -> bytes:
    try:
        return client.recv(_PEEKED, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except OSError:
        return b""
