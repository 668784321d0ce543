"""What the pages for engineers name is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", *(f"docs/{file.name}" for file in sorted((ROOT / "docs").glob("*.md"))))
NAMED = re.compile(r"`((?:league|scoring|templates|tests|docs|fixtures)/[\w./-]*)`")


@pytest.mark.parametrize("document", PAGES)
def test_every_file_that_a_page_names_exists(document: str) -> None:
    named = NAMED.findall((ROOT / document).read_text(encoding="utf-8"))
    assert not [name for name in named if not (ROOT / name).exists()]


def test_the_tree_of_the_architecture_page_names_every_subject() -> None:
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    folders = {file.parent.name for file in (ROOT / "league").glob("*/__init__.py")}
    assert not {folder for folder in folders - {"migrations"} if f"── {folder}/" not in page}


THREAT = re.compile(r"^\| .* \| `(tests/[\w./]+)` `(test_\w+)` \|$", re.MULTILINE)


def test_every_threat_has_a_test_that_exists() -> None:
    page = (ROOT / "docs/SECURITY.md").read_text(encoding="utf-8")
    table = page.partition("## Threat model")[2].partition("\n## ")[0]
    threats = THREAT.findall(table)
    assert len(threats) == table.count("\n| ") - 2, "each line names its test"
    missing = [
        name for file, name in threats if f"def {name}(" not in (ROOT / file).read_text(encoding="utf-8")
    ]
    assert not missing
