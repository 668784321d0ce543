"""Hands written down shortly for tests: holdings by suit, tricks a line each."""

import pytest

from scoring import IllegalPlay, parse_card, variants
from scoring.cards import Card, Suit
from scoring.positions import Position
from scoring.records import Deal, PlayRecord, Say
from scoring.tricks import Play, ThrowIn


def cards(text: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, text.split()))


def holdings(*texts: str) -> tuple[tuple[Card, ...], ...]:
    return tuple(map(cards, texts))


def trick(leader: int, text: str, players: int = 4):
    """Cards in turn from the leader; (3C 4C) is a hand thrown in, - a player who has thrown in."""
    played, seat = [], leader
    for part in parts(text):
        if part != "-":
            laid = part.strip("()")
            played.append(
                ThrowIn(seat, cards(laid)) if part.startswith("(") else Play(seat, parse_card(part))
            )
        seat = (seat + 1) % players
    return tuple(played)


def parts(text: str) -> list[str]:
    complete, open_part = [], ""
    for word in text.split():
        open_part = f"{open_part} {word}".strip()
        if not open_part.startswith("(") or open_part.endswith(")"):
            complete.append(open_part)
            open_part = ""
    return complete


def at(game: str, *dealt: str, stock: str = "", trump: Suit | None = None, options=None, **more) -> Position:
    """A position of a game from its holdings and stock."""
    rules = variants.get(game).rules.with_options(options or {})
    return Position(Deal(holdings=holdings(*dealt), stock=cards(stock), trump=trump), rules, **more)


def play(position: Position, text: str) -> None:
    """Play cards in turn."""
    for card in cards(text):
        position.play(card)


def record(*dealt: str, tricks=(), words=(), **more) -> PlayRecord:
    """A record from holdings, words and tricks as (leader, cards)."""
    return PlayRecord(
        holdings=holdings(*dealt),
        tricks=tuple(trick(leader, text, len(dealt)) for leader, text in tricks),
        words=tuple(map(Say, words)),
        **more,
    )


def refused(act, *arguments):
    with pytest.raises(IllegalPlay) as refusal:
        act(*arguments)
    return refusal.value
