"""Reading sheets out of text, line by line: a sheet that cannot be read is passed over and the next one read.

Memory holds one sheet at a time, and no line or sheet beyond a bound: a file may be of any length.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import BinaryIO, NamedTuple

from ..errors import Fault, NotationError, ScoringError
from ..seats import Side
from .card_lines import CARD_LINES, add_cards
from .hand_lines import parse_hand
from .sheets import (
    QUOTED,
    TAG_NAME,
    UNPRINTABLE,
    ParsedHand,
    ParsedMatch,
    ParsedSheet,
    ParsedTable,
    Tag,
    bad_word,
    parse_number,
    parse_quoted,
    parse_score,
    shortened,
    words,
)
from .terms import Terms, terms
from .writing import CLOSING


def parse_table(words: Sequence[str], comment: str, terms: Terms, line: int | None = None) -> ParsedTable:
    """Return a table out of the words of its line; NotationError for a word that cannot be read."""
    if len(words) < 3:
        raise bad_word(words[-1], "a table such as table 1 15-9, table 1 walkover h or table 1 unplayed")
    number, scores, walkover, rest = parse_number(words[1]), None, None, list(words[3:])
    if words[2] == "walkover":
        walkover = terms.side(rest.pop(0) if rest else "")
    elif words[2] != "unplayed":
        scores = parse_score(words[2], len(terms.labels))
    names: list[tuple[Side, str]] = []
    while rest:
        side = terms.side(rest.pop(0))
        if not rest or side in dict(names):
            raise bad_word(terms.label(side), "the names of each side once, in quotation marks")
        names.append((side, parse_quoted(rest.pop(0))))
    return ParsedTable(
        number=number, scores=scores, walkover=walkover, names=tuple(names), comment=comment, line=line
    )


def parse_match(words: Sequence[str], comment: str, terms: Terms, line: int | None = None) -> ParsedMatch:
    """Return the match points, and the aggregate if written, out of the words of the line."""
    sides = len(terms.labels)
    if len(words) not in (2, 4) or words[2:3] not in ([], ["aggregate"]):
        raise bad_word(words[-1], "a match such as match 8-2 aggregate 57-35")
    aggregate = parse_score(words[3], sides) if len(words) == 4 else None
    return ParsedMatch(scores=parse_score(words[1], sides), aggregate=aggregate, comment=comment, line=line)


LONGEST_LINE = 10_000
"""Characters of a line; a deal has some hundred and fifty."""
MOST_LINES = 10_000
"""Lines of a sheet; a game of sixty hands with every card has some five hundred."""
MOST_FAULTS = 20
"""Faults of a sheet after which the rest of it is passed over: it is something else."""


def parse(text: str) -> tuple[ParsedSheet, ...]:
    """Return the sheets of a text. NotationError with every fault if any of it cannot be read."""
    sheets = tuple(read(text.split("\n")))
    faults = [fault for sheet in sheets for fault in sheet.faults]
    if faults:
        raise NotationError(*faults)
    return sheets


def read(lines: Iterable[str | bytes]) -> Iterator[ParsedSheet]:
    """Yield the sheets of a file, one after another. What cannot be read is among the faults of its sheet."""
    draft = _Draft()
    for number, raw in enumerate(lines, start=1):
        line = _line(raw, number)
        if not draft.takes(line):
            following = draft.let_go()
            yield draft.sheet()
            draft = following
        draft.add(line)
    if draft.has_begun:
        yield draft.sheet()


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a file; of a line beyond all bounds only so much that it can be seen to be one."""
    while line := stream.readline(LONGEST_LINE + 1):
        rest = line
        while not rest.endswith(b"\n") and (rest := stream.readline(LONGEST_LINE)):
            pass
        yield line


class _Line(NamedTuple):
    """A line as it comes: its words and comment, or its tags, or why it is neither."""

    number: int
    words: Sequence[str] = ()
    comment: str = ""
    tags: tuple[Tag, ...] = ()
    is_tag: bool = False
    is_blank: bool = False
    refusal: NotationError | None = None

    @property
    def is_comment(self) -> bool:
        return not (self.words or self.is_tag or self.is_blank or self.refusal)


def _line(raw: str | bytes, number: int) -> _Line:
    text = ""
    try:
        text = _text(raw, number)
        if text.startswith("["):
            return _Line(number, tags=tuple(_tags(text, number)), is_tag=True)
        line_words, comment = words(text)
        return _Line(number, line_words, comment, is_blank=not text)
    except NotationError as refusal:
        return _Line(number, is_tag=text.startswith("["), refusal=refusal)


def _text(raw: str | bytes, number: int) -> str:
    """Return a line as text, without what surrounds it. NotationError if it is none."""
    try:
        text = raw.decode() if isinstance(raw, bytes) else raw
    except UnicodeDecodeError:
        raise NotationError(Fault("not_text")) from None
    text = (text.removeprefix("\ufeff") if number == 1 else text).rstrip("\r\n")
    if len(text) > LONGEST_LINE:
        raise NotationError(Fault("line_too_long", {"most": LONGEST_LINE}))
    if not text.isprintable() and UNPRINTABLE.search(text):
        raise NotationError(Fault("not_text"))
    return text.strip()


_TAG = re.compile(rf"\[(?P<name>{TAG_NAME.pattern})\s+(?P<value>{QUOTED})\]\s*")


def _tags(text: str, number: int) -> Iterator[Tag]:
    """Yield the tags of a line."""
    at = 0
    while at < len(text) and text[at] != "#":
        tag = _TAG.match(text, at)
        if tag is None:
            raise bad_word(text[at:], 'a tag such as [Game "heckmondwike"]')
        yield Tag(tag["name"], parse_quoted(tag["value"]), number)
        at = tag.end()


