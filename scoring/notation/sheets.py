"""What a file of All Fours holds, as values, and how its small things are spelt: text, scores, cards."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..cards import PACK, Card, Rank, Suit
from ..errors import Fault, NotationError
from ..hands import Hand, Peg, Score
from ..records import Bid, Say
from ..seats import Side
from ..tricks import Holding, PlayedTrick


@dataclass(frozen=True, slots=True)
class Tag:
    """A fact about the whole sheet, such as the game or the pub at home. Any name may be used."""

    name: str
    value: str
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedHand:
    """A hand as written down: its number, the seat of eldest hand (from 0), and what is known of it.

    `hand` has awards, cards and penalties. `scores` is the score written after it. `turnups`, `words` and
    `bids` are what was turned and said before the play, `marks` what was pegged during it (All Fives). The
    rest is the play card by card, players counted from eldest: `dealt`, the packets of each run in `extra`,
    what was `kept` after discards, the `stock` drawn from, the `tricks`. Of the cards in these `revokes` were
    played against the rules and owned to, `called` lay exposed and were called.
    """

    number: int
    eldest: int
    hand: Hand = field(default_factory=Hand)
    scores: Score | None = None
    turnups: tuple[Card, ...] = ()
    words: tuple[Say, ...] = ()
    bids: tuple[Bid, ...] = ()
    marks: tuple[Peg, ...] = ()
    dealt: tuple[Holding, ...] = ()
    extra: tuple[tuple[Holding, ...], ...] = ()
    kept: tuple[Holding, ...] = ()
    stock: tuple[Card, ...] = ()
    tricks: tuple[PlayedTrick, ...] = ()
    revokes: tuple[Card, ...] = ()
    called: tuple[Card, ...] = ()
    comment: str = ""
    line: int | None = field(default=None, compare=False)
    play_lines: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedTable:
    """A table of a match: its final score, or the side it was given to, or neither where it was not played.

    `names` are the players as written, by side.
    """

    number: int
    scores: Score | None = None
    walkover: Side | None = None
    names: tuple[tuple[Side, str], ...] = ()
    comment: str = ""
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedMatch:
    """What a match gave: the match points, and the aggregate where it was written."""

    scores: Score
    aggregate: Score | None = None
    comment: str = ""
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedSheet:
    """One game or match of a file: its tags, then hands or tables and match.

    `faults` are what could not be read, each with its line; a sheet with faults is not whole.
    """

    tags: tuple[Tag, ...]
    hands: tuple[ParsedHand, ...] = ()
    tables: tuple[ParsedTable, ...] = ()
    match: ParsedMatch | None = None
    faults: tuple[Fault, ...] = field(default=(), compare=False)
    line: int | None = field(default=None, compare=False)

    def tag(self, name: str) -> str | None:
        """Return the value of a tag, or None where it is not given."""
        return next((tag.value for tag in self.tags if tag.name == name), None)


LONGEST_SHOWN = 40
"""Characters of a word that a sentence repeats."""

UNPRINTABLE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\ud800-\udfff]")
"""What no line of text holds."""

TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}", re.ASCII)
QUOTED = r'"(?:[^"\\]|\\.)*"'
_QUOTED = re.compile(QUOTED)
_WORD = re.compile(rf'(?:{QUOTED}|[^\s"#])+|(?P<comment>#.*)|(?P<stray>")')


def words(line: str) -> tuple[list[str], str]:
    """Return the words of a line and its comment. NotationError where a quotation never ends."""
    if '"' not in line:
        text, _, comment = line.partition("#")
        return text.split(), comment.strip()
    line_words: list[str] = []
    for word in _WORD.finditer(line):
        if word["comment"]:
            return line_words, word["comment"][1:].strip()
        if word["stray"]:
            raise bad_word(line[word.start() :], 'a closing " on the same line')
        line_words.append(word[0])
    return line_words, ""


def bad_word(word: str, right: str) -> NotationError:
    """Return the refusal of a word, saying what was expected in its place."""
    return NotationError(Fault("bad_word", {"word": shortened(word), "right": right}))


def shortened(text: str) -> str:
    """Return a text cut to what a sentence can repeat."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def parse_quoted(word: str) -> str:
    """Return the text within quotation marks."""
    if not _QUOTED.fullmatch(word):
        raise bad_word(word, 'a text in quotation marks, "so"')
    return re.sub(r"\\(.)", r"\1", word[1:-1]) if "\\" in word else word[1:-1]


def format_quoted(text: str) -> str:
    r"""Return a text on one line in quotation marks, with \\ before such a mark and before itself."""
    if UNPRINTABLE.search(text):
        raise NotationError(Fault("not_writable", {"word": shortened(text)}))
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def format_comment(comment: str) -> str:
    """Return a comment as it ends a line."""
    if UNPRINTABLE.search(comment):
        raise NotationError(Fault("not_writable", {"word": shortened(comment)}))
    return f"  # {comment}" if comment else ""


def parse_number(word: str) -> int:
    """Return a whole number from 1 of at most six figures."""
    if not re.fullmatch(r"[1-9][0-9]{0,5}", word):
        raise bad_word(word, "a number from 1")
    return int(word)


_SCORE = re.compile(r"\d{1,6}-\d{1,6}|-?\d{1,6}(?:,-?\d{1,6})+", re.ASCII)


def parse_score(word: str, sides: int) -> Score:
    """Return a score of that many sides: 8-6, or with commas, 3,1,6."""
    score = tuple(map(int, re.split(r"(?<=\d)-|,", word))) if _SCORE.fullmatch(word) else ()
    if len(score) != sides:
        raise bad_word(word, "a score such as 8-6" if sides == 2 else f"{sides} numbers such as 3,1,6")
    return score


def format_score(score: Score) -> str:
    """Return a score as text: 8-6; with commas for more sides or a negative number."""
    return ("-" if len(score) == 2 and min(score) >= 0 else ",").join(map(str, score))


def parse_card(word: str) -> Card:
    """Return a card, in the spelling of the notation or any other known."""
    if (card := _CARDS.get(word)) is not None:
        return card
    try:
        return Card.parse(word)
    except NotationError:
        raise bad_word(word, "a card such as JH or TS") from None


_CARDS = {str(card): card for card in PACK}
_RANKS = frozenset(rank.letter for rank in Rank)


def parse_holding(word: str) -> tuple[Card, ...]:
    """Return the cards of one player by suit, spades first: A5.K.4.32."""
    suits = word.upper().split(".")
    if len(suits) != len(Suit) or not _RANKS.issuperset("".join(suits)):
        raise bad_word(word, "cards by suit, spades hearts diamonds clubs, such as A5.K.4.32")
    return tuple(
        sorted([_CARDS[rank + suit] for suit, ranks in zip(Suit, suits, strict=True) for rank in ranks])
    )


def format_holding(cards: Sequence[Card]) -> str:
    """Return the cards of one player by suit, the highest first."""
    held = sorted(cards, reverse=True)
    return ".".join("".join(card.rank.letter for card in held if card.suit is suit) for suit in Suit)
