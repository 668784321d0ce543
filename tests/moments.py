"""Several people in the same instant, each with a connection of their own; and a night that is over."""

import datetime
import importlib
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connections

from league.results.pages import before_confirming
from league.shared.errors import Refused

WAIT = 30
HALF_A_YEAR = datetime.timedelta(weeks=26)


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
    assert sum(outcome == "done" for outcome in became) == done, became
    assert all(outcome == "done" or isinstance(outcome, Refused) for outcome in became), became


def after(monkeypatch: pytest.MonkeyPatch, day: datetime.date) -> None:
    """Let results of matches until a day be confirmed without the question whether they were played early."""
    ask = before_confirming.date_question
    # The name of the module is also that of its view, which a dotted path would find.
    for module in (before_confirming, importlib.import_module("league.results.views.finals")):
        monkeypatch.setattr(
            module, "date_question", lambda date, today, *words: ask(date, max(today, day), *words)
        )
