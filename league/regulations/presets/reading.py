"""Reading a rule book's file. Every fault is one sentence: where, what was received, what would be right."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import MISSING, dataclass, field
from difflib import get_close_matches
from types import MappingProxyType
from typing import Any

from django.core.exceptions import ValidationError

from league.competition.season_rules.fields import NONE, UnreadableRegulations, cannot_be, shown
from league.models import RuleBook
from league.regulations.presets.book import FIELDS, OPTIONS_IN_FIELDS
from league.regulations.presets.writing import SECTIONS
from scoring import variants
from scoring.errors import ScoringError
from scoring.prose.house import LABELS
from scoring.rules import Takes, option_takes

TITLED = ("title", "about")
LONGEST_TITLE = 80
LONGEST_ABOUT = 300
SEASON = "regulations"
"""The rules of the season: only in ready-made books, for the form of a book has no fields for them."""
NEEDED = {"game": "variant", "match": "tables"}


class BadRuleBook(ValueError):
    """A file that is no rule book. `faults` are its sentences, in the order of the file."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__(" ".join(faults))
        self.faults = tuple(faults)


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A rule book with its name: `book` has a value for every field of a RuleBook, points in halves."""

    id: str
    title: str
    about: str
    book: Mapping[str, Any]

    def rule_book(self) -> RuleBook:
        """Return an unsaved rule book of the preset."""
        return RuleBook(**deepcopy(dict(self.book)))


def read_book(text: str, name: str = "") -> Preset:
    """Return the rule book of a file's text. Raises BadRuleBook with every fault and its line."""
    try:
        content = tomllib.loads(text)
    except (ValueError, RecursionError) as broken:
        raise BadRuleBook([f"This cannot be read as a rule book's file: {broken}."]) from None
    reading = _Reading(text, is_upload=not name)
    titles = {key: reading.title(content, key) for key in TITLED}
    book = reading.book(content)
    if not reading.faults:
        reading.check_as_a_whole(book)
    if reading.faults:
        raise BadRuleBook(reading.faults)
    return Preset(id=name, book=MappingProxyType(book), **titles)


@dataclass
class _Reading:
    text: str
    is_upload: bool
    faults: list[str] = field(default_factory=list)

    def title(self, content: Mapping[str, Any], key: str) -> str:
        value = content.get(key, "")
        longest = LONGEST_TITLE if key == "title" else LONGEST_ABOUT
        if not isinstance(value, str) or len(value) > longest or not value.isprintable():
            self._refuse("", key, value, f"words, at most {longest} letters")
            return ""
        return value.strip()

    def book(self, content: Mapping[str, Any]) -> dict[str, Any]:
        """Return every field: as the file says, points left out as none, anything else as a rule book has
        it.
        """
        usual = RuleBook()
        book = {
            key: getattr(usual, key) if each.default is MISSING else each.default
            for key, each in FIELDS.items()
        }
        book["options"] = {}
        for key in content:
            if key not in SECTIONS and key not in TITLED and (self.is_upload or key != SEASON):
                self._unknown("", key, [*TITLED, *SECTIONS])
        for section, keys in SECTIONS.items():
            within = content.get(section, {})
            if not isinstance(within, Mapping):
                self._refuse("", section, within, f"a section, begun by a line [{section}]")
                continue
            book |= self._section(section, keys, within)
        return book | {key: value for key, value in content.items() if key == SEASON}

    def _section(self, section: str, keys: tuple[str, ...], values: Mapping[str, Any]) -> dict[str, Any]:
        needed = NEEDED.get(section)
        if needed and needed not in values:
            self.faults.append(f"[{section}] does not say {needed}, and a rule book has to.")
        read = {}
        for key, value in values.items():
            if key == "options" and section == "game":
                read[key] = self._options(value)
            elif key not in keys:
                self._unknown(section, key, keys)
            else:
                try:
                    read[key] = FIELDS[key].kind.read(value, key)
                except UnreadableRegulations as fault:
                    self._refuse(section, key, fault.received, fault.expected)
        return read

    def _options(self, options: Any) -> dict[str, Any]:
        if not isinstance(options, Mapping):
            self._refuse("game", "options", options, "a section, begun by a line [game.options]")
            return {}
        known = [name for names in LABELS.values() for name in names if name not in OPTIONS_IN_FIELDS]
        read = {}
        for name, value in options.items():
            if name not in known:
                self._unknown("game.options", name, known)
                continue
            try:
                read[name] = read_option(name, value)
            except ScoringError:
                self._refuse("game.options", name, value, option_in_words(option_takes(name)))
        return read

    def check_as_a_whole(self, book: Mapping[str, Any]) -> None:
        """Check the fields together."""
        try:
            rule_book = RuleBook(**book)
            rule_book.clean_fields()
            rule_book.clean()
        except ValidationError as refusal:
            for key, sentences in _by_field(refusal):
                where = f"{_place(self.text, _section_of(key), key)}, {key}: " if key else ""
                self.faults += [where + sentence for sentence in sentences]

    def _unknown(self, section: str, key: str, known: Any) -> None:
        near = get_close_matches(key, known, n=1)
        right = f"did you mean {near[0]}?" if near else f"there are: {', '.join(known)}."
        place = f"[{section}] has" if section else "a rule book's file has"
        self.faults.append(f"{_place(self.text, section, key)}: {place} no “{shown(key)}”; {right}")

    def _refuse(self, section: str, key: str, received: Any, right: str) -> None:
        self.faults.append(f"{_place(self.text, section, key)}: {cannot_be(key, received, right)}")


def read_option(name: str, value: Any) -> Any:
    """Return an option's value of a file as a rule book stores it. Raises BadOption."""
    if value == NONE and option_takes(name).or_none:
        value = None
    rules = variants.ALL[0].rules
    rules.with_options({name: value})
    return value


def option_in_words(what: Takes) -> str:
    """Return the values an option takes, as a file writes them."""
    none = f' or "{NONE}"' if what.or_none else ""
    if what.is_by_rank:
        return "points by rank, as in {A = 1, J = 3}"
    if what.least is not None:
        return f"a whole number from {what.least}{none}"
    return (" or ".join(_written(value) for value in what.values) or 'a list, as in ["high", "low"]') + none


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value)


def _section_of(key: str) -> str:
    return next((section for section, keys in SECTIONS.items() if key in keys), "game")


def _by_field(refusal: ValidationError) -> Iterator[tuple[str, list[str]]]:
    if hasattr(refusal, "error_dict"):
        for key, sentences in refusal.message_dict.items():
            yield ("" if key == "__all__" else key), sentences
    else:
        yield "", refusal.messages


def _place(text: str, section: str, key: str) -> str:
    line = _line(text, section, key)
    return f"Line {line}" if line else f"[{section}]"


def _line(text: str, section: str, key: str) -> int | None:
    """Return the line of a key: the TOML parser does not tell it, but a key begins its line."""
    within = ""
    for number, line in enumerate(text.splitlines(), start=1):
        heading = re.match(r"\s*\[\s*([^\]]*?)\s*\]", line)
        if heading:
            within = heading[1]
            if section == "" and within == key:
                return number
        elif within == section and re.match(rf"\s*\"?{re.escape(key)}\"?\s*[=.]", line):
            return number
    return None
