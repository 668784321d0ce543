"""The line of a hand, read and written: 3. C  *S H:hAS L:a3S J:h G:h(41,22) = 8-3."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from ..axes import Award
from ..cards import Card, Suit
from ..hands import MARK, Hand, HandPenalty, Peg, Score
from ..records import Bid, Say
from ..seats import NOBODY, Taker
from ..tricks import Holding
from .card_lines import is_seated, parse_seated
from .sheets import (
    QUOTED,
    ParsedHand,
    bad_word,
    format_comment,
    format_quoted,
    format_score,
    parse_card,
    parse_number,
    parse_quoted,
    parse_score,
)
from .terms import Terms


@dataclass
class _Draft:
    """What the words of a hand have told so far."""

    terms: Terms
    eldest: int
    once: dict[str, Any] = field(default_factory=dict)
    penalties: list[HandPenalty] = field(default_factory=list)
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


def parse_hand(words: Sequence[str], comment: str, terms: Terms, line: int | None = None) -> ParsedHand:
    """Return a hand out of the words of its line. NotationError for a word that cannot be read."""
    number = parse_number(words[0].removesuffix("."))
    if len(words) < 2:
        raise bad_word(words[0], "the seat of eldest hand after the number, such as 1. A")
    draft = _Draft(terms, terms.seat(words[1]))
    rest = list(words[2:])
    while rest:
        _reader(rest[0])(draft, rest)
    return ParsedHand(
        number=number,
        eldest=draft.eldest,
        hand=Hand(**draft.once, penalties=tuple(draft.penalties)),
        scores=draft.scores,
        turnups=tuple(draft.turnups),
        words=tuple(draft.words),
        bids=tuple(draft.bids),
        marks=tuple(draft.marks),
        extra=tuple(draft.extra),
        comment=comment,
        line=line,
    )


_Reader = Callable[[_Draft, list[str]], None]


def _reader(word: str) -> _Reader:
    """Return the function that reads a word and those that belong to it."""
    reader = _BY_WORD.get(word) or _BY_START.get(word[:2]) or _BY_START.get(word[:1])
    if reader is None:
        raise bad_word(word, _EXPECTED)
    return reader


_EXPECTED = "H: L: J: G: *S ^9S P: M: up bid x3, a word said such as beg, or = and the score"
_TOKEN = re.compile(r"(?P<kind>[HLJG]):(?P<taker>.)(?P<rest>.*)", re.S)
_POINTS = re.compile(r"\((-?\d{1,4}(?:,-?\d{1,4})+)\)", re.ASCII)


def _award(draft: _Draft, rest: list[str]) -> None:
    word = rest.pop(0)
    token = _TOKEN.fullmatch(word)
    if token is None:
        raise bad_word(word, f"a side, - or . after {word[:2]}")
    name, more = _AWARDS[token["kind"]].value, token["rest"]
    draft.tell(name, _taker(token["taker"], word, draft.terms), word)
    if more:
        _MORE[token["kind"]](draft, more, word)


_AWARDS = {award.value[0].upper(): award for award in Award}


def _taker(letter: str, word: str, terms: Terms) -> Taker | None:
    if letter in terms.labels:
        return terms.labels.index(letter)
    if letter not in "-.":
        raise bad_word(word, f"a side ({', '.join(terms.labels)}), - for nobody or . for not recorded")
    return NOBODY if letter == "-" else None


def _high_card(draft: _Draft, more: str, word: str) -> None:
    draft.tell("high_card", parse_card(more), word)


def _low_card(draft: _Draft, more: str, word: str) -> None:
    draft.tell("low_card", parse_card(more), word)


def _hung(draft: _Draft, more: str, word: str) -> None:
    if more != "!":
        raise bad_word(word, "J: and a side, with ! for a hanged jack")
    draft.tell("hung", True, word)


def _card_points(draft: _Draft, more: str, word: str) -> None:
    points = _POINTS.fullmatch(more)
    if points is None:
        raise bad_word(word, "G: and a side, with the card points as in (41,22)")
    draft.tell("card_points", tuple(map(int, points[1].split(","))), word)


_MORE = {"H": _high_card, "L": _low_card, "J": _hung, "G": _card_points}


def _trump(draft: _Draft, rest: list[str]) -> None:
    word = rest.pop(0)
    suit = _SUITS.get(word[1:])
    if suit is None:
        raise bad_word(word, "a suit after *: S, H, D or C")
    draft.tell("trump", suit, word)


_SUITS = {suit.value: suit for suit in Suit}


def _pitched(draft: _Draft, rest: list[str]) -> None:
    word = rest.pop(0)
    draft.tell("pitched", parse_card(word[1:]), word)


_POINTS_GIVEN = re.compile(
    rf"[PM]:(?P<side>.)\+(?P<points>-?\d{{1,4}})(?:\((?P<reason>{QUOTED})\))?", re.ASCII
)


def _points_given(draft: _Draft, rest: list[str]) -> None:
    """Points given to a side before High: a penalty with its reason, or a mark of the play."""
    word = rest.pop(0)
    match = _POINTS_GIVEN.fullmatch(word)
    side = draft.terms.labels.find(match["side"]) if match else -1
    if match is None or side < 0 or (word[0] == "M" and match["reason"]):
        raise bad_word(word, 'a side and points, as in P:h+4("looked at his hand") or M:a+5')
    points = int(match["points"])
    if word[0] == "M":
        draft.marks.append(Peg(MARK, side, points))
    else:
        draft.penalties.append(HandPenalty(side, points, parse_quoted(match["reason"] or '""')))


def _up(draft: _Draft, rest: list[str]) -> None:
    word = rest.pop(0)
    if not rest:
        raise bad_word(word, "the card turned up after it")
    draft.turnups.append(parse_card(rest.pop(0)))


def _say(draft: _Draft, rest: list[str]) -> None:
    draft.words.append(Say(rest.pop(0)))


def _bids(draft: _Draft, rest: list[str]) -> None:
    word = rest.pop(0)
    called = list(takewhile(_BID.fullmatch, rest))
    if not called:
        raise bad_word(word, "the calls after it, such as B- C2 D3")
    del rest[: len(called)]
    for call in called:
        seat = (draft.terms.seat(call[0]) - draft.eldest) % draft.terms.players
        draft.bids.append(Bid(seat, 0 if call[1] == "-" else int(call[1])))


_BID = re.compile(r"[A-F][-0-9]", re.ASCII)


def _run(draft: _Draft, rest: list[str]) -> None:
    word = rest.pop(0)
    packets = list(takewhile(is_seated, rest))
    del rest[: len(packets)]
    draft.extra.append(parse_seated(packets, draft.eldest, draft.terms, word))


def _scores(draft: _Draft, rest: list[str]) -> None:
    """The score after the hand, the last thing on the line."""
    word = rest.pop(0)
    if word == "=" and not rest:
        raise bad_word(word, "the score after it")
    draft.scores = parse_score(word[1:] or rest.pop(0), len(draft.terms.labels))
    if rest:
        raise bad_word(rest[0], "nothing after the score but a # and a comment")


_BY_WORD: Mapping[str, _Reader] = {
    "up": _up,
    "bid": _bids,
    "x3": _run,
    **{say.value: _say for say in Say},
}
_BY_START: Mapping[str, _Reader] = {
    **{f"{kind}:": _award for kind in _AWARDS},
    "P:": _points_given,
    "M:": _points_given,
    "*": _trump,
    "^": _pitched,
    "=": _scores,
}


def format_hand(parsed: ParsedHand, terms: Terms) -> str:
    """Return the line of a hand, its words in the order of the game."""
    words = [f"{parsed.number}.", terms.letter(parsed.eldest), *_opening_words(parsed, terms)]
    words += [
        f"P:{terms.label(p.side)}+{p.points}{f'({format_quoted(p.reason)})' if p.reason else ''}"
        for p in parsed.hand.penalties
    ]
    words += [f"M:{terms.label(mark.side)}+{mark.points}" for mark in parsed.marks]
    words += _card_words(parsed.hand, terms)
    if parsed.scores is not None:
        words += ["=", format_score(parsed.scores)]
    return " ".join(words) + format_comment(parsed.comment)


def _opening_words(parsed: ParsedHand, terms: Terms) -> Iterator[str]:
    """Yield what was turned, said and bid; after a run stand the cards turned until one was of a new suit."""
    turned = list(parsed.turnups)
    yield from _ups(turned[:1])
    yield from ["bid"] if parsed.bids else []
    for bid in parsed.bids:
        yield terms.letter((parsed.eldest + bid.seat) % terms.players) + (
            str(bid.points) if bid.points else "-"
        )
    at = 1
    for word in parsed.words:
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
    """Yield trumps and the four awards with their cards; nothing where none of it is recorded."""
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
            if award not in terms.rules.awards and takers[award] is None and not more[award]:
                continue
            yield f"{letter}:{_spelt(takers[award], terms)}{more[award]}"


def _spelt(taker: Taker | None, terms: Terms) -> str:
    if taker is None:
        return "."
    return "-" if taker is NOBODY else terms.label(taker)