@dataclass
class _Draft:
    """A sheet as far as it has been read. `is_abandoned` when the rest of it would not be worth reading."""

    tags: list[Tag] = field(default_factory=list)
    closing: Tag | None = None
    hands: list[ParsedHand] = field(default_factory=list)
    tables: list[ParsedTable] = field(default_factory=list)
    match: ParsedMatch | None = None
    faults: list[Fault] = field(default_factory=list)
    lines: int = 0
    in_play: bool = False
    is_abandoned: bool = False
    just_closed: bool = False
    after_blank: bool = False
    last_hand_read: bool = False
    terms_of: dict[bool, Terms] = field(default_factory=dict)

    @property
    def has_begun(self) -> bool:
        return bool(self.tags or self.faults)

    def takes(self, line: _Line) -> bool:
        """Return whether a line belongs to this sheet: of tags those before the play, and a last result."""
        if not line.is_tag:
            return True
        if line.refusal:
            return not self.in_play
        names = {tag.name for tag in self.tags}
        if self.in_play:
            closes = [tag.name for tag in line.tags] == [CLOSING]
            return closes and self.closing is None and CLOSING not in names
        again = not names.isdisjoint(tag.name for tag in line.tags)
        return not (self.after_blank and again)

    def let_go(self) -> "_Draft":
        """Return the draft of the next sheet, with a closing tag that proves to be the first of that."""
        if self.closing is None or not self.just_closed:
            return _Draft()
        first, self.closing = self.closing, None
        return _Draft(tags=[first])

    def sheet(self) -> ParsedSheet:
        """Return the sheet as read, with a fault if nothing was recorded on it."""
        line = self.tags[0].line if self.tags else None
        if not (self.in_play or self.faults):
            self.faults.append(Fault("nothing_recorded", line=line))
        return ParsedSheet(
            tags=(*self.tags, self.closing) if self.closing else tuple(self.tags),
            hands=tuple(self.hands),
            tables=tuple(self.tables),
            match=self.match,
            faults=tuple(self.faults),
            line=line,
        )

    def add(self, line: _Line) -> None:
        """Take a line into the sheet, or what is wrong with it among its faults."""
        self.lines += 1
        self.just_closed = False
        if line.is_tag:
            self._add_tags(line)
        elif line.words or line.refusal:
            self._add_play(line)
        if not line.is_comment:
            self.after_blank = line.is_blank

    def refuse(self, refusal: ScoringError, line: _Line, *, for_good: bool = False) -> None:
        """Put down what is wrong; after the last fault worth telling the rest is passed over."""
        if self.is_abandoned:
            return
        self.faults += [fault if fault.line else replace(fault, line=line.number) for fault in refusal.faults]
        self.is_abandoned = for_good
        if len(self.faults) >= MOST_FAULTS:
            self.faults.append(Fault("too_many_faults", line=line.number))
            self.is_abandoned = True

    def _add_tags(self, line: _Line) -> None:
        if line.refusal:
            self.refuse(line.refusal, line, for_good=True)
        elif self.in_play:
            self.closing, self.just_closed = line.tags[0], True
        for tag in () if self.in_play else line.tags:
            if tag.name != "Option" and tag.name in {other.name for other in self.tags}:
                self.refuse(NotationError(Fault("tag_twice", {"word": tag.name})), line)
            self.tags.append(tag)

    def _add_play(self, line: _Line) -> None:
        """A line of hands or tables, which has its place below the tags of a sheet."""
        self.in_play = True
        if self.lines > MOST_LINES:
            self.refuse(NotationError(Fault("sheet_too_long", {"most": MOST_LINES})), line, for_good=True)
        if self.is_abandoned:
            return
        if line.refusal or not self.tags:
            no_tags = NotationError(Fault("no_tags", {"word": shortened(" ".join(line.words))}))
            self.refuse(line.refusal or no_tags, line, for_good=not self.tags)
            return
        try:
            sheet_terms = self._terms(hands=line.words[0] not in _OF_A_MATCH)
        except ScoringError as refusal:
            self.refuse(refusal, line, for_good=True)
            return
        try:
            self._add_words(line, sheet_terms)
        except ScoringError as refusal:
            self.refuse(refusal, line)

    def _terms(self, *, hands: bool) -> Terms:
        if hands not in self.terms_of:
            self.terms_of[hands] = terms(tuple(self.tags), hands=hands)
        return self.terms_of[hands]

    def _add_words(self, line: _Line, sheet_terms: Terms) -> None:
        first = line.words[0]
        if first in CARD_LINES:
            self._add_cards(line, sheet_terms)
        elif first == "table":
            self.tables.append(parse_table(line.words, line.comment, sheet_terms, line.number))
        elif first == "match":
            if self.match:
                raise bad_word(first, "one match a sheet")
            self.match = parse_match(line.words, line.comment, sheet_terms, line.number)
        elif first[:1].isdecimal():
            self.last_hand_read = False
            self.hands.append(parse_hand(line.words, line.comment, sheet_terms, line.number))
            self.last_hand_read = True
        else:
            raise bad_word(first, f"a hand such as 1. A, {', '.join((*_OF_A_MATCH, *CARD_LINES))}")

    def _add_cards(self, line: _Line, sheet_terms: Terms) -> None:
        """Cards of the last hand; those of one, or after a trick, that could not be read are passed over."""
        if self.last_hand_read:
            self.last_hand_read = line.words[0] != "play"
            self.hands[-1] = add_cards(self.hands[-1], line.words, sheet_terms, line.number)
            self.last_hand_read = True
        elif not self.faults:
            raise bad_word(line.words[0], "a hand before its cards, such as 1. A")


_OF_A_MATCH = ("table", "match")
