"""What a look at an installation found: one line each, with the command that mends it."""

import functools
from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """Whether a thing is well, is lacking where one can do without, or has to be mended."""

    OK = "ok"
    MISSING = "missing"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is well, or what to do about it."""

    what: str
    cure: str = ""
    state: State = State.OK


well, missing, fault = (functools.partial(Finding, state=state) for state in State)


def words(reason: BaseException) -> str:
    """Return what an exception says, in one line without its full stop."""
    return " ".join(str(reason).split()).removesuffix(".") or type(reason).__name__
