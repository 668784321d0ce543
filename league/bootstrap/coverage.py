"""How much of each package a run of the tests has executed."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from league.bootstrap.locks import ROOT

OPTIONS = ("--cov=scoring", "--cov=league", "--cov-report=")
# From Python 3.12 on lines can be counted at hardly any cost; before, it takes half as long again.
CHEAP_CORE: dict[str, str] = {"COVERAGE_CORE": "sysmon"} if sys.version_info >= (3, 12) else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Total:
    """A package: how many lines it has that can be executed, and how many were."""

    package: str
    lines: int
    executed: int

    def __str__(self) -> str:
        return f"{self.package:32}{self.lines:7,} lines {self.executed / self.lines:5.0%}"


def report() -> str:
    """Return the totals of the last run, a line for each package and one for all of them."""
    with tempfile.TemporaryDirectory(prefix="pegboard-coverage-") as folder:
        file = Path(folder) / "coverage.json"
        command = [sys.executable, "-m", "coverage", "json", "-q", "-o", str(file)]
        ended = subprocess.run(
            command, cwd=ROOT, env={**os.environ, **CHEAP_CORE}, capture_output=True, text=True, check=False
        )
        if ended.returncode != 0:
            return f"No coverage: {(ended.stdout + ended.stderr).strip()}"
        files = json.loads(file.read_text(encoding="utf-8"))["files"]
    return "\n".join(map(str, totals(files)))


def totals(files: dict[str, Any]) -> Iterable[Total]:
    """Add up coverage's summaries of files by package: `scoring`, `league` and the folders in `league`."""
    lines: dict[str, int] = {}
    executed: dict[str, int] = {}
    for path, entry in files.items():
        summary = entry["summary"]
        for package in (package_of(Path(path)), "all"):
            lines[package] = lines.get(package, 0) + summary["num_statements"]
            executed[package] = executed.get(package, 0) + summary["covered_lines"]
    for package in sorted(lines, key=lambda name: (name == "all", name)):
        if lines[package]:
            yield Total(package=package, lines=lines[package], executed=executed[package])


def package_of(path: Path) -> str:
    """Return the package a file counts for."""
    top, *rest = path.parts
    return f"{top}/{rest[0]}" if top == "league" and len(rest) > 1 else top
