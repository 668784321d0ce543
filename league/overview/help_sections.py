"""The sections of the pages of help as text: for the list at the side of a page, and for the search."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from typing import Any

from django.template.loader import render_to_string

from league.accounts.powers import POWERS, Power
from league.overview.help_pages import HELP_PAGES, READER_OF
from league.overview.lesson import lesson
from league.overview.search import MOST, FoundSentence, begin, is_found, marked, words_of
from league.overview.stored_data import STORED
from league.regulations.presets import offered
from league.regulations.rule_books import LeagueRules

SHOWN = {
    Power.RESULTS: "Results",
    Power.FIXTURES: "Fixtures",
    Power.SCORING: "Scoring",
    Power.SECRETARY: "Rulings and money",
    Power.PEOPLE: "People",
    Power.OWNER: "Ownership",
}
"""The powers the page of permissions tells of, as columns of its table."""

HEADINGS = ("h2", "h3")
SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
BLOCKS = ("p", "li", "dt", "dd", "th", "td", "pre", "caption")


@dataclass(frozen=True, slots=True)
class HelpSection:
    """A page of help from one heading to the next; what stands before the first has neither it nor an anchor.

    `words` are those it is found by, folded; of the part before the first heading also those of the title.
    """

    page: str
    heading: str
    anchor: str
    sentences: tuple[str, ...]
    words: tuple[str, ...]

    @property
    def title(self) -> str:
        return HELP_PAGES[self.page]

    @property
    def reader(self) -> str:
        return READER_OF[self.page].name


def help_values(rules: Callable[[], LeagueRules | None]) -> Mapping[str, Any]:
    """Return what the text of a page of help is filled with: a league's rules are read if the text asks."""
    season_rules = cache(rules)
    roles = [
        (str(role.label), [(column, power in powers) for power, column in SHOWN.items()])
        for role, powers in POWERS.items()
    ]
    return {
        "columns": SHOWN.values(),
        "parts": roles,
        "presets": offered,
        "stored": STORED,
        "rules": season_rules,
        "lesson": cache(lambda: lesson(season_rules())),
    }


def help_text(page: str) -> str:
    """Return the template of a page's text, without the frame of the page."""
    return f"help/_{page.replace('-', '_')}.html"


@cache
def help_sections() -> tuple[HelpSection, ...]:
    """Return the sections of all pages, read once in a process, without what each league fills in."""
    return tuple(section for page in HELP_PAGES for section in _sections(page))


def headings_of(page: str) -> tuple[HelpSection, ...]:
    """Return the sections of a page that have a heading."""
    return tuple(section for section in help_sections() if section.page == page and section.heading)


def search_help(text: str) -> list[tuple[HelpSection, FoundSentence]]:
    """Return the sections with every word of the text, first those whose title or heading has them all, and
    of each the sentence that says so.
    """
    beginnings = words_of(text)
    found = [section for section in help_sections() if begin(beginnings, section.words)]
    found.sort(key=lambda section: not is_found(text, section.heading or section.title))
    return [(section, marked(text, section.sentences)) for section in found[:MOST]]


def _sections(page: str) -> Iterator[HelpSection]:
    reader = _TextReader()
    reader.feed(render_to_string(help_text(page), {**help_values(lambda: None), "lesson": None}))
    for heading, anchor, blocks in reader.sections:
        texts = (" ".join(block.split()) for block in blocks)
        sentences = tuple(sentence for text in texts for sentence in SENTENCE_END.split(text) if sentence)
        words = tuple(dict.fromkeys(words_of(" ".join((heading or HELP_PAGES[page], *sentences)))))
        yield HelpSection(page, " ".join(heading.split()), anchor, sentences, words)


class _TextReader(HTMLParser):
    """Reads the text of a page: for each heading, with its anchor, the blocks of text below it."""

    def __init__(self) -> None:
        super().__init__()
        self.sections: list[tuple[str, str, list[str]]] = [("", "", [""])]
        self._is_in_heading = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in HEADINGS:
            self.sections.append(("", dict(attrs).get("id") or "", [""]))
            self._is_in_heading = True
        elif tag in BLOCKS:
            self.sections[-1][2].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in HEADINGS:
            self._is_in_heading = False

    def handle_data(self, data: str) -> None:
        heading, anchor, blocks = self.sections[-1]
        if self._is_in_heading:
            self.sections[-1] = heading + data, anchor, blocks
        else:
            blocks[-1] += data
