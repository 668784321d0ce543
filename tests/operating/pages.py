"""What is typed by a page of docs/, and the archive of a release that its steps begin with."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from tests.operating.served import ROOT


def commands(heading: str, page: str = "operating") -> list[str]:
    """Return the blocks of commands under a heading of a page."""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    section = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return [re.sub("(?m)^ +", "", block) for block in re.findall(r"```sh\n(.*?)```", section, re.DOTALL)]


def archive(home: Path, version: str, *changes: tuple[str, str]) -> None:
    """Put a release of the files as they are into a folder, under a version, with more files in it."""
    name = f"pegboard-{version}"
    index = home / "index"
    git = {"cwd": ROOT, "env": {**os.environ, "GIT_INDEX_FILE": str(index)}, "check": True}
    shutil.copy(ROOT / _git("rev-parse", "--git-path", "index"), index)
    subprocess.run(["git", "add", "--all"], **git)
    tree = subprocess.run(["git", "write-tree"], **git, capture_output=True, text=True).stdout.strip()
    index.unlink()
    packing = ["git", "archive", f"--prefix={name}/", tree]
    released = subprocess.run(packing, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(["tar", "-x"], cwd=home, input=released, check=True)
    for file, text in changes:
        (home / name / file).write_text(text)
    packed = f"{name}.tar.gz"
    subprocess.run(["tar", "-czf", packed, "--owner=0", "--group=0", name], cwd=home, check=True)
    with (home / f"{packed}.sha256").open("wb") as checksum:
        subprocess.run(["sha256sum", packed], cwd=home, stdout=checksum, check=True)
    subprocess.run(["rm", "-r", name], cwd=home, check=True)


def on_copy(typed: str) -> str:
    """Return the steps of the page with an environment that finds its packages where the copy has them."""
    environment = (
        "sudo python3 -m venv --without-pip /opt/pegboard-$VERSION/.venv",
        "echo /opt/packages > packages.pth",
        'sudo sh -c "cp packages.pth /opt/pegboard-$VERSION/.venv/lib/python3*/site-packages/"',
    )
    first = "sudo env PEGBOARD_VAR="
    assert first in typed
    return typed.replace(first, "\n".join((*environment, first)))


def _git(*words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def inline(heading: str, page: str) -> list[str]:
    """Return the lines to type or write that stand in the sentences under a heading of a page."""
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    section = text.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return [words for words in re.findall(r"`([^`]+)`", section) if " " in words or "=" in words]
