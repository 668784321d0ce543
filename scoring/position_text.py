"""A position as one line of text, read and written: the deal, the table, and every act up to now.

Seven words and the acts, parted by a blank; - is a word without anything in it:

    7SQS6H/9S2D4C KD3S - 11,13 0,1 - - KD beg run 5SQS6H b2 AD 3C?

The holdings from eldest, the stock, the suit of a random draw, the score before the hand, the side of each
player, penalties (side, points and reason), sides that cannot win Game. Then in order: a card played, with ?
one against the rules, (3C4C) a holding thrown in, a word said, b2 a bid, =3C4C cards kept, +3C a card
shown, !3C one called. The rules are no part of it: whoever reads it names the game.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from . import plays
from .cards import Card, Suit
from .errors import Fault, NotationError
from .hands import HandPenalty, Score
from .moments import Moment, TableSetup
from .records import Deal, Say
from .seats import Side
from .tricks import Holding, ThrowIn

NOTHING = "-"


class PositionText(NamedTuple):
    """What the line of a position tells; `acts` are the names of methods of it, each with its argument."""

    deal: Deal
    scores: Score
    sides: tuple[Side, ...]
    penalties: tuple[HandPenalty, ...]
    no_game_for: tuple[Side, ...]
    acts: tuple[tuple[str, Any], ...]


def format_position(
    deal: Deal, table: TableSetup, penalties: Iterable[HandPenalty], moments: Sequence[Moment]
) -> str:
    """Return a position as one line."""
    words = [
        "/".join(map(_cards, deal.holdings)),
        _cards(deal.stock),
        deal.trump or "",
        _numbers(table.scores),
        _numbers(table.sides),
        ",".join(f"{p.side}:{p.points}:{quote(p.reason, safe='')}" for p in penalties),
        _numbers(moments[0].no_game_for),
    ]
    for before, after in pairwise(moments):
        words += _acts(before, after)
    return " ".join(word or NOTHING for word in words)


def _acts(before: Moment, after: Moment) -> Iterator[str]:
    """Yield what was done between two moments: one act, or tricks played at once."""
    if len(after.bids) > len(before.bids):
        yield f"b{after.bids[-1].points}"
    elif len(after.said) > len(before.said):
        yield after.said[-1]
    elif len(after.kept) > len(before.kept):
        yield f"={_cards(after.kept[-1])}"
    elif len(after.calls) > len(before.calls):
        yield f"!{after.calls[-1]}"
    elif len(after.exposed) > len(before.exposed):
        yield f"+{after.exposed[-1]}"
    for laid in plays.laid_between(before, after):
        if isinstance(laid, ThrowIn):
            yield f"({_cards(laid.cards)})"
        else:
            yield f"{laid.card}{'?' if len(after.revokes) > len(before.revokes) else ''}"


def _cards(cards: Iterable[Card]) -> str:
    return "".join(map(str, cards))


def _numbers(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


def parse_position(text: str) -> PositionText:
    """Return what the line of a position tells. NotationError for a word that cannot be read."""
    words = text.split()
    if len(words) < len(_WORDS):
        right = f"{len(_WORDS)} words: {', '.join(_WORDS)}"
        raise NotationError(Fault("bad_word", {"word": text[:40], "right": right}))
    holdings, stock, trump, scores, sides, penalties, barred = (_unless_nothing(word) for word in words[:7])
    if trump not in ("", *Suit):
        raise _bad(trump, "the suit drawn, S, H, D or C")
    return PositionText(
        Deal(
            holdings=tuple(map(_parse_cards, holdings.split("/"))),
            stock=_parse_cards(stock),
            trump=Suit(trump) if trump else None,
        ),
        _parse_numbers(scores),
        _parse_numbers(sides),
        tuple(map(_parse_penalty, penalties.split(",") if penalties else ())),
        _parse_numbers(barred),
        tuple(map(_parse_act, words[len(_WORDS) :])),
    )


_WORDS = ("holdings", "stock", "suit drawn", "scores", "sides", "penalties", "sides without Game")


def _unless_nothing(word: str) -> str:
    return "" if word == NOTHING else word


def _bad(word: str, right: str) -> NotationError:
    return NotationError(Fault("bad_word", {"word": word, "right": right}))


def _parse_cards(word: str) -> Holding:
    if len(word) % 2:
        raise _bad(word, "cards in a row, such as 7SQS6H")
    return tuple(Card.parse(word[at : at + 2]) for at in range(0, len(word), 2))


def _parse_numbers(word: str) -> tuple[int, ...]:
    if not re.fullmatch(r"(-?\d{1,6}(,-?\d{1,6})*)?", word, re.ASCII):
        raise _bad(word, "whole numbers such as 11,13")
    return tuple(map(int, word.split(","))) if word else ()


_PENALTY = re.compile(r"(\d):(-?\d{1,6}):([^:]*)", re.ASCII)


def _parse_penalty(word: str) -> HandPenalty:
    penalty = _PENALTY.fullmatch(word)
    if penalty is None:
        raise _bad(word, "a penalty such as 0:4:peeked, its side, points and reason")
    return HandPenalty(int(penalty[1]), int(penalty[2]), unquote(penalty[3]))


_ACT = re.compile(
    r"b(?P<bid>[0-9])|=(?P<keep>\w+)|!(?P<call>\w+)|\+(?P<expose>\w+)|(?P<revoke>\w\w)\?|\((?P<throw_in>\w+)\)"
    rf"|(?P<say>{'|'.join(Say)})|(?P<play>\w\w)",
    re.ASCII,
)


def _parse_act(word: str) -> tuple[str, Any]:
    """Return the name of the method that does an act, and its argument."""
    act = _ACT.fullmatch(word)
    if act is None or act.lastgroup is None:
        raise _bad(word, "a card, a word such as beg, b2, =3C4C, (3C4C), 3C?, +3C or !3C")
    name, value = act.lastgroup, act[act.lastgroup]
    if name in ("keep", "throw_in"):
        return name, _parse_cards(value)
    return name, int(value) if name == "bid" else Say(value) if name == "say" else Card.parse(value)
