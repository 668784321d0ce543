"""A worker of the web server: threads for pages, and others for hands and signatures.

A page takes a thread for as long as it takes to make, and on a match night hundreds ask for one at the same
time. Phones at the tables do not stand in that queue. A thread is taken only by a connection on which
something was sent: browsers open some that they never use.
"""

import errno
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from selectors import EVENT_READ
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

# Hands, signatures and objections, as their address says; photographs are looked at for half a second each.
_FROM_TABLES = re.compile(rb"POST /[sc]/(?![^ ]*photographs/)")
_PEEKED = 300
THREADS_FOR_TABLES = 2


class SiteWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn carries no types
    """Gunicorn's worker with threads, of which a few are for what is sent from the tables."""

    def init_process(self) -> None:
        self.for_tables = ThreadPoolExecutor(max_workers=THREADS_FOR_TABLES)
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
        pool = self.for_tables if is_from_tables(_peeked(conn.sock)) else self.tpool
        done = pool.submit(self.handle, conn)
        done.add_done_callback(lambda future: self.method_queue.defer(self.finish_request, conn, future))

    def handle_quit(self, sig: int, frame: Any) -> None:
        self.for_tables.shutdown(wait=False)
        super().handle_quit(sig, frame)


def is_from_tables(request: bytes) -> bool:
    """Return whether a request, by how it begins, brings a hand, a signature or an objection."""
    return _FROM_TABLES.match(request) is not None


def _peeked(client: socket.socket) -> bytes:
    try:
        return client.recv(_PEEKED, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except OSError:
        return b""
