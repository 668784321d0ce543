#!/usr/bin/env python3
"""Looks up every locked package in a stored export of advisories, and names those that have one.

    .ci/advisories.py [FOLDER]     default: var/advisories

The folder holds exports of osv.dev as they are offered (https://google.github.io/osv.dev/data/): `all.zip`
of PyPI and of npm, under any names. Needs no network and nothing but Python. Where there is no export it says
so, and goes on: what was not looked at is never called well.
"""

import json
import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PYPI, NPM = "PyPI", "npm"
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s\\;]+)", re.M)
STAGE = r"[-_.]?(?:(alpha|a|beta|b|c|rc|preview|pre|dev|post|rev|r)[-_.]?(\d*))?"
VERSION = re.compile(r"v?(?:(\d+)!)?(\d+(?:\.\d+)*)" + STAGE)
STAGES = {"dev": -4, "a": -3, "alpha": -3, "b": -2, "beta": -2, "post": 1, "rev": 1, "r": 1}

Locked = dict[tuple[str, str], set[str]]
Key = tuple[int, tuple[int, ...], int, int]


def locked(root: Path) -> Locked:
    """Return the versions of every locked package, by ecosystem and name."""
    found: Locked = {}
    for lock in ("requirements.txt", "requirements-test.txt"):
        for name, version in PIN.findall((root / lock).read_text(encoding="utf-8")):
            found.setdefault((PYPI, plain(name)), set()).add(version)
    packages = json.loads((root / ".ci/package-lock.json").read_text(encoding="utf-8"))["packages"]
    for place, package in packages.items():
        if place:
            found.setdefault((NPM, place.rpartition("node_modules/")[2]), set()).add(package["version"])
    return found


def plain(name: str) -> str:
    """Return the name of a Python package as it is compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def advisories(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield every advisory of the exports that was not withdrawn."""
    for file in sorted(folder.glob("*.zip")):
        with zipfile.ZipFile(file) as export:
            for name in export.namelist():
                if name.endswith(".json") and not (advisory := json.loads(export.read(name))).get(
                    "withdrawn"
                ):
                    yield advisory


def key(version: str) -> Key:
    """Return what versions are ordered by. Raises ValueError if it is none that is known here."""
    read = VERSION.match(version)
    if read is None:
        raise ValueError(version)
    epoch, numbers, stage, count = read.groups()
    release = [int(number) for number in numbers.split(".")]
    while len(release) > 1 and not release[-1]:
        release.pop()
    return int(epoch or 0), tuple(release), STAGES.get(stage, -1) if stage else 0, int(count or 0)


def is_affected(version: str, affected: dict[str, Any]) -> bool:
    """Return whether a version is among those of an advisory; so is one that cannot be compared."""
    if version in affected.get("versions", ()):
        return True
    try:
        return any(
            is_within(key(version), each["events"])
            for each in affected.get("ranges", ())
            if each["type"] != "GIT"
        )
    except ValueError:
        return True


def is_within(version: Key, events: list[dict[str, str]]) -> bool:
    """Return whether the last event at or before a version leaves it affected."""
    is_open = False
    for event in sorted(events, key=lambda event: key(next(iter(event.values())))):
        ((kind, text),) = event.items()
        if key(text) < version or (key(text) == version and kind != "last_affected"):
            is_open = kind == "introduced"
    return is_open


def main(folder: Path, root: Path = ROOT) -> int:
    """Print what is known of the locked packages; return 1 if anything is."""
    packages, counts, latest, found = locked(root), {PYPI: 0, NPM: 0}, "", []
    for advisory in advisories(folder):
        for affected in advisory.get("affected", ()):
            package = affected.get("package", {})
            ecosystem, name = package.get("ecosystem", ""), package.get("name", "")
            if ecosystem not in counts:
                continue
            counts[ecosystem] += 1
            latest = max(latest, advisory.get("modified", ""))
            for version in packages.get((ecosystem, plain(name) if ecosystem == PYPI else name), ()):
                if is_affected(version, affected):
                    names = ", ".join([advisory["id"], *advisory.get("aliases", ())])
                    found.append(f"{name} {version}: {names}: {advisory.get('summary', 'no summary')}")
    for line in sorted(set(found)):
        print(line)
    for ecosystem, count in counts.items():
        of = sum(known == ecosystem for known, _ in packages)
        if count:
            print(f"{ecosystem}: {of} packages looked up in {count} entries, the latest of {latest[:10]}.")
        else:
            print(f"{ecosystem}: no advisories in {folder}, so {of} packages were not looked up.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "var" / "advisories"))
