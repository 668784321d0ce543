"""How the small things are spelt: words, quoted text, scores, cards, holdings."""

import re
from collections.abc import Iterator, Sequence

from scoring.cards import PACK, Card, Rank, Suit
from scoring.errors import NotationError
from scoring.faults import Fault
from scoring.pegging import Score

__all__ = [
    "QUOTED",
    "TAG_NAME",
    "UNPRINTABLE",
    "bad_word",
    "format_comment",
    "format_holding",
    "format_quoted",
    "format_score",
    "parse_card",
    "parse_holding",
    "parse_number",
    "parse_quoted",
    "parse_score",
    "shortened",
    "words",
]

LONGEST_SHOWN = 40
"""Characters of a word that a sentence repeats."""

UNPRINTABLE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\ud800-\udfff]")
"""What no line of text holds."""

TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}", re.ASCII)
QUOTED = r'"(?:[^"\\]|\\.)*"'
_QUOTED = re.compile(QUOTED)
_WORD = re.compile(rf'(?:{QUOTED}|[^\s"#])+|(?P<comment>#.*)|(?P<stray>")')


def words(line: str) -> tuple[list[str], str]:
    """The words of a line, quoted text whole, and its comment. NotationError where a quotation never ends."""
    if '"' not in line:
        text, _, comment = line.partition("#")
        return text.split(), comment.strip()
    found: list[str] = []
    for word in _WORD.finditer(line):
        if word["comment"]:
            return found, word["comment"][1:].strip()
        if word["stray"]:
            raise bad_word(line[word.start() :], 'a closing " on the same line')
        found.append(word[0])
    return found, ""


def bad_word(word: str, right: str) -> NotationError:
    """The refusal of a word, saying what was expected in its place."""
    return NotationError(Fault("bad_word", {"word": shortened(word), "right": right}))


def shortened(text: str) -> str:
    """As much of a text as a sentence can repeat."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


def parse_quoted(word: str) -> str:
    """The text within quotation marks."""
    if not _QUOTED.fullmatch(word):
        raise bad_word(word, 'a text in quotation marks, "so"')
    return re.sub(r"\\(.)", r"\1", word[1:-1]) if "\\" in word else word[1:-1]


def format_quoted(text: str) -> str:
    r"""A text in quotation marks, with \ before such a mark and before itself. It stays on one line."""
    if UNPRINTABLE.search(text):
        raise NotationError(Fault("not_writable", {"word": shortened(text)}))
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def format_comment(comment: str) -> str:
    """A comment as it ends a line."""
    if UNPRINTABLE.search(comment):
        raise NotationError(Fault("not_writable", {"word": shortened(comment)}))
    return f"  # {comment}" if comment else ""


def parse_number(word: str) -> int:
    """A whole number from 1 of at most six figures."""
    if not re.fullmatch(r"[1-9][0-9]{0,5}", word):
        raise bad_word(word, "a number from 1")
    return int(word)


_SCORE = re.compile(r"\d{1,6}-\d{1,6}|-?\d{1,6}(?:,-?\d{1,6})+", re.ASCII)


def parse_score(word: str, sides: int) -> Score:
    """A score of that many sides: 8-6, or with commas, 3,1,6."""
    found = tuple(map(int, re.split(r"(?<=\d)-|,", word))) if _SCORE.fullmatch(word) else ()
    if len(found) != sides:
        raise bad_word(word, "a score such as 8-6" if sides == 2 else f"{sides} numbers such as 3,1,6")
    return found


def format_score(score: Score) -> str:
    """8-6; with commas for more sides or a negative number."""
    return ("-" if len(score) == 2 and min(score) >= 0 else ",").join(map(str, score))


def parse_card(word: str) -> Card:
    """A card, in the spelling of the notation or any other known."""
    if (card := _CARDS.get(word)) is not None:
        return card
    try:
        return Card.parse(word)
    except NotationError:
        raise bad_word(word, "a card such as JH or TS") from None


_CARDS = {str(card): card for card in PACK}
_RANKS = frozenset(rank.letter for rank in Rank)


def parse_holding(word: str) -> tuple[Card, ...]:
    """The cards of one player by suit, spades first: A5.K.4.32."""
    suits = word.upper().split(".")
    if len(suits) != len(Suit) or not _RANKS.issuperset("".join(suits)):
        raise bad_word(word, "cards by suit, spades hearts diamonds clubs, such as A5.K.4.32")
    return tuple(
        sorted([_CARDS[rank + suit] for suit, ranks in zip(Suit, suits, strict=True) for rank in ranks])
    )


def format_holding(cards: Sequence[Card]) -> str:
    """The cards of one player by suit, the highest first."""
    return ".".join("".join(_ranks_of(cards, suit)) for suit in Suit)


def _ranks_of(cards: Sequence[Card], suit: Suit) -> Iterator[str]:
    return (card.rank.letter for card in sorted(cards, reverse=True) if card.suit is suit)
