"""Files of the notation as a command is given them, by name or as standard input; what is wrong is said."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from scoring import notation
from scoring.faults import Fault, sentence
from scoring.notation import Sheet

__all__ = ["Unreadable", "faults_said", "sheets_of"]

STANDARD_INPUT = "-"


class Unreadable(Exception):
    """A file that cannot be opened or read; the message says which and why."""


def sheets_of(name: str) -> Iterator[Sheet]:
    """The sheets of a file, read as they are asked for. Unreadable where there is no such file."""
    with _opened(name) as stream:
        yield from notation.read(notation.lines_of(stream))


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    try:
        if name == STANDARD_INPUT:
            yield sys.stdin.buffer
        else:
            with open(name, "rb") as stream:
                yield stream
    except (OSError, ValueError) as trouble:
        reason = getattr(trouble, "strerror", None) or str(trouble)
        raise Unreadable(f"{name} cannot be read: {reason}.") from None


def faults_said(sheet: Sheet, faults: tuple[Fault, ...]) -> Iterator[tuple[Fault, str]]:
    """Each fault with its sentence, the sides by the names on the sheet."""
    names = {"home": sheet.tag("Home") or "Home", "away": sheet.tag("Away") or "Away"}
    for fault in faults:
        yield fault, sentence(fault, **names)
