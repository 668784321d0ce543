"""The locked dependencies: which versions, and whether a Python has them."""

import fcntl
import hashlib
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from pathlib import Path

from league.bootstrap.output import say

ROOT = Path(__file__).resolve().parents[2]
PINNED = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;\\]+)\s*(?P<condition>;)?", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Lock:
    """A file of exact versions with their hashes."""

    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    @cached_property
    def versions(self) -> dict[str, str]:
        """Return each package's version, without those for other systems, which carry a condition."""
        return {line["name"]: line["version"] for line in PINNED.finditer(self.text) if not line["condition"]}

    def is_met_here(self) -> bool:
        """Say whether this Python has every package at its version, completely installed."""
        return all(_installed(name) == version for name, version in self.versions.items())


def _installed(name: str) -> str | None:
    try:
        distribution = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return None
    # pip writes RECORD last: without it the package was interrupted half-way.
    return distribution.version if distribution.read_text("RECORD") else None


RUN = Lock(path=ROOT / "requirements.txt")
TEST = Lock(path=ROOT / "requirements-test.txt")


@contextmanager
def exclusive() -> Iterator[None]:
    """Hold a lock, so that two set-ups wait for each other; it ends with the process."""
    with RUN.path.open() as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Another Pegboard is setting up here; waiting for it ...")
            fcntl.flock(held, fcntl.LOCK_EX)
        yield


if __name__ == "__main__":  # run by another Python: does it have what the lock names?
    sys.exit(0 if Lock(path=Path(sys.argv[1])).is_met_here() else 1)
