"""`manage.py test --renew-pictures`: stored pictures that differ from what is drawn now are stored anew.

It runs the tests with the marker below, all of each, and names the files that changed: look at each.
"""

import hashlib
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parent
RENEW = "--renew-pictures"
MARKER = "pytest.mark.pictures"


class Renewal:
    """Pytest's hook at the end of such a run; `is_on` says in every process that this is one."""

    is_on = False

    def __init__(self) -> None:
        self.before = _digests()

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print which files changed."""
        changed = sorted(file for file, digest in _digests().items() if self.before.get(file) != digest)
        for file in changed:
            terminalreporter.write_line(f"Stored anew: {file.relative_to(TESTS.parent)}")
        terminalreporter.write_line(f"{len(changed)} pictures were stored anew.")


def _digests() -> dict[Path, str]:
    stored = [*TESTS.glob("*/pictures/*.png"), *TESTS.parent.glob("docs/pictures/*")]
    return {file: hashlib.sha256(file.read_bytes()).hexdigest() for file in stored}
