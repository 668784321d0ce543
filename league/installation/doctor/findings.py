"""What a look at an installation found: one line each, with the command that mends it."""

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """Whether a thing is well, is lacking where one can do without, or has to be mended."""

    OK = "ok"
    MISSING = "missing"
    FAULT = "fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that is well, or what to do about it."""

    what: str
    state: State = State.OK
    cure: str = ""


def well(what: str) -> Finding:
    return Finding(what=what)


def missing(what: str, cure: str) -> Finding:
    return Finding(what=what, state=State.MISSING, cure=cure)


def fault(what: str, cure: str) -> Finding:
    return Finding(what=what, state=State.FAULT, cure=cure)


def words(reason: BaseException) -> str:
    """Return what an exception says, in one line without its full stop."""
    return " ".join(str(reason).split()).removesuffix(".") or type(reason).__name__
