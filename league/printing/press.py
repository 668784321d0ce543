"""The press: a process beside the web server that sets short documents, one after the other.

To set a page holds the interpreter for half a second, through which no thread of a worker could answer. The
press is a fork of the server with WeasyPrint loaded, so that no worker loads it; it goes behind everybody.
Without a press, as in a command or if it has died, a document is set where it is asked for.
"""

import logging
import os
import pickle
import shutil
import socket
import tempfile
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path

from league.installation.child_processes import ForkedProcess, exit_with_parent
from league.printing import pdf
from league.printing.documents import Document

# Seconds. What takes longer is no short document.
PATIENCE = 60.0
MOST_WAITING = 32
# Somebody waits for it, but more wait for pages.
BEHIND_PAGES = 5

log = logging.getLogger(__name__)


class Press:
    """The press of this server, the same in all its workers, which are forked after it."""

    # A folder that only its owner can open: what is sent through it is trusted.
    folder: Path | None = None
    process: ForkedProcess | None = None

    @classmethod
    def start(cls, *inherited: socket.socket) -> None:
        """Fork the press; it closes the sockets it inherits."""
        cls.folder = Path(tempfile.mkdtemp(prefix="pegboard-press-"))
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(str(cls.folder / "socket"))
            listener.listen(MOST_WAITING)
            cls.process = ForkedProcess("pegboard press", lambda: _work(listener, inherited))

    @classmethod
    def stop(cls) -> None:
        if cls.process is not None:
            cls.process.stop()
        if cls.folder is not None:
            shutil.rmtree(cls.folder, ignore_errors=True)


def set_document(document: Document) -> bytes:
    """Return the document as a PDF, set by the press if there is one. Raises NoPango."""
    if Press.folder is not None:
        with suppress(OSError, EOFError, pickle.PicklingError, TypeError, AttributeError):
            return _set_by_press(Press.folder, document)
        log.warning("the press did not answer: %s is set without it", document.title)
    return pdf.pdf(document)


def _set_by_press(folder: Path, document: Document) -> bytes:
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(str(folder / "socket"))
        with Connection(line.detach()) as press:
            press.send(document)
            if not press.poll(PATIENCE):
                raise TimeoutError
            content: bytes | None = press.recv()
    if content is None:
        raise pdf.NoPango
    return content


def _work(listener: socket.socket, inherited: tuple[socket.socket, ...]) -> None:
    for other in inherited:
        other.close()
    exit_with_parent()
    os.nice(BEHIND_PAGES)
    pdf.warm_up()
    while True:
        line, _ = listener.accept()
        try:
            with Connection(line.detach()) as asked:
                _answer(asked)
        except (OSError, EOFError) as fault:  # who asked has gone
            log.info("a document was not fetched: %r", fault)
        except Exception:  # whoever asked sets it then, and says what is wrong
            log.exception("a document could not be set")


def _answer(asked: Connection) -> None:
    try:
        asked.send(pdf.pdf(asked.recv()))
    except pdf.NoPango:
        asked.send(None)
