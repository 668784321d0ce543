"""A match with its code and its captains, every page these open, and what is sent to each."""

import json
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.db.models import Model
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from league.accounts.links import token_of
from league.models import (
    Availability,
    CaptainLink,
    LineUp,
    Match,
    Objection,
    Photograph,
    Postponement,
    Scorecard,
    Signature,
    TableEntry,
)
from league.results.parsing.phone_messages import WIRE
from tests.accounts.address_world import addresses, asked_by

WRITTEN: tuple[type[Model], ...] = (
    Availability,
    LineUp,
    Objection,
    Photograph,
    Postponement,
    Scorecard,
    Signature,
    TableEntry,
)
"""What anybody who comes in without an account could write."""


@dataclass(frozen=True, kw_only=True)
class World:
    """A match, its code and its captains; another in the same league, and one in another league."""

    match: Match
    code: str
    home: CaptainLink
    away: CaptainLink
    beside: Match
    elsewhere: Match

    @property
    def others(self) -> tuple[Match, Match]:
        return self.beside, self.elsewhere


BESIDE: dict[str, Callable[[Match], object]] = {
    "match_id": lambda match: match.public_id,
    "table": lambda match: 1,
    "number": lambda match: 1,
    "game": lambda match: 1,
    "photograph_id": lambda match: "zzzz9999",
}


def opened_by(name: str) -> list[tuple[str, list[str]]]:
    """The addresses that a code or a link of a team opens, with what else they take."""
    found = [
        (address.name, asked)
        for address in addresses()
        if getattr(address.callback, "access", "") in {"scorer", "captain", "players"}
        and name in (asked := asked_by(address.name))
    ]
    assert found
    return found


def pages(name: str, permission: str, match: Match) -> list[str]:
    """Every address under a code or a token, about that match."""
    return [
        reverse(page, kwargs={key: permission if key == name else BESIDE[key](match) for key in asked})
        for page, asked in opened_by(name)
    ]


def token(link: CaptainLink, kind: str = "captain") -> str:
    return token_of(link, kind)


def everything(world: World) -> list[str]:
    """Every page that a code or a captain's link of the match opens."""
    return [
        *pages("code", world.code, world.match),
        *pages("token", token(world.home), world.match),
        *pages("token", token(world.home, "players"), world.match),
    ]


def written(*matches: Match) -> int:
    """How many rows there are that belong to one of the matches, or to no match."""
    return sum(
        model.objects.filter(**{_way(model): matches}).count()
        for model in WRITTEN  # type: ignore[arg-type]  # they have no type in common but Model
    )


def _way(model: type[Model]) -> str:
    names = {field.name for field in model._meta.get_fields()}
    if "match" in names:
        return "match__in"
    return "scorecard__match__in" if "scorecard" in names else "line_up__match__in"


def a_message(*, table: int = 1) -> str:
    """A hand as a phone sends it."""
    entry = {
        "id": str(uuid.uuid4()),
        "table": table,
        "game": 1,
        "place": "h1",
        "body": {"high": "h", "low": "a", "jack": "-", "game": "h"},
        "follows": [],
        "at": "2027-01-14T21:00:00Z",
    }
    return json.dumps({"v": WIRE, "phone": str(uuid.uuid4()), "since": 0, "entries": [entry]})


def send_everything(client: Client, address: str) -> Iterator[HttpResponse]:
    """Asked for, sent a hand as a phone sends it, sent a form that says yes to all."""
    yield client.get(address)
    yield client.post(address, a_message(), content_type="application/json")
    said = ("sign", "countersign", "object", "confirm", "accept", "peg", "keep", "side", "answer", "because")
    yield client.post(address, dict.fromkeys(said, "yes") | {"side": "a", "reason": "yes"})
