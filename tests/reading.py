"""What a test reads off an answer: the page as people read it, and the queries it took."""

import html
import re
from collections.abc import Iterable
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse

BLOCKS = (
    "p|div|section|article|header|footer|nav|main|ul|ol|li|dl|dt|dd|table|caption|t[rhd]|thead|tbody|tfoot"
    "|form|h[1-6]|option|details|summary|fieldset|legend"
)


def words(response: HttpResponse) -> str:
    """The page without its tags, in one line."""
    text = html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode()))
    return " ".join(text.split()).replace(" ,", ",")


def markup(response: HttpResponse) -> str:
    """Return the HTML of a page in one line, however its template is wrapped.

    Runs of white space become one space. None is left at the inner ends of an element, nor between two tags
    of which one begins or ends a block. What is typed into a box of several lines stays as it is.
    """
    parts = re.split(
        r"(<textarea[^>]*>.*?</textarea>)", response.getvalue().decode(errors="replace"), flags=re.DOTALL
    )
    return "".join(part if part.startswith("<textarea") else _in_one_line(part) for part in parts)


def _in_one_line(text: str) -> str:
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"(<(?!/)[^>]*[^/]>) ", r"\1", re.sub(r" (</|>)", r"\1", text))
    return re.sub(rf"(</?(?:{BLOCKS})\b[^>]*>) (?=<)|(?<=>) (?=</?(?:{BLOCKS})\b)", r"\1", text)


def heading(response: HttpResponse) -> str:
    """The page's one heading."""
    (found,) = re.findall(r"<h1>(.*?)</h1>", response.content.decode(), re.DOTALL)
    return " ".join(html.unescape(found).split())


def tables_read(queries: Iterable[dict[str, Any]]) -> list[str]:
    """The table each query reads first, whatever it asks of others in brackets: its name, so to say."""
    return [_outside_brackets(query["sql"]).split('FROM "')[1].split('"')[0] for query in queries]


def _outside_brackets(sql: str) -> str:
    outside, depth = [], 0
    for letter in sql:
        depth += (letter == "(") - (letter == ")")
        if not depth:
            outside.append(letter)
    return "".join(outside)


class Fields(HTMLParser):
    """The fields of a page's main form with what stands in them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self._select = self._area = ""
        self._is_inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        name = said.get("name") or ""
        if tag == "form":
            self._is_inside = (said.get("id") or "").endswith(("_form", "-form"))
        if not self._is_inside or "__prefix__" in name:
            return
        if tag == "input" and name and said.get("type") not in {"checkbox", "radio", "submit"}:
            self.found[name] = said.get("value") or ""
        elif tag == "input" and name and "checked" in said:
            self.found[name] = said.get("value") or "on"
        elif tag == "select":
            self._select = name
            self.found[name] = ""
        elif tag == "option" and self._select and "selected" in said:
            self.found[self._select] = said.get("value") or ""
        elif tag == "textarea":
            self._area = name
            self.found[name] = ""

    def handle_data(self, data: str) -> None:
        if self._area:
            self.found[self._area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._area = ""
        elif tag == "select":
            self._select = ""
