"""The values of a question of another program, each read as the engine's own or refused by name."""

from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple, TypeAlias

from . import variants
from .axes import TrumpBy
from .cards import Card, Suit
from .errors import Fault, ScoringError
from .hands import Hand, HandPenalty, Peg
from .records import Bid, PlayRecord, Say
from .rules import Rules
from .seats import NOBODY, Taker
from .tricks import Holding, Play, PlayedTrick, ThrowIn

Request: TypeAlias = Mapping[str, Any]
Json: TypeAlias = dict[str, Any]

MOST_SIDES = 6
"""The most sides at a table of any game of the family: six players, each alone."""


class UnreadableRequest(ScoringError):
    """A question with a value that cannot be read."""


def unreadable(name: str, received: object, right: str) -> UnreadableRequest:
    """Return the refusal of a value, saying what would be right."""
    return UnreadableRequest(Fault("bad_value", {"name": name, "received": received, "right": right}))


class Kind(NamedTuple):
    """A kind of question: what answers it, and the keys its input can have."""

    answer: Callable[[Request], Json]
    keys: tuple[str, ...]


GAME_KEYS = ("variant", "options", "players")
HAND_KEYS = (
    *("high", "low", "jack", "game", "hung", "penalties", "before", "trump", "high_card", "low_card"),
    *("pitched", "pitcher_team", "card_points"),
)
"""What is recorded of a hand."""
_PENALTY_KEYS = ("team", "points", "reason")
_POINT_KEYS = ("what", "team", "points")


def verify_keys(value: Mapping[str, Any], keys: Collection[str], what: str) -> None:
    """Raise UnreadableRequest for a key that nobody would read, with the one that is probably meant."""
    for key in value:
        if key not in keys:
            near = get_close_matches(key, keys, n=1)
            right = f"{near[0]} is meant perhaps" if near else f"known are {', '.join(keys) or 'none'}"
            raise UnreadableRequest(Fault("unknown_key", {"received": key, "what": what, "right": right}))


def rules(request: Request) -> Rules:
    """Return the rules of the variant asked about, with the question's options."""
    name, options = request.get("variant"), request.get("options", {})
    if not isinstance(name, str):
        raise unreadable("variant", name, "one of " + ", ".join(variants.names()))
    if not isinstance(options, dict):
        raise unreadable("options", options, "an object of names and values")
    rules = variants.get(name).rules.with_options(options)
    return rules.for_players(number(request, "players")) if "players" in request else rules


def table_rules(request: Request) -> Rules:
    """Return the rules of a table: Heckmondwike's unless another variant is named, to the target there."""
    played = rules({"variant": "heckmondwike", **request})
    return played.with_options({"target": request["target"]}) if "target" in request else played


def target(request: Request) -> int | None:
    """Return the target; null is a game without one."""
    if "target" not in request:
        raise unreadable("target", None, "a whole number from 1")
    return Rules().with_options({"target": request["target"]}).target


def hand(value: Any, name: str) -> Hand:
    """Return a hand as entered."""
    if not isinstance(value, dict):
        raise unreadable(name, value, "an object with high, low, jack and game")
    return Hand(
        high=taker(value, "high"),
        low=taker(value, "low"),
        jack=taker(value, "jack"),
        game=taker(value, "game"),
        penalties=tuple(penalty(item) for item in items({"penalties": [], **value}, "penalties")),
        before=tuple(before(item) for item in items({"before": [], **value}, "before")),
        trump=trump(value) if "trump" in value else None,
        high_card=card(value, "high_card"),
        low_card=card(value, "low_card"),
        pitched=card(value, "pitched"),
        pitcher_side=number(value, "pitcher_team") if value.get("pitcher_team") is not None else None,
        card_points=numbers(value, "card_points") if value.get("card_points") is not None else None,
        hung=yes_or_no(value, "hung"),
    )


def hands(request: Request) -> list[Hand]:
    """Return the hands of a table as entered."""
    return [_hand(item, f"hand {number}") for number, item in enumerate(items(request, "hands"), start=1)]


def _hand(value: Any, name: str) -> Hand:
    if isinstance(value, dict):
        verify_keys(value, HAND_KEYS, name)
    return hand(value, name)


