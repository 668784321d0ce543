"""Every button, page and heading that a page of help names in bold is on some page under that name."""

import re
from pathlib import Path

import pytest

from tests.examples import sampled

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "templates" / "help").glob("*.html"))
BOLD = re.compile(r"<b>(.*?)</b>", re.DOTALL)
COMMENT = re.compile(r"\{% comment.*?endcomment %\}|\{#.*?#\}", re.DOTALL)
TAG = re.compile(r"</?[a-z](?:\{%.*?%\}|\{\{.*?\}\}|[^<>])*>|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
MAY_SAY = re.compile(r"\{% if [^%]*%\}[^<{]*\{% endif %\}")
QUOTED = re.compile(r'"([^"\n]+)"')


def in_one_line(text: str) -> str:
    return " ".join(text.split()).strip(":. ")


@pytest.fixture(scope="module")
def names() -> set[str]:
    """Return what stands between two tags of a page or in quotation marks, each on its own.

    "Print {% if … %}groups and {% endif %}bracket A3" is also "Print bracket A3".
    """
    templates = [path for path in (ROOT / "templates").rglob("*.html") if path.parent.name != "help"]
    sources = [*(ROOT / "league").rglob("*.py"), *(ROOT / "league" / "static" / "js").rglob("*.js")]
    pages = [COMMENT.sub("", path.read_text(encoding="utf-8")) for path in templates]
    texts = [text for page in pages for whole in (page, MAY_SAY.sub("", page)) for text in TAG.split(whole)]
    quoted = [text for path in sources for text in QUOTED.findall(path.read_text(encoding="utf-8"))]
    attributes = [text for page in pages for text in QUOTED.findall(page)]
    return {in_one_line(text) for text in (*texts, *quoted, *attributes)}


@pytest.mark.parametrize("page", sampled(PAGES, each=8), ids=lambda path: path.stem)
def test_help_names_what_is_there(page: Path, names: set[str]) -> None:
    bold = {in_one_line(name) for name in BOLD.findall(page.read_text(encoding="utf-8"))}
    parts = {part for name in bold - names for part in name.split(", ")}
    assert sorted(parts - names) == []
