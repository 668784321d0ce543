"""Finds styles that nothing uses: `python3 -m tests.tools.unused_styles [TESTS]`.

Runs the tests (all, unless some are named; `--slow` adds the slow ones) and keeps all they show: each page,
each document as it goes to print, each state that scripts bring a page to in a browser. Then Chromium holds
every selector against the pages that link its sheet. What a reader does (hover, focus, open) counts as done.
Of the selectors that match nothing those are named first that need a word found in no template, script or
module; the others may wait for a state that no test reaches: read what makes their words first.
"""

import atexit
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import tinycss2
from playwright.sync_api import Browser, sync_playwright

from league.bootstrap import browser

ROOT = Path(__file__).parents[2]
CSS = ROOT / "league" / "static" / "css"
SOURCES = ("templates/**/*.*", "league/**/*.py", "league/static/js/**/*.js")
FOLDER = "PEGBOARD_PAGES_SEEN"

CONDITIONS = {"media", "supports", "container"}
NESTED = {"is", "where", "has"}
STATE = re.compile(r"\[(hidden|open|popover|disabled|value|aria-[\w-]+|data-[\w-]+)\b")
ANY = ":is(*)"
LINKED = re.compile(r"css/([\w-]+?)(?:\.[0-9a-f]{12})?\.css")
IMPORTED = re.compile(r'@import url\("([\w-]+)\.css"\)')
SHAPE = re.compile(r'<[a-z][\w-]*| (?:class|type|scope)="[^"]*"| (?:id|data-[\w-]+)="[a-z -]*')

KEEP_STATES = """(() => {
  let isWaiting = false;
  const keep = () => { isWaiting = false; keepState(document.documentElement.outerHTML); };
  const wait = () => { if (!isWaiting) { isWaiting = true; setTimeout(keep, 150); } };
  new MutationObserver(wait).observe(document, { attributes: true, childList: true, subtree: true });
})()"""
MATCH = """([html, selectors]) => {
  const page = new DOMParser().parseFromString(html, "text/html");
  return selectors.filter((selector) => page.querySelector(selector));
}"""


def pytest_configure() -> None:
    """Keep what Django renders, what WeasyPrint sets, and what scripts make of a page: each shape once."""
    if FOLDER not in os.environ:
        return
    from django.template.backends.django import Template

    from league.printing import pdf

    path = Path(os.environ[FOLDER]) / f"{os.getpid()}.gz"
    file = gzip.open(path, "at", compresslevel=1)  # noqa: SIM115  (open until the process ends)
    atexit.register(file.close)
    shapes: set[int] = set()
    render, with_marks, new_context = Template.render, pdf.with_marks, Browser.new_context

    def keep(html: str, sheets: set[str] | None = None) -> None:
        sheets = sheets or {name for name in LINKED.findall(html) if (CSS / f"{name}.css").is_file()}
        tags = SHAPE.findall(re.sub(r"\d+", "", html))
        shape = hash((frozenset(sheets), frozenset(pairwise(tags))))
        if sheets and shape not in shapes:
            shapes.add(shape)
            print(json.dumps([html, sorted(sheets)]), file=file)

    def rendered(template: Any, *args: Any, **kwargs: Any) -> Any:
        html = render(template, *args, **kwargs)
        keep(html)
        return html

    def marked(html: str) -> str:
        keep(html, {Path(name).stem for name in pdf.STYLESHEETS})
        return with_marks(html)

    def context(browser: Browser, **kwargs: Any) -> Any:
        opened = new_context(browser, **kwargs)
        opened.expose_function("keepState", keep)
        opened.add_init_script(KEEP_STATES)
        return opened

    patch = pytest.MonkeyPatch()
    patch.setattr(Template, "render", rendered)
    patch.setattr(pdf, "with_marks", marked)
    patch.setattr(Browser, "new_context", context)


def relaxed(tokens: list[Any]) -> str:
    """Return a selector that holds in every state of a page."""
    out, tokens = "", list(tokens)
    while tokens:
        token = tokens.pop(0)
        if token == ":":
            token = tokens.pop(0)
            token = tokens.pop(0) if token == ":" else token
            is_nested = token.type == "function" and token.lower_name in NESTED
            out += f":{token.lower_name}({relaxed(token.arguments)})" if is_nested else ANY
        else:
            text = token.serialize()
            out += ANY if STATE.match(text) else text
    return out.strip()


