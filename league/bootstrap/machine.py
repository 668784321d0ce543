"""What kind of machine this is, how to become root on it, and a home folder."""

import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from league.bootstrap.output import SetupError, say

WINDOWS = "Pegboard does not set itself up on Windows: type `wsl --install`, and run it in Ubuntu"
NOT_TRIED = (
    "Nobody has tried Pegboard on macOS: docs/own-computer.md says what may not work. Printing needs Pango: "
    "type `brew install pango`."
)
# Where Homebrew puts libraries; Python looks there only if it is told.
LIBRARIES = {"Darwin": {"DYLD_FALLBACK_LIBRARY_PATH": "/opt/homebrew/lib:/usr/local/lib:/usr/lib"}}

# Where docs/operating.md puts the settings of a machine's site, and those that say which site is meant.
CONFIGURED = Path("/etc/pegboard.env")
NAME_A_SITE = ("PEGBOARD_VAR", "DATABASE_URL", "PEGBOARD_LAYOUT")


def refuse_other_systems(system: str = platform.system()) -> None:
    """Raise SetupError, with what to do instead, on anything but Linux and macOS; of macOS say more."""
    if system == "Darwin":
        say(NOT_TRIED)
    elif system != "Linux":
        instead = (
            WINDOWS if system == "Windows" else f"Pegboard does not set itself up on {system}: use Linux"
        )
        raise SetupError(f"{instead} (docs/own-computer.md).")


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
