"""What a question of another program gives: each value read as the engine's own, or refused by name."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from scoring import variants
from scoring.cards import Card, Suit
from scoring.entries import Hand, Penalty
from scoring.errors import ScoringError
from scoring.faults import Fault
from scoring.pegging import Peg
from scoring.rules import Rules
from scoring.seats import NOBODY, Taker

__all__ = [
    "Given",
    "Unreadable",
    "before",
    "card",
    "cards",
    "event",
    "hand",
    "hands",
    "items",
    "number",
    "numbers",
    "one_of",
    "pair",
    "penalty",
    "rules",
    "table_rules",
    "taker",
    "target",
    "trump",
    "unreadable",
    "walkovers",
    "whole_numbers",
    "yes_or_no",
]

Given: TypeAlias = Mapping[str, Any]


class Unreadable(ScoringError):
    """A question with a value that cannot be read."""


def unreadable(name: str, received: object, right: str) -> Unreadable:
    """The refusal of a value, saying what would be right."""
    return Unreadable(Fault("bad_value", {"name": name, "received": received, "right": right}))


def rules(given: Given) -> Rules:
    """The rules of the variant asked about, with the question's options."""
    name, options = given.get("variant"), given.get("options", {})
    if not isinstance(name, str):
        raise unreadable("variant", name, "one of " + ", ".join(variants.names()))
    if not isinstance(options, dict):
        raise unreadable("options", options, "an object of names and values")
    rules = variants.get(name).rules.with_options(options)
    return rules.for_players(number(given, "players")) if "players" in given else rules


def table_rules(given: Given) -> Rules:
    """The rules a table is played by: Heckmondwike's unless another variant is named, to the target given."""
    played = rules({"variant": "heckmondwike", **given})
    return played.with_options({"target": given["target"]}) if "target" in given else played


def target(given: Given) -> int | None:
    """The target; null is a game without one."""
    if "target" not in given:
        raise unreadable("target", None, "a whole number from 1")
    return Rules().with_options({"target": given["target"]}).target


def hand(given: Any, name: str) -> Hand:
    """A hand as entered."""
    if not isinstance(given, dict):
        raise unreadable(name, given, "an object with high, low, jack and game")
    return Hand(
        high=taker(given, "high"),
        low=taker(given, "low"),
        jack=taker(given, "jack"),
        game=taker(given, "game"),
        penalties=tuple(penalty(one) for one in items({"penalties": [], **given}, "penalties")),
        before=tuple(before(one) for one in items({"before": [], **given}, "before")),
        trump=trump(given) if "trump" in given else None,
        high_card=card(given, "high_card"),
        low_card=card(given, "low_card"),
        pitched=card(given, "pitched"),
        pitcher_side=number(given, "pitcher_team") if given.get("pitcher_team") is not None else None,
        card_points=numbers(given, "card_points") if given.get("card_points") is not None else None,
        hung=yes_or_no(given, "hung"),
    )


def hands(given: Given) -> list[Hand]:
    """The hands of a table as entered."""
    return [hand(one, f"hand {number}") for number, one in enumerate(items(given, "hands"), start=1)]


def taker(given: Given, name: str) -> Taker | None:
    """Absent is not recorded, null is nobody."""
    if name not in given:
        return None
    return NOBODY if given[name] is None else number(given, name)


def penalty(given: Any) -> Penalty:
    """Points given to a side."""
    if not isinstance(given, dict):
        raise unreadable("penalties", given, "a list of objects with team and points")
    return Penalty(number(given, "team"), number(given, "points"), str(given.get("reason", "")))


def before(given: Any) -> Peg:
    """Points made in the deal."""
    if not isinstance(given, dict) or not isinstance(given.get("what"), str):
        raise unreadable("before", given, "a list of objects with what, team and points")
    return Peg(given["what"], number(given, "team"), number(given, "points"))


def event(given: Any, sides: int) -> Peg:
    """Points to be pegged, for one of so many sides."""
    if not isinstance(given, dict) or not isinstance(given.get("what"), str):
        raise unreadable("events", given, "a list of objects with what, team and points")
    side = number(given, "team")
    if not 0 <= side < sides:
        raise unreadable("team", side, f"a side from 0 to {sides - 1}")
    return Peg(given["what"], side, number(given, "points"))


def walkovers(given: Given) -> dict[int, int]:
    """The tables given as walkovers, from 0, each to its side."""
    walkovers = given.get("walkovers", {})
    if not isinstance(walkovers, dict) or not all(key.isdecimal() and len(key) < 4 for key in walkovers):
        raise unreadable("walkovers", walkovers, "an object from the table's number to a side")
    return {int(table): number(walkovers, table) for table in walkovers}


def card(given: Given, name: str) -> Card | None:
    """A card, or None where it was not recorded."""
    return None if given.get(name) is None else Card.parse(given[name])


def cards(given: Given, name: str) -> tuple[Card, ...]:
    """A list of cards."""
    return tuple(Card.parse(card) for card in items(given, name))


def trump(given: Given) -> Suit | None:
    """The trump suit by its letter; null while nothing is trumps."""
    if given.get("trump") is None:
        return None
    found = {spelling: suit for suit in Suit for spelling in (suit.value, suit.symbol)}.get(
        str(given["trump"])
    )
    if found is None:
        raise unreadable("trump", given["trump"], "one of S, H, D, C")
    return found


def one_of(given: Given, name: str, members: Iterable[Any]) -> Any:
    """A member of an enumeration, or one of some members, by its value."""
    value, known = given.get(name), list(members)
    for member in known:
        if member.value == value:
            return member
    raise unreadable(name, value, "one of " + ", ".join(known))


def yes_or_no(given: Given, name: str) -> bool | None:
    """True, false, or None where it was not recorded."""
    value = given.get(name)
    if value is not None and not isinstance(value, bool):
        raise unreadable(name, value, "true or false")
    return value


def items(given: Given, name: str) -> list[Any]:
    """A list."""
    value = given.get(name)
    if not isinstance(value, list):
        raise unreadable(name, value, "a list")
    return value


def numbers(given: Given, name: str) -> tuple[int, ...]:
    """A list of whole numbers, by its name."""
    return whole_numbers(name, given.get(name))


def whole_numbers(name: str, value: Any) -> tuple[int, ...]:
    """A list of whole numbers."""
    if not isinstance(value, list) or not all(type(number) is int for number in value):
        raise unreadable(name, value, "a list of whole numbers")
    return tuple(value)


def pair(given: Given, name: str) -> tuple[int, int]:
    """Two whole numbers."""
    both = numbers(given, name)
    if len(both) != 2:
        raise unreadable(name, both, "two whole numbers")
    return both[0], both[1]


def number(given: Given, name: str, default: int | None = None) -> int:
    """A whole number; `default` where the key was left out."""
    value = given.get(name, default)
    if type(value) is not int:
        raise unreadable(name, value, "a whole number")
    return value
