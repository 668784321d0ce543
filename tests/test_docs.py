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
