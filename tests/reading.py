"""What a test reads off an answer: the page as people read it, and the queries it took."""

import html
import re
from collections.abc import Iterable
from typing import Any

from django.http import HttpResponse


def words(response: HttpResponse) -> str:
    """The page without its tags, in one line."""
    text = html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode()))
    return " ".join(text.split()).replace(" ,", ",")


def heading(response: HttpResponse) -> str:
    """The page's one heading."""
    (found,) = re.findall(r"<h1>(.*?)</h1>", response.content.decode(), re.DOTALL)
    return " ".join(html.unescape(found).split())


def tables_read(queries: Iterable[dict[str, Any]]) -> list[str]:
    """The table each query reads first: its name, so to say."""
    return [query["sql"].split('FROM "')[1].split('"')[0] for query in queries]
