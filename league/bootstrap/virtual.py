"""`.venv`: made, finished, entered.

A stamp is written last. Without it the environment is half made, and made anew; with a stamp for another
lock it is brought up to date in place.
"""

import json
import os
import subprocess
import sys
from typing import Any

from league.bootstrap import locks
from league.bootstrap.locks import ROOT, Lock
from league.bootstrap.talk import Trouble, follow, say

FOLDER = ROOT / ".venv"
PYTHON = FOLDER / "bin" / "python"
STAMP = FOLDER / "pegboard-stamp.json"
PYTHON_VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"

# Set while one process replaces itself by another; still set on arrival means it arrived elsewhere.
ON_THE_WAY = "PEGBOARD_ENTERING"
# Where pip is told to install to; ours is decided. Its index settings are left alone.
PIP_PLACES = ("PIP_PREFIX", "PIP_ROOT", "PIP_TARGET", "PIP_USER", "PIP_REQUIRE_VIRTUALENV")


def is_running() -> bool:
    """This very process runs under `.venv`."""
    # The prefix, not the executable: .venv/bin/python is a link to the machine's own.
    return FOLDER.is_dir() and os.path.samefile(sys.prefix, FOLDER)


def is_finished(lock: Lock) -> bool:
    """`.venv` holds what the lock names, for this version of Python."""
    stamp = _stamp()
    if stamp is None and _holds(lock):  # made by hand with pip, and complete
        _write_stamp(lock)
        return True
    return stamp is not None and stamp["python"] == PYTHON_VERSION and lock.digest in stamp["locks"]


def make(lock: Lock) -> None:
    """Makes `.venv`, or brings it up to date.

    Raises Trouble with the last lines of what failed.
    """
    stamp = _stamp()
    STAMP.unlink(missing_ok=True)
    if stamp is None or stamp["python"] != PYTHON_VERSION:
        _make_empty()
    ending = follow(
        [
            *(str(PYTHON), "-m", "pip", "install", "--require-hashes", "--no-deps", "--prefer-binary"),
            *("--no-input", "--disable-pip-version-check", "--progress-bar", "off", "-r", str(lock.path)),
        ],
        doing=f"Installing {len(lock.versions)} packages into .venv",
        environ={name: value for name, value in os.environ.items() if name not in PIP_PLACES},
    )
    if ending.status != 0:
        raise Trouble(f"{ending.text}\n\nThe packages could not be installed; pip says why above.")
    _write_stamp(lock)


def _make_empty() -> None:
    say("Making .venv, a Python environment of Pegboard's own ...")
    # Of an environment's Python this is the machine's Python: one can be rebuilt from inside itself.
    base = getattr(sys, "_base_executable", sys.executable)
    made = subprocess.run(
        [base, "-m", "venv", "--clear", str(FOLDER)], capture_output=True, text=True, check=False
    )
    if made.returncode != 0:
        raise Trouble(
            f"{made.stdout}{made.stderr}\nThe environment .venv could not be made; Python says why above."
        )


def enter(arguments: list[str]) -> None:
    """Replaces this process by the same command under `.venv`'s Python."""
    sys.stdout.flush()
    sys.stderr.flush()
    environ = {**os.environ, ON_THE_WAY: str(FOLDER)}
    os.execve(PYTHON, [str(PYTHON), str(ROOT / "manage.py"), *arguments[1:]], environ)  # noqa: S606


def refuse_a_loop() -> None:
    """Entering `.venv` and finding oneself outside it again would go round for ever."""
    if os.environ.get(ON_THE_WAY) == str(FOLDER):
        raise Trouble(f"{PYTHON} does not lead into its own environment: delete {FOLDER} and try again.")


def arrived() -> None:
    """Children of this process may set out afresh."""
    os.environ.pop(ON_THE_WAY, None)


def _stamp() -> dict[str, Any] | None:
    if not os.access(PYTHON, os.X_OK):  # dangles after the machine's Python was replaced
        return None
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
        return {"python": stamp["python"], "locks": stamp["locks"]}
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _holds(lock: Lock) -> bool:
    if not os.access(PYTHON, os.X_OK):
        return False
    asked = [str(PYTHON), "-m", "league.bootstrap.locks", str(lock.path)]
    return subprocess.run(asked, cwd=ROOT, capture_output=True, check=False).returncode == 0


def _write_stamp(lock: Lock) -> None:
    held = [lock, locks.RUN] if lock == locks.TEST else [lock]  # the test set holds all that runs the site
    draft = STAMP.with_suffix(".new")
    draft.write_text(json.dumps({"python": PYTHON_VERSION, "locks": [lock.digest for lock in held]}))
    draft.replace(STAMP)
