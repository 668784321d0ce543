"""Jobs of the clock: start the process that makes the day's backup."""

import datetime
import subprocess
import sys

from django.conf import settings

from league.installation.daily_backups import is_due

_running: list[subprocess.Popen[bytes]] = []


def start_daily_backup(now: datetime.datetime) -> int:
    """Start the day's backup if it is due and not being made; return how many were started."""
    _running[:] = [process for process in _running if process.poll() is None]
    if _running or not is_due(now):
        return 0
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "backup", "--daily"]
    process = subprocess.Popen(
        command, cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    _running.append(process)
    return 1
