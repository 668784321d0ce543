"""The environment in `.venv`: create it, check it, restart inside it.

A stamp is written last. Without it the environment is incomplete and created again; with the stamp of another
lock it is updated in place.
"""

import json
import os
import platform
import subprocess
import sys
from typing import Any

from league.bootstrap import locks
from league.bootstrap.locks import ROOT, Lock
from league.bootstrap.machine import LIBRARIES
from league.bootstrap.output import SetupError, run_step, say
from league.shared.layout import of_program, site_line

FOLDER = ROOT / ".venv"
PYTHON = FOLDER / "bin" / "python"
STAMP = FOLDER / "pegboard-stamp.json"
PYTHON_VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"

# Set while a process replaces itself; still set outside `.venv`, it shows that the restart went wrong.
RESTARTING = "PEGBOARD_ENTERING"
# Settings of where pip installs to, which is decided here. Its index settings are kept.
PIP_PLACES = ("PIP_PREFIX", "PIP_ROOT", "PIP_TARGET", "PIP_USER", "PIP_REQUIRE_VIRTUALENV")


def is_running() -> bool:
    """Say whether this process runs under `.venv`."""
    # The prefix, not the executable: .venv/bin/python is a link to the machine's own.
    return FOLDER.is_dir() and os.path.samefile(sys.prefix, FOLDER)


def is_complete(lock: Lock) -> bool:
    """Say whether `.venv` has what the lock names, for this version of Python."""
    stamp = _stamp()
    if stamp is None and _holds(lock):  # made by hand with pip, and complete
        _write_stamp(lock)
        return True
    return stamp is not None and stamp["python"] == PYTHON_VERSION and lock.digest in stamp["locks"]


def made_anew() -> str:
    """Return the lines that make `.venv` anew, as its owner does: on the documented server root."""
    sudo = "sudo " if ROOT.stat().st_uid != os.geteuid() else ""
    return of_program(
        f"Type: {sudo}rm -rf {FOLDER}",
        f"Type: {sudo}env PEGBOARD_VAR=$(mktemp -d) python3 {ROOT}/manage.py check",
        site_line("restart"),
    )


def create(lock: Lock) -> None:
    """Create `.venv`, or update it.

    Raises SetupError with the last lines of what failed.
    """
    if not os.access(ROOT, os.W_OK):
        raise SetupError(f"The packages are not those of this version, or of another Python.\n{made_anew()}")
    stamp = _stamp()
    STAMP.unlink(missing_ok=True)
    if stamp is None or stamp["python"] != PYTHON_VERSION:
        _make_empty()
    ending = run_step(
        [
            *(str(PYTHON), "-m", "pip", "install", "--require-hashes", "--no-deps", "--prefer-binary"),
            *("--no-input", "--disable-pip-version-check", "--progress-bar", "off", "-r", str(lock.path)),
        ],
        doing=f"Installing {len(lock.versions)} packages into .venv",
        environ={name: value for name, value in os.environ.items() if name not in PIP_PLACES},
    )
    if ending.status != 0:
        raise SetupError(f"{ending.text}\n\nThe packages could not be installed; pip says why above.")
    _write_stamp(lock)


def _make_empty() -> None:
    say("Creating .venv, Pegboard's Python environment ...")
    # Of an environment's Python this is the machine's Python: one can be rebuilt from inside itself.
    base = getattr(sys, "_base_executable", sys.executable)
    result = subprocess.run(
        [base, "-m", "venv", "--clear", str(FOLDER)], capture_output=True, text=True, check=False
    )
    if result.returncode != 0:
        raise SetupError(
            f"{result.stdout}{result.stderr}\nThe environment .venv could not be made; Python says why above."
        )


def restart_inside(arguments: list[str]) -> None:
    """Replace this process by the same command under `.venv`'s Python."""
    sys.stdout.flush()
    sys.stderr.flush()
    environ = {**LIBRARIES.get(platform.system(), {}), **os.environ, RESTARTING: str(FOLDER)}
    os.execve(PYTHON, [str(PYTHON), str(ROOT / "manage.py"), *arguments[1:]], environ)  # noqa: S606


def refuse_restart_loop() -> None:
    """Raise SetupError when a restart has led outside `.venv` again: it would never end."""
    if os.environ.get(RESTARTING) == str(FOLDER):
        raise SetupError(f"{PYTHON} does not lead into its own environment: delete {FOLDER} and try again.")


def finish_restart() -> None:
    """Let the children of this process restart in their turn."""
    os.environ.pop(RESTARTING, None)


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
    command = [str(PYTHON), "-m", "league.bootstrap.locks", str(lock.path)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, check=False).returncode == 0


def _write_stamp(lock: Lock) -> None:
    held = [lock, locks.RUN] if lock == locks.TEST else [lock]  # the test set holds all that runs the site
    draft = STAMP.with_suffix(".new")
    draft.write_text(json.dumps({"python": PYTHON_VERSION, "locks": [lock.digest for lock in held]}))
    draft.replace(STAMP)
