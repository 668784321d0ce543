"""The lines of a hand card by card, read and written: deal, x3, keep, stock and play."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from scoring.cards import Card
from scoring.errors import NotationError
from scoring.faults import Fault
from scoring.notation.sheets import HandLine
from scoring.notation.spelling import (
    bad_word,
    format_holding,
    parse_card,
    parse_holding,
)
from scoring.notation.terms import SEATS, Terms
from scoring.records import Holding, PlayedTrick, ThrowIn
from scoring.tricks import Play

__all__ = ["CARD_LINES", "add_cards", "format_cards", "format_seated", "is_seated", "parse_seated"]


REVOKE = "?"
"""Behind a card that was played against the rules, as its player has owned."""
CALLED = "!"
"""Behind a card that lay exposed and was played because an opponent called it."""


def add_cards(one: HandLine, words: Sequence[str], terms: Terms, line: int) -> HandLine:
    """The hand with what a line tells of its cards. NotationError for a word that cannot be read."""
    told = CARD_LINES[words[0]](one, words, terms)
    if "tricks" in told:
        told["play_lines"] = (*one.play_lines, line)
    return replace(one, **told)


Told: TypeAlias = dict[str, Any]
"""What a line tells, by the names of the hand it is of."""


def _deal(one: HandLine, words: Sequence[str], terms: Terms) -> Told:
    if one.dealt:
        raise bad_word(words[0], "one deal a hand")
    return {"dealt": parse_seated(words[1:], one.eldest, terms, words[0])}


def _extra(one: HandLine, words: Sequence[str], terms: Terms) -> Told:
    return {"extra": (*one.extra, parse_seated(words[1:], one.eldest, terms, words[0]))}


def _keep(one: HandLine, words: Sequence[str], terms: Terms) -> Told:
    if one.kept:
        raise bad_word(words[0], "what is kept once a hand")
    return {"kept": parse_seated(words[1:], one.eldest, terms, words[0])}


def _stock(one: HandLine, words: Sequence[str], terms: Terms) -> Told:
    return {"stock": one.stock + tuple(map(parse_card, words[1:]))}


def _play(one: HandLine, words: Sequence[str], terms: Terms) -> Told:
    """A trick: its number, the seat that leads, the cards in turn."""
    if len(words) < 4:
        raise bad_word(words[-1], "a trick such as play 1 A AS 9S 3S 7S")
    if words[1] != str(len(one.tricks) + 1):
        raise bad_word(words[1], f"the number of the next trick, {len(one.tricks) + 1}")
    seats = _in_turn(one.tricks, (terms.seat(words[2]) - one.eldest) % terms.players, terms.players)
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
        "tricks": (*one.tricks, trick),
        "revokes": one.revokes + revokes,
        "called": one.called + called,
    }


def _in_turn(before: Sequence[PlayedTrick], leader: int, players: int) -> list[int]:
    """The players of a trick from its leader; who has thrown in before is passed over."""
    gone = {laid.seat for trick in before for laid in trick if isinstance(laid, ThrowIn)}
    return [turn % players for turn in range(leader, leader + players) if turn % players not in gone]


_LAID = re.compile(r"\(([^()]*)\)|(\S+)")


def _laid(words: Sequence[str]) -> Iterator[tuple[Card | Holding, str]]:
    """The cards of a trick in turn with their marks; a holding thrown in stands in brackets: (3C 4C 5C)."""
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
    """A card played, and whether it was a revoke or had been called."""
    if word[-1] not in (REVOKE, CALLED):
        return parse_card(word), ""
    try:
        return parse_card(word[:-1]), word[-1]
    except NotationError:
        raise bad_word(word, f"a card such as JH, TS or 3C{REVOKE}") from None


CARD_LINES: Mapping[str, Callable[[HandLine, Sequence[str], Terms], Told]] = {
    "deal": _deal,
    "x3": _extra,
    "keep": _keep,
    "stock": _stock,
    "play": _play,
}
"""What reads a line of cards, by its first word."""


def is_seated(word: str) -> bool:
    """Whether a word is a holding with its seat, A:A5.K.4.32."""
    return word[1:2] == ":" and word[:1] in SEATS and "." in word


def parse_seated(words: Sequence[str], eldest: int, terms: Terms, before: str) -> tuple[Holding, ...]:
    """The holdings of all players, each with its seat, in order of play from eldest."""
    found: dict[int, Holding] = {}
    for word in words:
        seat, _, holding = word.partition(":")
        player = (terms.seat(seat) - eldest) % terms.players
        if player in found:
            raise bad_word(word, "each seat once")
        found[player] = parse_holding(holding)
    if len(found) != terms.players:
        raise bad_word(before, "the cards of every seat after it, such as A:A5.K.4.32")
    return tuple(found[player] for player in range(terms.players))


def format_seated(holdings: Sequence[Holding], eldest: int, terms: Terms) -> str:
    """The holdings of all players in the order of the seats, each with its letter."""
    players = sorted(range(len(holdings)), key=lambda player: (eldest + player) % terms.players)
    return " ".join(f"{terms.letter(eldest + at)}:{format_holding(holdings[at])}" for at in players)


def format_cards(one: HandLine, terms: Terms) -> Iterator[str]:
    """The lines of a hand's cards in the order of the game."""
    if one.dealt:
        yield f"deal {format_seated(one.dealt, one.eldest, terms)}"
    for packets in one.extra:
        yield f"x3 {format_seated(packets, one.eldest, terms)}"
    if one.kept:
        yield f"keep {format_seated(one.kept, one.eldest, terms)}"
    if one.stock:
        yield f"stock {' '.join(map(str, one.stock))}"
    for number, trick in enumerate(one.tricks):
        if [laid.seat for laid in trick] != _in_turn(one.tricks[:number], trick[0].seat, terms.players)[
            : len(trick)
        ]:
            raise NotationError(Fault("not_writable", {"word": f"trick {number + 1}"}))
        leader = terms.letter(one.eldest + trick[0].seat)
        yield f"play {number + 1} {leader} {' '.join(_format_laid(laid, one) for laid in trick)}"


def _format_laid(laid: Play | ThrowIn, one: HandLine) -> str:
    if isinstance(laid, ThrowIn):
        return f"({' '.join(map(str, laid.cards))})"
    marks = ((REVOKE, laid.card in one.revokes), (CALLED, laid.card in one.called))
    return str(laid.card) + "".join(mark for mark, stands in marks if stands)
