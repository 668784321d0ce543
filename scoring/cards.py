"""Cards: suits, ranks, the pack; reads "JH", "TS", "10S", "J♥". Knows nothing of trumps or points."""

from enum import IntEnum, StrEnum
from typing import Self

from .errors import Fault, NotationError


class Suit(StrEnum):
    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def symbol(self) -> str:
        return _SYMBOLS[self]

    @property
    def words(self) -> str:
        return self.name.lower()


class Rank(IntEnum):
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        return _LETTERS[self - 2]

    @property
    def words(self) -> str:
        return self.name.lower()


class Card(int):
    """A card of the pack. A small number inside, so that within a suit the higher card is the greater."""

    __slots__ = ()

    @classmethod
    def of(cls, rank: Rank, suit: Suit) -> Self:
        """Return the card of that rank and suit."""
        return cls(_SUITS.index(suit) * len(_LETTERS) + rank - 2)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a card: rank and suit, "JH", "TS", "10S", "j♥". NotationError (bad_card) for anything else."""
        written = text.strip().upper() if isinstance(text, str) else ""
        rank, suit = written[:-1], _SUIT_BY_LETTER.get(written[-1:])
        rank = "T" if rank == "10" else rank
        if suit is None or len(rank) != 1 or rank not in _LETTERS:
            raise NotationError(Fault("bad_card", {"received": text}))
        return cls.of(Rank(_LETTERS.index(rank) + 2), suit)

    @property
    def suit(self) -> Suit:
        return SUIT_OF[self]

    @property
    def rank(self) -> Rank:
        return RANK_OF[self]

    @property
    def words(self) -> str:
        """As said at the table: ten of clubs."""
        return f"{self.rank.words} of {self.suit.words}"

    def __str__(self) -> str:
        return self.rank.letter + self.suit

    def __repr__(self) -> str:
        return f"Card({self})"


_LETTERS = "23456789TJQKA"
_SUITS = tuple(Suit)
_SYMBOLS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_SUIT_BY_LETTER = {
    **{str(suit): suit for suit in Suit},
    **{symbol: suit for suit, symbol in _SYMBOLS.items()},
    **dict(zip("♤♡♢♧", Suit, strict=True)),
}

SUIT_OF: tuple[Suit, ...] = tuple(suit for suit in Suit for _ in Rank)
"""The suit of every card by its number: what `Card.suit` tells, for loops over many cards."""
SUIT_NUMBER: tuple[int, ...] = tuple(number for number, _ in enumerate(Suit) for _ in Rank)
"""The place of every card's suit among the four, for what lies suit by suit."""
RANK_OF: tuple[Rank, ...] = tuple(rank for _ in Suit for rank in Rank)
"""The rank of every card by its number."""

PACK: tuple[Card, ...] = tuple(Card.of(rank, suit) for suit in Suit for rank in Rank)
"""The full pack of 52."""

_PACKS = {
    52: PACK,
    44: tuple(card for card in PACK if card.rank not in (Rank.SIX, Rank.SEVEN)),
}


def pack(size: int = 52) -> tuple[Card, ...]:
    """Return the pack of that size: 52, or 44 without sixes and sevens (Victorian Blind All Fours)."""
    return _PACKS[size]


def parse_card(text: str) -> Card:
    """Read a card; see `Card.parse`."""
    return Card.parse(text)


def format_card(card: Card) -> str:
    """Return rank and suit, as in JH or TS; `parse_card` reads it back."""
    return str(card)