def taker(request: Request, name: str) -> Taker | None:
    """Return who took an award: an absent key is not recorded, null is nobody."""
    if name not in request:
        return None
    return NOBODY if request[name] is None else number(request, name)


def penalty(value: Any) -> HandPenalty:
    """Return points given to a side."""
    if not isinstance(value, dict):
        raise unreadable("penalties", value, "a list of objects with team and points")
    verify_keys(value, _PENALTY_KEYS, "penalties")
    return HandPenalty(number(value, "team"), number(value, "points"), str(value.get("reason", "")))


def before(value: Any) -> Peg:
    """Return points made in the deal."""
    if not isinstance(value, dict) or not isinstance(value.get("what"), str):
        raise unreadable("before", value, "a list of objects with what, team and points")
    verify_keys(value, _POINT_KEYS, "before")
    return Peg(value["what"], number(value, "team"), number(value, "points"))


def event(value: Any, sides: int) -> Peg:
    """Return points to be pegged, for one of so many sides."""
    if not isinstance(value, dict) or not isinstance(value.get("what"), str):
        raise unreadable("events", value, "a list of objects with what, team and points")
    verify_keys(value, _POINT_KEYS, "events")
    side = number(value, "team")
    if not 0 <= side < sides:
        raise unreadable("team", side, f"a side from 0 to {sides - 1}")
    return Peg(value["what"], side, number(value, "points"))


def walkovers(request: Request) -> dict[int, int]:
    """Return the tables given as walkovers, from 0, each to its side."""
    walkovers = request.get("walkovers", {})
    if not isinstance(walkovers, dict) or not all(key.isdecimal() and len(key) < 4 for key in walkovers):
        raise unreadable("walkovers", walkovers, "an object from the table's number to a side")
    return {int(table): number(walkovers, table) for table in walkovers}


def card(request: Request, name: str) -> Card | None:
    """Return a card, or None where it was not recorded."""
    return None if request.get(name) is None else Card.parse(request[name])


def cards(request: Request, name: str) -> tuple[Card, ...]:
    """Return a list of cards."""
    return tuple(Card.parse(card) for card in items(request, name))


def different_cards(request: Request, *names: str) -> list[tuple[Card, ...]]:
    """Return lists of cards, in which no card stands twice."""
    lists = [cards(request, name) for name in names]
    seen: set[Card] = set()
    for card in (card for each in lists for card in each):
        if card in seen:
            raise unreadable(" and ".join(names), str(card), "different cards, each of them once")
        seen.add(card)
    return lists


def trump(request: Request) -> Suit | None:
    """Return the trump suit by its letter; null while nothing is trumps."""
    if request.get("trump") is None:
        return None
    suit = {spelling: known for known in Suit for spelling in (known.value, known.symbol)}.get(
        str(request["trump"])
    )
    if suit is None:
        raise unreadable("trump", request["trump"], "one of S, H, D, C")
    return suit


def one_of(request: Request, name: str, members: Iterable[Any]) -> Any:
    """Return a member of an enumeration, or one of some members, by its value."""
    value, known = request.get(name), list(members)
    for member in known:
        if member.value == value:
            return member
    raise unreadable(name, value, "one of " + ", ".join(known))


def yes_or_no(request: Request, name: str) -> bool | None:
    """Return true, false, or None where it was not recorded."""
    value = request.get(name)
    if value is not None and not isinstance(value, bool):
        raise unreadable(name, value, "true or false")
    return value


def items(request: Request, name: str) -> list[Any]:
    """Return a list."""
    value = request.get(name)
    if not isinstance(value, list):
        raise unreadable(name, value, "a list")
    return value


def numbers(request: Request, name: str) -> tuple[int, ...]:
    """Return a list of whole numbers, by its name."""
    return whole_numbers(name, request.get(name))


def whole_numbers(name: str, value: Any) -> tuple[int, ...]:
    """Return a list of whole numbers."""
    if not isinstance(value, list) or not all(type(number) is int for number in value):
        raise unreadable(name, value, "a list of whole numbers")
    return tuple(value)


