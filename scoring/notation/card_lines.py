"""The lines of a hand card by card, read and written: deal, x3, keep, stock and play."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from ..cards import Card
from ..errors import Fault, NotationError
from ..tricks import Holding, Play, PlayedTrick, ThrowIn
from .sheets import ParsedHand, bad_word, format_holding, parse_card, parse_holding
from .terms import SEATS, Terms

REVOKE = "?"
"""Behind a card that was played against the rules, as its player has owned."""
CALLED = "!"
"""Behind a card that lay exposed and was played because an opponent called it."""


def add_cards(parsed: ParsedHand, words: Sequence[str], terms: Terms, line: int) -> ParsedHand:
    """Return the hand with what a line tells of its cards. NotationError for a word that cannot be read."""
    fields = CARD_LINES[words[0]](parsed, words, terms)
    if "tricks" in fields:
        fields["play_lines"] = (*parsed.play_lines, line)
    return replace(parsed, **fields)


Fields: TypeAlias = dict[str, Any]
"""What a line tells, by the names of the hand it is of."""


def _deal(parsed: ParsedHand, words: Sequence[str], terms: Terms) -> Fields:
    if parsed.dealt:
        raise bad_word(words[0], "one deal a hand")
    return {"dealt": parse_seated(words[1:], parsed.eldest, terms, words[0])}


def _extra(parsed: ParsedHand, words: Sequence[str], terms: Terms) -> Fields:
    return {"extra": (*parsed.extra, parse_seated(words[1:], parsed.eldest, terms, words[0]))}


def _keep(parsed: ParsedHand, words: Sequence[str], terms: Terms) -> Fields:
    if parsed.kept:
        raise bad_word(words[0], "what is kept once a hand")
    return {"kept": parse_seated(words[1:], parsed.eldest, terms, words[0])}


def _stock(parsed: ParsedHand, words: Sequence[str], terms: Terms) -> Fields:
    return {"stock": parsed.stock + tuple(map(parse_card, words[1:]))}


def _play(parsed: ParsedHand, words: Sequence[str], terms: Terms) -> Fields:
    """Return a trick: its number, the seat that leads, the cards in turn."""
    if len(words) < 4:
        raise bad_word(words[-1], "a trick such as play 1 A AS 9S 3S 7S")
    if words[1] != str(len(parsed.tricks) + 1):
        raise bad_word(words[1], f"the number of the next trick, {len(parsed.tricks) + 1}")
    seats = _in_turn(parsed.tricks, (terms.seat(words[2]) - parsed.eldest) % terms.players, terms.players)
    laid, marks = tuple(zip(*_laid(words[3:]), strict=True))
    if len(laid) > len(seats):
        raise bad_word(words[-1], f"at most {len(seats)} cards in this trick")
    trick = tuple(
        ThrowIn(seat, cards) if isinstance(cards, tuple) else Play(seat, cards)
        for seat, cards in zip(seats, laid, strict=False)
    )
    revokes, called = (
        tuple(card for card, mark in zip(laid, marks, strict=True) if mark == sought)
        for sought in (REVOKE, CALLED)
    )
    return {
        "tricks": (*parsed.tricks, trick),
        "revokes": parsed.revokes + revokes,
        "called": parsed.called + called,
    }


def _in_turn(before: Sequence[PlayedTrick], leader: int, players: int) -> list[int]:
    """Return the players of a trick from its leader; who has thrown in before is passed over."""
    gone = {laid.seat for trick in before for laid in trick if isinstance(laid, ThrowIn)}
    return [turn % players for turn in range(leader, leader + players) if turn % players not in gone]


_LAID = re.compile(r"\(([^()]*)\)|(\S+)")


def _laid(words: Sequence[str]) -> Iterator[tuple[Card | Holding, str]]:
    """Yield the cards of a trick in turn with their marks; in brackets a holding thrown in: (3C 4C 5C)."""
    if not any("(" in word for word in words):
        yield from map(_marked, words)
        return
    for thrown, card in _LAID.findall(" ".join(words)):
        if card:
            yield _marked(card)
        elif thrown.strip():
            yield tuple(map(parse_card, thrown.split())), ""
        else:
            raise bad_word("()", "the cards thrown in, such as (3C 4C 5C)")


def _marked(word: str) -> tuple[Card, str]:
    """Return a card played, and whether it was a revoke or had been called."""
    if word[-1] not in (REVOKE, CALLED):
        return parse_card(word), ""
    try:
        return parse_card(word[:-1]), word[-1]
    except NotationError:
        raise bad_word(word, f"a card such as JH, TS or 3C{REVOKE}") from None


CARD_LINES: Mapping[str, Callable[[ParsedHand, Sequence[str], Terms], Fields]] = {
    "deal": _deal,
    "x3": _extra,
    "keep": _keep,
    "stock": _stock,
    "play": _play,
}
"""What reads a line of cards, by its first word."""


def is_seated(word: str) -> bool:
    """Return whether a word is a holding with its seat, A:A5.K.4.32."""
    return word[1:2] == ":" and word[:1] in SEATS and "." in word


def parse_seated(words: Sequence[str], eldest: int, terms: Terms, before: str) -> tuple[Holding, ...]:
    """Return the holdings of all players, each with its seat, in order of play from eldest."""
    by_player: dict[int, Holding] = {}
    for word in words:
        seat, _, holding = word.partition(":")
        player = (terms.seat(seat) - eldest) % terms.players
        if player in by_player:
            raise bad_word(word, "each seat once")
        by_player[player] = parse_holding(holding)
    if len(by_player) != terms.players:
        raise bad_word(before, "the cards of every seat after it, such as A:A5.K.4.32")
    return tuple(by_player[player] for player in range(terms.players))


def format_seated(holdings: Sequence[Holding], eldest: int, terms: Terms) -> str:
    """Return the holdings of all players in the order of the seats, each with its letter."""
    players = sorted(range(len(holdings)), key=lambda player: (eldest + player) % terms.players)
    return " ".join(f"{terms.letter(eldest + at)}:{format_holding(holdings[at])}" for at in players)


def format_cards(parsed: ParsedHand, terms: Terms) -> Iterator[str]:
    """Yield the lines of a hand's cards in the order of the game."""
    if parsed.dealt:
        yield f"deal {format_seated(parsed.dealt, parsed.eldest, terms)}"
    for packets in parsed.extra:
        yield f"x3 {format_seated(packets, parsed.eldest, terms)}"
    if parsed.kept:
        yield f"keep {format_seated(parsed.kept, parsed.eldest, terms)}"
    if parsed.stock:
        yield f"stock {' '.join(map(str, parsed.stock))}"
    for number, trick in enumerate(parsed.tricks):
        if [laid.seat for laid in trick] != _in_turn(parsed.tricks[:number], trick[0].seat, terms.players)[
            : len(trick)
        ]:
            raise NotationError(Fault("not_writable", {"word": f"trick {number + 1}"}))
        leader = terms.letter(parsed.eldest + trick[0].seat)
        yield f"play {number + 1} {leader} {' '.join(_format_laid(laid, parsed) for laid in trick)}"


def _format_laid(laid: Play | ThrowIn, parsed: ParsedHand) -> str:
    if isinstance(laid, ThrowIn):
        return f"({' '.join(map(str, laid.cards))})"
    marks = ((REVOKE, laid.card in parsed.revokes), (CALLED, laid.card in parsed.called))
    return str(laid.card) + "".join(mark for mark, stands in marks if stands)
