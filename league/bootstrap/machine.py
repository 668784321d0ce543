"""What kind of machine this is, how to become root on it, and a home folder."""

import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from league.bootstrap.locks import RUN, TEST
from league.bootstrap.output import SetupError

BY_HAND = (
    "python3 -m venv .venv, then .venv/bin/python -m pip install --require-hashes -r {lock}, "
    "then the same command with .venv/bin/python in place of python3"
)
INSTEAD = {
    "Windows": "Pegboard does not set itself up on Windows: type `wsl --install`, and run it in Ubuntu.",
    "Darwin": "Pegboard does not set itself up on macOS; by hand it is: brew install pango, "
    + BY_HAND.format(lock=RUN.path.name)
    + f" ({TEST.path.name} for the tests).",
}

# Where docs/operating.md puts the settings of a machine's site, and those that say which site is meant.
CONFIGURED = Path("/etc/pegboard.env")
NAME_A_SITE = ("PEGBOARD_VAR", "DATABASE_URL", "PEGBOARD_LAYOUT")


def refuse_other_systems(system: str = platform.system()) -> None:
    """Raise SetupError, with what to do instead, on anything but Linux."""
    if system != "Linux":
        raise SetupError(INSTEAD.get(system, f"Pegboard does not set itself up on {system}: use Linux."))


def configured_site(arguments: Sequence[str]) -> str:
    """Return what to type for the site that this machine has; empty if there is none, or one is named."""
    if not CONFIGURED.exists() or any(name in os.environ for name in NAME_A_SITE):
        return ""
    return (
        f"The site of this machine is configured in {CONFIGURED}. Type: sudo pegboard {' '.join(arguments)}"
    )


def as_root(command: Sequence[str]) -> list[str] | None:
    """Return the command as root would run it, or None where this user cannot become root."""
    if os.geteuid() == 0:
        return list(command)
    if shutil.which("sudo") is None:
        return None
    if sys.stdin.isatty():
        return ["sudo", *command]
    # Nobody is there to type a password.
    silent = ["sudo", "-n"]
    allowed = subprocess.run([*silent, "true"], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    return [*silent, *command] if allowed.returncode == 0 else None


def set_writable_home() -> None:
    """Set HOME to a writable folder: fonts and browsers keep their caches there and fail without it."""
    home = os.environ.get("HOME")
    if home and os.access(home, os.W_OK):
        return
    made = Path(tempfile.gettempdir()) / f"pegboard-home-{os.geteuid()}"
    made.mkdir(mode=0o700, exist_ok=True)
    if made.stat().st_uid == os.geteuid():  # /tmp is everybody's
        os.environ["HOME"] = str(made)
