"""The line of a hand, read and written: 3. C  *S H:hAS L:a3S J:h G:h(41,22) = 8-3."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from scoring.axes import Award
from scoring.cards import Card, Suit
from scoring.entries import Hand, Penalty
from scoring.notation.card_lines import is_seated, parse_seated
from scoring.notation.sheets import HandLine
from scoring.notation.spelling import (
    QUOTED,
    bad_word,
    format_comment,
    format_quoted,
    format_score,
    parse_card,
    parse_number,
    parse_quoted,
    parse_score,
)
from scoring.notation.terms import Terms
from scoring.pegging import Peg, Score
from scoring.records import Bid, Holding, Say
from scoring.seats import NOBODY, Taker

__all__ = ["MARK", "format_hand", "parse_hand"]

MARK = "mark"
"""What points pegged during the play are for, where the cards that made them are not recorded."""


@dataclass
class _Told:
    """What the words of a hand have told so far."""

    terms: Terms
    eldest: int
    once: dict[str, Any] = field(default_factory=dict)
    penalties: list[Penalty] = field(default_factory=list)
    marks: list[Peg] = field(default_factory=list)
    turnups: list[Card] = field(default_factory=list)
    words: list[Say] = field(default_factory=list)
    bids: list[Bid] = field(default_factory=list)
    extra: list[tuple[Holding, ...]] = field(default_factory=list)
    scores: Score | None = None

    def tell(self, name: str, value: object, word: str) -> None:
        """Keep what may be told only once."""
        if name in self.once:
            raise bad_word(word, "each thing only once a hand")
        self.once[name] = value


def parse_hand(words: Sequence[str], comment: str, terms: Terms, line: int | None = None) -> HandLine:
    """A hand out of the words of its line; NotationError for a word that cannot be read, with what may be."""
    number = parse_number(words[0].removesuffix("."))
    if len(words) < 2:
        raise bad_word(words[0], "the seat of eldest hand after the number, such as 1. A")
    told = _Told(terms, terms.seat(words[1]))
    rest = list(words[2:])
    while rest:
        _reader(rest[0])(told, rest)
    return HandLine(
        number=number,
        eldest=told.eldest,
        hand=Hand(**told.once, penalties=tuple(told.penalties)),
        scores=told.scores,
        turnups=tuple(told.turnups),
        words=tuple(told.words),
        bids=tuple(told.bids),
        marks=tuple(told.marks),
        extra=tuple(told.extra),
        comment=comment,
        line=line,
    )


_Reader = Callable[[_Told, list[str]], None]


def _reader(word: str) -> _Reader:
    """What reads a word and those that belong to it."""
    reader = _BY_WORD.get(word) or _BY_START.get(word[:2]) or _BY_START.get(word[:1])
    if reader is None:
        raise bad_word(word, _EXPECTED)
    return reader


_EXPECTED = "H: L: J: G: *S ^9S P: M: up bid x3, a word said such as beg, or = and the score"
_TOKEN = re.compile(r"(?P<kind>[HLJG]):(?P<taker>.)(?P<rest>.*)", re.S)
_POINTS = re.compile(r"\((-?\d{1,4}(?:,-?\d{1,4})+)\)", re.ASCII)


def _award(told: _Told, rest: list[str]) -> None:
    word = rest.pop(0)
    found = _TOKEN.fullmatch(word)
    if found is None:
        raise bad_word(word, f"a side, - or . after {word[:2]}")
    name, more = _AWARDS[found["kind"]].value, found["rest"]
    told.tell(name, _taker(found["taker"], word, told.terms), word)
    if more:
        _MORE[found["kind"]](told, more, word)


_AWARDS = {award.value[0].upper(): award for award in Award}


def _taker(letter: str, word: str, terms: Terms) -> Taker | None:
    if letter in terms.labels:
        return terms.labels.index(letter)
    if letter not in "-.":
        raise bad_word(word, f"a side ({', '.join(terms.labels)}), - for nobody or . for not recorded")
    return NOBODY if letter == "-" else None


def _high_card(told: _Told, more: str, word: str) -> None:
    told.tell("high_card", parse_card(more), word)


def _low_card(told: _Told, more: str, word: str) -> None:
    told.tell("low_card", parse_card(more), word)


def _hung(told: _Told, more: str, word: str) -> None:
    if more != "!":
        raise bad_word(word, "J: and a side, with ! for a hanged jack")
    told.tell("hung", True, word)


def _card_points(told: _Told, more: str, word: str) -> None:
    found = _POINTS.fullmatch(more)
    if found is None:
        raise bad_word(word, "G: and a side, with the card points as in (41,22)")
    told.tell("card_points", tuple(map(int, found[1].split(","))), word)


_MORE = {"H": _high_card, "L": _low_card, "J": _hung, "G": _card_points}


def _trump(told: _Told, rest: list[str]) -> None:
    word = rest.pop(0)
    suit = _SUITS.get(word[1:])
    if suit is None:
        raise bad_word(word, "a suit after *: S, H, D or C")
    told.tell("trump", suit, word)


_SUITS = {suit.value: suit for suit in Suit}


def _pitched(told: _Told, rest: list[str]) -> None:
    word = rest.pop(0)
    told.tell("pitched", parse_card(word[1:]), word)


_GIVEN = re.compile(rf"[PM]:(?P<side>.)\+(?P<points>-?\d{{1,4}})(?:\((?P<reason>{QUOTED})\))?", re.ASCII)


def _given(told: _Told, rest: list[str]) -> None:
    """Points given to a side before High: a penalty with its reason, or a mark of the play."""
    word = rest.pop(0)
    found = _GIVEN.fullmatch(word)
    side = told.terms.labels.find(found["side"]) if found else -1
    if found is None or side < 0 or (word[0] == "M" and found["reason"]):
        raise bad_word(word, 'a side and points, as in P:h+4("looked at his hand") or M:a+5')
    points = int(found["points"])
    if word[0] == "M":
        told.marks.append(Peg(MARK, side, points))
    else:
        told.penalties.append(Penalty(side, points, parse_quoted(found["reason"] or '""')))


def _up(told: _Told, rest: list[str]) -> None:
    word = rest.pop(0)
    if not rest:
        raise bad_word(word, "the card turned up after it")
    told.turnups.append(parse_card(rest.pop(0)))


def _said(told: _Told, rest: list[str]) -> None:
    told.words.append(Say(rest.pop(0)))


def _bids(told: _Told, rest: list[str]) -> None:
    word = rest.pop(0)
    called = list(takewhile(_BID.fullmatch, rest))
    if not called:
        raise bad_word(word, "the calls after it, such as B- C2 D3")
    del rest[: len(called)]
    for call in called:
        seat = (told.terms.seat(call[0]) - told.eldest) % told.terms.players
        told.bids.append(Bid(seat, 0 if call[1] == "-" else int(call[1])))


_BID = re.compile(r"[A-F][-0-9]", re.ASCII)


def _run(told: _Told, rest: list[str]) -> None:
    word = rest.pop(0)
    packets = list(takewhile(is_seated, rest))
    del rest[: len(packets)]
    told.extra.append(parse_seated(packets, told.eldest, told.terms, word))


def _scores(told: _Told, rest: list[str]) -> None:
    """The score after the hand, the last thing on the line."""
    word = rest.pop(0)
    if word == "=" and not rest:
        raise bad_word(word, "the score after it")
    told.scores = parse_score(word[1:] or rest.pop(0), len(told.terms.labels))
    if rest:
        raise bad_word(rest[0], "nothing after the score but a # and a comment")


_BY_WORD: Mapping[str, _Reader] = {
    "up": _up,
    "bid": _bids,
    "x3": _run,
    **{say.value: _said for say in Say},
}
_BY_START: Mapping[str, _Reader] = {
    **{f"{kind}:": _award for kind in _AWARDS},
    "P:": _given,
    "M:": _given,
    "*": _trump,
    "^": _pitched,
    "=": _scores,
}


def format_hand(one: HandLine, terms: Terms) -> str:
    """The line of a hand, its words in the order of the game."""
    said = [f"{one.number}.", terms.letter(one.eldest), *_opening_words(one, terms)]
    said += [f"P:{terms.label(p.side)}+{p.points}{_reason(p.reason)}" for p in one.hand.penalties]
    said += [f"M:{terms.label(mark.side)}+{mark.points}" for mark in one.marks]
    said += _card_words(one.hand, terms)
    if one.scores is not None:
        said += ["=", format_score(one.scores)]
    return " ".join(said) + format_comment(one.comment)


def _reason(reason: str) -> str:
    return f"({format_quoted(reason)})" if reason else ""


def _opening_words(one: HandLine, terms: Terms) -> Iterator[str]:
    """What was turned, said and bid; after a run stand the cards turned until one was of a new suit."""
    turned = list(one.turnups)
    yield from _ups(turned[:1])
    yield from ["bid"] if one.bids else []
    for bid in one.bids:
        yield terms.letter((one.eldest + bid.seat) % terms.players) + (str(bid.points) if bid.points else "-")
    at = 1
    for word in one.words:
        yield word.value
        refused = [card.suit is turned[at - 1].suit for card in turned[at:]]
        count = min(len(refused), sum(takewhile(bool, refused)) + 1) if word is Say.RUN else 0
        yield from _ups(turned[at : at + count])
        at += count
    yield from _ups(turned[at:])


def _ups(cards: Sequence[Card]) -> Iterator[str]:
    for card in cards:
        yield from ("up", str(card))


def _card_words(hand: Hand, terms: Terms) -> Iterator[str]:
    """Trumps and the four awards with their cards; nothing where none of it is recorded."""
    if hand.trump is not None:
        yield f"*{hand.trump}"
    if hand.pitched is not None:
        yield f"^{hand.pitched}"
    points = "" if hand.card_points is None else f"({','.join(map(str, hand.card_points))})"
    more = {
        Award.HIGH: "" if hand.high_card is None else str(hand.high_card),
        Award.LOW: "" if hand.low_card is None else str(hand.low_card),
        Award.JACK: "!" if hand.hung else "",
        Award.GAME: points,
    }
    takers = {award: hand.taker(award) for award in Award}
    if any(more.values()) or any(taker is not None for taker in takers.values()):
        for letter, award in _AWARDS.items():
            yield f"{letter}:{_spelt(takers[award], terms)}{more[award]}"


def _spelt(taker: Taker | None, terms: Terms) -> str:
    if taker is None:
        return "."
    return "-" if taker is NOBODY else terms.label(taker)
