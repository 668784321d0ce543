"""The clock starts the searches for fixtures, each in a process of its own.

So a search can take all of a core, or die, and neither the site nor the clock knows of it but by its row.
"""

import datetime
import subprocess
import sys

from django.conf import settings

from league.selectors.searches import searches_due

_running: dict[int, subprocess.Popen[bytes]] = {}


def start_searches(now: datetime.datetime) -> int:
    """A process for every plan that waits, one a league; how many were started."""
    for plan, process in list(_running.items()):
        if process.poll() is not None:
            del _running[plan]
    due = [plan for plan in searches_due(now) if plan not in _running]
    for plan in due:
        _running[plan] = _start(plan)
    return len(due)


def _start(plan: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "search_fixtures", str(plan)]
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, cwd=settings.BASE_DIR)
