"""Jobs of the clock: start the process that makes the day's backup, and tell a watcher that all went well."""

import datetime
import http.client
import logging
import subprocess
import sys
import urllib.request

from django.conf import settings

from league.installation.daily_backups import is_due
from league.installation.stamps import FAILED, read_stamp
from league.shared.cells import FIRST, current_cell

SECONDS_FOR_PING = 10

log = logging.getLogger(__name__)
_running: list[subprocess.Popen[bytes]] = []


def start_daily_backup(now: datetime.datetime) -> int:
    """Start the day's backup, of all cells, if it is due and not being made; return how many were started."""
    _running[:] = [process for process in _running if process.poll() is None]
    if _running or current_cell() != FIRST or not is_due(now):
        return 0
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "backup", "--daily"]
    process = subprocess.Popen(
        command, cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    _running.append(process)
    return 1


def ping_watcher() -> None:
    """Ask for the watcher's address, if there is one and the last backup did not fail.

    The only request of the site to another host but for e-mail: off unless an address is set.
    """
    if settings.PING_URL is None or read_stamp(FAILED) is not None:
        return
    request = urllib.request.Request(settings.PING_URL, headers={"User-Agent": "Pegboard"})  # noqa: S310  (http or https)
    try:
        urllib.request.build_opener().open(request, timeout=SECONDS_FOR_PING).close()
    except (OSError, http.client.HTTPException) as fault:
        log.warning("The watcher could not be told that the clock runs: %s", fault)
