"""The system packages that Pegboard needs, and installing them with apt; on macOS the line for Homebrew."""

import ctypes
import importlib
import importlib.util
import os
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

from league.bootstrap import browser, machine, postgres
from league.bootstrap.output import StepResult, run_step, say

INSTALL = ("apt-get", "install", "-y", "--no-install-recommends")
# On its first boot a machine updates itself, and holds apt's locks while it does.
LOCK_PATIENCE = 300
LOCK_PAUSE = 5
LOCKED = "Could not get lock"


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """A system package: its purpose, what fails without it, and a check that it is installed."""

    packages: tuple[str, ...]
    purpose: str
    without: str
    is_there: Callable[[], bool]
    brew: str = ""


def has_library(*names: str) -> bool:
    """Say whether the dynamic linker finds the library under one of its names."""
    for name in names:
        with suppress(OSError):
            return bool(ctypes.CDLL(name))
    return False


def _can_make_environments() -> bool:
    # Debian ships `venv` without the `ensurepip` it needs.
    importlib.invalidate_caches()
    return all(importlib.util.find_spec(name) for name in ("venv", "ensurepip"))


VENV = Need(
    packages=(f"python3.{sys.version_info.minor}-venv",),
    purpose="python3-venv makes Pegboard's own Python environment",
    without="Nothing works without it.",
    is_there=_can_make_environments,
)
PANGO = Need(
    packages=("libpangoft2-1.0-0", "libharfbuzz-subset0"),
    purpose="Pango draws the letters on printed pages",
    without="The site runs without it; the printed pages do not.",
    is_there=lambda: has_library("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib"),
    brew="pango",
)
POSTGRES = Need(
    packages=("postgresql",),
    purpose="PostgreSQL is the second database the tests run on",
    without="Half of the tests cannot run.",
    is_there=lambda: postgres.program_folder() is not None,
)
CHROMIUM = Need(
    packages=(browser.SHELL,),
    purpose="Chromium is the browser of the browser tests",
    without="They will be skipped.",
    is_there=lambda: browser.chromium() is not None,
)
QUICK_CHROMIUM = Need(
    packages=(browser.SHELL,),
    purpose="Chromium without windows is the browser of all browser tests",
    without="They take twice as long in another Chromium, and are skipped without any.",
    is_there=browser.is_shell_or_chosen,
)
LIBATOMIC = Need(
    packages=("libatomic1",),
    purpose="libatomic is what the program that drives the browser is linked with",
    without="The browser tests cannot run.",
    is_there=lambda: has_library("libatomic.so.1"),
)
POPPLER = Need(
    packages=("poppler-utils",),
    purpose="Poppler turns printed pages into pictures for the tests",
    without="The tests that look at them will be skipped.",
    is_there=lambda: shutil.which("pdftoppm") is not None,
)


def line_to_type(needs: Iterable[Need]) -> str:
    """Return the command to type on Debian and Ubuntu, or on macOS."""
    if platform.system() == "Darwin":
        return " ".join(["brew install", *(need.brew for need in needs if need.brew)])
    packages = [package for need in needs for package in need.packages]
    sudo = [] if os.geteuid() == 0 else ["sudo"]
    return " ".join([*sudo, *INSTALL, *packages])


def advice(missing: list[Need]) -> str:
    """Return what is missing, what that means, and the command to type."""
    reasons = [f"{need.purpose}, and is not here. {need.without}" for need in missing]
    return "\n".join([*reasons, "Type:", f"  {line_to_type(missing)}"])


def provide(needs: Iterable[Need]) -> list[Need]:
    """Install what is missing, as far as this machine and user allow, and return what is still missing."""
    missing = [need for need in needs if not need.is_there()]
    if not missing:
        return []
    if shutil.which("apt-get") is None or machine.as_root(["true"]) is None:
        return missing
    for need in missing:
        say(f"{need.purpose}: {', '.join(need.packages)} is missing.")
    say(f"Asking the system for it: {line_to_type(missing)}")
    _apt(["apt-get", "update"], doing="Reading apt's lists")
    ending = _apt(
        [*INSTALL, "-o", f"DPkg::Lock::Timeout={LOCK_PATIENCE}", *_names(missing)],
        doing="Installing " + " ".join(_names(missing)),
    )
    # apt installs nothing when a single package is unknown.
    if ending.status != 0 and len(missing) > 1:
        for need in missing:
            _apt([*INSTALL, *need.packages], doing="Installing " + " ".join(need.packages))
    elif ending.status != 0:
        say(ending.text)
    return [need for need in missing if not need.is_there()]


def _names(needs: Iterable[Need]) -> list[str]:
    return [package for need in needs for package in need.packages]


def _apt(command: list[str], *, doing: str) -> StepResult:
    rooted = machine.as_root(["env", "DEBIAN_FRONTEND=noninteractive", *command])
    if rooted is None:
        return StepResult(status=1, last_lines=("apt-get needs root.",))
    patience_ends = time.monotonic() + LOCK_PATIENCE
    while True:
        ending = run_step(rooted, doing=doing, environ=os.environ)
        if ending.status == 0 or LOCKED not in ending.text or time.monotonic() > patience_ends:
            return ending
        # apt waits by itself for dpkg's lock, but not for the lock on its lists.
        time.sleep(LOCK_PAUSE)