def pair(request: Request, name: str) -> tuple[int, int]:
    """Return two whole numbers."""
    both = numbers(request, name)
    if len(both) != 2:
        raise unreadable(name, both, "two whole numbers")
    return both[0], both[1]


def number(request: Request, name: str, default: int | None = None) -> int:
    """Return a whole number; `default` where the key was left out."""
    value = request.get(name, default)
    if type(value) is not int:
        raise unreadable(name, value, "a whole number")
    return value


def record(request: Request, rules: Rules) -> PlayRecord:
    """Return a hand as a question writes it down."""
    return PlayRecord(
        holdings=holdings("dealt", request.get("dealt")),
        turnups=cards(request, "turnups") if "turnups" in request else (),
        extra=tuple(holdings("extra", packets) for packets in _list(request, "extra")),
        words=(
            *_words(request),
            *([Say.BUNCH] if yes_or_no(request, "bunch") else []),
            *_sale(request, rules),
        ),
        kept=holdings("kept", request["kept"]) if "kept" in request else (),
        bids=bids(request) if "calls" in request else (),
        trump=trump(request) if rules.trump is TrumpBy.RANDOM_DRAW else None,
        stock=cards(request, "stock") if "stock" in request else (),
        tricks=tuple(_trick(trick) for trick in _list(request, "tricks")),
        penalties=tuple(penalty(item) for item in _list(request, "penalties")),
        no_game_for=numbers(request, "no_game_for") if "no_game_for" in request else (),
        cut_short=yes_or_no(request, "incomplete") is True,
    )


def seats(request: Request) -> tuple[int, ...] | None:
    """Return the side of each player, if the question says."""
    return numbers(request, "teams") if "teams" in request else None


def bids(request: Request) -> tuple[Bid, ...]:
    """Return calls as pairs of player and points, 0 for a pass."""
    return tuple(Bid(*_pair("calls", call)) for call in items(request, "calls"))


def holdings(name: str, value: Any) -> tuple[Holding, ...]:
    """Return the cards of each player."""
    return tuple(cards({name: holding}, name) for holding in items({name: value}, name))


def _list(request: Request, name: str) -> list[Any]:
    return items({name: [], **request}, name)


def _words(request: Request) -> list[Say]:
    """Return what eldest calls and the dealer replies; lists, in turn, for more than one begging."""
    calls, replies = _members(request, "call", _CALLS), _members(request, "reply", _REPLIES)
    rounds = range(max(len(calls), len(replies)))
    return [word for n in rounds for word in (*calls[n : n + 1], *replies[n : n + 1])]


_CALLS, _REPLIES = (Say.STAND, Say.BEG), (Say.GIVE, Say.RUN)


def _members(request: Request, name: str, words: tuple[Say, ...]) -> list[Say]:
    value = request.get(name)
    texts = [] if value is None else value if isinstance(value, list) else [value]
    return [one_of({name: text}, name, words) for text in texts]


def _sale(request: Request, rules: Rules) -> list[Say]:
    """Return whether eldest sells; where there is a bid and nothing is said of it, they keep the pitch."""
    sells = yes_or_no(request, "sell")
    if rules.trump is not TrumpBy.COMMERCIAL or not any(bid.points for bid in bids({"calls": [], **request})):
        return [Say.SELL] if sells else []
    return [Say.SELL if sells else Say.REFUSE]


def _trick(value: Any) -> PlayedTrick:
    """Return a trick: pairs of player and card, or of player and the cards of a hand thrown in."""
    trick: list[Play | ThrowIn] = []
    for pair in items({"tricks": value}, "tricks"):
        if not isinstance(pair, list) or len(pair) != 2 or type(pair[0]) is not int:
            raise unreadable("tricks", pair, "lists of pairs, a player and his card")
        seat, card = pair
        laid = isinstance(card, list)
        trick.append(ThrowIn(seat, tuple(map(Card.parse, card))) if laid else Play(seat, Card.parse(card)))
    return tuple(trick)


def _pair(name: str, value: Any) -> tuple[int, int]:
    both = whole_numbers(name, value)
    if len(both) != 2:
        raise unreadable(name, value, "pairs of a player and his bid, 0 for a pass")
    return both[0], both[1]
