"""A worker of the web server: threads for pages, others for hands and signatures, for paper and for files.

A page takes a thread for as long as it takes to make, and on a match night hundreds ask for one at the same
time. Phones at the tables do not stand in that queue. A thread is taken only by a connection on which
something was sent: browsers open some that they never use. What the store of pages has is sent before Django
is asked; on SQLite before any thread is, as handing a request to one costs more than the answer.
"""

import errno
import re
import socket
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from selectors import EVENT_READ
from typing import Any

from django.db import connection
from gunicorn.http.errors import NoMoreData, ParseException
from gunicorn.http.message import Request
from gunicorn.http.unreader import IterUnreader
from gunicorn.workers.gthread import TConn, ThreadWorker

from league.installation.kinds import FILES, MOST_WAITING, PAPER
from league.shared.usage import Work, use_row

# Hands, signatures and objections, as their address says; photographs are looked at for half a second each.
_FROM_TABLES = re.compile(r"/[sc]/(?!.*photographs/)")
_ASKED = re.compile(rb"([A-Z]+) ([^ ?]*)[ ?]")
# The whole of a request for a page, as browsers send it.
_PEEKED = 4096
# Threads of their own, in which no page waits.
THREADS = {
    Work.HAND: 2,
    # They wait for the printing process, but for one or two that send more away.
    Work.PAPER: MOST_WAITING + 2,
    # A file comes as slowly as its sender's network, and a photograph waits for others.
    Work.UPLOAD: 4,
}
# Seconds after which a thread that makes a page lets another go on: five times as often as Python's own.
TURN = 0.001


class SiteWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn carries no types
    """Gunicorn's worker with threads, of which a few are for the tables, for paper and for files."""

    row = 0
    """In what the processes count together; given by the server before the fork."""

    def init_process(self) -> None:
        use_row(self.row)
        # In the thread that waits for all connections only what never waits itself: SQLite's readers do not.
        self.asks_in_loop = connection.vendor == "sqlite"
        sys.setswitchinterval(TURN)
        self.pools = {kind: ThreadPoolExecutor(max_workers=most) for kind, most in THREADS.items()}
        super().init_process()

    def load_wsgi(self) -> None:
        super().load_wsgi()
        # It needs models, and gunicorn reads this module before Django is set up.
        from league.installation.stored_pages import answer_at_once

        self.answer_at_once = answer_at_once

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
        if self.asks_in_loop and (answer := self.stored_answer(conn, begins)):
            self.send(conn, answer)
            return
        pool: Any = self.pools.get(work_of(begins), self.tpool)
        self.give(pool, self.handle, conn)

    def give(self, pool: ThreadPoolExecutor, work: Callable[..., bool], conn: TConn, *more: Any) -> None:
        """Have a thread work for a connection, which then waits for its next request, or is closed."""
        done = pool.submit(work, conn, *more)
        done.add_done_callback(lambda future: self.method_queue.defer(self.finish_request, conn, future))

    def send(self, conn: TConn, answer: bytes) -> None:
        """Send an answer at once; what its reader has no room for yet waits for them in a thread."""
        try:
            conn.sock.setblocking(False)
            sent = conn.sock.send(answer)
        except BlockingIOError:
            sent = 0
        except OSError:
            self.nr_conns -= 1
            conn.close()
            return
        if sent < len(answer):
            self.give(self.tpool, _sent_on, conn, answer[sent:])
            return
        conn.set_timeout()
        self.keepalived_conns.append(conn)
        self.poller.register(conn.sock, EVENT_READ, partial(self.on_client_socket_readable, conn))

    def handle(self, conn: TConn) -> Any:
        """Answer a request in a thread; return whether the connection stays open."""
        if not self.asks_in_loop and (answer := self.stored_answer(conn, _peeked(conn.sock))):
            return _sent_on(conn, answer)
        return super().handle(conn)

    def stored_answer(self, conn: TConn, head: bytes) -> bytes | None:
        """Return the answer to a request that is all there, if the store has it.

        The request is then taken off its connection; otherwise it lies untouched before gunicorn.
        """
        if not (head.startswith(b"GET /") and head.endswith(b"\r\n\r\n") and self.alive):
            return None
        if len(self.keepalived_conns) >= self.max_keepalived:
            return None
        if conn.parser is not None and conn.parser.unreader.buf.getvalue():
            # Gunicorn has read ahead: what lies on the connection is not where the request begins.
            return None
        ahead = IterUnreader([head])
        try:
            asked = Request(self.cfg, ahead, conn.client)
        except (ParseException, NoMoreData, StopIteration):
            return None
        # Another request behind it, or a body: gunicorn knows what to do with these.
        if ahead.take_buffered() or asked.should_close() or not _has_no_body(asked):
            return None
        answer: bytes | None = self.answer_at_once(asked)
        if answer is not None:
            conn.sock.recv(len(head))
            conn.init()
        return answer

    def handle_quit(self, sig: int, frame: Any) -> None:
        for pool in self.pools.values():
            pool.shutdown(wait=False)
        super().handle_quit(sig, frame)


def work_of(request: bytes) -> Work:
    """Return, by how a request begins, whether it is for threads of its own; all else counts as a page."""
    if (asked := _ASKED.match(request)) is None:
        return Work.PAGE
    is_sent, path = asked[1] == b"POST", asked[2].decode("latin-1")
    if is_sent and _FROM_TABLES.match(path):
        return Work.HAND
    if PAPER.fullmatch(path):
        return Work.PAPER
    return Work.UPLOAD if is_sent and FILES.fullmatch(path) else Work.PAGE


def _has_no_body(asked: Request) -> bool:
    return all(
        name != "TRANSFER-ENCODING" and (name != "CONTENT-LENGTH" or value == "0")
        for name, value in asked.headers
    )


def _sent_on(conn: TConn, answer: bytes) -> bool:
    conn.sock.setblocking(True)
    conn.sock.sendall(answer)
    return True


def _peeked(client: socket.socket) -> bytes:
    try:
        return client.recv(_PEEKED, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except OSError:
        return b""
