"""Messages of phones read out of JSON. Nothing in them is trusted; what cannot be read is named."""

import datetime
import json
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from league.matches.sheet.values import CONTRADICTIONS
from league.results.log import AWARDS, MARKS, PENALTIES, SIDE_PLACES, Sent, SheetPlace
from league.results.parsing.fields import (
    CALLS,
    CONTRADICTION,
    HUNG_MARKS,
    LONGEST_NAME,
    LONGEST_PENALTY_REASON,
    LONGEST_TABLE_REMARKS,
    LONGEST_TURNED,
    MOST_PENALTIES,
    Layout,
    whole_number,
    writable,
)
from scoring.cards import Rank, Suit

# Goes up when the format of messages changes: a page cached before an update has to be loaded again.
WIRE = 1
MOST_AT_ONCE = 200
MOST_FOLLOWED = 20

UNREADABLE = "This could not be read. It is kept on this phone; open the page again to send it."
_LETTERS = frozenset({"h", "a", "-"})
_SUITS = frozenset(str(suit) for suit in Suit)
_RANKS = frozenset(rank.letter for rank in Rank)


class UnreadableMessage(Exception):
    """A message that is not in our form at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What one phone sent at once: its entries, ids of unreadable ones, how far it has read the log.

    `is_brief` says that it follows `news_of`; scripts from before it want every entry.
    """

    wire: int
    phone: uuid.UUID
    since: int
    sent: tuple[Sent, ...] = ()
    unreadable: Mapping[str, str] = field(default_factory=dict)
    is_brief: bool = False


def read_message(text: bytes, layout: Layout) -> Message:
    """Return the message in the JSON of a phone.

    Raises UnreadableMessage if it is none; one bad entry spoils no other.
    """
    try:
        data = json.loads(text)
        wire, since = data["v"], data.get("since", 0)
        entries = data.get("entries", [])
        phone = uuid.UUID(data["phone"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as fault:
        raise UnreadableMessage("no message of ours") from fault
    if not (_is_number(wire) and _is_number(since) and isinstance(entries, list)):
        raise UnreadableMessage("no message of ours")
    if len(entries) > MOST_AT_ONCE:
        raise UnreadableMessage(f"{len(entries)} entries at once; at most {MOST_AT_ONCE}")
    sent: list[Sent] = []
    unreadable: dict[str, str] = {}
    for entry in entries:
        try:
            sent.append(_entry(entry, layout))
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
            name = entry.get("id") if isinstance(entry, dict) else None
            if isinstance(name, str):
                unreadable[writable(name[:40])] = UNREADABLE
    return Message(
        wire=wire,
        phone=phone,
        since=since,
        sent=tuple(sent),
        unreadable=unreadable,
        is_brief=data.get("brief") is True,
    )


def _is_number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53


def _entry(entry: dict[str, Any], layout: Layout) -> Sent:
    place = _place(entry["table"], entry.get("game", 1), entry["place"], layout)
    follows = [uuid.UUID(text) for text in entry.get("follows", [])][:MOST_FOLLOWED]
    at = datetime.datetime.fromisoformat(entry["at"])
    if at.tzinfo is None:
        raise ValueError("a moment without its zone")
    return Sent(
        client_id=uuid.UUID(entry["id"]),
        place=place,
        body=read_body(place, entry["body"], layout),
        follows=tuple(follows),
        entered_at=at.astimezone(datetime.UTC),
    )


def _place(table: object, game: object, name: object, layout: Layout) -> SheetPlace:
    if not (_is_number(table) and _is_number(game) and isinstance(name, str)):
        raise TypeError("a place is two numbers and a name")
    if not 1 <= table <= layout.tables or game not in layout.games_at(table):
        raise ValueError("no table or game of this match")
    place = SheetPlace(table, game, name)
    is_hand = name == f"h{place.hand}" and 1 <= int(name[1:]) <= layout.most_hands
    if not is_hand and name not in (*SIDE_PLACES, "pitch", "final", "notes"):
        raise ValueError("no place of a sheet")
    return place


def read_body(place: SheetPlace, body: dict[str, Any], layout: Layout) -> dict[str, Any]:
    """Return the fields of a place as they are stored: known ones only, none empty.

    Raises ValueError, TypeError or KeyError.
    """
    if not isinstance(body, dict):
        raise TypeError("a body is a mapping")
    texts = {name: _text(body[name]) for name in body if name != PENALTIES}
    texts = {name: text for name, text in texts.items() if text}
    allowed = _allowed(place, layout)
    for name, text in texts.items():
        if not allowed[name](text):
            raise ValueError(f"{name} cannot be {text!r}")
    if place.hand is None or not body.get(PENALTIES):
        return texts
    return {**texts, PENALTIES: [_penalty(penalty) for penalty in body[PENALTIES][:MOST_PENALTIES]]}


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("fields are texts")
    return writable(value).strip()


def _allowed(place: SheetPlace, layout: Layout) -> Mapping[str, Any]:
    """Return the fields of a place, each with a function that says whether a text may stand in it."""
    if place.name in SIDE_PLACES:
        return {str(seat): _up_to(LONGEST_NAME) for seat in range(1, layout.players + 1)}
    if place.name == "pitch":
        return {"first-pitch": {"h", "a"}.__contains__}
    if place.name == "final":
        return {
            **dict.fromkeys(("home-final", "away-final"), _is_figure),
            CONTRADICTION: CONTRADICTIONS.__contains__,
        }
    if place.name == "notes":
        return {"remarks": _up_to(LONGEST_TABLE_REMARKS), "not-played": {"yes"}.__contains__}
    return {
        **dict.fromkeys(AWARDS, _LETTERS.__contains__),
        **({"turnup": _up_to(LONGEST_TURNED)} if layout.room.turned else {}),
        **({"beg": CALLS.__contains__} if layout.room.call else {}),
        "hung": HUNG_MARKS.__contains__,
        "trump": _SUITS.__contains__,
        **dict.fromkeys(("high-card", "low-card"), _RANKS.__contains__),
        **dict.fromkeys(("home-points", "away-points", *MARKS), _is_figure),
    }


def _up_to(longest: int) -> Any:
    return lambda text: len(text) <= longest


def _is_figure(text: str) -> bool:
    return whole_number(text) is not None


def _penalty(penalty: dict[str, Any]) -> dict[str, str]:
    """Return a penalty in a hand: the side it is given to, points, reason, and kind if the game has kinds."""
    side, points = _text(penalty["side"]), _text(penalty.get("points", ""))
    reason, kind = _text(penalty.get("reason", "")), _text(penalty.get("kind", ""))
    if side not in ("h", "a") or not (points == "" or _is_figure(points)):
        raise ValueError("no penalty")
    if len(reason) > LONGEST_PENALTY_REASON or len(kind) > LONGEST_TURNED:
        raise ValueError("a penalty of too many words")
    return {"side": side, "points": points, "reason": reason, "kind": kind}
