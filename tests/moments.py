"""Several people in the same instant, each with a connection of their own."""

import threading
from collections.abc import Callable
from typing import Any

from django.db import connections

from league.shared.errors import Refused

WAIT = 30


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Let everybody begin at the same instant; what each came to: "done", or the refusal, or the fault."""
    start = threading.Barrier(len(acts))
    became: list[Any] = [None] * len(acts)

    def run(place: int, act: Callable[[], Any]) -> None:
        try:
            start.wait(timeout=WAIT)
            act()
            became[place] = "done"
        except Exception as fault:
            became[place] = fault
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=WAIT)
    return became


def assert_done_or_refused(became: list[Any], *, done: int) -> None:
    assert sum(one == "done" for one in became) == done, became
    assert all(one == "done" or isinstance(one, Refused) for one in became), became
