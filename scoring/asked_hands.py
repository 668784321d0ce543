"""What a question gives of a hand played card by card: a record, read or refused by name."""

from typing import Any

from scoring import asked
from scoring.asked import Given
from scoring.axes import TrumpBy
from scoring.cards import Card
from scoring.records import Bid, Holding, PlayedTrick, Record, Say, ThrowIn
from scoring.rules import Rules
from scoring.tricks import Play

__all__ = ["bids", "record", "seats"]


def record(given: Given, rules: Rules) -> Record:
    """A hand as a question writes it down."""
    return Record(
        holdings=holdings("dealt", given.get("dealt")),
        turnups=asked.cards(given, "turnups") if "turnups" in given else (),
        extra=tuple(holdings("extra", packets) for packets in _list(given, "extra")),
        words=(*_words(given), *_bunch(given), *_sale(given, rules)),
        kept=holdings("kept", given["kept"]) if "kept" in given else (),
        bids=bids(given) if "calls" in given else (),
        trump=asked.trump(given) if rules.trump is TrumpBy.RANDOM_DRAW else None,
        stock=asked.cards(given, "stock") if "stock" in given else (),
        tricks=tuple(_trick(trick) for trick in _list(given, "tricks")),
        penalties=tuple(asked.penalty(one) for one in _list(given, "penalties")),
        no_game_for=asked.numbers(given, "no_game_for") if "no_game_for" in given else (),
        cut_short=asked.yes_or_no(given, "incomplete") is True,
    )


def seats(given: Given) -> tuple[int, ...] | None:
    """The side of each player, if the question says."""
    return asked.numbers(given, "teams") if "teams" in given else None


def bids(given: Given) -> tuple[Bid, ...]:
    """Calls as pairs of player and points, 0 for a pass."""
    return tuple(Bid(*_pair("calls", call)) for call in asked.items(given, "calls"))


def holdings(name: str, given: Any) -> tuple[Holding, ...]:
    """The cards of each player."""
    return tuple(asked.cards({name: cards}, name) for cards in asked.items({name: given}, name))


def _list(given: Given, name: str) -> list[Any]:
    return asked.items({name: [], **given}, name)


def _words(given: Given) -> list[Say]:
    """What eldest calls and the dealer replies; lists, in turn, where there is more than one begging."""
    calls, replies = _said(given, "call", _CALLS), _said(given, "reply", _REPLIES)
    rounds = range(max(len(calls), len(replies)))
    return [word for n in rounds for word in (*calls[n : n + 1], *replies[n : n + 1])]


_CALLS, _REPLIES = (Say.STAND, Say.BEG), (Say.GIVE, Say.RUN)


def _said(given: Given, name: str, words: tuple[Say, ...]) -> list[Say]:
    value = given.get(name)
    texts = [] if value is None else value if isinstance(value, list) else [value]
    return [asked.one_of({name: text}, name, words) for text in texts]


def _bunch(given: Given) -> list[Say]:
    return [Say.BUNCH] if asked.yes_or_no(given, "bunch") else []


def _sale(given: Given, rules: Rules) -> list[Say]:
    """Whether eldest sells; where there is a bid and nothing is said of it, he keeps the pitch."""
    sells = asked.yes_or_no(given, "sell")
    if rules.trump is not TrumpBy.COMMERCIAL or not any(one.points for one in bids({"calls": [], **given})):
        return [Say.SELL] if sells else []
    return [Say.SELL if sells else Say.REFUSE]


def _trick(given: Any) -> PlayedTrick:
    """A trick: pairs of player and card, or of player and the cards of a hand thrown in."""
    trick: list[Play | ThrowIn] = []
    for one in asked.items({"tricks": given}, "tricks"):
        if not isinstance(one, list) or len(one) != 2 or type(one[0]) is not int:
            raise asked.unreadable("tricks", one, "lists of pairs, a player and his card")
        seat, card = one
        laid = isinstance(card, list)
        trick.append(ThrowIn(seat, tuple(map(Card.parse, card))) if laid else Play(seat, Card.parse(card)))
    return tuple(trick)


def _pair(name: str, value: Any) -> tuple[int, int]:
    both = asked.whole_numbers(name, value)
    if len(both) != 2:
        raise asked.unreadable(name, value, "pairs of a player and his bid, 0 for a pass")
    return both[0], both[1]