def rules_of(nodes: list[Any]) -> Iterator[Any]:
    """Return the rules with selectors, in every medium."""
    for node in nodes:
        if node.type == "qualified-rule":
            yield node
        elif node.type == "at-rule" and node.content and node.lower_at_keyword in CONDITIONS:
            yield from rules_of(tinycss2.parse_rule_list(node.content))


def selectors_of(sheet: Path) -> Iterator[tuple[int, list[Any]]]:
    """Return each selector of a sheet, as tokens, with the line of its rule."""
    for rule in rules_of(tinycss2.parse_stylesheet(sheet.read_text())):
        selectors: list[list[Any]] = [[]]
        for token in rule.prelude:
            if token == ",":
                selectors.append([])
            elif token.type != "comment":
                selectors[-1].append(token)
        yield from ((rule.source_line, selector) for selector in selectors)


def with_imports(sheet: str) -> set[str]:
    text = (CSS / f"{sheet}.css").read_text()
    return {sheet}.union(*map(with_imports, IMPORTED.findall(text)))


def unmatched(folder: Path) -> Iterator[tuple[str, int, str]]:
    """Return each selector that matches on no page in the folder: its sheet, its line, its text."""
    found: set[tuple[str, str]] = set()
    every = [
        (sheet.stem, line, tinycss2.serialize(tokens).strip(), relaxed(tokens))
        for sheet in sorted(CSS.glob("*.css"))
        for line, tokens in selectors_of(sheet)
    ]
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser.chromium(), args=["--no-sandbox"])
        page = chromium.new_page()
        files = [gzip.decompress(file.read_bytes()) for file in folder.glob("*.gz")]
        for kept in b"".join(files).splitlines():
            html, linked = json.loads(kept)
            sheets = set().union(*map(with_imports, linked))
            wanted = {way for sheet, *_, way in every if sheet in sheets and (sheet, way) not in found}
            matching = page.evaluate(MATCH, [html, sorted(wanted)])
            found |= {(sheet, way) for sheet in sheets for way in matching}
    return ((sheet, line, text) for sheet, line, text, way in every if (sheet, way) not in found)


@cache
def is_named(word: str, sources: str) -> bool:
    """Say whether a word of a selector stands in the sources: whole, or put together at one of its dashes."""
    ways = [rf"(?<![\w-]){re.escape(word)}(?![\w-])"]
    for dash in re.finditer("-", word):
        ways.append(rf"(?<![\w-]){re.escape(word[: dash.end()])}(?:[{{$\"'`%]|$)")
        ways.append(rf"[}}\"'`]{re.escape(word[dash.start() :])}(?![\w-])")
    return re.search("|".join(ways), sources) is not None


def report(folder: Path) -> Iterator[str]:
    """Return a line for each selector that matches nothing, property nobody reads, sheet nobody links."""
    sources = "\n".join(file.read_text() for kind in SOURCES for file in ROOT.glob(kind))
    sheets = sorted(CSS.glob("*.css"))
    styles = re.sub(r"/\*.*?\*/", "", "\n".join(sheet.read_text() for sheet in sheets), flags=re.S)
    waiting = []
    for sheet, line, selector in unmatched(folder):
        words = set(re.findall(r"[.#]([a-z][\w-]*)|\[([a-z-]+)", selector))
        if missing := sorted(word for word in map("".join, words) if not is_named(word, sources)):
            yield f"{sheet}.css:{line}: {selector}: nothing is named {', '.join(missing)}"
        else:
            waiting.append(f"{sheet}.css:{line}: {selector}: on no page")
    yield from waiting
    for name in sorted(set(re.findall(r"(--[\w-]+):", styles))):
        if not re.search(rf"{name}(?![\w-]|:)", styles + sources):
            yield f"{name}: nobody reads it"
    keyframes = re.findall(r"@keyframes ([\w-]+)", styles)
    yield from (f"@keyframes {name}: nobody reads it" for name in keyframes if styles.count(name) == 1)
    linked = styles + sources
    yield from (f"{sheet.name}: nothing links it" for sheet in sheets if sheet.name not in linked)


def main(tests: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        run = [sys.executable, "-m", "pytest", "-q", "-p", "tests.tools.unused_styles", *tests]
        subprocess.run(run, cwd=ROOT, env={**os.environ, FOLDER: folder}, stdout=sys.stderr, check=False)
        print(*report(Path(folder)), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
