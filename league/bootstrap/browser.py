"""The Chromium that drives the browser tests."""

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

# Chromium without windows, to which a page costs a third of the time.
SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str | None:
    """Return the path of Chromium: CHROMIUM from the environment, or the first in PATH."""
    if path := os.environ.get("CHROMIUM"):
        return path
    paths = (shutil.which(name) for name in NAMES)
    return next((path for path in paths if path and not is_snap_shim(Path(path))), None)


def is_shell_or_chosen() -> bool:
    """Say whether the browser tests run in Chromium without windows, or in what CHROMIUM names."""
    return bool(os.environ.get("CHROMIUM")) or shutil.which(SHELL) is not None


def is_snap_shim(path: Path) -> bool:
    """Say whether this is Ubuntu's script that starts a snap, which cannot read the folders of tests."""
    target = path.resolve()
    if target.parts[1:2] == ("snap",) or target.name == "snap":
        return True
    with target.open("rb") as program:
        start = program.read(4096)
    return start.startswith(b"#!") and b"/snap/bin/" in start


@cache
def error() -> str | None:
    """Return why the browser tests cannot run here, in a sentence, or None when they can."""
    path = chromium()
    if path is None:
        return "no Chromium here: install it, or set CHROMIUM to its path"
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired) as fault:
        return f"the Chromium at {path} does not start ({fault}): set CHROMIUM to the path of another"
    if answer.returncode != 0:
        return f"the Chromium at {path} does not start: set CHROMIUM to the path of another"
    return None
