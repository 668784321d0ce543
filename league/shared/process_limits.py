"""Limits of processes that do long or dangerous work. Nothing else is loaded: such a process starts often."""

import os
import resource

BEHIND_EVERYBODY = 10


def limit_this_process(*, memory: int, seconds: int) -> None:
    """Let everybody else go first, and take no more memory (bytes) and processor time than this, for good."""
    os.nice(BEHIND_EVERYBODY)
    _limit(resource.RLIMIT_AS, memory)
    _limit(resource.RLIMIT_CPU, seconds)
    _limit(resource.RLIMIT_CORE, 0)  # libraries abort where memory ends: whoever sends files fills no disk


def _limit(what: int, most: int) -> None:
    """No more than this; less where the machine allows less."""
    _, hard = resource.getrlimit(what)
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (most, most))
