"""A live page in parts: each has a version, so that a screen is sent only what differs from what it shows."""

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

VERSION = 8
# A screen names what it has: as many parts as the longest night has matches on all its pages.
MOST_NAMED = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class LivePart:
    """A part of a live page: its head, its foot, a match. `version` changes with anything in it."""

    key: str
    html: SafeString

    @property
    def version(self) -> str:
        return hashlib.sha256(self.html.encode()).hexdigest()[:VERSION]


@dataclass(frozen=True, slots=True, kw_only=True)
class LivePage:
    """A live page: its parts in order, head and foot first, then the rows.

    `layout` is everything beside the parts that decides how they stand: a screen with another layout needs
    the whole page. `targets` are the lengths of its boards; `next_page` is the query of the page of a
    television that follows, if there are several.
    """

    title: str
    layout: str
    head: LivePart
    foot: LivePart
    rows: tuple[LivePart, ...]
    targets: tuple[int, ...] = ()
    next_page: str = ""

    @property
    def parts(self) -> tuple[LivePart, ...]:
        return (self.head, self.foot, *self.rows)

    @property
    def versions(self) -> str:
        """What a screen that shows this page has, as the page tells its script."""
        return " ".join(f"{part.key}={part.version}" for part in self.parts)


def render_part(key: str, template: str, context: Mapping[str, object]) -> LivePart:
    """Return a part; its template writes `part` as data-part on its outermost element."""
    # Of ASCII: no-break spaces stay.
    html = re.sub(r"\s+", " ", render_to_string(template, {**context, "part": key}).strip(), flags=re.ASCII)
    return LivePart(key=key, html=mark_safe(html))  # noqa: S308  # a template has escaped it


def parse_versions(text: str) -> frozenset[str]:
    """Return the versions a screen says it has; what is no version is of no use and does no harm."""
    return frozenset(text.split(".")[:MOST_NAMED])


def page_changes(page: LivePage, known: Collection[str], code: str) -> dict[str, object]:
    """Return what a screen needs that has these versions: every part by name, the HTML of those it lacks."""
    return {
        "title": page.title,
        "layout": page.layout,
        "next": page.next_page,
        "code": code,
        "parts": list(_changes(page.parts, known)),
    }


def _changes(parts: Iterable[LivePart], known: Collection[str]) -> Iterable[tuple[str, str, str | None]]:
    for part in parts:
        yield part.key, part.version, None if part.version in known else part.html
